import Foundation
import Linux

/// What is counted of the program's work. The same program gives the same counts, however busy the machine is.
struct Counts: Codable {
    /// Of processor instructions, by callgrind: a turn of the loop that shows a digit and draws the next one, at 1920 × 1080.
    var instructionsPerDigitFrame: Double
    /// The same frame's calls of malloc and its kin.
    var allocationsPerDigitFrame: Double
    /// Of the whole program playing in a terminal, by strace, over thirty seconds of the sample.
    var systemCallsPerSecond: Double
    /// To the journal and the store, for one play of the sample.
    var bytesPerSession: Double

    static var names: [(String, KeyPath<Counts, Double>)] {
        [
            ("instructions for a digit frame", \.instructionsPerDigitFrame), ("allocations for a digit frame", \.allocationsPerDigitFrame),
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
        // What a run costs besides its frames is the same in both.
        let instructions = try difference(200) { try Counting.instructions(["frames", "\($0)"] + plant) }
        let allocations = try difference(200) { try Counting.allocations(["frames", "\($0)"] + plant, counter) }
        return Counts(
            instructionsPerDigitFrame: instructions, allocationsPerDigitFrame: allocations,
            systemCallsPerSecond: try Counting.systemCalls(folder: folder, preloading: isPlanted ? counter : nil),
            bytesPerSession: try Counting.number("bytes", try Counting.run(["session"] + plant)))
    }

    private static func difference(_ count: Int, _ measure: (Int) throws -> Double) throws -> Double {
        let few = try measure(40)
        return (try measure(40 + count) - few) / Double(count)
    }
}

/// How each of them is counted.
enum Counting {
    static func instructions(_ arguments: [String]) throws -> Double {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind") else {
            throw SystemError(action: "count instructions: install valgrind", code: ENOENT)
        }
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
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/strace") else {
            throw SystemError(action: "count system calls: install strace", code: ENOENT)
        }
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
        for (name, path) in Counts.names { report(name, counts[keyPath: path], .count) }
        let second = (try Counting.instructions(["sample", "125"]) - Counting.instructions(["sample", "5"])) / 120
        report("instructions a second of play, voice and tones included", second, .count)
        let play = try Counting.instructions(["play"]) - Counting.instructions(["home"])
        report("instructions from PLAY to the routine's first picture and the next one drawn", play, .count)
    } catch { say("counts: \(error)") }
}

/// `bench guard`: fails when a count is more than a tenth above what was recorded, and when it does not notice a regression that was
/// planted in each of them. `--record` keeps what is counted now.
func runGuard(_ arguments: [String]) -> Int32 {
    let file = benchFolder.appendingPathComponent("counting/recorded.json")
    do {
        let counts = try Counts.measured()
        if arguments.contains("--record") {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try (encoder.encode(counts) + Data("\n".utf8)).write(to: file)
            say("guard: recorded in \(file.path)")
            return 0
        }
        let recorded = try JSONDecoder().decode(Counts.self, from: Data(contentsOf: file))
        let worse = regressions(counts, against: recorded, isTold: true)
        let planted = regressions(try Counts.measured(isPlanted: true), against: recorded, isTold: false)
        let unnoticed = Counts.names.map(\.0).filter { !planted.contains($0) }
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
        let (now, before) = (counts[keyPath: path], recorded[keyPath: path])
        // Of nothing a tenth more is nothing; less than one in ten frames is none in the steady state.
        let most = max(before * 1.1, 0.1)
        if isTold { say("guard: \(name): \(Unit.count.text(now)), recorded \(Unit.count.text(before)), at most \(Unit.count.text(most))") }
        return now > most
    }.map(\.0)
}
