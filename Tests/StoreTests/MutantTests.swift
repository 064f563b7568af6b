import Foundation
import Glibc
import Mutants
import Records
import TestSupport
import Testing
import Workouts

@testable import Store

// A sample of what `deploy/bench fuzz` does a hundred thousand times.

@Test(arguments: MutantKind.allCases) func noMutantCrashesOrIsRefusedWithoutAPlace(_ kind: MutantKind) throws {
    var mutator = try Mutator(kind, seed: 21)
    var (used, refused) = (0, 0)
    for number in 0..<1_000 {
        let bytes = mutator.next()
        let outcome = kind.outcome(bytes, catalog: gallery)
        if let fault = outcome.fault { Issue.record("mutant \(number): \(fault): \(String(decoding: bytes, as: UTF8.self))") }
        if outcome.isUsed { used += 1 } else { refused += 1 }
    }
    // Both outcomes are common, or this proves nothing.
    #expect(used > 30 && refused > 30, "\(used) used, \(refused) refused")
}

@Test func aPlainSessionIsReadWithoutATree() throws {
    let text = SessionJSON.text(
        of: Session(
            id: "20260302T070000Z-0a1b2c3d-00000001", routineID: "legs.routine", routineName: "Legs", device: "0a1b2c3d",
            startedSeconds: 1_772_434_800, endedSeconds: 1_772_435_100, wasCompleted: true, completedStepCount: 1, totalStepCount: 1,
            activeSeconds: 290, planID: "p", planName: "Week",
            steps: [Session.StepResult(workoutID: "squat", name: "Squats", wasCompleted: true)]))
    let fact = SessionFiles.plainFact(Array(text.utf8), fallbackID: "x")
    #expect(fact != nil && fact == SessionJSON.read(Array(text.utf8), fileName: "x.json").session.map(SessionFact.init))
    // What is not plain is the other reader's.
    for (old, new) in [("Legs", "L\u{E9}gs"), ("290", "29.5"), ("290", "\"290\""), ("\"squat\"", "5"), ("}", ","), ("\n", "\r\n")] {
        #expect(SessionFiles.plainFact(Array(text.replacingOccurrences(of: old, with: new).utf8), fallbackID: "x") == nil, "\(new)")
    }
}

@Test func noTreeOfFoldersAndLinksIsReadBeyondTheStore() throws {
    // Random trees with links of every kind in them; what lies outside has a name that nothing inside has.
    for seed in 0..<15 as Range<UInt64> {
        var random = Seeded(seed)
        let store = try ScratchStore()
        try Data("Outside\nSquats 30s".utf8).write(to: URL(fileURLWithPath: store.outside + "/o.routine"))
        let names = ["a", "b", "c.routine", "d.json", "e.routine"]
        func path() -> String {
            (["routines"] + (0..<Int.random(in: 1...3, using: &random)).map { _ in names.randomElement(using: &random)! }).joined(
                separator: "/")
        }
        let steps = [
            "..", ".", "a", "b", "routines", "../outside", store.outside, "c.routine", "o.routine", "../../outside/o.routine", "/", "",
        ]
        for _ in 0..<30 {
            let place = store.path + "/" + path()
            _ = try? FileManager.default.createDirectory(
                atPath: (place as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            if Bool.random(using: &random) {
                _ = try? Data("Inside\nSquats 30s".utf8).write(to: URL(fileURLWithPath: place))
            } else {
                let target = (0..<Int.random(in: 1...4, using: &random)).map { _ in steps.randomElement(using: &random)! }
                _ = symlink(target.joined(separator: "/"), place)
            }
        }
        let (kernel, byStep) = (try store.library(), try store.library(.steps))
        #expect(kernel.routines.allSatisfy { $0.routine.name == "Inside" }, "seed \(seed)")
        #expect(kernel.routines == byStep.routines && kernel.attention == byStep.attention, "seed \(seed)")
    }
}
