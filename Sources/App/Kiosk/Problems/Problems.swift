import Foundation
import Library
import Playback
import Ports
import Stage
import Words
import Workouts

/// Files that need a person: what is wrong, and what to do about it. A name that was probably meant can be written into the file here.
struct Problems: Place {
    private var cursor = Cursor()
    /// The one that is focused.
    private var focused: Attention?
    /// The name that is being written into a file.
    private var mending: (item: Attention, ticket: Int)?
    /// One block each: a file with one of its problems, without those that were left out.
    private var items: [Attention] = []
    /// How many files have notes and nothing else.
    private var noted = 0
    /// What `items` was made of, so that it is made only when something changed.
    private var source: (files: [Attention], leftOut: Set<Attention>) = ([], [])

    init() {}

    // MARK: Items

    private var item: Attention? { items.indices.contains(cursor.index) ? items[cursor.index] : nil }

    /// The workout that was probably meant.
    private func suggestion(_ item: Attention, _ facts: Facts) -> Workout? {
        item.problems[0].suggestion.flatMap { facts.library?.catalog[$0] }
    }

    /// The plan whose routine is gone, and the day it is gone from: the editor mends that.
    private func plan(_ item: Attention, _ facts: Facts) -> (entry: PlanEntry, weekday: Int)? {
        guard item.problems[0].what.key == "problem.store.slot", let entry = facts.library?.plans.first(where: { $0.path == item.path })
        else { return nil }
        let weekday = (1...7).first { weekday in
            entry.plan.slots(weekday: weekday).contains { slot in
                slot.routineName == item.problems[0].writtenName && slot.routineID.flatMap(facts.entry(id:)) == nil
            }
        }
        return weekday.map { (entry, $0) }
    }

    mutating func settle(_ facts: Facts) -> [Move] {
        let files = facts.library?.attention ?? []
        if source != (files, facts.leftOut) {
            source = (files, facts.leftOut)
            let shown = files.map { file in
                file.problems.map { Attention(path: file.path, problems: [$0]) }.filter { !facts.leftOut.contains($0) }
            }
            items = Need.allCases.flatMap { need in shown.filter { Need($0) == need }.flatMap { $0 } }
            noted = shown.count { Need($0) == .none && !$0.isEmpty }
        }
        if let focused, let index = items.firstIndex(of: focused) { cursor.jump(to: index) }
        cursor.clamp(to: items.count)
        focused = item
        return []
    }

