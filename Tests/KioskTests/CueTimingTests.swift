import Kiosk
import Library
import Playback
import Ports
import Testing
import Workouts

/// What is handed to the speaker, and when it is to sound.
@Suite struct CueTimingTests {
    @Test func everyCueIsHandedOverAheadAndOnce() {
        let bench = Bench()
        bench.run(to: seconds(340))
        let timeline = Timeline(sample, getReadySeconds: 5)
        let cues = Cues(timeline: timeline, settings: CueSettings(), words: english)
        let expected = timeline.segments.indices.flatMap { cues.cues(in: $0) { .milliseconds(60 * $0.text.count) } }
        let handed = bench.speaker.handed.sorted { ($0.start, $0.id.kind) < ($1.start, $1.id.kind) }
        #expect(handed.map(\.id) == expected.map(\.id))
        #expect(handed.map(\.start) == expected.map { seconds(0) + $0.start })
    }

    /// Some weeks of plays, or screens that are read aloud: the lengths of so many utterances are not kept for ever.
    @Test(arguments: 495...520) func noAnnouncementIsLostWhenLengthsAreForgotten(known: Int) throws {
        let steps = (1...6).map { Step(name: "Hold \($0)", category: .core, workSeconds: 60) }
        let bench = Bench(menus: library([Routine(id: "long", name: "Long", steps: steps)]))
        for number in 1...known {
            bench.send(.voice(Utterance(text: "before \(number)", language: "en", wordsPerMinute: 175), .seconds(1)))
        }
        bench.tap(.pause)
        bench.run(to: bench.now + .seconds(372))
        let said = ["1/getReady", "7/done"] + (2...7).flatMap { ["\($0)/work", "\($0)/halfway"] }
        #expect(said.filter { !bench.speaker.log.contains($0) } == [])
        let first = try #require(bench.speaker.handed.first { "\($0.id)" == "1/getReady" })
        guard case .voice(let utterance) = first.sound else { return #expect(Bool(false)) }
        #expect(utterance.text == "Get ready. First: Hold 1", "the long form still fits")
    }

    @Test func theLastBoundaryOfTenHoursIsHandedOverExactly() throws {
        let steps = (0..<1200).map { Step(name: "Step \($0)", workSeconds: 30) }
        let bench = Bench(Routine(id: "long", name: "Ten hours", steps: steps), at: seconds(1234.567_891_234))
        bench.run(to: seconds(1234.567_891_234 + 36_010))
        let done = try #require(bench.speaker.handed.last { $0.id.kind == "done-tone" })
        #expect(done.start == seconds(1234.567_891_234) + .seconds(36_005))
        #expect(bench.summary?.isComplete == true)
    }

    @Test func afterAStallOfFiveMinutesOnlyTheNewestAnnouncementIsSpoken() {
        let bench = Bench()
        bench.run(to: seconds(10))
        let before = bench.speaker.handed.count
        bench.stall(to: seconds(310))
        let after = bench.speaker.handed.dropFirst(before)
        #expect(after.map { "\($0.id) \($0.start.nanoseconds / 1_000_000)" } == ["15/work 310000"])
        #expect(bench.player?.secondsLeft == 25)
    }

    @Test func aStallPastTheEndStillSaysDone() {
        let bench = Bench()
        bench.run(to: seconds(300))
        let before = bench.speaker.handed.count
        bench.stall(to: seconds(600))
        let after = bench.speaker.handed.dropFirst(before).map { "\($0.id) \($0.start.nanoseconds / 1_000_000)" }
        #expect(after == ["15/done-tone 600000", "15/done 600700"])
        #expect(bench.summary?.isComplete == true)
    }

    @Test func aStallThatLeavesNoRoomForTheAnnouncementIsSilent() {
        let bench = Bench()
        bench.run(to: seconds(10))
        let before = bench.speaker.handed.count
        bench.stall(to: seconds(331.4))
        #expect(bench.speaker.handed.dropFirst(before).map { "\($0.id)" } == ["15/countdown-3", "15/countdown-2"])
    }

    @Test func aPauseWithdrawsAndAResumeHandsTheRestOverAgain() {
        let bench = Bench()
        bench.run(to: seconds(31.5))  // beeps at 32, 33, 34 are handed over already
        bench.tap(.pause)
        #expect(bench.player?.mode == .paused)
        #expect(bench.speaker.log.contains("withdraw"))
        #expect(bench.speaker.handed.filter { $0.id.kind.hasPrefix("countdown") && $0.id.segment == 2 }.isEmpty)
        #expect(bench.speaker.handed.last.map { "\($0.id)" } == "2/paused")
        bench.run(to: seconds(100))
        bench.tap(.pause)
        #expect(bench.player?.mode == .leadIn(digit: 3))
        bench.run(to: seconds(102.5))
        #expect(bench.player?.mode == .leadIn(digit: 1))
        bench.run(to: seconds(103))
        #expect(bench.player?.mode == .running)
        let beeps = bench.speaker.handed.filter { $0.id == CueID(segment: 2, kind: "countdown-3") }
        #expect(beeps.map(\.start) == [seconds(103.5)])
        #expect(bench.speaker.handed.filter { $0.id.kind.hasPrefix("lead-in") }.map(\.start) == [seconds(101), seconds(102)])
        #expect(bench.speaker.log.filter { $0 == "2/work" }.count == 1, "an announcement that was made is not made again")
    }

    /// A press is known a debounce after its stamp, and by then the turn at the boundary may have handed over the next segment's opening.
    @Test func aPauseJustBeforeABoundaryKeepsTheNextSegmentsOpening() {
        let bench = Bench()
        bench.run(to: seconds(35.010))
        bench.send(.key(KeyEvent(.pause, .down, at: seconds(34.990))))
        bench.send(.key(KeyEvent(.pause, .up, at: seconds(35.010))))
        #expect(bench.player?.mode == .paused)
        #expect(bench.player?.segment == 1)
        bench.run(to: seconds(100))
        let before = bench.speaker.log.count
        bench.tap(.pause)
        bench.run(to: seconds(104))
        let opening = bench.speaker.handed.filter { $0.id.segment == 3 && $0.start > seconds(100) }
        #expect(opening.map { "\($0.id) \($0.start.nanoseconds / 1_000_000)" } == ["3/setRest-tone 103010", "3/setRest 103160"])
        #expect(!bench.speaker.log.dropFirst(before).contains { $0.hasPrefix("2/countdown") }, "what was heard is not said again")
    }

    /// The same for the question whether to end, which comes with a hold.
    @Test func theEndQuestionJustBeforeABoundaryKeepsTheNextSegmentsOpening() {
        let bench = Bench()
        bench.run(to: seconds(33))
        bench.send(.key(KeyEvent(.back, .down, at: seconds(33.790))))
        bench.stall(to: seconds(35.010))
        bench.send(.key(KeyEvent(.back, .up, at: seconds(35.005))))
        #expect(bench.question != nil)
        bench.run(to: seconds(100))
        bench.tap(.pause)
        bench.run(to: seconds(104))
        #expect(bench.player?.segment == 2)
        #expect(bench.speaker.handed.contains { $0.id == CueID(segment: 3, kind: "setRest-tone") && $0.start > seconds(103) })
    }

    @Test func skipEntersTheNextSegmentWithItsToneAtOnce() {
        let bench = Bench()
        bench.run(to: seconds(12.340))
        bench.send(.key(KeyEvent(.skip, .down, at: seconds(12.320))))  // known 20 ms later: the debounce
        #expect(bench.host.kiosk.run?.zero == seconds(12.320) - .seconds(35))
        let opening = bench.speaker.handed.filter { $0.id.segment == 3 && !$0.id.kind.hasPrefix("countdown") }
        #expect(opening.map(\.start) == [seconds(12.340), seconds(12.490)])
        bench.run(to: seconds(22.320))
        #expect(bench.player?.segment == 3)
    }

    @Test func skippingInTheLeadInBeepsAnew() {
        let bench = Bench()
        bench.run(to: seconds(10))
        bench.tap(.pause)
        bench.run(to: seconds(20))
        bench.tap(.pause)
        bench.run(to: seconds(21.5))
        bench.tap(.skip)
        let beeps = bench.speaker.handed.filter { $0.id.kind.hasPrefix("lead-in") && $0.start > seconds(21.5) }
        #expect(beeps.map(\.start) == [seconds(22.5), seconds(23.5)])
        bench.run(to: seconds(24.5))
        #expect(bench.player?.segment == 2)
        #expect(bench.speaker.handed.contains { $0.id == CueID(segment: 3, kind: "setRest-tone") && $0.start == seconds(24.5) })
    }

    @Test func theFirstVoiceIsWaitedForWithinReason() {
        // Answers come in a turn after the start: nothing shorter was chosen before they were there.
        let bench = Bench()
        bench.run(to: seconds(1))
        #expect(
            bench.speaker.handed.contains {
                $0.sound == .voice(Utterance(text: "Get ready. First: Bridge", language: "en", wordsPerMinute: 175))
            })
    }
}
