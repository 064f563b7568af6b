import Foundation
import Glibc
import Testing

/// The benchmarks' program, which is built beside the tests.
private let bench = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    .appendingPathComponent("bench")

/// An emulated machine runs the tests, but no programs of its own kind.
private let canRunBench: Bool = {
    let process = Process()
    process.executableURL = bench
    process.arguments = ["no-such-bench"]
    process.standardError = FileHandle.nullDevice
    // That it cannot be started is the answer.
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    // That its arguments are wrong.
    return process.terminationReason == .exit && process.terminationStatus == 64
}()

@Test(.enabled(if: canRunBench, "bench is not beside the tests, or another kind of machine's"))
func aKilledBenchLeavesNeitherProcessNorFile() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("keeper-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // It lies among temporary files.
    defer { try? FileManager.default.removeItem(at: folder) }
    func files() -> [String] { FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [] }
    let process = Process()
    let errors = Pipe()
    process.executableURL = bench
    process.arguments = ["kills"]
    process.environment = ["TMPDIR": folder.path, "STEPBACK_KILLS": "3000"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    // Once a child of its child's saves sessions.
    while process.isRunning, !files().contains(where: { $0.hasSuffix("/outbox") }) { sched_yield() }
    #expect(process.isRunning)
    kill(process.processIdentifier, SIGKILL)
    // Whatever it started holds the pipe's other end, which is closed with the last of them. Foundation waits for those, too, and for ever.
    var end = pollfd(fd: errors.fileHandleForReading.fileDescriptor, events: 0, revents: 0)
    try #require(poll(&end, 1, 30_000) == 1 && end.revents & Int16(POLLHUP) != 0, "something that it started goes on")
    process.waitUntilExit()
    #expect(files() == [])
}
