import CLinux
import Glibc
import Linux

/// The kernel's virtual terminal under the screen (console_ioctl(4), vt_ioctl.c). While it is ours the text console does not draw, keys do
/// not reach the shell below, and switching away asks us first.
final class VirtualTerminal: Console {
    /// The kernel asks with the one and gives back with the other. Blocked from `take` on, in threads made after it too.
    static let releaseSignal = SIGUSR1
    static let acquireSignal = SIGUSR2

    private let loop: EventLoop
    private let tty: Descriptor
    private let name: String
    private var signals: SignalSource?
    private var keyboardMode: Int32 = 0
    private var isTaken = false

    /// The VT of that path, or without one standard input if that is a VT. nil: there is none (SSH, a service without one).
    init?(loop: EventLoop, path: String?) throws(DisplayError) {
        self.loop = loop
        name = path ?? "standard input"
        do throws(SystemError) {
            if let path {
                tty = try Descriptor(opening: path, O_RDWR | O_NOCTTY)
            } else {
                tty = Descriptor(owning: try systemCall("keep standard input") { fcntl(0, F_DUPFD_CLOEXEC, 3) })
            }
        } catch {
            // A closed standard input is no VT.
            if path == nil { return nil }
            throw DisplayError(error.action, code: error.code)
        }
        var mode = vt_mode()
        if ioctl(tty.raw, UInt(VT_GETMODE), &mode) != 0 {
            if path == nil { return nil }
            throw DisplayError("use \(name) as a virtual terminal", code: errno)
        }
    }

    deinit { giveBack() }

    func take(onRelease: @escaping () -> Void, onAcquire: @escaping () -> Void) throws(DisplayError) -> Bool {
        do throws(SystemError) {
            signals = try SignalSource([VirtualTerminal.releaseSignal, VirtualTerminal.acquireSignal], loop: loop) { signal in
                if signal == VirtualTerminal.releaseSignal { onRelease() } else { onAcquire() }
            }
        } catch {
            throw DisplayError(error.action, code: error.code)
        }
        isTaken = true
        do throws(DisplayError) {
            try call("read the keyboard mode of", ioctl(tty.raw, UInt(KDGKBMODE), &keyboardMode))
            // Left over from a run that was killed: what a console has by default.
            if keyboardMode == K_OFF { keyboardMode = Int32(K_UNICODE) }
            CrashRescue.arm(tty: tty.raw, keyboardMode: keyboardMode)
            var mode = vt_mode()
            mode.mode = CChar(VT_PROCESS)
            mode.relsig = Int16(VirtualTerminal.releaseSignal)
            mode.acqsig = Int16(VirtualTerminal.acquireSignal)
            try call("take part in switching", ioctl(tty.raw, UInt(VT_SETMODE), &mode))
            try call("switch to graphics", ioctl(tty.raw, UInt(KDSETMODE), Int32(KD_GRAPHICS)))
            try call("take the keyboard from", ioctl(tty.raw, UInt(KDSKBMODE), Int32(K_OFF)))
            return try bringToFront()
        } catch {
            giveBack()
            throw error
        }
    }

    /// Asks for a switch to this VT, if it is not the one on the screen: `onAcquire` then says when it is.
    private func bringToFront() throws(DisplayError) -> Bool {
        guard let number = try numberIfHidden() else { return true }
        try call("bring forward", ioctl(tty.raw, UInt(VT_ACTIVATE), Int32(number)))
        return false
    }

    /// Two signals that wait come in the order of their numbers, not in their own.
    var isShown: Bool {
        // A terminal that cannot be asked is taken at its signal's word.
        (try? numberIfHidden()) == nil
    }

    /// Which VT it is; nil when it is the one on the screen.
    private func numberIfHidden() throws(DisplayError) -> Int? {
        var status = stat()
        try call("find the number of", fstat(tty.raw, &status))
        // Device 4:n is the nth VT. 4:0 and /dev/console mean the one on the screen.
        let (major, minor) = (status.st_rdev >> 8 & 0xFFF, status.st_rdev & 0xFF)
        guard major == 4, (1...63).contains(minor) else { return nil }
        var state = vt_stat()
        try call("find the active one from", ioctl(tty.raw, UInt(VT_GETSTATE), &state))
        return state.v_active == minor ? nil : Int(minor)
    }

    /// It is made if it is not there yet. The kernel lets whose controlling terminal this is (a service's TTYPath= is), else root only.
    func show(_ number: Int) throws(DisplayError) {
        try call("show virtual terminal \(number) instead of", ioctl(tty.raw, UInt(VT_ACTIVATE), Int32(number)))
    }

    func allowRelease() {
        // Fails only when the switch was called off meanwhile: nothing to allow.
        _ = ioctl(tty.raw, UInt(VT_RELDISP), 1)
    }

    func confirmAcquire() {
        // Fails only for a VT that is not in VT_PROCESS mode, which it is from `take` to `giveBack`.
        _ = ioctl(tty.raw, UInt(VT_RELDISP), Int32(VT_ACKACQ))
    }

    func giveBack() {
        guard isTaken else { return }
        isTaken = false
        CrashRescue.restore()
        CrashRescue.disarm()
        // What was typed at the screen was not meant for the shell. A failure would lose nothing.
        _ = tcflush(tty.raw, TCIFLUSH)
        signals?.end()
        signals = nil
    }

    private func call(_ action: String, _ result: Int32) throws(DisplayError) {
        if result != 0 { throw DisplayError("\(action) the virtual terminal (\(name))", code: errno) }
    }
}
