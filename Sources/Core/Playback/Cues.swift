import Words
import Workouts

/// What a person wants to hear, and in which language.
public struct CueSettings: Hashable, Sendable {
    public var voice: Bool
    public var tones: Bool
    /// The voice of every line, BCP 47, like that of a country; nil: each has the voice of the language that it is in.
    public var language: String?
    public var wordsPerMinute: Int

    public init(voice: Bool = true, tones: Bool = true, language: String? = nil, wordsPerMinute: Int = 175) {
        self.voice = voice
        self.tones = tones
        self.language = language
        self.wordsPerMinute = wordsPerMinute
    }
}

/// Which cues sound when: a pure function of the timeline, the words, and how long each utterance takes.
///
/// Speech begins after its boundary tone and ends 100 ms before the next beep or cue. A form that does not fit gives way to the
/// next shorter; none fits: silence.
public struct Cues: Sendable {
    /// From a boundary tone's start to the speech after it.
    public static let speechDelay: Duration = .milliseconds(150)
    /// Between the end of speech and what sounds next.
    public static let speechGap: Duration = .milliseconds(100)
    /// From the done tone's start to the words after it.
    public static let doneDelay: Duration = .milliseconds(700)
    /// Shorter work segments have no halfway call.
    public static let halfwayFrom = 40

    public var timeline: Timeline { texts.timeline }
    public var settings: CueSettings { texts.settings }
    private let texts: CueTexts

    /// - Parameters:
    ///   - words: of the language that the timeline's names are in.
    ///   - spoken: of the language that is spoken, when it is another.
    public init(timeline: Timeline, settings: CueSettings, words: Words, spoken: Words? = nil) {
        texts = CueTexts(timeline: timeline, settings: settings, words: words, spoken: spoken)
    }

    /// Everything that may have to be said in a segment, all forms, so that it can be synthesised ahead.
    public func utterances(in index: Int) -> [Utterance] {
        guard settings.voice else { return [] }
        let segment = timeline.segments[index]
        var forms = texts.opening(index)
        if segment.kind == .work, segment.seconds >= Cues.halfwayFrom { forms.append(texts.halfway) }
        if index + 1 == timeline.segments.count { forms += texts.done }
        return forms.map(utterance)
    }

    /// The cues of a segment in order of time, starting from the timeline's zero; the last segment's include the done tone and words.
    ///
    /// - Parameters:
    ///   - delay: how late the segment's opening (its tone and speech) is; what it displaces gives way.
    ///   - duration: how long an utterance sounds; nil while unknown or when there is no voice: it is left out.
    public func cues(in index: Int, delay: Duration = .zero, duration: (Utterance) -> Duration?) -> [Cue] {
        let segment = timeline.segments[index]
        let start = Duration.seconds(segment.start)
        var tones: [Cue] = []
        if let tone = boundaryTone(segment.kind) { tones.append(toneCue(index, "\(segment.kind.rawValue)-tone", tone, at: start + delay)) }
        for count in [3, 2, 1] where segment.seconds > count {
            tones.append(toneCue(index, "countdown-\(count)", .countdown, at: .seconds(segment.end - count)))
        }
        var cues = settings.tones ? tones : []
        let end = Duration.seconds(segment.end)
        let isLast = index + 1 == timeline.segments.count

        // What speech in the segment must leave room for: the first beep, else the boundary.
        let limit = cues.first { $0.id.kind.hasPrefix("countdown") }?.start ?? end
        let opening = start + delay + (settings.tones && segment.kind != .getReady ? Cues.speechDelay : .zero)
        if let spoken = fitting(index, segment.kind.rawValue, texts.opening(index), at: opening, before: limit, duration) {
            cues.append(spoken)
        }
        if let halfway = halfway(index, after: cues, before: limit, duration) { cues.append(halfway) }
        if isLast {
            if settings.tones { cues.append(toneCue(index, "done-tone", .done, at: end)) }
            let at = end + (settings.tones ? Cues.doneDelay : .zero)
            if let done = fitting(index, "done", texts.done, at: at, before: nil, duration) { cues.append(done) }
        }
        return cues.sorted { ($0.start, $0.id.kind) < ($1.start, $1.id.kind) }
    }

    /// The lead-in's beeps, from the lead-in's start; it belongs to the segment that it leads into.
    public func leadIn(to index: Int, length: Duration = Run.leadInLength) -> [Cue] {
        guard settings.tones else { return [] }
        return [3, 2, 1].filter { .seconds($0) < length }.map { count in
            toneCue(index, "lead-in-\(count)", .countdown, at: length - .seconds(count))
        }
    }

    /// "Paused" and "Resuming", said at once.
    public var paused: Utterance { utterance(texts.paused) }
    public var resuming: Utterance { utterance(texts.resuming) }

    /// Whether a cue announces its segment: after a stall the newest of these is still spoken.
    public func isTransition(_ cue: Cue) -> Bool {
        cue.id.kind == timeline.segments[cue.id.segment - 1].kind.rawValue || cue.id.kind == "done"
    }

    private func halfway(_ index: Int, after cues: [Cue], before limit: Duration, _ duration: (Utterance) -> Duration?) -> Cue? {
        let segment = timeline.segments[index]
        guard settings.voice, segment.kind == .work, segment.seconds >= Cues.halfwayFrom else { return nil }
        let at = Duration.seconds(segment.start + (segment.seconds + 1) / 2)
        guard let spoken = fitting(index, "halfway", [texts.halfway], at: at, before: limit, duration) else { return nil }
        // It gives way to a name still being spoken.
        let isFree = !cues.contains { cue in
            if case .voice = cue.sound { return cue.end + Cues.speechGap > at }
            return false
        }
        return isFree ? spoken : nil
    }

    private func fitting(
        _ index: Int, _ kind: String, _ forms: [CueTexts.Line], at start: Duration, before limit: Duration?,
        _ duration: (Utterance) -> Duration?
    ) -> Cue? {
        guard settings.voice else { return nil }
        for form in forms {
            let utterance = utterance(form)
            guard let length = duration(utterance) else { continue }
            if let limit, start + length + Cues.speechGap > limit { continue }
            return Cue(id: CueID(segment: index + 1, kind: kind), sound: .voice(utterance), start: start, duration: length)
        }
        return nil
    }

    private func toneCue(_ index: Int, _ kind: String, _ tone: Tone, at start: Duration) -> Cue {
        Cue(id: CueID(segment: index + 1, kind: kind), sound: .tone(tone), start: start, duration: tone.duration)
    }

    private func boundaryTone(_ kind: Segment.Kind) -> Tone? {
        switch kind {
        case .getReady: nil
        case .work: .workStart
        case .setRest, .rest: .restStart
        }
    }

    private func utterance(_ line: CueTexts.Line) -> Utterance {
        Utterance(text: line.text, language: settings.language ?? line.voice, wordsPerMinute: settings.wordsPerMinute)
    }
}
