import Bridge
import Foundation
import Glibc
import Library
import Linux
import Store
import TestSupport
import Workouts

/// 10,000 commands lie in an inbox, and the process that carries them out is killed at random calls, over and over; then 1,000 come one
/// after the other, as a program sends them, to two such processes on one store. Afterwards every outcome and every document holds the
/// bytes that a model in memory says. STEPBACK_COMMANDS and STEPBACK_KILLS say how many. Ends the program with 1 when anything differs.
func benchBridge() {
    func number(_ name: String, _ usual: Int) -> Int { ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? usual }
    let (commands, kills) = (number("STEPBACK_COMMANDS", 10_000), number("STEPBACK_KILLS", 500))
    do {
        let alone = try BridgeHarness()
        defer { alone.remove() }
        try alone.fill(commands)
        let filled = DispatchTime.now().uptimeNanoseconds
        let lives = try alone.killUntilEmpty(every: max(100, commands * 68 / max(1, kills)))
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - filled) / 1e9
        try alone.look()
        report("bridge: commands in a row", Double(alone.sent), .count)
        report("bridge: kills meanwhile, at random calls", Double(lives), .count)
        report("bridge: they took, all starts included", seconds, .seconds)
        report("bridge: outcomes or documents that differ", Double(alone.wrong.count), .count, goal: 0)
        let together = try BridgeHarness()
        defer { together.remove() }
        let deaths = try together.sendToTwo(commands / 10)
        try together.look()
        report("bridge: commands one by one, two processes on one store", Double(together.sent), .count)
        report("bridge: kills of either", Double(deaths), .count)
        report("bridge: outcomes or documents that differ, of these", Double(together.wrong.count), .count, goal: 0)
        let (milliseconds, bytes) = manifestOfTenThousand()
        report("bridge: the manifest of 10,000 routines of ten steps, made", milliseconds, .milliseconds)
        report("bridge: its size", Double(bytes) / 1e6, .megabytes)
        for sentence in (alone.wrong + together.wrong).prefix(10) { say(sentence) }
        if !alone.wrong.isEmpty || !together.wrong.isEmpty { exit(1) }
    } catch {
        say("bridge: \(error)")
        exit(1)
    }
}

private func manifestOfTenThousand() -> (milliseconds: Double, bytes: Int) {
    let steps = (0..<10).map {
        Step(workoutID: "squat", name: "Squats", workSeconds: 30 + $0, sets: 3, setRestSeconds: 10, restAfterSeconds: 15)
    }
    let routines = (0..<10_000).map { number in
        RoutineEntry(
            path: "routines/r\(number).json", routine: Routine(id: "r\(number)", name: "Routine \(number)", steps: steps), updated: nil,
            starter: nil, revision: Revision(of: Array("\(number)".utf8)), notes: [])
    }
    let library = Library(status: .ready, catalog: BridgeChild.gallery, routines: routines)
    let start = DispatchTime.now().uptimeNanoseconds
    let bytes = BridgeManifest.bytes(BridgeStore(library: library, catalog: BridgeChild.gallery))
    return (Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6, bytes.count)
}

/// The child: carries out what is in the inbox. Writes a dot to standard output at every system call.
enum BridgeChild {
    /// A catalog of a few workouts: every start makes one.
    static let gallery: Catalog = {
        let workouts = ["squat", "bridge", "plank"].map {
            #"{"id": "\#($0)", "nameKey": "x", "englishName": "\#($0)", "categoryID": "core", "focusAreas": [], "aliases": {}}"#
        }
        let text = #"{"catalogVersion": 1, "categories": [], "workouts": [\#(workouts.joined(separator: ", "))]}"#
        do { return try Catalog(parsing: Array(text.utf8)) } catch { preconditionFailure("\(error)") }
    }()

    /// Ends when the inbox is empty, or goes on looking.
    static func run(_ arguments: [String]) throws -> Never {
        let (path, owner, goesOn) = (arguments[0], arguments[1], arguments[2] == "on")
        let folder = try StoreFolder(path: path)
        let store = KeptFolder(path: path, owner: owner, files: Ticking())
        for place in ["routines", "plans", BridgePlaces.outcomes] { try store.sweep(place) }
        let contents = StoreContents(folder: folder, gallery: gallery)
        contents.start()
        let desk = BridgeDesk(store: store, folder: folder) { again in
            if !again.isEmpty { _ = contents.look(at: again) }
            let library = contents.library(.ready)
            return BridgeStore(library: library, catalog: BridgeStore.catalog(gallery, with: library.ownEntries))
        }
        repeat {
            for name in try store.names(in: BridgePlaces.inbox) ?? [] { _ = try desk.perform(name) }
        } while goesOn
        exit(0)
    }
}

