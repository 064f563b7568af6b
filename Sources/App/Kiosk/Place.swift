import Library
import Playback
import Ports
import Stage
import Workouts

/// One screen of the menus: a small value. What a key does is derived from its state, and acting changes nothing but that state and
/// what it asks for.
protocol Place: Sendable {
    /// What a key does here and now; nil: nothing. UP, DOWN and HOME of a keyboard are the kiosk's own affair.
    func use(of key: Key, _ facts: Facts) -> KeyUse?
    /// - Parameter steps: more than 1 when a key that repeats has been held for long.
    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move]
    /// `legend` is derived from `use`.
    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture
    /// The library, the settings or the day changed: what is focused stays focused if it is still there.
    mutating func settle(_ facts: Facts) -> [Move]
    /// An answer of the store to a ticket of this place.
    mutating func hear(_ answer: StoreAnswer, _ facts: Facts) -> [Move]
    /// What the screen above made for this one before it went.
    mutating func take(_ handed: any Sendable, _ facts: Facts, at now: Instant) -> [Move]
    /// Whether letters that also stand for keys are letters here: a name is being typed.
    var isTyping: Bool { get }
    /// A letter or a space, from a keyboard; U+0008 takes the last one back.
    mutating func type(_ character: Character, _ facts: Facts) -> [Move]
    /// The next instant after `now` at which the picture changes by itself.
    func nextChange(after now: Instant) -> Instant?
    /// What is read aloud when the screen opens, and when its focus moves: key of the catalog and the focused thing's own words.
    func aloud(_ facts: Facts) -> (screen: String, focus: String)
}

extension Place {
    mutating func settle(_ facts: Facts) -> [Move] { [] }
    mutating func hear(_ answer: StoreAnswer, _ facts: Facts) -> [Move] { [] }
    mutating func take(_ handed: any Sendable, _ facts: Facts, at now: Instant) -> [Move] { [] }
    var isTyping: Bool { false }
    mutating func type(_ character: Character, _ facts: Facts) -> [Move] { [] }
    func nextChange(after now: Instant) -> Instant? { nil }
}

/// What a place asks the kiosk for. Carried out in order.
enum Move: Sendable {
    /// Another screen on top; BACK held comes back here.
    case open(any Place)
    /// Back to the screen below.
    case close
    /// Back to the screen below, which is given what was made for it: see `Place.take`.
    case hand(any Sendable)
    /// Another screen instead of this one.
    case become(any Place)
    /// Down to the home screen.
    case home
    /// Down to the home screen, and there to today: a week has begun.
    case homeAtToday
    case play(Playable)
    case store(StoreCommand)
    /// A plan becomes My Week.
    case activate(Activation)
    /// The person's own settings; they apply at once.
    case set(Settings)
    /// A problem of a file is not shown again until it changes, or the program ends.
    case leaveOut(Attention)
    /// The play that was left behind: on with it, or file it as what it was, or forget it.
    case resumeLeftover, saveLeftover, discardLeftover
}

extension Move {
    /// Whether it is about the screen of whoever asks.
    var movesScreens: Bool {
        switch self {
        case .open, .close, .hand, .become, .home, .homeAtToday, .play: true
        case .store, .activate, .set, .leaveOut, .resumeLeftover, .saveLeftover, .discardLeftover: false
        }
    }
}

/// What PLAY plays, and as part of which plan.
struct Playable: Hashable, Sendable {
    var routine: Routine
    var planID: String?
    var planName: String?
}
