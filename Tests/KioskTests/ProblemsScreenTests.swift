import Library
import Ports
import Stage
import Testing
import Workouts

@testable import Kiosk

private let legsFile =
    "Evening legs\r\n# squatt is on purpose\r\nLunges 30s x2, then 15s rest; squatt 40s # squatt, slowly\r\nWall sit 30s\r\n"

@Test func aFileWithAMistypedNameHasABlockWithWhatWasMeant() {
    let bench = MenuBench(["routines/evening-legs.routine": legsFile])
    bench.open { _ in Problems() }
    #expect(bench.attention?.title == "1 file needs attention")
    let block = bench.attention?.blocks[0]
    #expect(block?.file == "routines/evening-legs.routine" && block?.place == "line 3")
    #expect(block?.problem.text == "The gallery has no workout called “squatt”.")
    #expect(block?.suggestionLabel == "Did you mean" && block?.suggestion == "Squats")
    #expect(bench.legend?.pause?.verb == "Use this" && bench.legend?.pause?.hold == "Hold: leave out")
}

@Test func useThisAsksAndThenChangesThatNameAndNothingElse() {
    let bench = MenuBench(["routines/evening-legs.routine": legsFile])
    bench.open { _ in Problems() }
    bench.tap(.pause)
    #expect(bench.question?.line == "In evening-legs.routine, “squatt” becomes “Squats”.")
    #expect(bench.question?.pause?.text == "Leave it" && bench.question?.back == nil)
    bench.tap(.pause)
    #expect(bench.text("routines/evening-legs.routine") == legsFile)
    bench.tap(.pause)
    bench.tap(.skip)
    #expect(bench.text("routines/evening-legs.routine") == legsFile.replacing("rest; squatt", with: "rest; Squats"))
    #expect(bench.attention?.blocks.isEmpty == true)
    #expect(bench.attention?.empty?.title == "Every file is fine")
    bench.hold(.back)
    #expect(bench.isHome)
}

@Test func inAJSONRoutineOnlyTheStringAtItsPlaceChanges() {
    let json = """
        { "name" : "Legs", "x": [1, {"steps": "squatt"}],
          "steps": [ {"workoutNameSnapshot": "Forward lunges", "workSeconds": 30},
            {"workoutID":"squatt",  "workoutNameSnapshot": "My \\"squatt\\"", "workSeconds": 30, "zip": null} ] }
        """
    let bench = MenuBench(["routines/legs.json": json])
    bench.open { _ in Problems() }
    #expect(bench.attention?.blocks[0]?.suggestion == "Squats")
    bench.tap(.pause)
    bench.tap(.skip)
    #expect(bench.text("routines/legs.json") == json.replacing(#""workoutID":"squatt""#, with: #""workoutID":"squat""#))
}

@Test func aFileThatChangedMeanwhileIsReadAgainBeforeItIsWritten() {
    let bench = MenuBench(["routines/legs.routine": "Legs\nsquatt 30s"])
    bench.open { _ in Problems() }
    bench.meanwhile = { $0["routines/legs.routine"] = Array("Legs\nsquatt 45s\nLunges 30s".utf8) }
    bench.tap(.pause)
    bench.tap(.skip)
    #expect(bench.text("routines/legs.routine") == "Legs\nSquats 45s\nLunges 30s")
    let gone = MenuBench(["routines/legs.routine": "Legs\nsquatt 30s"])
    gone.open { _ in Problems() }
    gone.meanwhile = { $0["routines/legs.routine"] = Array("Legs\nLunges 30s".utf8) }
    gone.tap(.pause)
    gone.tap(.skip)
    #expect(gone.question?.title == "Not saved")
    #expect(gone.text("routines/legs.routine") == "Legs\nLunges 30s")
}

@Test func whatIsLeftOutComesBackWhenItChanges() {
    let bench = MenuBench(["routines/legs.routine": "Legs\nsquatt 30s", "routines/worse.json": "{"])
    bench.open { _ in Problems() }
    #expect(bench.attention?.blocks.count == 2)
    bench.tap(.skip)
    bench.hold(.pause)
    #expect(bench.attention?.blocks.count == 1 && bench.focusedTitle == "routines/worse.json")
    // What nothing can be suggested for says what to do.
    #expect(bench.attention?.blocks[0]?.remedy?.hasPrefix("To mend it: ") == true)
    #expect(bench.legend?.pause?.verb == "Hold: leave out")
    bench.tap(.pause)
    #expect(bench.attention?.blocks.count == 1)
    bench.change("routines/legs.routine", "Legs\nLunges 30s\nsquatt 30s")
    #expect(bench.attention?.blocks.count == 2)
}

