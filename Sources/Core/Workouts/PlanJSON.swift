/// A plan's JSON form: the fields of the data model under their names, the slots in one list.
public enum PlanJSON {
    /// Reads a plan from JSON text. `fallbackName` (the file's name without its ending) and `fallbackID` (its path below plans/) stand in
    /// for what the file does not say. Every error has its JSON path, or the line where the text is no JSON.
    public static func parse(_ text: String, fallbackName: String, fallbackID: String) -> PlanReading {
        let json: JSON
        do { json = try JSON(parsing: text) } catch { return PlanReading(plan: nil, document: nil, problems: [error]) }
        var reader = PlanJSONReader()
        let document = reader.read(json)
        let name = Name.clean(fallbackName)
        let plan = document?.plan(fallbackID: fallbackID, fallbackName: name.isEmpty ? "-" : name)
        return PlanReading(plan: plan, document: document, slotPlaces: reader.places, problems: reader.findings.problems)
    }

    /// Reads a plan from a file's bytes. `fileName` with its ending, `fallbackID` as in `parse`.
    public static func read(_ bytes: [UInt8], fileName: String, fallbackID: String) -> PlanReading {
        let decoded: RoutineText.Decoded
        do { decoded = try RoutineText.decode(bytes) } catch { return PlanReading(plan: nil, document: nil, problems: [error]) }
        var reading = parse(decoded.text, fallbackName: Name.withoutEnding(fileName), fallbackID: fallbackID)
        reading.problems = decoded.problems + reading.problems
        return reading
    }

    /// A document as JSON text, unknown members of the plan and of its slots included, refused slots at the end.
    public static func text(of document: PlanDocument) -> String {
        var members = JSONMembers()
        members.add("id", document.id)
        members.add("name", document.name)
        members.add("createdAt", document.created)
        members.add("updatedAt", document.updated)
        members.add("isActive", document.isActive)
        var slots: [JSON] = []
        for weekday in 1...7 {
            for (index, entry) in document.entries.filter({ $0.weekday == weekday }).enumerated() {
                var members = JSONMembers()
                members.add("weekdayLabelIndex", weekday)
                members.add("sortIndex", index)
                members.add("routineID", entry.slot.routineID)
                members.add("routineNameSnapshot", entry.slot.routineName)
                slots.append(JSON(.object(members.list + entry.unknown)))
            }
        }
        members.add("slots", slots + document.refused)
        return JSON(.object(members.list + document.unknown)).printed()
    }
}

private struct PlanJSONReader: FieldReader {
    var findings = Findings()
    /// Where each slot stands, as `PlanReading.slotPlaces`.
    private(set) var places: [[Problem.Place]] = []

    private static let keys: Set<String> = ["id", "name", "createdAt", "updatedAt", "isActive", "slots"]
    private static let slotKeys: Set<String> = ["weekdayLabelIndex", "sortIndex", "routineID", "routineNameSnapshot"]

    mutating func read(_ json: JSON) -> PlanDocument? {
        guard case .object(let members) = json.kind else {
            error("problem.json.noObject", "$", json)
            return nil
        }
        noteRepeated(members, "$", Self.keys)
        var document = PlanDocument()
        document.id = text("id", in: json, path: "$", canBeNumber: true)
        document.name = text("name", in: json, path: "$", canBeNumber: false)
        document.created = date("createdAt", in: json)
        document.updated = date("updatedAt", in: json)
        document.isActive = bool("isActive", in: json, path: "$")
        document.unknown = members.filter { !Self.keys.contains($0.key) }
        guard let slots = json["slots"] else {
            missing("slots", "$", json)
            return nil
        }
        guard case .array(let elements) = slots.kind else {
            error("problem.json.type", "$.slots", slots, .text("slots"), .quoted(slots.excerpt))
            return nil
        }
        guard Limits.slots.contains(elements.count) else {
            error("problem.plan.tooManySlots", "$.slots", slots, .number(Limits.slots.upperBound))
            return nil
        }
        // From here on an error costs its slot and nothing else.
        if findings.hasErrors { return nil }
        if document.name == nil { note("problem.plan.noName", "$.name", json) }
        read(elements, into: &document)
        return document
    }

    private mutating func read(_ elements: [JSON], into document: inout PlanDocument) {
        var read: [(sortIndex: Int?, entry: PlanDocument.Entry, place: Problem.Place)] = []
        for (index, element) in elements.enumerated() {
            let path = "$.slots[\(index)]"
            if let slot = slot(element, path: path) {
                read.append((slot.sortIndex, slot.entry, .path(path, line: element.line)))
            } else {
                document.refused.append(element)
            }
        }
        for weekday in 1...7 {
            var day = read.filter { $0.entry.weekday == weekday }
            // In sortIndex order when every slot of the day has one; equal ones stay in the list's order.
            if day.allSatisfy({ $0.sortIndex != nil }) {
                day = day.enumerated().sorted { ($0.element.sortIndex ?? 0, $0.offset) < ($1.element.sortIndex ?? 0, $1.offset) }
                    .map(\.element)
            }
            document.entries += day.map(\.entry)
            places.append(day.map(\.place))
        }
    }

    /// Nil when the slot is refused; why is among the findings.
    private mutating func slot(_ json: JSON, path: String) -> (sortIndex: Int?, entry: PlanDocument.Entry)? {
        guard case .object(let members) = json.kind else {
            error("problem.json.noObject", path, json)
            return nil
        }
        noteRepeated(members, path, Self.slotKeys)
        var own = SlotFields()
        let weekday = own.integer("weekdayLabelIndex", in: json, path: path, range: 1...7)
        if weekday == nil, !own.findings.hasErrors { own.missing("weekdayLabelIndex", path, json) }
        let sortIndex = own.integer("sortIndex", in: json, path: path, range: -1_000_000_000...1_000_000_000)
        let routineID = own.reference("routineID", in: json, path: path)
        let name = own.text("routineNameSnapshot", in: json, path: path, canBeNumber: false)
        if routineID == nil, !own.findings.hasErrors {
            if let name {
                own.note("problem.plan.noRoutine", path + ".routineID", json["routineID"] ?? json, .quoted(name))
            } else {
                own.missing("routineID", path, json)
            }
        }
        for problem in own.findings.problems { findings.add(problem) }
        guard !own.findings.hasErrors, let weekday else { return nil }
        var entry = PlanDocument.Entry(weekday: weekday, slot: Plan.Slot(routineID: routineID, routineName: name ?? routineID ?? ""))
        entry.unknown = members.filter { !Self.slotKeys.contains($0.key) }
        return (sortIndex, entry)
    }
}

/// The findings of one slot, apart from those of its plan: its errors decide about it alone.
private struct SlotFields: FieldReader {
    var findings = Findings()
}
