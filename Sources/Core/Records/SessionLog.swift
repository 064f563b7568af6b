// Records: what the sessions add up to: last done, counts, minutes, streak, the plan's progress. Computed when read, never stored.
// Imports Workouts. Pure: calendar, zone and now are arguments. Values for any thread.
import Workouts

/// One play-through, as much of it as a record needs.
public struct SessionFact: Hashable, Sendable {
    /// Stands for the session's id: `SessionFact.key(of:)`. The same key twice is the same session.
    public var key: UInt64
    /// The id of the routine as its file had it then; empty when the file does not say.
    public var routineID: String
    /// Seconds since 1970, UTC. A session belongs to the local day it began on.
    public var startedSeconds: Int
    /// Seconds really spent in work and rest.
    public var activeSeconds: Int
    public var wasCompleted: Bool

    public init(key: UInt64, routineID: String, startedSeconds: Int, activeSeconds: Int, wasCompleted: Bool) {
        self.key = key
        self.routineID = routineID
        self.startedSeconds = startedSeconds
        self.activeSeconds = activeSeconds
        self.wasCompleted = wasCompleted
    }

    public init(_ session: Session) {
        self.init(
            key: SessionFact.key(of: session.id), routineID: session.routineID, startedSeconds: session.startedSeconds,
            activeSeconds: session.activeSeconds, wasCompleted: session.wasCompleted)
    }

    /// 64-bit FNV-1a of a session's id: the same on every machine and in every run, so that an index may keep it. Among 100,000 sessions
    /// two share one by accident once in four billion stores.
    public static func key(of sessionID: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in sessionID.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}

/// Every session there is, once, small enough for 100,000 of them: 32 bytes each, the routines' ids once.
public struct SessionLog: Hashable, Sendable {
    /// A fact with its routine as an index into a table of ids: 32 bytes.
    public struct Entry: Hashable, Sendable {
        /// Since 1970, UTC.
        public var startedSeconds: Int
        /// `SessionFact.key(of:)`.
        public var key: UInt64
        public var activeSeconds: Int32
        public var routine: Int32
        public var wasCompleted: Bool

        /// - Parameter routine: where the fact's routine stands in the table. Active seconds beyond what 32 bits hold become their end.
        public init(_ fact: SessionFact, routine: Int32) {
            startedSeconds = fact.startedSeconds
            key = fact.key
            activeSeconds = Int32(clamping: max(0, fact.activeSeconds))
            self.routine = routine
            wasCompleted = fact.wasCompleted
        }

        func isBefore(_ other: Entry) -> Bool {
            startedSeconds == other.startedSeconds ? key < other.key : startedSeconds < other.startedSeconds
        }
    }

    /// Ordered by start, equal starts by key.
    private(set) var entries: [Entry] = []
    /// Some may be nobody's.
    private(set) var routineIDs: [String] = []
    private(set) var indexOfRoutine: [String: Int32] = [:]

    public init() {}

    /// In any order; of facts with one key the first counts.
    public init(_ facts: some Sequence<SessionFact>) {
        var all: [Entry] = []
        all.reserveCapacity(facts.underestimatedCount)
        for fact in facts { all.append(entry(fact)) }
        take(all)
    }

    /// In any order; of entries with one key the first counts.
    /// - Parameter routineIDs: each id once, by canonical equivalence; every entry's `routine` is an index into it.
    public init(_ entries: [Entry], routineIDs: [String]) {
        self.routineIDs = routineIDs
        indexOfRoutine.reserveCapacity(routineIDs.count)
        for (index, id) in routineIDs.enumerated() { indexOfRoutine[id] = Int32(index) }
        take(entries)
    }

    private mutating func take(_ all: [Entry]) {
        var keys: Set<UInt64> = []
        keys.reserveCapacity(all.count)
        entries = all
        // Nearly always each is there once, and they are in order: then nothing is moved.
        if all.contains(where: { !keys.insert($0.key).inserted }) {
            keys.removeAll(keepingCapacity: true)
            entries = all.filter { keys.insert($0.key).inserted }
        }
        let isInOrder = entries.indices.dropFirst().allSatisfy { !entries[$0].isBefore(entries[$0 - 1]) }
        if !isInOrder { entries.sort { $0.isBefore($1) } }
    }

    public var count: Int { entries.count }
    public var isEmpty: Bool { entries.isEmpty }

    /// Does nothing when the session is there already.
    public mutating func add(_ fact: SessionFact) {
        if entries.contains(where: { $0.key == fact.key }) { return }
        let entry = entry(fact)
        var index = entries.count
        while index > 0, entry.isBefore(entries[index - 1]) { index -= 1 }
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
        return Entry(fact, routine: routine)
    }

    /// The same sessions, in whatever order their routines' ids came.
    public static func == (left: SessionLog, right: SessionLog) -> Bool {
        left.entries.elementsEqual(right.entries) { ours, theirs in
            var ours = ours
            guard left.routineIDs[Int(ours.routine)] == right.routineIDs[Int(theirs.routine)] else { return false }
            ours.routine = theirs.routine
            return ours == theirs
        }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(entries.count)
        for entry in entries { hasher.combine(entry.key) }
    }
}
