import Playback
import Ports

/// The film's speaker: the same tones, voice and mixer as the panel's, into a WAV file, every cue at its exact sample. It
/// synthesises at once, on the caller's thread, and never misses a cue. Same calls, same bytes.
///
/// Everything on the thread that made it. Memory is bounded: sound goes to the file as it is scheduled, silence is never written.
public final class FileSpeaker: Speaker {
    /// How long a film's sound may be: 4 GiB of samples, a little over 12 hours.
    public static let longest: Duration = .seconds(WaveFile.maximumSeconds)

    private let zero: Instant
    private let events: (PanelEvent) -> Void
    private let engine: any SpeechEngine
    private let file: WaveFile
    private var cache = ClipCache(byteLimit: ClipCache.usualLimit)
    private var mixer = Mixer()
    private var spans: [Range<Int64>] = []
    /// Of the last sound.
    private var end: Int64 = 0
    private var failure: SoundError?
    private var hasSaidNoVoice = false

    /// Refuses, before anything is written, a film whose sound would be longer than a WAV file can be. `length` is from time zero to
    /// the end of the last cue.
    public static func check(length: Duration, path: String) throws(SoundError) {
        let seconds = length.samples / Int64(sampleRate)
        if seconds >= WaveFile.maximumSeconds { throw .tooLong(path: path, seconds: seconds) }
    }

    /// Creates the file; an existing one is replaced.
    ///
    /// - Parameters:
    ///   - zero: the instant of the file's first sample.
    ///   - events: gets `.voice` for each utterance, and `.sound(.lost(.noVoice))` once; called within `synthesise`.
    public convenience init(path: String, zero: Instant, events: @escaping (PanelEvent) -> Void) throws(SoundError) {
        try self.init(path: path, zero: zero, engine: Espeak.shared, events: events)
    }

    init(path: String, zero: Instant, engine: any SpeechEngine, events: @escaping (PanelEvent) -> Void) throws(SoundError) {
        self.zero = zero
        self.engine = engine
        self.events = events
        file = try WaveFile(path: path)
    }

    /// Writes what is still missing: the header. The file ends with its last cue. Throws the first failure since the beginning.
    public func finish() throws(SoundError) {
        if let failure { throw failure }
        try file.finish(at: end)
    }

    public func prepare() {}
    public func open() {}
    public func close() {}

    public func synthesise(_ utterances: [Utterance]) {
        cache.need(utterances)
        for utterance in utterances { events(.voice(utterance, clip(for: utterance)?.duration)) }
    }

    public func schedule(_ cues: [TimedCue]) {
        for cue in cues {
            let start = (cue.start - zero).samples
            guard start >= 0, let clip = clip(for: cue.sound) else { continue }
            var samples = [Int16](repeating: 0, count: clip.count)
            mixer.place(clip, at: start)
            samples.withUnsafeMutableBufferPointer { mixer.render(from: start, into: $0) }
            mixer.removeAll()
            keepFirstFailure { () throws(SoundError) in try file.add(samples, at: start, over: start < end) }
            spans.append(start..<start + Int64(clip.count))
            end = max(end, start + Int64(clip.count))
        }
    }

    public func withdraw(at instant: Instant) {
        let position = max(0, (instant - zero).samples)
        guard position < end else { return }
        // What sounds has its samples in the file already, so they are faded there.
        let sounding = spans.filter { $0.lowerBound < position && $0.upperBound > position }.map(\.upperBound).max() ?? position
        let count = Int(min(sounding - position, Int64(Mixer.fadeSamples)))
        spans = spans.filter { $0.lowerBound < position }.map { $0.lowerBound..<min($0.upperBound, position + Int64(count)) }
        end = spans.map(\.upperBound).max() ?? 0
        keepFirstFailure { () throws(SoundError) in
            let tail = try file.read(at: position, count: count)
            try file.cut(at: position)
            let faded = tail.enumerated().map { Int16((Int32($1) * Clip.fall($0, of: Mixer.fadeSamples) + (1 << 14)) >> 15) }
            try file.add(faded, at: position, over: false)
        }
    }

    public func setVolume(_ percent: Int) { mixer.setVolume(percent, at: .min / 2) }

    private func clip(for sound: Cue.Sound) -> Clip? {
        switch sound {
        case .tone(let tone): Tones.clip(tone)
        case .voice(let utterance): clip(for: utterance)
        }
    }

    private func clip(for utterance: Utterance) -> Clip? {
        if let held = cache[utterance] { return held }
        do {
            guard let clip = try engine.speak(utterance) else { return nil }
            cache.insert(clip, for: utterance)
            return clip
        } catch {
            if !hasSaidNoVoice { events(.sound(.lost(.noVoice))) }
            hasSaidNoVoice = true
            return nil
        }
    }

    private func keepFirstFailure(_ body: () throws(SoundError) -> Void) {
        do throws(SoundError) { try body() } catch { failure = failure ?? error }
    }
}
