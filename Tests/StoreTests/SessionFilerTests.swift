import Foundation
import Glibc
import Playback
import Ports
import Testing
import Workouts

@testable import Store

private let inMarch = "2026/03/20260302T070000Z-0a1b2c3d-4e5f6071.json"

@Suite struct SessionFilerTests {
    @Test func aSessionIsFiledUnderItsDateWithTwoFlushes() throws {
        let files = FaultyFileSystem()
        let two = TwoFolders(ScratchFolder(), files)
        guard case .inStore(let session, let place) = try two.filer().file(finished(), into: two.store) else {
            Issue.record("it went elsewhere")
            return
        }
        #expect(place == "sessions/" + inMarch && two.filed == [inMarch] && two.outbox == [])
        #expect(two.session(inMarch) == session && session.id == "20260302T070000Z-0a1b2c3d-4e5f6071" && session.device == "0a1b2c3d")
        let before = files.flushes
        _ = try two.filer().file(finished(random: "00000001"), into: two.store)
        // The goal is three at most.
        #expect(files.flushes - before == 2)
    }

    @Test func filingTwiceMakesOneFileAndTheFirstStands() throws {
        let two = TwoFolders(ScratchFolder())
        _ = try two.filer().file(finished(), into: two.store)
        _ = try two.filer().file(finished(), into: two.store)
        _ = try two.filer().file(finished(name: "Other"), into: two.store)
        #expect(two.filed == [inMarch])
        #expect(two.session(inMarch)?.routineName == "Morning core")
        // What a dying disk left in its place is no session.
        two.folder.put("\0\0\0", "store/sessions/" + inMarch)
        _ = try two.filer().file(finished(), into: two.store)
        #expect(two.session(inMarch)?.routineName == "Morning core")
    }

    /// A routine whose file says no id has its path for one, and that is as long as its folders are deep.
    @Test func aSessionOfDocumentsWithTheLongestPathsIsKeptCountedAndMoved() throws {
        let two = TwoFolders(ScratchFolder())
        let path = (0..<15).map { String(repeating: Character(UnicodeScalar(UInt8(97 + $0))), count: 255) + "/" }.joined()
        var long = finished()
        long.session.routineID = path + "core.routine"
        long.session.planID = path + "week.json"
        long.session.steps[0].workoutID = path + "hop.json"
        _ = try two.filer().file(long, into: nil)
        #expect(try two.filer().outbox() == .init(sessions: two.filer().sessionsInOutbox()) && two.outbox.count == 1)
        #expect(try two.filer().sessionsInOutbox().map(\.routineID) == [long.session.routineID])
        #expect(try two.filer().moveOutbox(into: two.store).places == ["sessions/" + inMarch] && two.outbox == [])
        let read = try #require(two.session(inMarch))
        #expect((read.routineID, read.planID) == (long.session.routineID, long.session.planID) && read.steps == long.session.steps)
    }

    @Test func aKnownClockThatWasWrongOnceAndWasPutRightDatesNothingAnyMore() throws {
        let two = TwoFolders(ScratchFolder())
        let fiftyYears: Int64 = 50 * 31_556_952 * 1_000_000_000
        var filer = two.filer()
        let wrong = WallTime(zeroNanoseconds: marchClock.zeroNanoseconds + fiftyYears, isKnown: true)
        try filer.learn(wrong, at: Instant(nanoseconds: 0))
        var next = two.filer(boot: "boot-2")
        try next.learn(marchClock, at: Instant(nanoseconds: 100_000_000_000))
        #expect(next.updatedSeconds(WallTime(zeroNanoseconds: fiftyYears * 2, isKnown: false), at: Instant(nanoseconds: 0)) == march)
        // A boot that never knows its clock; the one after it moves what is left.
        _ = try two.filer(boot: "boot-3").file(finished(at: march + 86_400, known: false, boot: "boot-3"), into: nil)
        let moved = try two.filer(boot: "boot-4").moveOutbox(into: two.store)
        #expect(moved.sessions.map(\.startedSeconds) == [march + 86_400])
    }

    @Test func aSessionThatWasHeldIsFiledOnceAndNoLongerHeld() throws {
        let two = TwoFolders(ScratchFolder())
        let held = HeldSessions(local: two.local, device: "0a1b2c3d")
        #expect(try held.hold(finished()))
        #expect(two.outbox == ["4e5f6071.json"])
        let filer = two.filer()
        #expect(try filer.contains(finished(), in: nil))
        _ = try filer.file(finished(), into: two.store)
        try held.release(finished())
        #expect(two.filed == [inMarch] && two.outbox == [])
    }

    @Test func whatTheStoreHasIsNotHeldAnyMore() throws {
        let two = TwoFolders(ScratchFolder())
        let held = HeldSessions(local: two.local, device: "0a1b2c3d")
        _ = try two.filer().file(finished(), into: two.store)
        try held.release(finished())
        #expect(try !held.hold(finished()), "the other thread comes too late")
        #expect(two.filed == [inMarch] && two.outbox == [])
        #expect(try held.hold(finished(random: "00000001")))
        #expect(try !HeldSessions(local: nil, device: "0a1b2c3d").hold(finished()))
    }

