import Library
import Playback
import Ports
import Stage
import Words
import Workouts

/// The routines of one day of a plan that is being edited. It stands in its editor's place and gives it back.
struct DayEditor: Place {
    private let editor: WeekEditor
    private let weekday: Int
    private var cursor = Cursor()

    init(_ editor: WeekEditor, weekday: Int) {
        self.editor = editor
        self.weekday = weekday
    }

    private var slots: [Plan.Slot] { editor.plan.slots(weekday: weekday) }

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let words = facts.words
        var keys = ListKeys(words, count: slots.count + 1)
        if slots.indices.contains(cursor.index) {
            keys.choose = Deed(.choose, .choose, words("key.change"))
            keys.options = .init(deed: Deed(.options, .minus, words("key.takeOut")), note: words("key.hold.takeOut"))
        } else {
            keys.choose = Deed(.choose, .plus, words("key.add"))
        }
        return keys.use(of: key)
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        let index = slots.indices.contains(cursor.index) ? cursor.index : nil
        switch act {
        case .previous, .next: cursor.step(act == .next ? 1 : -1, of: slots.count + 1, at: now)
        case .choose: return [.become(RoutineChoice(editor, weekday: weekday, slot: index, facts))]
        case .options:
            guard let index else { return [] }
            return [.become(DayEditor.shown(editor.putting(nil, on: weekday, at: index), weekday))]
        case .leave: return [.become(editor)]
        default: break
        }
        return []
    }

    /// The day, or its week when nothing is left on the day.
    static func shown(_ editor: WeekEditor, _ weekday: Int) -> any Place {
        editor.plan.slots(weekday: weekday).isEmpty ? editor : DayEditor(editor, weekday: weekday)
    }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        let days = WeekDays(editor.plan, facts)
        var rows = slots.map { slot in
            ListPicture.Row(
                title: days.name(slot), detail: slot.routineID.flatMap(facts.entry(id:)).map { words.clock($0.totalSeconds) })
        }
        rows.append(.init(title: words("week.add")))
        return .list(
            ListPicture(
                title: words.weekday(weekday), note: Phrase(Phrase.quoting(editor.plan.name)), rows: Rows(rows),
                focus: cursor.focus(at: now, isStill: facts.settings.reducedMotion), legend: legend))
    }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        let words = facts.words
        let focus = slots.indices.contains(cursor.index) ? WeekDays(editor.plan, facts).name(slots[cursor.index]) : words("week.add")
        return (words.weekday(weekday), focus)
    }
}

/// The routines to choose from for a day, most recently played first.
struct RoutineChoice: Place {
    private let editor: WeekEditor
    private let weekday: Int
    /// The one of the day's that is replaced; nil adds one.
    private let slot: Int?
    private var cursor = Cursor()

    init(_ editor: WeekEditor, weekday: Int, slot: Int?, _ facts: Facts) {
        self.editor = editor
        self.weekday = weekday
        self.slot = slot
        let current = slot.flatMap { editor.plan.slots(weekday: weekday)[$0].routineID }
        cursor.jump(to: current.flatMap(facts.place(of:)).map { $0 + first } ?? 0)
    }

    /// How many rows stand before the routines: the one that takes the old one out.
    private var first: Int { slot == nil ? 0 : 1 }
    private func count(_ facts: Facts) -> Int { facts.shelf.count + first }

    mutating func settle(_ facts: Facts) -> [Move] {
        cursor.clamp(to: count(facts))
        return []
    }

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let words = facts.words
        var keys = ListKeys(words, count: count(facts))
        if cursor.index < first {
            keys.choose = Deed(.choose, .minus, words("key.takeOut"))
        } else if facts.entry(cursor.index - first) != nil {
            keys.choose = Deed(.choose, .check, words("key.choose"))
        }
        return keys.use(of: key)
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        switch act {
        case .previous, .next: cursor.step(act == .next ? 1 : -1, of: count(facts), at: now)
        case .choose:
            let entry = cursor.index < first ? nil : facts.entry(cursor.index - first)
            guard entry != nil || cursor.index < first else { return [] }
            let wasEmpty = editor.plan.slots(weekday: weekday).isEmpty
            let changed = editor.putting(entry, on: weekday, at: slot)
            return [.become(wasEmpty ? changed : DayEditor.shown(changed, weekday))]
        case .leave: return [.become(DayEditor.shown(editor, weekday))]
        default: break
        }
        return []
    }

    /// Letters jump to the next routine that begins so.
    mutating func type(_ character: Character, _ facts: Facts) -> [Move] {
        if let place = facts.place(beginningWith: character, after: cursor.index - first) { cursor.jump(to: place + first) }
        return []
    }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        let isLast = editor.plan.slots(weekday: weekday).count == 1
        let rows = Rows<ListPicture.Row>(count: count(facts), around: cursor.index) { index in
            guard index >= first, let entry = facts.entry(index - first) else {
                return .init(title: words(isLast ? "week.rest" : "week.takeOut"))
            }
            return .init(title: entry.routine.name, detail: words.clock(entry.totalSeconds))
        }
        return .list(
            ListPicture(
                title: words.weekday(weekday), note: Phrase(Phrase.quoting(editor.plan.name)), rows: rows,
                focus: cursor.focus(at: now, isStill: facts.settings.reducedMotion),
                empty: count(facts) == 0 ? EmptyList(title: words("week.noRoutines.title"), line: words("week.noRoutines.line")) : nil,
                legend: legend))
    }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        let words = facts.words
        return (words.weekday(weekday), facts.entry(cursor.index - first)?.routine.name ?? words("week.takeOut"))
    }
}
