import Foundation
import Testing

/// The benchmarks' program, which is built beside the tests.
private let bench = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    .appendingPathComponent("bench")

/// An emulated machine runs the tests but no programs of its own kind.
private let canRunBench: Bool = {
    let process = Process()
    process.executableURL = bench
    process.arguments = ["no-such-bench"]
    process.standardError = FileHandle.nullDevice
    guard FileManager.default.isExecutableFile(atPath: bench.path), (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    // It says that there is no such one.
    return process.terminationReason == .exit && process.terminationStatus == 64
}()

/// What it prints, and its exit code.
private func run(_ name: String, _ variables: [String: String]) throws -> (code: Int32, text: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = bench
    process.arguments = [name]
    process.environment = variables.merging(
        ["TMPDIR": FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm/" : "/tmp/"], uniquingKeysWith: { $1 })
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
}

@Test(
    .enabled(
        if: canRunBench,
        "bench, which is killed for it, cannot be run here: `swift build --product bench` makes it, on a machine of its kind"))
func aProcessKilledTwentyTimesWhileItSavesLosesNothing() throws {
    let (code, text) = try run("kills", ["STEPBACK_KILLS": "20"])
    #expect(code == 0, "\(text)")
    #expect(text.contains("sessions lost, doubled or torn | 0 | 0 |"), "\(text)")
}

@Test(
    .enabled(
        if: canRunBench,
        "bench, which is killed for it, cannot be run here: `swift build --product bench` makes it, on a machine of its kind"))
func aBridgeKilledInTheMiddleOfItsCommandsDoesEachOnce() throws {
    let (code, text) = try run("bridge", ["STEPBACK_COMMANDS": "200", "STEPBACK_KILLS": "20"])
    #expect(code == 0, "\(text)")
    #expect(text.contains("documents that differ | 0 | 0 |") && text.contains("of these | 0 | 0 |"), "\(text)")
}
