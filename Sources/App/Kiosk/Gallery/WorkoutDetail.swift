import Library
import Playback
import Ports
import Stage
import Words
import Workouts

/// One workout: what it trains, where it is used, and what can be done with it. A person's own can be changed and deleted here.
struct WorkoutDetail: Place {
    enum Action: Hashable, Sendable { case add, edit, delete }

    let id: String
    private var workout: Workout
    private var cursor = Cursor()
    /// The person's own words, once its file was read.
    private var notes: [String] = []
    private var usedIn: [String] = []
    private var reading: Int?

    /// The moves that show a workout: a person's own is read from its file, for its notes.
    static func opening(_ workout: Workout, _ facts: Facts, at now: Instant) -> [Move] {
        var detail = WorkoutDetail(workout, facts)
        guard let path = facts.library?.ownWorkouts[workout.id] else { return [.open(detail)] }
        detail.reading = now.ticket
        return [.open(detail), .store(.read(path: path, ticket: now.ticket))]
    }

    init(_ workout: Workout, _ facts: Facts) {
        id = workout.id
        self.workout = workout
        usedIn = facts.routines(using: id)
    }

    private func actions(_ facts: Facts) -> [Action] { facts.isOwn(id) ? [.add, .edit, .delete] : [.add] }

    mutating func settle(_ facts: Facts) -> [Move] {
        guard let library = facts.library else { return [] }
        // Its file is gone.
        guard let workout = library.catalog[id] else { return [.close] }
        self.workout = workout
        usedIn = facts.routines(using: id)
        cursor.clamp(to: actions(facts).count)
        return []
    }

    // MARK: Keys

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let words = facts.words
        let actions = actions(facts)
        let choose: Deed? =
            switch actions.indices.contains(cursor.index) ? actions[cursor.index] : nil {
            case .add: Deed(.choose, .plus, words("key.add"))
            case .edit: Deed(.choose, .choose, words("key.edit"))
            case .delete: Deed(.choose, .choose, words("key.delete"))
            case nil: nil
            }
        return ListKeys(words, count: actions.count, choose: choose).use(of: key)
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        let actions = actions(facts)
        switch act {
        case .previous, .next: cursor.step(act == .next ? 1 : -1, of: actions.count, at: now)
        case .leave: return [.close]
        case .choose:
            guard actions.indices.contains(cursor.index) else { return [] }
            let path = facts.library?.ownWorkouts[id]
            switch actions[cursor.index] {
            case .add: return [.open(AddToRoutine(workout))]
            case .edit: return path.map { [.open(OwnWorkoutEditor(workout, path: $0))] } ?? []
            case .delete:
                return path.map { Deletion.asking(deletion($0, facts.words), facts.words, at: now) } ?? []
            }
        default: break
        }
        return []
    }

    private func deletion(_ path: String, _ words: Words) -> Deletion.Subject {
        let workout = workout
        let line =
            usedIn.isEmpty
            ? words("movement.delete.unused") : words("movement.delete.used", .number(usedIn.count), .text(named(usedIn, words)))
        return Deletion.Subject(path: path, name: workout.name, line: line, consequence: words("movement.delete.consequence")) { bytes, _ in
            let found = OwnWorkoutJSON.read(bytes, fallbackID: workout.id).workout
            return (found.map { $0.id == workout.id && $0.name == workout.name && $0.category == workout.category } ?? false, found?.name)
        }
    }

    mutating func hear(_ answer: StoreAnswer, _ facts: Facts) -> [Move] {
        switch answer {
        case .contents(let bytes, reading):
            reading = nil
            notes = bytes.flatMap { OwnWorkoutJSON.read($0, fallbackID: "").workout }?.notes ?? []
            return []
        default: return []
        }
    }

    // MARK: Picture

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        let category = words(workout.category.nameKey)
        return .workout(
            WorkoutPicture(
                category: workout.category,
                caption: facts.isOwn(id) ? words("movement.ownCaption", .text(category)) : category, name: workout.name,
                chips: workout.focusAreas.map { words(Workout.focusKey($0)) },
                note: notes.isEmpty ? nil : notes.joined(separator: "\n"),
                usage: usedIn.isEmpty ? nil : words("movement.usage", .number(usedIn.count), .text(named(usedIn, words))),
                actions: actions(facts).map { title($0, words) }, focus: cursor.focus(at: now, isStill: facts.settings.reducedMotion),
                legend: legend))
    }

    private func title(_ action: Action, _ words: Words) -> String {
        switch action {
        case .add: words("movement.add")
        case .edit: words("key.edit")
        case .delete: words("key.delete")
        }
    }

    /// The first three; the number before them says how many there are.
    private func named(_ routines: [String], _ words: Words) -> String { words.list(Array(routines.prefix(3))) }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        let actions = actions(facts)
        return (workout.name, actions.indices.contains(cursor.index) ? title(actions[cursor.index], facts.words) : "")
    }
}

extension Facts {
    /// The names of the routines with a step of this workout, in the library's order.
    func routines(using workoutID: String) -> [String] {
        (library?.routines ?? []).filter { $0.routine.steps.contains { $0.workoutID == workoutID } }.map(\.routine.name)
    }
}
