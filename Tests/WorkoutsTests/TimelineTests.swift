import Testing
import Workouts

/// A timeline as a line of text: g get ready, w work, s set rest, r rest, each with its seconds; work with its step, set and side:
/// "g5 w30:1.1 s10 w30:1.2 r15 w20:2.1L w20:2.1R".
private func diagram(_ timeline: Timeline) -> String {
    timeline.segments.map { segment in
        switch segment.kind {
        case .getReady: return "g\(segment.seconds)"
        case .setRest: return "s\(segment.seconds)"
        case .rest: return "r\(segment.seconds)"
        case .work:
            let side =
                switch segment.side {
                case .left: "L"
                case .right: "R"
                case nil: ""
                }
            return "w\(segment.seconds):\(segment.step + 1).\(segment.set)\(side)"
        }
    }.joined(separator: " ")
}

private func timeline(_ steps: Step..., getReady: Int = 5) -> Timeline {
    Timeline(Routine(id: "1", name: "Test", steps: steps), getReadySeconds: getReady)
}

private func work(_ seconds: Int, x sets: Int = 1, rest: Int = 0, then after: Int = 0, eachSide: Bool = false, _ name: String = "Squats")
    -> Step
{
    Step(name: name, workSeconds: seconds, sets: sets, setRestSeconds: rest, restAfterSeconds: after, eachSide: eachSide)
}

/// What every timeline promises.
private func keepsItsPromises(_ timeline: Timeline) -> Bool {
    var clock = 0
    for segment in timeline.segments {
        guard segment.start == clock, segment.seconds > 0 else { return false }
        clock += segment.seconds
    }
    return clock == timeline.endSeconds && timeline.totalSeconds == clock - timeline.getReadySeconds
        && timeline.segments.last?.kind == .work && !timeline.segments.dropFirst().contains { $0.kind == .getReady }
}

@Test func theSampleHasFourteenSegmentsAndThreeHundredAndThirtySeconds() {
    let sample = timeline(
        work(30, x: 3, rest: 10, then: 15, "Bridge"), work(30, x: 2, then: 15), work(30, then: 20, "Russian twist"),
        work(30, then: 20, "Bicycle crunch"), work(30, "Mountain climbers"))
    #expect(
        diagram(sample)
            == "g5 w30:1.1 s10 w30:1.2 s10 w30:1.3 r15 w30:2.1 w30:2.2 r15 w30:3.1 r20 w30:4.1 r20 w30:5.1")
    #expect(sample.segments.count == 1 + 14 && sample.totalSeconds == 330 && sample.endSeconds == 335)
    #expect(keepsItsPromises(sample))
}

@Test func aSingleStepOfOneSetIsOneSegment() {
    #expect(diagram(timeline(work(30))) == "g5 w30:1.1")
    #expect(diagram(timeline(work(1), getReady: 0)) == "w1:1.1")
}

@Test func getReadyIsLeftOutWhenItIsZero() {
    let timeline = timeline(work(30), work(20), getReady: 0)
    #expect(diagram(timeline) == "w30:1.1 w20:2.1")
    #expect(timeline.getReadySeconds == 0 && timeline.totalSeconds == 50 && timeline.endSeconds == 50)
}

@Test func aRoutineNeverEndsOnARest() {
    #expect(diagram(timeline(work(30, x: 2, rest: 10, then: 60))) == "g5 w30:1.1 s10 w30:1.2")
    #expect(diagram(timeline(work(30, then: 15), work(30, then: 15))) == "g5 w30:1.1 r15 w30:2.1")
}

@Test func theRestBetweenSetsOfOneSetIsNotPlayed() {
    #expect(diagram(timeline(work(30, rest: 10), work(20))) == "g5 w30:1.1 w20:2.1")
}

@Test func zeroRestsLeaveNothingBehind() {
    #expect(diagram(timeline(work(10, x: 3), work(20))) == "g5 w10:1.1 w10:1.2 w10:1.3 w20:2.1")
    let many = Timeline(Routine(id: "1", name: "Many", steps: Array(repeating: work(10), count: 12)), getReadySeconds: 5)
    #expect(many.segments.count == 13 && many.endSeconds == 125 && many.totalSeconds == 120)
}

@Test func eachSideIsTwoWorkSegmentsWithoutAGap() {
    let both = timeline(work(20, x: 2, rest: 10, then: 15, eachSide: true), work(30))
    #expect(diagram(both) == "g5 w20:1.1L w20:1.1R s10 w20:1.2L w20:1.2R r15 w30:2.1")
    #expect(both.totalSeconds == 20 * 4 + 10 + 15 + 30)
    #expect(keepsItsPromises(both))
}

@Test func setRestAndRestKnowWhatComesNext() {
    let timeline = timeline(work(30, x: 2, rest: 10, then: 15, "Bridge"), work(20, "Plank"))
    #expect(timeline.segments.map(\.step) == [0, 0, 0, 0, 0, 1])
    #expect(timeline.segments.map(\.set) == [1, 1, 2, 2, 1, 1])
    #expect(timeline.segments.map(\.next) == [0, 0, 0, 1, 1, nil])
}

@Test func aStepThatFollowsItselfIsStillNext() {
    let timeline = timeline(work(30, then: 10, "Plank"), work(30, then: 10, "Plank"))
    #expect(timeline.segments.map(\.next) == [0, 1, 1, nil])
}

