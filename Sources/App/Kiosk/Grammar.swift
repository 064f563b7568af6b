import Playback
import Ports
import Stage
import Words

/// What a key can do, on all screens together. Which of them it does where, `KeyUse` says.
enum Act: Hashable, Sendable {
    // Lists and grids.
    case previous, next, nextSection, choose, options, plans, leave
    // A value that is stepped.
    case less, more, nextValue, undo
    // Questions: the answer over the key.
    case answerBack, answerPause, answerSkip
    // The player.
    case pause, resume, restart, previousSegment, skip, askToEnd
    // After a routine.
    case finish, goAgain
}

/// An act with what the strip says of it.
struct Deed: Hashable, Sendable {
    var act: Act
    var icon: KeyCell.Icon
    /// Ready to be shown.
    var verb: String

    init(_ act: Act, _ icon: KeyCell.Icon, _ verb: String) {
        self.act = act
        self.icon = icon
        self.verb = verb
    }
}

/// What a key does where it is. The fingers act by it and the strip shows it, so that the strip is always true.
struct KeyUse: Hashable, Sendable {
    /// The second meaning of a key that is held.
    struct Hold: Hashable, Sendable {
        var deed: Deed
        /// "Hold: options", ready to be shown beside the tap's verb.
        var note: String
        /// Ending and discarding take longer than this.
        var length: Duration = .milliseconds(700)
        /// Something is forgotten for good: no single press does it, whatever the key.
        var isDeliberate = false
    }

    var tap: Deed?
    var hold: Hold?
    /// Acts again and again while it is held, instead of meaning something else; the note says so.
    var repeats: String?

    init(_ tap: Deed?, hold: Hold? = nil, repeats: String? = nil) {
        self.tap = tap
        self.hold = hold
        self.repeats = repeats
    }

    /// A key with no hold meaning acts on the press edge, one that has a hold meaning on release.
    var trigger: Trigger? {
        if repeats != nil { return .repeating }
        guard let hold else { return tap == nil ? nil : .press }
        if tap != nil { return .pressOrHold(hold.length) }
        return hold.isDeliberate ? .deliberate(hold.length) : .hold(hold.length)
    }

    /// What a press of this kind does.
    func act(_ kind: Press.Kind) -> Act? {
        switch kind {
        case .tap, .again: tap?.act
        case .hold: hold?.deed.act
        }
    }

    /// - Parameter isHeld: the ring is running: the cell shows what holding on does.
    func cell(isHeld: Bool, _ words: Words) -> KeyCell? {
        if isHeld, let hold { return KeyCell(icon: hold.deed.icon, verb: hold.deed.verb, hold: words("key.keepHolding")) }
        guard let tap else { return hold.map { KeyCell(icon: $0.deed.icon, verb: $0.note, hold: nil) } }
        return KeyCell(icon: tap.icon, verb: tap.verb, hold: repeats ?? hold?.note)
    }
}

extension Legend {
    /// The strip of a screen, derived from what each key would do.
    init(_ words: Words, ring: (key: Key, ramp: Ramp)?, opacity: Double = 1, at now: Instant, use: (Key) -> KeyUse?) {
        let holding = ring.flatMap { now >= $0.ramp.start ? $0 : nil }
        func cell(_ key: Key) -> KeyCell? { use(key)?.cell(isHeld: holding?.key == key, words) }
        self.init(
            back: cell(.back), pause: cell(.pause), skip: cell(.skip), opacity: opacity, holding: holding?.key,
            holdFraction: holding?.ramp.progress(at: now) ?? 0)
    }
}
