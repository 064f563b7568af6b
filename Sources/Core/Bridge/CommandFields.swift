import Library
import Workouts

/// What a command says of a workout; nil: nothing.
struct WorkoutFields {
    var name: String?
    var category: Category?
    var notes: [String]?
}

/// What a command says of a routine.
struct RoutineFields {
    var name: String?
    var steps: [Step]?
}

/// What a command says of a plan.
struct PlanFields {
    var name: String?
    /// Seven lists, Sunday's first.
    var week: [[Plan.Slot]]?
}

/// The days as commands and the manifest call them, Sunday first as Calendar counts.
enum BridgeDays {
    static let names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
}

extension CommandReader {
    /// The object that a command carries; nil when it is not there, or is none.
    /// - Parameter needed: what must be in it; empty for an update, which must say something.
    private mutating func payload(_ shelf: BridgeShelf, in json: JSON, members: [String], needed: [String]) -> (JSON, CommandPath)? {
        let path = CommandPath.root[shelf.member]
        guard let payload = json[shelf.member], object(payload, path, members: members, required: needed) else { return nil }
        if needed.isEmpty, case .object(let found) = payload.kind, found.isEmpty { add(.empty, path, nil, allowed: .words(members)) }
        return (payload, path)
    }

    mutating func workout(in json: JSON, isCreating: Bool) -> WorkoutFields {
        let members = ["name", "categoryID", "notes"]
        guard let (payload, path) = payload(.workouts, in: json, members: members, needed: isCreating ? ["name"] : []) else {
            return WorkoutFields()
        }
        var fields = WorkoutFields()
        fields.name = name("name", in: payload, path)
        fields.category = choice("categoryID", in: payload, path)
        if payload["notes"]?.kind == .null {
            fields.notes = []
        } else if let notes = string("notes", in: payload, path) {
            fields.notes = notes.unicodeScalars.split(whereSeparator: Name.isLineEnd).map { Name.clean(String($0)) }
                .filter { !Name.isBlank($0) }
        }
        return fields
    }

    // MARK: Routines

    private static let stepMembers = [
        "workoutID", "workoutName", "workSeconds", "sets", "setRestSeconds", "restAfterSeconds", "repGuidance", "eachSide",
    ]

    /// - Parameter current: the routine that is changed: steps that only have a name may stay in it.
    mutating func routine(in json: JSON, isCreating: Bool, current: RoutineDocument?, catalog: Catalog) -> RoutineFields {
        let needed = isCreating ? ["name", "steps"] : []
        guard let (payload, path) = payload(.routines, in: json, members: ["name", "steps"], needed: needed) else { return RoutineFields() }
        var fields = RoutineFields()
        fields.name = name("name", in: payload, path)
        guard let elements = array("steps", in: payload, path, count: Limits.steps) else { return fields }
        let before = faults.count + leftOut
        let unlisted = Dictionary(
            (current?.entries ?? []).filter { $0.step.workoutID == nil }.map { ($0.step.name, $0.step.category) },
            uniquingKeysWith: { first, _ in first })
        let steps = elements.enumerated().compactMap { step($1, path["steps"][$0], isCreating ? nil : unlisted, catalog) }
        guard faults.count + leftOut == before else { return fields }
        let total = Self.total(steps)
        if Limits.totalSeconds.contains(total) {
            fields.steps = steps
        } else {
            add(.total, path["steps"], .whole(total), allowed: .range(Limits.totalSeconds))
        }
        return fields
    }

    /// As a timeline would have it, without making one.
    private static func total(_ steps: [Step]) -> Int {
        steps.reduce(0) { $0 + $1.playedSeconds } - (steps.last?.restAfterSeconds ?? 0)
    }

    private mutating func step(_ json: JSON, _ path: CommandPath, _ unlisted: [String: Category]?, _ catalog: Catalog) -> Step? {
        guard object(json, path, members: Self.stepMembers, required: ["workSeconds"]) else { return nil }
        let work = integer("workSeconds", in: json, path, Limits.workSeconds)
        let sets = integer("sets", in: json, path, Limits.sets) ?? 1
        let setRest = integer("setRestSeconds", in: json, path, Limits.restSeconds) ?? 0
        let rest = integer("restAfterSeconds", in: json, path, Limits.restSeconds) ?? 0
        let reps = integer("repGuidance", in: json, path, Limits.reps, canBeNull: true)
        let eachSide = bool("eachSide", in: json, path) ?? false
        guard var step = movement(json, path, unlisted, catalog), let work else { return nil }
        step.workSeconds = work
        step.sets = sets
        step.setRestSeconds = setRest
        step.restAfterSeconds = rest
        step.repGuidance = reps
        step.eachSide = eachSide
        return step
    }

