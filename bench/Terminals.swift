import Foundation
import Linux
import Playback

/// Both ends of a terminal that is no device: what posix_openpt and its kin do; Swift's Glibc has none of them.
struct PseudoTerminal {
    let outer: Int32
    let inner: Int32

    init(columns: UInt16, rows: UInt16) throws(SystemError) {
        let unlock: UInt = 0x4004_5431  // TIOCSPTLCK
        let name: UInt = 0x8004_5430  // TIOCGPTN
        outer = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var isLocked: Int32 = 0
        var number: UInt32 = 0
        guard outer >= 0, ioctl(outer, unlock, &isLocked) == 0, ioctl(outer, name, &number) == 0 else {
            throw SystemError(action: "make a pseudo-terminal", code: errno)
        }
        inner = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var window = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard inner >= 0, ioctl(inner, UInt(TIOCSWINSZ), &window) == 0 else {
            throw SystemError(action: "open a pseudo-terminal", code: errno)
        }
    }
}

/// What is drawn only in a paused player, and only in one that is not, by day and in the evening: its fields, as "R;G;B".
enum PlayerFields {
    static let paused = ["171;166;156", "11;11;10"]
    static let running = ["251;248;242", "255;174;43", "14;47;124", "11;11;11", "12;10;7", "6;10;18"]
}

/// A program in a terminal, at 1920 × 1080, whose pictures are taken note of as they come out.
final class TerminalPlay {
    let process = Process()
    let started: Instant
    private let terminal: PseudoTerminal
    private var hasEnded = false
    private var bytes = [UInt8](repeating: 0, count: 65_536)
    /// Of the update that is under way.
    private var update: [UInt8] = []

    /// A picture is thousands of bytes, whatever else is sent is dozens.
    private static let picture = 1_000
    /// An update's last bytes: the end of synchronized output.
    private static let mark = Array("\u{1B}[?2026l".utf8)

    init(_ program: URL, _ arguments: [String], environment: [String: String] = [:]) throws {
        terminal = try PseudoTerminal(columns: 160, rows: 50)
        process.executableURL = program
        process.arguments = arguments
        process.environment = ["COLORTERM": "truecolor", "TERM": "xterm-256color", "PATH": "/usr/bin:/bin"].merging(environment) { $1 }
        // Two of them, or closing one closes the other.
        process.standardInput = FileHandle(fileDescriptor: terminal.inner)
        process.standardOutput = FileHandle(fileDescriptor: terminal.inner)
        process.standardError = FileHandle.nullDevice
        started = EventLoop.clock()
        try process.run()
        close(terminal.inner)
    }

    /// Takes what is drawn until then.
    func watch(for duration: Duration) {
        let end = EventLoop.clock() + duration
        while wait(until: end) { if take() <= 0 { break } }
        update = []
    }

    /// When the last byte of the next picture came; nil: none did in time.
    /// - Parameter colours: one of these has to be drawn in it, as "R;G;B"; none: any picture will do.
    func nextPicture(within duration: Duration, showing colours: [String] = []) -> Instant? {
        let end = EventLoop.clock() + duration
        let wanted = colours.map { Array(";2;\($0)m".utf8) }
        while wait(until: end) {
            let more = take()
            guard more > 0 else { return nil }
            let now = EventLoop.clock()
            // The mark may have begun in what came before.
            var start = max(0, update.count - TerminalPlay.mark.count)
            update += bytes[..<more]
            var answered: Instant?
            while let place = TerminalPlay.find(TerminalPlay.mark, in: update[start...]) {
                let whole = update[..<place]
                if whole.count > TerminalPlay.picture, wanted.isEmpty || wanted.contains(where: { TerminalPlay.find($0, in: whole) != nil })
                {
                    answered = now
                }
                update.removeFirst(place + TerminalPlay.mark.count)
                start = 0
            }
            if let answered { return answered }
        }
        return nil
    }

    private static func find(_ needle: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.withUnsafeBytes { all in
            guard let base = all.baseAddress else { return nil }
            var place = 0
            while place + needle.count <= all.count,
                let first = memchr(base + place, Int32(needle[0]), all.count - needle.count + 1 - place)
            {
                if memcmp(first, needle, needle.count) == 0 { return bytes.startIndex + (UnsafeRawPointer(first) - base) }
                place = UnsafeRawPointer(first) - base + 1
            }
            return nil
        }
    }

    /// When the last byte came before nothing did for one and a half seconds, however little it changed; nil: it never was quiet, or drew nothing.
    func lastChange(within duration: Duration) -> Instant? {
        guard var last = nextPicture(within: duration) else { return nil }
        let end = last + duration
        while last < end {
            guard wait(until: EventLoop.clock() + .milliseconds(1500)), take() > 0 else { return last }
            last = EventLoop.clock()
        }
        return nil
    }

    @discardableResult
    func type(_ key: String) -> Instant {
        let now = EventLoop.clock()
        _ = Array(key.utf8).withUnsafeBytes { write(terminal.outer, $0.baseAddress, $0.count) }
        return now
    }

    /// Ends it, by force when it does not within five seconds; once.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        process.terminate()
        let limit = EventLoop.clock() + .seconds(5)
        // What it still says must not hold it up.
        while process.isRunning, EventLoop.clock() < limit { watch(for: .milliseconds(20)) }
        if process.isRunning {
            say("bench: \(process.executableURL?.lastPathComponent ?? "a program") did not end when it was told to, and was killed")
            ProcessTree(root: process.processIdentifier).end()
        }
        process.waitUntilExit()
        close(terminal.outer)
    }

    private func take() -> Int { read(terminal.outer, &bytes, bytes.count) }

    private func wait(until end: Instant) -> Bool {
        while true {
            let left = (end - EventLoop.clock()).milliseconds
            guard left > 0 else { return false }
            var one = pollfd(fd: terminal.outer, events: Int16(POLLIN), revents: 0)
            if poll(&one, 1, Int32(left.rounded(.up))) > 0 { return one.revents & Int16(POLLIN) != 0 }
        }
    }
}
