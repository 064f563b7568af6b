import CLinux
import Glibc

/// Signals that arrive in the loop's turn (signalfd) instead of interrupting whatever runs.
public final class SignalSource {
    private let loop: EventLoop
    private let file: Descriptor
    private var token: EventLoop.Token?

    /// Blocks the signals in this thread and in those made by it later, and calls the handler with each that comes, on the loop's thread.
    /// A thread that was made before and has not blocked them could still be hit: make this first.
    public init(_ signals: [Int32], loop: EventLoop, _ handler: @escaping (Int32) -> Void) throws(SystemError) {
        self.loop = loop
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        let code = pthread_sigmask(SIG_BLOCK, &set, nil)
        if code != 0 { throw SystemError(action: "block signals", code: code) }
        file = Descriptor(owning: try systemCall("make a signal descriptor") { signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK)) })
        let descriptor = file.raw
        token = loop.watch(descriptor, for: .read) { _ in
            var info = signalfd_siginfo()
            // EAGAIN ends it: all that were pending are told.
            while read(descriptor, &info, MemoryLayout<signalfd_siginfo>.size) == MemoryLayout<signalfd_siginfo>.size {
                handler(Int32(info.ssi_signo))
            }
        }
    }

    deinit { end() }

    /// Waits for one of the signals, but no longer than that, and says which came; nil: none. Not at all when the time is zero or less and
    /// none is pending. They are blocked in this thread from then on. For a program without a loop, or after one.
    public static func wait(for signals: [Int32], atMost time: Duration) -> Int32? {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        // Cannot fail for a set and a purpose that are right.
        pthread_sigmask(SIG_BLOCK, &set, nil)
        let nanoseconds = max(0, time.wholeNanoseconds)
        var limit = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        let signal = sigtimedwait(&set, nil, &limit)
        return signal > 0 ? signal : nil
    }

    /// No more are told. The signals stay blocked: one that is pending must not kill the program now.
    public func end() {
        if let token { loop.end(token) }
        token = nil
    }
}
