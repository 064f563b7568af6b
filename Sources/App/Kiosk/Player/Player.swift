import Playback
import Ports
import Stage
import Words
import Workouts

/// The player: a run, its sound, and what the three keys mean in each of its states.
struct Player: Sendable {
    var run: Run
    var sound: PlayerSound
    /// What never changes, by one reference: a player is copied dozens of times for each picture.
    private let fixed: Fixed
    var cues: Cues { fixed.cues }
    var settings: KioskSettings { fixed.settings }
    var origin: PlayOrigin { fixed.origin }
    private(set) var isAskingToEnd = false
    private(set) var legend: LegendFade?
    /// When the present state began: the breath's start.
    private(set) var pausedSince: Instant?

    private var journalling = Journalling()

    private final class Fixed: Sendable {
        let cues: Cues
        let settings: KioskSettings
        let origin: PlayOrigin

        init(cues: Cues, settings: KioskSettings, origin: PlayOrigin) { (self.cues, self.settings, self.origin) = (cues, settings, origin) }
    }

    init(run: Run, cues: Cues, settings: KioskSettings, origin: PlayOrigin, resumedAt now: Instant? = nil) {
        self.run = run
        if let now, case .paused = run.motion { pausedSince = now }
        self.sound = PlayerSound(cues: cues)
        fixed = Fixed(cues: cues, settings: settings, origin: origin)
    }

    /// Segments that end, cues that come near.
    mutating func advance(to now: Instant, voices: [Utterance: Duration?]) -> [Effect] {
        let zero = run.zero
        run.advance(to: now)
        var effects = sound.effects(run: run, zero: run.zero ?? (run.wasCompleted ? zero : nil), at: now, voices: voices)
        if settings.bootID != nil, journalling.isDue(run, at: now) { effects.append(.journal) }
        return effects
    }

    // MARK: Keys

    /// What a key does now: for the fingers, and for the strip. Without an instant: whatever the second press of BACK means.
    func use(of key: Key, at now: Instant? = nil, _ words: Words) -> KeyUse? {
        if isAskingToEnd {
            switch key {
            case .pause: return KeyUse(Deed(.answerPause, .play, words("question.end.keepGoing")))
            case .skip: return KeyUse(Deed(.answerSkip, .next, words(endKeeps ? "question.end.save" : "key.end")))
            default: return nil
            }
        }
        switch key {
        case .back:
            let isPrevious = now.map { run.backGoesToPrevious(at: $0) } ?? false
            let tap = Deed(isPrevious ? .previousSegment : .restart, .restart, words(isPrevious ? "key.previous" : "key.restart"))
            let end = Deed(.askToEnd, .stop, words("key.end"))
            return KeyUse(tap, hold: .init(deed: end, note: words("key.holdToEnd"), length: settings.holdToEnd))
        case .pause:
            if case .paused = run.motion { return KeyUse(Deed(.resume, .play, words("key.resume"))) }
            return KeyUse(Deed(.pause, .pause, words("key.pause")))
        case .skip:
            let isLast = now.map { run.segment(at: $0) + 1 == run.timeline.segments.count } ?? false
            return KeyUse(Deed(.skip, .next, words(isLast ? "key.end" : "key.skip")))
        case .home, .up, .down: return nil
        }
    }

    /// Whether an end here would keep anything: something was done, and it is filed. While it is asked for, time stands still.
    var endKeeps: Bool { settings.filesSessions && pausedSince.map { run.active(at: $0).floorSeconds > 0 } ?? true }

    mutating func showLegend(at now: Instant) {
        if legend == nil { legend = LegendFade(at: now) } else { legend?.press(at: now) }
    }

    /// The press's own instant moves the run; sound is withdrawn and placed from now on.
    mutating func act(_ press: Press, at now: Instant, _ words: Words) -> [Effect] {
        run.advance(to: press.at)
        guard !run.isFinished, let act = use(of: press.key, at: press.at, words)?.act(press.kind) else { return [] }
        var effects: [Effect] = [.withdraw(at: now)]
        // What began between the press and now lies ahead of where the run will stand still: it is heard again.
        sound.withdrawn(run: run, at: press.at)
        switch act {
        case .askToEnd:
            run.pause(at: press.at)
            pausedSince = press.at
            isAskingToEnd = true
            return effects
        case .pause:
            run.pause(at: press.at)
            pausedSince = press.at
            effects += sound.say(cues.paused, "paused", run: run, at: now)
        case .resume, .answerPause: return effects + resume(at: press.at, now)
        case .restart, .previousSegment: run.back(at: press.at)
        case .skip: run.skip(at: press.at)
        case .answerSkip: run.end(at: press.at)
        default: break
        }
        // A lead-in that SKIP or BACK began anew has its beeps again.
        if case .leadIn = run.motion { effects += sound.leadIn(run: run, at: press.at) }
        return effects
    }

    /// The VT was switched away: nobody sees the stage.
    mutating func autoPause(at now: Instant) -> [Effect] {
        guard !run.isFinished, pausedSince == nil || run.isRunning else { return [] }
        sound.withdrawn(run: run, at: now)
        run.pause(at: now)
        pausedSince = now
        return [.withdraw(at: now)]
    }

    private mutating func resume(at instant: Instant, _ now: Instant) -> [Effect] {
        isAskingToEnd = false
        legend = nil
        pausedSince = nil
        run.resume(at: instant)
        return sound.leadIn(run: run, at: instant, saying: cues.resuming)
    }

    // MARK: When the picture changes

    func nextChange(after now: Instant) -> Instant? {
        var next = Earliest(after: now)
        next.take(run.nextTransition)
        switch run.motion {
        case .running(let zero):
            let position = max(.zero, now - zero)
            next.take(zero + .seconds(position.floorSeconds + 1))
            if run.secondsLeft(at: now) <= 3, !settings.reducedMotion {
                next.take(Ramp(start: zero + .seconds(position.floorSeconds), length: Wipe.step).nextTick(after: now))
            }
        case .leadIn(let began, _, _):
            next.take(began + .seconds((now - began).floorSeconds + 1))
        case .paused:
            if !isAskingToEnd, !settings.reducedMotion, let pausedSince {
                next.take(Breath.nextTick(since: pausedSince, after: now))
            }
        case .finished: break
        }
        if let legend, !isAskingToEnd { next.take(legend.nextTick(after: now)) }
        next.take(run.backExpiry)
        if settings.bootID != nil, let last = journalling.last { next.take(last + JournalEntry.keptEvery) }
        return next.instant
    }
}
