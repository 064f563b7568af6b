import Foundation
import TestSupport
import Testing

/// What it prints, and its exit code.
private func run(_ name: String, _ variables: [String: String]) throws -> (code: Int32, text: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = BenchProgram.url
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
        if: BenchProgram.canRun,
        "bench, which is killed for it, cannot be run here: `swift build --product bench` makes it, on a machine of its kind"))
func aProcessKilledTwentyTimesWhileItSavesLosesNothing() throws {
    let (code, text) = try run("kills", ["STEPBACK_KILLS": "20"])
    #expect(code == 0, "\(text)")
    #expect(text.contains("sessions lost, doubled or torn | 0 | 0 |"), "\(text)")
}

@Test(
    .enabled(
        if: BenchProgram.canRun,
        "bench, which is killed for it, cannot be run here: `swift build --product bench` makes it, on a machine of its kind"))
func aBridgeKilledInTheMiddleOfItsCommandsDoesEachOnce() throws {
    let (code, text) = try run("bridge", ["STEPBACK_COMMANDS": "200", "STEPBACK_KILLS": "20"])
    #expect(code == 0, "\(text)")
    #expect(text.contains("documents that differ | 0 | 0 |") && text.contains("of these | 0 | 0 |"), "\(text)")
}
