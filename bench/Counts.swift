import Foundation
import Linux

/// What is counted of the program's work. The same program gives the same counts, however busy the machine is. Nil: it was not counted.
struct Counts: Codable, Equatable {
    /// Of processor instructions, by callgrind: a turn of the loop that shows a digit of a set and draws the next one, at 1920 × 1080; the
    /// mean of the digits from 49 to 10.
    var instructionsPerDigitFrame: Double?
    /// From the start of a process to the routine's first picture, through the words, the gallery and the fonts.
    var instructionsToFirstFrame: Double?
    /// The same frame's calls of malloc and its kin.
    var allocationsPerDigitFrame: Double?
    /// Of the whole program playing in a terminal, by strace, over thirty seconds of the sample.
    var systemCallsPerSecond: Double?
    /// By calls that write to files of the store and of local state, by strace: for one play of the sample its journal, its session and what
    /// follows from that in the index and beside it, a store of one routine.
    var bytesPerSession: Double?

    static let digitFrame = "instructions for a digit frame"
    static let start = "instructions from the start to the first frame"
    static let second = "instructions a second of play, voice and tones included"
    static let play = "instructions from PLAY to the routine's first picture and the next one drawn"

    struct Kind {
        var name: String
        var path: KeyPath<Counts, Double?>
        /// Which a compiler makes.
        var isOfInstructions = false
        /// At most, in the table.
        var goal: Double?
    }

    static var kinds: [Kind] {
        [
            Kind(name: digitFrame, path: \.instructionsPerDigitFrame, isOfInstructions: true),
            Kind(name: start, path: \.instructionsToFirstFrame, isOfInstructions: true),
            Kind(name: "allocations for a digit frame", path: \.allocationsPerDigitFrame, goal: 0),
            Kind(name: "system calls a second of play", path: \.systemCallsPerSecond),
            Kind(name: "bytes written for a session", path: \.bytesPerSession),
        ]
    }

    /// - Parameter isPlanted: with a regression in each of them, for the guard to notice.
    static func measured(isPlanted: Bool = false) throws -> Counts {
        let folder = NSTemporaryDirectory() + "stepback-counts-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let counter = try buildLibrary("counting/allocations.c", in: folder)
        let plant = isPlanted ? ["plant"] : []
        var counts = Counts()
        // What a run costs besides its frames is the same in both.
        if Counting.obstacle("valgrind") == nil {
            counts.instructionsPerDigitFrame = try perFrame { try Counting.instructions(["frames", "\($0)"] + plant) }
            counts.instructionsToFirstFrame = try Counting.instructions(["start"] + plant)
        }
        counts.allocationsPerDigitFrame = try perFrame { try Counting.allocations(["frames", "\($0)"] + plant, counter) }
        if Counting.obstacle("strace") == nil {
            counts.systemCallsPerSecond = try Counting.systemCalls(folder: folder, preloading: isPlanted ? counter : nil)
            // The first makes the index; what a start and an end write without a play is in both of the others.
            let place = folder + "/session"
            _ = try Counting.bytesWritten(by: ["session", place], below: place, folder: folder)
            let without = try Counting.bytesWritten(by: ["session", place], below: place, folder: folder)
            counts.bytesPerSession =
                try Counting.bytesWritten(by: ["session", place, "play"] + plant, below: place, folder: folder) - without
        }
        return counts
    }

    /// What the seconds between the tenth and the fiftieth of a set have more, by the frame. Before them the digits' stencils are cut and
    /// the keys' strip fades; after them comes what a digit of one figure and the last three seconds change.
    static func perFrame(_ measure: (Int) throws -> Double) throws -> Double {
        (try measure(49) - measure(9)) / Double(40 * SetsOfDigits.count)
    }
}

