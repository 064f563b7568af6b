import Foundation
import Linux
import Playback

/// What is measured of a player, in milliseconds, megabytes and processor seconds.
struct PlayFigures {
    var starts: [Double] = []
    var megabytes: Double?
    var processorSecondsAMinute: Double?
    var lateness: [Double] = []
    /// Digits of the timeline that were never shown.
    var digitsMissing = 0
    var presses: [Double] = []
    /// This program's whose answer was not shown within a second, a peer's that was not shown before the next one came.
    var pressesLost = 0
    var toneErrors: [Double] = []
    /// How far the tones were off, early or late.
    var distances: [Double] { toneErrors.map(abs) }
    /// Tones whose beginning was not found within a fifth of a second.
    var tonesLost = 0
    var restarts = 0
    private var isMemoryUnknown = false

    /// The most of several looks; one that could not be taken leaves nothing to be said.
    mutating func note(megabytes seen: Double?) {
        if seen == nil { isMemoryUnknown = true }
        megabytes = isMemoryUnknown ? nil : max(megabytes ?? 0, seen ?? 0)
    }
}

/// A peer: a process that writes the log that `peers/` describes.
struct Player {
    let name: String
    let program: URL
    /// By seconds and whether keys are pressed.
    let arguments: (Int, Bool) -> [String]
    let environment: [String: String]
    let log: PlayerLog.Form
}

/// A player that runs, and what it said.
final class Playing {
    let process = Process()
    let started = EventLoop.clock()
    private let pipe = Pipe()
    private var log: PlayerLog

    init(_ player: Player, seconds: Int, presses: Bool = false, environment: [String: String]) throws {
        log = PlayerLog(form: player.log)
        process.executableURL = player.program
        process.arguments = player.arguments(seconds, presses)
        process.environment = ["PATH": "/usr/bin:/bin"].merging(player.environment) { $1 }.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
    }

    var tree: ProcessTree { ProcessTree(root: process.processIdentifier) }

    /// Reads until it has said a line of that kind (a page is never over by itself), or has ended, or the time is up.
    func read(until kind: String?, within seconds: Double) -> Bool {
        let end = EventLoop.clock() + .milliseconds(Int(seconds * 1000))
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while EventLoop.clock() < end {
            if let kind, log.has(kind) { return true }
            var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&one, 1, 100) > 0 else { continue }
            let count = Glibc.read(descriptor, &bytes, bytes.count)
            if count <= 0 { return kind.map(log.has) ?? true }
            log.add(bytes[..<count])
        }
        return kind == nil
    }

    func end() {
        tree.end()
        process.waitUntilExit()
    }

    /// The log's entries of a kind, their times in monotonic nanoseconds.
    func entries(_ kind: String) -> [[Int64]] {
        var wall = timespec()
        clock_gettime(CLOCK_REALTIME, &wall)
        let ahead = (wall.tv_sec * 1_000_000_000 + wall.tv_nsec) - Int(EventLoop.clock().nanoseconds)
        return log.entries(kind, wallAheadNanoseconds: Double(ahead))
    }

    /// The end of what it said, for a person who wonders why it did not play.
    var lastWords: String { log.lastWords }
}