    @Test func aCutBetweenFilingAndReleasingLeavesItThereOnce() throws {
        let two = TwoFolders(ScratchFolder())
        _ = try HeldSessions(local: two.local, device: "0a1b2c3d").hold(finished())
        _ = try two.filer().file(finished(), into: two.store)
        _ = try two.filer(boot: "boot-2").moveOutbox(into: two.store)
        #expect(two.filed == [inMarch] && two.outbox == [])
    }

    @Test func aSessionIsHeldWithTheBoundThatTheClockBookHas() throws {
        let (one, other) = (TwoFolders(ScratchFolder()), TwoFolders(ScratchFolder()))
        for two in [one, other] {
            var filer = two.filer(boot: "boot-0")
            try filer.learn(marchClock, at: Instant(nanoseconds: 0))
        }
        let guess = finished(at: 1000, known: false, boot: "boot-9")
        try SessionFiler.hold(guess, in: one.local, device: "0a1b2c3d")
        _ = try other.filer().file(guess, into: nil)
        #expect(one.folder.text("local/outbox/4e5f6071.json") == other.folder.text("local/outbox/4e5f6071.json"))
    }

    @Test func twoPlayersNeverCollide() throws {
        let two = TwoFolders(ScratchFolder())
        for device in ["0a1b2c3d", "ffffffff"] {
            for random in ["00000001", "00000002"] {
                _ = try SessionFiler(local: nil, device: device, bootID: nil).file(finished(random: random), into: two.store)
            }
        }
        #expect(two.filed.count == 4)
    }

    @Test func aSpoiltRandomPartMakesNoPath() throws {
        let two = TwoFolders(ScratchFolder())
        _ = try two.filer().file(finished(random: "../../../x"), into: two.store)
        _ = try two.filer().file(finished(random: "../../../x"), into: nil)
        #expect(two.filed.count == 1 && two.outbox.count == 1)
        #expect(Set(two.folder.tree.keys.map { $0.split(separator: "/")[0] }) == ["store", "local"])
    }

    @Test(arguments: [ENOSPC, EROFS, EIO, EACCES])
    func whatTheStoreDoesNotTakeWaitsAndIsMovedOnce(_ code: Int32) throws {
        let folder = ScratchFolder()
        let broken = TwoFolders(folder, FaultyFileSystem(.failure(code), at: 0, of: [.create], isLasting: true))
        let two = TwoFolders(folder)
        guard case .locally(let session, let why) = try two.filer().file(finished(), into: broken.store) else {
            Issue.record("it went elsewhere")
            return
        }
        #expect(why?.cause.code == code && two.filed == [] && two.outbox == ["4e5f6071.json"])
        #expect(try two.filer().sessionsInOutbox() == [session])
        #expect(try two.filer().moveOutbox(into: broken.store).failure?.cause.code == code)
        #expect(two.outbox.count == 1)
        let moved = try two.filer().moveOutbox(into: two.store)
        #expect(moved.places == ["sessions/" + inMarch] && moved.sessions == [session] && moved.failure == nil)
        #expect(two.filed == [inMarch] && two.outbox == [])
        #expect(try two.filer().moveOutbox(into: two.store).places == [])
    }

    @Test func whenNeitherDiskTakesItTheCallerHears() {
        let folder = ScratchFolder()
        let broken = TwoFolders(folder, FaultyFileSystem(.failure(ENOSPC), at: 0, of: [.create], isLasting: true))
        #expect(throws: StoreError.self) { try broken.filer().file(finished(), into: broken.store) }
        #expect(throws: StoreError.self) { try SessionFiler(local: nil, device: "0a1b2c3d", bootID: nil).file(finished(), into: nil) }
    }

    @Test func aSpoiltEntryHoldsUpNoOtherAndStays() throws {
        let two = TwoFolders(ScratchFolder())
        two.folder.put("{", "local/outbox/00000000.json")
        two.folder.put("", "local/outbox/zero.json")
        _ = try two.filer().file(finished(), into: nil)
        let moved = try two.filer().moveOutbox(into: two.store)
        #expect(moved.unreadable == ["00000000.json", "zero.json"] && two.filed == [inMarch])
        #expect(two.outbox == ["00000000.json", "zero.json"])
    }

    // MARK: The clock

