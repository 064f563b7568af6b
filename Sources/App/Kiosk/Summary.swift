import Playback
import Stage
import Words
import Workouts

/// After the routine: what was done, and again or not.
struct Summary: Sendable {
    let run: Run
    /// Keys stamped before this were meant for the player.
    let since: Instant

    init(run: Run, at now: Instant) {
        self.run = run
        self.since = now
    }

    func picture(words: Words, at now: Instant) -> Picture {
        let steps = run.completedSteps(at: now).count
        return .summary(
            SummaryPicture(
                timeline: run.timeline, isComplete: run.wasCompleted, playedSeconds: run.elapsedSeconds(at: now),
                title: words(run.wasCompleted ? "summary.done" : "summary.saved"),
                figures: [
                    .init(value: words.clock(run.active(at: now).floorSeconds), label: words("summary.active")),
                    .init(value: words.number(steps), label: words("summary.workouts", .number(steps))),
                ], routineName: run.timeline.routineName, note: nil,
                legend: Legend(
                    back: nil, pause: KeyCell(icon: .check, verb: words("key.finish")),
                    skip: KeyCell(icon: .restart, verb: words("key.goAgain")))))
    }
}
