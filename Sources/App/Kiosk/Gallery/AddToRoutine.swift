import Playback
import Ports
import Stage
import Words
import Workouts

/// Which routine a workout is added to: a new one, or one that is there. Nothing is changed before the builder saves it.
struct AddToRoutine: Place {
    private let workout: Workout
    private var cursor = Cursor()

    init(_ workout: Workout) { self.workout = workout }

    /// A new one stands before those that are there.
    private func count(_ facts: Facts) -> Int { facts.shelf.count + 1 }

    mutating func settle(_ facts: Facts) -> [Move] {
        cursor.clamp(to: count(facts))
        return []
    }

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let words = facts.words
        let choose = cursor.index == 0 ? Deed(.choose, .plus, words("key.new")) : Deed(.choose, .plus, words("key.add"))
        return ListKeys(words, count: count(facts), choose: choose).use(of: key)
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        switch act {
        case .previous, .next: cursor.step(act == .next ? 1 : -1, of: count(facts), at: now)
        case .choose:
            let entry = cursor.index == 0 ? nil : facts.entry(cursor.index - 1)
            guard entry != nil || cursor.index == 0 else { return [] }
            return [.become(Builder(adding: workout, to: entry, facts))]
        case .leave: return [.close]
        default: break
        }
        return []
    }

    /// Letters jump to the next routine that begins so.
    mutating func type(_ character: Character, _ facts: Facts) -> [Move] {
        if let place = facts.place(beginningWith: character, after: cursor.index - 1) { cursor.jump(to: place + 1) }
        return []
    }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        let rows = Rows<ListPicture.Row>(count: count(facts), around: cursor.index) { index in
            guard index > 0, let entry = facts.entry(index - 1) else { return .init(title: words("movement.newRoutine")) }
            return .init(title: entry.routine.name, detail: words.clock(entry.totalSeconds))
        }
        return .list(
            ListPicture(
                title: words("movement.addTo", .text(workout.name)), rows: rows,
                focus: cursor.focus(at: now, isStill: facts.settings.reducedMotion), legend: legend))
    }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        let words = facts.words
        let focus = cursor.index == 0 ? nil : facts.entry(cursor.index - 1)?.routine.name
        return (words("movement.addTo", .text(workout.name)), focus ?? words("movement.newRoutine"))
    }
}

extension Facts {
    /// The next routine on the shelf whose name begins with a letter; behind the last one it begins again.
    func place(beginningWith character: Character, after place: Int) -> Int? {
        let letter = String(character).lowercased()
        guard !shelf.isEmpty else { return nil }
        for step in 1...shelf.count {
            let next = (max(-1, place) + step) % shelf.count
            if shelf[next].routine.name.lowercased().hasPrefix(letter) { return next }
        }
        return nil
    }
}
