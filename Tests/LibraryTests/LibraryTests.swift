import Library
import Testing
import Workouts

@Test func anEntryHasTheRoutinesOneTotal() {
    let routine = Routine(id: "a", name: "A", steps: [Step(name: "Bridge", workSeconds: 30, sets: 3, setRestSeconds: 10)])
    let entry = RoutineEntry(path: "routines/a.routine", routine: routine, updated: nil, starter: nil, notes: [])
    #expect(entry.id == "a")
    #expect(entry.totalSeconds == 110)
}
