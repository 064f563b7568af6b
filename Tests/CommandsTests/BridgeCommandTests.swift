import Foundation
import TestSupport
import Testing

@testable import Commands

private let squats = #"{"name": "Short", "steps": [{"workoutID": "squat", "workSeconds": 30}]}"#

private func command(_ id: String, _ verb: String = "createRoutine", _ rest: String = "\"routine\": \(squats)") -> String {
    #"{"schemaVersion": 1, "commandId": "\#(id)", "command": "\#(verb)", \#(rest)}"#
}

/// A store with nothing in it.
private func emptyStore() throws -> Scratch {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(at: scratch.url.appendingPathComponent("store/routines"), withIntermediateDirectories: true)
    return scratch
}

@Test func submitCarriesACommandOutAndItsExitCodeIsTheOutcomes() throws {
    let scratch = try emptyStore()
    let store = scratch.path("store")
    let file = try scratch.file("c.json", command("one"))
    let shell = Shell("bridge", "submit", file, "--store", store)
    let made = try String(contentsOfFile: store + "/routines/authored-one.json", encoding: .utf8)
    let outcome = try String(contentsOfFile: store + "/bridge/outcomes/one.json", encoding: .utf8)
    let revision = try #require(outcome.components(separatedBy: "\"revision\": \"").last?.prefix(64))
    #expect(shell.code == 0 && shell.errors == "" && made.contains("\"Short\""))
    #expect(shell.output == "one: accepted; routines/authored-one.json now has the revision \(revision)\n")
    #expect(try String(contentsOfFile: store + "/bridge/manifest.json", encoding: .utf8).contains(revision))
    #expect(try FileManager.default.contentsOfDirectory(atPath: store + "/bridge/inbox") == [])
    // Again: the same answer, and nothing else.
    let again = Shell("bridge", "submit", file, "--store", store, "--json")
    #expect(again.code == 0 && again.output == outcome)
    #expect(try FileManager.default.contentsOfDirectory(atPath: store + "/routines") == ["authored-one.json"])
}

@Test func submitTellsEveryFaultAndFails() throws {
    let scratch = try emptyStore()
    let file = try scratch.file(
        "c.json",
        command("two", "createRoutine", #""routine": {"name": "", "steps": [{"workoutID": "sqat", "workSeconds": 30}], "x": 1}"#))
    let shell = Shell("bridge", "submit", file, "--store", scratch.path("store"))
    #expect(
        shell.errors == """
            two: rejected
              $.routine.x: “1” cannot stand there (unknownMember); possible: ["name", "steps"]
              $.routine.name: “” cannot stand there (length); possible: {"minimum": 1, "maximum": 300}
              $.routine.steps[0].workoutID: “sqat” cannot stand there (unknown); possible: squat

            """)
    #expect(shell.code == 1 && shell.output == "")
    let none = try scratch.file("n.json", "no command")
    let digestless = Shell("bridge", "submit", none, "--store", scratch.path("store"))
    #expect(
        digestless.code == 1
            && digestless.errors.hasSuffix(
                ".json: rejected\n  $:1: “o” cannot stand here in JSON; check the commas, quotation marks and brackets before it\n")
    )
}

@Test func anIDThatAnotherCommandHasIsTold() throws {
    let scratch = try emptyStore()
    let store = scratch.path("store")
    #expect(Shell("bridge", "submit", try scratch.file("a.json", command("one")), "--store", store).code == 0)
    let other = try scratch.file("b.json", command("one", "createWorkout", #""workout": {"name": "X"}"#))
    let shell = Shell("bridge", "submit", other, "--store", store)
    #expect(shell.output == "")
    #expect(shell.code == 1 && shell.errors == "one names another command, whose outcome stands; give this one a commandId of its own\n")
    #expect(!FileManager.default.fileExists(atPath: store + "/workouts/authored-one.json"))
}

@Test func watchOnceDoesWhatIsInTheInbox() throws {
    let scratch = try emptyStore()
    let store = scratch.path("store")
    try FileManager.default.createDirectory(atPath: store + "/bridge/inbox", withIntermediateDirectories: true)
    for id in ["b", "a"] { _ = try scratch.file("store/bridge/inbox/\(id).json", command(id)) }
    let shell = Shell("bridge", "watch", "--once", "--json", "--store", store)
    let lines = shell.output.split(separator: "\n")
    #expect(shell.code == 0 && lines.count == 2 && lines[0].contains("\"commandId\": \"a\"") && lines[1].contains("\"commandId\": \"b\""))
    _ = try scratch.file("store/bridge/inbox/c.json", command("c", "deactivatePlan", "\"id\": \"x\""))
    _ = try scratch.file("store/bridge/inbox/notes.txt", "x")
    let rejected = Shell("bridge", "watch", "--once", "--store", store)
    #expect(
        rejected.code == 1 && rejected.errors.hasPrefix("c: rejected\n  $.command: “deactivatePlan” cannot stand there (deactivation); "))
    #expect(
        rejected.errors.hasSuffix(
            "bridge/inbox/notes.txt: This is not a command’s file, whose name ends in .json; write each command into a file of its own\n"))
}

@Test func whatIsNoStoreIsNotMadeOne() throws {
    let scratch = try Scratch()
    let file = try scratch.file("c.json", command("one"))
    let shell = Shell("bridge", "submit", file, "--store", scratch.url.path)
    #expect(shell.code == 74 && shell.errors.hasPrefix("There is no store yet; "))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == ["c.json"])
}

