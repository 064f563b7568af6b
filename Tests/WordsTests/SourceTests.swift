import Foundation
import TestSupport
import Testing

@testable import Words

/// A literal that names a string of the catalog, as the sources use it.
private struct Use: Hashable {
    var place: String
    /// With `\()` where something is interpolated: "category.\()".
    var key: String
    /// How many arguments follow, in a call of `words`; nil elsewhere.
    var arguments: Int?
}

/// What a string asks of a call.
private struct Places: Hashable {
    /// The positions of its arguments.
    var positions: Set<Int>
    /// A number may choose among its forms without standing in them.
    var isPlural = false

    func agree(with count: Int) -> Bool { isPlural ? positions.allSatisfy { $0 < count } && count > 0 : positions == Set(0..<count) }
}

private let shippedKeys: [String: Places] = {
    // A catalog that does not parse fails in CatalogTests.
    let data = (try? Data(contentsOf: Project.resources.appendingPathComponent("Localizable.xcstrings"))) ?? Data()
    guard let catalog = try? Catalog(parsing: [UInt8](data), languages: [], reader: Locale(identifier: "en")) else { return [:] }
    return catalog.entries.mapValues { entry in
        let forms: [String] =
            switch entry.text {
            case .plain(let text): [text]
            case .plural(let forms): Array(forms.values)
            }
        var positions = Set(entry.substitutions.values.map(\.argument))
        for form in forms {
            var next = 0
            for case .argument(let position) in Template.pieces(form) {
                positions.insert(position ?? next)
                if position == nil { next += 1 }
            }
        }
        let isPlural = if case .plural = entry.text { true } else { false }
        return Places(positions: positions, isPlural: isPlural)
    }
}()

/// Letters and digits parted by dots, "stage.next": what a key looks like.
private func looksLikeAKey(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && parts[0].first?.isLowercase == true
        && parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-\\()".contains($0)) }
        }
}

private func uses(in source: SwiftSource, prefixes: Set<Substring>) -> [Use] {
    source.literals.compactMap { literal in
        let before = source.code[..<literal.offset]
        let isCall = before.hasSuffix("words(")
        let isKey = looksLikeAKey(literal.text) && prefixes.contains(literal.text.prefix { $0 != "." })
        guard isCall || isKey else { return nil }
        return Use(
            place: "\(source.path):\(literal.line)", key: literal.text,
            arguments: isCall ? argumentCount(source.code[literal.offset...]) : nil)
    }
}

extension ArraySlice<UInt8> {
    fileprivate func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}

/// The arguments after the first one, up to the parenthesis that closes the call; nil when they come in an array.
private func argumentCount(_ code: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    var count = 0
    for byte in code {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
            depth -= 1
            if depth < 0 { return count }
        case UInt8(ascii: ",") where depth == 0: count += 1
        case UInt8(ascii: ":") where depth == 0: return nil
        default: break
        }
    }
    return count
}

private func matches(_ key: String, _ pattern: String) -> Bool {
    let parts = pattern.components(separatedBy: "\\()")
    guard parts.count > 1 else { return key == pattern }
    guard key.hasPrefix(parts[0]), key.hasSuffix(parts.last!), key.count > parts[0].count + parts.last!.count else { return false }
    return true
}

private func problems(_ source: SwiftSource, keys: [String: Places]) -> [String] {
    let prefixes = Set(keys.keys.map { $0.prefix { $0 != "." } })
    return uses(in: source, prefixes: prefixes).flatMap { use -> [String] in
        let found = keys.filter { matches($0.key, use.key) }
        if found.isEmpty { return ["\(use.place): \(use.key) is not in the catalog"] }
        guard let count = use.arguments else { return [] }
        return found.filter { !$0.value.agree(with: count) }.map {
            "\(use.place): \($0.key) has \($0.value.positions.count) places, not \(count)"
        }
    }
}

@Test func everyKeyInTheSourcesIsInTheCatalogWithItsArguments() {
    let wrong = """
        let a = words("stage.set", .number(f(1, 2)), 3) + words("stage.set", 1) + words("stage.gone")
        let b = "stage.\\(x.y)" + "stage.nowhere" + "else.where" + "cue.\\(a).b"
        """
    #expect(
        problems(SwiftSource(path: "x", text: wrong), keys: ["stage.set": Places(positions: [0, 1]), "cue.a.c": Places(positions: [])]) == [
            "x:1: stage.set has 2 places, not 1", "x:1: stage.gone is not in the catalog", "x:2: stage.nowhere is not in the catalog",
            "x:2: cue.\\().b is not in the catalog",
        ])
    #expect(!shippedKeys.isEmpty)
    for source in Project.sources where source.path.hasPrefix("Sources/") { #expect(problems(source, keys: shippedKeys) == []) }
}

@Test func everyStringOfTheCatalogIsUsed() throws {
    let literals = Set(Project.sources.filter { $0.path.hasPrefix("Sources/") }.flatMap { $0.literals.map(\.text) })
    // Keys that are put together: "option.\(name)", key + ".fix".
    // What is nothing but a dot and two unknowns would make every key used.
    let patterns = literals.filter { $0.contains("\\()") && !$0.contains(" ") && $0.contains(".") && $0.count(where: \.isLetter) > 2 }
    let endings = literals.filter { $0.hasPrefix(".") && $0.count > 3 }
    // Names of workouts stand in the gallery's data.
    let gallery = try Project.text("Resources/catalog.json")
    #expect(matches("option.help", "option.\\()") && !matches("option.", "option.\\()"))
    for key in shippedKeys.keys.sorted() where !literals.contains(key) {
        let isMade =
            patterns.contains { matches(key, $0) }
            || endings.contains { key.hasSuffix($0) && shippedKeys[String(key.dropLast($0.count))] != nil }
        #expect(isMade || gallery.contains("\"\(key)\""), "\(key) is in the catalog for nothing")
    }
}

