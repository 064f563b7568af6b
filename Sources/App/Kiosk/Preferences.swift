import Playback
import Ports

/// Every setting with its value: the person's where one is set, else the configuration's. The fields are those of `Settings`.
public struct Preferences: Hashable, Sendable {
    public var hasVoice = true
    public var hasTones = true
    public var volume = 80
    public var wordsPerMinute = 175
    public var getReadySeconds = 5
    public var light = Settings.Light.bright
    public var insetPercent = 0
    public var legendSide = Settings.LegendSide.below
    /// 0 is never.
    public var idleMinutes = 5
    public var offMinutes = 30
    public var readsAloud = false
    public var hasBigText = false

    public init() {}

    /// Whether anything is heard; else the card is somebody else's.
    var usesSound: Bool { hasVoice || hasTones || readsAloud }

    /// With what the person set on top.
    public func applying(_ settings: Settings) -> Preferences {
        var result = self
        result.hasVoice = settings.hasVoice ?? hasVoice
        result.hasTones = settings.hasTones ?? hasTones
        result.volume = settings.volume ?? volume
        result.wordsPerMinute = settings.wordsPerMinute ?? wordsPerMinute
        result.getReadySeconds = settings.getReadySeconds ?? getReadySeconds
        result.light = settings.light ?? light
        result.insetPercent = settings.insetPercent ?? insetPercent
        result.legendSide = settings.legendSide ?? legendSide
        result.idleMinutes = settings.idleMinutes ?? idleMinutes
        result.offMinutes = settings.offMinutes ?? offMinutes
        result.readsAloud = settings.readsAloud ?? readsAloud
        result.hasBigText = settings.hasBigText ?? hasBigText
        return result
    }
}
