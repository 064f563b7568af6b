import Foundation
import Playback
import TestSupport
import Words
import Workouts

/// The product owner's sample (PRD section 5.4).
let sample = Routine(
    id: "morning-core", name: "Morning core",
    steps: [
        Step(name: "Bridge", workSeconds: 30, sets: 3, setRestSeconds: 10, restAfterSeconds: 15),
        Step(name: "Squats", workSeconds: 30, sets: 2, restAfterSeconds: 15),
        Step(name: "Russian twist", workSeconds: 30, restAfterSeconds: 20),
        Step(name: "Bicycle crunch", workSeconds: 30, restAfterSeconds: 20, repGuidance: 20),
        Step(name: "Mountain climbers", workSeconds: 30),
    ])

func routine(_ steps: Step...) -> Routine { Routine(id: "r", name: "R", steps: steps) }

let english: Words = {
    let catalog = try! Data(contentsOf: Project.resources.appendingPathComponent("Localizable.xcstrings"))
    return try! Words(catalog: catalog, locale: Locale(identifier: "en"))
}()

/// A voice that takes 60 ms a letter.
func sixtyMillisecondsALetter(_ utterance: Utterance) -> Duration? { .milliseconds(60 * utterance.text.count) }

/// Cues as a score, one a line: "2.000 1/countdown-3 beep", "5.150 2/work "Bridge. Set 1 of 3."".
func score(_ cues: [Cue]) -> String {
    cues.map { cue in
        let milliseconds = cue.start.wholeMilliseconds
        let thousandths = String(milliseconds % 1000)
        let time = "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - thousandths.count) + thousandths
        return switch cue.sound {
        case .tone(let tone): "\(time) \(cue.id) \(tone.rawValue)"
        case .voice(let utterance): "\(time) \(cue.id) \"\(utterance.text)\""
        }
    }.joined(separator: "\n")
}

func seconds(_ value: Double) -> Instant { Instant(nanoseconds: Int64((value * 1_000_000_000).rounded())) }
