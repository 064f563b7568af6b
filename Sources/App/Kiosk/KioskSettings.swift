import Playback

/// What the kiosk does by configuration and by its person's settings.
public struct KioskSettings: Hashable, Sendable {
    public var cues: CueSettings
    public var getReadySeconds: Int
    /// How long BACK is held to ask for the end.
    public var holdToEnd: Duration
    /// Fades, the breath and the wipe's movement off; nothing else is lost.
    public var reducedMotion: Bool
    /// The kernel's id of this boot, for the journal; nil keeps none.
    public var bootID: String?
    /// What "Finish" does: leave the program (`play`), or go back to the menus (`run`).
    public var leavesAfterSummary: Bool
    /// Whether there is a store to file sessions in.
    public var filesSessions: Bool
    /// How long a freshly opened sound stream needs before an HDMI or USB sink lets anything through.
    public var soundSettling: Duration

    public init(
        cues: CueSettings = CueSettings(), getReadySeconds: Int = 5, holdToEnd: Duration = .milliseconds(1200), reducedMotion: Bool = false,
        bootID: String? = nil, leavesAfterSummary: Bool = true, filesSessions: Bool = false, soundSettling: Duration = .milliseconds(500)
    ) {
        self.cues = cues
        self.getReadySeconds = getReadySeconds
        self.holdToEnd = holdToEnd
        self.reducedMotion = reducedMotion
        self.bootID = bootID
        self.leavesAfterSummary = leavesAfterSummary
        self.filesSessions = filesSessions
        self.soundSettling = soundSettling
    }
}
