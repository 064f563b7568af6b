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
            return notMeasured("store: \(cold) and \(warm) are not all there is, so no figure means anything")
        }
        // The clock's milliseconds are those of a machine that others work on, too; the processor's are the program's own.
        func processor(_ start: StoreStart) -> String { "of processor " + Unit.milliseconds.text(start.processorMilliseconds) }
        var load = [0.0, 0.0, 0.0]
        getloadavg(&load, 3)
        say("store: the machine's load is \(load[0]) on \(ProcessInfo.processInfo.activeProcessorCount) processors")
        report("store: start to home data, with the index", warm.milliseconds, .milliseconds, goal: 250, note: processor(warm))
        report("store: the same without it", cold.milliseconds, .milliseconds, goal: 4000, note: processor(cold))
        report("store: the same until routines and plans are known", cold.partMilliseconds, .milliseconds)
        report("store: memory at most, with the index", warm.peakMegabytes, .megabytes, goal: 120)
        report("store: memory at most, without it", cold.peakMegabytes, .megabytes, goal: 120)
        report("store: memory at most, once all was looked at and the index made", warm.laterMegabytes, .megabytes, goal: 120)
        say("store: find -type f | wc -l takes \(find) ms, reading the same bytes \(bytes) ms")
        report("store: with the index, against find | wc -l", warm.milliseconds / find, .times)
        report("store: without it, against reading the same bytes", cold.milliseconds / bytes, .times)
        report("store: a changed routine of 10,000, to a library", warm.changeMilliseconds, .milliseconds, goal: 20)
        report("store: a new session of 100,000, to a library", warm.sessionMilliseconds, .milliseconds, goal: 20)
        report("store: the sweep of every file in the quiet", warm.sweepMilliseconds, .milliseconds)
        report("store: the index made", warm.indexMilliseconds, .milliseconds, note: Unit.megabytes.text(warm.indexMegabytes))
        try benchWholeStart(scratch)
        footnote(
            "A store was read here just before, so its files come from memory and not from a card: what a start over it takes is the program's "
                + "own work and the kernel's.")
    } catch { notMeasured("store: \(error)") }
}

/// The whole program over that store in a terminal, at 1920 × 1080: from its start until home stands, and from PLAY to the pre-roll. That
/// it was home, with what the index knows, is seen by what PLAY then plays.
private func benchWholeStart(_ scratch: ScratchStore) throws {
    let state = scratch.base + "/state"
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    try Data(#"{"welcomeSeen": true}"#.utf8).write(to: URL(fileURLWithPath: state + "/settings.json"))
    var starts: [Double] = []
    var plays: [Double] = []
    // The first makes the index.
    for run in 0..<6 {
        let index = try? FileManager.default.attributesOfItem(atPath: state + "/index")[.size] as? Int
        guard run == 0 || (index ?? 0) > 1_000_000 else {
            throw Refusal(sentence: "the program left an index of \(index ?? 0) bytes, so what is measured would be no start with one")
        }
        let environment = ["STATE_DIRECTORY": state, "ALSA_CONFIG_PATH": "/dev/null"]
        let kiosk = try TerminalPlay(
            benchProgram("stepback"), ["run", "--panel", "terminal", "--size", "1920x1080", "--store", scratch.store],
            environment: environment)
        defer { kiosk.end() }
        guard let home = kiosk.lastChange(within: .seconds(60)) else { throw SystemError(action: "see home", code: ETIMEDOUT) }
        if run == 0 { kiosk.watch(for: .seconds(5)) }
        // SPACE is PLAY.
        let pressed = kiosk.type(" ")
        guard let ready = kiosk.nextPicture(within: .seconds(5)) else { throw SystemError(action: "see the pre-roll", code: ETIMEDOUT) }
        kiosk.end()
        try expectPlayed(scratch, journal: state + "/journal.json")
        if run == 0 { continue }
        starts.append((home - kiosk.started).milliseconds)
        plays.append((ready - pressed).milliseconds)
    }
    report(
        "store: the program's start to home, 10,000 routines, 100,000 sessions, with the index", starts.median, .milliseconds, goal: 1000)
    report("store: PLAY to the pre-roll, over the same", plays.median, .milliseconds, goal: 300)
}

/// Only from a home that knew the store can one of its routines have been played. Takes the journal away: with it the next start would
/// ask about it instead of showing home.
private func expectPlayed(_ scratch: ScratchStore, journal path: String) throws {
    struct Entry: Decodable {
        struct Routine: Decodable { var id, name: String }
        var routine: Routine
    }
    guard FileManager.default.fileExists(atPath: path) else { throw Refusal(sentence: "PLAY at home played nothing") }
    let routine = try JSONDecoder().decode(Entry.self, from: Data(contentsOf: URL(fileURLWithPath: path))).routine
    guard routine.name.hasPrefix("Routine "), FileManager.default.fileExists(atPath: "\(scratch.store)/routines/\(routine.id)") else {
        throw Refusal(sentence: "PLAY at home played \(routine.name) (\(routine.id)), which is none of the store's routines")
    }
    try FileManager.default.removeItem(atPath: path)
}

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
