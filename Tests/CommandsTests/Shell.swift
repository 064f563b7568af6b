import Foundation
import Glibc
import Playback
import TestSupport
import Words

@testable import Commands

/// Runs a command line as a shell would, without a process: what it wrote, and its exit code.
struct Shell {
    var code: Int32
    var output: String
    var errors: String
    /// How long it waited, in all; its clock stands still meanwhile.
    var waited: Duration

    init(_ arguments: String..., variables: [String: String] = [:]) { self.init(arguments: arguments, variables: variables) }

    /// - Parameters:
    ///   - input: nil: it cannot be read.
    ///   - readings: of its clock, in seconds, one after the other; zero when there is none left.
    ///   - playersFolder: where a kiosk of this machine would keep its things, and `access` what the kernel says of entering
    ///     its store; only root and the kiosk itself write beside it.
    init(
        arguments: [String], variables: [String: String] = [:], input: [UInt8]? = nil, readings: [Int64] = [],
        playersFolder: String = "/nowhere", access: Int32 = 0, isRoot: Bool = false
    ) {
        final class Lines {
            var output = ""
            var errors = ""
            var waited = Duration.zero
        }
        let lines = Lines()
        var readings = readings[...]
        code = Commands.run(
            Surroundings(
                arguments: arguments, variables: variables, executable: Project.root.appendingPathComponent("stepback").path,
                write: { lines.output += $0 }, complain: { lines.errors += $0 }, read: { limit in input.map { Array($0.prefix(limit)) } },
                now: { Instant(nanoseconds: (readings.popFirst() ?? 0) * 1_000_000_000) }, wait: { lines.waited += $0 },
                playersFolder: playersFolder,
                access: { path, rights in
                    guard path.hasPrefix(playersFolder) else { return Glibc.access(path, rights) == 0 ? 0 : errno }
                    if !FileManager.default.fileExists(atPath: path) { return ENOENT }
                    return rights & W_OK == 0 || isRoot ? access : EACCES
                }))
        output = lines.output
        errors = lines.errors
        waited = lines.waited
    }
}

/// A folder that is gone when the test is over.
final class Scratch {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("stepback-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file and gives its path.
    func file(_ name: String, _ text: String) throws -> String { try file(name, Data(text.utf8)) }

    func file(_ name: String, _ data: Data) throws -> String {
        try data.write(to: url.appendingPathComponent(name))
        return path(name)
    }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}

/// The shipped words in English, read once.
let english: Words = {
    do {
        let data = try Data(contentsOf: Project.resources.appendingPathComponent("Localizable.xcstrings"))
        return try Words(catalog: data, locale: Locale(identifier: "en"))
    } catch { preconditionFailure("\(error)") }
}()
