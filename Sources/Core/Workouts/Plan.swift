/// A repeating week: seven weekdays, each with routines in their order; an empty one is a rest day.
public struct Plan: Hashable, Sendable {
    /// Opaque identity. No path is ever made from it.
    public var id: String
    public var name: String
    /// ISO 8601 as the file says it; compare with `Timestamp.isLater`.
    public var updated: String?
    /// Marked as My Week. Of several plans that are, the one updated last counts.
    public var isActive: Bool
    /// Seven lists, Sunday's first (weekday 1 of Calendar). Read with `slots(weekday:)`.
    public var days: [[Slot]]

    /// A routine on a day.
    public struct Slot: Hashable, Sendable {
        /// The routine's id; nil when the file gives a name only.
        public var routineID: String?
        /// Its name then, shown when the routine is gone.
        public var routineName: String

        public init(routineID: String?, routineName: String) {
            self.routineID = routineID
            self.routineName = routineName
        }
    }

    /// - Parameter days: at most seven lists, Sunday's first; missing ones are rest days.
    public init(id: String, name: String, updated: String? = nil, isActive: Bool = false, days: [[Slot]] = []) {
        self.id = id
        self.name = name
        self.updated = updated
        self.isActive = isActive
        self.days = Array(days.prefix(7)) + Array(repeating: [], count: max(0, 7 - days.count))
    }

    /// The routines of a weekday in their order; weekdays as Calendar counts them, 1 (Sunday) to 7.
    public func slots(weekday: Int) -> [Slot] { (1...7).contains(weekday) ? days[weekday - 1] : [] }

    /// True when no day has a routine.
    public var isEmpty: Bool { days.allSatisfy(\.isEmpty) }
}

/// What a plan's file holds: the plan, and what else stands there, so that a rewrite loses nothing.
public struct PlanDocument: Hashable, Sendable {
    /// What the file says explicitly; nil when it says none.
    public var id: String?
    public var name: String?
    /// As written: ISO 8601.
    public var created: String?
    public var updated: String?
    public var isActive = false
    /// By weekday and then in the order of the day.
    public var entries: [Entry]
    /// Slots that could not be used, as they stand; a rewrite puts them at the end.
    public var refused: [JSON] = []
    /// Members that this version does not know.
    public var unknown: [JSON.Member] = []

    /// A slot and what stands around it.
    public struct Entry: Hashable, Sendable {
        /// 1 (Sunday) to 7.
        public var weekday: Int
        public var slot: Plan.Slot
        public var unknown: [JSON.Member] = []

        public init(weekday: Int, slot: Plan.Slot) {
            self.weekday = weekday
            self.slot = slot
        }
    }

    /// A document that holds a plan and nothing else.
    public init(_ plan: Plan) {
        id = plan.id
        name = plan.name
        updated = plan.updated
        isActive = plan.isActive
        entries = plan.days.enumerated().flatMap { day, slots in slots.map { Entry(weekday: day + 1, slot: $0) } }
    }

    init() { entries = [] }

    /// The plan to show. `fallbackID` and `fallbackName` stand in for what the file does not say.
    public func plan(fallbackID: String, fallbackName: String) -> Plan {
        var plan = Plan(id: id ?? fallbackID, name: name ?? fallbackName, updated: updated, isActive: isActive)
        for entry in entries where (1...7).contains(entry.weekday) { plan.days[entry.weekday - 1].append(entry.slot) }
        return plan
    }
}

/// What came of reading a plan's file.
public struct PlanReading: Hashable, Sendable {
    /// Nil when the file is no plan; a slot that is refused leaves the rest of its plan in use, with an error among the problems.
    public var plan: Plan?
    /// What to rewrite from; nil when there is no plan.
    public var document: PlanDocument?
    /// Where each slot of the plan stands in the file, in the order of `Plan.days`; empty without a plan.
    public var slotPlaces: [[Problem.Place]] = []
    /// Notes and errors in the order of the file.
    public var problems: [Problem]
}
