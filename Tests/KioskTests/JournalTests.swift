import Kiosk
import Playback
import Ports
import Stage
import Testing
import Workouts

/// A crash in flight: the next process goes on as if nothing had happened.
@Suite struct JournalTests {
    final class FakeJournal: Journal {
        var entry: [UInt8]?
        var count = 0
        func keep(_ entry: @escaping @Sendable () -> [UInt8]) {
            self.entry = entry()
            count += 1
        }
        func clear() { entry = nil }
    }

    func bench(_ journal: FakeJournal, resuming entry: [UInt8]? = nil, at now: Instant = seconds(0), bootID: String = "boot") -> Bench {
        Bench(at: now, journal: journal, bootID: bootID, resuming: entry)
    }

    func kept(_ journal: FakeJournal) throws -> [UInt8] { try #require(journal.entry) }

    @Test func aKilledPlayerIsBackOnTheRightDigitOnTime() throws {
        let journal = FakeJournal()
        let first = bench(journal)
        first.run(to: seconds(57.3))
        let second = bench(journal, resuming: try kept(journal), at: seconds(59.1))
        #expect(second.player?.segment == 3)
        #expect(second.player?.secondsLeft == 16)
        #expect(!second.speaker.log.contains("4/work"), "what was announced is not announced again")
        second.run(to: seconds(335))
        #expect(second.summary?.figures.map(\.value) == ["5:30", "5"])
        #expect(second.speaker.handed.contains { $0.id == CueID(segment: 4, kind: "countdown-3") && $0.start == seconds(72) })
        #expect(journal.entry == nil, "a finished routine leaves nothing to go on from")
    }

    @Test func aPausedRunReturnsPaused() throws {
        let journal = FakeJournal()
        let first = bench(journal)
        first.run(to: seconds(50))
        first.tap(.pause)
        first.run(to: seconds(700))
        let second = bench(journal, resuming: try kept(journal), at: seconds(702))
        #expect(second.player?.mode == .paused)
        #expect(second.player?.secondsLeft == 25)
        second.tap(.pause)
        second.run(to: seconds(706))
        #expect(second.player?.mode == .running)
    }

    @Test func itIsKeptAtEveryBoundaryAndPressAndEveryFiveSeconds() {
        let journal = FakeJournal()
        let bench = bench(journal)
        var last = journal.count
        for (second, event) in [(5.0, "a boundary"), (10, "five seconds"), (15, "five seconds")] {
            bench.run(to: seconds(second))
            #expect(journal.count > last, "\(event) at \(second) s")
            last = journal.count
        }
        bench.run(to: seconds(17))
        last = journal.count
        bench.tap(.skip)
        #expect(journal.count > last)
    }

    @Test func laterThanHalfAMinuteOrInAnotherBootItDoesNotGoOnByItself() throws {
        let journal = FakeJournal()
        bench(journal).run(to: seconds(57.3))
        let bytes = try #require(journal.entry)
        let entry = try #require(JournalEntry(bytes))
        #expect(entry.resumesByItself(bootID: "boot", at: entry.written + .seconds(30)))
        #expect(!entry.resumesByItself(bootID: "boot", at: entry.written + .seconds(30) + .nanoseconds(1)))
        #expect(!entry.resumesByItself(bootID: "another", at: entry.written))
        #expect(!entry.resumesByItself(bootID: "boot", at: entry.written - .nanoseconds(1)))
    }

    @Test func whatIsTornOrUntrueIsNothing() throws {
        let journal = FakeJournal()
        bench(journal).run(to: seconds(57.3))
        let bytes = try #require(journal.entry)
        for length in stride(from: 0, to: bytes.count - 1, by: 7) { #expect(JournalEntry(Array(bytes.prefix(length))) == nil) }
        #expect(JournalEntry([UInt8](repeating: 0, count: 400)) == nil)
        let hostile = String(decoding: bytes, as: UTF8.self).replacing("\"sets\":3", with: "\"sets\":300000000")
        #expect(JournalEntry(Array(hostile.utf8)) == nil)
    }

    @Test func aRunThatEndedWhileNobodyPlayedItIsComplete() throws {
        let journal = FakeJournal()
        bench(journal).run(to: seconds(334))
        let second = bench(journal, resuming: try kept(journal), at: seconds(336))
        #expect(second.summary?.isComplete == true)
        // The voice is not there yet when the restarted player finds the end behind it: the tone tells.
        #expect(second.speaker.log == ["15/done-tone"])
    }
}