/// How each of them is counted.
enum Counting {
    /// Why a program that counts cannot, in a sentence: containers often have it and forbid it. Nil: it can.
    static func obstacle(_ program: String) -> String? {
        let path = "/usr/bin/\(program)"
        guard FileManager.default.isExecutableFile(atPath: path) else {
            return "\(program) is not installed: apt-get install \(program)"
        }
        let trial =
            program == "strace"
            ? ["-f", "-o", "/dev/null", "/bin/true"] : ["--tool=callgrind", "--callgrind-out-file=/dev/null", "/bin/true"]
        do {
            let result = try output(of: path, trial)
            if result.status == 0 { return nil }
            let said = result.text.split(separator: "\n").first.map { " (\($0))" } ?? ""
            return "\(program) may not watch a process here\(said); in a container, allow it: --cap-add=SYS_PTRACE"
        } catch { return "\(program) does not start: \(error)" }
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

    /// By a `bench counted` to files below a place.
    static func bytesWritten(by arguments: [String], below place: String, folder: String) throws -> Double {
        let log = folder + "/writes"
        let result = try output(
            of: "/usr/bin/strace",
            [
                "-f", "-qq", "-y", "-s", "0", "-e", "trace=write,pwrite64,writev,pwritev,pwritev2,copy_file_range,sendfile,splice", "-o",
                log,
                benchProgram("bench").path, "counted",
            ] + arguments, environment: environment)
        guard result.status == 0 else { throw SystemError(action: "count what is written: \(result.text.suffix(300))", code: EINVAL) }
        return Double(WrittenBytes(below: place, log: try String(contentsOfFile: log, encoding: .utf8)).count)
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
        for program in ["valgrind", "strace"] {
            if let obstacle = Counting.obstacle(program) { say("counts: \(obstacle)") }
        }
        let counts = try Counts.measured()
        for count in Counts.kinds { report(count.name, counts[keyPath: count.path], .count, goal: count.goal) }
        guard let frame = counts.instructionsPerDigitFrame, let start = counts.instructionsToFirstFrame else { return }
        func perSecond(_ count: ([String]) throws -> Double) throws -> Double {
            (try count(["sample", "125"]) - count(["sample", "5"])) / 120
        }
        func ofPlay(_ count: ([String]) throws -> Double) throws -> Double { try count(["play"]) - count(["home"]) }
        func damage(_ arguments: [String]) throws -> Double { try Counting.number("damage", Counting.run(arguments)) }
        let (second, play) = (try perSecond(Counting.instructions), try ofPlay(Counting.instructions))
        report(Counts.second, second, .count)
        report(Counts.play, play, .count)
        let readme = benchFolder.deletingLastPathComponent().appendingPathComponent("README.md")
        let zero = ZeroTwo(
            frame: .init(instructions: frame, pixels: try Counts.perFrame { try damage(["frames", "\($0)"]) }),
            second: .init(instructions: second, pixels: try perSecond(damage)), play: .init(instructions: play, pixels: try ofPlay(damage)),
            start: .init(instructions: start, pixels: try damage(["start"])),
            measured: try VirtualPi(readme: String(contentsOf: readme, encoding: .utf8)))
        zero.sentences.forEach(footnote)
    } catch { notMeasured("counts: \(error)") }
}

/// `bench guard`: fails when a count is more above what was recorded than it may be, and when it does not notice a regression that was
/// planted in each of them. It never ends well without having compared every count.
/// - Parameter isRecording: keeps what is counted now, for these tools; what others counted stays.
/// - Returns: 0, 1, or 69 when this machine does not allow counting.
func runGuard(isRecording: Bool) -> Int32 {
    let file = benchFolder.appendingPathComponent("counting/recorded.json")
    // The compiler, the system and its processor, from deploy/bench.
    let environment = ProcessInfo.processInfo.environment
    let tools = environment["STEPBACK_TOOLS"].map { $0.hasPrefix("Swift version ") ? $0 : "" } ?? ""
    do {
        // All that can be known before minutes of counting.
        let obstacles = ["valgrind", "strace"].compactMap(Counting.obstacle)
        if !obstacles.isEmpty {
            say("guard: nothing is compared: \(obstacles.joined(separator: "; "))")
            return 69
        }
        var recorded = try JSONDecoder().decode(Recorded.self, from: Data(contentsOf: file))
        if isRecording {
            guard !tools.isEmpty else {
                say("guard: nothing is recorded, as it is not known with what compiler: swift --version does not say it")
                return 1
            }
            recorded.counts[tools] = try Counts.measured()
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try (encoder.encode(recorded) + Data("\n".utf8)).write(to: file)
            say("guard: recorded for \(tools) in \(file.path)")
            return 0
        }
        guard let comparison = recorded.comparison(for: tools) else {
            say("guard: nothing is recorded, so nothing can be compared: deploy/bench guard --record")
            return 1
        }
        say(comparison.sentence(for: tools))
        return try compare(comparison)
    } catch {
        say("guard: \(error)")
        return 1
    }
}

private func compare(_ comparison: Comparison) throws -> Int32 {
    let lines = try comparison.lines(try Counts.measured())
    for line in lines {
        let (now, before, most) = (Unit.count.text(line.now), Unit.count.text(line.recorded), Unit.count.text(line.most))
        say("guard: \(line.name): \(now), recorded \(before), at most \(most)")
    }
    let unnoticed = try comparison.lines(try Counts.measured(isPlanted: true)).filter { !$0.isWorse }
    for line in unnoticed {
        say(
            "guard: does not notice a regression of \(line.name): \(Unit.count.text(line.now)) planted, at most \(Unit.count.text(line.most))"
        )
    }
    let (worse, stale) = (lines.filter(\.isWorse).map(\.name), lines.filter(\.isStale).map(\.name))
    if worse.isEmpty, stale.isEmpty { say("guard: \(lines.count) counts compared, none is above what it may be") }
    if !worse.isEmpty {
        say("guard: worse: \(worse.joined(separator: ", "))")
        say("guard: mend it, or, if it is worth that much, record it: deploy/bench guard --record")
    }
    if !stale.isEmpty {
        say("guard: less than half of what is recorded: \(stale.joined(separator: ", "))")
        say("guard: if that is so much better, record it, or the guard would let it double again: deploy/bench guard --record")
    }
    return worse.isEmpty && stale.isEmpty && unnoticed.isEmpty ? 0 : 1
}
