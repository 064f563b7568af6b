/// A movement that a person added to the gallery.
public struct OwnWorkout: Hashable, Sendable {
    /// Opaque identity. No path is ever made from it.
    public var id: String
    public var name: String
    public var category: Category
    /// Lines of text; may be empty.
    public var notes: [String]
    /// What it was called before: routines that name it so still mean it.
    public var formerNames: [String] = []
    /// ISO 8601 as the file says it.
    public var created: String?
    /// ISO 8601 as the file says it; compare with `Timestamp.isLater`.
    public var updated: String?

    public init(
        id: String, name: String, category: Category = .fullBody, notes: [String] = [], created: String? = nil, updated: String? = nil
    ) {
        self.id = id
        self.name = name
        self.category = category
        self.notes = notes
        self.created = created
        self.updated = updated
    }
}

extension Workout {
    /// As the gallery has it: under its own name in every language.
    public init(_ own: OwnWorkout) {
        self.init(
            id: own.id, nameKey: "", name: own.name, englishName: own.name, category: own.category, focusAreas: [], mediaKey: nil,
            instructionsKey: nil, aliases: own.formerNames.isEmpty ? [:] : [Workout.anyLanguage: own.formerNames])
    }
}

/// What the file of a person's own workout holds, so that a rewrite loses nothing.
public struct OwnWorkoutDocument: Hashable, Sendable {
    /// What the file says explicitly; nil when it says none.
    public var id: String?
    public var name: String
    /// Nil when the file says none or one that this version does not know.
    public var category: Category?
    /// The file's category when this version does not know it.
    public var unknownCategory: String?
    public var notes: [String] = []
    /// The oldest first.
    public var formerNames: [String] = []
    /// As written: ISO 8601.
    public var created: String?
    public var updated: String?
    /// Members that this version does not know.
    public var unknown: [JSON.Member] = []

    /// A document that holds a workout and nothing else.
    public init(_ workout: OwnWorkout) {
        id = workout.id
        name = workout.name
        category = workout.category
        notes = workout.notes
        formerNames = workout.formerNames
        created = workout.created
        updated = workout.updated
    }

    init(name: String) { self.name = name }

    /// The most former names that are kept.
    static let mostFormerNames = 20

    /// Gives it another name; the one that it had is kept, since routines are written with it.
    public mutating func rename(to newName: String) {
        if newName == name { return }
        formerNames.removeAll { $0 == newName || $0 == name }
        formerNames = (formerNames + [name]).suffix(Self.mostFormerNames)
        name = newName
    }

    /// The workout to show. `fallbackID` stands in for an id that the file does not say.
    public func workout(fallbackID: String) -> OwnWorkout {
        var workout = OwnWorkout(
            id: id ?? fallbackID, name: name, category: category ?? .fullBody, notes: notes, created: created, updated: updated)
        workout.formerNames = formerNames
        return workout
    }
}

/// What came of reading the file of a person's own workout.
public struct OwnWorkoutReading: Hashable, Sendable {
    /// Nil when an error is among the problems.
    public var workout: OwnWorkout?
    /// What to rewrite from; nil when there is no workout.
    public var document: OwnWorkoutDocument?
    /// Notes and errors in the order of the file.
    public var problems: [Problem]
}
