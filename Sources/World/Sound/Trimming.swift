/// Cuts a phrase to what is heard, so that an announcement's window is its sound.
enum Trimming {
    /// Below this, of 32,768, is silence: -48 dB.
    private static let threshold = 128
    /// What is kept before the first sound and after the last, in samples: 4 and 12 ms.
    private static let before = 192
    private static let after = 576
    /// Of full scale; a voice is brought to this peak, so that every language and phrase is as loud.
    private static let peak = 29_000

    /// Faded at both ends, at one loudness, padded to whole milliseconds. Nil when nothing is heard in it.
    static func trimmed(_ samples: [Int16]) -> Clip? {
        guard let first = samples.firstIndex(where: { abs(Int($0)) >= threshold }),
            let last = samples.lastIndex(where: { abs(Int($0)) >= threshold })
        else { return nil }
        let loudest = samples.reduce(1) { max($0, abs(Int($1))) }
        let start = max(0, first - before)
        let end = min(samples.count, last + 1 + after)
        // Noise is not blown up: a phrase is made at most four times as loud.
        let gain = min(4 << 15, (peak << 15) / loudest)
        var cut = samples[start..<end].map { Int16(clamping: (Int($0) * gain + (1 << 14)) >> 15) }
        fade(&cut, rising: min(before, cut.count), falling: min(after, cut.count))
        let millisecond = sampleRate / 1_000
        cut += [Int16](repeating: 0, count: (millisecond - cut.count % millisecond) % millisecond)
        return Clip(cut)
    }

    private static func fade(_ samples: inout [Int16], rising: Int, falling: Int) {
        for index in 0..<rising {
            samples[index] = Int16((Int32(samples[index]) * Clip.fall(rising - index, of: rising) + (1 << 14)) >> 15)
        }
        for index in 0..<falling {
            let last = samples.count - 1 - index
            samples[last] = Int16((Int32(samples[last]) * Clip.fall(falling - index, of: falling) + (1 << 14)) >> 15)
        }
    }
}
