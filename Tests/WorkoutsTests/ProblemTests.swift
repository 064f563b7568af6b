import Foundation
import TestSupport
import Testing

@testable import Workouts

/// Every key of a problem that the sources of this room name.
private let usedKeys: Set<String> = {
    var keys: Set<String> = []
    for source in Project.sources where source.path.hasPrefix("Sources/Core/Workouts/") {
        for literal in source.literals where literal.text.hasPrefix("problem.") { keys.insert(literal.text) }
    }
    return keys
}()

@Test func everyProblemHasASentenceAndARemedy() {
    #expect(usedKeys.count > 40)
    for key in usedKeys {
        #expect(english.values[key] != nil && english.values[key + ".fix"] != nil, "\(key)")
        #expect((english.comments[key] ?? "").count > 10 && (english.comments[key + ".fix"] ?? "").count > 10, "\(key)")
    }
    // Those of the store and of its settings are other rooms'.
    for key in english.values.keys
    where key.hasPrefix("problem.") && ["problem.store.", "problem.settings."].allSatisfy({ !key.hasPrefix($0) }) {
        #expect(usedKeys.contains(key.hasSuffix(".fix") ? String(key.dropLast(4)) : key), "\(key) is used nowhere")
    }
}

@Test func sentencesFitTogetherWithASemicolonBetween() throws {
    for (key, value) in english.values where key.hasPrefix("problem.") {
        // It stands behind "To mend it:" too.
        if key.hasSuffix(".fix") { #expect(!value.hasPrefix("it "), "\(key): \(value)") }
        #expect(!value.hasSuffix(".") && !value.hasPrefix(" "), "\(key): \(value)")
        if key.hasSuffix(".fix") { #expect(value.first?.isUppercase == false || value.hasPrefix("{"), "\(key): \(value)") }
    }
}

/// Fills a sentence's places; nil when one asks for what is not there or has another kind.
private func filled(_ key: String, _ arguments: [Message.Argument]) -> String? {
    guard var text = english.values[key] else { return nil }
    for (index, argument) in arguments.enumerated() {
        switch argument {
        case .text(let value): text = text.replacingOccurrences(of: "%\(index + 1)$@", with: value)
        case .number(let value): text = text.replacingOccurrences(of: "%\(index + 1)$lld", with: String(value))
        case .named(_, let english): text = text.replacingOccurrences(of: "%\(index + 1)$@", with: english)
        }
    }
    return text.range(of: #"%\d+\$"#, options: .regularExpression) == nil ? text : nil
}

@Test func everyProblemFillsThePlacesOfItsSentences() throws {
    var seen: Set<String> = []
    func check(_ problems: [Problem]) {
        for problem in problems {
            seen.insert(problem.what.key)
            for message in [problem.what, problem.remedy] { #expect(filled(message.key, message.arguments) != nil, "\(message)") }
        }
    }
    // One file for every problem there is.
    let texts = [
        "rest 10\nSquats\nrest\nSquats 30s, rest 10\nthen 5\nSquats 30s 10s between\nSquats 5m\nSquats 20 x 4\nSquats 45s 3 x 12\nSquats 30s 8-12 reps",
        "Squats 30s 3 repetitions\nHold 3 plank 30s\nBrige 30s\nWiggle 30s\nSquats 30s, Plank 20s\nname:\nid: a\nid: b\nupdated: x\ncategory: y\nSquats 1s\ncategory: core",
        "Squats 30s 40s\nSquats x3 4 sets\nSquats 1 reps 2 reps\nSquats rest 1 rest 2\nSquats 1:75\nSquats 1.5s\nSquats 0\nSquats x0\nSquats 0 reps\nSquats rest 90000\n30s\n3 rounds",
        "Squats\nPlank 20s\n30s", "x\nPlank 20 minuts\nthen", "x\n" + String(repeating: "Squats\n", count: 101), "Circuit 7\nPlank 30", "",
        "\u{200B} 30s", "name: " + String(repeating: "x", count: 301),
        "Squats 24:00:00 x999", String(repeating: "Squats 1s\n", count: 10_001),
    ]
    for text in texts { check(read(text).problems) }
    let jsons = [
        "[]", "{}", "{\"steps\": 5}", "{", "[1 2]", "{} x", String(repeating: "[", count: 100),
        #"{"id": 5, "steps": [{"workoutID": "", "sets": "3", "sets": "4", "eachSide": 5, "workSeconds": 0, "repGuidance": []}]}"#,
        #"{"steps": [{"workoutID": "squat", "workSeconds": 1}]}"#, #"{"steps": [{"workoutID": "nope"}]}"#,
    ]
    for json in jsons { check(RoutineJSON.parse(json, fallbackName: "x", catalog: gallery).problems) }
    check(SessionJSON.parse("{}", fallbackID: "x").problems)
    check(SessionJSON.parse("{\"startedAt\": \"soon\"}", fallbackID: "x").problems)
    for slots in ["[{\"weekdayLabelIndex\": 1, \"routineNameSnapshot\": \"Legs\"}]", "[" + String(repeating: "0,", count: 1_000) + "0]"] {
        check(PlanJSON.parse("{\"slots\": \(slots)}", fallbackName: "x", fallbackID: "x").problems)
    }
    let files: [[UInt8]] = [
        Array("{}".utf8),
        [], [0], [0x41, 0], [0xFF, 0xFE, 0x41], [0x41, 0xFC, 0x42, 0x43, 0x44, 0x45], [0xFC, 0xFC],
        Array(repeating: 0x41, count: Limits.fileBytes + 1),
    ]
    for file in files { check(RoutineFile.read(file, fileName: "x", catalog: gallery).problems) }
    do { _ = try Catalog(parsing: Array("{}".utf8)) } catch { check([error]) }
    #expect(usedKeys.subtracting(seen) == [], "no file of this test makes it")
}

@Test func aSentenceNamesWhatIsWrongAndWhatToDo() throws {
    func sentence(_ text: String) -> String? {
        read(text).problems.first.flatMap { problem in
            guard let what = filled(problem.what.key, problem.what.arguments),
                let fix = filled(problem.remedy.key, problem.remedy.arguments)
            else { return nil }
            return "\(what); \(fix)"
        }
    }
    #expect(sentence("Evening\nBrige 30s") == "The gallery has no workout called “Brige”; did you mean “Bridge”?")
    #expect(
        sentence("Evening\nSquats 90000s")
            == "“90000s” is out of range: the work time can be 1 to 86400 seconds (24 hours); write a time in that range")
    #expect(sentence("Evening\nPlank") == "“Plank” has no work time, so it gets 30 seconds; write the time, like “Plank 45s”")
}

@Test func aPersonsTextIsQuotedShort() {
    #expect(Message.Argument.quoted("short") == .text("short"))
    #expect(Message.Argument.quoted(String(repeating: "é", count: 61)) == .text(String(repeating: "é", count: 60) + "…"))
    guard case .text(let stack) = Message.Argument.quoted("a" + String(repeating: "\u{301}", count: 100_000)) else { return }
    #expect(stack.unicodeScalars.count <= 301)
}
