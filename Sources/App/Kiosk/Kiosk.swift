// Kiosk: every screen's behaviour, (state, event, instant) -> (state, effects), and the host that runs it against the ports.
// Imports Stage, Ports and Core; names no device, reads no clock. Values; the host belongs to the loop's thread.
import Playback
import Ports
import Stage
import Words
import Workouts

/// What the kiosk wants done. Run by `KioskHost` in order.
public enum Effect: Hashable, Sendable {
    case synthesise([Utterance])
    case schedule([TimedCue])
    case withdraw(at: Instant)
    /// Keep the play in flight: `Kiosk.journalEntry`.
    case journal
    /// It is over: nothing to go on from.
    case forgetJournal
    case leave(Leaving)
}

/// Why the program is to end.
public enum Leaving: Hashable, Sendable {
    /// The person finished.
    case finished
    /// The system or the terminal asked.
    case stopped
}

public struct KioskSettings: Hashable, Sendable {
    public var cues: CueSettings
    public var getReadySeconds: Int
    /// How long BACK is held to ask for the end.
    public var holdToEnd: Duration
    /// Fades, the breath and the wipe's movement off; nothing else is lost.
    public var reducedMotion: Bool
    /// The kernel's id of this boot, for the journal; nil keeps none.
    public var bootID: String?
    /// What "Finish" does: leave the program (`play`), or wait for the next play (`run`).
    public var leavesAfterSummary: Bool

    public init(
        cues: CueSettings = CueSettings(), getReadySeconds: Int = 5, holdToEnd: Duration = .milliseconds(1200), reducedMotion: Bool = false,
        bootID: String? = nil, leavesAfterSummary: Bool = true
    ) {
        self.cues = cues
        self.getReadySeconds = getReadySeconds
        self.holdToEnd = holdToEnd
        self.reducedMotion = reducedMotion
        self.bootID = bootID
        self.leavesAfterSummary = leavesAfterSummary
    }
}

/// The whole kiosk's state.
public struct Kiosk: Sendable {
    enum Screen: Sendable {
        case waiting
        case player(Player)
        case summary(Summary)
    }

    public private(set) var routine: Routine
    let settings: KioskSettings
    let words: Words
    private(set) var screen: Screen = .waiting
    private var presses = Presses()
    private var notices = Notices()
    /// Which utterances are known, and how long they sound: nil when there is no voice for them.
    private var voices: [Utterance: Duration?] = [:]

    public init(routine: Routine, settings: KioskSettings, words: Words) {
        self.routine = routine
        self.settings = settings
        self.words = words
    }

    /// The finished or running play-through, for reports; nil while waiting.
    public var run: Run? {
        switch screen {
        case .waiting: nil
        case .player(let player): player.run
        case .summary(let summary): summary.run
        }
    }

    /// Whether a routine is under way: the screen must not sleep, and files must not change it.
    public var isPlaying: Bool { if case .player = screen { true } else { false } }
    public var isAtSummary: Bool { if case .summary = screen { true } else { false } }

    // MARK: Events

    /// Starts the routine: the timeline's zero is at `zero`, a little ahead when the sound has just been opened.
    public mutating func start(zero: Instant) -> [Effect] {
        let timeline = Timeline(routine, getReadySeconds: settings.getReadySeconds)
        var player = Player(
            run: Run(timeline, zero: zero), cues: Cues(timeline: timeline, settings: settings.cues, words: words), settings: settings)
        let effects = player.advance(to: zero, voices: voices)
        screen = .player(player)
        return effects
    }

    /// Goes on from a journal's entry on its own clock, as if nothing had happened in between. What was announced is not announced again.
    /// Returns nil, and nothing changed, when the entry does not describe a run.
    public mutating func resume(_ entry: JournalEntry, at now: Instant) -> [Effect]? {
        guard let run = entry.restoredRun, !run.isFinished else { return nil }
        routine = entry.routine
        var player = Player(
            run: run, cues: Cues(timeline: run.timeline, settings: settings.cues, words: words), settings: settings, resumedAt: now)
        player.sound.take(over: run, at: now)
        screen = .player(player)
        return advance(to: now)
    }

    /// The play in flight; nil when there is none, or no journal is wanted.
    public func journalEntry(at now: Instant) -> JournalEntry? {
        guard case .player(let player) = screen, let bootID = settings.bootID else { return nil }
        return JournalEntry(
            bootID: bootID, written: now, routine: routine, getReadySeconds: player.run.timeline.getReadySeconds, run: player.run.snapshot)
    }