@Test func theBridgesUsageIsExplained() throws {
    for (words, start) in [
        (["bridge"], "stepback bridge: which file?"), (["bridge", "submit"], "stepback bridge: which file?"),
        (["bridge", "send", "x"], "stepback bridge: bridge cannot be “send”; it is one of submit, watch"),
        (["bridge", "watch", "x"], "stepback bridge: “x” is one word too many"),
        (["bridge", "submit", "x", "--once"], "stepback bridge: there is no option --once"),
    ] {
        let shell = Shell(arguments: words)
        #expect(shell.code == 64 && shell.errors.hasPrefix(start), "\(shell.errors)")
    }
    let missing = Shell("bridge", "submit", "/nowhere/c.json")
    #expect(missing.code == 74 && missing.errors == "/nowhere/c.json: There is no such file; check its name and folder\n")
}

@Test func whatIsWrongWithTheCommandLineIsSaidInTheLanguageThatItAsksFor() throws {
    for words in [["bridge"], ["bridge", "submit"], ["bridge", "submit", "a", "b"], ["show", "a", "b"], ["bridge", "--onze"]] {
        for locale in [["--locale", "de"], ["--locale=de"]] {
            let shell = Shell(arguments: [words[0]] + locale + Array(words.dropFirst()))
            #expect(shell.code == 64 && shell.errors.hasSuffix("--help“ zeigt, was es gibt.\n"), "\(words): \(shell.errors)")
        }
    }
    #expect(Shell("bridge", "--locale", "xx").errors.hasSuffix(" shows what there is.\n"))
}

@Test func aCommandMayComeFromStandardInput() throws {
    let scratch = try emptyStore()
    let store = scratch.path("store")
    #expect(Shell(arguments: ["bridge", "submit", "-", "--store", store], input: Array(command("one").utf8)).code == 0)
    #expect(FileManager.default.fileExists(atPath: store + "/routines/authored-one.json"))
    let long = Shell(arguments: ["bridge", "submit", "-", "--store", store], input: [UInt8](repeating: 0x20, count: 1_048_577))
    #expect(long.code == 74 && long.errors.hasPrefix("-: "))
    #expect(Shell(arguments: ["bridge", "submit", "-", "--store", store]).code == 74)
}

@Test func whatIsNotDecidedIsToldFromWhatIsRejected() throws {
    let scratch = try emptyStore()
    let store = scratch.path("store")
    let whole = command("one")
    let inbox = store + "/bridge/inbox"
    try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: true)
    _ = try scratch.file("store/bridge/inbox/a.json", String(whole.dropLast(3)))
    let half = Shell("bridge", "watch", "--once", "--store", store)
    #expect(half.code == 74 && half.errors.hasPrefix("bridge/inbox/a.json is not whole yet, its JSON ends too early; "))
    #expect(try FileManager.default.contentsOfDirectory(atPath: inbox) == ["a.json"])
    _ = try scratch.file("store/bridge/inbox/a.json", whole)
    #expect(Shell("bridge", "watch", "--once", "--store", store).code == 0)
    // Something is in the way.
    try FileManager.default.createDirectory(atPath: store + "/bridge/outcomes/two.json", withIntermediateDirectories: true)
    let file = try scratch.file("c.json", command("two"))
    let blocked = Shell("bridge", "submit", file, "--store", store)
    #expect(blocked.code == 74 && blocked.errors.hasPrefix("bridge/outcomes/two.json: A command in bridge/inbox cannot be finished"))
    _ = try scratch.file("store/bridge/inbox/d.json", command("three", "deletePlan", "\"id\": \"x\""))
    let both = Shell("bridge", "watch", "--once", "--store", store)
    #expect(both.code == 1 && both.errors.contains("bridge/outcomes/two.json: ") && both.errors.contains("three: rejected\n"))
}

@Test func anIDThatAnotherCommandHasIsToldByWatchToo() throws {
    let scratch = try emptyStore()
    let store = scratch.path("store")
    #expect(Shell("bridge", "submit", try scratch.file("a.json", command("one")), "--store", store).code == 0)
    _ = try scratch.file("store/bridge/inbox/b.json", command("one", "createWorkout", #""workout": {"name": "X"}"#))
    let shell = Shell("bridge", "watch", "--once", "--store", store)
    #expect(shell.output == "" && shell.code == 1)
    #expect(shell.errors == "one names another command, whose outcome stands; give this one a commandId of its own\n")
}

/// The inbox is worked off by a kiosk that speaks German, a script on an English machine, whoever is there: they read the same folder.
@Test(arguments: ["submit", "watch"]) func aRoutineWithNamesOfAnotherLanguageIsUnderstoodByTheBridge(way: String) throws {
    let scratch = try emptyStore()
    let store = scratch.path("store")
    try "Beine\n\nKniebeugen 30s".write(toFile: store + "/routines/beine.routine", atomically: true, encoding: .utf8)
    let file = try scratch.file("c.json", command("one"))
    if way == "watch" {
        try FileManager.default.createDirectory(atPath: store + "/bridge/inbox", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: file, toPath: store + "/bridge/inbox/one.json")
    }
    let shell = way == "submit" ? Shell("bridge", "submit", file, "--store", store) : Shell("bridge", "watch", "--once", "--store", store)
    #expect(shell.code == 0)
    let manifest = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: store + "/bridge/manifest.json")))
    let routines = try #require((manifest as? [String: Any])?["routines"] as? [[String: Any]])
    let workouts = routines.flatMap { $0["steps"] as? [[String: Any]] ?? [] }.map { $0["workoutID"] as? String }
    #expect(workouts == ["squat", "squat"])
}
