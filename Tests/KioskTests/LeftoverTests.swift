import Kiosk
import Library
import Playback
import Ports
import Stage
import Testing
import Workouts

/// A power cut, an orderly stop, a crash long ago: the person is asked.
@Suite struct LeftoverTests {
    /// A journal as it lay on the card when the power went at `second` of another boot.
    func leftover(at second: Double) throws -> [UInt8] {
        let journal = JournalTests.FakeJournal()
        let bench = Bench(journal: journal, bootID: "another boot", filesSessions: true)
        bench.send(.clock(WallTime(zeroNanoseconds: 1_780_000_000_000_000_000, isKnown: true)))
        bench.run(to: seconds(second))
        return try #require(journal.entry)
    }

    func asked(_ second: Double = 57.3, at now: Instant = seconds(20)) throws -> Bench {
        Bench(at: now, journal: JournalTests.FakeJournal(), bootID: "boot", filesSessions: true, offering: try leftover(at: second))
    }

    @Test func itAsksAndSaysWhereItWas() throws {
        let question = try #require(try asked().question)
        #expect(question.title == "Pick up where you were?")
        #expect(question.line == "Morning core stopped in Bridge, set 2 of 3.")
        #expect(question.elapsedSeconds == 50)
        #expect(question.remaining == "4:40 left")
        #expect(question.skip?.consequence == "Keeps 0:50")
    }

    @Test func howLongAgoIsSaidOnlyByAClockThatIsKnown() throws {
        let bench = try asked()
        bench.send(.clock(WallTime(zeroNanoseconds: 1_780_000_520_000_000_000, isKnown: true)))
        #expect(bench.question?.line == "Morning core stopped 8 minutes ago in Bridge, set 2 of 3.")
    }

    @Test(arguments: FitTests.languages) func whereItWasIsOneSentenceInEveryLanguage(_ language: String) {
        let words = tongue(language)
        let line = words("question.resume.lineAgo", .text("Core"), .text(words.agoInSentence(seconds: 480)), .text("Bridge"))
        #expect(line.filter { $0 == "." }.count == 1 && line.hasSuffix("."), "\(line)")
    }

    @Test func resumeGivesGetReadyAndGoesOnFromThere() throws {
        let bench = try asked(at: seconds(20))
        bench.tap(.pause)
        #expect(bench.player?.mode == .leadIn(digit: 5))
        #expect(bench.player?.segment == 3)
        let pressed = bench.speaker.handed.filter { $0.id.kind.hasPrefix("lead-in") }.map { $0.start - seconds(20) }
        #expect(pressed == [.seconds(2), .seconds(3), .seconds(4)])
        bench.run(to: seconds(25.5))
        #expect(bench.player?.mode == .running)
        #expect(bench.player?.elapsedSeconds == 50)
        #expect(!bench.speaker.log.contains("4/work"), "what was announced is not announced again")
        bench.run(to: seconds(310))
        let session = try #require(bench.store.sessions.last)
        #expect(session.session.wasCompleted)
        #expect(session.session.activeSeconds == 330)
    }

    /// A guess is 1970, or when the machine last had its power.
    @Test(arguments: [true, false]) func aBootThatHadNoClockDatesNoPlayThatGoesOnInAnother(isSameBoot: Bool) throws {
        let journal = JournalTests.FakeJournal()
        let before = Bench(journal: journal, bootID: isSameBoot ? "boot" : "another boot", filesSessions: true)
        before.send(.clock(WallTime(zeroNanoseconds: 1_000_000_000_000, isKnown: false)))
        before.run(to: seconds(57.3))
        before.send(.stop)
        let bench = Bench(
            at: seconds(120), journal: JournalTests.FakeJournal(), bootID: "boot", filesSessions: true, offering: journal.entry)
        bench.send(.clock(WallTime(zeroNanoseconds: 1_780_000_000_000_000_000, isKnown: true)))
        bench.tap(.pause)
        bench.run(to: seconds(500))
        let session = try #require(bench.store.sessions.last)
        #expect(session.session.wasCompleted && session.isDateKnown)
        // The instants of one boot need no wall clock; of another one it is known only when it went on.
        #expect(session.session.startedSeconds == (isSameBoot ? 1_780_000_000 : 1_780_000_120))
    }

