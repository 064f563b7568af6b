import Linux
import Playback
import Ports
import Testing

@testable import Store

@Suite struct ClockTests {
    private func evidence(_ change: (inout ClockEvidence) -> Void, wall: Int = march) -> ClockEvidence {
        var evidence = ClockEvidence(wallSeconds: wall)
        change(&evidence)
        return evidence
    }

    @Test func aClockIsKnownWhenSomebodyWhoKnowsHasSetIt() {
        #expect(!evidence { _ in }.isKnown)
        #expect(evidence { $0.isTimesyncSynchronised = true }.isKnown)
        #expect(evidence { $0.isKernelSynchronised = true }.isKnown)
        #expect(evidence { $0.isTrusted = true }.isKnown)
        #expect(evidence { $0.chipSeconds = [march + 3] }.isKnown)
    }

    @Test func aChipWithoutABatteryAndAClockOf1970KnowNothing() {
        #expect(!evidence { $0.chipSeconds = [12, 946_684_800] }.isKnown)
        #expect(!evidence({ $0.chipSeconds = [20] }, wall: 20).isKnown)
        // The clock was set from something else than this chip: who knows which is right.
        #expect(!evidence { $0.chipSeconds = [march - 86_400] }.isKnown)
        #expect(evidence { $0.chipSeconds = [3, march] }.isKnown)
        #expect(!evidence({ ($0.isTrusted, $0.isTimesyncSynchronised) = (true, true) }, wall: 1000).isKnown)
    }

    @Test func thisMachineCanBeAsked() {
        let evidence = ClockEvidence.ofThisMachine(isTrusted: true)
        #expect(evidence.isTrusted && evidence.wallSeconds > 0)
        let wall = WallTime.ofThisMachine(isKnown: true)
        #expect(abs(wall.seconds(at: EventLoop.clock()) - evidence.wallSeconds) <= 60)
    }

    @Test func aChangeIsToldOnceAndKnownStaysKnown() throws {
        let loop = try EventLoop(start: Instant(nanoseconds: 0))
        var (seen, now) = (evidence { _ in }, WallTime(zeroNanoseconds: 0, isKnown: false))
        var told: [WallTime] = []
        let source = try WallClockSource(
            loop: loop, evidence: { seen },
            wall: { isKnown in
                now.isKnown = isKnown
                return now
            }, { told.append($0) })
        #expect(told == [WallTime(zeroNanoseconds: 0, isKnown: false)])
        try loop.advance(to: Instant(nanoseconds: 60_000_000_000))
        #expect(told.count == 1)
        now.zeroNanoseconds = 7_000_000_000
        try loop.advance(to: Instant(nanoseconds: 66_000_000_000))
        #expect(told.last == WallTime(zeroNanoseconds: 7_000_000_000, isKnown: false) && told.count == 2)
        seen.isTimesyncSynchronised = true
        try loop.advance(to: Instant(nanoseconds: 72_000_000_000))
        #expect(told.last == WallTime(zeroNanoseconds: 7_000_000_000, isKnown: true) && told.count == 3)
        // Later only a clock that is set is looked at.
        seen.isTimesyncSynchronised = false
        now.zeroNanoseconds = 9_000_000_000
        try loop.advance(to: Instant(nanoseconds: 200_000_000_000))
        #expect(told.count == 3)
        source.end()
    }
}
