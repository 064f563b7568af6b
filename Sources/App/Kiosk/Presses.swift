import Playback
import Ports

/// What holding or pressing a key would do, as far as the fingers are concerned.
public enum Trigger: Hashable, Sendable {
    /// Acts on the press edge.
    case press
    /// A short press acts on release; held this long it acts by itself.
    case pressOrHold(Duration)
    /// Only holding does anything.
    case hold(Duration)
    /// The same, for what cannot be taken back: a key that is only pressed and not held does it when it is pressed twice, and one that
    /// means a hold by itself (escape) never does.
    case deliberate(Duration)
    /// Acts on the press edge and again while it is held.
    case repeating
}

/// One meant press.
public struct Press: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case tap, hold
        /// A repeat while held; `steps` is 1, and 3 after two seconds.
        case again(steps: Int)
    }

    public var key: Key
    public var kind: Kind
    public var at: Instant

    public init(_ key: Key, _ kind: Kind, at: Instant) {
        self.key = key
        self.kind = kind
        self.at = at
    }
}

/// Turns clean edges into presses. What a key means is settled when it goes down: a key that is still held when the screen changes
/// means nothing until it is let go. Pure; time is an argument.
public struct Presses: Hashable, Sendable {
    /// The ring appears after this, so that a tap shows none.
    public static let ringAfter: Duration = .milliseconds(200)
    public static let repeatAfter: Duration = .milliseconds(400)
    public static let repeatEvery: Duration = .milliseconds(150)
    /// Three seconds: a busy loop loses none.
    private static let mostRepeatsAtOnce = 20
    public static let tripleAfter: Duration = .seconds(2)
    /// Two presses this close are one that is meant.
    public static let twiceWithin: Duration = .seconds(2)

    private struct Held: Hashable {
        var since: Instant
        /// nil once it has acted, or when it meant nothing.
        var trigger: Trigger?
        var repeats = 0
    }

    private var held: [Key: Held] = [:]
    /// What was pressed once and has to be pressed twice.
    private var once: KeyEvent?

    public init() {}

    /// The presses that an event completes. `trigger` tells what a key means now; nil: nothing.
    public mutating func handle(_ event: KeyEvent, trigger: (Key) -> Trigger?) -> [Press] {
        let key = event.key
        let first = once
        if event.action != .up { once = nil }
        switch event.action {
        case .down:
            // A second edge down without one up: the up was lost, or another device shares the key. The first one counts.
            guard held[key] == nil else { return [] }
            let meaning = trigger(key)
            held[key] = Held(since: event.at, trigger: meaning)
            switch meaning {
            case .press:
                held[key]?.trigger = nil
                return [Press(key, .tap, at: event.at)]
            case .repeating: return [Press(key, .tap, at: event.at)]
            case .pressOrHold, .hold, .deliberate, nil: return []
            }
        case .up:
            // Both edges may arrive in one late turn: a hold that was long enough acts even so.
            let late = advance(to: event.at)
            guard let state = held.removeValue(forKey: key), case .pressOrHold = state.trigger else { return late }
            return late + [Press(key, .tap, at: event.at)]
        case .tap:
            switch trigger(key) {
            case .press, .pressOrHold, .repeating: return [Press(key, .tap, at: event.at)]
            case .hold, .deliberate, nil: return []
            }
        case .hold, .escape:
            switch trigger(key) {
            case .pressOrHold, .hold: return [Press(key, .hold, at: event.at)]
            case .deliberate where event.action == .hold:
                if let first, first.key == key, event.at - first.at <= Presses.twiceWithin { return [Press(key, .hold, at: event.at)] }
                once = event
                return []
            case .press, .repeating, .deliberate, nil: return []
            }
        }
    }

    /// The presses that time alone completes, in order of time.
    public mutating func advance(to now: Instant) -> [Press] {
        var presses: [Press] = []
        for key in Key.allCases {
            guard var state = held[key], let trigger = state.trigger else { continue }
            switch trigger {
            case .pressOrHold(let length), .hold(let length), .deliberate(let length):
                guard now >= state.since + length else { continue }
                presses.append(Press(key, .hold, at: state.since + length))
                state.trigger = nil
            case .repeating:
                // The process stood still: what was missed then is not made up for.
                let late = Int((now - repeatInstant(state)) / Presses.repeatEvery)
                if late > Presses.mostRepeatsAtOnce { state.repeats += late }
                while now >= repeatInstant(state) {
                    let at = repeatInstant(state)
                    presses.append(Press(key, .again(steps: at - state.since >= Presses.tripleAfter ? 3 : 1), at: at))
                    state.repeats += 1
                }
            case .press: continue
            }
            held[key] = state
        }
        return presses.sorted { $0.at < $1.at }
    }

    /// The key's press was none: its button broke, or the screen is another program's. What is held means nothing until it is let go.
    public mutating func forget(_ key: Key) { held[key]?.trigger = nil }

    /// When `advance` will next have something to say.
    public var nextDeadline: Instant? {
        held.values.compactMap { state -> Instant? in
            switch state.trigger {
            case .pressOrHold(let length), .hold(let length), .deliberate(let length): state.since + length
            case .repeating: repeatInstant(state)
            case .press, nil: nil
            }
        }.min()
    }

    /// The key that is being held towards its hold meaning, since when the ring runs, and for how long.
    public var ring: (key: Key, ramp: Ramp)? {
        for key in Key.allCases {
            guard let state = held[key] else { continue }
            switch state.trigger {
            case .pressOrHold(let length), .hold(let length), .deliberate(let length):
                return (key, Ramp(start: state.since + Presses.ringAfter, length: length - Presses.ringAfter))
            case .press, .repeating, nil: continue
            }
        }
        return nil
    }

    private func repeatInstant(_ state: Held) -> Instant {
        state.since + Presses.repeatAfter + Presses.repeatEvery * state.repeats
    }
}
