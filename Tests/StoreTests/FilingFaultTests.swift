import Foundation
import Playback
import Ports
import Testing
import Workouts

@testable import Store

private let inMarch = "2026/03/20260302T070000Z-0a1b2c3d-4e5f6071.json"

/// Every call of filing and moving, cut off, with every loss; then the next start does what it always does.
@Suite struct FilingFaultTests {
    /// What the next start does: the journal, which is cleared only after filing, offers the session; the outbox is moved.
    private func startAgain(_ folder: ScratchFolder, boot: String, journal: FinishedSession?, learns: Bool) throws {
        let two = TwoFolders(folder)
        var filer = two.filer(boot: boot)
        if learns { try filer.learn(marchClock, at: Instant(nanoseconds: 0)) }
        if let journal, try !filer.contains(journal, in: two.store) { _ = try filer.file(journal, into: two.store) }
        _ = try filer.moveOutbox(into: two.store)
    }

    @Test func aSaveCutAnywhereLeavesTheSessionThereOnceOrInTheJournal() throws {
        let cuts = try withEveryCut(
            { folder in folder.put("theirs", "store/routines/a.routine") },
            { folder, files in
                let two = TwoFolders(folder, files)
                _ = try? two.filer().file(finished(), into: two.store)
            },
            { folder, isThrough in
                let two = TwoFolders(folder)
                #expect(two.filed == [inMarch] || two.filed == [] && !isThrough)
                if let text = folder.text("store/sessions/" + inMarch) { #expect(SessionJSON.parse(text, fallbackID: "").session != nil) }
                try startAgain(folder, boot: "boot-2", journal: finished(), learns: false)
                #expect(two.filed == [inMarch] && two.outbox == [])
                #expect(folder.text("store/routines/a.routine") == "theirs")
            })
        #expect(cuts >= 15)
    }

    @Test func aSaveIntoTheOutboxCutAnywhereIsThereOnceOrInTheJournal() throws {
        try withEveryCut(
            { _ in },
            { folder, files in _ = try? TwoFolders(folder, files).filer().file(finished(), into: nil) },
            { folder, isThrough in
                let two = TwoFolders(folder)
                #expect(two.outbox == ["4e5f6071.json"] || two.outbox == [] && !isThrough)
                try startAgain(folder, boot: "boot-2", journal: isThrough ? nil : finished(), learns: false)
                #expect(two.filed == [inMarch] && two.outbox == [])
            })
    }

    @Test func aMoveCutAnywhereLosesNothingAndDoublesNothing() throws {
        // The journal is long cleared: the outbox alone has them. The second waits for a clock that will be known, the third's boot is over.
        let cuts = try withEveryCut(
            { folder in
                let two = TwoFolders(folder)
                _ = try two.filer().file(finished(), into: nil)
                _ = try two.filer().file(finished(at: 1000, random: "00000001", known: false), into: nil)
                _ = try two.filer(boot: "boot-0").file(finished(at: 2000, random: "00000002", known: false, boot: "boot-0"), into: nil)
            },
            { folder, files in
                let two = TwoFolders(folder, files)
                var filer = two.filer()
                _ = try? filer.learn(marchClock, at: Instant(nanoseconds: 0))
                _ = try? filer.moveOutbox(into: two.store)
            },
            { folder, isThrough in
                let two = TwoFolders(folder)
                for name in two.filed { #expect(two.session(name) != nil) }
                // Nothing is lost between the two.
                let randoms = two.filed.map { $0.dropLast(5).suffix(8) } + two.outbox.map { $0.prefix(8) }
                #expect(Set(randoms) == ["4e5f6071", "00000001", "00000002"])
                let hadLearnt = folder.text("local/clock.json")?.contains("boot-1") == true
                try startAgain(folder, boot: "boot-2", journal: nil, learns: false)
                #expect(two.outbox == [])
                let second = hadLearnt ? "2026/03/20260302T070000Z-0a1b2c3d-00000001" : "1970/01/19700101T001640Z-0a1b2c3d-00000001"
                #expect(two.filed == ["1970/01/19700101T003320Z-0a1b2c3d-00000002.json", inMarch, second + ".json"].sorted())
                #expect(two.session(second + ".json")?.isDateUncertain == !hadLearnt)
            })
        #expect(cuts >= 60)
    }

    @Test func aMoveCutTwiceInARowIsStillOnce() throws {
        // The second start is cut too, at every fifth call.
        for second in stride(from: 0, to: 40, by: 5) {
            try withEveryCut(
                { folder in _ = try TwoFolders(folder).filer().file(finished(), into: nil) },
                { folder, files in
                    let two = TwoFolders(folder, files)
                    _ = try? two.filer().moveOutbox(into: two.store)
                },
                { folder, _ in
                    let files = FaultyFileSystem(.cut, at: second)
                    let two = TwoFolders(folder, files)
                    _ = try? two.filer(boot: "boot-2").moveOutbox(into: two.store)
                    files.lose(.both)
                    #expect(two.filed.count + two.outbox.count >= 1)
                    try startAgain(folder, boot: "boot-3", journal: nil, learns: false)
                    #expect(two.filed == [inMarch] && two.outbox == [])
                })
        }
    }

    @Test func anErrorAtAnyCallOfASaveLosesNothing() throws {
        for code in [EIO, ENOSPC, EROFS, EINTR] {
            for number in 0... {
                let folder = ScratchFolder()
                let files = FaultyFileSystem(.failure(code), at: number)
                let two = TwoFolders(folder, files)
                // One bad call: either disk takes it, and if its reading says otherwise the caller still has the journal.
                let filed = try? two.filer().file(finished(), into: two.store)
                #expect(filed != nil && two.filed.count + two.outbox.count >= 1)
                try startAgain(folder, boot: "boot-1", journal: nil, learns: false)
                #expect(two.filed == [inMarch] && two.outbox == [])
                if files.calls.count <= number { break }
            }
        }
    }
}
