import Dispatch
import Linux
import Playback
import Synchronization

/// A named thread with a loop of its own, which takes commands in order. What it works on is made on it and never leaves it.
final class CommandThread<Command: Sendable>: Sendable {
    /// What a turn wants next.
    enum Next: Hashable, Sendable {
        /// Another turn then, or with the next command.
        case turn(at: Instant?)
        /// The thread ends.
        case end
    }

    private struct Inbox {
        var commands: [Command] = []
        /// Nil until the thread runs, and then never again.
        var poster: Poster?
    }

    private let inbox = Mutex(Inbox())
    private let ended = DispatchSemaphore(value: 0)

    /// Starts the thread. `make` runs on it once and returns what its turns do.
    ///
    /// - Parameter failed: on the thread, when it cannot have a loop; it ends then.
    init(
        _ name: String, failed: @escaping @Sendable (SystemError) -> Void,
        make: @escaping @Sendable () -> ([Command], Instant) -> Next
    ) throws(SystemError) {
        try WorkerThread.start(name) { [self] in
            defer { ended.signal() }
            do throws(SystemError) { try run(turn: make()) } catch { failed(error) }
        }
    }

    /// Any thread.
    func send(_ command: Command) {
        let poster = inbox.withLock { inbox in
            inbox.commands.append(command)
            return inbox.poster
        }
        poster?.post {}
    }

    /// Waits until the thread has ended, a second at most: a driver that hangs must not keep the program from ending.
    func join() { _ = ended.wait(timeout: .now() + 1) }

    private func run(turn: ([Command], Instant) -> Next) throws(SystemError) {
        let loop = try EventLoop()
        // From here on a command wakes the loop; those sent before are taken in the first turn.
        inbox.withLock { $0.poster = loop.poster }
        try loop.run { now in
            switch turn(take(), now) {
            case .turn(let instant): return instant
            case .end:
                loop.stop()
                return nil
            }
        }
    }

    private func take() -> [Command] {
        inbox.withLock { inbox in
            defer { inbox.commands = [] }
            return inbox.commands
        }
    }
}
