/// An ordered list of steps with a name. What a person composes; what a timeline is compiled from.
public struct Routine: Hashable, Sendable, Codable {
    /// Opaque identity. No path is ever made from it.
    public var id: String
    public var name: String
    public var steps: [Step]

    public init(id: String, name: String, steps: [Step]) {
        self.id = id
        self.name = name
        self.steps = steps
    }
}

/// A workout with its durations, in whole seconds. See `Limits` for the ranges.
public struct Step: Hashable, Sendable, Codable {
    /// The gallery's id, or nil for a workout the gallery does not know: it plays under `name`.
    public var workoutID: String?
    /// The name as shown and spoken; a snapshot, so that a step survives its workout.
    public var name: String
    /// Of the gallery's workout; for one that it does not know what its file says, else `fullBody`.
    public var category: Category
    public var workSeconds: Int
    public var sets: Int
    public var setRestSeconds: Int
    public var restAfterSeconds: Int
    /// A label ("~20 reps"), never timing.
    public var repGuidance: Int?
    /// Every set is two work segments, left then right.
    public var eachSide: Bool

    public init(
        workoutID: String? = nil, name: String, category: Category = .fullBody, workSeconds: Int = 30, sets: Int = 1,
        setRestSeconds: Int = 0, restAfterSeconds: Int = 0, repGuidance: Int? = nil, eachSide: Bool = false
    ) {
        self.workoutID = workoutID
        self.name = name
        self.category = category
        self.workSeconds = workSeconds
        self.sets = sets
        self.setRestSeconds = setRestSeconds
        self.restAfterSeconds = restAfterSeconds
        self.repGuidance = repGuidance
        self.eachSide = eachSide
    }

    /// Seconds of work and of rest between sets; the rest behind the step is not in it.
    var workedSeconds: Int { workSeconds * sets * (eachSide ? 2 : 1) + setRestSeconds * (sets - 1) }
}

/// The ranges of every number in a file, inclusive (SPEC section 6).
public enum Limits {
    public static let workSeconds = 1...86_400
    public static let restSeconds = 0...86_400
    public static let sets = 1...999
    public static let reps = 1...9_999
    /// Letters of a name; spaces do not count.
    public static let nameLength = 1...300
    public static let steps = 1...10_000
    /// The longest routine: seven days. Bounds a timeline to 604,800 segments, since no segment is empty.
    public static let totalSeconds = 1...604_800
    /// Seconds of work and rest of one session: a year, since going back can make a session longer than its routine.
    public static let activeSeconds = 0...31_536_000
    /// Slots of a plan, its seven days together.
    public static let slots = 0...1_000
    /// The largest file that is read, in bytes.
    public static let fileBytes = 1_048_576
}
