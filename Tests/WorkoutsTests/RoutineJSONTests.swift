import TestSupport
import Testing
import Workouts

private func readJSON(_ text: String) -> Reading {
    RoutineJSON.parse(text, fallbackName: "file", fallbackID: "path/file.json", catalog: gallery)
}

/// A routine whose one step has these members.
private func readStep(_ members: String) -> Reading { readJSON("{\"id\": \"1\", \"name\": \"T\",\n\"steps\": [\n{\(members)}]}") }

@Test func aRoutineHasTheFieldsOfTheDataModel() throws {
    let reading = readJSON(
        """
        {"id": "b6c1", "name": "Morning core", "createdAt": "2026-03-02T07:00:00Z", "updatedAt": "2026-03-02T07:00:00.5Z",
         "seedIdentifier": "starter-1",
         "steps": [
          {"workoutID": "bridge", "workoutNameSnapshot": "Bridge", "workSeconds": 30, "sets": 3, "setRestSeconds": 10, "restAfterSeconds": 15},
          {"workoutID": "bicycle-crunch", "workoutNameSnapshot": "x", "workSeconds": 40, "repGuidance": 20},
          {"workoutID": "side-plank", "workSeconds": 20, "sets": 1, "repGuidance": null, "eachSide": true}]}
        """)
    #expect(reading.problems == [])
    #expect(
        drawn(reading) == [
            "bridge Bridge 30 x3 rest 10 then 15", "bicycle-crunch Bicycle crunch 40 ~20", "side-plank Side plank 20 each side",
        ])
    let document = try #require(reading.document)
    #expect(document.id == "b6c1" && document.created == "2026-03-02T07:00:00Z" && document.updated == "2026-03-02T07:00:00.5Z")
    #expect(document.starter == "starter-1" && reading.routine?.name == "Morning core" && reading.routine?.id == "b6c1")
}

@Test func stepsStandInSortIndexOrderOrElseAsTheyStand() {
    func order(_ indexes: [String]) -> [Int]? {
        let steps = indexes.enumerated().map { "{\"workoutID\": \"squat\", \($1)\"workSeconds\": \($0 + 1)}" }
        return readJSON("{\"name\": \"T\", \"steps\": [\(steps.joined(separator: ","))]}").routine?.steps.map(\.workSeconds)
    }
    #expect(order(["\"sortIndex\": 2,", "\"sortIndex\": 0,", "\"sortIndex\": 1,"]) == [2, 3, 1])
    #expect(
        order(["\"sortIndex\": 1,", "\"sortIndex\": 0,", "\"sortIndex\": 1,", "\"sortIndex\": 0,"]) == [2, 4, 1, 3],
        "equal ones keep their order")
    #expect(order(["\"sortIndex\": 2,", "", "\"sortIndex\": 1,"]) == [1, 2, 3])
    #expect(order(["\"sortIndex\": -1,", "\"sortIndex\": -2,"]) == [2, 1])
    #expect(order(["\"sortIndex\": \"1\",", "\"sortIndex\": 0.0,"]) == [2, 1])
}

@Test(arguments: [
    ("workSeconds", "0", 1, 86_400), ("workSeconds", "86401", 1, 86_400), ("workSeconds", "29.5", 1, 86_400),
    ("workSeconds", "1e400", 1, 86_400),
    ("workSeconds", "-30", 1, 86_400), ("workSeconds", "\"-30\"", 1, 86_400), ("sets", "0", 1, 999), ("sets", "1000", 1, 999),
    ("sets", "99999999999999999999", 1, 999), ("sets", "\"1.5\"", 1, 999), ("setRestSeconds", "-1", 0, 86_400),
    ("setRestSeconds", "86401", 0, 86_400),
    ("restAfterSeconds", "-15", 0, 86_400), ("restAfterSeconds", "1e99999999999", 0, 86_400), ("repGuidance", "0", 1, 9_999),
    ("repGuidance", "10000", 1, 9_999),
])
func aNumberOutOfRangeIsListedAtItsPath(field: String, value: String, low: Int, high: Int) throws {
    let reading = readStep("\"workoutID\": \"squat\", \"workSeconds\": 30,\n\"\(field)\": \(value)")
    #expect(reading.routine == nil)
    let problem = try #require(reading.problems.last)
    #expect(
        problem.severity == .error && problem.place == .path("$.steps[0].\(field)", line: 4) && problem.what.key == "problem.json.range")
    #expect(problem.what.arguments == [.text(field), .text(value.filter { $0 != "\"" }), .number(low), .number(high)])
}

