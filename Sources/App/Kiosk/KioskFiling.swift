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
            return settings.bootID == nil ? [] : [.forgetJournal]
        }
        if !player.run.wasCompleted, player.run.active(at: now).floorSeconds == 0 {
            // Nothing was done: there is nothing to remember, and nothing to show.
            top = .menus
            return [.forgetJournal, .closeSound] + (places.isEmpty ? [.leave(.finished)] : settle(at: now))
        }
        let session = FinishedSession(
            player.run, of: playable, origin: player.origin, ended: now, clock: facts.clock, bootID: settings.bootID)
        top = .filing(Filing(player: before, run: player.run, session: session, since: now))
        return [.store(.file(session))]
    }

    /// The store has it: now the summary may show it.
    mutating func filed(_ random: String, _ kept: StoreAnswer.Kept, at now: Instant) -> [Effect] {
        // It is known to be kept, by local state or the store: of the other only better news counts.
        if case .summary(let summary) = top, summary.session?.random == random, let known = summary.kept, known != .nowhere,
            kept != .inStore
        {
            return []
        }
        if kept == .nowhere { facts.unkept.insert(random) }
        switch top {
        case .filing(let filing) where filing.session.random == random:
            facts.recent.append(filing.session)
            facts.refresh(at: now)
            top = .summary(Summary(filing, kept: kept, at: now))
        case .summary(var summary) where summary.session?.random == random:
            summary.kept = kept
            top = .summary(summary)
        default: break
        }
        // Nowhere: the journal still has what it had, and the next start offers it.
        return kept == .nowhere || journalled.map({ $0 != random }) ?? false ? [] : [.forgetJournal]
    }

    /// The random digits of the play that the journal may have by now; nil when it is of one that is over.
    private var journalled: String? {
        switch top {
        case .player(let player): player.origin.random
        case .filing(let filing): filing.session.random
        case .menus, .summary: leftover?.origin.random
        }
    }
}
