import Workouts

/// A generated sound. Length and pitch are Sound's; the room that a tone takes is `Tone.duration`.
public enum Tone: String, Hashable, Sendable, CaseIterable {
    case workStart, restStart, countdown, done

    /// How long the tone sounds. Speech after a boundary tone begins `Cues.speechDelay` after the tone's start.
    public var duration: Duration { self == .done ? .milliseconds(600) : .milliseconds(120) }
}

/// Something to say: plain text, never markup.
public struct Utterance: Hashable, Sendable {
    public var text: String
    /// A BCP 47 tag ("en", "pt-BR"); Sound chooses the voice.
    public var language: String
    /// 80 to 300.
    public var wordsPerMinute: Int

    public init(text: String, language: String, wordsPerMinute: Int) {
        self.text = text
        self.language = language
        self.wordsPerMinute = wordsPerMinute
    }
}

/// A stable name, `segment/kind`, segments counted from 1: "2/work", "1/countdown-3". Lead-in beeps are "4/lead-in-3".
public struct CueID: Hashable, Sendable, CustomStringConvertible {
    public var segment: Int
    public var kind: String

    public init(segment: Int, kind: String) {
        self.segment = segment
        self.kind = kind
    }

    public var description: String { "\(segment)/\(kind)" }
}

/// A tone or a spoken line with its place.
public struct Cue: Hashable, Sendable {
    public enum Sound: Hashable, Sendable {
        case tone(Tone)
        case voice(Utterance)
    }

    public var id: CueID
    public var sound: Sound
    /// From the start of get ready (or of the lead-in, for its beeps).
    public var start: Duration
    public var duration: Duration

    public init(id: CueID, sound: Sound, start: Duration, duration: Duration) {
        self.id = id
        self.sound = sound
        self.start = start
        self.duration = duration
    }

    public var end: Duration { start + duration }
}
