/// What a routine's file holds: the routine, and what else a person or a newer version wrote there, so that a rewrite loses nothing.
public struct RoutineDocument: Hashable, Sendable {
    /// What the file says explicitly; nil when it says none.
    public var id: String?
    /// Nil when the file has none and its own name stands in.
    public var name: String?
    /// As written: ISO 8601.
    public var created: String?
    public var updated: String?
    /// The key of the starter that this routine was seeded from.
    public var starter: String?
    /// The category of steps that the gallery does not know, where no other is said.
    public var category: Category?
    /// One that the file says and this version does not know.
    public var unknownCategory: String?
    public var notes: [String] = []
    public var entries: [Entry]
    /// Comments before the first step, without their `#`.
    public var comments: [String] = []
    /// The comment behind the name.
    public var nameComment: String?
    /// Comments after the last step.
    public var lastComments: [String] = []
    /// Members of a JSON routine that this version does not know.
    public var unknown: [JSON.Member] = []

    /// A step and what stands around it.
    public struct Entry: Hashable, Sendable {
        public var step: Step
        public var notes: [String] = []
        /// Comments on lines of their own before the step.
        public var comments: [String] = []
        /// The comment behind the step on its line.
        public var comment: String?
        /// Comments between the step and its rest.
        public var restComments: [String] = []
        /// The comment behind the rest on its line.
        public var restComment: String?
        /// The workout's id in a JSON routine that the gallery does not know.
        public var unknownWorkoutID: String?
        /// As the document's.
        public var unknownCategory: String?
        public var unknown: [JSON.Member] = []

        public init(_ step: Step) { self.step = step }

        mutating func keepRestComment(_ comment: String) {
            if restComment == nil { restComment = comment } else { restComments.append(comment) }
        }
    }

    /// A document that holds a routine and nothing else.
    public init(_ routine: Routine) {
        id = routine.id
        name = routine.name
        entries = routine.steps.map { Entry($0) }
    }

    init() { entries = [] }

    /// The routine to play. `fallbackID` and `fallbackName` stand in for what the file does not say.
    public func routine(fallbackID: String, fallbackName: String) -> Routine {
        Routine(id: id ?? fallbackID, name: name ?? fallbackName, steps: entries.map(\.step))
    }
}

/// What came of reading a file.
public struct Reading: Hashable, Sendable {
    /// Nil when an error is among the problems.
    public var routine: Routine?
    /// What to rewrite from; nil when there is no routine.
    public var document: RoutineDocument?
    /// Notes and errors in the order of the file.
    public var problems: [Problem]
    /// What the file says the routine is called, of one that cannot be used too; nil when it does not get so far, or says nothing.
    public var name: String?
}
