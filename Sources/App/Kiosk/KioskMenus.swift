import Playback
import Ports
import Words
import Workouts

extension Kiosk {
    /// Carries out what the place on top asked for.
    mutating func carry(out moves: [Move], at now: Instant) -> [Effect] {
        var effects: [Effect] = []
        for move in moves {
            switch move {
            case .open(let place): places.append(place)
            case .close: if places.count > 1 { places.removeLast() }
            case .hand(let handed):
                guard places.count > 1 else { break }
                places.removeLast()
                effects += carry(out: places[places.count - 1].take(handed, facts, at: now), at: now)
            case .become(let place):
                places.removeLast()
                places.append(place)
            case .home: places.removeLast(places.count - 1)
            case .homeAtToday:
                places.removeLast(places.count - 1)
                effects += carry(out: places[0].take(Home.TodayCard(), facts, at: now), at: now)
            case .play(let playable): effects += [.openSound] + start(playable, zero: now + settings.soundSettling)
            case .store(let command):
                if case .edit(_, let ticket) = command { unanswered.insert(ticket) }
                if case .restoreStarters(let ticket) = command { unanswered.insert(ticket) }
                effects.append(.store(command))
            case .activate(let activation):
                self.activation = activation
                effects += carry(out: activation.begin(), at: now)
            case .set(let settings):
                let before = facts.settings
                facts.settings.personal = settings
                let preferences = facts.settings.preferences
                effects += [.store(.keep(settings)), .apply(preferences)]
                if let language = settings.language, language != before.personal.language { effects.append(.speak(language)) }
                if before.preferences.readsAloud, !preferences.readsAloud { effects.append(.closeSound) }
                // Nothing opens it any more, and so nothing would say that it is back.
                if !preferences.usesSound { notices.forgetCard() }
            case .leaveOut(let attention): facts.leftOut.insert(attention)
            case .resumeLeftover, .saveLeftover, .discardLeftover: effects += end(leftover: move, at: now)
            }
        }
        return moves.isEmpty ? effects : effects + settle(at: now)
    }

    /// From now on everything is in these words, and from their side. Names that come from the store follow with its next library.
    public mutating func speak(_ words: Words, at now: Instant) -> [Effect] {
        facts.words = words
        facts.calendar.locale = words.locale
        return settle(at: now) + readAloud()
    }

    /// Reads the screen aloud, if that is wanted and something of it changed.
    mutating func readAloud() -> [Effect] {
        guard settings.preferences.readsAloud, idle.depth == .awake, let text = textAloud else {
            aloud.hush()
            return []
        }
        return aloud.read(text, facts)
    }

    /// The purpose of what is shown, and what is focused or can be answered; nil while a routine speaks for itself.
    private var textAloud: (screen: String, focus: String)? {
        switch top {
        case .menus: facts.library == nil ? nil : places.last?.aloud(facts)
        case .player(let player): player.aloud(words)
        case .filing: nil
        case .summary(let summary): summary.aloud(facts)
        }
    }

    /// The library, the clock or a setting changed, or a screen was left: every screen looks whether what it shows is still there.
    mutating func settle(at now: Instant) -> [Effect] {
        // Adding up a hundred thousand sessions takes some milliseconds, which a routine under way has no use for.
        if isPlaying { return [] }
        facts.refresh(at: now)
        var effects: [Effect] = []
        for index in places.indices.reversed() where index < places.count {
            let moves = places[index].settle(facts)
            // Only the screen on top may leave or open another; those below are looked at when they come up. What they ask the store goes out.
            let mayMove = index == places.count - 1 || !moves.contains(where: \.movesScreens)
            if mayMove, !moves.isEmpty { effects += carry(out: moves, at: now) }
        }
        return effects
    }

    /// What the store answered. Whoever asked may have another screen over it by now: what it does about the answer closes that. A failure
    /// is said even when who asked is gone.
    mutating func hear(_ answer: StoreAnswer, at now: Instant) -> [Effect] {
        if case .filed(let random, let kept) = answer { return filed(random, kept, at: now) }
        if case .found(let random, let isFiled) = answer { return found(random, isFiled) }
        for index in places.indices.reversed() {
            let moves = places[index].hear(answer, facts)
            guard !moves.isEmpty else { continue }
            if moves.contains(where: \.movesScreens) { places.removeLast(places.count - 1 - index) }
            unanswered.remove(answer.ticket)
            return carry(out: moves, at: now)
        }
        let words = words
        if let moves = activation?.hear(answer, words), !moves.isEmpty {
            unanswered.remove(answer.ticket)
            return carry(out: moves, at: now)
        }
        let wasAsked = unanswered.remove(answer.ticket) != nil
        guard case .failed(let fault, let ticket) = answer else { return [] }
        if ticket == 0 { return sayUnkeptSetting(at: now) }
        guard wasAsked else { return [] }
        return carry(out: [.open(Question.notDone(fault, words))], at: now)
    }

    /// A setting counts, but local state did not take it. Once: it would not take the next one, either.
    private mutating func sayUnkeptSetting(at now: Instant) -> [Effect] {
        guard !hasSaidUnkept, !places.isEmpty else { return [] }
        hasSaidUnkept = true
        let words = words
        return carry(
            out: [.open(Question(title: words("saving.notSaved"), line: words("saving.unkept"), pause: .understood(words)))], at: now)
    }

    /// What is to become of the play that was left behind.
    private mutating func end(leftover move: Move, at now: Instant) -> [Effect] {
        guard let entry = leftover, var run = entry.restoredRun else { return [] }
        leftover = nil
        if places.count > 1 { places.removeLast() }
        switch move {
        case .resumeLeftover:
            run.pause(at: entry.written)
            return [.openSound] + goOn(entry, run, at: now)
        case .saveLeftover:
            guard let session = entry.session else { return forgetJournal() }
            facts.recent.append(session)
            unheard.insert(session.random)
            filedLeftover = entry
            // The store may not be read yet, and the next play takes the journal.
            return [.hold(session), .store(.file(session))]
        default: return forgetJournal()
        }
    }
}
