import Playback

/// A screen. Its size may change and it may vanish; the routine goes on.
public protocol Screen: AnyObject {
    /// What to draw, upright; nil while nothing can be shown (no display, or the VT is another's).
    var size: PixelSize? { get }
    /// Takes over the damaged parts of a picture, ready to be shown; what is lent is the whole of it, the rest as it was prepared before.
    /// Nothing is visible yet. Called again before `present`, it adds to what was prepared. After `.screen(.changed)` the first call has the whole picture as its damage.
    func prepare(_ pixels: Pixels, damage: [PixelRect])
    /// Shows what was prepared, at the next vertical blank. `due` is the instant the picture is of.
    func present(due: Instant)
    /// True makes the glass black without cutting the signal.
    func blank(_ isBlank: Bool)
}

/// A cue with its place on the monotonic clock.
public struct TimedCue: Hashable, Sendable {
    public var id: CueID
    public var sound: Cue.Sound
    public var start: Instant

    public init(id: CueID, sound: Cue.Sound, start: Instant) {
        self.id = id
        self.sound = sound
        self.start = start
    }
}

/// Voice and tones. Cues are placed ahead of time on the sample clock from their monotonic start.
public protocol Speaker: AnyObject {
    /// Loads what a voice needs, on a thread of its own, so that no word waits for it later. Called once a picture is shown.
    func prepare()
    /// Opens the stream and keeps it open, carrying silence, until `close()`.
    func open()
    func close()
    /// Synthesises on its own thread what it does not hold yet; each answer arrives as `.voice`. The order is the order
    /// of need. What was synthesised longest ago may be dropped to bound memory.
    func synthesise(_ utterances: [Utterance])
    /// Queues cues. One whose start has passed by more than 100 ms is not played, and comes back in `.missed`.
    func schedule(_ cues: [TimedCue])
    /// Drops what is queued from this instant on, and fades what sounds at it within 20 ms. On hardware an instant that has
    /// passed means as soon as can be; offline it is exact. Cues scheduled afterwards are not touched.
    func withdraw(at instant: Instant)
    /// 0 to 100.
    func setVolume(_ percent: Int)
}

/// The keys there are. Three are hardware; the others are optional lines or a keyboard's.
public enum Key: String, Hashable, Sendable, CaseIterable { case back, pause, skip, home, up, down }

/// An edge or a whole press of a key, already clean of bounce.
public struct KeyEvent: Hashable, Sendable {
    public enum Action: String, Hashable, Sendable {
        case down, up
        /// A whole short press, from a source that knows no key-up (a terminal).
        case tap
        /// A whole long press, from a source that knows no key-up.
        case hold
        /// A long press that a key means by itself (escape): it leaves, and asks. It never forgets anything.
        case escape
    }

    public var key: Key
    public var action: Action
    /// The kernel's stamp where there is one.
    public var at: Instant

    public init(_ key: Key, _ action: Action, at: Instant) {
        self.key = key
        self.action = action
        self.at = at
    }
}

/// What a panel tells the kiosk. Delivered on the loop's thread.
public enum PanelEvent: Hashable, Sendable {
    public enum ScreenChange: Hashable, Sendable {
        /// There is a picture to draw, of a possibly new size: everything is damaged.
        case changed
        case lost
        /// The VT was switched away, and back.
        case hidden, shown
    }
    public enum SoundChange: Hashable, Sendable {
        /// One clear sentence's parameter: the card, and what is wrong.
        case lost(SoundFault)
        /// The card is back. A voice that is missing still is.
        case returned
        /// There is a voice again, after `.lost(.noVoice)`.
        case voiceReturned
        /// These were too late to be played.
        case missed([CueID])
    }
    public enum SoundFault: String, Hashable, Sendable { case noCard, busy, removed, noVoice }
    public enum Otherwise: Hashable, Sendable {
        case key(KeyEvent)
        case stop
    }
    public enum ButtonFault: String, Hashable, Sendable { case missing, taken, vanished, stuck }

    case key(KeyEvent)
    case screen(ScreenChange)
    case sound(SoundChange)
    /// How long the utterance sounds; nil when there is no voice for it.
    case voice(Utterance, Duration?)
    case button(Key, ButtonFault?)
    /// The wall clock was set, or is known to be right from now on.
    case clock(WallTime)
    /// A letter or a space, from a keyboard; backspace is U+0008. Where nothing is being typed it is
    /// what it stands for otherwise, if anything.
    case typed(Character, else: Otherwise?)
    /// SIGTERM, SIGINT, or the terminal closed.
    case stop
}

/// Keeps the play in flight safe across a crash. Returns at once; the newest entry wins.
public protocol Journal: AnyObject {
    /// `entry` is asked for its bytes on another thread: a long routine takes a while to write down.
    func keep(_ entry: @escaping @Sendable () -> [UInt8])
    func clear()
}
