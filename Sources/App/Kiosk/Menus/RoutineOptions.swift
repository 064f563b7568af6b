import Library
import Playback
import Ports
import Stage
import Words
import Workouts

/// What can be done with a routine: a sheet over its steps.
struct RoutineOptions: Place {
    enum Option: Hashable, Sendable, CaseIterable { case play, edit, duplicate, week, delete }

    private let entry: RoutineEntry
    private let under: Detail
    private var cursor = Cursor()

    init(_ entry: RoutineEntry, under: Detail) {
        self.entry = entry
        self.under = under
    }

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let choose =
            Option.allCases[cursor.index] == .play
            ? Deed(.choose, .play, facts.words("key.play")) : Deed(.choose, .choose, facts.words("key.choose"))
        var keys = ListKeys(facts.words, count: Option.allCases.count, choose: choose)
        keys.leave = .init(deed: Deed(.leave, .left, facts.words("key.close")), note: facts.words("key.hold.close"))
        return keys.use(of: key)
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        switch act {
        case .previous, .next: cursor.step(act == .next ? 1 : -1, of: Option.allCases.count, at: now)
        case .leave: return [.close]
        case .choose: return choose(Option.allCases[cursor.index], facts, at: now)
        default: break
        }
        return []
    }

    private func choose(_ option: Option, _ facts: Facts, at now: Instant) -> [Move] {
        switch option {
        case .play: [.home, .play(facts.playable(entry))]
        case .edit: [.become(Builder(editing: entry, facts))]
        case .duplicate: [.become(Builder(duplicating: entry, facts))]
        case .week: [.become(WeekEditor(adding: entry, facts))]
        case .delete: [.close, .open(deleteQuestion(facts, ticket: now.ticket))]
        }
    }

    /// Its sessions stay: the question says so.
    func deleteQuestion(_ facts: Facts, ticket: Int) -> Question {
        let words = facts.words
        let texts = RoutineTexts(facts)
        let history = [texts.times(entry.id), texts.minutes(entry.id)].compactMap { $0 }
        let line =
            history.isEmpty
            ? words("question.delete.routine")
            : words(
                "question.delete.routineHistory",
                .text(history.count > 1 ? words("list.two", .text(history[0]), .text(history[1])) : history[0]))
        return Question(
            title: words("question.delete", .text(entry.routine.name)), line: line,
            pause: .init(text: words("question.delete.keep"), consequence: "", icon: .choose),
            skip: .init(
                text: words("question.delete.delete"), consequence: "", icon: .next,
                moves: [.store(.edit(StoreEdit(.existing(path: entry.path), bytes: nil), ticket: ticket))]))
    }

    mutating func settle(_ facts: Facts) -> [Move] { facts.library != nil && facts.entry(id: entry.id) == nil ? [.close] : [] }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let none = Legend(back: nil, pause: nil, skip: nil)
        return .options(
            OptionsPicture(
                under: under.picture(facts, none, at: now), title: entry.routine.name,
                rows: Rows(Option.allCases.map { title($0, facts.words) }),
                focus: cursor.focus(at: now, isStill: facts.settings.reducedMotion), legend: legend))
    }

    private func title(_ option: Option, _ words: Words) -> String {
        switch option {
        case .play: words("key.play")
        case .edit: words("option.routine.edit")
        case .duplicate: words("option.routine.duplicate")
        case .week: words("option.routine.week")
        case .delete: words("key.delete")
        }
    }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        (entry.routine.name, title(Option.allCases[cursor.index], facts.words))
    }
}
