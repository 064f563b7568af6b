import Library
import Playback
import Ports
import Stage
import Testing
import Workouts

@testable import Kiosk

/// What becomes of the file.
@Suite struct BuilderSavingTests {
    static let json = """
        {
          "id": "legs-1",
          "name": "Legs",
          "updatedAt": "2026-01-01T00:00:00Z",
          "mood": {"colour": "red"},
          "steps": [
            {"sortIndex": 0, "workoutID": "squat", "workoutNameSnapshot": "Squats", "workSeconds": 30, "sets": 2,
             "setRestSeconds": 0, "restAfterSeconds": 15, "tempo": "3-1-1"},
            {"sortIndex": 1, "workoutID": "", "workoutNameSnapshot": "Ladder thing", "workSeconds": 20, "sets": 1,
             "setRestSeconds": 0, "restAfterSeconds": 0}
          ]
        }
        """

    func editing(_ path: String, _ text: String, clock: Bool = true) -> BuilderDesk {
        let desk = clock ? BuilderDesk(files: [path: text]) : BuilderDesk(files: [path: text], clock: nil)
        desk.openEditing(path)
        return desk
    }

    /// Five more seconds of work for the first step, then Save.
    func changeAndSave(_ desk: BuilderDesk) throws {
        desk.tap(.pause)
        desk.tap(.skip)
        while desk.stepper != nil { desk.tap(.pause) }
        try desk.walk(to: "Save")
        desk.tap(.pause)
    }

    @Test func jsonStaysJSONWithWhatThisVersionDoesNotKnow() throws {
        let desk = editing("routines/legs.json", Self.json)
        try changeAndSave(desk)
        #expect(desk.isAtHome)
        let json = try JSON(parsing: String(decoding: desk.files["routines/legs.json"]!, as: UTF8.self))
        #expect(json["id"]?.string == "legs-1")
        #expect(json["mood"]?["colour"]?.string == "red")
        #expect(json["updatedAt"]?.string?.hasPrefix("2026-05-28T07:00") == true)
        guard case .array(let steps)? = json["steps"]?.kind else { throw BuilderDesk.NotThere(name: "steps") }
        #expect(steps[0]["workSeconds"]?.kind == .number("35"))
        #expect(steps[0]["tempo"]?.string == "3-1-1")
        #expect(steps[1]["workoutNameSnapshot"]?.string == "Ladder thing")
        #expect(steps[1]["restAfterSeconds"]?.kind == .number("0"))
    }

    @Test func aClockThatIsNotKnownDatesNothing() throws {
        let desk = editing("routines/legs.json", Self.json, clock: false)
        try changeAndSave(desk)
        let json = try JSON(parsing: String(decoding: desk.files["routines/legs.json"]!, as: UTF8.self))
        #expect(json["updatedAt"]?.string == "2026-01-01T00:00:00Z")
    }

