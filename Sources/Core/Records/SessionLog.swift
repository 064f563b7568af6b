// Records: what the sessions add up to: last done, counts, minutes, streak, the plan's progress. Computed when read, never stored.
// Imports Workouts. Pure: calendar, zone and now are arguments. Values for any thread.

/// One play-through, as much of it as a record needs.
public struct SessionFact: Hashable, Sendable {
    /// The id of the routine as its file had it then.
    public var routineID: String
    /// Seconds since 1970, UTC. A session belongs to the day it began.
    public var startedSeconds: Int
    /// Seconds really spent in work and rest.
    public var activeSeconds: Int
    public var wasCompleted: Bool

    public init(routineID: String, startedSeconds: Int, activeSeconds: Int, wasCompleted: Bool) {
        self.routineID = routineID
        self.startedSeconds = startedSeconds
        self.activeSeconds = activeSeconds
        self.wasCompleted = wasCompleted
    }
}

/// Every session there is, small enough for 100,000 of them: 24 bytes each, the routines' ids once.
public struct SessionLog: Hashable, Sendable {
    /// A fact with its routine as an index into `routineIDs`.
    struct Entry: Hashable, Sendable {
        var startedSeconds: Int
        var activeSeconds: Int32
        var routine: Int32
        var wasCompleted: Bool
    }

    /// Ordered by start.
    private(set) var entries: [Entry] = []
    private(set) var routineIDs: [String] = []
    private var indexOfRoutine: [String: Int32] = [:]

    public init() {}

    /// In any order; equal starts stay in the order given.
    public init(_ facts: some Sequence<SessionFact>) {
        for fact in facts { entries.append(entry(fact)) }
        entries.sort { $0.startedSeconds < $1.startedSeconds }
    }

    public var count: Int { entries.count }

    public mutating func add(_ fact: SessionFact) {
        let entry = entry(fact)
        var index = entries.count
        while index > 0, entries[index - 1].startedSeconds > entry.startedSeconds { index -= 1 }
        entries.insert(entry, at: index)
    }

    private mutating func entry(_ fact: SessionFact) -> Entry {
        let routine =
            indexOfRoutine[fact.routineID]
            ?? {
                let index = Int32(routineIDs.count)
                routineIDs.append(fact.routineID)
                indexOfRoutine[fact.routineID] = index
                return index
            }()
        return Entry(
            startedSeconds: fact.startedSeconds, activeSeconds: Int32(clamping: fact.activeSeconds), routine: routine,
            wasCompleted: fact.wasCompleted)
    }
}
