import Workouts

/// A plan, and where it came from. Immutable and shared.
public final class PlanEntry: Hashable, Sendable {
    /// Of its file, else its path below plans/ in NFC. Opaque.
    public var id: String { plan.id }
    /// Below the store, as the disk spells it.
    public let path: String
    public let plan: Plan
    /// Of the file; nil where nobody read it as a file.
    public let revision: Revision?
    /// Where each slot stands in its file, in the order of `Plan.days`; what is not there is somewhere in it.
    public let slotPlaces: [[Problem.Place]]
    /// What is doubtful in its file, and the slots that could not be read; the rest of the plan works.
    public let problems: [Problem]

    public init(
        path: String, plan: Plan, revision: Revision? = nil, slotPlaces: [[Problem.Place]] = [], problems: [Problem]
    ) {
        self.path = path
        self.plan = plan
        self.revision = revision
        self.slotPlaces = slotPlaces
        self.problems = problems
    }

    public static func == (left: PlanEntry, right: PlanEntry) -> Bool {
        left === right
            || ByteOrder.areEqual(left.path, right.path) && left.plan == right.plan && left.revision == right.revision
                && left.slotPlaces == right.slotPlaces
                && left.problems == right.problems
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(id)
    }
}

/// Decides which plans there are and which of them is My Week.
struct PlanChoice {
    private(set) var plans: [PlanEntry] = []
    private(set) var week: PlanEntry?
    private(set) var attention: [Attention] = []

    /// - Parameters:
    ///   - entries: in byte order of their paths.
    ///   - routines: the routines that show.
    init(_ entries: [PlanEntry], routines: [RoutineEntry]) {
        if entries.isEmpty { return }
        var winners: [String: Int] = [:]
        for (index, entry) in entries.enumerated() {
            if let other = winners[entry.id], !isNewer(entry.plan.updated, than: entries[other].plan.updated) { continue }
            winners[entry.id] = index
        }
        var active: Int?
        for (index, entry) in entries.enumerated() where winners[entry.id] == index && entry.plan.isActive {
            if let active, !isNewer(entry.plan.updated, than: entries[active].plan.updated) { continue }
            active = index
        }
        let names = Self.byName(routines)
        let ids = Set(routines.map(\.id))
        for (index, entry) in entries.enumerated() {
            var problems = entry.problems
            if let winner = winners[entry.id], winner != index {
                problems.insert(.error("problem.store.sameID", at: .file, .text(entries[winner].path)), at: 0)
            } else {
                if let active, active != index, entry.plan.isActive {
                    problems.insert(.error("problem.store.active", at: .file, .text(entries[active].path)), at: 0)
                }
                let (plan, gone) = Self.resolved(entry, names: names, ids: ids)
                problems += gone.map { .note("problem.store.slot", at: $0.place, .quoted($0.name)) }
                let resolved =
                    plan == entry.plan
                    ? entry
                    : PlanEntry(
                        path: entry.path, plan: plan, revision: entry.revision, slotPlaces: entry.slotPlaces, problems: entry.problems)
                plans.append(resolved)
                if active == index { week = resolved }
            }
            if !problems.isEmpty { attention.append(Attention(path: entry.path, problems: problems)) }
        }
    }

    /// The first of each name, in small letters.
    private static func byName(_ routines: [RoutineEntry]) -> [String: String] {
        var names: [String: String] = [:]
        for entry in routines {
            let name = entry.routine.name.lowercased()
            if names[name] == nil { names[name] = entry.id }
        }
        return names
    }

    /// The plan with ids for slots that say only a name, and the names of slots whose routine is not there, each once.
    private static func resolved(
        _ entry: PlanEntry, names: [String: String], ids: Set<String>
    ) -> (Plan, gone: [(name: String, place: Problem.Place)]) {
        var plan = entry.plan
        var gone: [(name: String, place: Problem.Place)] = []
        for day in plan.days.indices {
            for index in plan.days[day].indices {
                let slot = plan.days[day][index]
                if slot.routineID == nil { plan.days[day][index].routineID = names[slot.routineName.lowercased()] }
                let isThere = plan.days[day][index].routineID.map(ids.contains) ?? false
                let name = slot.routineName.isEmpty ? slot.routineID ?? "" : slot.routineName
                if isThere || gone.contains(where: { $0.name == name }) { continue }
                let places = entry.slotPlaces.indices.contains(day) ? entry.slotPlaces[day] : []
                gone.append((name, places.indices.contains(index) ? places[index] : .file))
            }
        }
        return (plan, gone)
    }
}