    @Test func commentsAndNotesStayAndNoDateIsAdded() throws {
        let text = "# for Sundays\nSlow\n\n# warm\nPlank 30s  # tight\nthen 15s rest\nSquats 30s\nnote: low\n"
        let desk = editing("routines/slow.routine", text)
        try changeAndSave(desk)
        #expect(
            String(decoding: desk.files["routines/slow.routine"]!, as: UTF8.self)
                == "# for Sundays\nSlow\n\n# warm\nPlank 35s # tight\nthen 15s rest\nSquats 30s\nnote: low\n")
    }

    @Test func anUnchangedRoutineIsNotWritten() throws {
        let desk = editing("routines/legs.json", Self.json)
        let before = desk.commands.count
        try desk.walk(to: "Save")
        desk.tap(.pause)
        #expect(desk.isAtHome)
        #expect(desk.commands.count == before)
    }

    @Test func nothingCanBeChangedBeforeTheFileIsRead() {
        let desk = BuilderDesk(files: ["routines/legs.json": Self.json])
        desk.isQuiet = true
        desk.openEditing("routines/legs.json")
        #expect(desk.stepNames == ["Squats", "Ladder thing"])
        #expect(desk.builder?.facts.label == "Reading …")
        #expect(desk.builder?.legend.pause == nil)
        desk.tap(.pause)
        #expect(desk.builder != nil)
        desk.hold(.back)
        #expect(desk.isAtHome)
    }

    // MARK: Changed elsewhere

    func conflicting() throws -> BuilderDesk {
        let desk = editing("routines/three.routine", BuilderTests.three)
        desk.files["routines/three.routine"] = Array("Three\nPlank 90s\n".utf8)
        try changeAndSave(desk)
        #expect(desk.question?.title == "Changed elsewhere")
        #expect(desk.question?.pause?.text == "Keep both")
        return desk
    }

    @Test func keepingBothMakesASecondRoutine() throws {
        let desk = try conflicting()
        desk.tap(.pause)
        #expect(desk.isAtHome)
        #expect(String(decoding: desk.files["routines/three.routine"]!, as: UTF8.self) == "Three\nPlank 90s\n")
        let mine = String(decoding: desk.files["routines/made-1.routine"] ?? [], as: UTF8.self)
        #expect(mine.hasPrefix("Three 2\n\nPlank 35s\n"))
    }

    @Test func keepingMineReplacesTheFile() throws {
        let desk = try conflicting()
        desk.tap(.skip)
        #expect(desk.isAtHome)
        #expect(String(decoding: desk.files["routines/three.routine"]!, as: UTF8.self).hasPrefix("Three\n\nPlank 35s\n"))
    }

    @Test func keepingTheFilesNeedsAHold() throws {
        let desk = try conflicting()
        desk.tap(.back)
        #expect(desk.question != nil)
        desk.hold(.back)
        #expect(desk.isAtHome)
        #expect(String(decoding: desk.files["routines/three.routine"]!, as: UTF8.self) == "Three\nPlank 90s\n")
    }

    @Test func aRemovedFileCanBeSavedAgain() throws {
        let desk = editing("routines/three.routine", BuilderTests.three)
        desk.files["routines/three.routine"] = nil
        try changeAndSave(desk)
        #expect(desk.question?.title == "Removed elsewhere")
        desk.tap(.skip)
        #expect(desk.builder?.facts.label == "Editing", "keep editing")
        desk.tap(.pause)
        desk.tap(.pause)
        #expect(desk.isAtHome)
        #expect(desk.files["routines/three.routine"] != nil)
    }

    // MARK: Failing

    @Test(arguments: [StoreAnswer.Fault.missing, .readOnly, .full, .other("input/output error")])
    func aFailureIsSaidAndNothingIsLost(fault: StoreAnswer.Fault) throws {
        let desk = editing("routines/three.routine", BuilderTests.three)
        desk.fails = fault
        try changeAndSave(desk)
        #expect(desk.question?.title == "Not saved")
        #expect(desk.question?.line.contains("What you changed is still on the screen") == true)
        desk.tap(.pause)
        #expect(desk.script.first == "Plank 35 s")
        #expect(desk.focused == "Save")
        desk.fails = nil
        desk.tap(.pause)
        #expect(desk.isAtHome)
        #expect(String(decoding: desk.files["routines/three.routine"]!, as: UTF8.self).hasPrefix("Three\n\nPlank 35s\n"))
    }

    @Test func aFileThatIsGoneBeforeItIsReadCanOnlyBeLeft() {
        let desk = BuilderDesk(files: ["routines/three.routine": BuilderTests.three])
        let entry = desk.entry("routines/three.routine")
        desk.files = [:]
        desk.open(Builder(editing: entry, desk.kiosk.facts))
        #expect(desk.builder?.facts.label == "Cannot be edited")
        #expect(desk.script.contains("Its file cannot be read now. Nothing was changed."))
        #expect(desk.builder?.legend.pause == nil)
        desk.hold(.back)
        #expect(desk.isAtHome)
    }

    @Test(arguments: [StoreAnswer.Fault.missing, .other("input/output error")])
    func aFileThatCannotBeReadIsSaidAndReadAgainWhenTheStoreChanges(fault: StoreAnswer.Fault) throws {
        let desk = BuilderDesk(files: ["routines/legs.json": Self.json])
        desk.failsReading = fault
        desk.openEditing("routines/legs.json")
        func isSaid() -> Bool {
            desk.builder?.facts.label == "Cannot be edited" && desk.focused == "Add workouts" && desk.builder?.legend.pause == nil
                && desk.script.contains("Its file cannot be read now. Nothing was changed.")
        }
        #expect(isSaid())
        desk.readStore()
        #expect(isSaid(), "once more in vain")
        #expect(desk.commands.count == 2)
        desk.failsReading = nil
        desk.readStore()
        #expect(desk.builder?.facts.label == "Editing")
        #expect(desk.script.suffix(2) == ["Add workouts", "Save"] && !desk.script.contains { $0.hasPrefix("Its file") })
        try desk.walk(to: desk.script[0])
        try changeAndSave(desk)
        #expect(desk.isAtHome)
        #expect(String(decoding: desk.files["routines/legs.json"]!, as: UTF8.self).contains("\"workSeconds\": 35"))
    }

    @Test func aFileThatCannotBeReadCanBeLeft() {
        let desk = BuilderDesk(files: ["routines/legs.json": Self.json])
        desk.failsReading = .missing
        desk.openEditing("routines/legs.json")
        desk.hold(.back)
        #expect(desk.isAtHome)
    }

    @Test func aWorkoutWaitsForAFileThatCannotBeReadAndIsNotLeftBehindUnsaid() {
        let desk = BuilderDesk(files: ["routines/three.routine": BuilderTests.three])
        desk.failsReading = .other("input/output error")
        desk.open(Builder(adding: gallery["wall-sit"]!, to: desk.entry("routines/three.routine"), desk.kiosk.facts))
        #expect(desk.stepNames == ["Plank", "Squats", "Burpees"])
        #expect(desk.script.contains("Its file cannot be read now. Nothing was changed."))
        desk.failsReading = nil
        desk.readStore()
        #expect(desk.stepNames == ["Plank", "Squats", "Burpees", "Wall sit"])
        #expect(desk.focused == "Wall sit 20 s")
    }

    /// Something else that failed is said over the builder, and the store changes meanwhile.
    @Test func aFileIsReadAgainUnderAQuestionToo() throws {
        let desk = BuilderDesk(files: ["routines/legs.json": Self.json])
        desk.failsReading = .missing
        desk.openEditing("routines/legs.json")
        desk.open(Question.notDone(.full, english))
        desk.failsReading = nil
        desk.readStore()
        #expect(desk.question != nil)
        desk.tap(.pause)
        #expect(desk.builder?.facts.label == "Editing")
    }

    /// While it is read again, what was said stays, and nothing that the file lost is focused.
    @Test func aFileThatIsShorterWhenItIsReadAgainKeepsTheFocusInIt() throws {
        let desk = BuilderDesk(files: ["routines/three.routine": BuilderTests.three])
        desk.failsReading = .missing
        desk.openEditing("routines/three.routine")
        desk.failsReading = nil
        desk.isQuiet = true
        desk.readStore()
        #expect(desk.builder?.facts.label == "Reading …")
        #expect(desk.script.contains("Its file cannot be read now. Nothing was changed."))
        desk.files["routines/three.routine"] = Array("Three\nPlank 90s\n".utf8)
        guard case .read(_, let ticket)? = desk.commands.last else { throw BuilderDesk.NotThere(name: "a second reading") }
        desk.hear(.contents(desk.files["routines/three.routine"], ticket: ticket))
        #expect(desk.script == ["Plank 90 s", "Add workouts", "Save"])
        #expect(desk.focused == "Save")
    }

    @Test func aDiskThatHangsCanBeLeft() throws {
        let desk = editing("routines/three.routine", BuilderTests.three)
        desk.isQuiet = true
        try changeAndSave(desk)
        #expect(desk.builder?.facts.label == "Saving …")
        #expect(desk.builder?.legend.pause == nil && desk.builder?.legend.skip == nil)
        desk.hold(.back)
        #expect(desk.isAtHome)
    }

    // MARK: Leaving

    @Test func leavingWithoutChangesAsksNothing() {
        let desk = editing("routines/three.routine", BuilderTests.three)
        desk.hold(.back)
        #expect(desk.isAtHome)
    }

    @Test func leavingWithChangesAsks() throws {
        let desk = editing("routines/three.routine", BuilderTests.three)
        desk.tap(.pause)
        desk.tap(.skip)
        desk.tap(.pause, times: 4)
        desk.hold(.back)
        #expect(desk.question?.title == "Leave without saving?")
        #expect(desk.question?.line == "Three, 3 workouts, 1:50.")
        #expect(desk.question?.pause?.text == "Keep editing")
        desk.tap(.pause)
        #expect(desk.focused == "Plank 35 s")
        desk.hold(.back)
        desk.tap(.skip)
        #expect(desk.question != nil, "a tap discards nothing")
        desk.hold(.skip)
        #expect(desk.isAtHome)
        #expect(String(decoding: desk.files["routines/three.routine"]!, as: UTF8.self) == BuilderTests.three)
    }

    @Test func leavingCanSave() throws {
        let desk = BuilderDesk()
        desk.openNew()
        desk.hold(.pause)
        desk.hold(.back)
        #expect(desk.question?.line == "A new routine, 1 workout, 0:30.")
        desk.tap(.back)
        #expect(desk.list?.title == "Save as")
        desk.tap(.pause)
        #expect(desk.files["routines/made-1.routine"] != nil)
        #expect(desk.isAtHome)
    }

    // MARK: Names

    func names(_ desk: BuilderDesk) -> [String] { desk.list?.rows.rows.map(\.title) ?? [] }

    func naming(_ desk: BuilderDesk) throws {
        desk.openNew()
        try desk.pick("Bridge")
        try desk.pick("Plank")
        desk.hold(.pause)
        try desk.walk(to: "Save")
        desk.tap(.pause)
    }

    @Test func namesComeFromTheTimeOfDayTheCategoriesAndTheFirstWorkouts() throws {
        let desk = BuilderDesk()
        try naming(desk)
        #expect(names(desk) == ["Morning core", "Morning legs", "Core", "Legs and glutes", "Bridge and Plank"])
    }

    @Test func withoutAClockNoTimeOfDayIsNamed() throws {
        let desk = BuilderDesk(clock: nil)
        try naming(desk)
        #expect(names(desk) == ["Core", "Legs and glutes", "Bridge and Plank"])
    }

    @Test func namesThatAreThereAlreadyGetANumber() throws {
        let desk = BuilderDesk(files: [
            "routines/a.routine": "Morning Core\nPlank 30s\n", "routines/b.routine": "morning core 2\nPlank 30s\n",
        ])
        try naming(desk)
        #expect(names(desk).first == "Morning core 3")
    }

    @Test func aTypedNameIsSavedUnder() throws {
        let desk = BuilderDesk()
        try naming(desk)
        desk.type("Mia’s # 1 ")
        #expect(desk.list?.typed == "Mia’s # 1 ")
        #expect(desk.focused == "Save “Mia’s # 1”")
        desk.tap(.pause)
        let bytes = try #require(desk.files["routines/made-1.routine"])
        #expect(RoutineFile.read(bytes, fileName: "made-1.routine", catalog: gallery).routine?.name == "Mia’s # 1")
    }

    @Test func blanksAreNoName() throws {
        let desk = BuilderDesk()
        try naming(desk)
        desk.type("  \u{1B}")
        #expect(desk.focused == "Morning core")
    }

    @Test func aRoutineCanBeRenamed() throws {
        let desk = editing("routines/three.routine", BuilderTests.three)
        try desk.walk(to: "Save")
        #expect(desk.builder?.legend.pause?.hold == "Hold: rename")
        desk.hold(.pause)
        #expect(desk.focused == "Three")
        desk.type("Four")
        desk.tap(.pause)
        #expect(String(decoding: desk.files["routines/three.routine"]!, as: UTF8.self).hasPrefix("Four\n\nPlank 30s\n"))
    }

    // MARK: From the gallery

    @Test func aWorkoutIsAddedToARoutine() throws {
        let desk = BuilderDesk(files: ["routines/three.routine": BuilderTests.three])
        desk.open(Builder(adding: gallery["wall-sit"]!, to: desk.entry("routines/three.routine"), desk.kiosk.facts))
        #expect(desk.stepNames == ["Plank", "Squats", "Burpees", "Wall sit"])
        #expect(desk.focused == "Wall sit 20 s")
        try desk.walk(to: "Save")
        desk.tap(.pause)
        #expect(String(decoding: desk.files["routines/three.routine"]!, as: UTF8.self).hasSuffix("then 10s rest\nWall sit 20s\n"))
    }

    @Test func aWorkoutBeginsANewRoutine() {
        let desk = BuilderDesk()
        desk.open(Builder(adding: gallery["wall-sit"]!, to: nil, desk.kiosk.facts))
        #expect(desk.script == ["Wall sit 30 s", "Add workouts", "Save"])
        desk.hold(.back)
        #expect(desk.question != nil)
    }
}
