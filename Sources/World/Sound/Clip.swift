import Playback

/// A finished sound: 48 kHz, mono, 16 bit. Immutable, so any thread may read it and copies share it.
struct Clip: Hashable, Sendable {
    let samples: [Int16]

    init(_ samples: [Int16]) { self.samples = samples }

    var count: Int { samples.count }
    var byteCount: Int { samples.count * 2 }
    var duration: Duration { Duration(samples: Int64(samples.count)) }
}

extension Clip {
    /// The rise and fall of a fade: 1 at 0, 0 at `length`, without a corner at either end.
    static func fall(_ index: Int, of length: Int) -> Int32 {
        guard index > 0 else { return 1 << 15 }
        guard index < length else { return 0 }
        return Int32((raisedCosine(Double(index) / Double(length)) * 32_768).rounded())
    }

    /// From 1 at 0 to 0 at 1.
    static func raisedCosine(_ x: Double) -> Double { 0.5 + 0.5 * cosine(x * .pi) }
}
