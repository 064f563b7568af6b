import Library
import Playback
import Testing

@testable import Store

private func second(_ number: Double) -> Instant { Instant(nanoseconds: Int64(number * 1e9)) }

private func stamp(_ size: Int, _ time: Int = 0) -> FileStamp {
    FileStamp(size: size, modifiedNanoseconds: time, changedNanoseconds: time, inode: 1)
}

@Test func aFileThatWasClosedOrRenamedCountsAtOnce() {
    var settling = Settling()
    settling.note(.touched("routines/b"), at: second(0))
    settling.note(.complete("routines/b"), at: second(0))
    settling.note(.gone("routines/a"), at: second(0))
    #expect(settling.hasDue && settling.nextLook == nil && settling.take() == ["routines/a", "routines/b"])
    #expect(!settling.hasDue && settling.take() == [])
}

@Test func aFileThatWasOnlyTouchedCountsWhenItHoldsStillOverTwoLooks() {
    var settling = Settling()
    settling.note(.touched("a"), at: second(0))
    settling.look(at: second(0)) { _ in stamp(10) }
    #expect(!settling.hasDue && settling.nextLook == second(1))
    settling.look(at: second(0.9)) { _ in stamp(10) }
    #expect(!settling.hasDue, "too early")
    settling.look(at: second(1)) { _ in stamp(20) }
    #expect(!settling.hasDue && settling.nextLook == second(2), "it grew")
    settling.look(at: second(2)) { _ in stamp(20, 1) }
    #expect(!settling.hasDue, "the same size at another time")
    settling.look(at: second(3)) { _ in stamp(20, 1) }
    #expect(settling.take() == ["a"] && settling.nextLook == nil)
}

@Test func aTouchBetweenTwoLooksStartsThemAnew() {
    var settling = Settling()
    settling.note(.touched("a"), at: second(0))
    settling.look(at: second(0)) { _ in stamp(10) }
    settling.note(.touched("a"), at: second(0.5))
    settling.look(at: second(1)) { _ in stamp(10) }
    #expect(!settling.hasDue, "written again in the same bytes and the same tick")
    settling.look(at: second(2)) { _ in stamp(10) }
    #expect(settling.take() == ["a"])
    // One that is written all the time never counts.
    for tick in 20..<100 {
        settling.note(.touched("a"), at: second(Double(tick) / 4))
        settling.look(at: second(Double(tick) / 4)) { _ in stamp(10) }
    }
    #expect(!settling.hasDue)
}

@Test func aFileThatGoesWhileItIsWaitedForCountsAsGone() {
    var settling = Settling()
    settling.note(.touched("a"), at: second(0))
    settling.look(at: second(0)) { _ in nil }
    #expect(settling.take() == ["a"] && settling.nextLook == nil)
}

@Test func whenNobodyKnowsWhatHappenedEverythingIsReadAgain() {
    var settling = Settling()
    settling.note(.complete("a"), at: second(0))
    settling.note(.everything, at: second(0))
    settling.note(.complete("b"), at: second(0))
    #expect(settling.take() == nil && !settling.hasDue)
}
