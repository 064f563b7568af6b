import Workouts

/// The dim clock of a player that nobody uses. Any press leaves it.
public struct IdlePicture: Hashable, Sendable {
    /// "18:42"; nil while the clock is not known.
    public var clock: String?
    /// "Today", "Morning core", "5:30" and its Line; nil when there is nothing to play today.
    public var label: String?
    public var name: String?
    public var total: String?
    public var timeline: Timeline?
    /// Against burn-in: counts the minutes; each one is another place on a small round.
    public var minute: Int

    public init(clock: String?, label: String?, name: String?, total: String?, timeline: Timeline?, minute: Int) {
        self.clock = clock
        self.label = label
        self.name = name
        self.total = total
        self.timeline = timeline
        self.minute = minute
    }
}
