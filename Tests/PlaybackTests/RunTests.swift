import Playback
import Testing
import Workouts

/// ../cases/time and SPEC section 2, on time moved by hand.
@Suite struct RunTests {
    let timeline = Timeline(sample, getReadySeconds: 5)

    @Test func theFirstSecondShowsTheWholeAndZeroNeverShows() {
        let run = Run(Timeline(routine(Step(name: "A", workSeconds: 12), Step(name: "B")), getReadySeconds: 0), zero: seconds(100))
        #expect((0..<12).map { run.secondsLeft(at: seconds(100 + Double($0))) } == Array((1...12).reversed()))
        #expect(run.secondsLeft(at: seconds(100.999_999_999)) == 12)
        #expect(run.secondsLeft(at: seconds(111.999_999_999)) == 1)
        #expect(run.segment(at: seconds(111.999_999_999)) == 0)
        #expect(run.segment(at: seconds(112)) == 1)
        #expect(run.secondsLeft(at: seconds(112)) == 30)
    }

    @Test func theLastBoundaryOfTenHoursIsExact() {
        let steps = (0..<1200).map { Step(name: "S\($0)", workSeconds: 30) }
        let run = Run(Timeline(Routine(id: "long", name: "Ten hours", steps: steps), getReadySeconds: 5), zero: seconds(3))
        #expect(run.nextTransition == seconds(3 + 5 + 36_000))
        var late = run
        late.advance(to: seconds(3 + 5 + 35_999.999_999_999))
        #expect(!late.isFinished)
        #expect(late.secondsLeft(at: seconds(3 + 5 + 35_999.5)) == 1)
        late.advance(to: seconds(3 + 5 + 36_000))
        #expect(late.wasCompleted)
        #expect(late.active(at: seconds(99_999)) == .seconds(36_000))
        #expect(late.completedSteps(at: seconds(99_999)).count == 1200)
    }

    @Test func aStallOfFiveMinutesChangesNothingButWhatWasSeen() {
        var stalled = Run(timeline, zero: seconds(0))
        var watched = stalled
        for tick in 0...3000 { watched.advance(to: seconds(Double(tick) / 10)) }
        stalled.advance(to: seconds(300))
        #expect(stalled.segment(at: seconds(300)) == watched.segment(at: seconds(300)))
        #expect(stalled.secondsLeft(at: seconds(300)) == watched.secondsLeft(at: seconds(300)))
        #expect(stalled.active(at: seconds(300)) == watched.active(at: seconds(300)))
        #expect(stalled.completedSteps(at: seconds(300)) == watched.completedSteps(at: seconds(300)))
    }

    @Test func aPauseFreezesExactlyAndCountsNowhere() {
        // 20 minutes with two hours paused in the middle: the wall clock is not even an argument.
        var run = Run(Timeline(routine(Step(name: "A", workSeconds: 1200)), getReadySeconds: 0), zero: seconds(0))
        run.pause(at: seconds(600.25))
        #expect(run.position(at: seconds(7_800)) == .milliseconds(600_250))
        run.resume(at: seconds(7_800))
        #expect(run.position(at: seconds(7_802.9)) == .milliseconds(600_250))
        run.advance(to: seconds(7_803))
        #expect(run.position(at: seconds(7_803)) == .milliseconds(600_250))
        run.advance(to: seconds(7_803 + 599.75))
        #expect(run.wasCompleted)
        #expect(run.active(at: seconds(99_999)) == .seconds(1200))
    }

    @Test func aLateEndOfTheLeadInRunsOnFromItsOwnInstant() {
        var run = Run(timeline, zero: seconds(0))
        run.pause(at: seconds(10))
        run.resume(at: seconds(60))
        run.advance(to: seconds(65.5))
        #expect(run.position(at: seconds(65.5)) == .milliseconds(12_500))
    }

    @Test func pausedInARestWithSevenSecondsLeftHasSevenSecondsLeftAfterAMinute() {
        var run = Run(timeline, zero: seconds(0))
        run.pause(at: seconds(38))  // set rest runs from 35 to 45
        #expect(run.secondsLeft(at: seconds(98)) == 7)
        run.resume(at: seconds(98))
        run.advance(to: seconds(101))
        #expect(run.secondsLeft(at: seconds(101)) == 7)
        #expect(run.secondsLeft(at: seconds(101.001)) == 7)
        #expect(run.secondsLeft(at: seconds(102)) == 6)
    }

    @Test func pausingTheLeadInPausesAtTheSamePlace() {
        var run = Run(timeline, zero: seconds(0))
        run.pause(at: seconds(10))
        run.resume(at: seconds(20))
        run.pause(at: seconds(21))
        #expect(run.motion == .paused(position: .seconds(10)))
    }

