import Ports
import Synchronization

/// Sessions that go into the outbox while the store's thread waits for a store that hangs. Any thread. One that the store has by then is
/// not put there any more, and one that was put there leaves it when the store has it: nothing is in both places for longer than that.
public final class HeldSessions: Sendable {
    private let local: KeptFolder?
    private let device: String
    /// The random digits of what this process filed into the store. The lock is held while local state is written, so that a session
    /// cannot be put there behind the back of its filing.
    private let filed = Mutex<Set<String>>([])

    /// - Parameters:
    ///   - local: local state; nil when nothing can be kept there.
    ///   - device: 8 hex digits.
    public init(local: KeptFolder?, device: String) {
        self.local = local
        self.device = device
    }

    /// Keeps a session. False: the store has it, or there is no local state; then nothing was done.
    /// - Throws: what is wrong with local state.
    public func hold(_ finished: FinishedSession) throws(StoreError) -> Bool {
        guard let local else { return false }
        return try filed.withLock { filed throws(StoreError) in
            if filed.contains(finished.random) { return false }
            try SessionFiler.hold(finished, in: local, device: device)
            return true
        }
    }

    /// The store has it for good.
    /// - Throws: what is wrong with local state, which may then have it, too: it is moved at the next start, which changes nothing.
    public func release(_ finished: FinishedSession) throws(StoreError) {
        try filed.withLock { filed throws(StoreError) in
            filed.insert(finished.random)
            if let local { try SessionFiler.release(finished, in: local, device: device) }
        }
    }
}
