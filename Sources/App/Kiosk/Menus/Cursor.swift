import Playback
import Stage

/// Where the amber band of a list stands, and how it gets there: to a neighbour it glides, anywhere else it jumps.
struct Cursor: Hashable, Sendable {
    static let glideLength: Duration = .milliseconds(120)

    private(set) var index: Int
    /// −1 coming from the row before, 1 from the one behind.
    private var direction = 0
    private var moved: Instant?

    init(_ index: Int = 0) { self.index = index }

    /// To the neighbour; lists wrap. Nothing moves in an empty list.
    mutating func step(_ delta: Int, of count: Int, at now: Instant) {
        guard count > 0 else { return }
        let target = ((index + delta) % count + count) % count
        direction = target == index + delta ? -delta.signum() : 0
        moved = direction == 0 ? nil : now
        index = target
    }

    mutating func jump(to index: Int) {
        guard index != self.index else { return }
        self.index = max(0, index)
        moved = nil
    }

    /// The list became shorter.
    mutating func clamp(to count: Int) { if index >= count { jump(to: max(0, count - 1)) } }

    /// - Parameter offset: of the picture's own index.
    func focus(at now: Instant, offset: Int = 0, isStill: Bool) -> Focus {
        guard let moved, !isStill else { return Focus(index + offset) }
        let progress = Ease.out(Ramp(start: moved, length: Cursor.glideLength).progress(at: now))
        return Focus(index + offset, glide: Double(direction) * (1 - progress))
    }

    /// The same where other rows stand between those that can be focused: `place` is the row of each.
    func focus(at now: Instant, isStill: Bool, place: (Int) -> Int) -> Focus {
        guard let moved, !isStill else { return Focus(place(index)) }
        let way = 1 - Ease.out(Ramp(start: moved, length: Cursor.glideLength).progress(at: now))
        return way > 0 ? Focus(place(index), leaving: place(index + direction), way: way) : Focus(place(index))
    }

    func nextTick(after now: Instant) -> Instant? { moved.flatMap { Ramp(start: $0, length: Cursor.glideLength).nextTick(after: now) } }
}
