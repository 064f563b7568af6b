import CLinux
import Glibc
import Linux

/// Gives the VT back when the program dies of a fault or exits without `close()`: a console left in graphics mode with its keyboard off
/// cannot be used by anyone. Only SIGKILL gets past this; then systemd's TTYReset does the same.
enum CrashRescue {
    private struct State {
        var tty: Int32 = -1
        var keyboardMode: Int32 = 0
        /// By signal number, so that the handler needs no look-up.
        var former: UnsafeMutablePointer<sigaction>?
    }

    // Written on the loop's thread only, before any handler is installed or by one aligned store of a word (tty); a handler, which may
    // run in any thread at any instant, only reads it, and does not allocate or lock: it calls ioctl, sigaction and raise.
    nonisolated(unsafe) private static var state = State()

    static func arm(tty: Int32, keyboardMode: Int32) {
        state.keyboardMode = keyboardMode
        state.tty = tty
        if state.former != nil { return }
        let former = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
        former.initialize(repeating: sigaction(), count: 65)
        state.former = former
        for fault in WorkerThread.faults {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { CrashRescue.handle($0) }
            sigemptyset(&action.sa_mask)
            // A stack overflow has no stack for a handler; if someone has given this thread another one, it is used.
            action.sa_flags = SA_ONSTACK
            // Cannot fail for these signals.
            sigaction(fault, &action, former + Int(fault))
        }
        atexit { CrashRescue.restore() }
    }

    static func disarm() { state.tty = -1 }

    /// Text mode, keyboard and switching, in the order that leaves most working if one fails. Async-signal-safe.
    static func restore() {
        let tty = state.tty
        guard tty >= 0 else { return }
        // Nothing can be done about a failure here, and each of them helps without the others.
        _ = ioctl(tty, UInt(KDSKBMODE), state.keyboardMode)
        _ = ioctl(tty, UInt(KDSETMODE), Int32(KD_TEXT))
        var mode = vt_mode()
        mode.mode = CChar(VT_AUTO)
        _ = ioctl(tty, UInt(VT_SETMODE), &mode)
    }

    /// The former handler, or the default, gets the signal again.
    private static func handle(_ signal: Int32) {
        restore()
        if let former = state.former { sigaction(signal, former + Int(signal), nil) }
        raise(signal)
    }
}
