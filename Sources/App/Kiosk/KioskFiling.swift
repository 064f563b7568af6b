import Playback
import Ports
import Stage

extension Kiosk {
    /// The run is over: its session is filed, and then there is a summary.
    /// - Parameter before: the player as it was, for the picture that stays meanwhile.
    mutating func leaveIfFinished(_ before: Player, at now: Instant) -> [Effect] {
        guard case .player(let player) = top, player.run.isFinished, let playable else { return [] }
        guard settings.filesSessions else {
            top = .summary(Summary(run: player.run, at: now))
            return settings.bootID == nil ? [] : forgetJournal()
        }
        if !player.run.wasCompleted, player.run.active(at: now).floorSeconds == 0 {
            // Nothing was done: there is nothing to remember, and nothing to show.
            top = .menus
            return forgetJournal() + [.closeSound] + (places.isEmpty ? [.leave(.finished)] : settle(at: now))
        }
        let session = FinishedSession(
            player.run, of: playable, origin: player.origin, ended: now, clock: facts.clock, bootID: settings.bootID)
        top = .filing(Filing(player: before, run: player.run, session: session, since: now))
        unheard.insert(session.random)
        // What was ended does not go on by itself, should the program stop before the disk has it; what was completed ends again at once.
        let isEnded = settings.bootID != nil && !player.run.wasCompleted
        return (isEnded ? [.journal] : []) + [.store(.file(session))]
    }

    /// It counts until the library has it.
    mutating func count(_ session: FinishedSession, at now: Instant) {
        guard !facts.recent.contains(where: { $0.random == session.random }) else { return }
        facts.recent.append(session)
        facts.refresh(at: now)
    }

    mutating func forgetJournal() -> [Effect] {
        journalled = nil
        return [.forgetJournal]
    }

    /// The store has it: now the summary may show it.
    mutating func filed(_ random: String, _ kept: StoreAnswer.Kept, at now: Instant) -> [Effect] {
        let isNews = unheard.remove(random) != nil
        // It is known to be kept, by local state or the store: of the other only better news counts.
        if case .summary(let summary) = top, summary.session?.random == random, let known = summary.kept, known != .nowhere,
            kept != .inStore
        {
            return []
        }
        if kept == .nowhere { facts.unkept.insert(random) } else { facts.unkept.remove(random) }
        var effects: [Effect] = []
        switch top {
        case .filing(let filing) where filing.session.random == random:
            count(filing.session, at: now)
            top = .summary(Summary(filing, kept: kept, at: now))
        case .summary(var summary) where summary.session?.random == random:
            summary.kept = kept
            top = .summary(summary)
            // The library may have been heard of meanwhile, without it.
            if isNews, let session = summary.session { count(session, at: now) }
        default:
            if isNews, kept == .nowhere { effects += sayUnkept(random, at: now) }
            if kept != .nowhere { effects += settleLeftover(random, at: now) }
        }
        // Nowhere: the journal still has what it had, and the next start offers it. Another play's entry is left alone.
        return kept == .nowhere || journalled != random ? effects : effects + forgetJournal()
    }

    /// No summary is there to say that no disk takes it. A play that was left behind is asked about again: the next one takes its journal.
    private mutating func sayUnkept(_ random: String, at now: Instant) -> [Effect] {
        guard !places.isEmpty else { return [] }
        if let entry = filedLeftover, entry.origin.random == random, journalled == random {
            filedLeftover = nil
            facts.recent.removeAll { $0.random == random }
            facts.unkept.remove(random)
            offer(entry)
        }
        let words = words
        return carry(
            out: [.open(Question(title: words("saving.notDone"), line: words("summary.unsaved"), pause: .understood(words)))], at: now)
    }

    /// A play that was left behind is kept, after all.
    private mutating func settleLeftover(_ random: String, at now: Instant) -> [Effect] {
        if filedLeftover?.origin.random == random { filedLeftover = nil }
        guard leftover?.origin.random == random else { return [] }
        leftover = nil
        places.removeAll { ($0 as? ResumeQuestion)?.entry.origin.random == random }
        return settle(at: now)
    }
}
