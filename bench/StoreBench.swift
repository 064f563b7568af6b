import Foundation
import Glibc
import Library
import Linux
import Playback
import Records
import Store
import Workouts

/// A store of ten years: 10,000 routines and 100,000 sessions. How long until the home screen's data is there, with the index of the last
/// run and without; what a changed file costs; how much memory it takes. Each start is a process of its own, and ratios are to `find` and
/// to reading the same bytes in the same run.
func benchStore() {
    do {
        let (routines, sessions) = (10_000, 100_000)
        let scratch = try ScratchStore(routines: routines, sessions: sessions)
        // What is young is not trusted, as after any copy; after two seconds nothing is.
        Thread.sleep(forTimeInterval: 2.5)
        let find = try median(of: 5) { try seconds(ofShell: "find '\(scratch.store)' -type f | wc -l") }
        let bytes = try median(of: 5) { try scratch.readEverything() }
        let cold = try (0..<3).map { _ in try StoreStart.run(scratch, withIndex: false) }.sorted { $0.milliseconds < $1.milliseconds }[1]
        let warm = try (0..<7).map { _ in try StoreStart.run(scratch, withIndex: true) }.sorted { $0.milliseconds < $1.milliseconds }[3]
        guard cold.routines == routines, cold.sessions == sessions, warm.routines == routines, warm.sessions == sessions else {
            return print("store: \(cold) and \(warm) are not all there is, so no figure means anything")
        }
        func text(_ milliseconds: Double) -> String { String(format: "%.0f ms", milliseconds) }
        func ratio(_ milliseconds: Double, _ other: Double) -> String { String(format: "%.2fx", milliseconds / other) }
        // The clock's milliseconds are those of a machine that others work on, too; the processor's are the program's own.
        func both(_ start: StoreStart) -> String { text(start.milliseconds) + " (" + text(start.processorMilliseconds) + " of processor)" }
        var load = [0.0, 0.0, 0.0]
        getloadavg(&load, 3)
        report("store: the machine's load on \(ProcessInfo.processInfo.activeProcessorCount) processors", String(format: "%.1f", load[0]))
        report("store: start to home data with the index", both(warm), goal: "250 ms")
        report("store: start to home data without it", both(cold), goal: "4000 ms")
        report("store: the same until routines and plans are known", text(cold.partMilliseconds))
        report("store: memory at most, with the index", String(format: "%.0f MB", warm.peakMegabytes), goal: "120 MB")
        report("store: memory at most, without it", String(format: "%.0f MB", cold.peakMegabytes), goal: "120 MB")
        report("store: memory at most, with the sweep and the index made", String(format: "%.0f MB", warm.laterMegabytes), goal: "120 MB")
        report("store: find -type f | wc -l", text(find))
        report("store: opening and reading the same bytes", text(bytes))
        report("store: with the index, against find", ratio(warm.milliseconds, find))
        report("store: with the index, against reading the bytes", ratio(warm.milliseconds, bytes))
        report("store: without it, against find", ratio(cold.milliseconds, find))
        report("store: without it, against reading the bytes", ratio(cold.milliseconds, bytes))
        report("store: a changed routine of 10,000, to a library", text1(warm.changeMilliseconds), goal: "20 ms")
        report("store: a new session of 100,000, to a library", text1(warm.sessionMilliseconds), goal: "20 ms")
        report("store: the sweep of every file in the quiet", text(warm.sweepMilliseconds))
        report("store: the index made and its size", text(warm.indexMilliseconds) + String(format: ", %.1f MB", warm.indexMegabytes))
    } catch { print("store: \(error)") }
}

private func text1(_ milliseconds: Double) -> String { String(format: "%.1f ms", milliseconds) }

private func median(of runs: Int, _ body: () throws -> Double) throws -> Double {
    try (0..<runs).map { _ in try body() }.sorted()[runs / 2]
}

private func elapsed(_ body: () throws -> Void) rethrows -> Double {
    let start = EventLoop.clock()
    try body()
    return (EventLoop.clock() - start).milliseconds
}

