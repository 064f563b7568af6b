import Playback
import Ports
import Stage
import Words
import Workouts

/// What else can be done with a step. Hands the `Option` back.
struct StepOptions: Place {
    enum Option: Hashable, Sendable { case move, duplicate, eachSide, remove, undo }

    private let step: Step
    private let under: Picture
    private let options: [Option]
    private var cursor = Cursor()

    init(of step: Step, over under: Picture, canMove: Bool, canUndo: Bool) {
        self.step = step
        self.under = under
        options = (canMove ? [.move] : []) + [.eachSide, .duplicate, .remove] + (canUndo ? [.undo] : [])
    }

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let words = facts.words
        switch key {
        case .back:
            let close = Deed(.leave, .left, words("key.close"))
            return KeyUse(Deed(.previous, .up, words("key.up")), hold: .init(deed: close, note: words("key.hold.close")))
        case .pause: return KeyUse(Deed(.choose, .choose, words("key.choose")))
        case .skip: return KeyUse(Deed(.next, .down, words("key.down")))
        case .home, .up, .down: return nil
        }
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        switch act {
        case .previous, .next: cursor.step(act == .next ? 1 : -1, of: options.count, at: now)
        case .choose: return [.hand(options[cursor.index])]
        case .leave: return [.close]
        default: break
        }
        return []
    }

    private func text(_ option: Option, _ words: Words) -> String {
        switch option {
        case .move: words("stepOptions.move")
        case .duplicate: words("stepOptions.duplicate")
        case .eachSide: words(step.eachSide ? "stepOptions.bothSides" : "stepOptions.eachSide")
        case .remove: words("stepOptions.remove")
        case .undo: words("stepOptions.undo")
        }
    }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        .options(
            OptionsPicture(
                under: under, title: step.name, rows: Rows(options.map { text($0, facts.words) }),
                focus: cursor.focus(at: now, isStill: facts.settings.reducedMotion), legend: legend))
    }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) { (step.name, text(options[cursor.index], facts.words)) }
}
