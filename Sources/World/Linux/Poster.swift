import CLinux
import Glibc
import Synchronization

/// Enters the loop's thread from any other: posted closures run there, in order, one turn later at most.
public struct Poster: Sendable {
    fileprivate let mailbox: Mailbox
    init(mailbox: Mailbox) { self.mailbox = mailbox }

    /// Any thread.
    public func post(_ work: @escaping @Sendable () -> Void) { mailbox.put(work) }
}

final class Mailbox: Sendable {
    private let queue = Mutex<[@Sendable () -> Void]>([])
    let descriptor: Int32

    init() throws(SystemError) {
        descriptor = try systemCall("make an event descriptor") { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }
    }

    deinit { _ = close(descriptor) }

    func put(_ work: @escaping @Sendable () -> Void) {
        queue.withLock { $0.append(work) }
        var one: UInt64 = 1
        // Cannot fail but by overflow of the counter, and then the loop is already awake.
        _ = write(descriptor, &one, 8)
    }

    func deliver() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
        let work = queue.withLock { queue in
            defer { queue = [] }
            return queue
        }
        for item in work { item() }
    }
}