    private static let workouts = JSON.listed(at: "$.workouts[*].id", BridgeShelf.workouts.manifestPath)

    /// The workout that is meant: by its id, or one that only has a name and stands in the routine already. A name beside an id says
    /// nothing, so that a step can be taken over from the manifest as it stands.
    /// - Parameter unlisted: names that stand in it; nil for a new routine, in which none does.
    private mutating func movement(_ json: JSON, _ path: CommandPath, _ unlisted: [String: Category]?, _ catalog: Catalog) -> Step? {
        if let written = json["workoutID"] {
            _ = json["workoutName"] == nil ? nil : string("workoutName", in: json, path)
            guard let id = string("workoutID", in: json, path) else { return nil }
            if let workout = catalog[id] { return Step(workoutID: workout.id, name: workout.englishName, category: workout.category) }
            add(.unknown, path["workoutID"], written, allowed: Self.workouts, nearest: catalog.nearest(to: id)?.id)
            return nil
        }
        let written = json["workoutName"] == nil ? nil : string("workoutName", in: json, path)
        guard let unlisted, json["workoutName"] != nil else {
            let meant = written.flatMap { catalog.workout(called: $0) ?? catalog.nearest(to: $0) }
            add(.missing, path["workoutID"], allowed: Self.workouts, nearest: meant?.id)
            return nil
        }
        guard let written else { return nil }
        let name = Name.clean(written)
        if let category = unlisted[name] { return Step(name: name, category: category) }
        add(
            .unknown, path["workoutName"], json["workoutName"], allowed: .listed(at: "$.routines[*].steps[*].workoutName"),
            nearest: (catalog.workout(called: name) ?? catalog.nearest(to: name))?.id)
        return nil
    }

    // MARK: Plans

    /// - Parameter current: the plan that is changed: what stands in it may stay, whether or not the routine is there.
    mutating func plan(in json: JSON, isCreating: Bool, current: PlanDocument?, library: Library) -> PlanFields {
        let needed = isCreating ? ["name", "week"] : []
        guard let (payload, path) = payload(.plans, in: json, members: ["name", "week"], needed: needed) else { return PlanFields() }
        var fields = PlanFields()
        fields.name = name("name", in: payload, path)
        let weekPath = path["week"]
        guard let week = payload["week"], object(week, weekPath, members: BridgeDays.names, required: BridgeDays.names) else {
            return fields
        }
        let before = faults.count + leftOut
        let days = BridgeDays.names.map { day in
            (array(day, in: week, weekPath) ?? []).enumerated().map {
                slot($1, weekPath[day][$0], isCreating ? nil : current?.entries ?? [], library)
            }
        }
        let count = days.reduce(0) { $0 + $1.count }
        if !Limits.slots.contains(count) { add(.count, weekPath, .whole(count), allowed: .range(Limits.slots)) }
        if faults.count + leftOut == before { fields.week = days.map { $0.compactMap { $0 } } }
        return fields
    }

    /// - Parameter kept: what stands in the plan; nil for a new one.
    private mutating func slot(_ json: JSON, _ path: CommandPath, _ kept: [PlanDocument.Entry]?, _ library: Library) -> Plan.Slot? {
        guard object(json, path, members: ["routineID", "routineName"], required: []) else { return nil }
        let name = json["routineName"] == nil ? nil : string("routineName", in: json, path)
        if json["routineID"] != nil {
            guard let id = string("routineID", in: json, path) else { return nil }
            if let entry = library.routine(id: id) { return Plan.Slot(routineID: entry.id, routineName: entry.routine.name) }
            if let same = kept?.first(where: { $0.slot.routineID == id }) { return same.slot }
            add(.unknown, path["routineID"], json["routineID"], allowed: .listed(at: BridgeShelf.routines.manifestPath))
            return nil
        }
        guard let kept, json["routineName"] != nil else {
            let meant = name.flatMap { name in library.routines.first { $0.routine.name == name } }
            add(.missing, path["routineID"], allowed: .listed(at: BridgeShelf.routines.manifestPath), nearest: meant?.id)
            return nil
        }
        guard let name else { return nil }
        if let same = kept.first(where: { $0.slot.routineID == nil && $0.slot.routineName == name }) { return same.slot }
        add(.unknown, path["routineName"], json["routineName"], allowed: .listed(at: BridgeShelf.routines.manifestPath))
        return nil
    }
}

extension Step {
    /// Seconds of its work and of all its rests, the one behind it included.
    fileprivate var playedSeconds: Int { workSeconds * sets * (eachSide ? 2 : 1) + setRestSeconds * (sets - 1) + restAfterSeconds }
}
