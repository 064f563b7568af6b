import Glibc
import Playback

func cosine(_ x: Double) -> Double { cos(x) }

/// The generated sounds. They are told apart by pitch and by shape, carry overtones because a television's speakers swallow
/// the fundamental, and lie where a noisy room is quietest and an ear is best: 600 Hz to 4 kHz.
enum Tones {
    private struct Note {
        /// Hz.
        var pitch: Double
        /// Samples from the tone's start, and how many.
        var start: Int
        var count: Int
    }

    private static let table: [Tone: Clip] = Dictionary(uniqueKeysWithValues: Tone.allCases.map { ($0, Clip(make($0))) })

    /// Exactly `Tone.duration` long. The first sample is not zero, so that an onset can be found to the sample.
    static func clip(_ tone: Tone) -> Clip { table[tone]! }

    private static func notes(_ tone: Tone) -> [Note] {
        let length = Int(tone.duration.samples)
        switch tone {
        // E6, high and open: go.
        case .workStart: return [Note(pitch: 1_318.51, start: 0, count: length)]
        // D5, well below: let go.
        case .restStart: return [Note(pitch: 587.33, start: 0, count: length)]
        // A5, between the two.
        case .countdown: return [Note(pitch: 880, start: 0, count: length)]
        // A5, C sharp 6, E6: a chord climbed, its last note held.
        case .done:
            let step = length / 4
            return [
                Note(pitch: 880, start: 0, count: step), Note(pitch: 1_108.73, start: step, count: step),
                Note(pitch: 1_318.51, start: 2 * step, count: length - 2 * step),
            ]
        }
    }

    private static func make(_ tone: Tone) -> [Int16] {
        var samples = [Int16](repeating: 0, count: Int(tone.duration.samples))
        for note in notes(tone) {
            for index in 0..<note.count { samples[note.start + index] = sample(index, of: note) }
        }
        return samples
    }

    /// Rises in 2 ms from its very first sample, falls over the last 30 ms. The cosine makes the first sample the largest of its
    /// wave, so it is heard (and found) at once; the ramp keeps it from clicking.
    private static func sample(_ index: Int, of note: Note) -> Int16 {
        let attack = 96
        let release = 1_440
        let phase = 2 * Double.pi * note.pitch * Double(index) / Double(sampleRate)
        let wave = (cosine(phase) + 0.35 * cosine(2 * phase) + 0.18 * cosine(3 * phase)) / 1.53
        let rise = min(1, Double(index + 1) / Double(attack))
        let left = note.count - index
        let fall = left >= release ? 1 : Clip.raisedCosine(1 - Double(left) / Double(release))
        return Int16((26_000 * wave * rise * fall).rounded())
    }
}
