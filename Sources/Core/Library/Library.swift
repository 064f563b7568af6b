// Library: what a store holds, decided: which of two files with one id plays, what is listed and why. Pure.
// Imports Workouts and Records. Made on the store's thread, read on the loop's; values for any thread.
import Records
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
    /// What is doubtful in it; it plays all the same.
    public let notes: [Problem]

    public init(path: String, routine: Routine, updated: String?, starter: String?, notes: [Problem]) {
        id = routine.id
        self.path = path
        self.routine = routine
        totalSeconds = Timeline(routine, getReadySeconds: 0).totalSeconds
        self.updated = updated
        self.starter = starter
        self.notes = notes
    }

    public static func == (left: RoutineEntry, right: RoutineEntry) -> Bool {
        left === right
            || left.path == right.path && left.routine == right.routine && left.updated == right.updated && left.starter == right.starter
                && left.notes == right.notes
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(id)
    }
}

/// One file that could not be used, or that has notes: a line or more of PROBLEMS.txt, a block of the problems screen.
public struct Attention: Hashable, Sendable {
    /// Below the store.
    public var path: String
    /// Errors and notes, in the order of the file.
    public var problems: [Problem]

    public init(path: String, problems: [Problem]) {
        self.path = path
        self.problems = problems
    }
}

/// How the store is.
public enum StoreStatus: Hashable, Sendable {
    /// The first look is still under way; what is shown is what was known when the program last ran.
    case reading
    case ready
    /// The folder is not there, or is an empty mount point where a store was.
    case missing
    /// It can be read and not be written.
    case readOnly
    case full
}

/// Everything the kiosk knows of its store.
public struct Library: Sendable {
    public var status: StoreStatus
    /// The bundled gallery with the person's own workouts behind it.
    public var catalog: Catalog
    /// The ids of the person's own workouts, with the paths of their files below the store.
    public var ownWorkouts: [String: String]
    /// One entry an id, in byte order of their paths.
    public var routines: [RoutineEntry]
    /// Files that need a person, in byte order of their paths. Notes included.
    public var attention: [Attention]
    public var sessions: SessionLog

    public init(
        status: StoreStatus, catalog: Catalog, ownWorkouts: [String: String] = [:], routines: [RoutineEntry] = [],
        attention: [Attention] = [], sessions: SessionLog = SessionLog()
    ) {
        self.status = status
        self.catalog = catalog
        self.ownWorkouts = ownWorkouts
        self.routines = routines
        self.attention = attention
        self.sessions = sessions
    }

    /// The routine with this id.
    public func routine(id: String) -> RoutineEntry? { routines.first { $0.id == id } }
}
