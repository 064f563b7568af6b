import Playback
import Ports
import Stage
import Testing
import Workouts

@testable import Kiosk

/// What the random walk found, each by itself: keys that were shown and did nothing, and edits whose fate nobody was told.
@Suite struct TrueStripTests {
    @Test func aScriptThatIsInSightWholeHasNowhereToGo() {
        let bench = MenuBench(["routines/short.routine": "Short\nPlank 20s\nthen 5s rest\nBurpees 20s"])
        bench.open { Detail($0.shelf[0]) }
        #expect(bench.picture.said(of: .skip) == nil && bench.picture.said(of: .back)?.verb == "Hold: back")
        let long = MenuBench(["routines/core.routine": sampleText])
        long.open { Detail($0.shelf[0]) }
        for _ in 0..<5 {
            #expect(long.picture.said(of: .skip)?.verb == "Down")
            long.tap(.skip)
        }
        #expect(long.picture.said(of: .skip) == nil && long.picture.said(of: .back)?.verb == "Up")
        // The file becomes shorter: the end is still in sight.
        long.change("routines/core.routine", "Morning core\nPlank 20s")
        #expect(long.picture.said(of: .back)?.verb == "Hold: back")
    }

    @Test func aSettingAtItsEndSaysSoAndUndoIsOfferedWhenThereIsSomethingToUndo() throws {
        let bench = MenuBench()
        let range = try #require(SettingRow.edge.range)
        bench.open { SettingStepper(.edge, range, $0) }
        #expect(bench.picture.said(of: .back) == nil && bench.picture.said(of: .pause)?.note == nil)
        bench.tap(.skip, times: 5)
        #expect(bench.picture.said(of: .skip) == nil && bench.picture.said(of: .back)?.verb == "Less")
        #expect(bench.picture.said(of: .pause)?.note == "Hold: undo")
    }

    @Test func whatIsOnItsWayToTheDiskCanBeLeftAndNotChanged() {
        let bench = MenuBench(["routines/core.routine": sampleText])
        bench.isSlow = true
        bench.open { WeekEditor(adding: $0.shelf[0], $0) }
        bench.tap(.pause)
        #expect(bench.week?.note.map(\.text) == "Saving …" && bench.picture.said(of: .pause) == nil)
        bench.tap(.pause)
        bench.deliver()
        #expect(bench.isHome)
        #expect(bench.edits.count == 1)
        bench.open { OwnWorkoutEditor(named: "Ledge sit", in: nil, $0) }
        bench.tap(.back)
        bench.tap(.pause)
        #expect(bench.list?.foot == "Saving …" && bench.picture.said(of: .pause) == nil)
        bench.type("x")
        bench.deliver()
        #expect(bench.text(bench.paths("workouts")[0])?.contains(#""Ledge sit""#) == true)
    }

    @Test func theEndQuestionsKeysAreItsAnswersAndWhileItIsFiledThereAreNone() throws {
        let bench = MenuBench(["routines/core.routine": sampleText])
        bench.isSlow = true
        bench.tap(.pause)
        bench.run(to: bench.now + .seconds(60))
        bench.hold(.back, for: .milliseconds(1300))
        #expect(bench.picture.said(of: .pause)?.verb == "Keep going")
        #expect(bench.kiosk.use(of: .pause)?.tap?.verb == "Keep going" && bench.kiosk.use(of: .skip)?.tap?.verb == "End and save")
        bench.tap(.skip)
        let question = try #require(bench.question)
        #expect(question.back == nil && question.pause == nil && question.skip == nil)
        bench.deliver()
        #expect(bench.picture.screen == "summary")
    }

    @Test func aFailureIsSaidWhereverThePersonHasGone() {
        let bench = MenuBench(["routines/core.routine": sampleText])
        bench.fault = .readOnly
        bench.open { Detail($0.shelf[0]) }
        bench.hold(.pause)
        bench.go(to: "Delete")
        bench.tap(.pause)
        bench.isSlow = true
        bench.tap(.skip)
        #expect(bench.question?.pause?.text == "OK" && bench.question?.skip == nil, "it is on its way")
        bench.tap(.pause)
        bench.hold(.back)
        #expect(bench.isHome)
        bench.deliver()
        #expect(bench.question?.title == "Not done")
        bench.tap(.pause)
        #expect(bench.isHome, "and the question is gone with its answer")
    }

    @Test func aPlanBecomesMyWeekEvenIfThePersonLeavesMeanwhile() {
        let bench = MenuBench([
            "plans/a.json": #"{"id": "a", "name": "A", "isActive": true, "slots": []}"#,
            "plans/b.json": #"{"id": "b", "name": "B", "slots": []}"#,
        ])
        bench.isSlow = true
        bench.open { _ in PlanList() }
        bench.go(to: "B")
        bench.tap(.pause)
        bench.go(to: "Set as My Week")
        bench.tap(.pause)
        bench.hold(.back)
        #expect(bench.isHome)
        bench.deliver()
        #expect(bench.kiosk.facts.plan?.name == "B")
        #expect(bench.text("plans/a.json")?.contains(#""isActive": true"#) == false, "its mark is taken from the other")
    }
}