private func seconds(ofShell command: String) throws -> Double {
    try elapsed {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
    }
}

private func mostMegabytes() -> Double { peakMegabytes() ?? 0 }

/// What all threads of this process have had of the processors.
private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
}

/// One start, in a process of its own: what it prints is one line of numbers.
struct StoreStart {
    var milliseconds = 0.0
    var partMilliseconds = 0.0
    var processorMilliseconds = 0.0
    var peakMegabytes = 0.0
    var laterMegabytes = 0.0
    var changeMilliseconds = 0.0
    var sessionMilliseconds = 0.0
    var sweepMilliseconds = 0.0
    var indexMilliseconds = 0.0
    var indexMegabytes = 0.0
    var routines = 0
    var sessions = 0

    fileprivate static func run(_ scratch: ScratchStore, withIndex: Bool) throws -> StoreStart {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["store-start", scratch.store, scratch.index, withIndex ? "index" : "none"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let numbers = output.split(separator: " ").compactMap { Double($0.trimmingCharacters(in: .newlines)) }
        guard numbers.count == 12 else { throw SystemError(action: "understand what a start printed: \(output)", code: EINVAL) }
        return StoreStart(
            milliseconds: numbers[0], partMilliseconds: numbers[1], processorMilliseconds: numbers[2], peakMegabytes: numbers[3],
            laterMegabytes: numbers[4], changeMilliseconds: numbers[5], sessionMilliseconds: numbers[6], sweepMilliseconds: numbers[7],
            indexMilliseconds: numbers[8], indexMegabytes: numbers[9], routines: Int(numbers[10]), sessions: Int(numbers[11]))
    }

    /// `bench store-start STORE INDEX index|none`: the process itself. The index is left for the next one.
    static func perform(_ arguments: [String]) throws {
        let (store, indexPath) = (arguments[0], arguments[1])
        let catalogBytes = [UInt8](try Data(contentsOf: benchResource("catalog.json")))
        let catalog = try Catalog(parsing: catalogBytes)
        var result = StoreStart()
        var library: Library?
        let start = EventLoop.clock()
        let processor = processorTime()
        let index = arguments[2] == "index" ? try SafeFile.read(indexPath, limit: 1 << 28) : nil
        let contents = StoreContents(folder: try StoreFolder(path: store), gallery: catalog)
        contents.start(index: index) { _ in result.partMilliseconds = (EventLoop.clock() - start).milliseconds }
        library = contents.library(.ready)
        let records = Records(library?.sessions ?? SessionLog(), nowSeconds: 1_780_000_000, calendar: Calendar(identifier: .gregorian))
        result.milliseconds = (EventLoop.clock() - start).milliseconds
        result.processorMilliseconds = processorTime() - processor
        result.peakMegabytes = mostMegabytes()
        result.routines = library?.routines.count ?? 0
        result.sessions = records.isEmpty ? 0 : library?.sessions.count ?? 0
        try Data("Changed \(getpid())\nSquats 30s".utf8).write(to: URL(fileURLWithPath: store + "/routines/r5000.routine"))
        result.changeMilliseconds = elapsed {
            _ = contents.look(at: ["routines/r5000.routine"])
            library = contents.library(.ready)
        }
        let path = "sessions/2026/12/20261201T0700\(10 + getpid() % 50)Z-0a1b2c3d-\(String(0x1000_0000 + Int(getpid()), radix: 16)).json"
        try FileManager.default.createDirectory(atPath: store + "/sessions/2026/12", withIntermediateDirectories: true)
        try Data(ScratchStore.session("x", startedSeconds: 1_796_000_000 + Int(getpid())).utf8).write(
            to: URL(fileURLWithPath: store + "/" + path))
        result.sessionMilliseconds = elapsed {
            _ = contents.look(at: [path])
            library = contents.library(.ready)
        }
        try FileManager.default.removeItem(atPath: store + "/" + path)
        _ = contents.look(at: [path])
        result.sweepMilliseconds = elapsed { _ = contents.sweep() }
        var made: [UInt8] = []
        result.indexMilliseconds = elapsed { made = contents.index() }
        result.indexMegabytes = Double(made.count) / 1e6
        try SafeFile.write(made, to: indexPath)
        result.laterMegabytes = mostMegabytes()
        print(
            result.milliseconds, result.partMilliseconds, result.processorMilliseconds, result.peakMegabytes, result.laterMegabytes,
            result.changeMilliseconds, result.sessionMilliseconds, result.sweepMilliseconds, result.indexMilliseconds,
            result.indexMegabytes, result.routines, result.sessions)
    }
}

/// The store of ten years in a folder of its own, gone when it is over.
final class ScratchStore {
    let base = FileManager.default.temporaryDirectory.appendingPathComponent("stepback-bench-\(getpid())").path
    var store: String { base + "/store" }
    var index: String { base + "/index" }

