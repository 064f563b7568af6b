import Buttons
import Display
import Ports
import Stage

/// What a person has set: command line over the kiosk's own settings over configuration file over these defaults. Plain values; nothing is looked up here.
public struct Configuration: Hashable, Sendable {
    /// The store's folder; nil: beside the local state.
    public var store: String?
    public var panel = PanelChoice.auto
    /// BCP 47; nil: the environment's.
    public var language: String?
    public var light = StageStyle.Light.bright
    /// Of the terminal's and the film's picture; nil: 1920x1080.
    public var size: PixelSize?
    /// Seconds to step back before the first set, 0 to 60.
    public var getReadySeconds = 5
    public var clock = ClockTrust.auto
    public var buttons = ButtonSettings()
    public var sound = SoundChoices()
    public var screen = ScreenChoices()

    public init() {}

    /// Whether dates can be told from the wall clock.
    public enum ClockTrust: String, Hashable, Sendable, CaseIterable {
        /// When a time service or a clock chip says so.
        case auto
        /// Always: somebody sees to it.
        case trusted
    }

    /// How the keys are wired.
    public struct ButtonSettings: Hashable, Sendable {
        /// Keys without a line are not wired. Header pins 11, 13 and 15, with ground between them on pin 14.
        public var lines: [Key: LineAddress] = [.back: .name("GPIO17"), .pause: .name("GPIO27"), .skip: .name("GPIO22")]
        public var bias = Wiring.Bias.up
        /// Pressed pulls the line to ground.
        public var isActiveLow = true
        /// 1 ms to 1 s.
        public var debounce = Debouncer.usualSettleTime
        /// How long BACK is held to ask for the end: 300 ms to 5 s.
        public var hold = Duration.milliseconds(1200)

        /// One for each key that has a line, in the keys' order.
        public var wirings: [Wiring] {
            Key.allCases.compactMap { key in
                lines[key].map { Wiring(key, $0, bias: bias, isActiveLow: isActiveLow, debounce: debounce) }
            }
        }
    }

    /// What sounds, and where.
    public struct SoundChoices: Hashable, Sendable {
        /// ALSA's name of the card.
        public var device = "default"
        /// The softvol control on other programs' music that is lowered while a cue sounds; nil: none is.
        public var musicControl: String?
        /// 0 to 100.
        public var volume = 80
        public var hasVoice = true
        public var hasTones = true
        /// Words a minute, 80 to 300.
        public var wordsPerMinute = 175
        /// BCP 47; nil: the language of the words.
        public var voiceLanguage: String?
    }

    /// Which screen, and how it is mounted.
    public struct ScreenChoices: Hashable, Sendable {
        /// "card1"; nil: the first with a display.
        public var card: String?
        /// "HDMI-A-1"; nil: the first connected one.
        public var connector: String?
        /// "1280x720@60"; nil: the display's preferred mode.
        public var mode: ModeName?
        public var rotation = Rotation.none
        /// Kept free at each edge, 0 to 5 percent.
        public var insetPercent = 0
        public var legend = StageStyle.LegendPlace.below
        /// Only the older calls for setting modes.
        public var isLegacyOnly = false

        /// What the display adapter is told. The inset is the stage's: its fields reach the edge all the same.
        public var settings: ScreenSettings {
            ScreenSettings(card: card, connector: connector, mode: mode, rotation: rotation, isLegacyOnly: isLegacyOnly)
        }
    }

    /// What the person set on the kiosk goes over the file. The stage that changes by the clock is the kiosk's to choose; what is here
    /// stands in for it.
    mutating func apply(_ settings: Settings) {
        func put<Value>(_ value: Value?, _ path: WritableKeyPath<Configuration, Value>, in configuration: inout Configuration) {
            if let value { configuration[keyPath: path] = value }
        }
        put(settings.hasVoice, \.sound.hasVoice, in: &self)
        put(settings.hasTones, \.sound.hasTones, in: &self)
        put(settings.volume, \.sound.volume, in: &self)
        put(settings.wordsPerMinute, \.sound.wordsPerMinute, in: &self)
        if let language = settings.voiceLanguage { sound.voiceLanguage = language }
        put(settings.getReadySeconds, \.getReadySeconds, in: &self)
        put(settings.insetPercent, \.screen.insetPercent, in: &self)
        if let language = settings.language { self.language = language }
        switch settings.light {
        case .bright: light = .bright
        case .dark: light = .dark
        case .byClock, nil: break
        }
        switch settings.legendSide {
        case .below: screen.legend = .below
        case .trailing: screen.legend = .trailing
        case nil: break
        }
    }

    /// The command line's word is the last one.
    mutating func apply(_ arguments: Arguments) {
        if let store = arguments.text(.store) { self.store = store }
        if let panel = arguments.text(.panel).flatMap(PanelChoice.init) { self.panel = panel }
        if let language = arguments.text(.locale) { self.language = language }
        if let light = arguments.text(.stage).flatMap(StageStyle.Light.init) { self.light = light }
        if let size = arguments.size(.size) { self.size = size }
        if arguments.has(.mute) {
            sound.hasVoice = false
            sound.hasTones = false
        }
    }
}
