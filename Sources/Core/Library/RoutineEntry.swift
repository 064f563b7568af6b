import Workouts

/// A routine that can be played, and where it came from. Immutable and shared: a library of 10,000 is copied often.
public final class RoutineEntry: Hashable, Sendable {
    /// `id:` of its file, else its path below routines/ in NFC. Opaque.
    public let id: String
    /// Below the store, as the disk spells it: "routines/sub/legs.json".
    public let path: String
    public let routine: Routine
    /// Seconds of all segments but get ready: the one number that shows everywhere.
    public let totalSeconds: Int
    /// ISO 8601 as the file says it.
    public let updated: String?
    /// The key of the starter it was seeded from.
    public let starter: String?
    /// `ContentDigest` of the file, for one with a `starter` key; else 0.
    public let digest: UInt64
    /// Of the file; nil where nobody read it as a file.
    public let revision: Revision?
    /// What is doubtful in it; it plays all the same.
    public let notes: [Problem]

    /// - Parameter totalSeconds: what the routine's timeline says, for a caller that knows it; nil compiles it.
    public init(
        path: String, routine: Routine, totalSeconds: Int? = nil, updated: String?, starter: String?, digest: UInt64 = 0,
        revision: Revision? = nil, notes: [Problem]
    ) {
        id = routine.id
        self.path = path
        self.routine = routine
        self.totalSeconds = totalSeconds ?? Timeline(routine, getReadySeconds: 0).totalSeconds
        self.updated = updated
        self.starter = starter
        self.digest = digest
        self.revision = revision
        self.notes = notes
    }

    public static func == (left: RoutineEntry, right: RoutineEntry) -> Bool {
        left === right
            || ByteOrder.areEqual(left.path, right.path) && left.routine == right.routine && left.updated == right.updated
                && left.starter == right.starter && left.digest == right.digest && left.revision == right.revision
                && left.notes == right.notes
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(id)
    }
}
