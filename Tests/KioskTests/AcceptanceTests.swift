import Playback
import Ports
import Stage
import Testing
import Workouts

@testable import Kiosk

/// The product's acceptance criteria (PRD section 10), each walked with three buttons from a first start on, over a real store's folder.
@Suite struct AcceptanceTests {
    static let sampleText = """
        Morning core

        Bridge 30s x3, rest 10s
        then 15s rest
        Squats 30s x2
        then 15s rest
        Russian twist 30s
        then 20s rest
        Bicycle crunch 30s, ~20 reps
        then 20s rest
        Mountain climbers 30s

        """

    /// A first start, past the welcome.
    static func started(_ folder: SharedFolder? = nil, change: (inout KioskSettings) -> Void = { _ in }) throws -> Wall {
        let wall = try Wall(folder ?? SharedFolder(), change: change)
        wall.tap(.pause)
        return wall
    }

    @Test func theFirstStartLeadsToAPlayInOnePressFromHome() throws {
        let wall = try Wall(SharedFolder())
        #expect(wall.picture.screen == "welcome")
        #expect(wall.picture.said(of: .pause)?.verb == "Get started")
        wall.tap(.pause)
        #expect(Set(wall.routines.map(\.name)) == ["Morning core", "Full body", "Strength and stretch"])
        #expect(wall.routines.allSatisfy { $0.lastDone == "Not played yet" && $0.times == nil })
        #expect(wall.home?.motivation == [], "nobody is shown a row of zeroes")
        #expect(wall.folder.files("routines").count == 3)
        let before = wall.presses
        wall.tap(.pause)
        #expect(wall.presses - before == 1)
        #expect(wall.player.map { $0.timeline.segments[$0.segment].kind } == .getReady)
        #expect(wall.isSoundOpen)
    }

