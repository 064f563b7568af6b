// Kiosk: every screen's behaviour, (state, event, instant) -> (state, effects), and the host that runs it against the ports.
// Imports Stage, Ports and Core; names no device, reads no clock. Values; the host belongs to the loop's thread.
import Foundation
import Library
import Playback
import Ports
import Stage
import Words
import Workouts

/// The whole kiosk's state.
public struct Kiosk: Sendable {
    /// What is on top of the menus.
    enum Top: Sendable {
        case menus
        case player(Player)
        /// It ended; its session is on its way to the disk, and the summary waits for that so that what it shows is never lost.
        case filing(Filing)
        case summary(Summary)
    }

    struct Filing: Sendable {
        /// As it was before the end: its last picture stays meanwhile.
        var player: Player
        /// The run that is over.
        var run: Run
        var session: FinishedSession
        var since: Instant
        /// The store took too long: local state was asked.
        var isHeld = false

        var patienceEnds: Instant { since + (isHeld ? Kiosk.filingPatience * 2 : Kiosk.filingPatience) }
    }

    /// A store that takes longer than this is not waited for, but local state, for as long once more.
    static let filingPatience: Duration = .seconds(1)

    var facts: Facts
    /// The menus, a plain stack. Empty in a program that plays one routine and leaves.
    var places: [any Place] = []
    var top: Top = .menus
    /// What is played, and what "Go again" plays.
    private(set) var playable: Playable?
    /// A plan is becoming My Week, whatever screen is shown meanwhile.
    var activation: Activation?
    /// The edits that the store has not answered yet.
    var unanswered: Set<Int> = []
    /// The play that an earlier process left behind, while the person is asked about it.
    var leftover: JournalEntry?
    /// The same, while the store is asked whether it has it already.
    var doubt: Doubt?
    /// The random digits of the play whose entry the journal holds; nil when it holds none.
    var journalled: String?
    /// Those of the sessions that were filed, and of which nothing has been heard yet.
    var unheard: Set<String> = []
    /// The play that was left behind and is being filed: should no disk take it, it is asked about again.
    var filedLeftover: JournalEntry?
    /// Local state refused a setting, and that was said.
    var hasSaidUnkept = false
    private(set) var presses = Presses()
    var notices = Notices()
    /// Which utterances are known, and how long they sound: nil when there is no voice for them.
    private var voices: [Utterance: Duration?] = [:]
    var dice: Dice
    private(set) var idle = Idle()
    private var isStopping = false
    var aloud = Aloud()

    var words: Words { facts.words }
    var settings: KioskSettings { facts.settings }

    /// A kiosk that plays one routine.
    /// - Parameter spoken: the words of the announcements, when these are not in the screen's language.
    public init(routine: Routine, settings: KioskSettings, words: Words, spoken: Words? = nil) {
        facts = Facts(settings: settings, words: words, spoken: spoken, calendar: Calendar(identifier: .gregorian))
        playable = Playable(routine: routine)
        dice = Dice(seed: 1)
    }

    /// A kiosk with its menus.
    /// - Parameters:
    ///   - spoken: as above.
    ///   - calendar: the person's, with zone and first weekday.
    ///   - seed: any number; names of sessions are drawn from it.
    public init(settings: KioskSettings, words: Words, spoken: Words? = nil, calendar: Calendar, seed: UInt64) {
        facts = Facts(settings: settings, words: words, spoken: spoken, calendar: calendar)
        dice = Dice(seed: seed)
        places = settings.personal.hasSeenWelcome ?? false ? [Home()] : [Home(), Welcome()]
    }

    /// The finished or running play-through, for reports; nil in the menus.
    public var run: Run? {
        switch top {
        case .menus: nil
        case .player(let player): player.run
        case .filing(let filing): filing.run
        case .summary(let summary): summary.run
        }
    }

    /// Whether a routine is under way: the screen must not sleep, and files must not change it.
    public var isPlaying: Bool { if case .player = top { true } else { false } }
    public var isAtSummary: Bool { if case .summary = top { true } else { false } }

