// Library: what a store holds, decided: which of two files with one id plays, what is listed and why. Pure.
// Imports Workouts and Records. Made on the store's thread, read on the loop's; values for any thread.
import Records
import Workouts

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
    /// The same, whole, in byte order of their paths.
    public let ownEntries: [OwnWorkoutEntry]
    /// One entry an id, in byte order of their paths.
    public let routines: [RoutineEntry]
    /// One entry an id, in byte order of their paths. A slot that names a routine without its id has got its id here, where one has that
    /// name.
    public let plans: [PlanEntry]
    /// The plan that is followed: of those marked as active the one updated last.
    public let week: PlanEntry?
    /// Files that need a person, in byte order of their paths. Notes included.
    public var attention: [Attention]
    public var sessions: SessionLog
    private let indexOfRoutine: [String: Int]

    public init(
        status: StoreStatus, catalog: Catalog, ownWorkouts: [String: String] = [:], ownEntries: [OwnWorkoutEntry] = [],
        routines: [RoutineEntry] = [],
        plans: [PlanEntry] = [], week: PlanEntry? = nil, attention: [Attention] = [], sessions: SessionLog = SessionLog()
    ) {
        self.status = status
        self.catalog = catalog
        self.ownWorkouts = ownWorkouts
        self.ownEntries = ownEntries
        self.routines = routines
        self.plans = plans
        self.week = week
        self.attention = attention
        self.sessions = sessions
        var indexOfRoutine: [String: Int] = [:]
        indexOfRoutine.reserveCapacity(routines.count)
        // Two spellings of one name (NFC and NFD) are one key: String compares by canonical equivalence.
        for (index, entry) in routines.enumerated() { indexOfRoutine[entry.id] = index }
        self.indexOfRoutine = indexOfRoutine
    }

    /// The routine with this id, in either Unicode spelling of it.
    public func routine(id: String) -> RoutineEntry? { indexOfRoutine[id].map { routines[$0] } }
}
