import Library
import Playback
import Ports
import Stage
import Words
import Workouts

/// What can be done with a routine: a sheet over its steps.
struct RoutineOptions: Place {
    enum Option: Hashable, Sendable, CaseIterable { case play, edit, duplicate, week, delete }

    private var entry: RoutineEntry
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
        case .delete: [.close] + Deletion.asking(subject(facts), facts.words, at: now)
        }
    }

    /// Its sessions stay, and the plan keeps its place: the question says so.
    private func subject(_ facts: Facts) -> Deletion.Subject {
        let id = entry.id
        let routine = entry.routine
        let fileName = entry.path.split(separator: "/").last.map(String.init) ?? entry.path
        return Deletion.Subject(path: entry.path, name: routine.name, line: deletionLine(facts)) { bytes, facts in
            guard let catalog = facts.library?.catalog else { return (false, nil) }
            let found = RoutineFile.read(bytes, fileName: fileName, fallbackID: id, catalog: catalog).routine
            return (found == routine, found?.name)
        }
    }

    /// The question by itself, for a picture of it.
    func deletion(_ facts: Facts) -> Deletion { Deletion(subject(facts), facts.words, ticket: 1) }

    private func deletionLine(_ facts: Facts) -> String {
        let words = facts.words
        let texts = RoutineTexts(facts)
        let history = [texts.times(entry.id), texts.minutes(entry.id)].compactMap { $0 }
        let isInWeek = facts.plan?.days.contains { $0.contains { $0.routineID == entry.id } } ?? false
        guard let first = history.first else { return words(isInWeek ? "question.delete.routineWeek" : "question.delete.routine") }
        let all = history.count > 1 ? words("list.two", .text(first), .text(history[1])) : first
        return words(isInWeek ? "question.delete.routineWeekHistory" : "question.delete.routineHistory", .text(all))
    }

    mutating func settle(_ facts: Facts) -> [Move] {
        guard facts.library != nil else { return [] }
        guard let entry = facts.entry(id: entry.id) else { return [.close] }
        self.entry = entry
        return []
    }

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
