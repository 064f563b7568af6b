import Playback

/// Which sample is heard when. A card's crystal is off by up to some hundred parts in a million and its stamps jitter, so the line
/// from CLOCK_MONOTONIC to the stream's positions is tracked by a second-order loop: every observation moves the line a little
/// and turns it a little. Nothing is summed up, so no error grows, however long the stream lives.
///
/// F. Adriaensen, "Using a DLL to filter time", Linux Audio Conference 2005.
struct SampleClock {
    /// Samples a nanosecond, as the format says.
    static let nominalRate = Double(sampleRate) / 1e9
    /// A crystal is never further off than this; what looks so is a device that is not clocked, or a bad stamp.
    private static let greatestDeviation = 0.002
    /// Of the settled loop, in radians a second: 2 s of averaging are too few for a jitter of milliseconds, a minute is too many for
    /// a card that warms up.
    private static let settledFrequency = 0.1
    /// An observation this far from the line, in samples, says that the line is wrong if others agree: 40 ms.
    private static let leap = 1_920.0

    /// A point of the line.
    private var instant: Instant
    private var position: Double
    private var rate = SampleClock.nominalRate
    private var began: Instant
    private var leaps = 0
    /// Until something was observed.
    private var isGuess = true

    /// A first guess: this position is heard at that instant.
    init(_ position: Int64, at instant: Instant) {
        self.instant = instant
        self.position = Double(position)
        began = instant
    }

    /// The stream stopped and goes on: a new line, turned as the old one, since the crystal is the same.
    mutating func restart(_ position: Int64, at instant: Instant) {
        self.position = Double(position)
        self.instant = instant
        began = instant
        leaps = 0
        isGuess = true
    }

    /// A position that was seen to be heard at an instant. Observations come in order.
    mutating func observe(_ seen: Int64, at now: Instant) {
        let elapsed = Double(now.nanoseconds - instant.nanoseconds)
        guard elapsed > 0 else { return }
        if isGuess {
            restart(seen, at: now)
            isGuess = false
            return
        }
        let predicted = position + elapsed * rate
        let error = Double(seen) - predicted
        if abs(error) > SampleClock.leap {
            leaps += 1
            if leaps >= 3 {
                restart(seen, at: now)
                isGuess = false
            }
            return
        }
        leaps = 0
        // At first every observation counts as much as all before it together do; later only the settled loop's share.
        let age = Double(now.nanoseconds - began.nanoseconds) / 1e9
        let frequency = max(SampleClock.settledFrequency, min(4, 1.5 / max(age, 0.001)))
        let share = min(0.5, frequency * elapsed / 1e9)
        position = predicted + 1.414 * share * error
        // The slope is only as good as the line is long.
        if age > 2 { rate += share * share * error / elapsed }
        rate = min(
            max(rate, SampleClock.nominalRate * (1 - SampleClock.greatestDeviation)),
            SampleClock.nominalRate * (1 + SampleClock.greatestDeviation))
        instant = now
    }

    /// The sample that is heard at an instant.
    func position(at other: Instant) -> Int64 {
        Int64((position + Double(other.nanoseconds - instant.nanoseconds) * rate).rounded())
    }

    /// When a sample is heard.
    func instant(of other: Int64) -> Instant {
        Instant(nanoseconds: instant.nanoseconds + Int64(((Double(other) - position) / rate).rounded()))
    }

    /// How fast the card runs against the monotonic clock, in parts in a million.
    var deviation: Double { (rate / SampleClock.nominalRate - 1) * 1e6 }
}
