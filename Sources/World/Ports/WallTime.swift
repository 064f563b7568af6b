import Playback

/// The wall clock as it stands against the monotonic one. Nothing that times a workout looks at it.
public struct WallTime: Hashable, Sendable, Codable {
    /// Seconds since 1970, UTC, at the monotonic clock's zero.
    public var zeroNanoseconds: Int64
    /// Whether it has been set since this machine got its power: a Pi has no battery for it.
    public var isKnown: Bool

    public init(zeroNanoseconds: Int64, isKnown: Bool) {
        self.zeroNanoseconds = zeroNanoseconds
        self.isKnown = isKnown
    }

    /// Seconds since 1970, UTC, rounded down.
    public func seconds(at instant: Instant) -> Int {
        let nanoseconds = zeroNanoseconds + instant.nanoseconds
        return Int(nanoseconds >= 0 ? nanoseconds / 1_000_000_000 : (nanoseconds - 999_999_999) / 1_000_000_000)
    }

    /// The first instant after another at which the wall clock shows a new minute.
    public func nextMinute(after instant: Instant) -> Instant {
        let minute: Int64 = 60_000_000_000
        let nanoseconds = zeroNanoseconds + instant.nanoseconds
        let begun = nanoseconds >= 0 ? nanoseconds / minute : (nanoseconds - minute + 1) / minute
        return Instant(nanoseconds: (begun + 1) * minute - zeroNanoseconds)
    }

    /// The instant on this clock's boot of an instant on another boot's; it may lie before this boot's zero.
    public func instant(of other: WallTime, at instant: Instant) -> Instant {
        Instant(nanoseconds: other.zeroNanoseconds + instant.nanoseconds - zeroNanoseconds)
    }

    /// The instant at which the wall clock shows these seconds since 1970.
    public func instant(ofSeconds seconds: Int) -> Instant { Instant(nanoseconds: Int64(seconds) * 1_000_000_000 - zeroNanoseconds) }
}