    // MARK: Starting to play

    /// Starts the routine: the timeline's zero is at `zero`, a little ahead when the sound has just been opened.
    public mutating func start(zero: Instant) -> [Effect] {
        guard let playable else { return [] }
        return start(playable, zero: zero)
    }

    mutating func start(_ playable: Playable, zero: Instant) -> [Effect] {
        self.playable = playable
        let timeline = Timeline(playable.routine, getReadySeconds: settings.getReadySeconds)
        var player = Player(
            run: Run(timeline, zero: zero), cues: facts.cues(of: timeline), settings: settings,
            origin: origin(of: playable, started: zero))
        let effects = player.advance(to: zero, voices: voices)
        top = .player(player)
        return effects
    }

    /// The same routine, as its file says it by now; one whose file is gone as it was.
    private mutating func goAgain(zero: Instant) -> [Effect] {
        guard var playable else { return [] }
        if let entry = facts.entry(id: playable.routine.id) { playable.routine = entry.routine }
        return start(playable, zero: zero)
    }

    private mutating func origin(of playable: Playable, started: Instant) -> PlayOrigin {
        PlayOrigin(random: dice.hexadecimal(), started: started, planID: playable.planID, planName: playable.planName)
    }

    /// Goes on from a journal's entry on its own clock, as if nothing had happened in between. What was announced is not announced again.
    /// Returns nil, and nothing changed, when the entry does not describe a run.
    public mutating func resume(_ entry: JournalEntry, at now: Instant) -> [Effect]? {
        guard let run = entry.restoredRun, !run.isFinished else { return nil }
        playable = entry.playable
        journalled = entry.origin.random
        var player = Player(
            run: run, cues: facts.cues(of: run.timeline), settings: settings, origin: entry.origin,
            resumedAt: now)
        player.sound.take(over: run, at: now)
        top = .player(player)
        return advance(to: now)
    }

    /// Goes on after a power cut or a stop: get ready's time to step back, then from where it stopped.
    mutating func goOn(_ entry: JournalEntry, _ stopped: Run, at now: Instant) -> [Effect] {
        var run = stopped
        var origin = entry.origin
        origin.started = start(of: entry) ?? now
        playable = entry.playable
        let seconds = max(entry.getReadySeconds, Run.leadInLength.floorSeconds)
        run.resume(at: now + settings.soundSettling, leadIn: .seconds(seconds))
        var player = Player(
            run: run, cues: facts.cues(of: run.timeline), settings: settings, origin: origin)
        var effects = player.sound.begin(leadIn: run, at: now + settings.soundSettling)
        effects += player.advance(to: now, voices: voices)
        top = .player(player)
        return effects
    }

    /// When an entry's play began, on this boot's clock; nil when nobody can tell.
    private func start(of entry: JournalEntry) -> Instant? {
        if entry.bootID == settings.bootID { return entry.origin.started }
        // Of a clock that is gone: its place on this one is found from the wall clock, unless that is a guess here or was one there.
        guard let then = entry.clock, then.isKnown, let clock = facts.clock, clock.isKnown else { return nil }
        return clock.instant(of: then, at: entry.origin.started)
    }

    /// The play in flight, for the journal, which holds it from then on; nil when there is none, or no journal is wanted.
    public mutating func journalEntry(at now: Instant) -> JournalEntry? {
        let player: Player
        var wasStopped = isStopping
        switch top {
        case .player(let playing): player = playing
        case .filing(let filing):
            player = filing.player
            wasStopped = true
        case .menus, .summary: return nil
        }
        guard let bootID = settings.bootID, let playable else { return nil }
        journalled = player.origin.random
        var entry = JournalEntry(
            bootID: bootID, written: now, clock: facts.clock, origin: player.origin, routine: playable.routine,
            getReadySeconds: player.run.timeline.getReadySeconds, run: player.run.snapshot)
        entry.wasStopped = wasStopped
        return entry
    }

