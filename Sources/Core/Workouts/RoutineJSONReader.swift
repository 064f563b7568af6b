/// From a JSON tree to a document. Every number is compared with its range before it is used.
struct RoutineJSONReader {
    let catalog: Catalog
    var findings = Findings()
    private var document = RoutineDocument()

    init(catalog: Catalog) { self.catalog = catalog }

    mutating func read(_ json: JSON) -> RoutineDocument? {
        guard case .object(let members) = json.kind else {
            error("problem.json.noObject", "$", json)
            return nil
        }
        noteRepeated(members, "$", json)
        document.id = text("id", in: json, path: "$", canBeNumber: true)
        document.name = text("name", in: json, path: "$", canBeNumber: false)
        document.created = date("createdAt", in: json)
        document.updated = date("updatedAt", in: json)
        document.starter = text("seedIdentifier", in: json, path: "$", canBeNumber: false)
        document.category = category(in: json, path: "$")
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
            if findings.isFull && findings.hasErrors { return }
            let path = "$.steps[\(index)]"
            guard case .object(let members) = element.kind else {
                error("problem.json.noObject", path, element)
                continue
            }
            noteRepeated(members, path, element)
            var entry = RoutineDocument.Entry(step(element, path: path))
            entry.notes = notes(in: element, path: path)
            entry.unknown = members.filter { !Self.stepKeys.contains($0.key) }
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
            note("problem.noTime", path + ".workSeconds", json, .quoted(step.name), .number(step.workSeconds))
        }
        step.sets = integer("sets", in: json, path: path, range: Limits.sets) ?? 1
        step.setRestSeconds = integer("setRestSeconds", in: json, path: path, range: Limits.restSeconds) ?? 0
        step.restAfterSeconds = integer("restAfterSeconds", in: json, path: path, range: Limits.restSeconds) ?? 0
        step.repGuidance = integer("repGuidance", in: json, path: path, range: Limits.reps)
        step.eachSide = bool("eachSide", in: json, path: path)
        return step
    }

    private mutating func named(_ json: JSON, path: String) -> Step {
        let id = text("workoutID", in: json, path: path, canBeNumber: true) ?? ""
        if let workout = catalog[id] {
            _ = text("workoutNameSnapshot", in: json, path: path, canBeNumber: false)
            return Step(workoutID: workout.id, name: workout.name, category: workout.category)
        }
        let category = category(in: json, path: path) ?? document.category ?? .fullBody
        guard let name = text("workoutNameSnapshot", in: json, path: path, canBeNumber: false) else {
            note(
                "problem.json.namelessStep", path + ".workoutNameSnapshot", json["workoutNameSnapshot"] ?? json,
                .text(catalog.name(of: category)))
            return Step(name: catalog.name(of: category), category: category)
        }
        // An id that is gone, under a name that the gallery has: its workout was given another id.
        if let workout = catalog.workout(named: name) { return Step(workoutID: workout.id, name: workout.name, category: workout.category) }
        let written = json["workoutID"] ?? json["workoutNameSnapshot"] ?? json
        let place = path + (id.isEmpty ? ".workoutNameSnapshot" : ".workoutID")
        if !findings.isFull {
            let nearest = (id.isEmpty ? nil : catalog.nearest(to: id)) ?? catalog.workout(called: name) ?? catalog.nearest(to: name)
            if let nearest {
                findings.add(
                    .note(
                        "problem.unknownNear", at: .path(place, line: written.line), .quoted(id.isEmpty ? name : id), .text(nearest.name),
                        suggestion: nearest.id))
            } else {
                note("problem.unknown", place, written, .quoted(id.isEmpty ? name : id))
            }
        }
        return Step(name: name, category: category)
    }

    // MARK: Members

    /// The cleaned text of a member; nil when there is none or it is blank.
    private mutating func text(_ key: String, in json: JSON, path: String, canBeNumber: Bool) -> String? {
        guard let value = json[key], value.kind != .null else { return nil }
        let written: String
        switch value.kind {
        case .string(let text): written = Name.clean(text)
        case .number(let number) where canBeNumber:
            note("problem.json.textNumber", path + "." + key, value, .text(key), .quoted(number))
            written = number
        default:
            error("problem.json.type", path + "." + key, value, .text(key), .quoted(value.excerpt))
            return nil
        }
        if Name.isTooLong(written) {
            error(
                "problem.nameTooLong", path + "." + key, value, .quoted(written), .number(Name.letters(written)),
                .number(Limits.nameLength.upperBound))
            return nil
        }
        return Name.isBlank(written) ? nil : written
    }

    private mutating func date(_ key: String, in json: JSON) -> String? {
        guard let text = text(key, in: json, path: "$", canBeNumber: false) else { return nil }
        if !Timestamp.isValid(text) { note("problem.updated", "$." + key, json[key] ?? json, .quoted(text)) }
        return text
    }

    private mutating func notes(in json: JSON, path: String) -> [String] {
        guard let value = json["notes"], value.kind != .null else { return [] }
        guard case .string(let text) = value.kind else {
            error("problem.json.type", path + ".notes", value, .text("notes"), .quoted(value.excerpt))
            return []
        }
        return text.unicodeScalars.split(whereSeparator: Name.isLineEnd).map { Name.clean(String($0)) }.filter { !Name.isBlank($0) }
    }

    private mutating func category(in json: JSON, path: String) -> Category? {
        guard let text = text("categoryID", in: json, path: path, canBeNumber: false) else { return nil }
        if let category = Category(rawValue: text) { return category }
        note(
            "problem.category", path + ".categoryID", json["categoryID"] ?? json, .quoted(text),
            .text(Category.allCases.map(\.rawValue).joined(separator: ", ")))
        return nil
    }

    private mutating func bool(_ key: String, in json: JSON, path: String) -> Bool {
        guard let value = json[key] else { return false }
        switch value.kind {
        case .null: return false
        case .bool(let bool): return bool
        case .string("true"), .string("false"):
            note("problem.json.numberText", path + "." + key, value, .text(key), .quoted(value.excerpt))
            return value.string == "true"
        default:
            error("problem.json.bool", path + "." + key, value, .text(key), .quoted(value.excerpt))
            return false
        }
    }

    /// A whole number in its range; nil when there is none or it is refused.
    private mutating func integer(_ key: String, in json: JSON, path: String, range: ClosedRange<Int>) -> Int? {
        guard let value = json[key] else { return nil }
        let written: String
        switch value.kind {
        case .null: return nil
        case .number(let number): written = number
        case .string(let text):
            written = Name.clean(text)
            guard DecimalNumber.isNumber(written) else { fallthrough }
            note("problem.json.numberText", path + "." + key, value, .text(key), .quoted(written))
        default:
            error("problem.json.type", path + "." + key, value, .text(key), .quoted(value.excerpt))
            return nil
        }
        guard let number = DecimalNumber.whole(written), range.contains(number) else {
            error(
                "problem.json.range", path + "." + key, value, .text(key), .quoted(written), .number(range.lowerBound),
                .number(range.upperBound))
            return nil
        }
        return number
    }

    // MARK: Saying

    private mutating func noteRepeated(_ members: [JSON.Member], _ path: String, _ json: JSON) {
        var seen: Set<String> = []
        for member in members
        where !seen.insert(member.key).inserted && (Self.routineKeys.contains(member.key) || Self.stepKeys.contains(member.key)) {
            note("problem.json.twice", path + "." + member.key, member.value, .text(member.key))
        }
    }

    private mutating func note(_ key: String, _ path: String, _ json: JSON, _ arguments: Message.Argument...) {
        findings.add(Problem(.note, key, at: .path(path, line: json.line), arguments))
    }

    private mutating func error(_ key: String, _ path: String, _ json: JSON, _ arguments: Message.Argument...) {
        findings.add(Problem(.error, key, at: .path(path, line: json.line), arguments))
    }
}

extension JSON {
    /// What stands there, in a few letters, for what is said about it.
    var excerpt: String {
        switch kind {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let text), .string(let text): text
        case .array: "[…]"
        case .object: "{…}"
        }
    }
}
