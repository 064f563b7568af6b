import Foundation
import Library
import Records
import Store
import Words
import Workouts

/// `stepback show ROUTINE`: one routine of the store, as it would be written, with what is doubtful in it.
enum ShowCommand: Subcommand {
    static let shape = Shape(name: "show", operands: .one(place: "place.routine"), options: [.json, .store, .config])

    static func run(_ arguments: Arguments, _ invocation: Invocation) throws(CommandError) -> Int32 {
        let store = try invocation.openStore()
        let entry = try invocation.entry(called: arguments.operands[0], in: store)
        if arguments.has(.json) {
            invocation.surroundings.write(JSONText.of(data(entry, store, invocation.words)))
            return ExitCode.done
        }
        invocation.surroundings.say(entry.line(invocation.words))
        invocation.surroundings.say("")
        invocation.surroundings.write(text(entry, store))
        let notes = entry.notes.map { $0.sentence(entry.path, invocation.words) }
        if !notes.isEmpty { invocation.surroundings.say("") }
        for note in notes { invocation.surroundings.say(note) }
        return ExitCode.done
    }

    /// In canonical form, with the person's own comments where the file still says the same.
    private static func text(_ entry: RoutineEntry, _ store: OpenedStore) -> String {
        let catalog = store.library.catalog
        if let bytes = store.folder.contents(of: entry.path) {
            let name = entry.path.split(separator: "/").last.map(String.init) ?? entry.path
            let reading = RoutineFile.read(bytes, fileName: name, fallbackID: entry.id, catalog: catalog)
            if let document = reading.document, reading.routine == entry.routine { return RoutineText.text(of: document, catalog: catalog) }
        }
        return RoutineText.text(of: RoutineDocument(entry.routine), catalog: catalog)
    }

    private static func data(_ entry: RoutineEntry, _ store: OpenedStore, _ words: Words) -> [String: Any] {
        let records = Records(store.library.sessions, nowSeconds: nil, calendar: Calendar(identifier: .gregorian))
        var data = entry.data(records)
        data["steps"] = entry.routine.steps.map { step in
            var data: [String: Any] = [
                "name": step.name, "category": step.category.rawValue, "workSeconds": step.workSeconds, "sets": step.sets,
                "setRestSeconds": step.setRestSeconds, "restAfterSeconds": step.restAfterSeconds, "eachSide": step.eachSide,
            ]
            data["workoutID"] = step.workoutID
            data["repGuidance"] = step.repGuidance
            return data
        }
        data["notes"] = entry.notes.map { $0.data(words) }
        return data
    }
}