/// The parent: writes commands, kills, looks. What everything should come to it knows from the same rules, applied in memory.
private final class BridgeHarness {
    private(set) var sent = 0
    private(set) var wrong: [String] = []
    private let folder: String
    /// Documents, and the outcomes that are to be.
    private var files: [String: [UInt8]] = [:]

    init() throws {
        folder = NSTemporaryDirectory() + "stepback-bridge-\(UUID().uuidString)"
        for place in ["routines", "plans", BridgePlaces.inbox] {
            try FileManager.default.createDirectory(atPath: folder + "/" + place, withIntermediateDirectories: true)
        }
        for number in 0..<3 {
            files["plans/p\(number).json"] = Array(
                #"{"id": "p\#(number)", "name": "P", "updatedAt": "2026-01-0\#(number + 1)T00:00:00Z", "isActive": \#(number == 0), "slots": []}"#
                    .utf8)
        }
        for (path, bytes) in files { try put(bytes, path) }
    }

    /// What was left may be wanted when something is wrong.
    func remove() { if wrong.isEmpty { try? FileManager.default.removeItem(atPath: folder) } }

    private func put(_ bytes: [UInt8], _ path: String) throws {
        // As a careful program does it: under another name first.
        let name = path.split(separator: "/").last!
        let hidden = folder + "/" + path.dropLast(name.count) + "." + name
        try Data(bytes).write(to: URL(fileURLWithPath: hidden))
        guard rename(hidden, folder + "/" + path) == 0 else { throw SystemError(action: "put \(path)", code: errno) }
    }

    // MARK: Commands

