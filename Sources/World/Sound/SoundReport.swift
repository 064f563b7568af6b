import CALSA
import Glibc
import Playback
import Ports

/// What of the sound works, for `doctor`. Opens the device for a moment and plays nothing.
public struct SoundReport: Hashable, Sendable {
    /// A sound card that ALSA knows.
    public struct Card: Hashable, Sendable {
        /// What a configuration names it by: "vc4hdmi0", on a Pi with one socket "vc4hdmi". It stays the same from boot to boot, unlike the
        /// number.
        public var id: String
        /// For people: "vc4-hdmi-0".
        public var name: String

        public init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// In the kernel's order; empty when there is none, or none that this user may open.
    public var cards: [Card]
    /// Nil when the configured device opens; else what is wrong with it. A card that somebody else holds is `.busy`.
    public var deviceFault: PanelEvent.SoundFault?
    /// In English, for the log; nil when nothing is wrong.
    public var deviceError: SoundError?
    /// How the control on other programs' music stands.
    public enum MusicControl: Hashable, Sendable {
        case ready
        /// No card has one of that name: the ALSA configuration is not installed, or nothing was played since the machine started.
        case missing
        /// The program that made it keeps it to itself until it ends: StepBack has to be started before the music is.
        case held
    }

    /// Nil when none is configured.
    public var musicControl: MusicControl?
    /// espeak-ng's voice for the language ("en-us"); nil when there is none.
    public var voice: String?

    /// Looks. Some tens of milliseconds, on any one thread; while a speaker holds the device, the device is busy.
    ///
    /// - Parameter language: a BCP 47 tag.
    public static func examine(_ settings: ALSASpeaker.Settings, language: String) -> SoundReport {
        let stream = ALSAStream(name: settings.device)
        var report = SoundReport(cards: cards(), voice: voice(language))
        do throws(OutputFault) {
            _ = try stream.open()
            stream.close()
        } catch {
            if case .lost(let fault, let error) = error { (report.deviceFault, report.deviceError) = (fault, error) }
        }
        report.musicControl = settings.musicControl.map(control)
        return report
    }

    private static func control(_ name: String) -> MusicControl {
        let control = ALSAControl(name: name)
        guard let (level, _) = control.level() else { return .missing }
        // Set to what it is, nobody hears it.
        return control.set(level) ? .ready : .held
    }

    private static func voice(_ language: String) -> String? {
        // Both reasons mean the same here: it cannot speak.
        do throws(SoundError) { return try Espeak.shared.voiceName(for: language) } catch { return nil }
    }

    private static func cards() -> [Card] {
        var cards: [Card] = []
        var index: Int32 = -1
        while snd_card_next(&index) >= 0, index >= 0 {
            var handle: OpaquePointer?
            guard snd_ctl_open(&handle, "hw:\(index)", Int32(SND_CTL_NONBLOCK)) >= 0 else { continue }
            defer { snd_ctl_close(handle) }
            var info: OpaquePointer?
            snd_ctl_card_info_malloc(&info)
            defer { snd_ctl_card_info_free(info) }
            guard snd_ctl_card_info(handle, info) >= 0 else { continue }
            cards.append(
                Card(id: String(cString: snd_ctl_card_info_get_id(info)), name: String(cString: snd_ctl_card_info_get_name(info))))
        }
        return cards
    }
}
