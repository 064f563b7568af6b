/// The digits of a play against its timeline. Each whole second of it begins a digit of its own, since every segment counts down its whole
/// seconds; so it is known how many there have to be, and one that was never shown cannot drop out of its own row.
struct Digits {
    /// From the boundary until it was handed over, in milliseconds, of each that was shown but the first: that is the start's.
    let lateness: [Double]
    /// Seconds that began and whose digit was never shown.
    let missing: Int

    /// A page's instants are rounded a little differently each time.
    private static let rounding: Int64 = 5_000_000

    /// - Parameters:
    ///   - frames: the boundary and the instant it was shown at of each digit, in nanoseconds, the first the timeline's zero.
    ///   - seconds: how long was played from there.
    init(frames: [[Int64]], seconds: Int) {
        let frames = frames.filter { $0.count == 2 }
        guard let zero = frames.first?[0] else {
            (lateness, missing) = ([], max(0, seconds - 1))
            return
        }
        var found: [Double] = []
        for second in 1..<max(1, Int64(seconds)) {
            let boundary = zero + second * 1_000_000_000
            guard let frame = frames.first(where: { abs($0[0] - boundary) < Digits.rounding }) else { continue }
            found.append(Double(frame[1] - frame[0]) / 1e6)
        }
        lateness = found
        missing = max(0, seconds - 1) - found.count
    }
}
