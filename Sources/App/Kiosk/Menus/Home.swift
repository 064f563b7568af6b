import Library
import Playback
import Ports
import Records
import Stage
import Words
import Workouts

/// The first screen: today, the routines, most recently played first, and the ways to the other screens. Play is one press away.
struct Home: Place {
    /// What a row is; kept instead of an index, so that the focus stays on its thing when files change.
    enum Row: Hashable, Sendable {
        case today
        case routine(id: String)
        case way(Way)
    }

    enum Way: String, Hashable, Sendable, CaseIterable { case store, attention, week, gallery, newRoutine, starters, settings }

    private(set) var cursor = Cursor()
    private var focused: Row?
    /// The routines around the focus, ready to be shown: each costs a timeline and its texts, and a press changes one of them.
    private var cards: [String: HomePicture.Routine] = [:]
    private var edition = 0

    /// From this many routines on, a held SKIP leaps over them.
    static let leapsFrom = 8

    /// The path of a routine that was just saved: it gets the focus once the library has it.
    private var written: String?
    /// A week was just begun: today gets the focus once the library has it.
    private var awaitsToday = false

    /// Handed to it: a week was begun.
    struct TodayCard: Sendable {}

    mutating func take(_ handed: any Sendable, _ facts: Facts, at now: Instant) -> [Move] {
        if let routine = handed as? WrittenRoutine { written = routine.path }
        if handed is TodayCard { awaitsToday = true }
        return []
    }

    // MARK: Rows

    /// Today, if there is a plan, then the routines, then the ways.
    func hasToday(_ facts: Facts) -> Bool { facts.today != nil }

    func ways(_ facts: Facts) -> [Way] {
        // Before the store's first word nothing is known, and nothing is said.
        guard facts.library != nil else { return [] }
        return Way.allCases.filter { way in
            switch way {
            case .store: facts.storeQuestion() != nil
            case .attention: facts.attentionCount > 0
            case .starters: facts.shelf.isEmpty
            default: true
            }
        }
    }

    /// The place on the shelf of the routine that the Today card plays: it stands there, and not once more below.
    private func hidden(_ facts: Facts) -> Int? {
        guard case .play(let slot, _) = facts.today else { return nil }
        return slot.routineID.flatMap(facts.place)
    }

    /// How many routines are rows of their own.
    func routineCount(_ facts: Facts) -> Int { facts.shelf.count - (hidden(facts) == nil ? 0 : 1) }

    /// The routine of such a row.
    func routine(_ index: Int, _ facts: Facts) -> RoutineEntry? {
        guard let hidden = hidden(facts), index >= hidden else { return facts.entry(index) }
        return facts.entry(index + 1)
    }

    /// The row of the routine at a place on the shelf, counted with today's.
    private func index(place: Int, _ facts: Facts) -> Int {
        let first = hasToday(facts) ? 1 : 0
        guard let hidden = hidden(facts), place >= hidden else { return place + first }
        return place == hidden ? 0 : place - 1 + first
    }

    private func count(_ facts: Facts) -> Int { (hasToday(facts) ? 1 : 0) + routineCount(facts) + ways(facts).count }

    func row(_ index: Int, _ facts: Facts) -> Row? {
        var index = index
        if hasToday(facts) {
            if index == 0 { return .today }
            index -= 1
        }
        let routines = routineCount(facts)
        if index < routines { return routine(index, facts).map { .routine(id: $0.id) } }
        let ways = ways(facts)
        return ways.indices.contains(index - routines) ? .way(ways[index - routines]) : nil
    }

    private func index(of row: Row, _ facts: Facts) -> Int? {
        let first = hasToday(facts) ? 1 : 0
        switch row {
        case .today: return hasToday(facts) ? 0 : nil
        case .routine(let id): return facts.place(of: id).map { self.index(place: $0, facts) }
        case .way(let way): return ways(facts).firstIndex(of: way).map { $0 + first + routineCount(facts) }
        }
    }

    /// Makes the cards that can be seen from here, and lets go of those that are far away.
    private mutating func keepCards(_ facts: Facts) {
        let isStale = edition != facts.edition
        edition = facts.edition
        let place = cursor.index - (hasToday(facts) ? 1 : 0)
        let texts = RoutineTexts(facts)
        var kept: [String: HomePicture.Routine] = [:]
        for entry in (place - Rows<HomePicture.Row>.reach...place + Rows<HomePicture.Row>.reach).compactMap({ routine($0, facts) }) {
            kept[entry.id] = (isStale ? nil : cards[entry.id]) ?? texts.row(entry)
        }
        cards = kept
    }

    func card(_ entry: RoutineEntry, _ texts: RoutineTexts) -> HomePicture.Routine {
        edition == texts.facts.edition ? cards[entry.id] ?? texts.row(entry) : texts.row(entry)
    }

