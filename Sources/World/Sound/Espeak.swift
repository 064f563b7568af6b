import CEspeak
import Glibc
import Linux
import Playback
import Synchronization

/// What speaks: the real voice, or a test's.
protocol SpeechEngine: Sendable {
    /// Loads what it needs, so that the first phrase does not wait for it. What fails says so when it is asked to speak.
    func prepare()
    /// The phrase at 48 kHz, trimmed; nil when there is nothing to be heard in the text. The same text gives the same samples,
    /// whatever was said before. Blocks for some milliseconds; any thread, one at a time.
    func speak(_ utterance: Utterance) throws(SoundError) -> Clip?
}

/// espeak-ng, which is one global machine: everything happens under one lock, and its samples come by the callback of its
/// synchronous mode, never through its own playback.
///
/// Left alone it never says the same thing twice: a flutter of the pitch runs on from phrase to phrase, roughness and trills
/// count glottal cycles since the program started, and the end of a longer earlier phrase shines through in the phoneme list.
/// So each voice is loaded from a copy of its definition with flutter and roughness off, and before each phrase the machine is
/// brought to one known state (`settle`).
final class Espeak: SpeechEngine {
    static let shared = Espeak()

    private struct State {
        /// Its functions, once it is loaded and started.
        var library: stepback_espeak?
        var failure: SoundError?
        /// By language tag, as far as they were asked for; nil where there is no voice.
        var voices: [String: Voice?] = [:]
        /// What the probe sounds like in the known state.
        var reference: Int?
        /// Its coefficients are reckoned when first something is said, on the thread that says it.
        lazy var resampler = Resampler()
    }

    /// A voice that is loaded by a file, or where that cannot be made, by its name.
    private enum Voice {
        case file(VoiceFile)
        case name(String)
    }

    private let state = Mutex(State())

    private init() {}

    func prepare() {
        state.withLock { state in Espeak.settle(&state) }
    }

