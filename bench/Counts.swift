import Foundation
import Linux

/// What is counted of the program's work. The same program gives the same counts, however busy the machine is. Nil: it cannot be counted here.
struct Counts: Codable {
    /// The compiler, the system and its processor: others make other counts.
    var madeWith: String?
    /// Of processor instructions, by callgrind: a turn of the loop that shows a digit and draws the next one, at 1920 × 1080.
    var instructionsPerDigitFrame: Double?
    /// From the start of a process to the routine's first picture, through the words, the gallery and the fonts.
    var instructionsToFirstFrame: Double?
    /// The same frame's calls of malloc and its kin.
    var allocationsPerDigitFrame: Double?
    /// Of the whole program playing in a terminal, by strace, over thirty seconds of the sample.
    var systemCallsPerSecond: Double?
    /// To the journal and the store, for one play of the sample.
    var bytesPerSession: Double?

    static let digitFrame = "instructions for a digit frame"
    static let start = "instructions from the start to the first frame"
    static let second = "instructions a second of play, voice and tones included"
    static let play = "instructions from PLAY to the routine's first picture and the next one drawn"

    static var names: [(String, KeyPath<Counts, Double?>)] {
        [
            (digitFrame, \.instructionsPerDigitFrame), (start, \.instructionsToFirstFrame),
            ("allocations for a digit frame", \.allocationsPerDigitFrame),
            ("system calls a second of play", \.systemCallsPerSecond), ("bytes written for a session", \.bytesPerSession),
        ]
    }

    /// - Parameter isPlanted: with a regression in each of them, for the guard to notice.
    static func measured(isPlanted: Bool = false) throws -> Counts {
        let folder = NSTemporaryDirectory() + "stepback-counts-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let counter = try buildLibrary("counting/allocations.c", in: folder)
        let plant = isPlanted ? ["plant"] : []
        var counts = Counts(madeWith: ProcessInfo.processInfo.environment["STEPBACK_TOOLS"])
        // What a run costs besides its frames is the same in both.
        if Counting.has("valgrind", for: "instructions are not counted") {
            counts.instructionsPerDigitFrame = try difference(200) { try Counting.instructions(["frames", "\($0)"] + plant) }
            counts.instructionsToFirstFrame = try Counting.instructions(["start"] + plant)
        }
        counts.allocationsPerDigitFrame = try difference(200) { try Counting.allocations(["frames", "\($0)"] + plant, counter) }
        if Counting.has("strace", for: "system calls are not counted") {
            counts.systemCallsPerSecond = try Counting.systemCalls(folder: folder, preloading: isPlanted ? counter : nil)
        }
        counts.bytesPerSession = try Counting.number("bytes", try Counting.run(["session"] + plant))
        return counts
    }

    private static func difference(_ count: Int, _ measure: (Int) throws -> Double) throws -> Double {
        let few = try measure(40)
        return (try measure(40 + count) - few) / Double(count)
    }
}

/// How each of them is counted.
enum Counting {
    /// Whether a program is there; says what is left out without it.
    static func has(_ program: String, for what: String) -> Bool {
        if FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)") { return true }
        say("counts: \(program) cannot be had here, so \(what)")
        return false
    }

    static func instructions(_ arguments: [String]) throws -> Double {
        let result = try output(
            of: "/usr/bin/valgrind",
            ["--tool=callgrind", "--callgrind-out-file=/dev/null", benchProgram("bench").path, "counted"] + arguments,
            environment: environment)
        return try number("Collected :", result)
    }

    static func allocations(_ arguments: [String], _ counter: String) throws -> Double {
        try number("allocations", try run(arguments, preloading: counter))
    }

    static func run(_ arguments: [String], preloading library: String? = nil) throws -> (status: Int32, text: String) {
        try output(
            of: benchProgram("bench").path, ["counted"] + arguments,
            environment: environment.merging(library.map { ["LD_PRELOAD": $0] } ?? [:]) { $1 })
    }

    /// Between the tenth and the fortieth second of the program's life: a set, a rest and their ends.
    static func systemCalls(folder: String, preloading library: String?) throws -> Double {
        try PretendCard.build(in: folder)
        let log = folder + "/calls"
        var environment = try PretendCard.environment(folder: folder, name: "traced")
        if library != nil { environment["STEPBACK_PLANTED"] = "1" }
        let preload = library.map { ["-E", "LD_PRELOAD=\($0)"] } ?? []
        let play = try TerminalPlay(
            URL(fileURLWithPath: "/usr/bin/strace"),
            ["-f", "-ttt", "-o", log] + preload + [
                benchProgram("stepback").path, "play", benchResource("routines/morning-core.routine").path, "--panel", "terminal", "--size",
                "1920x1080",
            ], environment: environment)
        play.watch(for: .seconds(42))
        ProcessTree(root: play.process.processIdentifier).end()
        play.end()
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        // "PID SECONDS call(...": a call that another thread's interrupted has a second line, which is no second call.
        let times = lines.filter { !$0.contains("resumed>") }.compactMap { line in
            line.split(separator: " ", maxSplits: 2).dropFirst().first.flatMap { Double($0) }
        }
        guard let first = times.first, let last = times.last, last - first > 40 else {
            throw SystemError(action: "count system calls for forty seconds", code: ETIMEDOUT)
        }
        return Double(times.count { $0 >= first + 10 && $0 < first + 40 }) / 30
    }

    static func number(_ name: String, _ result: (status: Int32, text: String)) throws -> Double {
        let line = result.text.split(separator: "\n").last { $0.contains(name) }
        guard result.status == 0, let number = line?.split(separator: " ").last.flatMap({ Double($0) }) else {
            throw SystemError(action: "count, as this was said: \(result.text.suffix(300))", code: EINVAL)
        }
        return number
    }

    /// Hashes that are the same each time, and memory functions that are the same on each processor.
    private static let environment = [
        "SWIFT_DETERMINISTIC_HASHING": "1", "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-ERMS,-FSRM",
    ]
}

