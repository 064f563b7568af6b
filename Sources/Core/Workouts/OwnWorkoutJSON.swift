/// The JSON form of a person's own workout: the fields of the data model under their names.
public enum OwnWorkoutJSON {
    /// Reads a workout from JSON text. `fallbackID` (the file's path below workouts/) stands in for an id that the file does not say.
    /// Every error has its JSON path, or the line where the text is no JSON.
    public static func parse(_ text: String, fallbackID: String) -> OwnWorkoutReading {
        let json: JSON
        do { json = try JSON(parsing: text) } catch { return OwnWorkoutReading(workout: nil, document: nil, problems: [error]) }
        var reader = OwnWorkoutJSONReader()
        let document = reader.read(json)
        return OwnWorkoutReading(workout: document?.workout(fallbackID: fallbackID), document: document, problems: reader.findings.problems)
    }

    /// Reads a workout from a file's bytes. `fallbackID` as in `parse`.
    public static func read(_ bytes: [UInt8], fallbackID: String) -> OwnWorkoutReading {
        let decoded: RoutineText.Decoded
        do { decoded = try RoutineText.decode(bytes) } catch { return OwnWorkoutReading(workout: nil, document: nil, problems: [error]) }
        var reading = parse(decoded.text, fallbackID: fallbackID)
        reading.problems = decoded.problems + reading.problems
        return reading
    }

    /// A document as JSON text, unknown members included.
    public static func text(of document: OwnWorkoutDocument) -> String {
        var members = JSONMembers()
        members.add("id", document.id)
        members.add("name", document.name)
        members.add("categoryID", document.category?.rawValue ?? document.unknownCategory)
        if !document.notes.isEmpty { members.add("notes", document.notes.joined(separator: "\n")) }
        if !document.formerNames.isEmpty { members.add("formerNames", document.formerNames.map { JSON(.string($0)) }) }
        members.add("createdAt", document.created)
        members.add("updatedAt", document.updated)
        return JSON(.object(members.list + document.unknown)).printed()
    }
}

private struct OwnWorkoutJSONReader: FieldReader {
    var findings = Findings()

    private static let keys: Set<String> = ["id", "name", "categoryID", "notes", "formerNames", "createdAt", "updatedAt"]

    mutating func read(_ json: JSON) -> OwnWorkoutDocument? {
        guard case .object(let members) = json.kind else {
            error("problem.json.noObject", "$", json)
            return nil
        }
        noteRepeated(members, "$", Self.keys)
        let name = text("name", in: json, path: "$", canBeNumber: false)
        if name == nil, !findings.hasErrors { missing("name", "$", json) }
        var document = OwnWorkoutDocument(name: name ?? "")
        document.id = text("id", in: json, path: "$", canBeNumber: true)
        document.category = category(in: json, path: "$")
        if document.category == nil { document.unknownCategory = json["categoryID"]?.string }
        document.notes = notes(in: json, path: "$")
        document.formerNames = formerNames(in: json)
        document.created = date("createdAt", in: json)
        document.updated = date("updatedAt", in: json)
        document.unknown = members.filter { !Self.keys.contains($0.key) }
        return findings.hasErrors ? nil : document
    }

    /// Texts among the elements of the list; what else stands there means nothing.
    private func formerNames(in json: JSON) -> [String] {
        guard case .array(let elements)? = json["formerNames"]?.kind else { return [] }
        return elements.compactMap(\.string).map(Name.clean).filter { !Name.isBlank($0) && !Name.isTooLong($0) }
            .prefix(OwnWorkoutDocument.mostFormerNames).map { $0 }
    }
}
