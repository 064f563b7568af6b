import Playback
import Ports
import Words

/// What of the panel is missing. The routine goes on; the stage, and the home, say so until it is back.
struct Notices: Hashable, Sendable {
    /// How long the stage says that the screen was away.
    static let returnStays: Duration = .seconds(8)

    private var card: PanelEvent.SoundFault?
    private var isVoiceLost = false
    private var buttons: [Key: PanelEvent.ButtonFault] = [:]
    private var isScreenLost = false
    private var screenReturned: Instant?

    mutating func note(_ event: PanelEvent, at now: Instant) {
        switch event {
        case .sound(.lost(.noVoice)): isVoiceLost = true
        case .sound(.voiceReturned): isVoiceLost = false
        case .sound(.lost(let fault)): card = fault
        case .sound(.returned): card = nil
        case .button(let key, let fault): buttons[key] = fault
        case .screen(.lost): isScreenLost = true
        case .screen(.changed) where isScreenLost:
            isScreenLost = false
            screenReturned = now
        case .screen, .sound, .key, .voice, .clock, .typed, .stop: break
        }
    }

    /// There is none that could be played on.
    var isCardLost: Bool { card != nil }

    /// Nobody looks for it any more.
    mutating func forgetCard() { card = nil }

    /// What the stage says.
    func sentences(_ words: Words, _ preferences: Preferences, at now: Instant) -> [String] {
        var sentences = missing(words, preferences)
        if let screenReturned, now < screenReturned + Notices.returnStays { sentences.append(words("notice.screen.returned")) }
        return sentences
    }

    /// What is not there now, without what was: at home no routine went on meanwhile.
    func missing(_ words: Words, _ preferences: Preferences) -> [String] {
        var sentences: [String] = []
        // Nobody misses what is switched off, nor, without a card, the voice.
        let isVoiceMissed = isVoiceLost && (preferences.hasVoice || preferences.readsAloud)
        if preferences.usesSound, let sound = card ?? (isVoiceMissed ? .noVoice : nil) {
            sentences.append(words("notice.sound.\(sound.rawValue)"))
        }
        for key in Key.allCases {
            guard let fault = buttons[key] else { continue }
            sentences.append(words("notice.button.\(fault.rawValue)", .text(words("key.name.\(key.rawValue)"))))
        }
        return sentences
    }

    func nextChange(after now: Instant) -> Instant? {
        screenReturned.map { $0 + Notices.returnStays }.flatMap { $0 > now ? $0 : nil }
    }
}