/// The rooms whose text reaches a person. Adapters' sentences go to the log only.
private let rooms = [
    "Core/Workouts", "Core/Playback", "Core/Library", "Core/Records", "Core/Bridge", "Stage/Canvas", "Stage/Stage", "App/Kiosk",
    "App/Commands",
]

/// Literals that look like prose and reach nobody as such, each file with its reason.
private let notForPeople: [String: Set<String>] = [
    // Said when the String Catalog, with the words for it, may be what is missing; and a folder's name.
    "Sources/App/Commands/Resources.swift": [
        #"stepback: \() is missing; it was looked for in \(); install stepback again"#,
        #"stepback: \() could not be read; install stepback again"#, "Resources",
    ],
    // The program's name, and what is typed.
    "Sources/App/Commands/Commands.swift": [#"stepback \()"#], "Sources/App/Commands/Help.swift": [#"stepback \() --help"#],
    // Variables of the environment.
    "Sources/App/Commands/Playing/LivePanel.swift": ["COLORTERM"], "Sources/App/Commands/Surroundings.swift": ["LANG"],
    // What a routine's text is written with, the same in every language.
    "Sources/Core/Workouts/RoutinePrinter.swift": [#", rest \()"#, #", \() between"#, #", ~\() reps"#, #"\() min"#],
    // A line of the kernel's about a process.
    "Sources/App/Commands/Doctor/RunningPlayer.swift": ["Tgid"],
    // A key of systemd's unit files.
    "Sources/App/Commands/Doctor/PlayersService.swift": ["User"],
    // The beginning of a font file's name.
    "Sources/App/Commands/Doctor/InstalledFiles.swift": ["Inter"],
    // Names of fonts.
    "Sources/Stage/Canvas/Scene.swift": ["Inter", "Inter Display"],
]

/// Files that hold nothing but names of fonts.
private let fontFiles: Set = ["Sources/Stage/Canvas/FontBook.swift"]

/// What prose looks like: two words with a space between them, a word beside something interpolated ("\(n) sets", "\(a) of \(b)"), one that
/// begins with a capital and is no file's name, or one in capitals alone. Misuse is told to programmers, in English. A single small word
/// ("rest") cannot be told from the name of a key, a file or a command.
private func prose(in source: SwiftSource) -> [SwiftSource.Literal] {
    source.literals.filter { literal in
        let text = literal.text.replacingOccurrences(of: #"\\(\(\)|u\{\w+\}|.)"#, with: " ", options: .regularExpression)
        let isProse =
            text.range(of: #"\p{L}{2,} +\p{L}{2,}"#, options: .regularExpression) != nil
            || literal.text.range(of: #"\\\(\) +\p{L}{2,}|\p{L}{2,} +\\\(\)"#, options: .regularExpression) != nil
            || text.range(of: #"^\p{Lu}{3,}$"#, options: .regularExpression) != nil
            || text.range(of: #"^\W*\p{Lu}\p{Ll}+\b(?!\.\w)"#, options: .regularExpression) != nil
        return isProse && calls(around: literal, in: source).isDisjoint(with: forProgrammers)
    }
}

private let forProgrammers: Set = [
    "precondition", "preconditionFailure", "fatalError", "assert", "assertionFailure", "systemCall", "SystemError",
]

/// The names before the parentheses that are open where a literal stands.
private func calls(around literal: SwiftSource.Literal, in source: SwiftSource) -> Set<String> {
    var names: Set<String> = []
    var closed = 0
    var index = literal.offset - 1
    while index >= 0, source.code[index] != UInt8(ascii: "{") {
        if source.code[index] == UInt8(ascii: ")") { closed += 1 }
        if source.code[index] == UInt8(ascii: "(") {
            closed -= 1
            if closed < 0 {
                closed = 0
                let name = source.code[..<index].reversed().prefix { $0 == UInt8(ascii: "_") || Character(Unicode.Scalar($0)).isLetter }
                names.insert(String(decoding: name.reversed(), as: UTF8.self))
            }
        }
        index -= 1
    }
    return names
}

@Test func noUserFacingLiteralIsInTheSources() {
    let sample = """
        title("Get ready"); title("Rest"); words("stage.next"); font("tnum"); precondition(x, "must not be"); log("a \\(b) left")
        say("\\(n) sets"); say("\\(a) of \\(b)"); say("PAUSE"); key("rest"); path("\\(a).json")
        """
    #expect(
        prose(in: SwiftSource(path: "x", text: sample)).map(\.text) == [
            "Get ready", "Rest", #"a \() left"#, #"\() sets"#, #"\() of \()"#, "PAUSE",
        ])
    for source in Project.sources
    where rooms.contains(where: { source.path.hasPrefix("Sources/\($0)/") }) && !fontFiles.contains(source.path) {
        let found = prose(in: source)
        let allowed = notForPeople[source.path] ?? []
        for literal in found { #expect(allowed.contains(literal.text), "\(source.path):\(literal.line): \"\(literal.text)\"") }
        #expect(allowed.isSubset(of: found.map(\.text)), "\(source.path) no longer holds what notForPeople lists")
    }
}
