import Library
import Playback
import Ports
import Stage
import Words
import Workouts

/// The first screen: the routines. Play is one press away.
struct Home: Place {
    private var cursor = Cursor()
    /// The id of the routine that is focused, so that the focus stays on it when files change.
    private var focused: String?

    mutating func settle(_ facts: Facts) -> [Move] {
        if let focused, let place = facts.place(of: focused) { cursor.jump(to: place) }
        cursor.clamp(to: facts.shelf.count)
        return []
    }

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        guard !facts.shelf.isEmpty else { return nil }
        switch key {
        case .back: return KeyUse(Deed(.previous, .up, facts.words("key.up")))
        case .pause: return KeyUse(Deed(.choose, .play, facts.words("key.play")))
        case .skip: return KeyUse(Deed(.next, .down, facts.words("key.down")))
        case .home, .up, .down: return nil
        }
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        switch act {
        case .previous, .next:
            cursor.step(act == .next ? 1 : -1, of: facts.shelf.count, at: now)
            focused = facts.entry(cursor.index)?.id
            return []
        case .choose: return facts.entry(cursor.index).map { [.play(Playable(routine: $0.routine))] } ?? []
        default: return []
        }
    }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        let rows = Rows<HomePicture.Row>(count: facts.shelf.count, around: cursor.index) { index in
            let entry = facts.entry(index)!
            let timeline = Timeline(entry.routine, getReadySeconds: 0)
            return .routine(
                .init(
                    name: entry.routine.name, count: words("list.workouts", .number(entry.routine.steps.count)), categories: [],
                    timeline: timeline, total: words.clock(entry.totalSeconds), lastDone: "", times: nil, minutes: nil))
        }
        return .home(
            HomePicture(
                clock: nil, shortClock: nil, motivation: [], today: nil, rows: rows,
                focus: cursor.focus(at: now, isStill: facts.settings.reducedMotion), legend: legend))
    }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) { ("", facts.entry(cursor.index)?.routine.name ?? "") }
}
