import Playback

/// A raw edge of a line.
public struct LineEdge: Hashable, Sendable {
    /// The level after the edge: true is pressed.
    public var isDown: Bool
    /// The kernel's stamp.
    public var at: Instant

    public init(isDown: Bool, at: Instant) {
        self.isDown = isDown
        self.at = at
    }
}

/// A line that is held; given back when the last reference goes.
public protocol Line: AnyObject {
    /// Readable while edges wait. Belongs to the line.
    var descriptor: Int32 { get }
    /// Some of the edges that wait, oldest first; empty when there are none.
    func readEdges() throws(ButtonsError) -> [LineEdge]
    /// Whether it is pressed now.
    func isDown() throws(ButtonsError) -> Bool
}

/// Where lines come from: the kernel's chips (`KernelLines`), or a test's script.
public protocol LineSource: AnyObject {
    /// Finds the line and takes it for both edges.
    func take(_ wiring: Wiring) throws(ButtonsError) -> any Line
}

/// What clock a kernel's stamp is of. Since Linux 5.7 it is CLOCK_MONOTONIC, before it was CLOCK_REALTIME, and nothing says which.
enum StampClock {
    /// The stamp as an instant: of the clock that it is nearer to, since edges are read soon after they happen; never in the future.
    static func instant(ofNanoseconds stamp: Int64, monotonicNow: Instant, realtimeNowNanoseconds realtimeNow: Int64) -> Instant {
        let monotonic = monotonicNow.nanoseconds
        func distance(_ now: Int64) -> UInt64 {
            let (difference, overflow) = now.subtractingReportingOverflow(stamp)
            return overflow ? .max : difference.magnitude
        }
        if distance(monotonic) <= distance(realtimeNow) { return Instant(nanoseconds: min(stamp, monotonic)) }
        return Instant(nanoseconds: monotonic - max(0, realtimeNow - stamp))
    }
}
