import Linux
import Playback

/// Ends a watch or a timer.
struct Ending {
    let end: () -> Void
}

/// What the screen needs of the loop. The tests move its time by hand.
protocol LoopSeat: AnyObject {
    /// The instant of this turn.
    var now: Instant { get }
    /// Calls the handler once, at or after the instant.
    func wake(at instant: Instant, _ handler: @escaping () -> Void) -> Ending
    /// Calls the handler whenever the descriptor has something to read, or (true) is broken.
    func watch(_ descriptor: Int32, _ handler: @escaping (Bool) -> Void) -> Ending
}

extension EventLoop: LoopSeat {
    func wake(at instant: Instant, _ handler: @escaping () -> Void) -> Ending {
        let token = at(instant, handler)
        return Ending { [weak self] in self?.end(token) }
    }

    func watch(_ descriptor: Int32, _ handler: @escaping (Bool) -> Void) -> Ending {
        let token = watch(descriptor, for: .read) { (interest: Interest) in handler(!interest.intersection(.failed).isEmpty) }
        return Ending { [weak self] in self?.end(token) }
    }
}
