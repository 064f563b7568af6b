import Bridge
import Foundation
import Library
import TestSupport
import Testing
import Workouts

/// Whether `python3 -c …` can be done here.
private func python(_ arguments: [String], input: String = "") throws -> (code: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    let (into, out) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (into, out, out)
    try process.run()
    into.fileHandleForWriting.write(Data(input.utf8))
    try into.fileHandleForWriting.close()
    let text = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
}

private let canValidate = (try? python(["-c", "from jsonschema import Draft202012Validator"]))?.code == 0

/// What a schema can see; the rest needs the store, or counts across members.
private let structural: Set = ["type", "missing", "unknownMember", "range", "empty", "format", "choice"]

@Suite struct SchemaTests {
    private static let schemas = Project.resources.appendingPathComponent("schemas")

    @Test(.enabled(if: canValidate, "python3-jsonschema is not installed: schemas are compared with nothing here"))
    func everyFileOfTheBridgeIsAsItsSchemaSays() throws {
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("stepback-schemas-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        var lines: [String] = []
        func compare(_ bytes: [UInt8], with schema: String, isValid: Bool, _ name: String) throws {
            let url = scratch.appendingPathComponent("\(lines.count)-\(name)")
            try Data(bytes).write(to: url)
            lines.append("\(schema)\t\(isValid ? "valid" : "invalid")\t\(url.path)")
        }
        let verbs = Set(BridgeVerb.allCases.map(\.rawValue))
        for `case` in Case.all {
            let verdict = try caseStore().verdict(BridgeSubmission(`case`.bytes))
            try compare(verdict.outcome.bytes, with: "outcome", isValid: true, `case`.name)
            guard let command = verdict.outcome.command, verbs.contains(command) else { continue }
            switch verdict.outcome.status {
            case .accepted: try compare(`case`.bytes, with: command, isValid: true, `case`.name)
            // No pattern knows leap years.
            case .rejected where `case`.name == "date-of-no-leap-year": break
            case .rejected(let faults, _) where faults.contains { structural.contains($0.code.rawValue) }:
                try compare(`case`.bytes, with: command, isValid: false, `case`.name)
            case .rejected: break
            }
        }
        try compare(BridgeManifest.bytes(try caseStore().bridge), with: "manifest", isValid: true, "manifest")
        try compare(BridgeManifest.bytes(MemoryStore(gallery: gallery).bridge), with: "manifest", isValid: true, "empty")
        for name in [" ", #"\u200b\u2060"#, #"\u0007"#, #"\u00a0\ufeff"#, String(repeating: "e\u{301}", count: 1_501)] {
            let text = #"{"schemaVersion": 1, "commandId": "x", "command": "createWorkout", "workout": {"name": "\#(name)"}}"#
            #expect(!(try caseStore().verdict(BridgeSubmission(Array(text.utf8))).outcome.isAccepted))
            try compare(Array(text.utf8), with: "createWorkout", isValid: false, "name")
        }
        // A validator that accepts everything would be found out.
        try compare(Array("{}".utf8), with: "manifest", isValid: false, "nothing")
        try compare(Array("{}".utf8), with: "outcome", isValid: false, "nothing")
        for example in try Skill.examples() {
            try compare(example.outcome, with: "outcome", isValid: true, "skill")
            if let command = example.schema { try compare(example.command, with: command, isValid: true, "skill") }
        }
        let script = Project.root.appendingPathComponent("Tests/BridgeTests/validate.py").path
        let result = try python([script, Self.schemas.path], input: lines.map { $0 + "\n" }.joined())
        #expect(result.code == 0, "\(result.text)")
        #expect(result.text.hasSuffix("\(lines.count) files compared with 9 schemas\n"), "\(result.text)")
    }

    @Test func everyCommandHasItsSchemaAndTheManifestNamesIt() throws {
        let manifest = try JSON(parsing: String(decoding: BridgeManifest.bytes(try caseStore().bridge), as: UTF8.self))
        guard case .array(let commands)? = manifest["commands"]?.kind else { throw CocoaError(.coderInvalidValue) }
        #expect(commands.compactMap { $0["command"]?.string } == BridgeVerb.allCases.map(\.rawValue))
        for command in commands {
            let name = try #require(command["schema"]?.string)
            #expect(FileManager.default.fileExists(atPath: Self.schemas.appendingPathComponent(name).path))
        }
    }

    @Test func theOutcomesSchemaKnowsEveryCode() throws {
        let text = try String(contentsOf: Self.schemas.appendingPathComponent("outcome.schema.json"), encoding: .utf8)
        for code in BridgeFault.Code.allCases { #expect(text.contains("\"const\": \"\(code.rawValue)\""), "\(code)") }
    }
}
