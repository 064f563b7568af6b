import Library
import Playback
import Ports
import Stage
import Workouts

/// What can be done with a routine: a sheet over its steps.
struct RoutineOptions: Place {
    enum Option: Hashable, Sendable, CaseIterable { case play }

    private let entry: RoutineEntry
    private let under: Detail
    private var cursor = Cursor()

    init(_ entry: RoutineEntry, under: Detail) {
        self.entry = entry
        self.under = under
    }

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let words = facts.words
        switch key {
        case .back:
            return KeyUse(
                Deed(.previous, .up, words("key.up")),
                hold: .init(deed: Deed(.leave, .left, words("key.close")), note: words("key.hold.close")))
        case .pause: return KeyUse(Deed(.choose, .choose, words("key.choose")))
        case .skip: return KeyUse(Deed(.next, .down, words("key.down")))
        case .home, .up, .down: return nil
        }
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        switch act {
        case .previous, .next: cursor.step(act == .next ? 1 : -1, of: Option.allCases.count, at: now)
        case .leave: return [.close]
        case .choose: return choose(Option.allCases[cursor.index], facts)
        default: break
        }
        return []
    }

    private func choose(_ option: Option, _ facts: Facts) -> [Move] {
        switch option {
        case .play: [.home, .play(facts.playable(entry))]
        }
    }

    mutating func settle(_ facts: Facts) -> [Move] { facts.library != nil && facts.entry(id: entry.id) == nil ? [.close] : [] }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let none = Legend(back: nil, pause: nil, skip: nil)
        return .options(
            OptionsPicture(
                under: under.picture(facts, none, at: now), title: entry.routine.name,
                rows: Rows(Option.allCases.map { title($0, facts) }),
                focus: cursor.focus(at: now, isStill: facts.settings.reducedMotion), legend: legend))
    }

    private func title(_ option: Option, _ facts: Facts) -> String {
        switch option {
        case .play: facts.words("key.play")
        }
    }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) { (entry.routine.name, title(Option.allCases[cursor.index], facts)) }
}
