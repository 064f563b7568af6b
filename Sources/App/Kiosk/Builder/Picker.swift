import Library
import Playback
import Ports
import Stage
import Words
import Workouts

/// Workouts to pick from, several in one pass, in the order they are picked. Hands `Picks` back.
struct Picker: Place {
    /// What was picked, in its order.
    struct Picks: Hashable, Sendable { var workouts: [Workout] }

    private let defaults: Step
    private let suggested: [Workout]
    /// What the list was made of; comparing it with the library's own is comparing one pointer while nothing changed.
    private var workouts: [Workout]
    private var list: PickerList
    private var cursor = Cursor()
    private var picks: [Workout] = []
    private var typed = ""
    /// The next letter begins another search: what was typed has been picked from.
    private var isSearchUsed = false
    /// A search was begun, and has no letter yet.
    private var isSearching = false

    /// - Parameter defaults: what the picked ones will start with.
    init(_ facts: Facts, defaults: Step = RoutineDraft.firstValues) {
        self.defaults = defaults
        suggested = Suggestions.workouts(facts)
        workouts = facts.library?.catalog.workouts ?? []
        list = Picker.list(facts, suggested: suggested, typed: "")
    }

    private static func list(_ facts: Facts, suggested: [Workout], typed: String) -> PickerList {
        guard let catalog = facts.library?.catalog else { return PickerList() }
        return typed.isEmpty
            ? PickerList(catalog, suggested: suggested, facts.words) : PickerList(catalog, beginningWith: typed, suggested: suggested)
    }

    mutating func settle(_ facts: Facts) -> [Move] {
        guard let library = facts.library, library.catalog.workouts != workouts else { return [] }
        let focused = list[cursor.index]
        workouts = library.catalog.workouts
        list = Picker.list(facts, suggested: suggested, typed: typed)
        if let focused, list[cursor.index]?.id != focused.id, let index = list.index(of: focused) { cursor.jump(to: index) }
        cursor.clamp(to: list.count)
        return []
    }

