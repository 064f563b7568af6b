import Foundation
import Linux

/// A program that was built beside this one; `stepback` itself as it is shipped, where deploy/bench has built that (STEPBACK_PROGRAM).
func benchProgram(_ name: String) -> URL {
    if name == "stepback", let shipped = ProcessInfo.processInfo.environment["STEPBACK_PROGRAM"] { return URL(fileURLWithPath: shipped) }
    return URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent(name)
}

/// Runs a program to its end.
/// - Returns: its exit status, and what it wrote to either output.
func output(of program: String, _ arguments: [String], environment: [String: String] = [:]) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
}

/// Builds a library of one C file.
func buildLibrary(_ source: String, in folder: String, linking libraries: [String] = []) throws -> String {
    let library = folder + "/" + (source as NSString).lastPathComponent + ".so"
    let path = benchFolder.appendingPathComponent(source).path
    let arguments = ["-O2", "-shared", "-fPIC", "-DPIC", path, "-o", library] + libraries.map { "-l" + $0 }
    let result = try output(of: "/usr/bin/cc", arguments)
    guard result.status == 0 else { throw SystemError(action: "compile \(path): \(result.text)", code: ENOEXEC) }
    return library
}

/// `peers/clocked.c`: a sound card by the clock, where a machine has none.
enum PretendCard {
    static func build(in folder: String) throws { _ = try buildLibrary("peers/clocked.c", in: folder, linking: ["asound"]) }

    /// What a process needs in its environment to sound on it, with what was heard in FOLDER/NAME.
    static func environment(folder: String, name: String) throws -> [String: String] {
        let heard = folder + "/" + name
        try? FileManager.default.removeItem(atPath: heard)
        try FileManager.default.createDirectory(atPath: heard, withIntermediateDirectories: true)
        let configuration = """
            </usr/share/alsa/alsa.conf>
            pcm_type.clocked { lib "\(folder)/clocked.c.so" }
            pcm.clocked { type clocked folder "\(heard)" }
            pcm.!default { type plug slave.pcm clocked }

            """
        try Data(configuration.utf8).write(to: URL(fileURLWithPath: heard + ".conf"))
        return ["ALSA_CONFIG_PATH": heard + ".conf"]
    }
}