    @Test func aPlayThatGoesOnBeforeTheClockIsKnownIsNotMovedByItsCorrection() throws {
        let bench = try asked(at: seconds(20))
        bench.send(.clock(WallTime(zeroNanoseconds: 0, isKnown: false)))
        bench.tap(.pause)
        bench.run(to: seconds(100))
        bench.send(.clock(WallTime(zeroNanoseconds: 1_780_000_500_000_000_000, isKnown: true)))
        bench.run(to: seconds(400))
        let session = try #require(bench.store.sessions.last)
        #expect(session.isDateKnown && session.session.startedSeconds == 1_780_000_520)
    }

    @Test func aPlayThatGoesOnKeepsItsDateWhenBothClocksAreKnown() throws {
        let bench = try asked(at: seconds(20))
        bench.send(.clock(WallTime(zeroNanoseconds: 1_780_000_500_000_000_000, isKnown: true)))
        bench.tap(.pause)
        bench.run(to: seconds(400))
        let session = try #require(bench.store.sessions.last)
        #expect(session.isDateKnown && session.session.startedSeconds == 1_780_000_000)
    }

    @Test func saveAndEndFilesWhatWasDoneOnItsOwnDay() throws {
        let bench = try asked()
        bench.tap(.skip)
        let session = try #require(bench.store.sessions.last)
        #expect(!session.session.wasCompleted)
        #expect(session.session.activeSeconds == 50)
        #expect(session.session.startedSeconds == 1_780_000_000)
        #expect(session.isDateKnown)
        #expect(bench.question == nil)
    }

    /// Asked about, to be saved, and no disk took it.
    private func unkept() throws -> (Bench, JournalTests.FakeJournal, FinishedSession) {
        let journal = JournalTests.FakeJournal()
        journal.entry = try leftover(at: 57.3)
        let bench = Bench(at: seconds(20), journal: journal, bootID: "boot", filesSessions: true, offering: journal.entry)
        bench.send(.library(library([sample])))
        bench.tap(.skip)
        let session = try #require(bench.store.sessions.last)
        bench.send(.answer(.filed(random: session.random, .nowhere)))
        return (bench, journal, session)
    }

    @Test func aLeftoverThatNoDiskTakesIsSaidAndAskedAboutAgain() throws {
        let (bench, journal, session) = try unkept()
        #expect(bench.question?.title == "Not done" && bench.question?.line == "Not saved: no disk takes it")
        bench.tap(.pause)
        #expect(bench.question?.title == "Pick up where you were?", "the next play would take the journal")
        #expect(journal.entry != nil)
        bench.tap(.skip)
        #expect(bench.store.sessions.map(\.random) == [session.random, session.random])
        bench.send(.answer(.filed(random: session.random, .inStore)))
        #expect(bench.home != nil && journal.entry == nil)
    }

    @Test func aLeftoverThatIsKeptAfterAllIsNotAskedAboutAgain() throws {
        let (bench, journal, session) = try unkept()
        bench.send(.answer(.filed(random: session.random, .locally)))
        bench.tap(.pause)
        #expect(bench.home != nil && journal.entry == nil)
    }

    @Test func discardIsHeldAndForgets() throws {
        let bench = try asked()
        bench.tap(.back)
        #expect(bench.question != nil, "a tap discards nothing")
        bench.hold(.back, for: .milliseconds(1300))
        #expect(bench.question == nil)
        #expect(bench.store.sessions.isEmpty)
    }

