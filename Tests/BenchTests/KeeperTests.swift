import Foundation
import Glibc
import TestSupport
import Testing

@Test(.enabled(if: BenchProgram.canRun, "bench is not beside the tests, or another kind of machine's"))
func aKilledBenchLeavesNeitherProcessNorFile() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("keeper-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // It lies among temporary files.
    defer { try? FileManager.default.removeItem(at: folder) }
    func files() -> [String] { FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [] }
    let process = Process()
    let errors = Pipe()
    process.executableURL = BenchProgram.url
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