    /// From Home's "New routine" on: several workouts in one pass, the sample's values, one step moved to its place, the suggested name.
    static func buildSample(_ wall: Wall) throws {
        try wall.choose("New routine")
        for name in ["Bridge", "Squats", "Russian twist", "Mountain climbers", "Bicycle crunch"] { try wall.choose(name) }
        #expect(wall.picker?.total == "3:30")
        wall.hold(.pause)
        // Bridge: three sets, ten seconds between them.
        wall.tap(.pause, times: 2)
        wall.tap(.skip, times: 2)
        wall.tap(.pause)
        wall.tap(.skip, times: 2)
        wall.tap(.pause, times: 3)
        #expect(wall.picture.focused == "Bridge 30 s × 3, 10 s between")
        #expect(wall.builder?.facts.total == "4:50", "the total is live")
        // Squats: two sets.
        wall.tap(.skip)
        wall.tap(.pause, times: 2)
        wall.tap(.skip)
        wall.tap(.pause, times: 4)
        // Russian twist: twenty seconds of rest behind it.
        wall.tap(.skip)
        wall.tap(.pause, times: 4)
        wall.tap(.skip)
        wall.tap(.pause)
        // Mountain climbers come last.
        wall.tap(.skip)
        try wall.options(of: "Mountain climbers 30 s")
        try wall.choose("Move")
        wall.tap(.skip)
        wall.tap(.pause)
        // Bicycle crunch: about twenty repetitions, twenty seconds of rest.
        wall.tap(.back)
        wall.tap(.pause, times: 3)
        wall.tap(.skip)
        wall.tap(.pause)
        wall.tap(.skip)
        wall.tap(.pause)
        #expect(
            wall.builder?.script.rows.map(\.title) == [
                "Bridge 30 s × 3, 10 s between", "Rest 15 s", "Squats 30 s × 2", "Rest 15 s", "Russian twist 30 s", "Rest 20 s",
                "Bicycle crunch 30 s, ~20 reps", "Rest 20 s", "Mountain climbers 30 s", "Add workouts", "Save",
            ])
        #expect(wall.builder?.facts.total == "5:30")
        wall.hold(.skip)
        try wall.choose("Save")
        #expect(wall.picture.focused == "Morning core")
        wall.tap(.pause)
    }

    @Test func theSampleIsBuiltInFewPressesAndItsFileIsWhatAPersonWouldWrite() throws {
        let wall = try Self.started()
        // The starter of that name makes room first.
        try wall.options(of: "Morning core")
        try wall.choose("Delete")
        #expect(wall.question?.title.contains("Morning core") == true)
        wall.tap(.skip)
        #expect(wall.folder.files("routines").count == 2)
        try wall.walk(to: "New routine")
        let before = wall.presses
        try Self.buildSample(wall)
        print("The sample on the wall, one step reordered, from New routine to Save: \(wall.presses - before) presses")
        #expect(wall.presses - before <= 120)
        let made = wall.folder.files("routines").filter { $0.value.hasPrefix("Morning core") }
        #expect(made.count == 1)
        #expect(made.first?.value == Self.sampleText)
        #expect(wall.routine("Morning core")?.total == "5:30")
        let read = RoutineFile.read(Array((made.first?.value ?? "").utf8), fileName: "x.routine", catalog: gallery).routine
        let shipped = try BuilderSampleTests.shipped()
        #expect(read?.steps == shipped.steps)
    }

    @Test func theSamplePlaysFromEndToEndWithoutAHand() throws {
        let wall = try Self.started { $0.configured.idleMinutes = 1 }
        try wall.walk(to: "Morning core")
        wall.forgetSounds()
        // It has a hold meaning, too: it acts when it is let go.
        let zero = wall.now + .milliseconds(80)
        wall.tap(.pause)
        let timeline = try #require(wall.player).timeline
        let presses = wall.presses
        var segments: [Int] = []
        let eyes = Eyes()
        for half in 1..<(timeline.segments.map { $0.start + $0.seconds }.max()! * 2) {
            wall.run(to: zero + .milliseconds(500 * half))
            let player = try #require(wall.player, "\(wall.picture.screen) at \(half / 2) s" as Comment)
            let index = timeline.segments.lastIndex { $0.start * 2 <= half }!
            if segments.last != player.segment { segments.append(player.segment) }
            #expect(player.segment == index)
            let segment = timeline.segments[index]
            #expect(player.secondsLeft == segment.start + segment.seconds - half / 2)
            // What comes next stands there in every rest, and in the last seconds of work.
            let following = timeline.segments.dropFirst(index + 1).first { $0.kind == .work }
            if let following, segment.kind == .rest || segment.kind == .setRest || segment.kind == .work && player.secondsLeft <= 5 {
                let seen = eyes.texts(wall.picture)
                let name = timeline.steps[following.step].name
                #expect(seen.contains { $0.hasPrefix("Next") } && seen.contains { $0.contains(name) }, "\(half / 2) s: \(seen)")
            }
            #expect(!wall.isBlank)
        }
        #expect(segments == Array(timeline.segments.indices))
        wall.run(for: .seconds(8))
        #expect(wall.presses == presses)
        #expect(
            wall.spoken == [
                "Get ready. First: Bridge", "Bridge. Set 1 of 3.", "Rest", "Bridge. Set 2 of 3.", "Rest", "Bridge. Last set.",
                "Rest. Next: Squats", "Squats. Set 1 of 2.", "Squats. Last set.", "Rest. Next: Russian twist", "Russian twist",
                "Rest. Next: Bicycle crunch", "Bicycle crunch. About 20 reps.", "Rest. Next: Mountain climbers", "Mountain climbers",
                "Done. Morning core complete",
            ])
        for segment in timeline.segments {
            for left in 1...3 where left < segment.seconds {
                let at = zero + .seconds(segment.start + segment.seconds - left)
                #expect(
                    wall.handed.contains { if case .tone = $0.sound { $0.start == at } else { false } },
                    "no beep \(left) s before the end of the segment at \(segment.start) s")
            }
        }
        #expect(wall.summary?.isComplete == true)
    }

    @Test func aPauseAndAScreenThatWasAwayComeBackExactlyThere() throws {
        let wall = try Self.started()
        try wall.choose("Morning core")
        wall.run(for: .seconds(20))
        wall.tap(.pause)
        let paused = try #require(wall.player)
        #expect(paused.mode == .paused)
        wall.run(for: .seconds(600))
        #expect(wall.player?.secondsLeft == paused.secondsLeft && wall.player?.segment == paused.segment)
        wall.tap(.pause)
        #expect(wall.player?.mode == .leadIn(digit: 3))
        wall.run(for: .seconds(3))
        #expect(wall.player?.mode == .running && wall.player?.elapsedSeconds == paused.elapsedSeconds)
        // Another program has the screen for a while: nobody sees the stage.
        wall.send(.screen(.hidden))
        let hidden = try #require(wall.player)
        wall.run(for: .seconds(120))
        wall.send(.screen(.shown))
        #expect(wall.player?.mode == .paused && wall.player?.elapsedSeconds == hidden.elapsedSeconds)
        wall.tap(.pause)
        wall.run(for: .seconds(400))
        #expect(wall.summary?.isComplete == true)
        #expect(wall.summary?.figures.first?.value == "5:30", "what stood still counts nowhere")
    }

    @Test func aCompletedRoutineCountsOnceAndTheStreakOnceADay() throws {
        let wall = try Self.started()
        for time in 1...2 {
            try wall.choose("Morning core")
            wall.run(for: .seconds(340))
            let summary = try #require(wall.summary)
            #expect(summary.figures.map(\.value) == ["5:30", "5", "1", "\(time)"], "minutes, workouts, streak, times")
            wall.tap(.pause)
            let card = try #require(wall.routine("Morning core"))
            #expect(card.lastDone == "Today" && card.times == (time == 1 ? "1 time" : "2 times"))
            #expect(wall.home?.motivation.map(\.text) == ["1-day streak", "\(time == 1 ? 5 : 11) min this week"])
        }
        #expect(try wall.folder.sessions().map(\.wasCompleted) == [true, true])
        #expect(wall.folder.files("sessions").keys.allSatisfy { $0.hasPrefix("sessions/2026/05/20260528T07") })
        // The next day it goes on.
        let tomorrow = try wall.nextDay()
        #expect(tomorrow.routine("Morning core")?.lastDone == "Yesterday")
        tomorrow.tap(.pause)
        tomorrow.run(for: .seconds(340))
        #expect(tomorrow.summary?.figures.map(\.value) == ["5:30", "5", "2", "3"])
    }

    @Test func anEndHalfwayIsRememberedHonestly() throws {
        let wall = try Self.started()
        try wall.choose("Morning core")
        wall.run(for: .seconds(125))
        wall.hold(.back)
        #expect(wall.question?.skip?.consequence == "Keeps 2:01")
        wall.tap(.skip)
        #expect(wall.summary?.isComplete == false && wall.summary?.title == "Saved")
        wall.run(for: .seconds(1))
        wall.tap(.pause)
        let session = try #require(try wall.folder.sessions().first)
        #expect(!session.wasCompleted && session.completedStepCount == 1 && session.totalStepCount == 5)
        #expect(session.activeSeconds == 121)
        let card = try #require(wall.routine("Morning core"))
        #expect(card.times == nil && card.minutes == "2 min in all")
        #expect(wall.home?.motivation.map(\.text) == ["2 min this week"])
    }
}