    @Test func aSessionWaitsForTheClockAndIsFiledWithItsRightDate() throws {
        let two = TwoFolders(ScratchFolder())
        var filer = two.filer()
        guard case .locally(let session, nil) = try filer.file(finished(at: 1000, known: false), into: two.store) else {
            Issue.record("it went elsewhere")
            return
        }
        #expect(session.startedSeconds == 1000 && !session.isDateUncertain)
        #expect(try filer.moveOutbox(into: two.store).waiting == 1)
        #expect(two.filed == [] && two.outbox.count == 1)
        try filer.learn(marchClock, at: Instant(nanoseconds: 500_000_000_000))
        #expect(try filer.sessionsInOutbox().map(\.startedSeconds) == [march])
        _ = try filer.moveOutbox(into: two.store)
        #expect(two.filed == [inMarch] && two.outbox == [])
        let filed = two.session(inMarch)
        #expect(filed?.startedSeconds == march && filed?.endedSeconds == march + 330 && filed?.isDateUncertain == false)
    }

    @Test func aBootWhoseClockWasKnownDatesItsSessionsEvenInTheNext() throws {
        let two = TwoFolders(ScratchFolder())
        var filer = two.filer()
        _ = try filer.file(finished(at: 1000, known: false), into: nil)
        try filer.learn(marchClock, at: Instant(nanoseconds: 0))
        _ = try two.filer(boot: "boot-2").moveOutbox(into: two.store)
        #expect(two.filed == [inMarch] && two.session(inMarch)?.isDateUncertain == false)
    }

    @Test func aBootThatEndedLeavesTheBestBound() throws {
        let two = TwoFolders(ScratchFolder())
        // The boot before knew the time.
        var first = two.filer(boot: "boot-0")
        try first.learn(marchClock, at: Instant(nanoseconds: 100_000_000_000))
        _ = try two.filer().file(finished(at: 1000, known: false), into: two.store)
        _ = try two.filer().file(finished(at: march + 60, random: "00000001", known: false), into: two.store)
        #expect(two.filed == [])
        _ = try two.filer(boot: "boot-2").moveOutbox(into: two.store)
        #expect(two.filed == [inMarch, "2026/03/20260302T070100Z-0a1b2c3d-00000001.json"])
        #expect(two.session(inMarch)?.isDateUncertain == true && two.session(inMarch)?.endedSeconds == march + 330)
        // Without a boot id nothing is to be waited for.
        _ = try two.filer(boot: nil).file(finished(random: "00000002", known: false, boot: nil), into: two.store)
        #expect(two.filed.count == 3)
    }

    @Test func anEditMeanwhileIsNeverDatedLaterThanAKnownDate() throws {
        let two = TwoFolders(ScratchFolder())
        var filer = two.filer()
        let wrong = WallTime(zeroNanoseconds: Int64(march + 1_000_000) * 1_000_000_000, isKnown: false)
        #expect(filer.updatedSeconds(wrong, at: Instant(nanoseconds: 0)) == march + 1_000_000)
        try filer.learn(marchClock, at: Instant(nanoseconds: 100_000_000_000))
        let next = two.filer(boot: "boot-2")
        #expect(next.updatedSeconds(wrong, at: Instant(nanoseconds: 0)) == march)
        #expect(next.updatedSeconds(WallTime(zeroNanoseconds: 0, isKnown: false), at: Instant(nanoseconds: 5_000_000_000)) == 5)
        #expect(next.updatedSeconds(marchClock, at: Instant(nanoseconds: 200_000_000_000)) == march + 100)
    }

    @Test func theFirstWordOnABootIsTheLastAndTheOthersAreForgotten() throws {
        let two = TwoFolders(ScratchFolder())
        var filer = two.filer()
        _ = try filer.file(finished(at: 1000, known: false, boot: "boot-0"), into: nil)
        try filer.learn(marchClock, at: Instant(nanoseconds: 0))
        try filer.learn(WallTime(zeroNanoseconds: 0, isKnown: true), at: Instant(nanoseconds: 0))
        let book = ClockBook(try two.local.read("clock.json", limit: 10_000))
        #expect(book.clocks == ["boot-1": marchClock])
        var next = two.filer(boot: "boot-2")
        try next.learn(marchClock, at: Instant(nanoseconds: 0))
        #expect(ClockBook(try two.local.read("clock.json", limit: 10_000)).clocks.keys.sorted() == ["boot-2"])
        #expect(ClockBook("rubbish".bytes) == ClockBook() && ClockBook(nil) == ClockBook())
    }

    @Test func aJournalThatOutlivedItsSessionIsFoundOut() throws {
        let two = TwoFolders(ScratchFolder())
        var filer = two.filer()
        #expect(try !filer.contains(finished(), in: two.store))
        _ = try filer.file(finished(), into: two.store)
        #expect(try filer.contains(finished(at: march - 20 * 86_400), in: two.store))
        #expect(try !filer.contains(finished(random: "00000001"), in: two.store))
        _ = try filer.file(finished(at: 1000, random: "00000001", known: false), into: two.store)
        #expect(try filer.contains(finished(at: 1000, random: "00000001", known: false), in: nil))
        try filer.learn(marchClock, at: Instant(nanoseconds: 0))
        _ = try filer.moveOutbox(into: two.store)
        // Moved to its right month meanwhile.
        #expect(try filer.contains(finished(at: 1000, random: "00000001", known: false), in: two.store))
        #expect(two.outbox == [])
    }
}