    /// The next command, carried out in memory.
    private func next() -> (name: String, bytes: [UInt8]) {
        let number = sent
        sent += 1
        let (block, place) = (number / 10, number % 10)
        let routine = "routines/authored-c\(block * 10).json"
        let plan = "plans/p\(number % 3).json"
        func text(_ verb: String, _ rest: String) -> String {
            #"{"schemaVersion": 1, "commandId": "c\#(number)", "command": "\#(verb)", "issuedAt": "2026-03-02T07:00:00Z", \#(rest)}"#
        }
        func steps(_ seconds: Int) -> String {
            #"[{"workoutID": "squat", "workSeconds": \#(seconds % 80_000 + 1)}, {"workoutID": "plank", "workSeconds": 20}]"#
        }
        func seen(_ path: String) -> String { #""revision": "\#(Revision(of: files[path] ?? []))""# }
        let command: String
        var known = [routine]
        switch place {
        case 0: command = text("createRoutine", #""routine": {"name": "R\#(number)", "steps": \#(steps(number))}"#)
        case 1...5:
            command = text(
                "updateRoutine", #""id": "authored-c\#(block * 10)", \#(seen(routine)), "routine": {"steps": \#(steps(number))}"#)
        case 6:
            command = text(
                "updateRoutine", #""id": "authored-c\#(block * 10)", "revision": "\#(Revision(of: []))", "routine": {"name": "Stale"}"#)
        case 7:
            command = text("updatePlan", #""id": "p\#(number % 3)", \#(seen(plan)), "plan": {"name": "P\#(number)"}"#)
            known = [plan]
        case 8:
            command = text("activatePlan", #""id": "p\#(number % 3)""#)
            known = (0..<3).map { "plans/p\($0).json" }
        default: command = text("deleteRoutine", #""id": "authored-c\#(block * 10)""#)
        }
        let bytes = Array(command.utf8)
        // Only what the command speaks of, so that ten thousand take seconds.
        var model = MemoryStore(files.filter { known.contains($0.key) }, gallery: BridgeChild.gallery)
        model.submit(bytes)
        for (path, bytes) in model.files { files[path] = bytes }
        return ("c" + String(repeating: "0", count: 6 - "\(number)".count) + "\(number).json", bytes)
    }

    func fill(_ count: Int) throws {
        for _ in 0..<count {
            let (name, bytes) = next()
            try put(bytes, BridgePlaces.inbox + "/" + name)
        }
    }

    // MARK: Lives

    private func child(_ owner: String, goesOn: Bool) throws -> (process: Process, pipe: Pipe) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        process.arguments = ["bridge-child", folder, owner, goesOn ? "on" : "off"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        return (process, pipe)
    }

    private func names(_ place: String) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder + "/" + place) }

    /// Until a child comes to its end by itself; how many were killed.
    /// - Parameter calls: on average, until one is.
    func killUntilEmpty(every calls: Int) throws -> Int {
        var kills = 0
        while true {
            let (process, pipe) = try child("0a1b2c3d", goesOn: false)
            var left = Int.random(in: 1...(2 * calls))
            while left > 0 {
                let part = pipe.fileHandleForReading.availableData
                if part.isEmpty { break }
                left -= part.count
            }
            let isOver = left > 0
            if !isOver { kill(process.processIdentifier, SIGKILL) }
            _ = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            if isOver {
                guard process.terminationStatus == 0 else { throw SystemError(action: "come to an end", code: ECHILD) }
                return kills
            }
            kills += 1
        }
    }

    /// One command after the other, each when the one before has its outcome; two children, of which now one, now the other is killed.
    func sendToTwo(_ count: Int) throws -> Int {
        var kills = 0
        let owners = ["0a1b2c3d", "ffffffff"]
        var children = try owners.map { try child($0, goesOn: true) }
        // Its own name and type: Swift 6.0.3 takes the closure, where it is nested, for one that may not leave its thread.
        let drain: @Sendable (FileHandle) -> Void = { _ = $0.availableData }
        for child in children { child.pipe.fileHandleForReading.readabilityHandler = drain }
        for number in 0..<count {
            let (name, bytes) = next()
            try put(bytes, BridgePlaces.inbox + "/" + name)
            let outcome = folder + "/" + BridgePlaces.outcome("c\(number)")
            let end = DispatchTime.now().uptimeNanoseconds + 30_000_000_000
            let killAt = number % 5 == 0 ? DispatchTime.now().uptimeNanoseconds + UInt64.random(in: 0...3_000_000) : UInt64.max
            var hasKilled = false
            while access(outcome, F_OK) != 0 || !hasKilled && killAt != .max {
                if DispatchTime.now().uptimeNanoseconds >= killAt, !hasKilled {
                    hasKilled = true
                    let victim = Int.random(in: 0...1)
                    kill(children[victim].process.processIdentifier, SIGKILL)
                    children[victim].process.waitUntilExit()
                    children[victim].pipe.fileHandleForReading.readabilityHandler = nil
                    children[victim] = try child(owners[victim], goesOn: true)
                    children[victim].pipe.fileHandleForReading.readabilityHandler = drain
                    kills += 1
                }
                guard DispatchTime.now().uptimeNanoseconds < end else { throw SystemError(action: "wait for \(outcome)", code: ETIMEDOUT) }
            }
        }
        // The last file may still be on its way out.
        while try names(BridgePlaces.inbox).contains(where: { !$0.hasPrefix(".") }) {}
        for child in children {
            kill(child.process.processIdentifier, SIGKILL)
            child.process.waitUntilExit()
        }
        return kills
    }

    // MARK: Looking

    func look() throws {
        for (path, bytes) in files where FileManager.default.contents(atPath: folder + "/" + path).map({ [UInt8]($0) }) != bytes {
            wrong.append("\(path) is not what it should be")
        }
        for place in ["routines", "plans", BridgePlaces.outcomes] {
            for name in try names(place) where !name.hasSuffix(".tmp") && files["\(place)/\(name)"] == nil {
                wrong.append("\(place)/\(name) is one too many")
            }
        }
        let inbox = try names(BridgePlaces.inbox).filter { !$0.hasPrefix(".") }
        if !inbox.isEmpty { wrong.append("\(inbox.count) files are still in the inbox") }
        if try names(BridgePlaces.done).count != sent { wrong.append("\(try names(BridgePlaces.done).count) of \(sent) commands are done") }
    }
}
