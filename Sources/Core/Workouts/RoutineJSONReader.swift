/// From a JSON tree to a document. Every number is compared with its range before it is used.
struct RoutineJSONReader: FieldReader {
    let catalog: Catalog
    var findings = Findings()
    private(set) var document = RoutineDocument()
    /// The ids and names that are known to be unknown: one of them on fifty steps is one thing to mend.
    private var told: Set<[String]> = []

    init(catalog: Catalog) { self.catalog = catalog }

    mutating func read(_ json: JSON) -> RoutineDocument? {
        guard case .object(let members) = json.kind else {
            error("problem.json.noObject", "$", json)
            return nil
        }
        noteRepeated(members, "$", Self.routineKeys)
        document.id = text("id", in: json, path: "$", canBeNumber: true)
        document.name = text("name", in: json, path: "$", canBeNumber: false)
        document.created = date("createdAt", in: json)
        document.updated = date("updatedAt", in: json)
        document.starter = text("seedIdentifier", in: json, path: "$", canBeNumber: false)
        document.category = category(in: json, path: "$")
        if document.category == nil { document.unknownCategory = json["categoryID"]?.string }
        document.notes = notes(in: json, path: "$")
        document.unknown = members.filter { !Self.routineKeys.contains($0.key) }
        guard let steps = json["steps"] else {
            error("problem.json.noSteps", "$.steps", json)
            return nil
        }
        guard case .array(let elements) = steps.kind else {
            error("problem.json.type", "$.steps", steps, .text("steps"), .quoted(steps.excerpt))
            return nil
        }
        guard Limits.steps.contains(elements.count) else {
            if elements.isEmpty {
                error("problem.json.noSteps", "$.steps", steps)
            } else {
                error("problem.tooManySteps", "$.steps", steps, .number(Limits.steps.upperBound))
            }
            return nil
        }
        if document.name == nil, !findings.hasErrors { note("problem.json.noName", "$.name", json) }
        read(elements)
        return findings.hasErrors ? nil : document
    }

    private static let routineKeys: Set<String> = [
        "id", "name", "createdAt", "updatedAt", "seedIdentifier", "categoryID", "notes", "steps",
    ]
    private static let stepKeys: Set<String> = [
        "sortIndex", "workoutID", "workoutNameSnapshot", "workSeconds", "sets", "setRestSeconds", "restAfterSeconds", "repGuidance",
        "eachSide", "categoryID",
        "notes",
    ]

    // MARK: Steps

    private mutating func read(_ elements: [JSON]) {
        var entries: [(sortIndex: Int?, entry: RoutineDocument.Entry)] = []
        entries.reserveCapacity(elements.count)
        var total = 0
        for (index, element) in elements.enumerated() {
            if findings.isCut && findings.hasErrors { return }
            let path = "$.steps[\(index)]"
            guard case .object(let members) = element.kind else {
                error("problem.json.noObject", path, element)
                continue
            }
            noteRepeated(members, path, Self.stepKeys)
            var entry = RoutineDocument.Entry(step(element, path: path))
            entry.notes = notes(in: element, path: path)
            entry.unknown = members.filter { !Self.stepKeys.contains($0.key) }
            if let category = element["categoryID"]?.string, Category(rawValue: Name.clean(category)) == nil {
                entry.unknownCategory = category
            }
            if entry.step.workoutID == nil { entry.unknownWorkoutID = element["workoutID"]?.string }
            entries.append((integer("sortIndex", in: element, path: path, range: -1_000_000_000...1_000_000_000), entry))
            if total <= Limits.totalSeconds.upperBound, total + entry.step.workedSeconds > Limits.totalSeconds.upperBound {
                error("problem.total", path, element, .number(Limits.totalSeconds.upperBound))
            }
            total += entry.step.workedSeconds + entry.step.restAfterSeconds
        }
        // In sortIndex order when every step has one; equal ones stay in the array's order.
        if entries.allSatisfy({ $0.sortIndex != nil }) {
            let order = entries.indices.sorted { (entries[$0].sortIndex ?? 0, $0) < (entries[$1].sortIndex ?? 0, $1) }
            document.entries = order.map { entries[$0].entry }
        } else {
            document.entries = entries.map(\.entry)
        }
    }

    private mutating func step(_ json: JSON, path: String) -> Step {
        var step = named(json, path: path)
        if let work = integer("workSeconds", in: json, path: path, range: Limits.workSeconds) {
            step.workSeconds = work
        } else if json["workSeconds"] == nil {
            note("problem.json.noTime", path + ".workSeconds", json, catalog.said(of: step), .number(step.workSeconds))
        }
        step.sets = integer("sets", in: json, path: path, range: Limits.sets) ?? 1
        step.setRestSeconds = integer("setRestSeconds", in: json, path: path, range: Limits.restSeconds) ?? 0
        step.restAfterSeconds = integer("restAfterSeconds", in: json, path: path, range: Limits.restSeconds) ?? 0
        step.repGuidance = integer("repGuidance", in: json, path: path, range: Limits.reps)
        step.eachSide = bool("eachSide", in: json, path: path)
        return step
    }

    private mutating func named(_ json: JSON, path: String) -> Step {
        let id = identifier("workoutID", in: json, path: path) ?? ""
        if let workout = catalog[id] {
            _ = text("workoutNameSnapshot", in: json, path: path, canBeNumber: false)
            return Step(workoutID: workout.id, name: workout.name, category: workout.category)
        }
        let category = category(in: json, path: path) ?? document.category ?? .fullBody
        guard let name = text("workoutNameSnapshot", in: json, path: path, canBeNumber: false) else {
            if id.isEmpty {
                note(
                    "problem.json.namelessStep", path + ".workoutNameSnapshot", json["workoutNameSnapshot"] ?? json,
                    .named(key: category.nameKey, english: category.rawValue))
            } else {
                tellUnknown(id, name: "", shown: .named(key: category.nameKey, english: category.rawValue), json, path: path)
            }
            return Step(name: catalog.name(of: category), category: category)
        }
        // An id that is gone, under a name that the gallery has: its workout was given another id.
        if let workout = catalog.workout(named: name) { return Step(workoutID: workout.id, name: workout.name, category: workout.category) }
        tellUnknown(id, name: name, shown: .quoted(name), json, path: path)
        return Step(name: name, category: category)
    }

    /// A note on an id, or where there is none a name, that the gallery does not know: once for each.
    /// - Parameter shown: what the step is called.
    private mutating func tellUnknown(_ id: String, name: String, shown: Message.Argument, _ json: JSON, path: String) {
        guard told.insert([id, Folding.key(name)]).inserted else { return }
        let field = id.isEmpty ? "workoutNameSnapshot" : "workoutID"
        let place = path + "." + field
        let written = json[field] ?? json
        if !findings.isFull, let nearest = nearest(to: id, name: name) {
            let line = Problem.Place.path(place, line: written.line)
            let said: Message.Argument = .quoted(id.isEmpty ? name : id)
            findings.add(.note("problem.unknownNear", at: line, said, nearest.said, suggestion: nearest.id))
        } else if id.isEmpty {
            note("problem.unknown", place, written, .quoted(name))
        } else {
            note("problem.json.unknownID", place, written, .quoted(id), shown)
        }
    }

    private func nearest(to id: String, name: String) -> Workout? {
        let byID = id.isEmpty ? nil : catalog.nearest(to: id)
        if name.isEmpty || byID != nil { return byID }
        return catalog.workout(called: name) ?? catalog.nearest(to: name)
    }
}