    init(routines: Int, sessions: Int) throws {
        let catalog = try Catalog(parsing: [UInt8](try Data(contentsOf: benchResource("catalog.json"))))
        try FileManager.default.createDirectory(atPath: store + "/routines", withIntermediateDirectories: true)
        for number in 0..<routines {
            var lines = ["Routine number \(["one", "two", "three"][number % 3]) of \(number)x", ""]
            for step in 0..<8 {
                let workout = catalog.workouts[(number * 7 + step * 13) % catalog.workouts.count]
                lines += ["\(workout.name) 30s x3, rest 10s", "then 15s rest"]
            }
            lines.insert("name: Routine \(number)", at: 0)
            lines.remove(at: 1)
            try Self.write(lines.joined(separator: "\n") + "\n", to: "\(store)/routines/r\(number).routine")
        }
        // Three a day and more, from ten players, back to 2016.
        for number in 0..<sessions {
            let started = 1_460_000_000 + number * 3_200
            let text = Timestamp.text(seconds: started)
            let folder = "\(store)/sessions/\(text.prefix(4))/\(text.dropFirst(5).prefix(2))"
            let id = text.filter { $0 != "-" && $0 != ":" } + "-0a1b2c3\(number % 10)-\(String(0x1000_0000 + number, radix: 16))"
            if number % 300 == 0 || !FileManager.default.fileExists(atPath: folder) {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            }
            try Self.write(
                Self.session(id, startedSeconds: started, routine: "r\(number % 40).routine"), to: "\(folder)/\(id).json")
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: base) }

    static func session(_ id: String, startedSeconds: Int, routine: String = "r1.routine") -> String {
        SessionJSON.text(
            of: Session(
                id: id, routineID: routine, routineName: "Morning core", device: "0a1b2c3d", startedSeconds: startedSeconds,
                endedSeconds: startedSeconds + 345, wasCompleted: startedSeconds % 7 != 0, completedStepCount: 5, totalStepCount: 5,
                activeSeconds: 330,
                steps: ["bridge", "squat", "russian-twist", "bicycle-crunch", "mountain-climbers"].map {
                    Session.StepResult(workoutID: $0, name: $0, wasCompleted: true)
                }))
    }

    private static func write(_ text: String, to path: String) throws {
        let file = Descriptor(owning: open(path, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0o644))
        var text = text
        let raw = file.raw
        try text.withUTF8 { buffer in _ = try systemCall("write \(path)") { Glibc.write(raw, buffer.baseAddress, buffer.count) } }
    }

    /// Milliseconds to open and read every file, on one thread, with nothing made of it.
    func readEverything() throws -> Double {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var paths: [String] = []
        let names = FileManager.default.enumerator(atPath: store)
        while let name = names?.nextObject() as? String { if name.contains(".") { paths.append(store + "/" + name) } }
        return elapsed {
            for path in paths {
                let raw = open(path, O_RDONLY | O_CLOEXEC)
                while read(raw, &buffer, buffer.count) > 0 {}
                _ = close(raw)
            }
        }
    }
}
