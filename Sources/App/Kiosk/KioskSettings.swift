import Playback
import Ports
import Words

/// What the kiosk does by its machine, its configuration and its person's settings.
public struct KioskSettings: Hashable, Sendable {
    /// As configured.
    public var configured: Preferences
    /// What the person set on the kiosk; it counts more.
    public var personal = Settings()
    /// BCP 47; the voice of every announcement, like that of a country. Nil: that of the language it is in.
    public var voiceLanguage: String?
    /// What can be chosen from; with fewer than two there is no such setting.
    public var languages = Languages([])
    /// How long BACK is held to ask for the end.
    public var holdToEnd: Duration
    /// Fades, the breath, the band's glide and the wipe's movement off; nothing else is lost.
    public var reducedMotion: Bool
    /// The kernel's id of this boot, for the journal; nil keeps none.
    public var bootID: String?
    /// What "Finish" does: leave the program (`play`), or go back to the menus (`run`).
    public var leavesAfterSummary: Bool
    /// Whether there is a store to file sessions in.
    public var filesSessions: Bool
    /// The store's folder, for a person who has to look for it; nil: nobody is told.
    public var storePath: String?
    /// How long a freshly opened sound stream needs before an HDMI or USB sink lets anything through.
    public var soundSettling: Duration
    /// Of the program, for the settings' last row.
    public var version = ""

    public init(
        _ configured: Preferences = Preferences(), voiceLanguage: String? = nil, holdToEnd: Duration = .milliseconds(1200),
        reducedMotion: Bool = false, bootID: String? = nil, leavesAfterSummary: Bool = true, filesSessions: Bool = false,
        soundSettling: Duration = .milliseconds(500)
    ) {
        self.configured = configured
        self.voiceLanguage = voiceLanguage
        self.holdToEnd = holdToEnd
        self.reducedMotion = reducedMotion
        self.bootID = bootID
        self.leavesAfterSummary = leavesAfterSummary
        self.filesSessions = filesSessions
        self.soundSettling = soundSettling
    }

    /// What counts now.
    public var preferences: Preferences { configured.applying(personal) }

    public var getReadySeconds: Int { preferences.getReadySeconds }

    public var cues: CueSettings {
        let preferences = preferences
        return CueSettings(
            voice: preferences.hasVoice, tones: preferences.hasTones, language: voiceLanguage, wordsPerMinute: preferences.wordsPerMinute)
    }
}
