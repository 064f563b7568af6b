import Playback

/// Raw edges of one line to clean ones, by the kernel's stamps. Pure: time is what it is told.
///
/// A level counts once it has held for the settle time, and its edge carries the stamp at which that level began. Ignoring edges for a
/// while after the first would be no debounce: a spike caught by a long wire would still count.
///
///     raw     __|‾|_|‾‾‾‾‾‾‾‾‾‾‾‾|_|‾|____
///     clean   ______|‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾|____     each known one settle time later
public struct Debouncer: Hashable, Sendable {
    /// A clean edge.
    public struct Edge: Hashable, Sendable {
        public var isDown: Bool
        /// When this level began.
        public var at: Instant

        public init(isDown: Bool, at: Instant) {
            self.isDown = isDown
            self.at = at
        }
    }

    /// What the line is worth.
    public enum Health: Hashable, Sendable {
        case good
        /// Held for longer than anyone presses; nothing is reported until it is released.
        case heldTooLong
        /// It chatters without end: a loose wire, or an input that floats.
        case chattering
    }

    public enum Output: Hashable, Sendable {
        case edge(Edge)
        case health(Health)
    }

    /// 20 ms. Ordinary switches bounce for 1 to 6 ms, worn ones for 10 or so; a quick tap lasts 50 ms and more. Twice the one, under
    /// half of the other, and little more than one frame. The stamp is the edge's, so nothing that is timed shifts by it.
    public static let usualSettleTime = Duration.milliseconds(20)
    /// 30 s: the longest hold that means anything is 1.2 s.
    public static let usualHoldLimit = Duration.seconds(30)
    /// More edges than this in a window, or no rest at all for so long, and the line chatters. A press with a bad bounce makes a few dozen
    /// edges; an input that floats picks up the mains' 100 a second and never settles.
    static let chatterWindow = Duration.seconds(2)
    static let chatterLimit = 400

    private let settleTime: Duration
    private let holdLimit: Duration
    /// The last raw level, and since when.
    private var rawIsDown: Bool
    private var rawSince: Instant
    /// The settled level, and since when.
    private var isDown: Bool
    private var since: Instant
    /// The first edge since the line last rested; nil while it rests.
    private var unsettledSince: Instant?
    /// What the outside believes: an up is reported only for a reported down.
    private var reportedDown = false
    private var windowStart: Instant
    private var edgesInWindow = 0

    public private(set) var health = Health.good

    /// A line that is already down is no press: it counts from its release on.
    public init(
        isDown: Bool, at instant: Instant, settleTime: Duration = Debouncer.usualSettleTime, holdLimit: Duration = Debouncer.usualHoldLimit
    ) {
        self.settleTime = settleTime
        self.holdLimit = holdLimit
        self.isDown = isDown
        rawIsDown = isDown
        rawSince = instant
        since = instant
        windowStart = instant
    }

    /// When `advance` has something to do next. The level must then be read anew, after every edge that waits.
    public var nextDeadline: Instant? {
        if unsettledSince != nil { return rawSince + settleTime }
        if isDown, health == .good { return since + holdLimit }
        return nil
    }

    /// Takes a raw edge: the level after it and the kernel's stamp. Stamps that run backwards are taken as equal to the last.
    /// Health comes before the up that goes with it, so that a press that was none can be dropped by whoever holds it.
    public mutating func edge(isDown level: Bool, at stamp: Instant) -> [Output] {
        let instant = max(stamp, rawSince)
        // The level before held until now: long enough, perhaps, while the loop was busy.
        var outputs = settle(by: instant)
        // Two edges to the same level: one between them was lost, so this level too began only now.
        change(to: level, at: instant)
        outputs += countEdge(at: instant)
        return outputs
    }

    /// Takes the time, and the level that the line has now. Called at or after `nextDeadline`.
    public mutating func advance(to now: Instant, isDown level: Bool) -> [Output] {
        guard level == rawIsDown else {
            // Edges were lost (the kernel keeps 16): nobody knows when, so the level before proves nothing and this one begins now.
            change(to: level, at: max(now, rawSince))
            return []
        }
        var outputs = settle(by: now)
        if isDown, unsettledSince == nil, health == .good, now - since >= holdLimit {
            health = .heldTooLong
            outputs.append(.health(.heldTooLong))
            outputs += letGo(at: now)
        }
        return outputs
    }

    /// The line is given up: what is held is let go.
    public mutating func end(at now: Instant) -> [Output] {
        unsettledSince = nil
        isDown = false
        return letGo(at: now)
    }

    private mutating func change(to level: Bool, at instant: Instant) {
        rawIsDown = level
        rawSince = instant
        if unsettledSince == nil { unsettledSince = instant }
    }

    /// Believes the raw level if it has held long enough by this instant.
    private mutating func settle(by instant: Instant) -> [Output] {
        guard unsettledSince != nil, instant - rawSince >= settleTime else { return [] }
        unsettledSince = nil
        guard rawIsDown != isDown else { return [] }
        isDown = rawIsDown
        since = rawSince
        if isDown {
            reportedDown = true
            return [.edge(Edge(isDown: true, at: since))]
        }
        var outputs = letGo(at: since)
        if health == .heldTooLong {
            health = .good
            outputs.append(.health(.good))
        }
        return outputs
    }

    private mutating func letGo(at instant: Instant) -> [Output] {
        guard reportedDown else { return [] }
        reportedDown = false
        return [.edge(Edge(isDown: false, at: instant))]
    }

    private mutating func countEdge(at instant: Instant) -> [Output] {
        if instant - windowStart >= Debouncer.chatterWindow {
            windowStart = instant
            edgesInWindow = 0
        }
        edgesInWindow += 1
        let neverRests = unsettledSince.map { instant - $0 >= Debouncer.chatterWindow } ?? false
        guard edgesInWindow > Debouncer.chatterLimit || neverRests, health != .chattering else { return [] }
        health = .chattering
        return [.health(.chattering)] + letGo(at: instant)
    }
}
