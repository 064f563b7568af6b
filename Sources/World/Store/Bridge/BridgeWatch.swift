import Glibc
import Linux

/// A player without a screen: looks after a store and does its bridge's work, for a machine that has the folder and no kiosk. Belongs to
/// the thread that runs it, which is the main one: signals arrive there.
public final class BridgeWatch {
    private let loop: EventLoop
    private let clerk: StoreClerk
    private let signals: SignalSource

    /// - Parameters:
    ///   - place: with no local state, since the player's own is not shared.
    ///   - log: a sentence for whoever looks after the machine.
    ///   - receipt: what became of each command.
    public init(
        _ place: StoreThread.Place, log: @escaping (String) -> Void, receipt: @escaping (BridgeReceipt) -> Void
    ) throws(SystemError) {
        let loop = try EventLoop()
        self.loop = loop
        let clerk = StoreClerk(place, loop: loop, log: log, tell: { _ in }, receipt: receipt)
        self.clerk = clerk
        signals = try SignalSource([SIGINT, SIGTERM, SIGHUP], loop: loop) { _ in clerk.perform(.close) }
    }

    /// Until SIGINT, SIGTERM or SIGHUP.
    public func run() throws(SystemError) {
        clerk.start()
        try loop.run { _ in nil }
        signals.end()
    }
}
