import Foundation
import Glibc
import Linux
import Playback
import Ports
import Store
import Workouts

/// A process that saves without a pause is killed at random calls, over and over, on one store: afterwards every session that it said was
/// safe is there once, the one in flight is there or in the journal, and every other file is old or new. STEPBACK_KILLS says how often
/// (500). Ends the program with 1 when anything is lost.
func benchKills() {
    let kills = ProcessInfo.processInfo.environment["STEPBACK_KILLS"].flatMap(Int.init) ?? 500
    do {
        let harness = try KillHarness()
        defer { harness.remove() }
        for _ in 0..<kills { try harness.killOnce() }
        try harness.look(finally: true)
        report("kills: of a process that saves, at random calls", "\(kills)")
        report("kills: sessions saved by it", "\(harness.saved)")
        report("kills: sessions lost, doubled or torn", "\(harness.wrong.count)", goal: "0")
        for sentence in harness.wrong.prefix(10) { say(sentence) }
        if !harness.wrong.isEmpty { exit(1) }
    } catch {
        say("kills: \(error)")
        exit(1)
    }
}

/// The child: saves until it is killed. Writes a dot to standard output at every system call, and a line for each session that is safe.
enum Saver {
    static let device = "0a1b2c3d"
    static let foreign = "Not ours\nBridge 30s\n"

    static func session(_ number: Int) -> FinishedSession {
        let seconds = 1_772_434_800 + number * 60
        let session = Session(
            id: "", routineID: "x", routineName: "Session \(number)", device: "", startedSeconds: seconds, endedSeconds: seconds + 60,
            wasCompleted: true, completedStepCount: 1, totalStepCount: 1, activeSeconds: 60)
        return FinishedSession(session: session, random: random(number), started: Instant(nanoseconds: 0), bootID: "b", isDateKnown: true)
    }

    static func random(_ number: Int) -> String { String(format: "%08x", number) }

    static func run(_ arguments: [String]) throws -> Never {
        let (folder, first) = (arguments[0], Int(arguments[1]) ?? 0)
        let files = Ticking()
        let local = KeptFolder(path: folder + "/local", owner: "local", files: files)
        let store = KeptFolder(path: folder + "/store", owner: device, files: files)
        for place in ["", "outbox"] { try local.sweep(place) }
        for place in ["", "routines", "sessions/2026/03"] { try store.sweep(place) }
        let filer = SessionFiler(local: local, device: device, bootID: "b")
        for number in first... {
            // As the kiosk does it: the journal first, and it goes only when the session is safe.
            try local.write(Array("\(number)".utf8), to: "journal")
            // Every third time the store is away.
            _ = try filer.file(session(number), into: number % 3 == 0 ? nil : store)
            try local.remove("journal")
            put("\n\(number)\n")
            if number % 3 == 1 { _ = try filer.moveOutbox(into: store) }
            var settings = Settings()
            settings.volume = number % 101
            try SettingsFile(local).write(settings)
            let old = try store.read("routines/mine.routine", limit: 10_000)
            try store.write(
                Array("Version \(number)\nBridge 30s\n".utf8), to: "routines/mine.routine", expecting: old.map { .bytes($0) } ?? .absent)
        }
        exit(0)
    }

    static func put(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) } }
}

/// The real file system; every call is heard of.
struct Ticking: FileSystem {
    private let real = LinuxFileSystem()
    private func tick() { Saver.put(".") }
    func openRoot(_ path: String) throws(SystemError) -> Int32 {
        tick()
        return try real.openRoot(path)
    }
    func openFolder(_ name: String, in folder: Int32) throws(SystemError) -> Int32 {
        tick()
        return try real.openFolder(name, in: folder)
    }
    func makeFolder(_ name: String, in folder: Int32) throws(SystemError) {
        tick()
        try real.makeFolder(name, in: folder)
    }
    func create(_ name: String, in folder: Int32) throws(SystemError) -> Int32 {
        tick()
        return try real.create(name, in: folder)
    }
    func open(_ name: String, in folder: Int32) throws(SystemError) -> Int32 {
        tick()
        return try real.open(name, in: folder)
    }
    func facts(of descriptor: Int32) throws(SystemError) -> FileFacts {
        tick()
        return try real.facts(of: descriptor)
    }
    func read(_ file: Int32, count: Int) throws(SystemError) -> [UInt8] {
        tick()
        return try real.read(file, count: count)
    }
    /// In two parts, so that a kill finds half a file too.
    func write(_ bytes: ArraySlice<UInt8>, to file: Int32) throws(SystemError) -> Int {
        tick()
        return try real.write(bytes.prefix(max(1, bytes.count / 2)), to: file)
    }
    func setPermissions(_ mode: UInt32, of file: Int32) throws(SystemError) {
        tick()
        try real.setPermissions(mode, of: file)
    }
    func flush(_ descriptor: Int32) throws(SystemError) {
        tick()
        try real.flush(descriptor)
    }
    func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
        tick()
        try real.rename(name, to: newName, in: folder)
    }
    func renameToNew(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
        tick()
        try real.renameToNew(name, to: newName, in: folder)
    }
    func move(_ name: String, in folder: Int32, to newName: String, in other: Int32) throws(SystemError) {
        tick()
        try real.move(name, in: folder, to: newName, in: other)
    }
    func remove(_ name: String, in folder: Int32) throws(SystemError) {
        tick()
        try real.remove(name, in: folder)
    }
    func names(in folder: Int32) throws(SystemError) -> [String] {
        tick()
        return try real.names(in: folder)
    }
    func close(_ descriptor: Int32) { real.close(descriptor) }
}

