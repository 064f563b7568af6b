import Testing
import Workouts

// A store as people really leave it: each file of Cases with its right outcome.

private func readCase(_ file: String) throws -> Reading { RoutineFile.read(try bytes(ofCase: file), fileName: file, catalog: gallery) }

@Test(arguments: ["utf8-bom.routine", "utf16le.routine", "utf16be.routine", "crlf.routine", "lone-cr.routine", "UPPER.ROUTINE"])
func theSameRoutineIsReadInEveryEncoding(file: String) throws {
    let reading = try readCase(file)
    #expect(reading.problems == [] && reading.routine?.name == "Morning core")
    #expect(drawn(reading) == ["bridge Bridge 30 x3 rest 10 then 15", "squat Squats 30 x2"])
}

@Test func theOldEncodingIsReadWithItsLetters() throws {
    let reading = try readCase("latin1.routine")
    #expect(reading.routine?.name == "Übung früh" && told(reading) == ["~1: file.latin1"])
}

@Test func theOwnersFileIsTheSample() throws {
    let reading = try readCase("owner.routine")
    #expect(reading.problems == [] && reading.routine?.name == "owner" && reading.routine?.steps.count == 5)
    #expect(Timeline(try #require(reading.routine), getReadySeconds: 5).totalSeconds == 330)
}

@Test(arguments: [
    ("empty.routine", "1: file.empty"), ("zeros.json", "1: file.zeros"), ("only-name.routine", "1: noSteps"),
    ("array.json", "$: json.noObject"),
    ("foreign.json", "$.steps: json.noSteps"), ("half.json", "10: json.unfinished"), ("deep.json", "1: json.deep"),
    ("bignum.json", "$.steps[0].workSeconds: json.range $.steps[0].sets: json.range"),
    ("fraction.json", "$.steps[0].workSeconds: json.range"),
    ("negative.json", "$.steps[0].restAfterSeconds: json.range"),
])
func whatCannotBeUsedIsListedWithItsOwnReason(file: String, expected: String) throws {
    let reading = try readCase(file)
    #expect(reading.routine == nil && told(reading).joined(separator: " ") == expected)
}

@Test func aHostileNumberIsToldWithItsValueAndItsRange() throws {
    let problems = try readCase("bignum.json").problems
    #expect(problems[0].what.arguments == [.text("workSeconds"), .text("1e400"), .number(1), .number(86_400)])
    #expect(problems[1].what.arguments == [.text("sets"), .text("99999999999999999999"), .number(1), .number(999)])
    #expect(problems.map(\.place) == [.path("$.steps[0].workSeconds", line: 10), .path("$.steps[0].sets", line: 11)])
}

@Test(arguments: [
    ("legs.json", "Legs"), ("legs copy.json", "Legs newer"), ("markup.json", "Chest & Back <b>30'</b> %s %n {0}"),
    ("ssml.json", "<speak><audio src='x'/></speak>"), ("emoji.json", "🏋️‍♀️ Leg day 🔥"), ("rtl.json", "كامل الجسم 20/10 \u{200F}x3"),
    ("controls.json", "AB[31mCD E"), ("3_4 sit-up.json", "3/4 Sit-Up"), ("trap id.json", "Id is a path"),
    ("newer-schema.json", "From the future"),
])
func whatIsOddButRightPlays(file: String, name: String) throws {
    let reading = try readCase(file)
    #expect(reading.problems == [])
    #expect(
        reading.routine.map { file == "emoji.json" ? $0.name.hasSuffix("Leg day 🔥") : $0.name == name } == true,
        "\(reading.routine?.name ?? "")")
}

@Test func theLongNameIsKeptWhole() throws {
    let routine = try #require(try readCase("long.json").routine)
    #expect(routine.name.hasPrefix("Very Very") && routine.name.hasSuffix("Very long") && routine.name.count == 304)
}

@Test func aMisspeltFilePlaysAndSaysWhatWasMeant() throws {
    let reading = try readCase("misspelt.routine")
    #expect(drawn(reading) == ["- Brige 30 x3 rest 10", "- Russion twist 45"] && told(reading) == ["~2: unknownNear", "~3: unknownNear"])
    #expect(reading.problems.map(\.suggestion) == ["bridge", "russian-twist"])
}

@Test func aNumberInQuotationMarksIsReadWithANote() throws {
    let reading = try readCase("string-number.json")
    #expect(told(reading) == ["~$.steps[0].workSeconds: json.numberText"] && reading.routine?.steps[0].workSeconds == 30)
}

@Test func aWorkoutThatIsGonePlaysUnderItsSnapshotAndNoNameIsBlank() throws {
    let reading = try readCase("unknown-workout.json")
    #expect(drawn(reading) == ["- Star jumps 30 then 15", "- Full body 30 then 15"])
    #expect(told(reading) == ["~$.steps[0].workoutID: unknownNear", "~$.steps[1].workoutNameSnapshot: json.namelessStep"])
}

@Test func anIdIsAnOpaqueString() throws {
    #expect(try readCase("trap id.json").routine?.id == "../../etc/passwd")
}

@Test func theNewerSchemaKeepsWhatIsNotKnown() throws {
    #expect(try readCase("newer-schema.json").document?.unknown.map(\.key) == ["schemaVersion", "mood"])
}

@Test func aNameThatPeopleUseInGermanIsUnderstood() throws {
    let reading = RoutineFile.read(Array("Übung\nKniebeuge 30s\n".utf8), fileName: "NFD-übung.routine", catalog: gallery)
    #expect(reading.routine?.name == "Übung" && drawn(reading) == ["squat Squats 30"] && told(reading) == [])
}

@Test func theEndingChoosesTheForm() {
    let json = Array(#"{"name": "T", "steps": [{"workoutID": "squat", "workSeconds": 30}]}"#.utf8)
    #expect(RoutineFile.read(json, fileName: "a.JSON", catalog: gallery).routine?.name == "T")
    let renamed = RoutineFile.read(json, fileName: "a.routine", catalog: gallery)
    #expect(renamed.routine?.name == "T" && told(renamed) == ["~1: file.isJSON"])
    #expect(RoutineFile.read(Array("Squats 30".utf8), fileName: "legs", catalog: gallery).routine?.name == "legs")
    #expect(RoutineFile.read(Array("Squats 30".utf8), fileName: ".routine", catalog: gallery).routine?.name == ".routine")
    #expect(
        RoutineFile.read(Array("Squats 30".utf8), fileName: "a.b.routine", fallbackID: "x/a.b.routine", catalog: gallery).routine?.id
            == "x/a.b.routine")
}