    // MARK: Keys

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let words = facts.words
        switch key {
        case .back:
            let hold =
                typed.isEmpty
                ? KeyUse.Hold(deed: Deed(.leave, .left, words("picker.key.cancel")), note: words("picker.key.holdCancel"))
                : KeyUse.Hold(deed: Deed(.leave, .left, words("picker.key.all")), note: words("picker.key.holdAll"))
            return KeyUse(list.count > 1 ? Deed(.previous, .up, words("key.up")) : nil, hold: hold)
        case .pause: return choice(words)
        case .skip:
            let down = list.count > 1 ? Deed(.next, .down, words("key.down")) : nil
            guard list.hasSections else { return down.map { KeyUse($0) } }
            let section = Deed(.nextSection, .next, words("key.nextCategory"))
            return KeyUse(down, hold: .init(deed: section, note: words("key.hold.nextCategory")))
        case .home, .up, .down: return nil
        }
    }

    private func choice(_ words: Words) -> KeyUse? {
        let pick = list[cursor.index].map { Deed(.choose, .check, words(isPicked($0) ? "picker.key.unpick" : "picker.key.pick")) }
        if picks.isEmpty {
            // One workout: picking it and adding it are one press.
            guard pick != nil else { return nil }
            let add = Deed(.options, .plus, words("picker.key.addThis"))
            return KeyUse(pick, hold: .init(deed: add, note: words("picker.key.holdAddThis")))
        }
        let add = Deed(.options, .plus, words("picker.key.add", .number(picks.count)))
        return KeyUse(pick, hold: .init(deed: add, note: words("picker.key.holdAdd", .number(picks.count))))
    }

    private func isPicked(_ workout: Workout) -> Bool { picks.contains { $0.id == workout.id } }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        isSearching = false
        switch act {
        case .previous, .next: cursor.step(act == .next ? 1 : -1, of: list.count, at: now)
        case .nextSection: cursor.jump(to: list.nextSection(after: cursor.index))
        case .choose:
            guard let workout = list[cursor.index] else { break }
            if isPicked(workout) { picks.removeAll { $0.id == workout.id } } else { picks.append(workout) }
            isSearchUsed = true
        case .options:
            if picks.isEmpty, let workout = list[cursor.index] { picks = [workout] }
            return [.hand(Picks(workouts: picks))]
        case .leave:
            if typed.isEmpty { return picks.isEmpty ? [.close] : [.open(Question.leaving(facts.words))] }
            search("", facts)
        default: break
        }
        return []
    }

    // MARK: Searching, with a keyboard

    /// From the second letter on: the first may be a key's.
    var isTyping: Bool { !typed.isEmpty && !isSearchUsed || isSearching }

    mutating func type(_ character: Character, _ facts: Facts) -> [Move] {
        if character.beginsTyping, !isTyping {
            search("", facts)
            isSearching = true
            return []
        }
        var text = isSearchUsed ? "" : typed
        if text.edit(character) { search(text, facts) }
        return []
    }

    private mutating func search(_ text: String, _ facts: Facts) {
        typed = text
        isSearchUsed = false
        list = Picker.list(facts, suggested: suggested, typed: typed)
        cursor.jump(to: 0)
    }

    // MARK: Picture

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        func place(_ index: Int) -> Int { list.places.indices.contains(index) ? list.places[index] : 0 }
        let own = facts.library?.ownWorkouts ?? [:]
        let picked = Set(picks.map(\.id))
        let rows = Rows<PickerPicture.Row>(count: list.rows.count, around: place(cursor.index)) { index in
            switch list.rows[index] {
            case .section(let title): .section(title)
            case .workout(let workout):
                .workout(
                    name: workout.name, isPicked: picked.contains(workout.id), note: own[workout.id] == nil ? nil : words("gallery.yours"))
            }
        }
        return .picker(
            PickerPicture(
                title: words("picker.title"), note: picks.isEmpty ? nil : Phrase(words("picker.picked", .number(picks.count))),
                typed: typed.isEmpty && !isSearching ? nil : typed, rows: rows,
                focus: cursor.focus(at: now, isStill: facts.settings.reducedMotion, place: place), empty: empty(facts),
                label: words("picker.order"),
                picks: Rows(count: picks.count, around: picks.count - 1) { .init(name: picks[$0].name, category: picks[$0].category) },
                total: picks.isEmpty ? nil : words.clock(totalSeconds), defaults: picks.isEmpty ? nil : startText(words), legend: legend))
    }

    private var totalSeconds: Int { picks.count * defaults.valuesSeconds - defaults.restAfterSeconds }

    private func startText(_ words: Words) -> String {
        var values = defaults
        values.eachSide = false
        values.repGuidance = nil
        let timing = Script.timing(values, words)
        guard defaults.restAfterSeconds > 0 else { return words("picker.defaultsNoRest", .text(timing)) }
        return words("picker.defaults", .text(timing), .text(Script.seconds(defaults.restAfterSeconds, words)))
    }

    private func empty(_ facts: Facts) -> EmptyList? {
        guard list.count == 0 else { return nil }
        let words = facts.words
        if typed.isEmpty { return EmptyList(title: words("picker.none"), line: words("picker.noneLine")) }
        return EmptyList(title: words("picker.notFound", .text(typed)), line: words("picker.notFoundLine"))
    }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        let words = facts.words
        guard let workout = list[cursor.index] else { return (words("picker.title"), empty(facts)?.title ?? "") }
        return (words("picker.title"), isPicked(workout) ? words("picker.aloud.picked", .text(workout.name)) : workout.name)
    }
}

extension Step {
    /// As a new step with these values takes, its rest included.
    fileprivate var valuesSeconds: Int { workSeconds * sets + setRestSeconds * (sets - 1) + restAfterSeconds }
}
