import Kiosk
import Library
import Playback
import Ports
import Records
import Stage
import Testing
import Workouts

/// What is remembered of a play, and when it is told.
@Suite struct FilingTests {
    func filing(at now: Instant = seconds(0), journal: Journal? = nil) -> Bench {
        Bench(at: now, journal: journal, bootID: "boot", filesSessions: true)
    }

    func file(_ bench: Bench, _ kept: StoreAnswer.Kept = .inStore) throws {
        bench.send(.answer(.filed(random: try #require(bench.store.sessions.last).random, kept)))
    }

    @Test func theSummaryShowsOnceTheSessionIsOnTheDisk() throws {
        let journal = JournalTests.FakeJournal()
        let bench = filing(journal: journal)
        bench.send(.clock(WallTime(zeroNanoseconds: 1_780_000_000_000_000_000, isKnown: true)))
        bench.run(to: seconds(335.2))
        let session = try #require(bench.store.sessions.first)
        #expect(bench.summary == nil, "what it shows could still be lost")
        #expect(bench.player?.secondsLeft == 1, "the last digit stays")
        #expect(journal.entry != nil, "until then the journal offers it")
        try file(bench)
        #expect(bench.summary?.figures.first?.value == "5:30")
        #expect(journal.entry == nil)
        #expect(bench.store.sessions.count == 1)
        #expect(session.isDateKnown)
        #expect(session.session.startedSeconds == 1_780_000_000)
        #expect(session.session.endedSeconds == 1_780_000_335)
        #expect(session.session.wasCompleted)
        #expect(session.session.activeSeconds == 330)
        #expect(session.session.steps.map(\.wasCompleted) == [true, true, true, true, true])
    }

    @Test func aStoreThatHangsIsWaitedForASecondAndThenLocalStateForOneMore() throws {
        let bench = filing()
        bench.run(to: seconds(335.9))
        #expect(bench.store.held.isEmpty)
        bench.run(to: seconds(336.1))
        #expect(bench.store.held == bench.store.sessions && bench.summary == nil, "what it shows could still be lost")
        bench.run(to: seconds(337.1))
        #expect(bench.summary?.note == "Saving …")
        try file(bench)
        #expect(bench.summary?.note == nil)
        try file(bench, .locally)
        #expect(bench.summary?.note == nil, "what the store has is not said to wait for it")
    }

    @Test func aSessionThatIsHeldWhileTheStoreHangsShowsItsSummary() throws {
        let journal = JournalTests.FakeJournal()
        let bench = filing(journal: journal)
        bench.send(.clock(WallTime(zeroNanoseconds: 0, isKnown: true)))
        bench.run(to: seconds(336.1))
        #expect(journal.entry != nil)
        try file(bench, .locally)
        #expect(bench.summary?.note == "Kept here until the store is back")
        #expect(journal.entry == nil)
        try file(bench, .nowhere)
        #expect(bench.summary?.note == "Kept here until the store is back")
        try file(bench)
        #expect(bench.summary?.note == nil)
        #expect(bench.store.held.count == 1)
    }

    @Test func anAnswerThatComesLateLeavesTheJournalOfTheNextPlay() throws {
        let journal = JournalTests.FakeJournal()
        let bench = filing(journal: journal)
        bench.run(to: seconds(337.5))
        let first = try #require(bench.store.sessions.first)
        bench.run(to: seconds(340))
        bench.tap(.skip)
        bench.run(to: seconds(360))
        #expect(bench.player != nil)
        let entry = try #require(journal.entry)
        bench.send(.answer(.filed(random: first.random, .inStore)))
        #expect(journal.entry == entry)
    }

    @Test func anAnswerThatComesLateLeavesTheOnlyTraceOfTheNextPlaysSession() throws {
        let journal = JournalTests.FakeJournal()
        let bench = filing(journal: journal)
        bench.run(to: seconds(337.5))  // the store and local state both hang
        let first = try #require(bench.store.sessions.first)
        bench.run(to: seconds(340))
        bench.tap(.skip)
        bench.run(to: seconds(680))
        #expect(bench.summary?.note == "Saving …" && bench.store.sessions.count == 2, "nor is the second kept anywhere yet")
        let entry = try #require(journal.entry)
        bench.send(.answer(.filed(random: first.random, .inStore)))
        #expect(journal.entry == entry)
        try file(bench)
        #expect(journal.entry == nil)
    }

    /// A power cut, a crash or a stop while its session is on its way: what a person ended does not go on by itself.
    @Test func whatWasEndedDoesNotGoOnByItselfHoweverSoonTheProgramIsBack() throws {
        let journal = JournalTests.FakeJournal()
        let bench = filing(journal: journal)
        bench.run(to: seconds(60))
        bench.hold(.back, for: .milliseconds(1300))
        bench.tap(.skip)
        let session = try #require(bench.store.sessions.last)
        let entry = try #require(journal.entry.flatMap(JournalEntry.init))
        #expect(!entry.resumesByItself(bootID: "boot", at: bench.now + .seconds(1)))
        let again = Bench(
            at: bench.now + .seconds(5), journal: journal, bootID: "boot", filesSessions: true, offering: journal.entry)
        #expect(again.question?.skip?.consequence == "Keeps 0:56")
        again.tap(.skip)
        #expect(again.store.sessions.last?.random == session.random)
        #expect(again.store.sessions.last?.session.activeSeconds == session.session.activeSeconds)
        try file(again)
        #expect(journal.entry == nil)
    }

    @Test func aSummaryThatDidNotWaitCountsItsOwnSession() throws {
        let bench = Bench(menus: library([sample]), clock: thursdayEvening)
        func times() -> String? { bench.summary?.figures.last?.value }
        bench.tap(.pause)
        bench.run(to: seconds(345))
        #expect(bench.summary?.note == "Saving …" && times() == "1")
        bench.send(.library(library([sample])))
        #expect(times() == "0", "what the store says counts until it has heard of it")
        try file(bench, .locally)
        #expect(times() == "1")
        let known = SessionFact(try #require(bench.store.sessions.last).session)
        bench.send(.library(library([sample], sessions: [known])))
        #expect(times() == "1")
        try file(bench)
        #expect(times() == "1", "what is known is not counted twice")
        bench.send(.library(library([sample], sessions: [known])))
        #expect(times() == "1")
    }

    /// The summary said "Saving ..." when it was left: an end that no disk takes is not passed over.
    @Test func whatNoDiskTakesIsSaidAtHomeWhenItsSummaryWasLeft() throws {
        let bench = Bench(menus: library([sample]), clock: thursdayEvening)
        bench.tap(.pause)
        bench.run(to: seconds(345))
        bench.tap(.pause)
        #expect(bench.home != nil)
        try file(bench, .nowhere)
        #expect(bench.question?.title == "Not done" && bench.question?.line == "Not saved: no disk takes it")
        bench.tap(.pause)
        #expect(bench.home != nil)
        try file(bench, .nowhere)
        #expect(bench.home != nil, "once")
    }

    @Test func whatLocalStateHasIsNotSaidToBeLostAtHome() throws {
        let bench = Bench(menus: library([sample]), clock: thursdayEvening)
        bench.tap(.pause)
        bench.run(to: seconds(345))
        bench.tap(.pause)
        try file(bench, .locally)
        try file(bench, .nowhere)
        #expect(bench.home != nil)
    }

    @Test func aSessionThatNoDiskTakesIsSaidAndStaysInTheJournal() throws {
        let journal = JournalTests.FakeJournal()
        let bench = filing(journal: journal)
        bench.run(to: seconds(335.1))
        try file(bench, .nowhere)
        #expect(bench.summary?.note == "Not saved: no disk takes it")
        #expect(journal.entry != nil)
    }

    @Test func aSessionThatIsKeptHereIsSaid() throws {
        let bench = filing()
        bench.send(.clock(WallTime(zeroNanoseconds: 0, isKnown: true)))
        bench.run(to: seconds(335.1))
        try file(bench, .locally)
        #expect(bench.summary?.note == "Kept here until the store is back")
    }

    @Test func anEndThatNoDiskTakesIsNotCalledSaved() throws {
        for (kept, title) in [(StoreAnswer.Kept.inStore, "Saved"), (.locally, "Saved"), (.nowhere, "Not saved")] {
            let bench = filing()
            bench.run(to: seconds(60))
            bench.hold(.back, for: .milliseconds(1300))
            bench.tap(.skip)
            bench.run(to: bench.now + .seconds(2))
            #expect(bench.summary?.title == "Saving …" && bench.summary?.note == nil)
            try file(bench, kept)
            #expect(bench.summary?.title == title)
        }
    }

    @Test func anEndHalfwayIsAnHonestPartial() throws {
        let bench = filing()
        bench.run(to: seconds(60))
        bench.hold(.back, for: .milliseconds(1300))
        bench.tap(.skip)
        try file(bench)
        let session = try #require(bench.store.sessions.last).session
        #expect(!session.wasCompleted)
        #expect(session.activeSeconds == 56)
        #expect(session.completedStepCount == 0)
        #expect(session.totalStepCount == 5)
        #expect(bench.summary?.title == "Saved")
    }

    @Test func whoEndsInGetReadyLeavesNothingBehind() {
        let bench = filing()
        bench.run(to: seconds(2))
        bench.hold(.back, for: .milliseconds(1300))
        bench.tap(.skip)
        #expect(bench.store.sessions.isEmpty)
        #expect(bench.summary == nil)
    }

    @Test func twoPlaysAreTwoSessions() throws {
        let bench = filing()
        bench.run(to: seconds(335.1))
        try file(bench)
        bench.run(to: seconds(337))
        bench.tap(.skip)
        bench.run(to: seconds(700))
        try file(bench)
        #expect(Set(bench.store.sessions.map(\.random)).count == 2)
        #expect(bench.store.sessions.allSatisfy { $0.random.count == 8 })
    }
}
