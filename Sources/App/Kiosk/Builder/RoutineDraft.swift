import Workouts

/// A routine that is being composed, with all that its file says besides, so that saving it loses nothing.
struct RoutineDraft: Hashable, Sendable {
    /// A step, with what stands around it in the file.
    struct Piece: Hashable, Sendable {
        var entry: RoutineDocument.Entry
        /// Nobody said the rest behind it: the kiosk offers it. Behind the last step, where no rest is ever played, it is not written.
        var hasOfferedRest: Bool
    }

    /// What the very first step starts with.
    static let firstValues = Step(name: "", workSeconds: 30, sets: 1, setRestSeconds: 0, restAfterSeconds: 15)

    private(set) var pieces: [Piece] = []
    /// Nil while it has none of its own: a new routine's, or one that its file's name stands in for.
    var name: String?
    /// Of the file; its name and its entries are those above.
    private var document: RoutineDocument

    /// Nothing yet.
    init() {
        document = RoutineDocument(Routine(id: "", name: "", steps: []))
        document.id = nil
        document.name = nil
    }

    init(_ document: RoutineDocument) {
        self.document = document
        name = document.name
        pieces = document.entries.map { Piece(entry: $0, hasOfferedRest: false) }
        // Should the last step get company, it rests as the one before it does.
        guard let last = pieces.indices.last, pieces[last].entry.step.restAfterSeconds == 0 else { return }
        pieces[last].entry.step.restAfterSeconds =
            last > 0 ? pieces[last - 1].entry.step.restAfterSeconds : RoutineDraft.firstValues.restAfterSeconds
        pieces[last].hasOfferedRest = true
    }

    /// What is to be written.
    var saved: RoutineDocument {
        var saved = document
        saved.name = name
        saved.entries = pieces.map(\.entry)
        if let last = pieces.last, last.hasOfferedRest { saved.entries[pieces.count - 1].step.restAfterSeconds = 0 }
        return saved
    }

    /// A copy beside the file it came from: without its identity.
    var withoutIdentity: RoutineDraft {
        var copy = self
        copy.document.id = nil
        copy.document.starter = nil
        return copy
    }

    var isEmpty: Bool { pieces.isEmpty }
    var count: Int { pieces.count }
    var steps: [Step] { pieces.map(\.entry.step) }
    subscript(index: Int) -> Step { pieces[index].entry.step }

    /// Nil without a step.
    var timeline: Timeline? {
        isEmpty ? nil : Timeline(Routine(id: "", name: name ?? "", steps: steps), getReadySeconds: 0)
    }

    /// The one number that shows everywhere.
    var totalSeconds: Int {
        pieces.reduce(0) { $0 + $1.entry.step.playedSeconds } - (pieces.last?.entry.step.restAfterSeconds ?? 0)
    }

    /// Whether a file with it can be read again.
    private var isWithinLimits: Bool { Limits.steps.upperBound >= count && Limits.totalSeconds.upperBound >= totalSeconds }

    /// What the next workout starts with: routines are rhythmic, so the previous step's values.
    var defaults: Step { pieces.last?.entry.step ?? RoutineDraft.firstValues }

    /// Adds workouts behind the last step, each as the one before it. False: nothing was added, since it would be too long.
    mutating func add(_ workouts: [Workout]) -> Bool {
        let before = self
        for workout in workouts {
            let values = defaults
            let step = Step(
                workoutID: workout.id, name: workout.name, category: workout.category, workSeconds: values.workSeconds, sets: values.sets,
                setRestSeconds: values.setRestSeconds, restAfterSeconds: values.restAfterSeconds)
            pieces.append(Piece(entry: RoutineDocument.Entry(step), hasOfferedRest: true))
        }
        if isWithinLimits { return true }
        self = before
        return false
    }

    /// False: nothing was changed, since it would be too long.
    /// - Parameter saysRest: the person chose the rest behind it.
    mutating func set(_ step: Step, at index: Int, saysRest: Bool = false) -> Bool {
        let before = pieces[index]
        pieces[index].entry.step = step
        if saysRest { pieces[index].hasOfferedRest = false }
        if isWithinLimits { return true }
        pieces[index] = before
        return false
    }

    mutating func remove(at index: Int) { pieces.remove(at: index) }

    /// The same step once more, behind itself. What its file says about the first one is not said again. False: too long.
    mutating func duplicate(at index: Int) -> Bool {
        var copy = Piece(entry: RoutineDocument.Entry(pieces[index].entry.step), hasOfferedRest: pieces[index].hasOfferedRest)
        copy.entry.notes = pieces[index].entry.notes
        copy.entry.unknownWorkoutID = pieces[index].entry.unknownWorkoutID
        pieces.insert(copy, at: index + 1)
        if isWithinLimits { return true }
        pieces.remove(at: index + 1)
        return false
    }

    /// The step changes places with its neighbour; the rest behind each goes with it.
    mutating func swap(_ index: Int, _ other: Int) { pieces.swapAt(index, other) }

    /// Whether `saved` says something else than another draft's.
    func differs(from other: RoutineDraft) -> Bool { saved != other.saved }
}

extension Step {
    /// Seconds of its work and of all its rests, the one behind it included.
    var playedSeconds: Int { workedTotalSeconds + setRestSeconds * (sets - 1) + restAfterSeconds }
    /// Seconds of work alone.
    var workedTotalSeconds: Int { workSeconds * sets * (eachSide ? 2 : 1) }
}
