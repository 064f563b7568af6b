import Foundation

/// What a player's sound card was given, from `peers/clocked.c`'s files, and when which sample of it was heard.
struct Recording {
    private struct Start {
        var nanoseconds: Int64
        var frame: Int
    }

    /// Louder than this is a tone's beginning, quieter is silence: -38 dB.
    private static let threshold: Int16 = 400
    /// Silence before a tone, without which its beginning cannot be told from what sounded already.
    private static let gap = 0.02

    private let rate: Double
    private let starts: [Start]
    /// The first channel.
    private let samples: [Int16]

    /// The longest recording at 48 kHz in a folder: phrases that a program of their own speaks are at another rate.
    init?(folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let all = names.filter { $0.hasSuffix(".txt") }.compactMap { Recording(path: folder + "/" + $0.dropLast(4)) }
        guard let longest = all.filter({ $0.rate == 48_000 }).max(by: { $0.samples.count < $1.samples.count }) else { return nil }
        self = longest
    }

    private init?(path: String) {
        guard let text = try? String(contentsOfFile: path + ".txt", encoding: .utf8), !text.isEmpty,
            let data = FileManager.default.contents(atPath: path + ".s16")
        else { return nil }
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int64($0) } }.filter { $0.count == 4 }
        guard let first = lines.first else { return nil }
        rate = Double(first[0])
        let channels = Int(first[1])
        starts = lines.map { Start(nanoseconds: $0[2], frame: Int($0[3])) }
        samples = data.withUnsafeBytes { bytes in
            let all = bytes.bindMemory(to: Int16.self)
            return stride(from: 0, to: all.count - channels + 1, by: channels).map { all[$0] }
        }
    }

    /// How often the stream had run dry and began anew.
    var restarts: Int { starts.count - 1 }

    /// By how many milliseconds a tone began late (or early, below zero) against its instant; nil: none began within a fifth of a second
    /// of it, after silence.
    func error(ofToneAt nanoseconds: Int64) -> Double? {
        guard let start = starts.last(where: { $0.nanoseconds <= nanoseconds }) else { return nil }
        let due = Double(start.frame) + Double(nanoseconds - start.nanoseconds) * rate / 1e9
        let (first, last) = (Int(due - 0.1 * rate), Int(due + 0.2 * rate))
        let quiet = Int(Recording.gap * rate)
        guard first > quiet, last < samples.count else { return nil }
        var silence = 0
        for index in first - quiet..<last {
            if abs(Int(samples[index])) <= Int(Recording.threshold) {
                silence += 1
            } else if silence >= quiet {
                return (Double(index) - due) * 1000 / rate
            } else {
                silence = 0
            }
        }
        return nil
    }
}
