import Foundation
import TestSupport
import Words

@testable import Commands

/// Runs a command line as a shell would, without a process: what it wrote, and its exit code.
struct Shell {
    var code: Int32
    var output: String
    var errors: String

    init(_ arguments: String..., variables: [String: String] = [:]) { self.init(arguments: arguments, variables: variables) }

    /// - Parameter input: nil: it cannot be read.
    init(arguments: [String], variables: [String: String] = [:], input: [UInt8]? = nil) {
        final class Lines {
            var output = ""
            var errors = ""
        }
        let lines = Lines()
        code = Commands.run(
            Surroundings(
                arguments: arguments, variables: variables, executable: Project.root.appendingPathComponent("stepback").path,
                write: { lines.output += $0 }, complain: { lines.errors += $0 }, read: { limit in input.map { Array($0.prefix(limit)) } }))
        output = lines.output
        errors = lines.errors
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
