import Foundation
import Playback
import Ports
import Workouts

/// timeline.json: what a film shows and sounds, and when. Times are milliseconds from the start of get ready; steps, sets count from 1.
struct TimelineFile: Encodable {
    struct Part: Encodable {
        var kind: String
        var startMilliseconds: Int
        var seconds: Int
        var step: Int?
        var set: Int?
        var sets: Int?
        var side: String?
        var workout: String?
        var next: String?
    }

    struct Sound: Encodable {
        var id: String
        var kind: String
        var atMilliseconds: Int64
        var milliseconds: Int64
        var tone: String?
        var text: String?
        var locale: String?
    }

    var routine: String
    var totalSeconds: Int
    var segments: [Part]
    var cues: [Sound]

    /// - Parameters:
    ///   - cues: as they were handed to the speaker, in order of time.
    ///   - zero: the instant of the timeline's zero.
    ///   - length: how long an utterance sounds.
    init(_ timeline: Timeline, cues: [TimedCue], zero: Instant, length: (Utterance) -> Duration?) {
        routine = timeline.routineName
        totalSeconds = timeline.totalSeconds
        segments = timeline.segments.map { segment in
            let step = timeline.steps[segment.step]
            var part = Part(kind: segment.kind.rawValue, startMilliseconds: segment.start * 1000, seconds: segment.seconds)
            switch segment.kind {
            case .work:
                part.workout = step.name
                part.side = segment.side?.rawValue
            case .getReady, .setRest, .rest: part.next = segment.next.map { timeline.steps[$0].name }
            }
            if segment.kind == .work || segment.kind == .setRest {
                part.step = segment.step + 1
                part.set = segment.set
                part.sets = step.sets
            }
            return part
        }
        self.cues = cues.sorted { ($0.start, $0.id.kind) < ($1.start, $1.id.kind) }.map { cue in
            let at = (cue.start - zero).wholeMilliseconds
            switch cue.sound {
            case .tone(let tone):
                return Sound(
                    id: "\(cue.id)", kind: "tone", atMilliseconds: at, milliseconds: tone.duration.wholeMilliseconds, tone: tone.rawValue)
            case .voice(let utterance):
                return Sound(
                    id: "\(cue.id)", kind: "voice", atMilliseconds: at,
                    milliseconds: (length(utterance) ?? .zero).wholeMilliseconds, text: utterance.text, locale: utterance.language)
            }
        }
    }

    /// Keys in order, so that the same film gives the same bytes.
    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }
}
