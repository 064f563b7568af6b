import Foundation
import Library
import Playback
import Ports
import Stage
import Testing
import Workouts

@testable import Kiosk

/// What is edited or deleted here is what was seen here: a file that says something else by then is asked about.
@Suite struct SafeEditTests {
    static let core = "routines/core.routine"
    static let plan = """
        {"id": "a", "name": "Spring", "isActive": true, "slots": [
          {"weekdayLabelIndex": 2, "routineID": "core.routine", "routineNameSnapshot": "Morning core"}]}
        """
    static let hold = #"{"id": "w1", "name": "Wall hold", "categoryID": "core"}"#

    func bench() -> MenuBench {
        MenuBench([
            Self.core: sampleText, "routines/legs.routine": "Legs\nSquats 40s", "plans/a.json": Self.plan, "workouts/h.json": Self.hold,
        ])
    }

    /// Goes to where each kind of file is deleted, and asks.
    func asking(_ path: String, _ bench: MenuBench) {
        switch path.prefix(while: { $0 != "/" }) {
        case "routines":
            bench.open { Detail($0.entry(id: "core.routine")!) }
            bench.hold(.pause)
        case "plans":
            bench.open { _ in PlanList() }
            bench.tap(.pause)
        default: bench.open { WorkoutDetail($0.library!.catalog["w1"]!, $0) }
        }
        bench.go(to: "Delete")
        bench.tap(.pause)
    }

    static let others = [
        core: "Other\nPlank 30s", "plans/a.json": plan.replacing("Spring", with: "Other"),
        "workouts/h.json": hold.replacing("Wall hold", with: "Other"),
    ]

    @Test(arguments: others.keys.sorted()) func aFileThatWasReplacedIsNotDeletedBeforeItIsAskedAboutAnew(path: String) {
        // Before its file is read, and before the answer.
        for isEarly in [true, false] {
            let bench = bench()
            if isEarly { bench.isSlow = true }
            asking(path, bench)
            let title = bench.question?.title
            #expect(title?.hasPrefix("Delete ") == true && title != "Delete Other?")
            if isEarly {
                bench.tap(.skip)
                bench.change(path, Self.others[path])
                bench.deliver()
                bench.isSlow = false
            } else {
                bench.change(path, Self.others[path])
                bench.tap(.skip)
            }
            #expect(bench.text(path) == Self.others[path], "it was not asked about")
            #expect(bench.question?.title == "Delete Other?")
            #expect(bench.question?.line == "Its file was changed a moment ago. This is what it holds now.")
            bench.tap(.skip)
            #expect(bench.text(path) == nil && bench.question == nil)
        }
    }

    @Test(arguments: others.keys.sorted()) func aFileThatIsGoneAlreadyIsNoTrouble(path: String) {
        let bench = bench()
        asking(path, bench)
        bench.change(path, nil)
        bench.tap(.skip)
        #expect(bench.question == nil && bench.text(path) == nil)
    }

    @Test(arguments: [StoreAnswer.Fault.missing, .readOnly, .full, .other("input/output error")])
    func aDeletionThatFailsSaysNothingOfChangesOnTheScreen(fault: StoreAnswer.Fault) {
        let bench = bench()
        asking(Self.core, bench)
        bench.fault = fault
        bench.tap(.skip)
        #expect(bench.question?.title == "Not done")
        #expect(bench.question?.line.contains("on the screen") == false && bench.question?.line.hasSuffix("ry again.") == true)
        #expect(bench.text(Self.core) == sampleText)
    }