/// The counts as figures, and what a second of play takes.
func benchCounts() {
    do {
        let counts = try Counts.measured()
        for (name, path) in Counts.names { if let count = counts[keyPath: path] { report(name, count, .count) } }
        guard counts.instructionsPerDigitFrame != nil else { return }
        let second = (try Counting.instructions(["sample", "125"]) - Counting.instructions(["sample", "5"])) / 120
        report(Counts.second, second, .count)
        let play = try Counting.instructions(["play"]) - Counting.instructions(["home"])
        report(Counts.play, play, .count)
    } catch { say("counts: \(error)") }
}

/// `bench guard`: fails when a count is more than a tenth above what was recorded, and when it does not notice a regression that was
/// planted in each of them. `--record` keeps what is counted now.
func runGuard(_ arguments: [String]) -> Int32 {
    let file = benchFolder.appendingPathComponent("counting/recorded.json")
    do {
        let counts = try Counts.measured()
        let uncounted = Counts.names.filter { counts[keyPath: $0.1] == nil }.map(\.0)
        if !uncounted.isEmpty {
            // Silence about a count would read as if it were no worse.
            say("guard: not counted, so nothing is known of them: \(uncounted.joined(separator: ", ")); install valgrind and strace")
            return 1
        }
        if arguments.contains("--record") {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try (encoder.encode(counts) + Data("\n".utf8)).write(to: file)
            say("guard: recorded in \(file.path)")
            return 0
        }
        let recorded = try JSONDecoder().decode(Counts.self, from: Data(contentsOf: file))
        if let made = counts.madeWith, let before = recorded.madeWith, made != before {
            say("guard: what is recorded was counted with \(before); with \(made) nothing can be compared")
            return 0
        }
        let worse = regressions(counts, against: recorded, isTold: true)
        let planted = regressions(try Counts.measured(isPlanted: true), against: recorded, isTold: false)
        let unnoticed = Counts.names.filter { !planted.contains($0.0) }.map(\.0)
        for name in unnoticed { say("guard: does not notice a regression of \(name)") }
        say(
            worse.isEmpty ? "guard: nothing is more than a tenth above what was recorded" : "guard: worse: \(worse.joined(separator: ", "))"
        )
        if !worse.isEmpty { say("guard: mend it, or, if it is worth that much, record it: deploy/bench guard --record") }
        return worse.isEmpty && unnoticed.isEmpty ? 0 : 1
    } catch {
        say("guard: \(error)")
        return 1
    }
}

private func regressions(_ counts: Counts, against recorded: Counts, isTold: Bool) -> [String] {
    Counts.names.filter { name, path in
        guard let now = counts[keyPath: path], let before = recorded[keyPath: path] else { return false }
        // Of nothing a tenth more is nothing; less than one in ten frames is none in the steady state.
        let most = max(before * 1.1, 0.1)
        if isTold { say("guard: \(name): \(Unit.count.text(now)), recorded \(Unit.count.text(before)), at most \(Unit.count.text(most))") }
        return now > most
    }.map(\.0)
}
