import Foundation
import TestSupport
import Testing

@Test func noFileIsLongerThanFourHundredLines() throws {
    let endings = [".swift", ".h", ".c", ".py", ".sh", ".modulemap"]
    var files = ["Sources", "Tests", "bench"].flatMap { folder in endings.flatMap { Project.files(below: folder, ending: $0) } }
    // The commands in deploy have no ending.
    files += Project.files(below: "deploy", ending: "").filter { !$0.contains("__pycache__") }
    for file in files {
        guard let text = try? Project.text(file) else { continue }  // A folder, or no text.
        let lines = text.utf8.count { $0 == UInt8(ascii: "\n") }
        #expect(lines <= 400, "\(file) has \(lines) lines")
    }
    #expect(files.count > 20)
}

@Test func theTopLevelHoldsTheHouseAndNothingElse() throws {
    let house: Set = ["Package.swift", "Sources", "Tests", "Resources", "deploy", "systemd", "README.md", "LICENSE", "bench"]
    // What .gitignore names: made by the commands, never kept.
    let made: Set = ["out"]
    for name in try FileManager.default.contentsOfDirectory(atPath: Project.root.path) where !name.hasPrefix(".") && !name.hasSuffix(".deb")
    {
        #expect(house.contains(name) || made.contains(name), "\(name) does not belong at the top level")
    }
}

@Test func namesSayWhatTheyMean() {
    let vague = ["Manager", "Helper", "Utils", "Utilities", "Misc"]
    for source in Project.sources {
        let name = source.path.split(separator: "/").last!.dropLast(".swift".count)
        for word in vague { #expect(!name.hasSuffix(word), "\(source.path)") }
    }
}

@Test func nothingIsLeftOpen() throws {
    // Put together here, so that this file does not find itself.
    let marks = ["TO" + "DO", "FIX" + "ME", "X" + "XX", "not imple" + "mented"]
    for source in Project.sources {
        let text = try Project.text(source.path)
        for mark in marks { #expect(!text.contains(mark), "\(source.path) says \(mark)") }
    }
}

@Test func whatTheCompilerCannotCheckIsArgued() {
    #expect(
        unexplained("try?", in: SwiftSource(path: "x", text: "try? a()\n// Why.\ntry? b()\ntry? c() // why\n\n\ntry? d()")) == [
            "x:1", "x:7",
        ])
    for source in Project.sources where source.path.hasPrefix("Sources/") {
        for claim in ["@unchecked Sendable", "nonisolated(unsafe)", "try?", "try!"] {
            #expect(unexplained(claim, in: source) == [], "\(claim)")
        }
    }
}

/// Where a claim stands without a comment on its line or within the two above it.
private func unexplained(_ claim: String, in source: SwiftSource) -> [String] {
    source.lines.enumerated().filter { claims(claim, in: $1) }.map { $0.offset + 1 }
        .filter { line in (line - 2...line).allSatisfy { !source.commentedLines.contains($0) } }
        .map { "\(source.path):\($0)" }
}

/// "PlanEntry?" is no "try?".
private func claims(_ claim: String, in line: String) -> Bool {
    line.ranges(of: claim).contains { range in !(line[..<range.lowerBound].last?.isLetter ?? false) }
}

@Test func thePreviousCompilerUnderstandsTheSources() {
    // Debian 13 has Swift 6.0.3, and only another machine compiles with it: what it refuses is looked for here first.
    #expect(tooNew(SwiftSource(path: "x", text: "f(\n  a,\n  b,\n)\nlet c = [\n  1,\n]\ng(\"\",\n)")) == ["x:3", "x:8"])
    for source in Project.sources {
        #expect(tooNew(source) == [], "a comma before )")
        for word in [" Span<", "RawSpan", "InlineArray", "nonisolated struct", "isolated deinit", "@c "] {
            #expect(!source.lines.contains { $0.contains(word) }, "\(source.path): \(word)")
        }
    }
}

/// The lines that end in a comma whose next code is a closing parenthesis.
private func tooNew(_ source: SwiftSource) -> [String] {
    let lines = source.lines.map { $0.trimmingCharacters(in: .whitespaces) }
    return lines.indices.filter { index in
        lines[index].hasSuffix(",") && lines[(index + 1)...].first { !$0.isEmpty }?.hasPrefix(")") == true
    }.map { "\(source.path):\($0 + 1)" }
}
