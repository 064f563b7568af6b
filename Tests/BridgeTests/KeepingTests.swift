import Bridge
import Foundation
import Library
import TestSupport
import Testing
import Workouts

/// What people wrote stays as they wrote it, and what is told is what is there.
@Suite struct KeepingTests {
    private func update(_ store: MemoryStore, _ path: String, _ id: String, _ routine: String, issued: Bool = false) throws -> BridgeVerdict
    {
        let bytes = try #require(store.files[path])
        let date = issued ? #""issuedAt": "2026-05-01T00:00:00Z", "# : ""
        let text =
            #"{"schemaVersion": 1, "commandId": "x", "command": "updateRoutine", \#(date)"id": "\#(id)", "#
            + #""revision": "\#(Revision(of: bytes))", "routine": \#(routine)}"#
        return store.verdict(BridgeSubmission(Array(text.utf8)))
    }

    @Test func anotherNameChangesNoOtherLineOfAText() throws {
        let after = "Squat   30s x3, rest 10s  # in line\r\nthen 15s rest\n# mid\nPlank 40s\nWobble foo 20s each side ~12 reps\n# end\n"
        for (before, name, expected) in [
            ("# my header\nEvening # mine\n# before\n" + after, "Night", "# my header\nNight # mine\n# before\n" + after),
            ("name: Evening\n" + after, "Night", "name: Night\n" + after),
            ("name: \"Evening\"\r\n" + after, "Night", "name: \"Night\"\r\n" + after),
            ("Evening\n" + after, "30s Plank", "name: 30s Plank\n" + after),
            ("Evening # mine\n\n" + after, "3 sets", "name: 3 sets # mine\n\n" + after),
            ("Evening · Squat 30s · Plank 20s\n", "Night", "Night · Squat 30s · Plank 20s\n"),
            ("\u{FEFF}Evening\r\n" + after, "Night", "\u{FEFF}Night\r\n" + after),
        ] {
            var store = try caseStore()
            store.files["routines/x.routine"] = Array(before.utf8)
            let verdict = try update(store, "routines/x.routine", "x.routine", "{\"name\": \"\(name)\"}")
            let written = verdict.writes.first.map { String(decoding: $0.bytes, as: UTF8.self) }
            // The canonical form is what the rest would be in, where a line cannot say the name.
            #expect(written.map { Array($0.utf8) } == Array(expected.utf8), "\(written ?? "nothing")")
        }
    }

