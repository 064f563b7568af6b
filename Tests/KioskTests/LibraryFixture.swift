import Foundation
import Library
import Ports
import Records
import TestSupport
import Workouts

/// Thursday 2026-05-28, 18:42 UTC, at the bench's zero.
let thursdayEvening = WallTime(zeroNanoseconds: 1_779_993_720_000_000_000, isKnown: true)
let thursdaySeconds = 1_779_993_720

let gallery: Catalog = {
    let data = try! Data(contentsOf: Project.resources.appendingPathComponent("catalog.json"))
    return try! Catalog(parsing: [UInt8](data)).named(by: { english($0) })
}()

func entry(_ routine: Routine, path: String? = nil) -> RoutineEntry {
    RoutineEntry(path: path ?? "routines/\(routine.id).routine", routine: routine, updated: nil, starter: nil, digest: 0, notes: [])
}

let legs = Routine(
    id: "legs", name: "Legs and lungs",
    steps: [
        Step(name: "Squats", category: .legsGlutes, workSeconds: 40, sets: 4, setRestSeconds: 20, restAfterSeconds: 30),
        Step(name: "Burpees", category: .cardio, workSeconds: 30, sets: 2),
    ])
let mobility = Routine(
    id: "mobility", name: "Evening mobility", steps: [Step(name: "Cat cow", category: .mobilityStretch, workSeconds: 60, eachSide: true)])

/// A session `days` days before the bench's zero.
func session(_ routine: String, days: Int, active: Int = 330, completed: Bool = true) -> SessionFact {
    let started = thursdaySeconds - days * 86_400
    return SessionFact(
        key: SessionFact.key(of: "\(routine) \(days)"), routineID: routine, startedSeconds: started, activeSeconds: active,
        wasCompleted: completed)
}

func library(
    _ routines: [Routine] = [legs, mobility, sample], sessions: [SessionFact] = [], week: Plan? = nil, status: StoreStatus = .ready,
    attention: [Attention] = [], gallery: Catalog = KioskTests.gallery
) -> Library {
    let plan = week.map { PlanEntry(path: "plans/week.json", plan: $0, problems: []) }
    return Library(
        status: status, catalog: gallery, routines: routines.map { entry($0) }.sorted { $0.path < $1.path }, plans: plan.map { [$0] } ?? [],
        week: plan, attention: attention, sessions: SessionLog(sessions))
}

/// Monday and Thursday the sample, Friday mobility.
let springWeek: Plan = {
    let core = Plan.Slot(routineID: "morning-core", routineName: "Morning core")
    let evening = Plan.Slot(routineID: "mobility", routineName: "Evening mobility")
    return Plan(id: "spring", name: "Steady spring", isActive: true, days: [[], [core], [], [], [core], [evening], []])
}()
