import Stage
import Workouts

/// What the paper screens of the design show.
enum PaperSample {
    private static func step(
        _ name: String, _ category: Workouts.Category, _ work: Int, _ sets: Int = 1, _ setRest: Int = 0, _ after: Int = 0,
        reps: Int? = nil
    ) -> Step {
        Step(
            name: name, category: category, workSeconds: work, sets: sets, setRestSeconds: setRest, restAfterSeconds: after,
            repGuidance: reps)
    }

    static let core = Sample.core
    static let legs = Sample.timeline(
        "Legs and lungs",
        [
            step("Jumping jacks", .cardio, 60, 1, 0, 20), step("Squats", .legsGlutes, 45, 4, 20, 30),
            step("Reverse lunges", .legsGlutes, 45, 4, 20, 30), step("Step-ups", .legsGlutes, 45, 3, 20, 30),
            step("High knees", .cardio, 30, 4, 15, 30), step("Calf raises", .legsGlutes, 40, 3, 15, 20),
            step("Wall sit", .legsGlutes, 60, 2, 30),
        ])
    static let mobility = Sample.timeline(
        "Evening mobility",
        [
            step("Cat-cow", .mobilityStretch, 60, 1, 0, 10), step("World’s greatest stretch", .mobilityStretch, 60, 2, 10, 10),
            step("Hip switches", .mobilityStretch, 60, 2, 10, 10), step("Hamstring fold", .mobilityStretch, 90, 1, 0, 10),
            step("Thread the needle", .mobilityStretch, 45, 2, 5, 10), step("Single-leg stand", .balance, 45, 2, 10),
        ])
    static let push = Sample.timeline(
        "Push and hold",
        [
            step("Push-ups", .chestBack, 40, 3, 20, 30, reps: 12), step("Plank", .core, 45, 3, 20, 30),
            step("Pike press", .armsShoulders, 30, 3, 20, 30, reps: 8), step("Superman hold", .chestBack, 30, 3, 15, 30),
            step("Chair dips", .armsShoulders, 30, 3, 20),
        ])
    static let quick = Sample.timeline(
        "Three-minute reset",
        [
            step("Jumping jacks", .fullBody, 40, 1, 0, 10), step("Squats", .legsGlutes, 40, 1, 0, 10), step("Plank", .core, 30, 1, 0, 10),
            step("Arm circles", .armsShoulders, 40),
        ])
    static let long = Sample.timeline(
        "The long one",
        [
            step("Inchworm", .fullBody, 45, 3, 15, 30), step("Squats", .legsGlutes, 45, 4, 20, 40),
            step("Push-ups", .chestBack, 40, 4, 20, 40),
            step("Bridge", .legsGlutes, 45, 3, 15, 40), step("Bent row", .chestBack, 45, 4, 20, 40),
            step("Mountain climbers", .cardio, 30, 4, 20, 40), step("Side plank", .core, 40, 4, 15, 40),
            step("Skater hops", .cardio, 30, 4, 20, 40), step("Tree pose", .balance, 60, 2, 10, 20),
            step("Child’s pose", .mobilityStretch, 90),
        ])

    static func clock(_ seconds: Int) -> String { "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)" }

    static func routine(_ timeline: Timeline, _ last: String, _ times: Int) -> HomePicture.Routine {
        var categories: [Workouts.Category] = []
        for step in timeline.steps where !categories.contains(step.category) { categories.append(step.category) }
        return HomePicture.Routine(
            name: timeline.routineName, count: "\(timeline.steps.count) workouts", categories: categories, timeline: timeline,
            total: clock(timeline.totalSeconds), lastDone: last, times: times > 0 ? "\(times) times" : nil,
            minutes: times > 0 ? "\(timeline.totalSeconds * times / 60) min in all" : nil)
    }

    // MARK: - Home

    static let week: [WeekDay] = [
        WeekDay(name: "Mo", mark: .done, isToday: false), WeekDay(name: "Tu", mark: .done, isToday: false),
        WeekDay(name: "We", mark: .rest, isToday: false), WeekDay(name: "Th", mark: .planned, isToday: true),
        WeekDay(name: "Fr", mark: .planned, isToday: false), WeekDay(name: "Sa", mark: .planned, isToday: false),
        WeekDay(name: "Su", mark: .rest, isToday: false),
    ]

    static let today = HomePicture.Today(
        label: "Today", facts: "5 workouts, 8 sets", title: "Morning core", total: "5:30", timeline: core, week: week)

