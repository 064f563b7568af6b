import Kiosk
import Playback
import Ports
import Stage

extension PanelSizes {
    /// What a film shows when nobody says.
    static let usual = PixelSize(width: 1920, height: 1080)
}

/// The configuration in the kiosk's own terms.
extension Invocation {
    var cueSettings: CueSettings {
        CueSettings(
            voice: configuration.sound.hasVoice, tones: configuration.sound.hasTones,
            language: configuration.sound.voiceLanguage ?? words.language(of: "cue.rest"),
            wordsPerMinute: configuration.sound.wordsPerMinute)
    }

    var kioskSettings: KioskSettings {
        KioskSettings(cues: cueSettings, getReadySeconds: configuration.getReadySeconds, holdToEnd: configuration.buttons.hold)
    }

    /// `size` is the panel's unless one was asked for.
    func style(_ size: PixelSize) -> StageStyle {
        StageStyle(
            size: configuration.size ?? size, light: configuration.light, insetPercent: configuration.screen.insetPercent,
            legendPlace: configuration.screen.legend)
    }
}
