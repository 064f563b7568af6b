/// One play-through, as its file under sessions/ has it. Files of sessions are written once and never changed.
public struct Session: Hashable, Sendable {
    /// The file's name without its ending: "20260302T070000Z-0a1b2c3d-4e5f6071". Opaque; the same id twice is one session.
    public var id: String
    /// The id of the routine as its file had it then; empty when a file does not say.
    public var routineID: String
    /// Its name then, so that sessions of a deleted routine can still be told.
    public var routineName: String
    /// The player that wrote it: 8 hex digits. Empty when a file does not say.
    public var device: String
    /// Seconds since 1970 UTC. The session belongs to the local day of this instant.
    public var startedSeconds: Int
    /// Seconds since 1970 UTC. May be before the start: the wall clock may have been set back meanwhile. Nil when a file does not say.
    public var endedSeconds: Int?
    /// Only if the last segment ran to its end.
    public var wasCompleted: Bool
    public var completedStepCount: Int
    public var totalStepCount: Int
    /// Seconds really spent in work, rest between sets and rest.
    public var activeSeconds: Int
    /// The plan that it was played from, if one was.
    public var planID: String?
    public var planName: String?
    /// One a step, in the order of the routine; may be empty.
    public var steps: [StepResult]
    /// The clock was not known in that boot, so that the dates are only the best bound there is.
    public var isDateUncertain: Bool
    /// Members that this version does not know.
    public var unknown: [JSON.Member] = []

    /// What became of one step.
    public struct StepResult: Hashable, Sendable {
        /// The gallery's id, or nil for a workout that it did not know.
        public var workoutID: String?
        /// The name as shown and spoken then.
        public var name: String
        /// Its last work segment ran to its end.
        public var wasCompleted: Bool
        /// Members that this version does not know.
        public var unknown: [JSON.Member] = []

        public init(workoutID: String? = nil, name: String, wasCompleted: Bool) {
            self.workoutID = workoutID
            self.name = name
            self.wasCompleted = wasCompleted
        }
    }

    public init(
        id: String, routineID: String, routineName: String, device: String, startedSeconds: Int, endedSeconds: Int? = nil,
        wasCompleted: Bool, completedStepCount: Int, totalStepCount: Int, activeSeconds: Int, planID: String? = nil,
        planName: String? = nil, steps: [StepResult] = [], isDateUncertain: Bool = false
    ) {
        self.id = id
        self.routineID = routineID
        self.routineName = routineName
        self.device = device
        self.startedSeconds = startedSeconds
        self.endedSeconds = endedSeconds
        self.wasCompleted = wasCompleted
        self.completedStepCount = completedStepCount
        self.totalStepCount = totalStepCount
        self.activeSeconds = activeSeconds
        self.planID = planID
        self.planName = planName
        self.steps = steps
        self.isDateUncertain = isDateUncertain
    }
}
