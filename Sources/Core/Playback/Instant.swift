// Playback: the runner and the cues over a timeline. Pure: instants are arguments, no clock is read.
// Imports Workouts. Belongs to no thread; every value is Sendable.

/// A point on CLOCK_MONOTONIC, in nanoseconds. The kernel's edge stamps and the sample clock use the same one.
public struct Instant: InstantProtocol, Sendable, Codable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    public func advanced(by duration: Duration) -> Instant { Instant(nanoseconds: nanoseconds + duration.wholeNanoseconds) }
    public func duration(to other: Instant) -> Duration { .nanoseconds(other.nanoseconds - nanoseconds) }
    public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }
    public static func + (instant: Instant, duration: Duration) -> Instant { instant.advanced(by: duration) }
    public static func - (instant: Instant, duration: Duration) -> Instant { instant.advanced(by: .zero - duration) }
    public static func - (left: Instant, right: Instant) -> Duration { right.duration(to: left) }
}

extension Duration {
    /// Rounded towards zero; exact for anything this program makes.
    public var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
    public var wholeMilliseconds: Int64 { wholeNanoseconds / 1_000_000 }
}
