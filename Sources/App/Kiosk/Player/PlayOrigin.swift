import Playback
import Ports
import Workouts

/// When and as part of what a play began: what its session will say besides what the run itself knows.
public struct PlayOrigin: Hashable, Sendable, Codable {
    /// Eight hexadecimal digits; the session's own part of its file's name.
    var random: String
    /// Of the clock of the boot it began in.
    var started: Instant
    var planID: String?
    var planName: String?
}

extension FinishedSession {
    /// A run that is over, on the clocks there are.
    /// - Parameters:
    ///   - ended: of the same boot's clock as the origin's instant.
    ///   - clock: that boot's wall clock, as well as it was known.
    init(_ run: Run, of playable: Playable, origin: PlayOrigin, ended: Instant, clock: WallTime?, bootID: String?) {
        let completed = run.completedSteps(at: ended)
        let session = Session(
            id: "", routineID: playable.routine.id, routineName: playable.routine.name, device: "",
            startedSeconds: clock?.seconds(at: origin.started) ?? 0, endedSeconds: clock?.seconds(at: ended),
            wasCompleted: run.wasCompleted, completedStepCount: completed.count, totalStepCount: playable.routine.steps.count,
            activeSeconds: run.active(at: ended).floorSeconds, planID: origin.planID, planName: origin.planName,
            steps: playable.routine.steps.enumerated().map { index, step in
                .init(workoutID: step.workoutID, name: step.name, wasCompleted: completed.contains(index))
            })
        self.init(
            session: session, random: origin.random, started: origin.started, bootID: bootID, isDateKnown: clock?.isKnown ?? false)
    }

    /// A play that was left behind, filed as what it was when its journal was last written.
    init(_ entry: JournalEntry, _ run: Run) {
        self.init(run, of: entry.playable, origin: entry.origin, ended: entry.written, clock: entry.clock, bootID: entry.bootID)
    }
}