@Test func aNameIsFoundWhereTheReaderSawIt() {
    // The same letters stand elsewhere, in a comment and inside another word.
    let problem = Problem.note("problem.unknownNear", at: .line(2), .text("row"), .text("Squats"), suggestion: "squats")
    let squats = gallery["squats"] ?? gallery.workout(called: "squats")!
    let text = "narrow\n2 x 30s crowned rows, then 5s · row 10s # row"
    let mended = Mending.mended(Array(text.utf8), path: "a.routine", problem, with: squats, gallery)
    #expect(mended == nil || String(decoding: mended!, as: UTF8.self) == "narrow\n2 x 30s crowned rows, then 5s · Squats 10s # row")
}

@Test func aPlanWhoseRoutineIsGoneIsMendedInItsEditor() {
    let plan =
        #"{"id": "a", "name": "A", "isActive": true, "slots": [{"weekdayLabelIndex": 5, "routineID": "x", "routineNameSnapshot": "Gone"}]}"#
    let bench = MenuBench(["plans/a.json": plan, "routines/core.routine": sampleText])
    bench.open { _ in Problems() }
    #expect(bench.legend?.pause?.verb == "Open plan")
    bench.tap(.pause)
    #expect(bench.week?.isEditor == true && bench.focusedTitle == "Thursday")
    bench.tap(.pause)
    bench.tap(.pause)
    bench.go(to: "Morning core")
    bench.tap(.pause)
    bench.hold(.back)
    bench.hold(.pause)
    #expect(bench.attention?.blocks.isEmpty == true)
}

@Test func aProblemIsReadAloudWithWhatCanBeDone() {
    let bench = MenuBench(["routines/evening-legs.routine": legsFile, "routines/x.json": "{"])
    var problems = Problems()
    _ = problems.settle(bench.kiosk.facts)
    #expect(problems.aloud(bench.kiosk.facts).focus.contains("To mend it: "))
    _ = problems.perform(.next, steps: 1, bench.kiosk.facts, at: bench.now)
    #expect(
        problems.aloud(bench.kiosk.facts).focus
            == "routines/evening-legs.routine: The gallery has no workout called “squatt”. Did you mean Squats.")
}

/// One file that cannot be used, behind one with a name that was probably mistyped and two with notes.
private let several = [
    "routines/a.routine": "A\nSquats\nPlank\nBridge", "routines/b.routine": "B\nsquatt 30s\nbrige 30s",
    "routines/c.routine": "C\nSquats", "routines/d.routine": "D\nSquats 30s x0\nPlank 20s x0",
]

@Test func filesThatCannotBeUsedComeFirstAndNotesLast() {
    let bench = MenuBench(several)
    bench.open { _ in Problems() }
    let files = (0..<8).map { bench.attention?.blocks[$0]?.file.dropFirst(9).first }
    #expect(files == ["d", "d", "b", "b", "a", "a", "a", "c"])
}

@Test func theTitleCountsTheFilesInNeedAndThoseWithNotes() {
    let bench = MenuBench(several)
    bench.open { _ in Problems() }
    #expect(bench.attention?.title == "2 files need attention · 2 with notes")
    bench.change("routines/b.routine", nil)
    bench.change("routines/d.routine", nil)
    #expect(bench.attention?.title == "Notes on files")
}

@Test func skipHeldGoesToTheNextFile() {
    let bench = MenuBench(several)
    bench.open { _ in Problems() }
    #expect(bench.legend?.skip?.hold == "Hold: leap on")
    for file in ["b", "a", "c", "d"] {
        bench.hold(.skip)
        #expect(bench.focusedTitle == "routines/\(file).routine")
    }
    // From the middle of a file too.
    bench.tap(.skip)
    bench.hold(.skip)
    #expect(bench.focusedTitle == "routines/b.routine")
    let one = MenuBench(["routines/a.routine": "A\nSquats\nPlank"])
    one.open { _ in Problems() }
    #expect(one.legend?.skip?.hold == nil && one.legend?.skip?.verb == "Down")
}

@Test func theRemedyOfAnUnknownNameIsASentence() {
    let bench = MenuBench(["routines/a.routine": "A\nZqwvxkj 30s"])
    bench.open { _ in Problems() }
    #expect(
        bench.attention?.blocks[0]?.remedy
            == "To mend it: check the spelling, or make it a workout of your own; it plays all the same.")
}
