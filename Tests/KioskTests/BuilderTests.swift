import Library
import Playback
import Ports
import Stage
import Testing
import Workouts

@testable import Kiosk

/// Steps, their values and their order.
@Suite struct BuilderTests {
    static let three = "Three\nPlank 30s\nthen 5s rest\nSquats 40s\nthen 10s rest\nBurpees 20s"

    func editing(_ text: String = three) -> BuilderDesk {
        let desk = BuilderDesk(files: ["routines/three.routine": text])
        desk.openEditing("routines/three.routine")
        return desk
    }

    func saved(_ desk: BuilderDesk, _ path: String = "routines/three.routine") -> String {
        String(decoding: desk.files[path] ?? [], as: UTF8.self)
    }

    func save(_ desk: BuilderDesk) throws {
        try desk.walk(to: "Save")
        desk.tap(.pause)
    }

    @Test func aMovedStepTakesItsRestAlong() throws {
        let desk = editing()
        desk.hold(.pause)
        #expect(desk.options?.title == "Plank")
        #expect(desk.focused == "Move")
        desk.tap(.pause)
        #expect(desk.builder?.legend.back == nil, "it is the first")
        guard case .step(let step)? = desk.builder?.script.rows.first else { return #expect(Bool(false)) }
        #expect(step.isLifted)
        desk.tap(.skip)
        #expect(desk.script.prefix(5) == ["Squats 40 s", "Rest 10 s", "Plank 30 s", "Rest 5 s", "Burpees 20 s"])
        desk.tap(.pause)
        #expect(desk.builder?.facts.total == "1:45")
        try save(desk)
        #expect(saved(desk) == "Three\n\nSquats 40s\nthen 10s rest\nPlank 30s\nthen 5s rest\nBurpees 20s\n")
        #expect(desk.isAtHome)
    }

    /// The routine was opened twice while the store hung.
    @Test func aReadingThatSucceedsIsHeardAfterAnotherThatFailed() {
        let bench = MenuBench(["routines/core.routine": sampleText])
        bench.isSlow = true
        let file = bench.kiosk.facts.shelf[0]
        bench.open { Builder(editing: file, $0) }
        bench.hold(.back)
        bench.open { Builder(editing: file, $0) }
        let ticket = Builder.readingTicket(of: file)
        bench.answer(.failed(.missing, ticket: ticket))
        bench.answer(.contents(bench.files["routines/core.routine"], ticket: ticket))
        #expect((bench.kiosk.places.last as? Builder)?.isEditing == true)
    }

    @Test func movingIsTakenBackByHolding() {
        let desk = editing()
        desk.tap(.skip)
        desk.hold(.pause)
        desk.tap(.pause)
        desk.tap(.back)
        #expect(desk.stepNames == ["Squats", "Plank", "Burpees"])
        desk.hold(.pause)
        #expect(desk.stepNames == ["Plank", "Squats", "Burpees"])
        #expect(desk.focused == "Squats 40 s")
        #expect(desk.builder?.legend.pause?.verb == "Edit")
    }

    @Test func whatFollowsALastStepComesAfterARest() throws {
        let desk = editing()
        try desk.walk(to: "Add workouts")
        desk.tap(.pause)
        try desk.pick("Wall sit")
        desk.hold(.pause)
        #expect(desk.script.suffix(5) == ["Burpees 20 s", "Rest 10 s", "Wall sit 20 s", "Add workouts", "Save"])
        try save(desk)
        #expect(saved(desk).hasSuffix("Burpees 20s\nthen 10s rest\nWall sit 20s\n"), "behind the last there is none")
    }

    @Test func theStepBeforeGivesTheNextItsValues() throws {
        let desk = BuilderDesk()
        desk.openNew()
        desk.hold(.pause)
        #expect(desk.script == ["Bridge 30 s", "Add workouts", "Save"])
        desk.tap(.pause)
        desk.tap(.skip, times: 2)
        desk.tap(.pause)
        desk.tap(.skip)
        desk.tap(.pause, times: 3)
        desk.tap(.skip)
        desk.tap(.pause)
        #expect(desk.focused == "Bridge 40 s × 2")
        desk.tap(.skip)
        desk.tap(.pause)
        try desk.pick("Plank")
        #expect(desk.picker?.defaults == "40 s × 2 each,\n20 s rest after")
        #expect(desk.picker?.total == "1:20")
        desk.hold(.pause)
        #expect(desk.script.prefix(3) == ["Bridge 40 s × 2", "Rest 20 s", "Plank 40 s × 2"])
    }

    @Test func eachSideDoublesTheBlocksAndTheTime() throws {
        let desk = editing("Side\nSide plank 30s x2\n")
        desk.hold(.pause)
        try desk.walk(to: "Each side")
        desk.tap(.pause)
        guard case .step(let step)? = desk.builder?.script.rows.first else { return #expect(Bool(false)) }
        #expect(step.timing == "30 s × 2, each side")
        #expect(step.blocks == 4 && step.eachSide)
        #expect(desk.builder?.facts.total == "2:00")
        desk.tap(.pause)
        #expect(desk.stepper?.note == "Step 1 of 1, each side")
        desk.tap(.pause, times: 5)
        try save(desk)
        #expect(saved(desk) == "Side\n\nSide plank 30s each side x2\n")
    }

    @Test func removingAndDuplicatingAreTakenBack() throws {
        let desk = editing()
        desk.hold(.pause)
        try desk.walk(to: "Duplicate")
        desk.tap(.pause)
        #expect(desk.stepNames == ["Plank", "Plank", "Squats", "Burpees"])
        desk.hold(.pause)
        try desk.walk(to: "Remove")
        desk.tap(.pause)
        #expect(desk.stepNames == ["Plank", "Squats", "Burpees"])
        desk.hold(.pause)
        try desk.walk(to: "Undo the last change")
        desk.tap(.pause)
        #expect(desk.stepNames == ["Plank", "Plank", "Squats", "Burpees"])
        try desk.walk(to: "Add workouts")
        #expect(desk.builder?.legend.pause?.hold == "Hold: undo")
        desk.hold(.pause)
        #expect(desk.stepNames == ["Plank", "Squats", "Burpees"])
    }

    @Test func withoutAStepThereIsNothingToSave() throws {
        let desk = editing("One\nPlank 30s\n")
        desk.hold(.pause)
        try desk.walk(to: "Remove")
        desk.tap(.pause)
        #expect(desk.script == ["Add workouts"])
        #expect(desk.builder?.facts.total == "0:00")
        #expect(desk.builder?.timeline == nil)
        desk.hold(.back)
        #expect(desk.question?.back == nil, "nothing can be saved")
    }
}

/// One value at a time.
@Suite struct StepperTests {
    func stepping(_ text: String, step: Int = 0) -> BuilderDesk {
        let desk = BuilderDesk(files: ["routines/a.routine": text])
        desk.openEditing("routines/a.routine")
        desk.tap(.skip, times: step)
        desk.tap(.pause)
        return desk
    }

    @Test func itShowsTheValueItsNeighboursAndTheTotal() throws {
        let desk = stepping("A\nPlank 30s x2, rest 10s\nthen 15s rest\nSquats 30s\n")
        let picture = try #require(desk.stepper)
        #expect(picture.title == "Plank")
        #expect(picture.note == "Step 1 of 2")
        #expect(picture.tabs.map(\.label) == ["Work", "Sets", "Between sets", "Reps", "Rest after"])
        #expect(picture.tabs.map(\.value) == ["30 s", "2", "10 s", "none", "15 s"])
        #expect([picture.less, picture.value, picture.unit, picture.more] == ["25", "30", "s", "35"])
        #expect(picture.total == Phrase("Total **1:55**"))
        #expect(picture.edited == .init(step: 0, part: .work))
        #expect(picture.legend.back?.verb == "5 less" && picture.legend.skip?.verb == "5 more")
        #expect(picture.legend.back?.hold == "Hold: faster")
        #expect(picture.legend.pause?.verb == "Sets")
        desk.tap(.skip)
        #expect(desk.stepper?.total == Phrase("Total **2:05**"))
        #expect(desk.stepper?.timeline?.totalSeconds == 125)
        desk.tap(.pause, times: 4)
        #expect(desk.stepper?.edited == .init(step: 0, part: .rest))
        #expect(desk.stepper?.legend.pause?.verb == "Done")
        desk.tap(.pause)
        #expect(desk.focused == "Plank 35 s × 2, 10 s between")
    }

    @Test func holdingGoesOnAndAfterTwoSecondsInThrees() {
        let desk = stepping("A\nPlank 30s\n")
        // At once, and eleven times from 400 ms to 1.9 s; then three times up to 2.35 s, in threes.
        desk.hold(.skip, for: .milliseconds(2400))
        #expect(desk.stepper?.value == "2:15", "30 s and 5 s twenty-one times")
        #expect(desk.stepper?.unit == nil)
    }

    @Test func aValueFromBetweenComesOntoTheFives() {
        let desk = stepping("A\nPlank 33s\n")
        #expect(desk.stepper?.less == "30" && desk.stepper?.more == "35")
        #expect(desk.stepper?.legend.back?.verb == "3 less" && desk.stepper?.legend.skip?.verb == "2 more")
        desk.tap(.back)
        #expect(desk.stepper?.value == "30")
    }

    @Test func atTheEndsOfARangeThereIsNoKey() {
        let desk = stepping("A\nPlank 5s\n")
        #expect(desk.stepper?.less == "1" && desk.stepper?.legend.back?.verb == "4 less")
        desk.tap(.back)
        #expect(desk.stepper?.value == "1" && desk.stepper?.less == nil && desk.stepper?.legend.back == nil)
        desk.tap(.back)
        #expect(desk.stepper?.value == "1")
        desk.tap(.pause)
        #expect(desk.stepper?.value == "1" && desk.stepper?.legend.back == nil, "one set at least")
        desk.tap(.pause)
        #expect(desk.stepper?.value == "none" && desk.stepper?.legend.back == nil)
    }

    @Test func aRoutineEndsAfterSevenDays() {
        let desk = stepping("A\nPlank 24:00:00 x7\n")
        desk.tap(.pause)
        #expect(desk.stepper?.value == "7")
        #expect(desk.stepper?.more == nil && desk.stepper?.legend.skip == nil)
        desk.tap(.skip)
        #expect(desk.stepper?.value == "7")
        desk.tap(.back)
        #expect(desk.stepper?.value == "6" && desk.stepper?.more == "7")
    }

    @Test func theFirstRepsAreWhatASetOfThisLengthHolds() {
        let desk = stepping("A\nPlank 30s\n")
        desk.tap(.pause, times: 2)
        #expect(desk.stepper?.legend.skip?.verb == "~20 reps")
        desk.tap(.skip)
        #expect(desk.stepper?.value == "20" && desk.stepper?.unit == nil)
        desk.tap(.skip)
        #expect(desk.stepper?.value == "21")
        desk.hold(.pause)
        #expect(desk.stepper?.value == "none", "what was done to one value is taken back at once")
    }

    @Test func undoGoesBackValueByValue() {
        let desk = stepping("A\nPlank 30s x2\n")
        #expect(desk.stepper?.legend.pause?.hold == nil, "there is nothing to take back")
        desk.tap(.skip, times: 3)
        desk.tap(.pause)
        desk.tap(.skip)
        #expect(desk.stepper?.legend.pause?.hold == "Hold: undo")
        desk.tap(.pause)
        #expect(desk.stepper?.focus.index == 2)
        desk.hold(.pause)
        #expect(desk.stepper?.focus.index == 1 && desk.stepper?.value == "2")
        desk.hold(.pause)
        #expect(desk.stepper?.focus.index == 0 && desk.stepper?.value == "30")
        #expect(desk.stepper?.legend.pause?.hold == nil)
    }

    @Test func withOneSetNothingIsAskedBetweenSets() {
        let desk = stepping("A\nPlank 30s x2, rest 10s\n")
        desk.tap(.pause)
        desk.tap(.back)
        #expect(desk.stepper?.legend.pause?.verb == "Reps")
        desk.tap(.pause, times: 3)
        #expect(desk.focused == "Plank 30 s")
        desk.hold(.back)
        desk.tap(.back)
        #expect(String(decoding: desk.files["routines/a.routine"]!, as: UTF8.self) == "A\n\nPlank 30s\n")
    }
}
