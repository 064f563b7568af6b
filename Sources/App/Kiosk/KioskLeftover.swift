import Playback
import Ports

/// A play that was left behind, and that may be filed all the same: the power went between that and the journal's clearing. Only the store
/// can say, and it may take long or not know.
struct Doubt: Hashable, Sendable {
    let entry: JournalEntry
    /// The person is asked then: what is filed twice is one file.
    let ends: Instant
}

extension Kiosk {
    /// A store that takes longer is not waited for.
    static let findingPatience: Duration = .seconds(3)

    /// Asks what is to become of a play that was left behind: by a power cut, an orderly stop, or a crash long ago.
    public mutating func offer(_ entry: JournalEntry) {
        guard let run = entry.restoredRun, !run.isFinished else { return }
        leftover = entry
        journalled = entry.origin.random
        places.append(ResumeQuestion(entry: entry, run: run))
    }

    /// The same unless the store has it. Until it answers the menus are there; the first press in them asks, before anything else can be
    /// played: a play takes the journal, and what was left behind is nowhere but there.
    public mutating func offerUnlessFiled(_ entry: JournalEntry, at now: Instant) -> [Effect] {
        guard let session = entry.session else { return [] }
        doubt = Doubt(entry: entry, ends: now + Kiosk.findingPatience)
        journalled = entry.origin.random
        return [.store(.find(session))]
    }

    /// - Returns: whether there was anything to ask.
    mutating func askInDoubt() -> Bool {
        guard let entry = doubt?.entry else { return false }
        doubt = nil
        offer(entry)
        return true
    }

    /// The store's answer; one that comes after the question changes nothing.
    mutating func found(_ random: String, _ isFiled: Bool) -> [Effect] {
        guard doubt?.entry.origin.random == random else { return [] }
        if isFiled {
            doubt = nil
            return forgetJournal()
        }
        _ = askInDoubt()
        return readAloud()
    }
}
