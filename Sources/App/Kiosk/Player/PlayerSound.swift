import Playback
import Ports
import Workouts

/// Which cues of a run have been handed to the speaker. Each fires once per pass through its segment; what comes near is handed over
/// ahead of time; after a stall only the newest transition is still spoken.
struct PlayerSound: Sendable {
    /// How far ahead cues are handed over: the loop may sleep this long without a cue being late.
    static let horizon: Duration = .milliseconds(2500)
    /// A boundary tone whose instant has just passed (a press is known a debounce after its stamp) still sounds, at once.
    static let toneGrace: Duration = .milliseconds(250)
    /// A shorter form is not chosen before this long ahead of its start while a longer one is still being synthesised.
    static let patience: Duration = .milliseconds(300)
    /// How many segments ahead are synthesised.
    private static let lookahead = 3

    let cues: Cues
    /// Handed over in this pass, with the instant each was to start.
    private var fired: [CueID: Instant] = [:]
    /// Announcements that came back as missed are tried once more, not for ever.
    private var retried: Set<CueID> = []
    private var pass = 0
    /// Cues before this position belong to what was already played.
    private var armed: Duration = .zero
    private struct Request: Hashable {
        var pass: Int
        var segment: Int
    }
    private var requested: Request?
    /// What was last to be synthesised: whatever is placed before the next boundary is among it.
    private(set) var asked: [Utterance] = []
    /// Of the segments at hand: nothing of them has to be said anew in each turn.
    private var known: [Known] = []

    /// A segment's cues as they came out when they were last asked for.
    private struct Known {
        let index: Int
        let utterances: [Utterance]
        /// By what the cues were placed: how late the opening is, and how long each utterance sounds.
        var delay: Duration
        var lengths: [Duration??]
        var cues: [Cue]
    }

    init(cues: Cues) { self.cues = cues }

    /// What has to be synthesised and handed over at this instant. `zero` is the timeline's, for a run that has just been completed too.
    mutating func effects(run: Run, zero: Instant?, at now: Instant, voices: [Utterance: Duration?]) -> [Effect] {
        let index = run.segment(at: now)
        if run.pass != pass {
            pass = run.pass
            armed = .seconds(run.timeline.segments[index].start)
            fired.removeAll()
            retried.removeAll()
        }
        var effects: [Effect] = []
        if requested != Request(pass: pass, segment: index) {
            requested = Request(pass: pass, segment: index)
            asked = wanted(from: index)
            effects.append(.synthesise(asked))
            // What lies behind can only come back by a press, and that is a new pass.
            fired = fired.filter { $0.key.segment > index }
        }
        guard let zero else { return effects }
        var due: [TimedCue] = []
        var next = index
        while next < run.timeline.segments.count, zero + .seconds(run.timeline.segments[next].start) <= now + PlayerSound.horizon {
            due += place(next, isOn: next == index && !run.isFinished, zero: zero, now: now, voices: voices)
            next += 1
        }
        if !due.isEmpty { effects.append(.schedule(due)) }
        return effects
    }

    private func wanted(from index: Int) -> [Utterance] {
        let last = min(cues.timeline.segments.count - 1, index + PlayerSound.lookahead)
        let said = (index...last).flatMap { cues.utterances(in: $0) }
        return cues.settings.voice ? said + [cues.paused, cues.resuming] : said
    }

    /// Another process played until now: what lies behind has been heard.
    mutating func take(over run: Run, at now: Instant) {
        pass = run.pass
        armed = run.position(at: now)
    }

    /// Everything that had not begun to sound by this instant will have to be handed over again.
    /// - Parameter instant: where the run goes on from, or stands still: the press's own, not when it became known.
    mutating func withdrawn(run: Run, at instant: Instant) {
        fired = fired.filter { $0.value <= instant }
        if case .running = run.motion { armed = run.position(at: instant) }
    }

    /// These were too late. Their tones are past; the announcement of the segment that is still on is tried once more.
    mutating func missed(_ ids: [CueID], segment index: Int) {
        for id in ids where id.segment == index + 1 && !retried.contains(id) {
            retried.insert(id)
            fired[id] = nil
        }
    }

