import Canvas
import Foundation
import Ports
import Stage
import TestSupport
import Words
import Workouts

/// What the pictures of the design show, and a few things they do not.
enum Sample {
    /// The product owner's sample routine.
    static let core = timeline(
        "Morning core",
        [
            Step(name: "Bridge", category: .legsGlutes, workSeconds: 30, sets: 3, setRestSeconds: 10, restAfterSeconds: 15),
            Step(name: "Squats", category: .legsGlutes, workSeconds: 30, sets: 2, restAfterSeconds: 15),
            Step(name: "Russian twist", category: .core, workSeconds: 30, restAfterSeconds: 20),
            Step(name: "Bicycle crunch", category: .core, workSeconds: 30, restAfterSeconds: 20, repGuidance: 20),
            Step(name: "Mountain climbers", category: .cardio, workSeconds: 30),
        ])

    static func timeline(_ name: String, _ steps: [Step]) -> Timeline {
        Timeline(Routine(id: name, name: name, steps: steps), getReadySeconds: 5)
    }

    /// The sample with another name, repetitions or side in one of its steps.
    static func renamed(
        _ name: String, step: Int = 1, category: Workouts.Category = .legsGlutes, sets: Int = 2, reps: Int? = nil, eachSide: Bool = false
    ) -> Timeline {
        var steps = core.steps
        steps[step] = Step(
            name: name, category: category, workSeconds: 30, sets: sets, restAfterSeconds: 15, repGuidance: reps, eachSide: eachSide)
        return timeline("Morning core", steps)
    }

    /// The player at a second of the routine, get ready not counted.
    static func player(
        _ timeline: Timeline = core, at second: Int, mode: PlayerPicture.Mode = .running, wipe: Double = 0, legend: Legend? = nil,
        notices: [String] = []
    ) -> PlayerPicture {
        let position = second + timeline.getReadySeconds
        let index = timeline.index(atSecond: position)
        return PlayerPicture(
            timeline: timeline, segment: index, mode: mode, secondsLeft: timeline.segments[index].end - position,
            elapsedSeconds: max(0, second), wipe: wipe, legend: legend, notices: notices)
    }

    static let running = Legend(
        back: KeyCell(icon: .restart, verb: "Restart", hold: "Hold: end"), pause: KeyCell(icon: .pause, verb: "Pause"),
        skip: KeyCell(icon: .next, verb: "Skip"))
    static let paused = Legend(
        back: KeyCell(icon: .restart, verb: "Restart", hold: "Hold: end"), pause: KeyCell(icon: .play, verb: "Resume"),
        skip: KeyCell(icon: .next, verb: "Skip"))
    static let ending = Legend(
        back: KeyCell(icon: .stop, verb: "End", hold: "Keep holding"), pause: KeyCell(icon: .play, verb: "Resume"),
        skip: KeyCell(icon: .next, verb: "Skip"), holding: .back, holdFraction: 0.62)
    static let afterwards = Legend(
        back: nil, pause: KeyCell(icon: .check, verb: "Finish"), skip: KeyCell(icon: .restart, verb: "Go again"))

    static let question = Picture.question(
        QuestionPicture(
            title: "End here?", line: "Morning core, 0:52 of 5:30 done.", timeline: core, elapsedSeconds: 52, back: nil,
            pause: .init(text: "Keep going", consequence: "18 s of Bridge left", icon: .play),
            skip: .init(text: "End and save", consequence: "Keeps 0:52", icon: .next), isPaused: true))

    static func summary(isComplete: Bool) -> Picture {
        .summary(
            SummaryPicture(
                timeline: core, isComplete: isComplete, playedSeconds: isComplete ? 330 : 149, title: isComplete ? "Done" : "Saved",
                figures: isComplete
                    ? [
                        .init(value: "5:30", label: "active"), .init(value: "5", label: "workouts"),
                        .init(value: "5", label: "day streak"), .init(value: "13", label: "times"),
                    ] : [.init(value: "2:29", label: "active"), .init(value: "1", label: "workout")],
                routineName: "Morning core", note: isComplete ? "102 min this week" : "99 min this week", legend: afterwards))
    }

