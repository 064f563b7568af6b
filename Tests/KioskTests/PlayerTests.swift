import Playback
import Ports
import Stage
import Testing
import Workouts

@testable import Kiosk

/// The player under three keys, on a clock moved by hand.
@Suite struct PlayerTests {
    @Test func theSamplePlaysUntouchedToItsSummary() throws {
        let bench = Bench()
        bench.run(to: seconds(334.999))
        #expect(bench.player?.secondsLeft == 1)
        bench.run(to: seconds(335))
        let summary = try #require(bench.summary)
        #expect(summary.isComplete)
        #expect(summary.title == "Done")
        #expect(summary.figures.map(\.value) == ["5:30", "5"])
        #expect(summary.playedSeconds == 330)
    }

    @Test func thePressesOwnStampIsWhatCounts() {
        let bench = Bench()
        bench.run(to: seconds(20.030))
        bench.send(.key(KeyEvent(.pause, .down, at: seconds(20))))
        #expect(bench.host.kiosk.run?.motion == .paused(position: .seconds(20)))
    }

    @Test func backRestartsOnReleaseAndTwiceGoesBack() {
        let bench = Bench()
        bench.run(to: seconds(50))
        bench.send(.key(KeyEvent(.back, .down, at: seconds(50))))
        #expect(bench.player?.secondsLeft == 25, "BACK has a hold meaning, so it acts on release")
        bench.run(to: seconds(50.1))
        bench.send(.key(KeyEvent(.back, .up, at: seconds(50.1))))
        #expect(bench.player?.secondsLeft == 30)
        #expect(bench.player?.legend?.back?.verb == "Previous")
        bench.tap(.back)
        #expect(bench.player?.segment == 2)
        #expect(bench.speaker.log.filter { $0 == "3/setRest-tone" }.count == 2, "a new pass fires anew")
    }

    @Test func holdingBackAsksAndTimeStandsStill() throws {
        let bench = Bench(filesSessions: true)
        bench.run(to: seconds(57))
        bench.send(.key(KeyEvent(.back, .down, at: seconds(57))))
        bench.run(to: seconds(57.7))
        let legend = try #require(bench.player?.legend)
        #expect(legend.holding == .back)
        #expect(legend.back?.hold == "Keep holding")
        #expect(abs(legend.holdFraction - 0.5) < 0.05)
        bench.run(to: seconds(58.2))
        let question = try #require(bench.question)
        #expect(question.title == "End here?")
        #expect(question.line == "Morning core, 0:53 of 5:30 done.")
        #expect(question.pause?.consequence == "17 s of Bridge left")
        #expect(question.skip?.consequence == "Keeps 0:53")
        bench.send(.key(KeyEvent(.back, .up, at: bench.now)))
        bench.run(to: seconds(90))
        #expect(bench.question != nil)
        bench.tap(.back)
        #expect(bench.question != nil, "the key that asked means nothing in its question")
        bench.tap(.pause)
        #expect(bench.player?.mode == .leadIn(digit: 3))
        bench.run(to: seconds(94))
        #expect(bench.player?.mode == .running)
        #expect(bench.player?.secondsLeft == 16)
    }

    /// What is filed is in FilingTests: here nothing is, and so nothing may say that it would be.
    @Test func anEndOfWhatIsNotKeptIsAnHonestPartial() {
        let bench = Bench()
        bench.run(to: seconds(57))
        bench.hold(.back, for: .milliseconds(1300))
        #expect(bench.question?.skip?.text == "End" && bench.question?.skip?.consequence == "")
        bench.tap(.skip)
        #expect(bench.summary?.isComplete == false)
        #expect(bench.summary?.title == "Ended")
        #expect(bench.summary?.figures.map(\.value) == ["0:53", "0"])
        #expect(bench.speaker.log.last == "withdraw")
    }

    @Test func skipOutOfTheLastSegmentEndsAndTheStripSaysSo() {
        let bench = Bench()
        bench.run(to: seconds(310))
        bench.tap(.back)
        #expect(bench.player?.legend?.skip?.verb == "End")
        bench.tap(.skip)
        #expect(bench.summary?.isComplete == false)
    }

