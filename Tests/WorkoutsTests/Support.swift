import Foundation
import TestSupport
import Workouts

/// The shipped catalog, in English.
let gallery: Catalog = {
    do {
        let data = try Data(contentsOf: Project.resources.appendingPathComponent("catalog.json"))
        return try Catalog(parsing: [UInt8](data))
    } catch { fatalError("\(error)") }
}()

func read(_ text: String, name: String = "file") -> Reading { RoutineText.parse(text, fallbackName: name, catalog: gallery) }

/// "line: key" of every problem, notes with a "~" before them.
func told(_ reading: Reading) -> [String] { told(reading.problems) }

func told(_ problems: [Problem]) -> [String] {
    problems.map { problem in
        let place =
            switch problem.place {
            case .line(let line): "\(line)"
            case .path(let path, _): path
            case .file: "file"
            }
        return (problem.severity == .note ? "~" : "") + place + ": " + problem.what.key.dropFirst("problem.".count)
    }
}

/// A step in one line: "squat Squats 30 x3 rest 10 then 15 ~20 each side".
func drawn(_ step: Step) -> String {
    var text = "\(step.workoutID ?? "-") \(step.name) \(step.workSeconds)"
    if step.sets != 1 { text += " x\(step.sets)" }
    if step.setRestSeconds != 0 { text += " rest \(step.setRestSeconds)" }
    if step.restAfterSeconds != 0 { text += " then \(step.restAfterSeconds)" }
    if let reps = step.repGuidance { text += " ~\(reps)" }
    if step.eachSide { text += " each side" }
    return text
}

func drawn(_ reading: Reading) -> [String]? { reading.routine?.steps.map(drawn) }

/// One step written on a line of its own.
func step(_ line: String) -> String? {
    let reading = read("name: Test\n" + line)
    guard let steps = drawn(reading), steps.count == 1 else { return nil }
    return steps[0]
}

/// A file of Tests/WorkoutsTests/Cases.
func bytes(ofCase name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Project.root.appendingPathComponent("Tests/WorkoutsTests/Cases").appendingPathComponent(name)))
}

/// A routine of Resources/routines.
func shippedRoutine(_ name: String) throws -> Reading {
    let data = try Data(contentsOf: Project.resources.appendingPathComponent("routines/\(name).routine"))
    return RoutineFile.read([UInt8](data), fileName: "\(name).routine", catalog: gallery)
}