    mutating func settle(_ facts: Facts) -> [Move] {
        defer { keepCards(facts) }
        if let path = written, let entry = facts.shelf.first(where: { $0.path == path }) {
            (written, focused) = (nil, .routine(id: entry.id))
        }
        if awaitsToday, hasToday(facts) { (awaitsToday, focused) = (false, .today) }
        guard let focused, let index = index(of: focused, facts) else {
            if focused == nil { cursor.jump(to: firstChoice(facts)) }
            cursor.clamp(to: count(facts))
            return []
        }
        cursor.jump(to: index)
        return []
    }

    /// Nobody has chosen yet: today's routine; on a day that has nothing to play, the one played last. One press plays.
    private func firstChoice(_ facts: Facts) -> Int {
        guard hasToday(facts) else { return 0 }
        if case .play = facts.today { return 0 }
        return facts.shelf.isEmpty ? 0 : 1
    }

    /// Of the one thing that this screen asks of the store.
    private static let ticket = 1

    // MARK: Keys

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let words = facts.words
        let count = count(facts)
        guard count > 0 else { return nil }
        switch key {
        case .back: return KeyUse(Deed(.previous, .up, words("key.up")))
        case .skip:
            let down = Deed(.next, .down, words("key.down"))
            guard facts.shelf.count >= Home.leapsFrom else { return KeyUse(down) }
            return KeyUse(down, hold: .init(deed: Deed(.nextSection, .down, words("key.section")), note: words("key.hold.section")))
        case .pause:
            let play = Deed(.choose, .play, words("key.play"))
            let options = KeyUse.Hold(deed: Deed(.options, .choose, words("key.options")), note: words("key.hold.options"))
            switch row(cursor.index, facts) {
            case .today:
                guard case .play = facts.today else { return KeyUse(Deed(.choose, .choose, words("key.open"))) }
                return KeyUse(play, hold: options)
            case .routine: return KeyUse(play, hold: options)
            case .way: return KeyUse(Deed(.choose, .choose, words("key.open")))
            case nil: return nil
            }
        case .home, .up, .down: return nil
        }
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        let count = count(facts)
        switch act {
        case .previous, .next:
            cursor.step(act == .next ? 1 : -1, of: count, at: now)
            choose(row(cursor.index, facts), facts)
            return []
        case .nextSection:
            let first = hasToday(facts) ? 1 : 0
            let ways = first + routineCount(facts)
            cursor.jump(to: cursor.index < first ? first : cursor.index < ways ? ways : 0)
            choose(row(cursor.index, facts), facts)
            return []
        case .choose: return choose(facts)
        case .options:
            switch row(cursor.index, facts) {
            case .routine(let id): return facts.entry(id: id).map(options) ?? []
            case .today:
                guard case .play(let slot, _) = facts.today, let entry = slot.routineID.flatMap(facts.entry(id:)) else { return [] }
                return options(entry)
            case .way, nil: return []
            }
        default: return []
        }
    }

    /// The person has put the focus on a row.
    private mutating func choose(_ row: Row?, _ facts: Facts) {
        focused = row
        awaitsToday = false
        keepCards(facts)
    }

    /// Letters jump to the next routine that begins so.
    mutating func type(_ character: Character, _ facts: Facts) -> [Move] {
        let from =
            switch row(cursor.index, facts) {
            case .today: hidden(facts)
            case .routine(let id): facts.place(of: id)
            case .way, nil: nil as Int?
            }
        guard let place = facts.place(beginningWith: character, after: from ?? -1) else { return [] }
        cursor.jump(to: index(place: place, facts))
        choose(row(cursor.index, facts), facts)
        return []
    }

    /// The routine's steps, and over them what can be done with it.
    private func options(_ entry: RoutineEntry) -> [Move] {
        let detail = Detail(entry)
        return [.open(detail), .open(RoutineOptions(entry, under: detail))]
    }

    private func choose(_ facts: Facts) -> [Move] {
        switch row(cursor.index, facts) {
        case .routine(let id): return facts.entry(id: id).map { [.play(facts.playable($0))] } ?? []
        case .today:
            switch facts.today {
            case .play(let slot, _): return slot.routineID.flatMap(facts.entry(id:)).map { [.play(facts.playable($0))] } ?? []
            case .removed: return facts.library?.week.map { [.open(WeekEditor(plan: $0, weekday: facts.weekdayToday, facts))] } ?? []
            case .done, .rest: return [.open(Week(facts))]
            case nil: return []
            }
        case .way(let way):
            switch way {
            case .store: return facts.storeQuestion().map { [.open($0)] } ?? []
            case .attention: return [.open(Problems())]
            case .week: return facts.library?.plans.isEmpty ?? true ? [.open(WeekEditor(newPlan: facts))] : [.open(Week(facts))]
            case .gallery: return [.open(Gallery())]
            case .newRoutine: return [.open(Builder(new: facts)), .open(Picker(facts))]
            case .starters: return [.store(.restoreStarters(ticket: Home.ticket))]
            case .settings: return [.open(SettingsList())]
            }
        case nil: return []
        }
    }
}