    // MARK: Keys

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let words = facts.words
        guard let item else { return ListKeys(words, count: 0).use(of: key) }
        let leap = KeyUse.Hold(deed: Deed(.nextSection, .down, words("key.section")), note: words("key.hold.section"))
        let choose: Deed? =
            suggestion(item, facts) != nil
            ? Deed(.choose, .check, words("key.useThis"))
            : plan(item, facts) != nil ? Deed(.choose, .choose, words("key.openPlan")) : nil
        let leaveOut = KeyUse.Hold(deed: Deed(.options, .stop, words("key.leaveOut")), note: words("key.hold.leaveOut"))
        let hasOther = items.contains { $0.path != item.path }
        return ListKeys(words, count: items.count, choose: choose, options: leaveOut, section: hasOther ? leap : nil).use(of: key)
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        switch act {
        case .previous, .next:
            cursor.step(act == .next ? 1 : -1, of: items.count, at: now)
            focused = item
        case .nextSection:
            guard let item else { return [] }
            // Behind the last file comes the first.
            cursor.jump(to: items[cursor.index...].firstIndex { $0.path != item.path } ?? 0)
            focused = self.item
        case .options:
            guard let item else { return [] }
            focused = nil
            return [.leaveOut(item)]
        case .choose:
            guard let item else { return [] }
            guard let workout = suggestion(item, facts) else {
                return plan(item, facts).map { [.open(WeekEditor(plan: $0.entry, weekday: $0.weekday, facts))] } ?? []
            }
            mending = (item, now.ticket)
            return [.open(question(item, workout, facts.words, ticket: now.ticket))]
        case .leave: return [.close]
        default: break
        }
        return []
    }

    private func question(_ item: Attention, _ workout: Workout, _ words: Words, ticket: Int) -> Question {
        let written = item.problems[0].writtenName ?? ""
        return Question(
            title: words("problems.use.title", .text(workout.name)),
            line: words("problems.use.line", .text(item.fileName), .text(written), .text(workout.name)),
            pause: .init(text: words("problems.use.leave"), consequence: "", icon: .choose),
            skip: .init(
                text: words("problems.use.write"), consequence: words("problems.use.consequence"), icon: .check,
                moves: [.store(.read(path: item.path, ticket: ticket))]))
    }

    mutating func hear(_ answer: StoreAnswer, _ facts: Facts) -> [Move] {
        guard let mending else { return [] }
        let words = facts.words
        switch answer {
        case .contents(let bytes, mending.ticket), .conflict(let bytes, mending.ticket):
            guard let bytes, let workout = suggestion(mending.item, facts), let catalog = facts.library?.catalog,
                let mended = Mending.mended(bytes, path: mending.item.path, mending.item.problems[0], with: workout, catalog)
            else {
                self.mending = nil
                return [.open(Question(title: words("saving.notSaved"), line: words("problems.use.gone"), pause: .understood(words)))]
            }
            let edit = StoreEdit(path: mending.item.path, bytes: mended, expecting: bytes)
            return [.store(.edit(edit, ticket: mending.ticket))]
        case .written(_, mending.ticket): self.mending = nil
        case .failed(let fault, mending.ticket):
            self.mending = nil
            return [.open(Question.notDone(fault, words))]
        default: break
        }
        return []
    }

    // MARK: Picture

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        let blocks = Rows<AttentionPicture.Block>(count: items.count, around: cursor.index) { block(items[$0], facts) }
        return .attention(
            AttentionPicture(
                title: title(facts), blocks: blocks, focus: cursor.focus(at: now, isStill: facts.settings.reducedMotion),
                foot: items.isEmpty ? nil : words("problems.foot"),
                empty: items.isEmpty ? EmptyList(title: words("problems.empty.title"), line: words("problems.empty.line")) : nil,
                legend: legend))
    }

    private func title(_ facts: Facts) -> String {
        let files = facts.attentionCount
        guard files > 0 else { return facts.words("problems.titleNotes") }
        let title = facts.words("problems.title", .number(files))
        return noted > 0 ? facts.words("problems.titleAndNotes", .text(title), .number(noted)) : title
    }

    private func block(_ item: Attention, _ facts: Facts) -> AttentionPicture.Block {
        let words = facts.words
        let problem = item.problems[0]
        let suggestion = suggestion(item, facts)
        let place: String? =
            switch problem.place {
            case .line(let line): words("problems.line", .text(String(line)))
            // Not its line: a program's file may be one long line.
            case .path(let path, _): path
            case .file: nil
            }
        return .init(
            file: item.path, place: place, problem: Phrase(words("problems.what", .text(problem.what.quoted(words)))),
            suggestionLabel: suggestion == nil ? nil : words("problems.suggestion"), suggestion: suggestion?.name,
            remedy: suggestion == nil ? words("problems.remedy", .text(problem.remedy.quoted(words))) : nil)
    }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        guard let item else { return (title(facts), facts.words("problems.empty.line")) }
        let block = block(item, facts)
        let what = facts.words("problems.aloud", .text(block.file), .text(block.problem.text))
        // Two whole sentences: what is wrong, and what can be done about it.
        let then = block.suggestion.map { facts.words("question.aloud", .text(facts.words("problems.suggestion")), .text($0)) }
        return (title(facts), [what, then ?? block.remedy.map { Phrase($0).text }].compactMap { $0 }.joined(separator: " "))
    }
}

/// How much a file needs a person: those that do not play come first.
private enum Need: CaseIterable {
    /// It cannot be used, or only in part.
    case mending
    /// A name that was probably mistyped.
    case deciding
    case none

    /// - Parameter items: of one file.
    init(_ items: [Attention]) {
        let problems = items.flatMap(\.problems)
        self = problems.haveErrors ? .mending : problems.contains { $0.suggestion != nil } ? .deciding : .none
    }
}

extension Attention {
    /// Its path without the folder that all of its kind are in.
    var fileName: String { path.firstIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path }
}

extension Message {
    /// The sentence in a language; what a file says stays as it is there, whatever it holds.
    func quoted(_ words: Words) -> String {
        words(
            key,
            arguments: arguments.map { argument in
                switch argument {
                case .text(let text): .text(Phrase.quoting(text))
                case .number(let number): .number(number)
                case .named(let key, let english): .text(Phrase.quoting(words.has(key) ? words(key) : english))
                }
            })
    }
}
