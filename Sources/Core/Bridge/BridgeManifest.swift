import Library
import Workouts

/// bridge/manifest.json: all that a program needs to know before it proposes something. Names are English and times are the files' own, so
/// that every player writes the same bytes; nothing of sessions is in it, so that playing does not change it.
public enum BridgeManifest {
    /// The bytes that the file should have. One line for each workout, routine and plan.
    public static func bytes(_ store: BridgeStore) -> [UInt8] {
        var writer = ManifestWriter()
        let library = store.library
        writer.member("schemaVersion", .whole(BridgePlaces.schemaVersion))
        writer.member("catalogVersion", .whole(library.catalog.version))
        writer.list("commands", BridgeVerb.allCases) { verb in
            object(("command", text(verb.rawValue)), ("schema", text("\(verb.rawValue).schema.json")))
        }
        writer.member("limits", limits)
        writer.list("categories", Category.allCases) { category in
            object(("id", text(category.rawValue)), ("name", text(store.catalog.name(of: category))))
        }
        let own = Set(library.ownWorkouts.keys)
        writer.list("workouts", store.catalog.workouts.filter { !own.contains($0.id) }) { workout in
            object(
                ("id", text(workout.id)), ("name", text(workout.englishName)), ("categoryID", text(workout.category.rawValue)),
                ("focusAreas", .words(workout.focusAreas)))
        }
        writer.list("customWorkouts", library.ownEntries) { entry in
            let workout = entry.workout
            return object(
                ("id", text(workout.id)), ("name", text(workout.name)), ("categoryID", text(workout.category.rawValue)),
                ("notes", text(workout.notes.joined(separator: "\n"))), ("file", text(entry.path)), ("revision", text(entry.revision)))
        }
        writer.list("routines", library.routines) { routine($0, store.catalog) }
        writer.list("plans", library.plans) { plan($0, isMyWeek: $0.id == library.week?.id) }
        writer.member("myWeek", library.week.map { text($0.id) } ?? JSON(.null))
        return writer.finish()
    }

    private static func routine(_ entry: RoutineEntry, _ catalog: Catalog) -> JSON {
        let steps = entry.routine.steps.map { step -> JSON in
            let name = step.workoutID.flatMap { catalog[$0]?.englishName } ?? step.name
            var members = [("workoutName", text(name)), ("workSeconds", JSON.whole(step.workSeconds)), ("sets", .whole(step.sets))]
            if let id = step.workoutID { members.insert(("workoutID", text(id)), at: 0) }
            members += [
                ("setRestSeconds", .whole(step.setRestSeconds)), ("restAfterSeconds", .whole(step.restAfterSeconds)),
                ("repGuidance", step.repGuidance.map { .whole($0) } ?? JSON(.null)), ("eachSide", JSON(.bool(step.eachSide))),
            ]
            return object(members)
        }
        return object(
            ("id", text(entry.id)), ("name", text(entry.routine.name)), ("file", text(entry.path)), ("revision", text(entry.revision)),
            ("totalSeconds", .whole(entry.totalSeconds)), ("stepCount", .whole(steps.count)), ("steps", JSON(.array(steps))))
    }

    private static func plan(_ entry: PlanEntry, isMyWeek: Bool) -> JSON {
        let week = BridgeDays.names.enumerated().map { index, day in
            let slots = entry.plan.slots(weekday: index + 1).map { slot -> JSON in
                let name = ("routineName", text(slot.routineName))
                return object(slot.routineID.map { [("routineID", text($0)), name] } ?? [name])
            }
            return (day, JSON(.array(slots)))
        }
        return object(
            ("id", text(entry.id)), ("name", text(entry.plan.name)), ("file", text(entry.path)), ("revision", text(entry.revision)),
            ("isMyWeek", JSON(.bool(isMyWeek))), ("week", object(week)))
    }

    private static let limits = object(
        ("workSeconds", .range(Limits.workSeconds)), ("sets", .range(Limits.sets)), ("setRestSeconds", .range(Limits.restSeconds)),
        ("restAfterSeconds", .range(Limits.restSeconds)), ("repGuidance", .range(Limits.reps)), ("nameLetters", .range(Limits.nameLength)),
        ("steps", .range(Limits.steps)), ("totalSeconds", .range(Limits.totalSeconds)), ("slots", .range(Limits.slots)),
        ("fileBytes", .range(1...Limits.fileBytes)))

    private static func text(_ text: String) -> JSON { JSON(.string(text)) }
    private static func text(_ revision: Revision?) -> JSON { revision.map { text($0.description) } ?? JSON(.null) }
    private static func object(_ members: (String, JSON)...) -> JSON { object(members) }
    private static func object(_ members: [(String, JSON)]) -> JSON { JSON(.object(members.map { JSON.Member($0.0, $0.1) })) }
}

/// Writes an object member by member, so that only one routine at a time is there twice.
private struct ManifestWriter {
    private var bytes = Array("{".utf8)
    private var isFirst = true

    mutating func member(_ key: String, _ value: JSON) {
        begin(key)
        bytes += value.printedOnOneLine().utf8
    }

    mutating func list<Element>(_ key: String, _ elements: [Element], _ json: (Element) -> JSON) {
        begin(key)
        bytes += "[".utf8
        for (index, element) in elements.enumerated() {
            bytes += (index == 0 ? "\n    " : ",\n    ").utf8
            bytes += json(element).printedOnOneLine().utf8
        }
        bytes += (elements.isEmpty ? "]" : "\n  ]").utf8
    }

    private mutating func begin(_ key: String) {
        bytes += (isFirst ? "\n  " : ",\n  ").utf8
        isFirst = false
        bytes += JSON(.string(key)).printedOnOneLine().utf8
        bytes += ": ".utf8
    }

    consuming func finish() -> [UInt8] {
        bytes += "\n}\n".utf8
        return bytes
    }
}