    static let ways: [HomePicture.Row] = [
        .way(title: "My week", detail: "Steady spring"), .way(title: "Gallery", detail: "96 workouts in 8 categories"),
        .way(title: "New routine", detail: "Pick, set, save"), .way(title: "Settings", detail: "Sound, screen, buttons"),
    ]

    static let routines: [HomePicture.Row] = [
        .routine(routine(legs, "Yesterday", 7)), .routine(routine(mobility, "2 days ago", 21)), .routine(routine(long, "3 days ago", 5)),
        .routine(routine(push, "4 days ago", 3)), .routine(routine(quick, "Not played yet", 0)),
    ]

    static let play = Legend(
        back: KeyCell(icon: .up, verb: "Up"), pause: KeyCell(icon: .play, verb: "Play", hold: "Hold: options"),
        skip: KeyCell(icon: .down, verb: "Down"))
    static let open = Legend(
        back: KeyCell(icon: .up, verb: "Up"), pause: KeyCell(icon: .choose, verb: "Open"), skip: KeyCell(icon: .down, verb: "Down"))

    static func keys(
        _ back: (KeyCell.Icon, String, String?), _ pause: (KeyCell.Icon, String, String?), _ skip: (KeyCell.Icon, String, String?)
    ) -> Legend {
        func cell(_ key: (KeyCell.Icon, String, String?)) -> KeyCell {
            KeyCell(icon: key.0, verb: key.1, hold: key.2.map { "Hold: \($0)" })
        }
        return Legend(back: cell(back), pause: cell(pause), skip: cell(skip))
    }

    static func home(_ focus: Int, rows: [HomePicture.Row] = routines + ways, today: HomePicture.Today? = today, legend: Legend = play)
        -> HomePicture
    {
        HomePicture(
            clock: "Thursday 18:42", shortClock: "Thu 18:42", motivation: ["**4-day** streak", "**96 min** this week"], today: today,
            rows: Rows(rows), focus: Focus(focus), legend: legend)
    }

    static let homes: [(name: String, picture: Picture)] = {
        var rest = home(-1)
        rest.today = HomePicture.Today(label: "Today", icon: nil, title: "Rest today, next Friday", week: week)
        var removed = home(-1)
        removed.today = HomePicture.Today(
            label: "Today", facts: "“Morning core” is not here any more", icon: .choose, title: "Fix in editor", week: week)
        removed.badge = "2 files need attention"
        var done = home(0)
        done.today = HomePicture.Today(label: "Today", icon: nil, title: "Done for today, next Wednesday", week: week)
        done.badge = "2 files need attention"
        var focused = home(-1)
        (focused.today, focused.badge) = (done.today, done.badge)
        let noPlan = home(0, today: nil)
        var first = home(0, today: nil)
        first.motivation = []
        first.clock = nil
        first.shortClock = nil
        let nothing = HomePicture(
            clock: "Thursday 18:42", shortClock: "Thu 18:42", motivation: [], today: nil,
            empty: EmptyList(
                title: "No routines yet", line: "Build one from the gallery, or bring back the three that came with StepBack."),
            rows: Rows(
                [.way(title: "New routine", detail: "Pick, set, save"), .way(title: "Bring back starters", detail: "3 routines")] + ways),
            focus: Focus(0), legend: open)
        var notices = home(-1)
        notices.notices = [Sample.notices[0]]
        var moving = home(1)
        moving.focus = Focus(1, leaving: 0, way: 0.4)
        return [
            ("home", .home(home(-1))), ("home-list", .home(home(1))), ("home-end", .home(home(6, legend: open))),
            ("home-rest", .home(rest)), ("home-done", .home(focused)), ("home-done-list", .home(done)), ("home-removed", .home(removed)),
            ("home-no-plan", .home(noPlan)), ("home-first", .home(first)),
            ("home-empty", .home(nothing)), ("home-notices", .home(notices)), ("home-moving", .home(moving)),
        ]
    }()

    // MARK: - A routine

    static func timing(_ step: Step) -> String {
        var text = "\(step.workSeconds) s"
        if step.sets > 1 { text += " × \(step.sets)" }
        if step.setRestSeconds > 0, step.sets > 1 { text += ", \(step.setRestSeconds) s between" }
        if let reps = step.repGuidance { text += ", ~\(reps) reps" }
        return text
    }