/// The parent: starts, kills, looks.
private final class KillHarness {
    /// Sessions that the child said were safe.
    private(set) var saved = 0
    private(set) var wrong: [String] = []
    private let folder: String
    private var next = 0
    private var isSaid: Set<Int> = []

    init() throws {
        folder = NSTemporaryDirectory() + "stepback-kills-\(UUID().uuidString)"
        for place in ["local", "store/routines"] {
            try FileManager.default.createDirectory(atPath: folder + "/" + place, withIntermediateDirectories: true)
        }
        try Data(Saver.foreign.utf8).write(to: URL(fileURLWithPath: folder + "/store/routines/theirs.routine"))
    }

    /// What was left may be wanted when something is wrong.
    func remove() { if wrong.isEmpty { try? FileManager.default.removeItem(atPath: folder) } }

    func killOnce() throws {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        child.arguments = ["kills-child", folder, "\(next)"]
        let pipe = Pipe()
        child.standardOutput = pipe
        try child.run()
        var calls = Int.random(in: 1...400)
        var output: [UInt8] = []
        while calls > 0 {
            let part = pipe.fileHandleForReading.availableData
            guard !part.isEmpty else { throw SystemError(action: "hear of the child", code: EPIPE) }
            output += part
            calls -= part.count { $0 == UInt8(ascii: ".") }
        }
        kill(child.processIdentifier, SIGKILL)
        output += pipe.fileHandleForReading.readDataToEndOfFile()
        child.waitUntilExit()
        let said = String(decoding: output, as: UTF8.self).split { $0 == "." || $0 == "\n" }.compactMap { Int($0) }
        isSaid.formUnion(said)
        saved = isSaid.count
        try look(finally: false)
    }

    func look(finally: Bool) throws {
        let local = KeptFolder(path: folder + "/local", owner: "local")
        let store = KeptFolder(path: folder + "/store", owner: Saver.device)
        var filed = try store.names(in: "sessions/2026/03") ?? []
        let outbox = try local.names(in: "outbox") ?? []
        let journal = try local.read("journal", limit: 100).flatMap { Int(String(decoding: $0, as: UTF8.self)) }
        filed.removeAll { $0.hasSuffix(".tmp") }
        for name in filed {
            guard let bytes = try store.read("sessions/2026/03/" + name, limit: 1_000_000),
                SessionJSON.read(bytes, fileName: name).session?.id == String(name.dropLast(5))
            else {
                wrong.append("\(name) is torn")
                continue
            }
        }
        var times: [String: Int] = [:]
        for name in filed { times[String(name.dropLast(5).suffix(8)), default: 0] += 1 }
        for (random, count) in times where count > 1 { wrong.append("session \(random) is there \(count) times") }
        let kept = Set(times.keys).union(outbox.filter { !$0.hasPrefix(".") }.map { String($0.prefix(8)) })
        for number in isSaid where !kept.contains(Saver.random(number)) { wrong.append("session \(number) is lost") }
        // What the next start does with a journal that was left.
        let filer = SessionFiler(local: local, device: Saver.device, bootID: "b")
        if let journal, try !filer.contains(Saver.session(journal), in: store) { _ = try filer.file(Saver.session(journal), into: store) }
        try local.remove("journal")
        next = max(next, (isSaid.max() ?? -1) + 1, journal.map { $0 + 1 } ?? 0)
        if finally {
            _ = try filer.moveOutbox(into: store)
            let all = (try store.names(in: "sessions/2026/03") ?? []).filter { !$0.hasSuffix(".tmp") }
            let rest = (try local.names(in: "outbox") ?? []).filter { !$0.hasSuffix(".tmp") }
            if all.count != Set(all.map { $0.suffix(13) }).count || !rest.isEmpty {
                wrong.append("the outbox was not moved once")
            }
        }
        let settings = SettingsFile(local).read()
        if !settings.complaints.isEmpty { wrong.append("settings.json is torn") }
        let mine = try store.read("routines/mine.routine", limit: 10_000).map { String(decoding: $0, as: UTF8.self) }
        if let mine, mine.wholeMatch(of: #/Version [0-9]+\nBridge 30s\n/#) == nil { wrong.append("routines/mine.routine is torn") }
        if try store.read("routines/theirs.routine", limit: 10_000) != Array(Saver.foreign.utf8) {
            wrong.append("routines/theirs.routine was changed")
        }
        // One kill leaves one temporary file at most, and the next start sweeps it.
        let left = try ["routines", "sessions/2026/03"].flatMap { try store.names(in: $0) ?? [] }.filter { $0.hasSuffix(".tmp") }
        if left.count > 1 { wrong.append("\(left.count) temporary files are left") }
    }
}