    @Test func theStripShowsForFourSecondsAfterAPress() {
        let bench = Bench()
        bench.run(to: seconds(20))
        #expect(bench.player?.legend == nil)
        bench.tap(.back)
        bench.run(to: seconds(20.3))
        #expect(bench.player?.legend?.opacity == 1)
        bench.run(to: seconds(23.99))
        #expect(bench.player?.legend?.opacity == 1)
        bench.run(to: seconds(24.2))
        let fading = bench.player?.legend?.opacity ?? 0
        #expect(fading > 0.3 && fading < 0.7)
        bench.run(to: seconds(24.5))
        #expect(bench.player?.legend == nil)
    }

    @Test func goAgainPlaysAfreshAndFinishLeaves() {
        let bench = Bench()
        bench.run(to: seconds(340))
        bench.tap(.skip)
        #expect(bench.player?.timeline.segments[0].kind == .getReady)
        #expect(bench.player?.secondsLeft == 5)
        bench.run(to: seconds(700))
        #expect(bench.summary?.figures.first?.value == "5:30")
        bench.tap(.pause)
        #expect(bench.host.leaving == .finished)
    }

    @Test func aKeyThatWentDownBeforeTheEndDoesNotLeaveTheSummary() {
        let bench = Bench()
        bench.run(to: seconds(335.01))
        bench.send(.key(KeyEvent(.pause, .down, at: seconds(334.99))))
        #expect(bench.summary != nil)
        #expect(bench.host.leaving == nil)
    }

    @Test func switchingTheTerminalAwayPauses() {
        let bench = Bench()
        bench.run(to: seconds(20))
        bench.send(.screen(.hidden))
        bench.run(to: seconds(500))
        bench.send(.screen(.shown))
        #expect(bench.player?.mode == .paused)
        #expect(bench.player?.secondsLeft == 15)
    }

    @Test func theWipeEntersByQuarters() {
        let bench = Bench()
        bench.run(to: seconds(31.9))
        #expect(bench.player?.wipe == 0)
        bench.run(to: seconds(32.1))
        #expect((bench.player?.wipe ?? 0) > 0.1 && (bench.player?.wipe ?? 1) < 0.25)
        for (second, share) in [(32.5, 0.25), (33.5, 0.5), (34.5, 0.75), (35, 0)] {
            bench.run(to: seconds(second))
            #expect(bench.player?.wipe == share)
        }
    }

    @Test func skipBackAndPauseBeforeTheStartAreHonest() {
        // The sink needs half a second: the timeline's zero lies ahead.
        var kiosk = Kiosk(routine: sample, settings: KioskSettings(), words: english)
        _ = kiosk.start(zero: seconds(10.5))
        _ = kiosk.handle(.key(KeyEvent(.pause, .down, at: seconds(10.1))), at: seconds(10.12))
        #expect(kiosk.run?.motion == .paused(position: .zero))
        _ = kiosk.handle(.key(KeyEvent(.skip, .down, at: seconds(10.2))), at: seconds(10.22))
        #expect(kiosk.run?.motion == .paused(position: .seconds(5)))
    }

    @Test func anEndOfWhatWasOnlySkippedKeepsNothingAndSaysSo() throws {
        let bench = Bench(filesSessions: true)
        bench.run(to: seconds(1))
        for _ in 0..<4 { bench.tap(.skip) }
        bench.hold(.back, for: .milliseconds(1300))
        let question = try #require(bench.question)
        // The hold itself took some of it.
        #expect(question.line == "Morning core, 0:01 of 5:30 done." && question.skip?.consequence == "Keeps 0:01")
        let other = Bench(filesSessions: true)
        other.run(to: seconds(1))
        other.send(.key(KeyEvent(.back, .down, at: other.now)))
        other.run(to: seconds(3))
        #expect(other.question?.line == "Morning core, 0:00 of 5:30 done.")
        #expect(other.question?.skip?.text == "End" && other.question?.skip?.consequence == "")
        #expect(other.host.kiosk.use(of: .skip)?.tap?.verb == "End")
    }

    @Test func impatientPressesAtTheEndAskForNoOtherRound() {
        let bench = Bench(filesSessions: true)
        bench.run(to: seconds(1))
        for _ in 0..<80 where bench.summary == nil { bench.tap(.skip) }
        for _ in 0..<5 {
            #expect(bench.summary?.legend == Legend(back: nil, pause: nil, skip: nil), "what keys do not do is not shown")
            bench.tap(.skip)
            bench.tap(.pause)
        }
        #expect(bench.summary != nil && bench.host.leaving == nil)
        bench.run(to: bench.now + .seconds(1))
        #expect(bench.summary?.legend.skip?.verb == "Go again")
        bench.tap(.skip)
        #expect(bench.player != nil)
    }
}
