import Playback
import Ports

/// Reads the screens aloud, so that the kiosk works unseen: what a screen is when it opens, and what is focused whenever that changes.
struct Aloud: Sendable {
    private var screen = ""
    private var focus = ""
    /// Being synthesised; said as soon as it is there, unless something newer came.
    private var wanted: Utterance?

    /// Nothing is read while it is off or something else is on the stage; coming back, all is read again.
    mutating func hush() {
        screen = ""
        focus = ""
        wanted = nil
    }

    mutating func read(_ text: (screen: String, focus: String), _ facts: Facts) -> [Effect] {
        guard text != (screen, focus) else { return [] }
        let sentence =
            text.screen == screen || text.screen.isEmpty
            ? text.focus : text.focus.isEmpty ? text.screen : facts.words("aloud.screen", .text(text.screen), .text(text.focus))
        (screen, focus) = text
        guard !sentence.isEmpty else { return [] }
        let cues = facts.settings.cues
        // What stands on the screen is in its language, whatever the announcements are in.
        let isOther = facts.spoken.map { $0.language != facts.words.language } ?? false
        let voice = (isOther ? nil : cues.language) ?? facts.words.voice(reading: sentence)
        let utterance = Utterance(text: sentence, language: voice, wordsPerMinute: cues.wordsPerMinute)
        wanted = utterance
        return [.openSound, .synthesise([utterance])]
    }

    /// It is ready: what is still being said gives way to it, but for what ends at `behind`.
    mutating func heard(_ utterance: Utterance, isVoiced: Bool, at now: Instant, behind: Instant?) -> [Effect] {
        guard utterance == wanted else { return [] }
        wanted = nil
        guard isVoiced else { return [] }
        let start = max(now, behind ?? now)
        let cue = TimedCue(id: CueID(segment: 0, kind: "aloud"), sound: .voice(utterance), start: start)
        return (start > now ? [] : [.withdraw(at: now)]) + [.schedule([cue])]
    }
}