    static let notices = [
        "No sound: the card is in use", "The SKIP button does not answer", "The store is read-only",
    ]

    private static let mobility = timeline(
        "Evening mobility",
        [
            Step(name: "Cat-cow", category: .mobilityStretch, workSeconds: 60, restAfterSeconds: 10),
            Step(
                name: "World’s greatest stretch", category: .mobilityStretch, workSeconds: 60, sets: 2, setRestSeconds: 10,
                restAfterSeconds: 10),
            Step(name: "Hip switches", category: .mobilityStretch, workSeconds: 60, sets: 2, setRestSeconds: 10, restAfterSeconds: 10),
            Step(name: "Hamstring fold", category: .mobilityStretch, workSeconds: 90, restAfterSeconds: 10),
            Step(name: "Thread the needle", category: .mobilityStretch, workSeconds: 45, sets: 2, setRestSeconds: 5, restAfterSeconds: 10),
            Step(name: "Single-leg stand", category: .balance, workSeconds: 45, sets: 2, setRestSeconds: 10),
        ])
    private static let run = timeline("Run", [Step(name: "Run", category: .cardio, workSeconds: 1500)])
    private static let walk = timeline("Walk", [Step(name: "Walk", category: .cardio, workSeconds: 7200, sets: 2, setRestSeconds: 60)])

    /// Every screen by its name, as the golden pictures and the design's are called.
    static let screens: [(name: String, picture: Picture)] = [
        ("player-ready", .player(player(at: -4))),
        ("player-work", .player(player(at: 52))),
        ("player-set-rest", .player(player(at: 73))),
        ("player-rest", .player(player(at: 113))),
        ("player-next", .player(player(at: 105))),
        ("player-final3", .player(player(at: 108, wipe: 0.5))),
        ("player-final3-rest", .player(player(at: 124, wipe: 0.75))),
        ("player-lead-in", .player(player(at: 52, mode: .leadIn(digit: 3)))),
        ("player-paused", .player(player(at: 52, mode: .paused, legend: paused))),
        ("player-hold-end", .player(player(at: 52, mode: .paused, legend: ending))),
        ("player-legend", .player(player(at: 52, legend: running))),
        ("player-end-confirm", question),
        ("summary", summary(isComplete: true)),
        ("summary-partial", summary(isComplete: false)),
        (
            "message",
            .message(
                title: "Nothing to play", line: "sample.routine:3: a step has no workout name; write one before its seconds.",
                legend: Legend(back: nil, pause: KeyCell(icon: .check, verb: "Finish"), skip: nil))
        ),
    ]

    /// What a segment may hold, and what may be missing: golden at the largest and the smallest size only.
    static let variations: [(name: String, picture: Picture)] = [
        ("player-work-reps", .player(player(at: 256))),
        ("player-work-minutes", .player(player(mobility, at: 357))),
        ("player-work-ten-minutes", .player(player(run, at: 675))),
        ("player-work-hours", .player(player(walk, at: 1805))),
        (
            "player-work-german",
            .player(player(renamed("Bergsteiger mit Schulterblattkontrolle", step: 4, category: .cardio, sets: 1), at: 308))
        ),
        (
            "player-work-long-name",
            .player(player(renamed("Alternating reverse lunge with overhead reach", reps: 12), at: 128))
        ),
        ("player-rest-russian", .player(player(renamed("Попеременные выпады назад с подъёмом рук"), at: 111))),
        ("player-each-side", .player(player(renamed("Side plank", category: .core, eachSide: true), at: 133))),
        ("player-notices", .player(player(at: 52, notices: notices))),
        ("player-notices-legend", .player(player(at: 52, mode: .paused, legend: paused, notices: [notices[0]]))),
    ]

    static func words(_ locale: String = "en") throws -> Words {
        let catalog = try Data(contentsOf: Project.resources.appendingPathComponent("Localizable.xcstrings"))
        return try Words(catalog: catalog, locale: Locale(identifier: locale))
    }
}
