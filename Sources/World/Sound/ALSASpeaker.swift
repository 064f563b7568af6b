import Glibc
import Linux
import Playback
import Ports

/// The panel's speaker: espeak-ng's voice and the tones, over one ALSA stream that stays open from `open` to `close`.
///
/// Belongs to the loop's thread, which it never makes wait (`close` excepted: up to a tenth of a second, while the last sound fades).
/// Synthesis and mixing have the threads "voice" and "mixer". A lost card is reported once and tried again every two seconds; so is a
/// missing voice reported once. Cues whose instant passed meanwhile come back as `.missed`.
public final class ALSASpeaker: Speaker {
    /// Where the sound goes.
    public struct Settings: Hashable, Sendable {
        /// ALSA's name: "default", "sysdefault:CARD=vc4hdmi0". A raw "hw:" device takes no mono and often not even PCM, and on HDMI of a Pi
        /// "plughw:" does not change that: "sysdefault:" plays on each.
        public var device: String
        /// The name of a control on other programs' music, on whichever card; nil: music is left alone.
        public var musicControl: String?

        public init(device: String = "default", musicControl: String? = nil) {
            self.device = device
            self.musicControl = musicControl
        }
    }

    private enum Command: Sendable {
        case open, close
        case schedule([TimedCue])
        case withdraw(Instant)
        case volume(Int)
    }

    private let settings: Settings
    private let engine: any SpeechEngine
    private let store = ClipStore()
    private let outbox: Outbox
    private var voice: VoiceThread?
    private var mixer: CommandThread<Command>?
    private var volume = 100

    /// - Parameters:
    ///   - poster: of the loop whose thread this belongs to.
    ///   - log: gets a sentence for each thing that goes wrong; any thread.
    ///   - events: on the loop's thread.
    public convenience init(
        _ settings: Settings, poster: Poster, log: @escaping @Sendable (String) -> Void, events: @escaping (PanelEvent) -> Void
    ) {
        self.init(settings, engine: Espeak.shared, poster: poster, log: log, events: events)
    }

    init(
        _ settings: Settings, engine: any SpeechEngine, poster: Poster, log: @escaping @Sendable (String) -> Void,
        events: @escaping (PanelEvent) -> Void
    ) {
        self.settings = settings
        self.engine = engine
        outbox = Outbox(poster: poster, log: log, events: events)
    }

    public func open() {
        guard mixer == nil else { return }
        startVoice()
        let (settings, store, outbox) = (settings, store, outbox)
        do throws(SystemError) {
            let turns = { @Sendable in ALSASpeaker.turns(settings, store: store, outbox: outbox) }
            let thread = try CommandThread<Command>("mixer", failed: { outbox.fail($0) }, make: turns)
            thread.send(.open)
            thread.send(.volume(volume))
            mixer = thread
        } catch {
            outbox.fail(error)
        }
    }

    public func prepare() { startVoice() }

    public func close() {
        mixer?.send(.close)
        mixer?.join()
        mixer = nil
    }

    public func synthesise(_ utterances: [Utterance]) {
        startVoice()
        voice?.need(utterances)
    }

    public func schedule(_ cues: [TimedCue]) {
        // What has been dropped from memory since is made again, before anything else.
        let wanted = cues.compactMap { cue in
            if case .voice(let utterance) = cue.sound, store[utterance] == nil { utterance } else { nil }
        }
        if !wanted.isEmpty { synthesise(wanted) }
        mixer?.send(.schedule(cues))
    }

    public func withdraw(at instant: Instant) { mixer?.send(.withdraw(instant)) }

    public func setVolume(_ percent: Int) {
        volume = percent
        mixer?.send(.volume(percent))
    }

    private func startVoice() {
        guard voice == nil else { return }
        let outbox = outbox
        do throws(SystemError) {
            voice = try VoiceThread(engine, store: store) { outbox.answer($0, $1) }
        } catch {
            outbox.failVoice(error)
        }
    }

    // MARK: On the mixer's thread

    private static func turns(_ settings: Settings, store: ClipStore, outbox: Outbox) -> ([Command], Instant) -> CommandThread<Command>.Next
    {
        let ducking = settings.musicControl.map { Ducking(ALSAControl(name: $0)) }
        let playout = Playout(ALSAStream(name: settings.device), ducking: ducking) { sound in
            switch sound {
            case .tone(let tone): Tones.clip(tone)
            case .voice(let utterance): store[utterance]
            }
        } report: {
            outbox.report($0)
        }
        var isClosing = false
        return { commands, now in
            for command in commands {
                switch command {
                case .open:
                    playout.open(now: now)
                    // Only now: opening reads ALSA's configuration, and on a machine of one core the routine's first picture comes first.
                    ThreadPriority.claim(.mixer)
                case .schedule(let cues): playout.schedule(cues, now: now)
                case .withdraw(let instant): playout.withdraw(at: instant, now: now)
                case .volume(let percent): playout.setVolume(percent)
                case .close:
                    playout.withdraw(at: now, now: now)
                    isClosing = true
                }
            }
            let next = playout.turn(now: now)
            guard isClosing else { return .turn(at: next) }
            if let quiet = playout.quietAt, quiet > now { return .turn(at: next.map { min($0, quiet) } ?? quiet) }
            playout.close()
            return .end
        }
    }
}
