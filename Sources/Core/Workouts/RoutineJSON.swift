/// A routine's JSON form: the fields of the data model under their names.
public enum RoutineJSON {
    /// Reads a routine from JSON text. Arguments and result as `RoutineText.parse`; every error has its JSON path, or the line where
    /// the text is no JSON.
    public static func parse(_ text: String, fallbackName: String, fallbackID: String? = nil, catalog: Catalog) -> Reading {
        let json: JSON
        do { json = try JSON(parsing: text) } catch { return Reading(routine: nil, document: nil, problems: [error]) }
        var reader = RoutineJSONReader(catalog: catalog)
        let document = reader.read(json)
        let name = reader.document.name
        guard let document else { return Reading(routine: nil, document: nil, problems: reader.findings.problems, name: name) }
        let fallback = Name.clean(fallbackName)
        let routine = document.routine(fallbackID: fallbackID ?? fallbackName, fallbackName: fallback.isEmpty ? "-" : fallback)
        return Reading(routine: routine, document: document, problems: reader.findings.problems, name: name)
    }

    /// A document as JSON text, unknown members of its routine and steps included. Comments have no place in JSON and are left out.
    public static func text(of document: RoutineDocument) -> String {
        var members = JSONMembers()
        members.add("id", document.id)
        members.add("name", document.name)
        members.add("createdAt", document.created)
        members.add("updatedAt", document.updated)
        members.add("seedIdentifier", document.starter)
        members.add("categoryID", document.category?.rawValue ?? document.unknownCategory)
        if !document.notes.isEmpty { members.add("notes", document.notes.joined(separator: "\n")) }
        let head = members
        func printed(isTerse: Bool) -> String {
            var members = head
            members.add("steps", document.entries.enumerated().map { step($1, sortIndex: $0, in: document, isTerse: isTerse) })
            let json = JSON(.object(members.list + document.unknown))
            return isTerse ? json.printedOnOneLine() + "\n" : json.printed()
        }
        let text = printed(isTerse: false)
        // One that nobody would read any more, written so, goes on one line and says nothing that goes without saying.
        return text.utf8.count <= Limits.fileBytes ? text : printed(isTerse: true)
    }

    private static func step(_ entry: RoutineDocument.Entry, sortIndex: Int, in document: RoutineDocument, isTerse: Bool) -> JSON {
        let step = entry.step
        var members = JSONMembers()
        if !isTerse { members.add("sortIndex", sortIndex) }
        members.add("workoutID", step.workoutID ?? entry.unknownWorkoutID ?? "")
        members.add("workoutNameSnapshot", step.name)
        members.add("workSeconds", step.workSeconds)
        if !isTerse || step.sets != 1 { members.add("sets", step.sets) }
        if !isTerse || step.setRestSeconds != 0 { members.add("setRestSeconds", step.setRestSeconds) }
        if !isTerse || step.restAfterSeconds != 0 { members.add("restAfterSeconds", step.restAfterSeconds) }
        if let reps = step.repGuidance { members.add("repGuidance", reps) }
        if step.eachSide { members.add("eachSide", true) }
        if step.workoutID == nil, step.category != document.category ?? .fullBody {
            members.add("categoryID", step.category.rawValue)
        } else {
            members.add("categoryID", entry.unknownCategory)
        }
        if !entry.notes.isEmpty { members.add("notes", entry.notes.joined(separator: "\n")) }
        return JSON(.object(members.list + entry.unknown))
    }
}

/// Reads a routine's file of either form.
public enum RoutineFile {
    /// From a file's bytes. `fileName` with its ending chooses the form: `.json`, anything else is text. `fallbackID` is the file's path
    /// below routines/, for a routine that has no id of its own. Size: compare with `Limits.fileBytes` before reading.
    public static func read(_ bytes: [UInt8], fileName: String, fallbackID: String? = nil, catalog: Catalog) -> Reading {
        let decoded: RoutineText.Decoded
        do { decoded = try RoutineText.decode(bytes) } catch { return Reading(routine: nil, document: nil, problems: [error]) }
        let isNamedJSON = Self.isNamedJSON(fileName)
        let isJSON = isNamedJSON || Self.looksLikeJSON(decoded.text)
        let name = Name.withoutEnding(fileName)
        let id = fallbackID ?? fileName
        var reading =
            isJSON
            ? RoutineJSON.parse(decoded.text, fallbackName: name, fallbackID: id, catalog: catalog)
            : RoutineText.parse(decoded.text, fallbackName: name, fallbackID: id, catalog: catalog)
        if isJSON && !isNamedJSON { reading.problems.insert(.note("problem.file.isJSON", at: .line(1)), at: 0) }
        reading.problems = decoded.problems + reading.problems
        return reading
    }

    /// The form that `read` takes a file's bytes for.
    public static func isJSON(_ bytes: [UInt8], fileName: String) -> Bool {
        // What is no text is no routine in either form.
        isNamedJSON(fileName) || (try? RoutineText.decode(bytes).text).map(looksLikeJSON) ?? false
    }

    private static func isNamedJSON(_ fileName: String) -> Bool {
        fileName.lastIndex(of: ".").map { fileName[$0...].lowercased() == ".json" } ?? false
    }

    /// JSON under another ending is JSON all the same; a routine's text never begins with a brace.
    private static func looksLikeJSON(_ text: String) -> Bool { text.first { !$0.isWhitespace } == "{" }
}
