import Kiosk
import Playback
import Ports
import Stage
import TestSupport
import Testing

/// Pictures are constant between two announced changes: what the host prepares ahead is what is due.
@Suite struct PictureTests {
    @Test(arguments: [3, 4, 5] as [UInt64]) func nothingChangesBetweenTwoAnnouncedChanges(seed: UInt64) {
        var generator = Seeded(seed)
        let bench = Bench()
        for _ in 0..<400 {
            let from = bench.now
            let next = bench.host.kiosk.nextChange(after: from) ?? from + .seconds(5)
            let before = bench.host.kiosk.picture(at: from)
            let span = (next - from).wholeNanoseconds
            for part in [span / 4, span / 2, span - 1] where part > 0 {
                #expect(bench.host.kiosk.picture(at: from + .nanoseconds(part)) == before, "\(part) ns after \(from), before \(next)")
            }
            switch Int.random(in: 0..<12, using: &generator) {
            case 0: bench.tap(.pause)
            case 1: bench.tap(.skip)
            case 2: bench.tap(.back)
            case 3: bench.hold(.back, for: .milliseconds(Int.random(in: 100...1500, using: &generator)))
            default: bench.run(to: next)
            }
            if bench.host.leaving != nil { break }
        }
    }

    @Test func aRoutineWithPressesEndsAndNoDeadlineLiesBehind() {
        // `Bench.run` traps on a deadline that is not ahead.
        let bench = Bench()
        bench.run(to: seconds(20))
        bench.tap(.back)
        bench.tap(.back)
        bench.tap(.pause)
        bench.run(to: seconds(60))
        bench.tap(.pause)
        bench.run(to: seconds(500))
        #expect(bench.summary?.isComplete == true)
    }
}