    @Test func aRoutineOfMyWeekSaysSoBeforeItIsDeleted() {
        let bench = bench()
        asking(Self.core, bench)
        #expect(bench.question?.line == "It is in your week. Its file goes from the store.")
        bench.tap(.pause)
        bench.tap(.pause)
        bench.run(to: bench.now + .seconds(340))
        #expect(bench.kiosk.isAtSummary)
        bench.tap(.pause)
        bench.hold(.pause)
        bench.go(to: "Delete")
        bench.tap(.pause)
        #expect(
            bench.question?.line == "It is in your week. Its file goes from the store, its history stays: 1 time, 5 min in all.",
            "\(bench.question?.line ?? "")")
        let other = bench.text("plans/a.json")!
        bench.change("plans/a.json", nil)
        bench.tap(.pause)
        bench.hold(.pause)
        bench.go(to: "Delete")
        bench.tap(.pause)
        #expect(bench.question?.line == "Its file goes from the store. Its history stays: 1 time, 5 min in all.", "\(other)")
    }

    @Test func aPlanThatWasRemovedElsewhereIsNotWrittenUnasked() {
        for writesAgain in [true, false] {
            let bench = bench()
            bench.open { WeekEditor(plan: $0.library!.week!, weekday: 3, $0) }
            bench.tap(.pause)
            bench.go(to: "Legs")
            bench.tap(.pause)
            bench.meanwhile = nil
            bench.change("plans/a.json", nil)
            bench.hold(.pause)
            #expect(bench.question?.title == "Removed elsewhere" && bench.text("plans/a.json") == nil)
            bench.tap(.skip)
            #expect(bench.week?.isEditor == true, "keep editing")
            bench.hold(.pause)
            if writesAgain { bench.tap(.pause) } else { bench.hold(.back, for: .milliseconds(1300)) }
            #expect(bench.isHome && (bench.text("plans/a.json") != nil) == writesAgain)
        }
    }

    /// Opens the person's own workout, adds a letter to its name, and goes to Save.
    func renaming(_ bench: MenuBench) {
        bench.open { OwnWorkoutEditor($0.library!.catalog["w1"]!, path: "workouts/h.json") }
        bench.type("s")
        bench.go(to: "Save")
    }

    @Test func aWorkoutThatWasRemovedElsewhereIsNotWrittenUnasked() {
        let bench = bench()
        renaming(bench)
        bench.change("workouts/h.json", nil)
        bench.tap(.pause)
        #expect(bench.question?.title == "Removed elsewhere" && bench.text("workouts/h.json") == nil)
        bench.tap(.skip)
        #expect(bench.list?.typed == "Wall holds")
        bench.tap(.pause)
        bench.tap(.pause)
        #expect(bench.text("workouts/h.json")?.contains("Wall holds") == true && bench.question == nil)
    }

    @Test func aWorkoutThatIsCalledSomethingElseByNowIsAskedAbout() {
        let theirs = Self.hold.replacing("Wall hold", with: "Wall sit 2")
        for keepsMine in [true, false] {
            let bench = bench()
            renaming(bench)
            bench.change("workouts/h.json", theirs)
            bench.tap(.pause)
            #expect(bench.question?.title == "Changed elsewhere" && bench.text("workouts/h.json") == theirs)
            if keepsMine { bench.tap(.skip) } else { bench.hold(.back, for: .milliseconds(1300)) }
            #expect(bench.isHome)
            #expect(bench.text("workouts/h.json")?.contains("Wall holds") == keepsMine)
        }
    }

    @Test func aRoutineIsPutIntoMyWeekOnceHoweverOftenItIsAsked() {
        let bench = bench()
        bench.open { WeekEditor(adding: $0.entry(id: "legs.routine")!, $0) }
        bench.change("plans/a.json", Self.plan.replacing("Spring", with: "Summer"))
        bench.tap(.pause)
        #expect(bench.question?.title == "Spring was changed elsewhere")
        bench.tap(.pause)
        #expect(bench.week?.days[0].routines == "Morning core", "nothing is put there yet")
        bench.tap(.pause)
        bench.tap(.skip)
        #expect(bench.isHome)
        let saved = PlanJSON.read(bench.files["plans/a.json"]!, fileName: "a.json", fallbackID: "a").plan
        #expect(saved?.slots(weekday: 2).map(\.routineName) == ["Morning core", "Legs"])
    }

    @Test func theSameEditElsewhereIsNoConflict() throws {
        let desk = BuilderSavingTests().editing(Self.core, "Core\nPlank 30s\nSquats 30s\n")
        desk.tap(.pause)
        desk.tap(.skip)
        while desk.stepper != nil { desk.tap(.pause) }
        desk.files[Self.core] = Array("Core\n\nPlank 35s\nSquats 30s\n".utf8)
        try desk.walk(to: "Save")
        desk.tap(.pause)
        #expect(desk.question == nil && desk.isAtHome)
        // A week, too.
        let bench = bench()
        bench.open { WeekEditor(plan: $0.library!.week!, weekday: 3, $0) }
        bench.tap(.pause)
        bench.go(to: "Legs")
        bench.tap(.pause)
        let slot = #", {"weekdayLabelIndex": 3, "routineID": "legs.routine", "routineNameSnapshot": "Legs"}]}"#
        let same = Self.plan.replacing("]}", with: slot)
        bench.change("plans/a.json", same)
        bench.hold(.pause)
        #expect(bench.isHome && bench.question == nil && bench.text("plans/a.json") == same)
    }

    @Test func whatWasPickedIsNotThrownAwayUnasked() throws {
        let desk = BuilderDesk()
        desk.openNew()
        desk.hold(.back)
        #expect(desk.picker == nil, "nothing was picked")
        desk.hold(.back)
        desk.openNew()
        try desk.pick("Bridge")
        desk.hold(.back)
        #expect(desk.question?.title == "Leave without saving?")
        desk.tap(.pause)
        #expect(desk.picker?.picks.count == 1)
        desk.hold(.back)
        desk.hold(.skip)
        #expect(desk.picker == nil && desk.builder?.script.count == 1)
    }

    @Test func goAgainPlaysTheRoutineAsItsFileIsByThen() {
        let bench = MenuBench(["routines/quick.routine": "Quick\nSquats 3s"])
        bench.open { Detail($0.entry(id: "quick.routine")!) }
        bench.tap(.pause)
        bench.run(to: bench.now + .seconds(6))
        bench.change("routines/quick.routine", "Quick\nBridge 9s")
        #expect(bench.player?.timeline.steps.map(\.name) == ["Squats"], "what plays is not changed")
        bench.run(to: bench.now + .seconds(4))
        #expect(bench.kiosk.isAtSummary)
        bench.tap(.skip)
        #expect(bench.player?.timeline.steps.map(\.name) == ["Bridge"])
        // Gone meanwhile: as it was.
        bench.change("routines/quick.routine", nil)
        bench.run(to: bench.now + .seconds(16))
        bench.tap(.skip)
        #expect(bench.player?.timeline.steps.map(\.name) == ["Bridge"])
    }

    @Test func aProblemIsToldWithItsFolderAndItsPlaceInTheFile() {
        let bench = MenuBench([
            "plans/x.json": #"{"id": "x", "name": "X", "slots": [{"weekdayLabelIndex": 2, "routineNameSnapshot": "Gone"}]}"#,
            "routines/x.json": #"{"name": "X", "steps": [{"workoutNameSnapshot": "Plank", "workSeconds": "long"}]}"#,
        ])
        bench.open { _ in Problems() }
        let blocks = (0..<(bench.attention?.blocks.count ?? 0)).compactMap { index in bench.attention?.blocks[index] }
        #expect(blocks.contains { $0.file == "routines/x.json" && $0.place == "$.steps[0].workSeconds" })
        #expect(blocks.contains { $0.file == "plans/x.json" && $0.place == "$.slots[0]" && $0.problem.text.contains("Gone") })
    }
}
