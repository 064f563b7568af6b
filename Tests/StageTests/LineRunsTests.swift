import Canvas
import Testing
import Workouts

@testable import Stage

/// The Line's geometry, in pixels.
@Suite struct LineRunsTests {
    @Test func segmentsKeepTheirProportionsAndGaps() {
        let runs = LineRuns(Sample.core, width: 1440, gap: 5).runs
        #expect(runs.count == 14)
        #expect(runs[0].from == 0 && runs[13].to == 1440)
        #expect(zip(runs, runs.dropFirst()).allSatisfy { $1.from - $0.to == 5 })
        // 1,375 pixels for 330 seconds.
        for run in runs { #expect(abs(run.to - run.from - Double(run.end - run.start) * 1375 / 330) <= 1) }
        #expect(runs.map(\.isWork) == [true, false, true, false, true, false, true, true, false, true, false, true, false, true])
    }

    @Test func gapsNarrowWithMoreThanTwentyFourSegments() {
        let timeline = Sample.timeline("x", [Step(name: "a", workSeconds: 20, sets: 24, setRestSeconds: 10)])
        let runs = LineRuns(timeline, width: 1440, gap: 5).runs
        #expect(runs.count == 47)
        // 5 * 24 / 47 = 2.55 pixels.
        #expect(zip(runs, runs.dropFirst()).allSatisfy { [2, 3].contains($1.from - $0.to) })
    }

    @Test func nothingIsThinnerThanAPixelWhileItCanBeTold() {
        let timeline = Sample.timeline(
            "x", [Step(name: "a", workSeconds: 86_400, sets: 3, setRestSeconds: 1), Step(name: "b", workSeconds: 1, sets: 300)])
        for width in [603.0, 700, 1440, 3000] {
            let runs = LineRuns(timeline, width: width * 1.01 + 10, gap: 5).runs
            #expect(runs.count == 305)
            #expect(runs.allSatisfy { $0.to - $0.from >= 1 })
            #expect(zip(runs, runs.dropFirst()).allSatisfy { $1.from - $0.to >= 1 })
            #expect((runs.last?.to ?? 0) <= width * 1.01 + 10)
        }
    }

    @Test func theLongestRoutineIsMergedIntoPixels() {
        // 604,396 segments of a second.
        let steps = (0..<605).map { Step(name: "\($0)", workSeconds: 1, sets: 500, setRestSeconds: $0 % 2) }
        let timeline = Sample.timeline("x", steps)
        #expect(timeline.segments.count > 400_000)
        let line = LineRuns(timeline, width: 1440, gap: 5)
        #expect(line.runs.count <= 1440)
        #expect(line.runs.first?.from == 0 && line.runs.last?.to == 1440)
        #expect(zip(line.runs, line.runs.dropFirst()).allSatisfy { $0.to == $1.from && $0.end == $1.start && $0.isWork != $1.isWork })
        #expect(line.runs.last?.end == timeline.totalSeconds)
    }

    @Test func mergedPixelsAreWhatMostOfTheirTimeIs() {
        // A minute of work, a minute of rest, in parts too small to see.
        let work = (0..<600).map { _ in Step(name: "a", workSeconds: 9, restAfterSeconds: 1) }
        let rest = (0..<600).map { _ in Step(name: "b", workSeconds: 1, restAfterSeconds: 9) }
        let runs = LineRuns(Sample.timeline("x", work + rest), width: 100, gap: 5).runs
        #expect(runs.map(\.isWork) == [true, false])
        #expect(runs.map(\.to) == [50, 100])
    }

    @Test func thePlayheadNeverMovesBack() {
        for width in [60.0, 300, 1440] {
            let line = LineRuns(Sample.core, width: width, gap: 5)
            let places = (0...330).map { line.place($0).x }
            #expect(places == places.sorted())
            #expect(places.first == 0 && places.last == width)
        }
        // At a boundary it stands at the new segment's start.
        let line = LineRuns(Sample.core, width: 1440, gap: 5)
        #expect(line.place(30).index == 1 && line.place(30).x == line.runs[1].from)
    }
}