    static func script(_ timeline: Timeline, actions: [String] = [], lifted: Int? = nil) -> [ScriptRow] {
        var rows: [ScriptRow] = []
        for (index, step) in timeline.steps.enumerated() {
            rows.append(
                .step(
                    ScriptStep(
                        name: step.name, timing: timing(step), blocks: step.sets * (step.eachSide ? 2 : 1),
                        hasSetRest: step.setRestSeconds > 0, eachSide: step.eachSide, isLifted: index == lifted)))
            if index + 1 < timeline.steps.count, step.restAfterSeconds > 0 { rows.append(.rest("Rest \(step.restAfterSeconds) s")) }
        }
        return rows + actions.map { .action($0) }
    }

    static let facts = ScriptFacts(
        label: "Routine", name: "Morning core", total: "5:30",
        stats: [
            ["**4:00** work, **1:30** rest"], ["**5** workouts, **8** sets"],
            ["2 days ago, **12** times, **66 min** in all", "2 days ago, **12** times"],
        ])
    static let editing = ScriptFacts(
        label: "Editing", name: "Morning core", total: "5:30", stats: [["**5** workouts, **8** sets"], ["**4:00** work, **1:30** rest"]])

    static let detail = DetailPicture(
        facts: facts, script: Rows(script(core)), play: "Play",
        legend: keys((.up, "Up", "back"), (.play, "Play", "options"), (.down, "Down", nil)))

    static func builder(_ focus: Int, timeline: Timeline = core, lifted: Int? = nil) -> BuilderPicture {
        BuilderPicture(
            facts: editing, timeline: timeline, script: Rows(script(timeline, actions: ["Add workouts", "Save"], lifted: lifted)),
            focus: Focus(focus), legend: keys((.up, "Up", "leave"), (.choose, "Edit", "move, remove"), (.down, "Down", nil)))
    }

    static let stepper = StepperPicture(
        title: "Squats", note: "Step 2 of 5",
        tabs: [
            .init(label: "Work", value: "30 s"), .init(label: "Sets", value: "2"), .init(label: "Between sets", value: "0 s"),
            .init(label: "Reps", value: "none"), .init(label: "Rest after", value: "15 s"),
        ], focus: Focus(4), value: "15", unit: "s", less: "10", more: "20", total: "Total **5:30**", timeline: core,
        edited: .init(step: 1, part: .rest),
        legend: keys((.minus, "5 less", "faster"), (.check, "Done", "undo"), (.plus, "5 more", "faster")))

    static let routineScreens: [(name: String, picture: Picture)] = {
        var noted = detail
        noted.facts.name = "Legs and lungs"
        noted.facts.total = "22:20"
        noted.script = Rows([.note("“Step-ups” is read as “Step-up”.")] + script(legs))
        noted.top = 99
        let options = OptionsPicture(
            under: .detail(detail), title: "Morning core", rows: Rows(["Play", "Edit", "Duplicate", "Put in my week", "Delete"]),
            focus: Focus(0), legend: keys((.up, "Up", "close"), (.choose, "Choose", nil), (.down, "Down", nil)))
        let setting = StepperPicture(
            title: "Get ready", value: "5", unit: "s", less: nil, more: "10",
            legend: keys((.minus, "5 less", "faster"), (.check, "Done", "undo"), (.plus, "5 more", "faster")))
        let words = StepperPicture(
            title: "Stage", value: "Dark", less: "Bright", more: "By the clock: dark from 8:00 PM",
            legend: keys((.minus, "Less", "faster"), (.check, "Done", "undo"), (.plus, "More", "faster")))
        var moving = builder(2)
        moving.focus = Focus(2, leaving: 0, way: 0.5)
        return [
            ("routine-detail", .detail(detail)), ("routine-notes", .detail(noted)), ("routine-options", .options(options)),
            ("builder-steps", .builder(builder(2))), ("builder-long", .builder(builder(4, timeline: legs, lifted: 2))),
            ("builder-save", .builder(builder(10))), ("builder-moving", .builder(moving)),
            ("builder-stepper", .stepper(stepper)), ("setting-stepper", .stepper(setting)),
            ("setting-words", .stepper(words)),
        ]
    }()

    private static let all: [(name: String, picture: Picture)] = homes + routineScreens + OtherSample.screens

    /// What the design's mock-ups do not show.
    private static let undrawn: Set<String> = [
        "home-rest", "home-done", "home-done-list", "home-removed", "home-no-plan", "home-first", "home-empty", "home-notices",
        "home-moving", "routine-notes",
        "builder-long", "builder-save", "builder-moving", "setting-stepper", "setting-words", "week-gone", "gallery-search", "workout-own",
        "plan-picker", "save-name",
        "plan-empty", "attention-remedies", "attention-empty", "idle-unknown",
    ]

    static let screens = all.filter { !undrawn.contains($0.name) }
    static let variations = all.filter { undrawn.contains($0.name) }
}