@Test func theNumberOfStepsAndSetsDecideTheNumberOfSegments() {
    // Every combination of small numbers against the formula of the specification.
    for sets in 1...3 {
        for setRest in [0, 7] {
            for after in [0, 9] {
                for eachSide in [false, true] {
                    for steps in 1...3 {
                        let one = work(11, x: sets, rest: setRest, then: after, eachSide: eachSide)
                        let timeline = Timeline(Routine(id: "1", name: "T", steps: Array(repeating: one, count: steps)), getReadySeconds: 5)
                        let works = sets * (eachSide ? 2 : 1) * steps
                        let setRests = setRest > 0 ? (sets - 1) * steps : 0
                        let rests = after > 0 ? steps - 1 : 0
                        #expect(timeline.segments.count == 1 + works + setRests + rests)
                        #expect(timeline.totalSeconds == works * 11 + setRests * setRest + rests * after)
                        #expect(keepsItsPromises(timeline))
                    }
                }
            }
        }
    }
}

@Test func theIndexOfASecondIsTheSegmentThatHoldsIt() {
    let timeline = timeline(work(3, x: 2, rest: 2, then: 1), work(1))
    #expect(diagram(timeline) == "g5 w3:1.1 s2 w3:1.2 r1 w1:2.1")
    var expected: [Int] = []
    for (index, segment) in timeline.segments.enumerated() { expected += Array(repeating: index, count: segment.seconds) }
    #expect((0..<timeline.endSeconds).map { timeline.index(atSecond: $0) } == expected)
    #expect(timeline.index(atSecond: timeline.endSeconds) == 5 && timeline.index(atSecond: .max) == 5)
    #expect(timeline.index(atSecond: -1) == 0)
}

// MARK: Reports about other players (time/README)

@Test func twelveWorksWithoutRestsEndEveryThirtySeconds() {
    let timeline = Timeline(Routine(id: "1", name: "T", steps: Array(repeating: work(30), count: 12)), getReadySeconds: 0)
    #expect(timeline.segments.map(\.end) == (1...12).map { $0 * 30 })
    #expect(timeline.totalSeconds == 360)
}

@Test func twelveSecondsEndAtTwelveSeconds() {
    let timeline = timeline(work(12), work(10), getReady: 0)
    #expect(timeline.segments[1].start == 12)
    #expect((0..<12).allSatisfy { timeline.index(atSecond: $0) == 0 } && timeline.index(atSecond: 12) == 1)
}

@Test func getReadyAndTwelveTensAreAHundredAndTwentyFive() {
    let timeline = Timeline(Routine(id: "1", name: "T", steps: Array(repeating: work(10, then: 0), count: 12)), getReadySeconds: 5)
    #expect(timeline.endSeconds == 125)
    #expect(timeline.segments.dropFirst().allSatisfy { $0.kind == .work })
}

@Test func aWarmUpBeforeThreeSetsDoesNotCountAsASet() {
    let timeline = timeline(work(60, "Warm up"), work(30, x: 3), getReady: 0)
    #expect(diagram(timeline) == "w60:1.1 w30:2.1 w30:2.2 w30:2.3")
    #expect(timeline.steps[1].sets == 3)
}

@Test func twoMinutesWithARestOfOneAreThree() {
    #expect(timeline(work(60)).totalSeconds == 60)
    #expect(timeline(work(60, x: 2, rest: 60)).totalSeconds == 180)
}

@Test func threeTimesThirtyAndFifteenEndWithTheThirdWork() {
    let timeline = timeline(work(30, then: 15), work(30, then: 15), work(30, then: 15))
    #expect(timeline.totalSeconds == 120 && timeline.segments.last?.kind == .work)
}

@Test func equalNeighboursKeepTheirRests() {
    let timeline = timeline(work(30, then: 10, "Plank"), work(30, then: 10, "Push-ups"), work(30, then: 10, "Plank"))
    #expect(timeline.totalSeconds == 110)
    #expect(diagram(timeline) == "g5 w30:1.1 r10 w30:2.1 r10 w30:3.1")
}

@Test func aStepOfSeventyMinutesIsOneSegment() {
    #expect(timeline(work(4200)).segments[1].seconds == 4200)
}

@Test func aTenHourRoutineIsExactAtItsLastBoundary() {
    let timeline = Timeline(Routine(id: "1", name: "T", steps: Array(repeating: work(25, then: 5), count: 1200)), getReadySeconds: 5)
    #expect(timeline.totalSeconds == 1200 * 30 - 5)
    #expect(timeline.segments.last!.end == 5 + 36_000 - 5 && keepsItsPromises(timeline))
}

@Test func theLargestRoutineCompiles() {
    // Seven days of single seconds: the most segments there can be.
    let timeline = Timeline(
        Routine(id: "1", name: "T", steps: [work(1, x: 999), work(302, x: 999)] + Array(repeating: work(30), count: 10)), getReadySeconds: 0
    )
    #expect(timeline.totalSeconds == 999 + 302 * 999 + 300 && keepsItsPromises(timeline))
    let full = Timeline(Routine(id: "1", name: "T", steps: Array(repeating: work(1, x: 60), count: 10_000)), getReadySeconds: 0)
    #expect(full.segments.count == 600_000 && full.segments.last?.end == 600_000)
}

@Test func theSameRoutineCompilesToTheSameTimeline() {
    let routine = Routine(id: "1", name: "T", steps: [work(30, x: 3, rest: 10, then: 15, eachSide: true), work(20)])
    #expect(Timeline(routine, getReadySeconds: 5) == Timeline(routine, getReadySeconds: 5))
    #expect(Timeline(routine, getReadySeconds: 5).totalSeconds == Timeline(routine, getReadySeconds: 60).totalSeconds)
}
