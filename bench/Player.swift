import Foundation
import Linux
import Playback

/// What is measured of a player, in milliseconds, megabytes and processor seconds.
struct PlayFigures {
    var starts: [Double] = []
    var megabytes = 0.0
    var processorSecondsAMinute = 0.0
    var lateness: [Double] = []
    var presses: [Double] = []
    var toneErrors: [Double] = []
    /// Tones whose beginning was not found within a fifth of a second.
    var tonesLost = 0
    var restarts = 0
}

/// A peer: a process that writes the log that `peers/` describes.
struct Player {
    enum Log { case monotonic, page }

    let name: String
    let program: URL
    /// By seconds and whether keys are pressed.
    let arguments: (Int, Bool) -> [String]
    let environment: [String: String]
    let log: Log
}

/// A player that runs, and what it said.
final class Playing {
    let process = Process()
    let started = EventLoop.clock()
    private let log: Player.Log
    private let pipe = Pipe()
    private var text = ""

    init(_ player: Player, seconds: Int, presses: Bool = false, environment: [String: String]) throws {
        log = player.log
        process.executableURL = player.program
        process.arguments = player.arguments(seconds, presses)
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": NSTemporaryDirectory()].merging(player.environment) { $1 }
            .merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
    }

    var tree: ProcessTree { ProcessTree(root: process.processIdentifier) }

    /// Reads until it has said that (a page is never over by itself), or has ended, or the time is up.
    func read(until word: String?, within seconds: Double) -> Bool {
        let end = EventLoop.clock() + .milliseconds(Int(seconds * 1000))
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while EventLoop.clock() < end {
            if let word, text.contains(word) { return true }
            var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&one, 1, 100) > 0 else { continue }
            let count = Glibc.read(descriptor, &bytes, bytes.count)
            if count <= 0 { return word == nil || text.contains(word!) }
            text += String(decoding: bytes[..<count], as: UTF8.self)
        }
        return word == nil
    }

    func end() {
        tree.end()
        process.waitUntilExit()
    }

    /// The log's entries of a kind, their times in monotonic nanoseconds.
    func entries(_ kind: String) -> [[Int64]] {
        var offset = 0.0
        if log == .page, let zero = numbers("zero").first?.first {
            var wall = timespec()
            clock_gettime(CLOCK_REALTIME, &wall)
            let now = Double(wall.tv_sec) * 1e9 + Double(wall.tv_nsec)
            offset = Double(EventLoop.clock().nanoseconds) - (now - zero * 1e6)
        }
        return numbers(kind).map { $0.map { log == .page ? Int64($0 * 1e6 + offset) : Int64($0) } }
    }

    private func numbers(_ kind: String) -> [[Double]] {
        text.split(separator: "\n").compactMap { line in
            let line = log == .page ? line.split(separator: "\"").dropFirst().first ?? "" : line
            let words = line.split(separator: " ")
            return words.first == Substring(kind) ? words.dropFirst().compactMap { Double($0) } : nil
        }
    }
}