    public mutating func handle(_ event: PanelEvent, at now: Instant) -> [Effect] {
        switch event {
        case .key(let key):
            // What was due before the key is done first; the key's own stamp is the instant that counts.
            var effects = advance(to: min(key.at, now))
            for press in presses.handle(key, trigger: trigger) { effects += act(press, at: now) }
            if case .player(var player) = screen, key.action != .up {
                player.showLegend(at: key.at)
                screen = .player(player)
            }
            return effects + advance(to: now)
        case .voice(let utterance, let duration):
            if voices.count > 512 { voices.removeAll() }
            voices[utterance] = .some(duration)
            return advance(to: now)
        case .sound(.missed(let cues)):
            if case .player(var player) = screen {
                player.sound.missed(cues, segment: player.run.segment(at: now))
                screen = .player(player)
            }
            return advance(to: now)
        case .screen(.hidden):
            for key in Key.allCases { presses.forget(key) }
            guard case .player(var player) = screen else { return [] }
            let effects = player.autoPause(at: now)
            screen = .player(player)
            return effects
        case .screen, .sound, .button:
            if case .button(let key, .some) = event { presses.forget(key) }
            notices.note(event, at: now)
            return []
        case .stop: return [.leave(.stopped)]
        }
    }

    /// Brings everything up to the instant: holds that act, segments that end, cues that come near.
    public mutating func advance(to now: Instant) -> [Effect] {
        var effects: [Effect] = []
        for press in presses.advance(to: now) { effects += act(press, at: now) }
        if case .player(var player) = screen {
            effects += player.advance(to: now, voices: voices)
            screen = .player(player)
            effects += leaveIfFinished(at: now)
        }
        return effects
    }

    private mutating func leaveIfFinished(at now: Instant) -> [Effect] {
        guard case .player(let player) = screen, player.run.isFinished else { return [] }
        screen = .summary(Summary(run: player.run, at: now))
        return settings.bootID == nil ? [] : [.forgetJournal]
    }

    private func trigger(_ key: Key) -> Trigger? {
        switch screen {
        case .waiting: key == .pause ? .press : nil
        case .player(let player): player.meaning(of: key)?.trigger
        case .summary: key == .pause || key == .skip ? .press : nil
        }
    }

    private mutating func act(_ press: Press, at now: Instant) -> [Effect] {
        switch screen {
        case .waiting: return start(zero: now)
        case .player(var player):
            let effects = player.act(press, at: now)
            screen = .player(player)
            return effects + leaveIfFinished(at: now)
        case .summary(let summary):
            // A key that went down before the end was meant for the player.
            guard press.at >= summary.since else { return [] }
            if press.key == .skip { return [.withdraw(at: now)] + start(zero: now) }
            guard !settings.leavesAfterSummary else { return [.withdraw(at: now), .leave(.finished)] }
            screen = .waiting
            return [.withdraw(at: now)]
        }
    }

    // MARK: What shows

    /// The picture at an instant not before the last event. Constant between two changes.
    public func picture(at now: Instant) -> Picture {
        var state = self
        _ = state.advance(to: now)
        return state.currentPicture(at: now)
    }

    private func currentPicture(at now: Instant) -> Picture {
        let sentences = notices.sentences(words, at: now)
        switch screen {
        case .waiting:
            let timeline = Timeline(routine, getReadySeconds: settings.getReadySeconds)
            let play = KeyCell(icon: .play, verb: words("key.play"))
            return .message(
                title: routine.name, line: words.clock(timeline.totalSeconds), legend: Legend(back: nil, pause: play, skip: nil))
        case .player(let player): return player.picture(at: now, ring: presses.ring, notices: sentences, words: words)
        case .summary(let summary): return summary.picture(words: words, at: now)
        }
    }

    /// The next instant after `now` at which the picture, or anything else, changes by itself; nil when nothing will.
    public func nextChange(after now: Instant) -> Instant? {
        var instants = [presses.nextDeadline, notices.nextChange(after: now)]
        if let ring = presses.ring { instants.append(ring.ramp.nextTick(after: now)) }
        if case .player(let player) = screen { instants.append(player.nextChange(after: now)) }
        return instants.compactMap { $0 }.filter { $0 > now }.min()
    }
}
