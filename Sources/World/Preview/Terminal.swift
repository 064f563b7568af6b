import CLinux
import Glibc
import Linux

/// A terminal device: raw while it is entered, as it was found afterwards.
///
/// It is opened anew by its own path: O_NONBLOCK belongs to the open file, which standard input shares with the shell that started us.
final class Terminal {
    let descriptor: Int32
    private let owner: Descriptor
    private let found: termios
    private(set) var isEntered = false

    /// The alternate screen, no cursor, no wrapping at the last column.
    private static let enterText = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[0m\u{1B}[2J"
    /// CAN ends a sequence that was cut in the middle.
    private static let leaveText = "\u{18}\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// The terminal behind an open descriptor; not entered yet.
    init(behind descriptor: Int32) throws(PreviewError) {
        guard isatty(descriptor) == 1 else { throw .noTerminal }
        var name = [CChar](repeating: 0, count: 256)
        // A terminal of another mount namespace has no path here; it is still our controlling one.
        let path =
            ttyname_r(descriptor, &name, name.count) == 0 ? name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) } : "/dev/tty"
        do throws(SystemError) {
            owner = try Descriptor(opening: path, O_RDWR | O_NOCTTY | O_NONBLOCK)
            let raw = owner.raw
            self.descriptor = raw
            var attributes = termios()
            try systemCall("read the modes of \(path)") { tcgetattr(raw, &attributes) }
            found = attributes
        } catch { throw .terminalFailed(error) }
    }

    deinit { leave() }

    /// Raw bytes both ways, no signals from keys. Again after others had the terminal.
    func enter() throws(PreviewError) {
        var raw = found
        cfmakeraw(&raw)
        do throws(SystemError) {
            // SIGTTOU is stopped for while we are in the background: a background process must not take the terminal.
            try systemCall("set the terminal's modes") { tcsetattr(descriptor, TCSAFLUSH, &raw) }
        } catch { throw .terminalFailed(error) }
        isEntered = true
        writeSoon(Terminal.enterText)
    }

    /// As it was found. What waits to be written is dropped.
    func leave() {
        guard isEntered else { return }
        isEntered = false
        // A terminal that hung up needs no mending: failing here is irrelevant.
        tcflush(descriptor, TCOFLUSH)
        writeSoon(Terminal.leaveText)
        var modes = found
        tcsetattr(descriptor, TCSAFLUSH, &modes)
    }

    /// Reads what there is. Nil: the terminal is gone.
    func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        if count > 0 { return Array(bytes[..<count]) }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
    }

    /// Writes what fits; the count. Nil: the terminal is gone.
    func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EINTR ? 0 : nil
    }

    /// The window, or nil when the terminal has none yet (0 x 0 on a serial line) or too little to draw in.
    var window: TerminalWindow? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 2, size.ws_row >= 2 else { return nil }
        var window = TerminalWindow(columns: Int(size.ws_col), rows: Int(size.ws_row))
        if size.ws_xpixel > 0, size.ws_ypixel > 0 {
            let aspect = Double(size.ws_xpixel) / Double(window.columns) / (Double(size.ws_ypixel) / Double(window.rows))
            // Some terminals fill these with nonsense.
            if (0.25...1).contains(aspect) { window.cellAspect = aspect }
        }
        return window
    }

    /// A short text that must arrive whole; waits up to 250 ms for a slow line. Only on entering and leaving.
    private func writeSoon(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            guard let count = write(rest) else { return }
            rest = rest.dropFirst(count)
            if rest.isEmpty { return }
            var slot = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if poll(&slot, 1, 250) <= 0 { return }
        }
    }
}