    @Test(arguments: [false, true]) func skipSkipBackInGetReadyGivesTheChosenSegmentItsFullTime(isPaused: Bool) {
        var run = Run(timeline, zero: seconds(0))
        if isPaused { run.pause(at: seconds(1)) }
        run.skip(at: seconds(2))
        run.skip(at: seconds(2.5))
        run.back(at: seconds(3))
        #expect(run.segment(at: seconds(3)) == 2)
        #expect(run.remaining(at: seconds(3)) == .seconds(30 - 20))  // the set rest: ten seconds, whole
        #expect(run.isRunning == !isPaused)
        if isPaused { #expect(run.remaining(at: seconds(50)) == .seconds(10)) }
    }

    @Test func backRestartsAndTwiceGoesToThePrevious() {
        var run = Run(timeline, zero: seconds(0))
        run.back(at: seconds(50))  // in set 2, from 45 to 75
        #expect(run.segment(at: seconds(50)) == 3)
        #expect(run.remaining(at: seconds(50)) == .seconds(30))
        #expect(run.backGoesToPrevious(at: seconds(52)))
        run.back(at: seconds(52))
        #expect(run.segment(at: seconds(52)) == 2)
        run.back(at: seconds(54.1))  // more than two seconds later: a restart again
        #expect(run.segment(at: seconds(54.1)) == 2)
        #expect(run.remaining(at: seconds(54.1)) == .seconds(10))
    }

    @Test func backTwiceInTheFirstSegmentStaysThere() {
        var run = Run(timeline, zero: seconds(0))
        run.back(at: seconds(2))
        run.back(at: seconds(2.5))
        #expect(run.segment(at: seconds(2.5)) == 0)
        #expect(run.remaining(at: seconds(2.5)) == .seconds(5))
    }

    @Test func backBeforeTheStartRestartsGetReady() {
        var run = Run(timeline, zero: seconds(10))
        run.back(at: seconds(9.7))
        #expect(run.remaining(at: seconds(9.7)) == .seconds(5))
        run.skip(at: seconds(9.8))
        #expect(run.segment(at: seconds(9.8)) == 1)
        #expect(run.remaining(at: seconds(9.8)) == .seconds(30))
    }

    @Test func skipAndBackDuringTheLeadInMoveAndRestartIt() {
        var run = Run(timeline, zero: seconds(0))
        run.pause(at: seconds(10))
        run.resume(at: seconds(20))
        run.skip(at: seconds(22))
        #expect(run.motion == .leadIn(began: seconds(22), position: .seconds(35), length: .seconds(3)))
        run.back(at: seconds(24))
        #expect(run.motion == .leadIn(began: seconds(24), position: .seconds(35), length: .seconds(3)))
        run.advance(to: seconds(27))
        #expect(run.remaining(at: seconds(27)) == .seconds(10))
    }

    @Test(arguments: [false, true]) func skippingOutOfTheLastSegmentEndsAsPartial(isPaused: Bool) {
        var run = Run(timeline, zero: seconds(0))
        run.advance(to: seconds(310))  // Mountain climbers, from 305
        if isPaused { run.pause(at: seconds(310)) }
        run.skip(at: seconds(311))
        #expect(run.isFinished)
        #expect(!run.wasCompleted)
        #expect(run.completedSteps(at: seconds(311)) == [0, 1, 2, 3])
        #expect(run.active(at: seconds(311)) == .seconds(isPaused ? 305 : 306))
    }

    @Test func aStepIsCompleteWhenItsLastWorkRanToItsEnd() {
        var run = Run(timeline, zero: seconds(0))
        run.advance(to: seconds(115))
        #expect(run.completedSteps(at: seconds(114.999)) == [])
        #expect(run.completedSteps(at: seconds(115)) == [0])
        run.skip(at: seconds(115))  // over the rest, into Squats
        run.skip(at: seconds(120))  // out of the first set of Squats
        run.advance(to: seconds(150))
        #expect(run.completedSteps(at: seconds(150)) == [0, 1])
        run.skip(at: seconds(150))
        run.skip(at: seconds(160))  // out of Russian twist: not complete
        #expect(run.completedSteps(at: seconds(160)) == [0, 1])
    }

    @Test func endingEarlyIsHonest() {
        var run = Run(timeline, zero: seconds(0))
        run.pause(at: seconds(57))
        run.end(at: seconds(90))
        #expect(run.isFinished && !run.wasCompleted)
        #expect(run.active(at: seconds(90)) == .seconds(52))
        #expect(run.elapsedSeconds(at: seconds(90)) == 52)
    }

    @Test func restartedTimeCountsAsSpent() {
        var run = Run(Timeline(routine(Step(name: "A", workSeconds: 30)), getReadySeconds: 0), zero: seconds(0))
        run.back(at: seconds(20))
        run.advance(to: seconds(50))
        #expect(run.wasCompleted)
        #expect(run.active(at: seconds(50)) == .seconds(50))
    }

    @Test func eachSideIsTwoSegmentsAndTheStepIsCompleteAfterTheRight() {
        var run = Run(
            Timeline(routine(Step(name: "Lunge", workSeconds: 20, sets: 2, eachSide: true), Step(name: "B")), getReadySeconds: 0),
            zero: seconds(0))
        run.advance(to: seconds(79.9))
        #expect(run.completedSteps(at: seconds(79.9)) == [])
        #expect(run.completedSteps(at: seconds(80)) == [0])
        #expect(run.timeline.segments.prefix(4).map(\.side) == [.left, .right, .left, .right])
        #expect(run.timeline.totalSeconds == 110)
    }

    @Test func afterTheEndNothingMoves() {
        var run = Run(timeline, zero: seconds(0))
        run.advance(to: seconds(335))
        let ended = run
        run.skip(at: seconds(336))
        run.back(at: seconds(336.5))
        run.pause(at: seconds(337))
        run.resume(at: seconds(338))
        run.end(at: seconds(339))
        #expect(run == ended)
    }
}