    @Test func noSinglePressOfAKeyboardForgetsTheRun() throws {
        let bench = try asked()
        func press(_ action: KeyEvent.Action) { bench.send(.key(KeyEvent(.back, action, at: bench.now))) }
        for _ in 0..<3 { press(.escape) }
        press(.hold)
        bench.run(to: bench.now + .seconds(3))
        press(.hold)
        #expect(bench.question != nil && bench.store.sessions.isEmpty)
        press(.hold)
        #expect(bench.question == nil, "the same capital letter twice is meant")
    }

    @Test func whoStopsTheProgramIsAskedHoweverSoonItIsBack() throws {
        let journal = JournalTests.FakeJournal()
        let bench = Bench(journal: journal, bootID: "boot", filesSessions: true)
        bench.run(to: seconds(57.3))
        bench.send(.stop)
        let entry = try #require(journal.entry.flatMap(JournalEntry.init))
        #expect(entry.written == seconds(57.3))
        #expect(!entry.resumesByItself(bootID: "boot", at: seconds(58)))
    }

    @Test func aPressThatWasMeantForNothingDoesNotAnswer() throws {
        let bench = try asked()
        bench.send(.key(KeyEvent(.pause, .up, at: seconds(20))))
        #expect(bench.question != nil)
    }

    // MARK: While the store is asked whether it has the session already

    /// The menus are there, the store was asked, and the journal still has what was left.
    private func inDoubt() throws -> (Bench, JournalTests.FakeJournal, StoreAnswer, StoreAnswer) {
        let journal = JournalTests.FakeJournal()
        let left = try leftover(at: 57.3)
        journal.entry = left
        let bench = Bench(at: seconds(20), journal: journal, bootID: "boot", filesSessions: true, offering: left, isDoubtful: true)
        let asked = bench.store.commands.compactMap { if case .find(let session) = $0 { session } else { nil } }
        let random = try #require(asked.first).random
        #expect(asked.count == 1 && asked.first?.session.activeSeconds == 50 && bench.home != nil)
        bench.send(.library(library([sample])))
        return (bench, journal, .found(random: random, isFiled: false), .found(random: random, isFiled: true))
    }

    @Test func aPlayThatTheStoreHasNotIsAskedAbout() throws {
        let (bench, journal, missing, filed) = try inDoubt()
        bench.send(.answer(.found(random: "another", isFiled: true)))
        #expect(bench.home != nil && journal.entry != nil)
        bench.send(.answer(missing))
        #expect(bench.question?.title == "Pick up where you were?" && journal.entry != nil)
        bench.run(to: seconds(60))
        bench.send(.answer(filed))
        #expect(bench.question != nil && journal.entry != nil, "a late word takes nothing from under the finger")
        bench.tap(.skip)
        #expect(bench.question == nil && bench.store.sessions.count == 1, "it is asked once")
    }

    @Test func aPlayThatTheStoreHasIsForgotten() throws {
        let (bench, journal, _, filed) = try inDoubt()
        bench.send(.answer(filed))
        #expect(bench.home != nil && journal.entry == nil)
        bench.run(to: seconds(60))
        #expect(bench.home != nil)
    }

    @Test func aStoreThatHangsIsNotWaitedFor() throws {
        let (bench, journal, _, _) = try inDoubt()
        bench.run(to: seconds(22.9))
        #expect(bench.home != nil)
        bench.run(to: seconds(23))
        #expect(bench.question != nil && journal.entry != nil)
    }

    @Test(arguments: Key.allCases) func noPressPlaysOverAPlayThatWasLeftBehind(_ key: Key) throws {
        let (bench, journal, _, _) = try inDoubt()
        let left = journal.entry
        bench.tap(key)
        #expect(bench.question != nil, "the press asks, and answers nothing")
        #expect(bench.store.sessions.isEmpty && journal.entry == left)
        bench.tap(.pause)
        let random = try #require(left.flatMap { JournalEntry($0) }?.session).random
        #expect(journal.entry.flatMap { JournalEntry($0) }?.session?.random == random, "it goes on under its own name")
    }
}