@Test(arguments: [
    ("\"sets\": true", "$.steps[0].sets: json.type"), ("\"sets\": []", "$.steps[0].sets: json.type"),
    ("\"sets\": \"three\"", "$.steps[0].sets: json.type"),
    ("\"workSeconds\": {}", "$.steps[0].workSeconds: json.type"), ("\"eachSide\": 1", "$.steps[0].eachSide: json.bool"),
    ("\"eachSide\": \"yes\"", "$.steps[0].eachSide: json.bool"), ("\"workoutID\": []", "$.steps[0].workoutID: json.type"),
    ("\"notes\": 1", "$.steps[0].notes: json.type"),
    ("\"workoutID\": \"x\", \"workoutNameSnapshot\": 5", "$.steps[0].workoutNameSnapshot: json.type"),
])
func aValueOfTheWrongKindIsListedAtItsPath(members: String, error: String) {
    let reading = readStep("\"workoutID\": \"squat\", \"workSeconds\": 30, " + members)
    #expect(reading.routine == nil && told(reading).filter { !$0.hasPrefix("~") } == [error])
}

@Test(arguments: [
    ("[]", "$: json.noObject"), ("\"Legs\"", "$: json.noObject"), ("null", "$: json.noObject"), ("{}", "$.steps: json.noSteps"),
    (#"{"title": "Tabata", "exercises": []}"#, "$.steps: json.noSteps"), (#"{"steps": []}"#, "$.steps: json.noSteps"),
    (#"{"steps": {}}"#, "$.steps: json.type"), (#"{"name": "T", "steps": [1]}"#, "$.steps[0]: json.noObject"),
    (#"{"name": 5, "steps": [{"workoutID": "squat", "workSeconds": 1}]}"#, "$.name: json.type"),
    (#"{"name": "T", "id": [], "steps": [{"workoutID": "squat", "workSeconds": 1}]}"#, "$.id: json.type"),
    (#"{"name": "T", "updatedAt": 5, "steps": [{"workoutID": "squat", "workSeconds": 1}]}"#, "$.updatedAt: json.type"),
    ("{\"name\": \"T\",\n\"steps\": [}", "2: json.unexpected"),
])
func whatIsNoRoutineIsListedWithItsReason(text: String, error: String) {
    let reading = readJSON(text)
    #expect(reading.routine == nil && reading.document == nil && told(reading) == [error])
}

@Test func everyErrorIsListedNotOnlyTheFirst() {
    let reading = readJSON(
        #"{"name": "T", "steps": [{"workoutID": "squat", "workSeconds": 0, "sets": 0}, {"workoutID": "squat", "workSeconds": -1}]}"#)
    #expect(told(reading) == ["$.steps[0].workSeconds: json.range", "$.steps[0].sets: json.range", "$.steps[1].workSeconds: json.range"])
}

@Test(arguments: [
    ("\"workoutID\": \"squat\", \"workSeconds\": \"45\"", "squat Squats 45", "~$.steps[0].workSeconds: json.numberText"),
    ("\"workoutID\": \"squat\"", "squat Squats 30", "~$.steps[0].workSeconds: json.noTime"),
    (
        "\"workoutID\": \"squat\", \"workSeconds\": 30, \"eachSide\": \"true\"", "squat Squats 30 each side",
        "~$.steps[0].eachSide: json.numberText"
    ),
    ("\"workoutID\": \"squat\", \"workSeconds\": 30, \"workSeconds\": 40", "squat Squats 40", "~$.steps[0].workSeconds: json.twice"),
    (
        "\"workoutID\": \"squatt\", \"workoutNameSnapshot\": \"Deep ones\", \"workSeconds\": 30", "- Deep ones 30",
        "~$.steps[0].workoutID: unknownNear"
    ),
    (
        "\"workoutID\": \"retired-2019\", \"workoutNameSnapshot\": \"Star jumps\", \"workSeconds\": 30", "- Star jumps 30",
        "~$.steps[0].workoutID: unknownNear"
    ),
    (
        "\"workoutID\": \"gone\", \"workoutNameSnapshot\": \"Wiggle\", \"workSeconds\": 30", "- Wiggle 30",
        "~$.steps[0].workoutID: json.unknownID"
    ),
    (
        "\"workoutID\": \"\", \"workoutNameSnapshot\": \" \", \"workSeconds\": 30", "- Full body 30",
        "~$.steps[0].workoutNameSnapshot: json.namelessStep"
    ),
    ("\"categoryID\": \"core\", \"workSeconds\": 30", "- Core 30", "~$.steps[0].workoutNameSnapshot: json.namelessStep"),
    (
        "\"workoutID\": 5, \"workoutNameSnapshot\": \"Squats\", \"workSeconds\": 30", "squat Squats 30",
        "~$.steps[0].workoutID: json.textNumber"
    ),
    ("\"workoutID\": \"gone\", \"workoutNameSnapshot\": \"Squats\", \"workSeconds\": 30", "squat Squats 30", ""),
    ("\"workoutID\": \"squat\", \"workSeconds\": 30, \"categoryID\": \"x\"", "squat Squats 30", ""),
])
func whatIsDoubtfulInJSONIsReadWithANote(members: String, meant: String, note: String) {
    let reading = readStep(members)
    #expect(drawn(reading) == [meant] && told(reading) == (note.isEmpty ? [] : [note]))
}

@Test func theNearestWorkoutOfAnIdIsSuggested() {
    let reading = readStep("\"workoutID\": \"squatt\", \"workoutNameSnapshot\": \"Deep ones\", \"workSeconds\": 30")
    #expect(
        reading.problems.map(\.suggestion) == ["squat"]
            && reading.problems[0].what.arguments == [.text("squatt"), .named(key: "workout.squat", english: "Squats")])
    let retired = readStep("\"workoutID\": \"retired-2019\", \"workoutNameSnapshot\": \"Star jumps\", \"workSeconds\": 30")
    #expect(retired.problems.map(\.suggestion) == ["jumping-jack"])
}

@Test func aRoutineWithoutANameOrIdTakesItsFiles() {
    let reading = readJSON(#"{"id": "", "name": " \u0007 ", "updatedAt": "soon", "steps": [{"workoutID": "squat", "workSeconds": 30}]}"#)
    #expect(reading.routine?.name == "file" && reading.routine?.id == "path/file.json" && reading.document?.id == nil)
    #expect(told(reading) == ["~$.updatedAt: updated", "~$.name: json.noName"])
}

@Test func tooManyStepsAndTooMuchTimeAreRefused() {
    let step = #"{"workoutID":"squat","workSeconds":1}"#
    func routine(_ steps: [String]) -> Reading { readJSON("{\"name\":\"T\",\"steps\":[" + steps.joined(separator: ",") + "]}") }
    #expect(routine(Array(repeating: step, count: 10_000)).routine?.steps.count == 10_000)
    #expect(told(routine(Array(repeating: step, count: 10_001))) == ["$.steps: tooManySteps"])
    #expect(told(routine(Array(repeating: #"{"workoutID":"squat","workSeconds":86400,"sets":4}"#, count: 2))) == ["$.steps[1]: total"])
}

@Test func unknownMembersAreKeptOnRewrite() throws {
    let text = #"""
        {"id": "1", "schemaVersion": 99, "name": "T", "mood": {"level": [1e400, "great"]},
         "steps": [{"workoutID": "retired", "workoutNameSnapshot": "Wiggle", "workSeconds": 30, "tempo": "3-1-1", "routine": null}]}
        """#
    let document = try #require(readJSON(text).document)
    #expect(document.unknown.map(\.key) == ["schemaVersion", "mood"] && document.entries[0].unknown.map(\.key) == ["tempo", "routine"])
    let rewritten = try JSON(parsing: RoutineJSON.text(of: document))
    let original = try JSON(parsing: text)
    for key in ["id", "name", "schemaVersion", "mood"] { #expect(rewritten[key] == original[key], "\(key)") }
    guard case .array(let steps)? = rewritten["steps"]?.kind, case .array(let old)? = original["steps"]?.kind else {
        Issue.record("no steps")
        return
    }
    for key in ["workoutID", "workoutNameSnapshot", "workSeconds", "tempo", "routine"] { #expect(steps[0][key] == old[0][key], "\(key)") }
    #expect(readJSON(RoutineJSON.text(of: document)).document == document)
}

@Test func notesSurviveInBothForms() throws {
    var document = try #require(
        readJSON(#"{"name": "T", "notes": "one\ntwo", "steps": [{"workoutID": "squat", "workSeconds": 30, "notes": "low"}]}"#).document)
    #expect(document.notes == ["one", "two"] && document.entries[0].notes == ["low"])
    document.id = "1"
    #expect(readJSON(RoutineJSON.text(of: document)).document == document)
    #expect(RoutineText.parse(RoutineText.text(of: document, catalog: gallery), fallbackName: "x", catalog: gallery).document == document)
}

@Test func theExampleThatPeopleAreShownIsARoutineWithoutANote() throws {
    let readme = try Project.text("README.md")
    let line = try #require(readme.split(separator: "\n").first { $0.hasPrefix("    {\"name\"") })
    let reading = RoutineJSON.parse(String(line), fallbackName: "x", fallbackID: "x", catalog: gallery)
    #expect(reading.problems == [] && reading.routine?.name == "Legs")
    let step = try #require(reading.routine?.steps.first)
    #expect(step.workoutID == "squat" && step.workSeconds == 40 && step.sets == 2 && step.setRestSeconds == 20)
    // The ranges and categories in the table above it.
    #expect(Limits.workSeconds == 1...86_400 && Limits.sets == 1...999)
    for category in Category.allCases { #expect(readme.contains("`\(category.rawValue)`")) }
}
