import Foundation

/// The benchmarks' program, which is built beside the tests, for tests that kill a process.
public enum BenchProgram {
    public static let url = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("bench")

    /// An emulated machine runs the tests, but no programs of its own kind.
    public static let canRun: Bool = {
        let process = Process()
        process.executableURL = url
        process.arguments = ["no-such-bench"]
        process.standardError = FileHandle.nullDevice
        // That it is not there or cannot be started is the answer.
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        // That its arguments are wrong.
        return process.terminationReason == .exit && process.terminationStatus == 64
    }()
}