    /// Says something at once.
    func say(_ utterance: Utterance, _ kind: String, run: Run, at now: Instant) -> [Effect] {
        guard cues.settings.voice else { return [] }
        let id = CueID(segment: run.segment(at: now) + 1, kind: kind)
        return [.schedule([TimedCue(id: id, sound: .voice(utterance), start: now)])]
    }

    /// Goes on in the middle of a routine: what lies behind has been heard; the beeps that lead in.
    mutating func begin(leadIn run: Run, at start: Instant) -> [Effect] {
        take(over: run, at: start)
        return leadIn(run: run, at: start, saying: cues.resuming)
    }

    /// The lead-in's beeps, and a word before them.
    func leadIn(run: Run, at now: Instant, saying utterance: Utterance? = nil) -> [Effect] {
        guard case .leadIn(_, _, let length) = run.motion else { return [] }
        let beeps = cues.leadIn(to: run.segment(at: now), length: length).map {
            TimedCue(id: $0.id, sound: $0.sound, start: now + $0.start)
        }
        let word = utterance.map { say($0, "resuming", run: run, at: now) } ?? []
        return word + (beeps.isEmpty ? [] : [.schedule(beeps)])
    }

    // MARK: How

    /// The cues of one segment that are to be handed over now; they are marked as fired.
    private mutating func place(_ index: Int, isOn: Bool, zero: Instant, now: Instant, voices: [Utterance: Duration?]) -> [TimedCue] {
        let segmentStart = Duration.seconds(cues.timeline.segments[index].start)
        let known = known(index, delay: isOn ? openingDelay(index, zero: zero, now: now) : .zero, voices: voices)
        let isWaiting = known.lengths.contains { $0 == nil }
        var placed: [TimedCue] = []
        for cue in known.cues where fired[cue.id] == nil {
            let isOpening = cue.id.kind.hasPrefix(cues.timeline.segments[index].kind.rawValue)
            var at = zero + cue.start
            if (isOpening ? segmentStart : cue.start) < armed {
                fired[cue.id] = at
                continue
            }
            if at > now + PlayerSound.horizon { continue }
            if case .voice = cue.sound, isWaiting, at > now + PlayerSound.patience { continue }
            // Done is never too late to be said: it is the newest transition there can be.
            if cue.id.kind == "done-tone" { at = max(at, now) }
            if cue.id.kind == "done" { at = max(at, placed.last.map { $0.start + Cues.doneDelay } ?? now) }
            // What is late by now counts as fired: a late beep or halfway call would say something untrue.
            fired[cue.id] = at
            if at >= now { placed.append(TimedCue(id: cue.id, sound: cue.sound, start: at)) }
        }
        return placed
    }

    /// The segment's cues, from memory unless what places them has changed.
    private mutating func known(_ index: Int, delay: Duration, voices: [Utterance: Duration?]) -> Known {
        let place = known.firstIndex { $0.index == index }
        if let place, known[place].delay == delay, zip(known[place].utterances, known[place].lengths).allSatisfy({ voices[$0] == $1 }) {
            return known[place]
        }
        let utterances = place.map { known[$0].utterances } ?? cues.utterances(in: index)
        let new = Known(
            index: index, utterances: utterances, delay: delay, lengths: utterances.map { voices[$0] },
            cues: cues.cues(in: index, delay: delay, duration: { voices[$0] ?? nil }))
        if let place {
            known[place] = new
        } else {
            // The horizon reaches over a few segments at most; the oldest goes.
            if known.count >= 4 { known.removeFirst() }
            known.append(new)
        }
        return new
    }

    /// By how much the opening of the segment that is on has to be moved: a tone that is only just late sounds now and takes its
    /// speech along; an announcement that could not be made in time is made now, if it still fits.
    private func openingDelay(_ index: Int, zero: Instant, now: Instant) -> Duration {
        let segment = cues.timeline.segments[index]
        let start = zero + .seconds(segment.start)
        let kind = segment.kind.rawValue
        guard now > start else { return .zero }
        let hasTone = cues.settings.tones && segment.kind != .getReady
        if hasTone, fired[CueID(segment: index + 1, kind: "\(kind)-tone")] == nil, now - start <= PlayerSound.toneGrace {
            return now - start
        }
        let speech = start + (hasTone ? Cues.speechDelay : .zero)
        return fired[CueID(segment: index + 1, kind: kind)] == nil && now > speech ? now - speech : .zero
    }
}