    @Test func aDateIsALineMore() throws {
        var store = try caseStore()
        for (before, expected) in [
            ("Evening\nupdated: 2026-04-01T00:00:00Z\nSquat   30s\n", "Night\nupdated: 2026-05-01T00:00:00Z\nSquat   30s\n"),
            ("Evening\nSquat   30s\n", "Night\nupdated: 2026-05-01T00:00:00Z\nSquat   30s\n"),
        ] {
            store.files["routines/x.routine"] = Array(before.utf8)
            let verdict = try update(store, "routines/x.routine", "x.routine", #"{"name": "Night"}"#, issued: true)
            #expect(verdict.writes.first.map { String(decoding: $0.bytes, as: UTF8.self) } == expected)
        }
    }

    @Test func aCategoryThatIsNotKnownStays() throws {
        var store = try caseStore()
        store.files["routines/c.json"] = Array(
            #"{"id": "c", "name": "C", "categoryID": "weird", "steps": [{"workoutID": "squat", "workSeconds": 1, "categoryID": "odd"}]}"#
                .utf8)
        store.files["routines/c.routine"] = Array("C\ncategory: weird\nWobble 30s\ncategory: odd\nSquat 20s\n".utf8)
        let json = try update(store, "routines/c.json", "c", #"{"name": "D"}"#).writes.first
        let text = try update(
            store, "routines/c.routine", "c.routine", #"{"steps": [{"workoutName": "Wobble", "workSeconds": 40}]}"#
        ).writes.first
        let told = [json, text].map { $0.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "" }
        #expect(told[0].contains(#""categoryID": "weird""#) && told[0].contains(#""categoryID": "odd""#), "\(told[0])")
        #expect(told[1] == "C\ncategory: weird\n\nWobble 40s\ncategory: odd\n")
    }

    @Test func aTextSaysEveryWorkoutByNameOrNothingIsWritten() throws {
        let names = ["Squats", "Squat", "a; b", "A · B", "Foo / bar", "Foo - bar", "🏋️", "Row 30s", "Plank # hard", "rest", "\u{FF21}"]
        var store = try caseStore()
        for (index, name) in names.enumerated() {
            store.files["workouts/t\(index).json"] = Array(#"{"id": "t\#(index)", "name": "\#(name)"}"#.utf8)
        }
        // Two of one name: a text cannot tell them apart.
        store.files["workouts/u.json"] = Array(#"{"id": "u", "name": "a; b"}"#.utf8)
        for (id, isSayable) in names.indices.map({ ("t\($0)", $0 > 0) }) + [("u", false)] {
            let steps = #"{"steps": [{"workoutID": "squat", "workSeconds": 30}, {"workoutID": "\#(id)", "workSeconds": 40, "sets": 2}]}"#
            let verdict = try update(store, "routines/core.routine", "core", steps)
            guard isSayable else {
                #expect(verdict.writes == [])
                guard case .rejected(let faults, _) = verdict.outcome.status else {
                    Issue.record("\(id) is accepted")
                    continue
                }
                #expect(faults.map(\.code) == [.ambiguous] && faults.map(\.path) == ["$.routine.steps[1].workoutID"], "\(id)")
                continue
            }
            var after = store
            for write in verdict.writes { after.files[write.place] = write.bytes }
            let read = after.library.routine(id: "core")?.routine
            #expect(read?.steps.map(\.workoutID) == ["squat", id] && read?.steps.last?.sets == 2, "\(id): \(verdict.outcome.status)")
        }
    }

    @Test func aWorkoutIsUnderstoodByTheNamesThatItHad() throws {
        var store = try caseStore()
        store.files["workouts/s.json"] = Array(#"{"id": "s", "name": "Stair sprint"}"#.utf8)
        store.files["routines/s.routine"] = Array("S\nstair sprints 30s\n\"Stair sprint\" 20s\n".utf8)
        for (index, name) in ["Stairs", "Stair sprint", "Steps"].enumerated() {
            let revision = Revision(of: try #require(store.files["workouts/s.json"]))
            let text =
                #"{"schemaVersion": 1, "commandId": "n\#(index)", "command": "updateWorkout", "id": "s", "#
                + #""revision": "\#(revision)", "workout": {"name": "\#(name)"}}"#
            #expect(store.submit(Array(text.utf8)).outcome.isAccepted)
            #expect(store.library.routine(id: "s.routine")?.routine.steps.map(\.workoutID) == ["s", "s"], "\(name)")
            #expect(store.library.routine(id: "s.routine")?.routine.steps.map(\.name) == [name, name])
        }
        let file = store.files["workouts/s.json"].map { String(decoding: $0, as: UTF8.self) }
        #expect(file?.filter { !$0.isWhitespace }.contains(#""formerNames":["Stairs","Stairsprint"]"#) == true, "\(file ?? "")")
        // Another's own name goes before what one was called.
        store.files["workouts/t.json"] = Array(#"{"id": "t", "name": "Stair sprint"}"#.utf8)
        #expect(store.library.routine(id: "s.routine")?.routine.steps.map(\.workoutID) == ["t", "t"])
    }

    @Test func tenThousandStepsFitIntoAFile() throws {
        var store = try caseStore()
        let step = #"{"workoutID":"bicycle-crunch","workSeconds":30,"sets":2}"#
        let steps = Array(repeating: step, count: Limits.steps.upperBound).joined(separator: ",")
        let text = #"{"schemaVersion":1,"commandId":"big","command":"createRoutine","routine":{"name":"Big","steps":[\#(steps)]}}"#
        #expect(store.submit(Array(text.utf8)).outcome.isAccepted)
        let routine = store.library.routine(id: "authored-big")?.routine
        #expect(routine?.steps.count == 10_000 && routine?.steps.allSatisfy { $0.sets == 2 && $0.workSeconds == 30 } == true)
    }
}
