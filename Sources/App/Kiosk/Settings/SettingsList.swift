import Playback
import Ports
import Stage

/// The settings: rows with their values. They apply at once.
struct SettingsList: Place {
    private var cursor = Cursor()
    private func row(_ facts: Facts) -> SettingRow { SettingRow.all(facts)[cursor.index] }

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let words = facts.words
        switch key {
        case .back: return KeyUse(Deed(.previous, .up, words("key.up")), hold: .leave(words))
        case .pause:
            if row(facts) == .store, facts.storeQuestion() != nil { return KeyUse(Deed(.choose, .choose, words("key.open"))) }
            return row(facts).change == .none ? nil : KeyUse(Deed(.choose, .choose, words("key.change")))
        case .skip: return KeyUse(Deed(.next, .down, words("key.down")))
        case .home, .up, .down: return nil
        }
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        switch act {
        case .previous, .next: cursor.step(act == .next ? 1 : -1, of: SettingRow.all(facts).count, at: now)
        case .leave: return [.close]
        case .choose:
            let row = row(facts)
            if row == .store { return facts.storeQuestion().map { [.open($0)] } ?? [] }
            if row == .language { return [.open(LanguageList(facts))] }
            if let settings = row.toggled(facts.settings) { return [.set(settings)] }
            return row.range.map { [.open(SettingStepper(row, $0, facts))] } ?? []
        default: break
        }
        return []
    }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        return .list(
            ListPicture(
                title: words("preference.title"),
                rows: Rows(SettingRow.all(facts).map { .init(title: $0.title(words), detail: $0.value(facts)) }),
                focus: cursor.focus(at: now, isStill: facts.settings.reducedMotion), foot: words("preference.privacy"), legend: legend))
    }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        let row = row(facts)
        return (facts.words("preference.title"), facts.words("aloud.screen", .text(row.title(facts.words)), .text(row.value(facts))))
    }
}

/// One setting, very large. Every step applies at once, so that it can be seen and heard.
struct SettingStepper: Place {
    private let row: SettingRow
    private let range: SettingRow.Range
    /// What it was, for undo.
    private let before: Settings

    init(_ row: SettingRow, _ range: SettingRow.Range, _ facts: Facts) {
        self.row = row
        self.range = range
        before = facts.settings.personal
    }

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let words = facts.words
        switch key {
        case .back:
            guard neighbour(-1, facts) != nil else { return nil }
            return KeyUse(Deed(.less, .minus, words("key.less")), repeats: words("key.hold.faster"))
        case .pause:
            let done = Deed(.nextValue, .check, words("key.done"))
            guard range.value(facts.settings.preferences) != range.value(facts.settings.configured.applying(before)) else {
                return KeyUse(done)
            }
            let undo = Deed(.undo, .restart, words("key.undo"))
            return KeyUse(done, hold: .init(deed: undo, note: words("key.hold.undo")))
        case .skip:
            guard neighbour(1, facts) != nil else { return nil }
            return KeyUse(Deed(.more, .plus, words("key.more")), repeats: words("key.hold.faster"))
        case .home, .up, .down: return nil
        }
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        switch act {
        case .less, .more: return moved((act == .more ? 1 : -1) * steps, facts)
        case .nextValue: return [.close]
        case .undo: return [.set(before)]
        default: return []
        }
    }

    private func moved(_ steps: Int, _ facts: Facts) -> [Move] {
        let value = range.value(facts.settings.preferences)
        let target = SettingStepper.stepped(value, steps, range)
        guard target != value else { return [] }
        var settings = facts.settings.personal
        range.set(&settings, target)
        return [.set(settings)]
    }

    /// The value in a direction; nil at the end of the range.
    private func neighbour(_ steps: Int, _ facts: Facts) -> Int? {
        let value = range.value(facts.settings.preferences)
        let target = SettingStepper.stepped(value, steps, range)
        return target == value ? nil : target
    }

    /// To the next multiple of the step in the direction, within the bounds.
    static func stepped(_ value: Int, _ steps: Int, _ range: SettingRow.Range) -> Int {
        let floor = Int((Double(value) / Double(range.step)).rounded(.down)) * range.step
        let from = value == floor ? value : steps > 0 ? floor : floor + range.step
        return min(max(from + steps * range.step, range.bounds.lowerBound), range.bounds.upperBound)
    }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        let value = range.value(facts.settings.preferences)
        func text(_ value: Int) -> String {
            range.unit == nil && !range.isNumber ? range.text(value, words) : words.number(value)
        }
        return .stepper(
            StepperPicture(
                title: row.title(words), note: range.isNumber ? range.text(value, words) : nil, value: text(value),
                unit: range.unit.map { $0(words) }, less: neighbour(-1, facts).map(text), more: neighbour(1, facts).map(text),
                legend: legend))
    }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        (row.title(facts.words), range.text(range.value(facts.settings.preferences), facts.words))
    }
}
