/// A session's JSON form: the fields of the data model under their names, with `routineID`, `device`, `steps` and `dateUncertain`.
public enum SessionJSON {
    /// Reads a session from JSON text. `fallbackID` (the file's name without its ending) stands in for an `id` that is not there. The
    /// session is nil when an error is among the problems; every error has its JSON path, or the line where the text is no JSON.
    public static func parse(_ text: String, fallbackID: String) -> (session: Session?, problems: [Problem]) {
        let json: JSON
        do { json = try JSON(parsing: text) } catch { return (nil, [error]) }
        var reader = SessionJSONReader()
        return (reader.read(json, fallbackID: fallbackID), reader.findings.problems)
    }

    /// Reads a session from a file's bytes. `fileName` with its ending gives the id where the file says none.
    public static func read(_ bytes: [UInt8], fileName: String) -> (session: Session?, problems: [Problem]) {
        let decoded: RoutineText.Decoded
        do { decoded = try RoutineText.decode(bytes) } catch { return (nil, [error]) }
        let result = parse(decoded.text, fallbackID: Name.withoutEnding(fileName))
        return (result.session, decoded.problems + result.problems)
    }

    /// A session as JSON text, unknown members included. Numbers beyond their ranges become the nearer end, so that what is written can
    /// be read.
    public static func text(of session: Session) -> String {
        var members = JSONMembers()
        members.add("id", session.id)
        members.add("routineID", session.routineID)
        members.add("routineNameSnapshot", session.routineName)
        members.add("device", session.device)
        members.add("startedAt", Timestamp.text(seconds: session.startedSeconds))
        members.add("endedAt", session.endedSeconds.map(Timestamp.text))
        members.add("wasCompleted", session.wasCompleted)
        let total = (0...Limits.steps.upperBound).clamping(session.totalStepCount)
        members.add("completedStepCount", (0...total).clamping(session.completedStepCount))
        members.add("totalStepCount", total)
        members.add("activeSeconds", Limits.activeSeconds.clamping(session.activeSeconds))
        members.add("planIDSnapshot", session.planID)
        members.add("planNameSnapshot", session.planName)
        if session.isDateUncertain { members.add("dateUncertain", true) }
        if !session.steps.isEmpty { members.add("steps", session.steps.map(step)) }
        return JSON(.object(members.list + session.unknown)).printed()
    }

    private static func step(_ step: Session.StepResult) -> JSON {
        var members = JSONMembers()
        members.add("workoutID", step.workoutID)
        members.add("workoutNameSnapshot", step.name)
        members.add("wasCompleted", step.wasCompleted)
        return JSON(.object(members.list + step.unknown))
    }
}

private struct SessionJSONReader: FieldReader {
    var findings = Findings()

    private static let keys: Set<String> = [
        "id", "routineID", "routineNameSnapshot", "device", "startedAt", "endedAt", "wasCompleted", "completedStepCount",
        "totalStepCount", "activeSeconds", "planIDSnapshot", "planNameSnapshot", "dateUncertain", "steps",
    ]
    private static let stepKeys: Set<String> = ["workoutID", "workoutNameSnapshot", "wasCompleted"]

    mutating func read(_ json: JSON, fallbackID: String) -> Session? {
        guard case .object(let members) = json.kind else {
            error("problem.json.noObject", "$", json)
            return nil
        }
        noteRepeated(members, "$", Self.keys)
        let started = instant("startedAt", in: json)
        if started == nil && !findings.hasErrors { missing("startedAt", "$", json) }
        let active = integer("activeSeconds", in: json, path: "$", range: Limits.activeSeconds)
        if active == nil && json["activeSeconds"] == nil { missing("activeSeconds", "$", json) }
        let total = integer("totalStepCount", in: json, path: "$", range: 0...Limits.steps.upperBound)
        var session = Session(
            id: text("id", in: json, path: "$", canBeNumber: true) ?? fallbackID,
            routineID: reference("routineID", in: json, path: "$") ?? "",
            routineName: text("routineNameSnapshot", in: json, path: "$", canBeNumber: false) ?? "",
            device: text("device", in: json, path: "$", canBeNumber: true) ?? "",
            startedSeconds: started ?? 0, endedSeconds: instant("endedAt", in: json),
            wasCompleted: bool("wasCompleted", in: json, path: "$"),
            completedStepCount: integer("completedStepCount", in: json, path: "$", range: 0...(total ?? Limits.steps.upperBound)) ?? 0,
            totalStepCount: total ?? 0, activeSeconds: active ?? 0,
            planID: reference("planIDSnapshot", in: json, path: "$"),
            planName: text("planNameSnapshot", in: json, path: "$", canBeNumber: false), steps: steps(in: json),
            isDateUncertain: bool("dateUncertain", in: json, path: "$"))
        session.totalStepCount = max(session.totalStepCount, session.completedStepCount)
        session.unknown = members.filter { !Self.keys.contains($0.key) }
        return findings.hasErrors ? nil : session
    }

    private mutating func instant(_ key: String, in json: JSON) -> Int? {
        guard let written = text(key, in: json, path: "$", canBeNumber: false) else { return nil }
        if let seconds = Timestamp.seconds(written) { return seconds }
        error("problem.json.date", "$." + key, json[key] ?? json, .text(key), .quoted(written))
        return nil
    }

    private mutating func steps(in json: JSON) -> [Session.StepResult] {
        guard let value = json["steps"], value.kind != .null else { return [] }
        guard case .array(let elements) = value.kind else {
            error("problem.json.type", "$.steps", value, .text("steps"), .quoted(value.excerpt))
            return []
        }
        guard elements.count <= Limits.steps.upperBound else {
            error("problem.tooManySteps", "$.steps", value, .number(Limits.steps.upperBound))
            return []
        }
        var steps: [Session.StepResult] = []
        for (index, element) in elements.enumerated() {
            if findings.isCut && findings.hasErrors { break }
            let path = "$.steps[\(index)]"
            guard case .object(let members) = element.kind else {
                error("problem.json.noObject", path, element)
                continue
            }
            noteRepeated(members, path, Self.stepKeys)
            var step = Session.StepResult(
                workoutID: identifier("workoutID", in: element, path: path),
                name: text("workoutNameSnapshot", in: element, path: path, canBeNumber: false) ?? "",
                wasCompleted: bool("wasCompleted", in: element, path: path))
            step.unknown = members.filter { !Self.stepKeys.contains($0.key) }
            steps.append(step)
        }
        return steps
    }
}
