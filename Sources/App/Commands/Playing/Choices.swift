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
    /// As configured; the person's own settings come on top of it.
    var preferences: Preferences {
        var preferences = Preferences()
        preferences.hasVoice = configuration.sound.hasVoice
        preferences.hasTones = configuration.sound.hasTones
        preferences.volume = configuration.sound.volume
        preferences.wordsPerMinute = configuration.sound.wordsPerMinute
        preferences.getReadySeconds = configuration.getReadySeconds
        preferences.light = configuration.light == .bright ? .bright : .dark
        preferences.insetPercent = configuration.screen.insetPercent
        preferences.legendSide = configuration.screen.legend == .below ? .below : .trailing
        return preferences
    }

    var kioskSettings: KioskSettings {
        KioskSettings(preferences, voiceLanguage: voiceOfItsOwn, holdToEnd: configuration.buttons.hold)
    }

    /// A voice that says more than a language of ours, like "en-GB", or another, which then reads what it can of the screen's words.
    private var voiceOfItsOwn: String? {
        configuration.sound.voiceLanguage.flatMap { tag in languages.serving(tag)?.identifier == tag ? nil : tag }
    }

    /// Of most of what is said: what is not translated yet is said in English.
    var voiceLanguage: String { configuration.sound.voiceLanguage ?? screenWords.voice(of: "cue.rest") }

    /// `size` is the panel's unless one was asked for.
    func style(_ size: PixelSize) -> StageStyle {
        StageStyle(
            size: configuration.size ?? size, light: configuration.light, insetPercent: configuration.screen.insetPercent,
            legendPlace: configuration.screen.legend)
    }
}
