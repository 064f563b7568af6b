import Playback

/// Movement in steps of a thirtieth of a second from its own start: between two steps a picture is constant, so the next change is
/// always known exactly.
public struct Ramp: Hashable, Sendable {
    public static let ticksPerSecond: Int64 = 30

    public var start: Instant
    public var length: Duration

    public init(start: Instant, length: Duration) {
        self.start = start
        self.length = length
    }

    /// 0 before and at the start, 1 from the first step at or after the end.
    public func progress(at now: Instant) -> Double {
        guard now > start else { return 0 }
        let ticks = (now - start).wholeNanoseconds * Ramp.ticksPerSecond / 1_000_000_000
        return min(1, Double(ticks) / (length / .seconds(1) * Double(Ramp.ticksPerSecond)))
    }

    /// The next step's instant; nil once it has arrived.
    public func nextTick(after now: Instant) -> Instant? {
        guard now >= start else { return start }
        guard progress(at: now) < 1 else { return nil }
        let ticks = (now - start).wholeNanoseconds * Ramp.ticksPerSecond / 1_000_000_000 + 1
        let rounded = (ticks * 1_000_000_000 + Ramp.ticksPerSecond - 1) / Ramp.ticksPerSecond
        return start + .nanoseconds(rounded)
    }
}

/// cubic-bezier(.2, 0, 0, 1), the design's ease-out. x is time and y is progress, both 0 to 1.
enum Ease {
    static func out(_ time: Double) -> Double {
        guard time > 0 else { return 0 }
        guard time < 1 else { return 1 }
        // x(s) = 3s(1-s)²·0.2 + 3s²(1-s)·0 + s³ grows with s: halving finds s; 24 halvings are finer than a pixel of any panel.
        var low = 0.0
        var high = 1.0
        for _ in 0..<24 {
            let middle = (low + high) / 2
            let x = 0.6 * middle * (1 - middle) * (1 - middle) + middle * middle * middle
            if x < time { low = middle } else { high = middle }
        }
        let s = (low + high) / 2
        return 3 * s * s * (1 - s) + s * s * s
    }
}

/// The next field enters in the last three seconds, a quarter a second.
enum Wipe {
    static let step: Duration = .milliseconds(180)

    /// The share covered when this many seconds are left, and the one it moves from.
    private static func shares(secondsLeft: Int, of seconds: Int) -> (from: Double, to: Double) {
        let to = Double(4 - secondsLeft) / 4
        // The segment's own first second has nothing before it to move from.
        return (secondsLeft == 3 || secondsLeft == seconds ? 0 : to - 0.25, to)
    }

    static func share(secondsLeft: Int, of seconds: Int, since digit: Instant, at now: Instant) -> Double {
        guard secondsLeft <= 3 else { return 0 }
        let (from, to) = shares(secondsLeft: secondsLeft, of: seconds)
        return from + (to - from) * Ease.out(Ramp(start: digit, length: step).progress(at: now))
    }

    /// Where it comes to rest while the digit shows: what a paused picture keeps.
    static func settled(secondsLeft: Int, of seconds: Int) -> Double {
        secondsLeft <= 3 ? shares(secondsLeft: secondsLeft, of: seconds).to : 0
    }
}

/// The paused bars breathe: 1 to 0.72 and back over four seconds, in eighths of a second.
enum Breath {
    private static let step: Int64 = 125_000_000
    private static let steps: Int64 = 32

    static func opacity(since start: Instant, at now: Instant) -> Double {
        let phase = max(0, (now - start).wholeNanoseconds / step) % steps
        // Smoothstep there and back: within 1 % of the design's sine, and the same on every libm.
        let x = Double(phase) / Double(steps)
        let triangle = x < 0.5 ? x * 2 : 2 - x * 2
        return 1 - 0.28 * (triangle * triangle * (3 - 2 * triangle))
    }

    static func nextTick(since start: Instant, after now: Instant) -> Instant {
        let ticks = max(0, (now - start).wholeNanoseconds / step) + 1
        return start + .nanoseconds(ticks * step)
    }
}

/// The strip in the player: in 120 ms, for four seconds after a press, out in 400 ms.
struct LegendFade: Hashable, Sendable {
    static let inLength: Duration = .milliseconds(120)
    static let stay: Duration = .seconds(4)
    static let outLength: Duration = .milliseconds(400)

    private var entered: Instant
    private var lastPress: Instant

    init(at now: Instant) {
        entered = now
        lastPress = now
    }

    /// Another press while it shows keeps it; it does not fade in again.
    mutating func press(at now: Instant) {
        if opacity(at: now) == 0 { entered = now }
        lastPress = now
    }

    private var out: Ramp { Ramp(start: lastPress + LegendFade.stay, length: LegendFade.outLength) }
    private var into: Ramp { Ramp(start: entered, length: LegendFade.inLength) }

    func opacity(at now: Instant) -> Double {
        let leaving = out.progress(at: now)
        return leaving > 0 ? 1 - leaving : into.progress(at: now)
    }

    func nextTick(after now: Instant) -> Instant? {
        [into.nextTick(after: now), out.nextTick(after: now)].compactMap { $0 }.min()
    }
}