    // MARK: Events

    public mutating func handle(_ event: PanelEvent, at now: Instant) -> [Effect] {
        let effects = respond(to: event, at: now)
        return effects + readAloud()
    }

    /// Until then "Done" is being said; nil when nothing is.
    private var endOfDone: Instant? {
        guard case .summary(let summary) = top, summary.run.wasCompleted, let cues = summary.cues else { return nil }
        let last = cues.timeline.segments.count - 1
        let longest = cues.utterances(in: last).compactMap { voices[$0] ?? nil }.max() ?? .zero
        return summary.since + Cues.doneDelay + longest + .milliseconds(300)
    }

    /// What may still have to be placed: nobody asks for these again before the next boundary.
    private var utterancesInUse: Set<Utterance> {
        switch top {
        case .menus: []
        case .player(let player): Set(player.sound.asked)
        case .filing(let filing): Set(filing.player.sound.asked)
        case .summary(let summary): Set(summary.cues.map { $0.utterances(in: $0.timeline.segments.count - 1) } ?? [])
        }
    }

    private mutating func respond(to event: PanelEvent, at now: Instant) -> [Effect] {
        switch event {
        case .key(let key):
            if idle.depth != .awake {
                // Any press wakes, and only wakes: what is held means nothing until it is let go.
                _ = presses.handle(key) { _ in nil }
                return key.action == .up ? [] : wake(at: now)
            }
            _ = idle.stir(at: now)
            if key.action != .up, askInDoubt() {
                _ = presses.handle(key) { _ in nil }
                return []
            }
            // What was due before the key is done first; the key's own stamp is the instant that counts.
            var effects = advance(to: min(key.at, now))
            // Who starts a routine is about to step back, and asked for no keys.
            let wasPlaying = isPlaying
            let triggers = Dictionary(uniqueKeysWithValues: Key.allCases.map { ($0, use(of: $0)?.trigger) })
            for press in presses.handle(key, trigger: { triggers[$0] ?? nil }) { effects += act(press, at: now) }
            if wasPlaying, case .player(var player) = top, key.action != .up {
                player.showLegend(at: key.at)
                top = .player(player)
            }
            return effects + advance(to: now)
        case .typed(let character, let otherwise):
            let isMeant = if case .menus = top, let place = places.last { place.isTyping || otherwise == nil } else { false }
            if !isMeant || idle.depth != .awake {
                switch otherwise {
                case .key(let key): return respond(to: .key(key), at: now)
                case .stop: return respond(to: .stop, at: now)
                case nil: return wake(at: now)
                }
            }
            _ = idle.stir(at: now)
            return carry(out: places[places.count - 1].type(character, facts), at: now)
        case .voice(let utterance, let duration):
            if voices.count > 512 {
                let inUse = utterancesInUse
                voices = voices.filter { inUse.contains($0.key) }
            }
            voices[utterance] = .some(duration)
            return aloud.heard(utterance, isVoiced: duration != nil, at: now, behind: endOfDone) + advance(to: now)
        case .sound(.missed(let cues)):
            if case .player(var player) = top {
                player.sound.missed(cues, segment: player.run.segment(at: now))
                top = .player(player)
            }
            return advance(to: now)
        case .screen(.hidden):
            for key in Key.allCases { presses.forget(key) }
            guard case .player(var player) = top else { return [] }
            let effects = player.autoPause(at: now)
            top = .player(player)
            return effects
        case .screen, .sound, .button:
            if case .button(let key, .some) = event { presses.forget(key) }
            notices.note(event, at: now)
            return []
        case .clock(let clock):
            facts.clock = clock
            return settle(at: now)
        case .stop:
            isStopping = true
            return (isPlaying && settings.bootID != nil ? [.journal] : []) + [.leave(.stopped)]
        }
    }

