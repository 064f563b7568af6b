import Foundation
import Library
import Records
import Words
import Workouts

/// `stepback list`: what the store holds.
enum ListCommand: Subcommand {
    static let shape = Shape(name: "list", operands: .none, options: [.json, .store, .config])

    static func run(_ arguments: Arguments, _ invocation: Invocation) throws(CommandError) -> Int32 {
        let store = try invocation.openStore()
        let records = Records(store.library.sessions, nowSeconds: nil, calendar: Calendar(identifier: .gregorian))
        if arguments.has(.json) {
            invocation.surroundings.write(JSONText.of(data(store, records)))
            return ExitCode.done
        }
        let words = invocation.words
        let routines = store.library.routines.map { (name: $0.routine.name, line: $0.line(words)) }
        for routine in routines.sorted(by: { ($0.name.lowercased(), $0.line) < ($1.name.lowercased(), $1.line) }) {
            invocation.surroundings.say(routine.line)
        }
        if routines.isEmpty { invocation.surroundings.say(words("list.empty", .text(store.path))) }
        if let week = store.library.week { invocation.surroundings.say(words("list.week", .text(week.plan.name))) }
        let count = store.library.attention.count
        if count > 0 { invocation.surroundings.warn(words("list.attention", .number(count), .text(store.path))) }
        return ExitCode.done
    }

    private static func data(_ store: OpenedStore, _ records: Records) -> [String: Any] {
        [
            "store": store.path, "routines": store.library.routines.map { $0.data(records) },
            "plans": store.library.plans.map { entry in
                ["id": entry.id, "name": entry.plan.name, "file": entry.path, "isMyWeek": entry == store.library.week] as [String: Any]
            },
            "workouts": store.library.ownWorkouts.sorted { $0.key < $1.key }.map { id, path in
                ["id": id, "name": store.library.catalog[id]?.name ?? id, "file": path]
            },
            "sessions": store.library.sessions.count, "filesWithProblems": store.library.attention.map(\.path),
        ]
    }
}

extension RoutineEntry {
    /// "Morning core, 5 steps, 5:30 (routines/morning-core.routine)"
    func line(_ words: Words) -> String {
        words("list.routine", .text(routine.name), .number(routine.steps.count), .text(words.clock(totalSeconds)), .text(path))
    }

    func data(_ records: Records) -> [String: Any] {
        var data: [String: Any] = [
            "id": id, "name": routine.name, "file": path, "steps": routine.steps.count, "totalSeconds": totalSeconds,
            "timesCompleted": records.timesCompleted(id), "activeSeconds": records.activeSeconds(id),
        ]
        data["updatedAt"] = updated
        data["starter"] = starter
        data["lastDone"] = records.lastDone(id).map { Timestamp.text(seconds: $0) }
        return data
    }
}
