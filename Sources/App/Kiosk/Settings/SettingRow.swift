import Playback
import Ports
import Words

/// One row of the settings: its words, its value, and how it is changed.
enum SettingRow: String, Hashable, Sendable, CaseIterable {
    case language, voice, tones, volume, voiceSpeed, getReady, stage, edge, buttons, idle, black, bigText, readAloud, store, about

    /// What PLAY does with it.
    enum Change: Hashable, Sendable {
        /// There and then.
        case toggle
        /// On a screen of its own.
        case step, pick
        case none
    }

    var change: Change {
        switch self {
        case .voice, .tones, .bigText, .readAloud, .buttons: .toggle
        case .volume, .voiceSpeed, .getReady, .stage, .edge, .idle, .black: .step
        case .language: .pick
        case .store, .about: .none
        }
    }

    /// The rows there are: without a choice of languages there is nothing to set.
    static func all(_ facts: Facts) -> [SettingRow] {
        facts.settings.languages.all.count > 1 ? allCases : allCases.filter { $0 != .language }
    }

    func title(_ words: Words) -> String { words("setting.\(rawValue)") }

    func value(_ facts: Facts) -> String {
        let words = facts.words
        let now = facts.settings.preferences
        func onOff(_ isOn: Bool) -> String { words(isOn ? "preference.on" : "preference.off") }
        switch self {
        case .language: return facts.settings.languages.all.first { $0.identifier == words.language }?.name ?? words.language
        case .voice: return onOff(now.hasVoice)
        case .tones: return onOff(now.hasTones)
        case .bigText: return onOff(now.hasBigText)
        case .readAloud: return onOff(now.readsAloud)
        case .buttons: return words(now.legendSide == .below ? "preference.buttons.below" : "preference.buttons.trailing")
        case .volume, .voiceSpeed, .getReady, .edge, .idle, .black, .stage:
            let range = range!
            return range.text(range.value(now), words)
        case .store: return words("preference.store.\(facts.storeWord)")
        case .about: return words("preference.version", .text(facts.settings.version))
        }
    }

    /// Toggles it, or nil.
    func toggled(_ settings: KioskSettings) -> Settings? {
        var personal = settings.personal
        let now = settings.preferences
        switch self {
        case .voice: personal.hasVoice = !now.hasVoice
        case .tones: personal.hasTones = !now.hasTones
        case .bigText: personal.hasBigText = !now.hasBigText
        case .readAloud: personal.readsAloud = !now.readsAloud
        case .buttons: personal.legendSide = now.legendSide == .below ? .trailing : .below
        default: return nil
        }
        return personal
    }

    /// The values that it can have, for those that are stepped.
    struct Range: Sendable {
        var bounds: ClosedRange<Int>
        var step: Int
        var value: @Sendable (Preferences) -> Int
        var set: @Sendable (inout Settings, Int) -> Void
        var text: @Sendable (Int, Words) -> String
        /// Small behind the large number; nil where the text is shown whole.
        var unit: (@Sendable (Words) -> String)?
        /// The large number stands alone: its text has words that are too long to be large.
        var isNumber = false
    }

    var range: Range? {
        switch self {
        case .volume:
            Range(
                bounds: 0...100, step: 5, value: { $0.volume }, set: { $0.volume = $1 }, text: { $1.percent($0) },
                unit: { $0("preference.percent.unit") })
        case .voiceSpeed:
            Range(
                bounds: 80...300, step: 5, value: { $0.wordsPerMinute }, set: { $0.wordsPerMinute = $1 },
                text: { $1("preference.voiceSpeed.value", .number($0)) }, isNumber: true)
        case .getReady:
            Range(
                bounds: 0...60, step: 1, value: { $0.getReadySeconds }, set: { $0.getReadySeconds = $1 },
                text: { $1("stage.seconds", .number($0)) }, unit: { $0("stepper.seconds") })
        case .edge:
            Range(
                bounds: 0...5, step: 1, value: { $0.insetPercent }, set: { $0.insetPercent = $1 },
                text: { $1.percent($0) }, unit: { $0("preference.percent.unit") })
        case .idle:
            Range(bounds: 0...60, step: 1, value: { $0.idleMinutes }, set: { $0.idleMinutes = $1 }, text: SettingRow.minutes)
        case .black:
            Range(bounds: 0...240, step: 5, value: { $0.offMinutes }, set: { $0.offMinutes = $1 }, text: SettingRow.minutes)
        case .stage:
            Range(
                bounds: 0...(Settings.Light.allCases.count - 1), step: 1, value: { Settings.Light.allCases.firstIndex(of: $0.light) ?? 0 },
                set: { $0.light = Settings.Light.allCases[$1] },
                text: { value, words in
                    switch Settings.Light.allCases[value] {
                    case .bright: words("preference.stage.bright")
                    case .dark: words("preference.stage.dark")
                    case .byClock: words("preference.stage.byClock", .text(words.timeOfDay(hour: Facts.darkFrom, minute: 0)))
                    }
                })
        default: nil
        }
    }

    @Sendable
    private static func minutes(_ minutes: Int, _ words: Words) -> String {
        minutes == 0 ? words("preference.never") : words.duration(minutes * 60, in: .minutes)
    }
}

extension Facts {
    /// What keeps the store from being written, with its folder and what to do; nil while all is well.
    func storeQuestion() -> Question? {
        let (title, line): (String, String)
        switch library?.status {
        case .missing: (title, line) = ("home.store.missing", "preference.storeTrouble.missing")
        case .readOnly: (title, line) = ("home.store.readOnly", "preference.storeTrouble.readOnly")
        case .full: (title, line) = ("home.store.full", "preference.storeTrouble.full")
        case .reading, .ready, nil: return nil
        }
        guard let path = settings.storePath else { return nil }
        return Question(title: words(title), line: words(line, .text(path)), pause: .understood(words))
    }

    /// How the store is, as a part of a key.
    var storeWord: String {
        switch library?.status {
        case nil, .reading: "reading"
        case .ready: "ready"
        case .missing: "missing"
        case .readOnly: "readOnly"
        case .full: "full"
        }
    }
}