    func speak(_ utterance: Utterance) throws(SoundError) -> Clip? {
        let text = SpokenText.plain(utterance.text, language: utterance.language)
        guard !text.isEmpty else { return nil }
        let result: Result<Clip?, SoundError> = state.withLock { state in
            do throws(SoundError) {
                let voice = try Espeak.voice(for: utterance.language, &state)
                Espeak.settle(&state)
                let library = try Espeak.start(&state)
                Espeak.load(voice, wordsPerMinute: utterance.wordsPerMinute, library)
                return .success(Trimming.trimmed(state.resampler.resample(Espeak.say(text, library))))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// The name of the voice that would speak a language; nil when there is none. Loads the data when that has not happened yet.
    func voiceName(for language: String) throws(SoundError) -> String? {
        let result: Result<String?, SoundError> = state.withLock { state in
            do throws(SoundError) {
                let voice = try Espeak.voice(for: language, &state)
                switch voice {
                case .file(let file): return .success(file.name)
                case .name(let name): return .success(name)
                }
            } catch {
                if case .noVoice = error { return .success(nil) }
                return .failure(error)
            }
        }
        return try result.get()
    }

    // MARK: Under the lock

    /// Linked into the program, the library would be loaded with the two dozen others that it is linked with before the first picture;
    /// the first announcement comes later.
    @discardableResult
    private static func start(_ state: inout State) throws(SoundError) -> stepback_espeak {
        if let library = state.library { return library }
        if let failure = state.failure { throw failure }
        do throws(SoundError) {
            var library = stepback_espeak()
            if let reason = stepback_espeak_load(&library) { throw .noVoiceLibrary(reason: String(cString: reason)) }
            // DONT_EXIT: without it a missing data folder ends the process.
            let rate = library.initialize(AUDIO_OUTPUT_SYNCHRONOUS, 200, nil, Int32(espeakINITIALIZE_DONT_EXIT))
            guard rate == 22_050 else {
                throw .noVoiceData(reason: rate <= 0 ? "its data files are missing or of another version" : "it speaks at \(rate) Hz")
            }
            library.set_synth_callback(collect)
            state.library = library
            return library
        } catch {
            state.failure = error
            throw error
        }
    }

    private static func voice(for language: String, _ state: inout State) throws(SoundError) -> Voice {
        let library = try start(&state)
        if let known = state.voices[language] {
            guard let known else { throw .noVoice(language: language) }
            return known
        }
        for name in Voices.names(for: language) where library.set_voice_by_name(name) == EE_OK {
            let voice: Voice = VoiceFile(ofCurrentVoice: name, library).map(Voice.file) ?? .name(name)
            state.voices[language] = .some(voice)
            return voice
        }
        state.voices[language] = .some(nil)
        throw .noVoice(language: language)
    }

    private static func load(_ voice: Voice, wordsPerMinute: Int, _ library: stepback_espeak) {
        switch voice {
        case .file(let file): _ = library.set_voice_by_file(file.path)
        case .name(let name): _ = library.set_voice_by_name(name)
        }
        // Loading a voice sets its own rate.
        _ = library.set_parameter(espeakRATE, Int32(min(450, max(80, wordsPerMinute))), 0)
    }

    /// Overwrites the phoneme list with a long phrase (given up at its first samples) and says a rolled r until it sounds as it did
    /// the first time: then the count of cycles, which only shows in trills, stands where it stood. Different fillers make every
    /// remainder reachable; two or three rounds of half a millisecond are usual.
    private static func settle(_ state: inout State) {
        // Without Spanish a trill may differ: not worth a failure.
        guard let probe = try? voice(for: "es", &state), let library = state.library else { return }
        for round in 0..<12 {
            load(probe, wordsPerMinute: 160, library)
            say(String(repeating: "la ", count: 200), library, keeping: 0)
            if round > 0 { say(String(repeating: "ma", count: (round + 2) / 3), library) }
            let heard = say("rio", library).hashValueOfSamples
            if heard == state.reference { return }
            if state.reference == nil {
                state.reference = heard
                return
            }
        }
    }

    /// Half a minute at most: what is longer is no announcement.
    @discardableResult
    private static func say(_ text: String, _ library: stepback_espeak, keeping limit: Int = 22_050 * 30) -> [Int16] {
        collected = []
        collectedLimit = limit
        // Neither espeakSSML nor espeakPHONEMES: the text is plain.
        _ = library.synth(text, text.utf8.count + 1, 0, POS_CHARACTER, 0, UInt32(espeakCHARS_UTF8), nil, nil)
        defer { collected = [] }
        return collected
    }
}

// Safe: the callback runs inside espeak_Synth, on the thread that called it, and that holds the engine's lock.
nonisolated(unsafe) private var collected: [Int16] = []
// Safe for the same reason.
nonisolated(unsafe) private var collectedLimit = 0

/// Non-zero gives the phrase up.
private func collect(_ samples: UnsafeMutablePointer<Int16>?, _ count: Int32, _ events: UnsafeMutablePointer<espeak_EVENT>?) -> Int32 {
    guard let samples, count > 0 else { return 0 }
    if collected.count + Int(count) > collectedLimit { return 1 }
    collected.append(contentsOf: UnsafeBufferPointer(start: samples, count: Int(count)))
    return 0
}

extension [Int16] {
    /// FNV-1a; the same in every process, unlike Hasher.
    fileprivate var hashValueOfSamples: Int {
        Int(truncatingIfNeeded: reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64(UInt16(bitPattern: $1))) &* 0x100_0000_01b3 })
    }
}

/// A voice's definition, copied into memory with flutter and roughness off, under a path that espeak-ng can open. No file system
/// is written to.
private final class VoiceFile {
    let name: String
    let path: String
    private let descriptor: Descriptor

    /// Nil where there is no such file or no /proc: the voice is then loaded by its name, and only varies a little.
    init?(ofCurrentVoice name: String, _ library: stepback_espeak) {
        var folder: UnsafePointer<CChar>?
        _ = library.info(&folder)
        guard let folder, let identifier = library.get_current_voice()?.pointee.identifier,
            let text = VoiceFile.contents(of: "\(String(cString: folder))/lang/\(String(cString: identifier))")
        else { return nil }
        let steady = text + Array("\nflutter 0\nroughness 0\n".utf8)
        guard let raw = try? systemCall("make a voice", { stepback_memory_file("stepback-voice") }) else { return nil }  // As above.
        descriptor = Descriptor(owning: raw)
        path = "/proc/self/fd/\(raw)"
        self.name = name
        guard steady.withUnsafeBytes({ write(raw, $0.baseAddress, $0.count) }) == steady.count,
            library.set_voice_by_file(path) == EE_OK
        else { return nil }
    }

    private static func contents(of path: String) -> [UInt8]? {
        guard let file = try? Descriptor(opening: path, O_RDONLY) else { return nil }  // The caller has another way.
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(file.raw, &bytes, bytes.count)
        return count > 0 && count < bytes.count ? Array(bytes[..<count]) : nil
    }
}
