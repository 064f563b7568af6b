import Foundation
import Workouts

/// What reading costs: the gallery at every start, a routine at every look into the store, and the largest files there may be.
func benchWorkouts() {
    let resources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Resources")
    do {
        let catalogBytes = [UInt8](try Data(contentsOf: resources.appendingPathComponent("catalog.json")))
        let sample = [UInt8](try Data(contentsOf: resources.appendingPathComponent("routines/morning-core.routine")))
        let catalog = try Catalog(parsing: catalogBytes)
        // It was parsed above: it does not throw here.
        report(
            "workouts: the gallery of \(catalog.workouts.count)", median(of: 21) { _ in _ = try? Catalog(parsing: catalogBytes) }, goal: 30)
        report("workouts: the sample read and compiled", median(of: 101) { _ in read(sample, "a.routine", catalog) }, goal: 1)

        let known = (0..<10_000).map { "\(catalog.workouts[$0 % catalog.workouts.count].name) 20s x2, rest 5s, ~12 reps\nthen 5s rest\n" }
        let unknown = (0..<10_000).map { "My own movement \(["up", "down", "left", "right"][$0 % 4]) number a\($0)b 20s\n" }
        for (what, lines) in [("of the gallery", known), ("of none of its workouts", unknown)] {
            let bytes = Array(("Big\n\n" + lines.joined()).utf8)
            report(
                "workouts: 10,000 steps \(what), read and compiled", median(of: 5) { _ in read(bytes, "a.routine", catalog) }, goal: 1000)
            guard let document = RoutineFile.read(bytes, fileName: "a.routine", catalog: catalog).document else {
                notMeasured("workouts: 10,000 steps \(what) were refused")
                continue
            }
            if let routine = RoutineFile.read(bytes, fileName: "a.routine", catalog: catalog).routine {
                report("workouts: the same, compiled only", median(of: 21) { _ in _ = Timeline(routine, getReadySeconds: 5) }, goal: 100)
            }
            report("workouts: the same in canonical form", median(of: 5) { _ in _ = RoutineText.text(of: document, catalog: catalog) })
            let json = Array(RoutineJSON.text(of: document).utf8)
            if json.count <= Limits.fileBytes {
                report("workouts: the same from JSON", median(of: 5) { _ in read(json, "a.json", catalog) }, goal: 1000)
            }
        }
        // Each in a process of its own, so that what the other took is not in it.
        let peaks = try ["1", "10000"].map { steps in
            Double(try output(of: benchProgram("bench").path, ["counted", "steps", steps]).text.split(separator: "\n").last ?? "")
        }
        let difference = peaks[0].flatMap { small in peaks[1].map { $0 - small } }
        report("workouts: memory that 10,000 steps take, read and compiled", difference, .megabytes, goal: 20)
    } catch { notMeasured("workouts: \(error)") }
}

private func read(_ bytes: [UInt8], _ name: String, _ catalog: Catalog) {
    let routine = RoutineFile.read(bytes, fileName: name, catalog: catalog).routine
    guard let routine else { return notMeasured("workouts: \(name) was refused, so its figure means nothing") }
    _ = Timeline(routine, getReadySeconds: 5)
}