    public mutating func handle(_ event: StoreEvent, at now: Instant) -> [Effect] {
        switch event {
        case .library(let library):
            facts.library = library
            let unkept = facts.unkept
            facts.recent.removeAll { !unkept.contains($0.random) }
            return settle(at: now) + readAloud()
        case .answer(let answer): return hear(answer, at: now)
        }
    }

    /// Brings everything up to the instant: holds that act, segments that end, cues that come near.
    public mutating func advance(to now: Instant) -> [Effect] {
        var effects: [Effect] = []
        for press in presses.advance(to: now) { effects += act(press, at: now) }
        if let doubt, now >= doubt.ends, askInDoubt() { effects += readAloud() }
        switch top {
        case .menus, .summary:
            if idle.advance(to: now, settings.preferences) { effects.append(.blank(true)) }
            if facts.dayEnds.map({ now >= $0 }) ?? false { effects += settle(at: now) }
        case .player, .filing: _ = idle.stir(at: now)
        }
        switch top {
        case .player(var player):
            let before = player
            effects += player.advance(to: now, voices: voices)
            top = .player(player)
            effects += leaveIfFinished(before, at: now)
        case .filing(var filing) where now >= filing.patienceEnds:
            if filing.isHeld {
                top = .summary(Summary(filing, kept: nil, at: now))
                count(filing.session, at: now)
            } else {
                filing.isHeld = true
                top = .filing(filing)
                effects.append(.hold(filing.session))
            }
        case .menus, .filing, .summary: break
        }
        return effects
    }

    mutating func fallAsleep(at now: Instant) { idle.fallAsleep(at: now) }

    private mutating func wake(at now: Instant) -> [Effect] { idle.stir(at: now) ? [.blank(false)] : [] }

    /// The room's light for the stage; nil while a routine plays: nothing changes under it.
    public func light(at now: Instant) -> StageStyle.Light? {
        if case .player = top { return nil }
        return facts.light(at: now)
    }

    // MARK: Keys

    /// What a key does now.
    func use(of key: Key, at now: Instant? = nil) -> KeyUse? {
        switch top {
        case .menus:
            guard let place = places.last else { return nil }
            switch key {
            case .back, .pause, .skip: return place.use(of: key, facts)
            // More keys than three: what a short press of the neighbours does, at once.
            case .up: return place.use(of: .back, facts).flatMap { $0.tap.map { KeyUse($0) } }
            case .down: return place.use(of: .skip, facts).flatMap { $0.tap.map { KeyUse($0) } }
            case .home: return place.use(of: .back, facts)?.hold.map { KeyUse($0.deed) }
            }
        case .player(let player): return player.use(of: key, at: now, words)
        case .filing: return nil
        case .summary(let summary): return summary.use(of: key, at: now, words)
        }
    }

    private mutating func act(_ press: Press, at now: Instant) -> [Effect] {
        switch top {
        case .menus:
            guard !places.isEmpty, let act = use(of: press.key)?.act(press.kind) else { return [] }
            var steps = 1
            if case .again(let more) = press.kind { steps = more }
            let moves = places[places.count - 1].perform(act, steps: steps, facts, at: now)
            // HOME leaves all screens at once, unless one has something to ask first.
            if press.key == .home, moves.count == 1, case .close = moves[0] { return carry(out: [.home], at: now) }
            return carry(out: moves, at: now)
        case .player(var player):
            let before = player
            let effects = player.act(press, at: now, words)
            top = .player(player)
            return effects + leaveIfFinished(before, at: now)
        case .filing: return []
        case .summary(let summary):
            guard press.at >= summary.listensFrom, let act = summary.use(of: press.key, words)?.act(press.kind) else { return [] }
            if act == .goAgain { return [.withdraw(at: now)] + goAgain(zero: now) }
            guard !settings.leavesAfterSummary else { return [.withdraw(at: now), .leave(.finished)] }
            top = .menus
            return [.withdraw(at: now)] + (settings.preferences.readsAloud ? [] : [.closeSound]) + settle(at: now)
        }
    }
}
