import Foundation
import Linux
import Playback

/// The whole program in a terminal, as a person starts it: when its first picture comes, and how much memory it has had at most after
/// some seconds of play at 1920x1080.
func benchStart() {
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("stepback")
    guard FileManager.default.isExecutableFile(atPath: program.path) else { return print("start: \(program.path) is not built") }
    do {
        var times: [Duration] = []
        var peak = 0
        for run in 0..<5 {
            let play = try playUntilFirstPicture(program)
            times.append(play.time)
            if run == 4 {
                Thread.sleep(forTimeInterval: 12)
                peak = peakKilobytes(of: play.process.processIdentifier)
            }
            play.process.terminate()
            play.process.waitUntilExit()
        }
        report("start to first picture, median of 5", times.sorted()[2].text, goal: "1000 ms")
        report("memory at most, playing at 1920x1080", String(format: "%.1f MB", Double(peak) / 1000), goal: "70 MB")
    } catch { print("start: \(error)") }
}

private func playUntilFirstPicture(_ program: URL) throws -> (process: Process, time: Duration) {
    let terminal = try PseudoTerminal(columns: 160, rows: 50)
    let process = Process()
    process.executableURL = program
    process.arguments = [
        "play", benchResource("routines/morning-core.routine").path, "--panel", "terminal", "--size", "1920x1080",
    ]
    process.environment = ["COLORTERM": "truecolor", "TERM": "xterm-256color", "HOME": NSTemporaryDirectory()]
    let inner = FileHandle(fileDescriptor: terminal.inner)
    process.standardInput = inner
    process.standardOutput = inner
    process.standardError = FileHandle.nullDevice
    let start = EventLoop.clock()
    try process.run()
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var count = 0
    // Some dozens of bytes set the terminal up; a picture is thousands.
    while count < 4000 {
        let more = read(terminal.outer, &bytes, bytes.count)
        guard more > 0 else { throw SystemError(action: "read what the program draws", code: errno) }
        count += more
    }
    let time = EventLoop.clock() - start
    let outer = terminal.outer
    Thread.detachNewThread {
        var rest = [UInt8](repeating: 0, count: 65_536)
        while read(outer, &rest, rest.count) > 0 {}
    }
    return (process, time)
}

private func peakKilobytes(of process: Int32) -> Int {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return 0 }
    return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
}

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
