import Stage
import Workouts

/// Gallery, picker, week, settings, attention, questions, welcome and idle, as the design shows them.
enum OtherSample {
    typealias Category = Workouts.Category

    // MARK: - Gallery

    private static let categories: [(Category, String, Int)] = [
        (.fullBody, "Full body", 12), (.core, "Core", 14), (.armsShoulders, "Arms and shoulders", 9), (.chestBack, "Chest and back", 10),
        (.legsGlutes, "Legs and glutes", 16), (.cardio, "Cardio", 13), (.mobilityStretch, "Mobility and stretch", 15),
        (.balance, "Balance", 7),
    ]
    static let gallery = GalleryPicture(
        title: "Gallery", note: "**96** workouts", cells: categories.map { .init(category: $0.0, name: $0.1, count: "\($0.2) workouts") },
        focus: Focus(4), legend: PaperSample.keys((.left, "Previous", "back"), (.choose, "Open", nil), (.right, "Next", nil)))

    private static let legs = [
        "Bridge", "Calf raises", "Curtsy lunges", "Forward lunges", "Glute kickbacks", "Reverse lunges", "Single-leg bridge", "Squats",
        "Step-ups", "Wall sit",
    ]
    static let workouts = WorkoutListPicture(
        title: "Legs and glutes", note: "**6** of 16",
        rows: Rows(legs.map { .init(name: $0, category: .legsGlutes, note: $0 == "Wall sit" ? "Yours" : nil) }), focus: Focus(5),
        legend: PaperSample.keys((.up, "Up", "back"), (.choose, "Open", "add"), (.down, "Down", "next category")))

    static let workout = WorkoutPicture(
        category: .legsGlutes, caption: "Legs and glutes, yours", name: "Wall sit", chips: ["Thighs", "Glutes", "Core"],
        note: "Back flat on the wall, knees over ankles.", usage: "In 1 routine: Legs and lungs", actions: ["Add to routine"],
        focus: Focus(0),
        legend: PaperSample.keys((.up, "Up", "back"), (.choose, "Add", nil), (.down, "Down", nil)))

    // MARK: - Picker

    private static func pick(_ name: String, _ isPicked: Bool = false) -> PickerPicture.Row {
        .workout(name: name, isPicked: isPicked, note: nil)
    }
    static let picker = PickerPicture(
        title: "Pick workouts", note: "**5** picked",
        rows: Rows([
            .section("Core"), pick("Bicycle crunch", true), pick("Dead bug"), pick("Plank"), pick("Russian twist", true),
            pick("Side plank"),
            .section("Cardio"), pick("Mountain climbers", true), pick("Skater hops"),
        ]), focus: Focus(7), label: "In this order",
        picks: Rows(PaperSample.core.steps.map { .init(name: $0.name, category: $0.category) }), total: "3:30",
        defaults: "30 s each,\n15 s rest after",
        legend: PaperSample.keys((.up, "Up", "cancel"), (.check, "Pick", "add 5"), (.down, "Down", "next category")))

    // MARK: - Week

    private static let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static func day(_ index: Int, _ mark: WeekDay.Mark, _ timelines: [Timeline], state: String? = nil) -> WeekPicture.Day {
        WeekPicture.Day(
            mark: mark, name: names[index], shortName: String(names[index].prefix(3)),
            routines: timelines.isEmpty ? "Rest" : timelines.map(\.routineName).joined(separator: ", "), timeline: timelines.first,
            total: timelines.isEmpty ? nil : PaperSample.clock(timelines.reduce(0) { $0 + $1.totalSeconds }), state: state)
    }
    static let week = WeekPicture(
        title: "My week", note: "Steady spring",
        days: [
            day(0, .done, [PaperSample.legs], state: "Done"), day(1, .done, [PaperSample.core], state: "Done"), day(2, .rest, []),
            day(3, .planned, [PaperSample.core]), day(4, .planned, [PaperSample.mobility]), day(5, .planned, [PaperSample.push]),
            day(6, .rest, []),
        ], focus: Focus(3), isEditor: false,
        legend: PaperSample.keys((.up, "Up", "back"), (.play, "Play", "change"), (.down, "Down", nil)))
    /// Several on a day, one that is gone.
    static let gone: WeekPicture = {
        var picture = week
        picture.days[1].routines = "Mobility and stretch, Legs and lungs"
        picture.days[3].routines = "Morning core (not here any more)"
        (picture.days[3].timeline, picture.days[3].total) = (nil, nil)
        return picture
    }()
    static let editor = WeekPicture(
        title: "Steady spring", note: "**69 min** a week",
        days: [
            day(0, .planned, [PaperSample.legs]), day(1, .planned, [PaperSample.core]), day(2, .rest, []),
            day(3, .planned, [PaperSample.core, PaperSample.mobility]), day(4, .planned, [PaperSample.mobility]),
            day(5, .planned, [PaperSample.push]), day(6, .rest, []),
        ], focus: Focus(3), isEditor: true,
        legend: PaperSample.keys((.up, "Up", "leave"), (.choose, "Change", "save"), (.down, "Down", nil)))

    // MARK: - Lists

    static let choose = PaperSample.keys((.up, "Up", "back"), (.choose, "Change", nil), (.down, "Down", nil))
    static let settings = ListPicture(
        title: "Settings",
        rows: Rows(
            count: 8, around: 2,
            row: { index in
                let all = [
                    ("Voice", "On"), ("Tones", "On"), ("Get ready", "5 s"), ("Stage", "By the clock: dark from 20:00"),
                    ("Screen edge", "0 %"),
                    ("Buttons", "Below the screen"), ("Burn-in care", "On"), ("About", "Version 1.0"),
                ]
                return ListPicture.Row(title: all[index].0, detail: all[index].1)
            }), focus: Focus(2), foot: "No accounts, no network. Everything stays in your own folder.", legend: choose)
    static let plans = ListPicture(
        title: "Choose your week",
        rows: Rows([
            .init(title: "Steady spring", detail: "69 min", isChecked: true),
            .init(title: "Holiday week", detail: "25 min", isChecked: false),
            .init(title: "New plan"),
        ]), focus: Focus(1), legend: choose)
    static let name = ListPicture(
        title: "Save as", note: "**5:30**", typed: "Morning core",
        rows: Rows([.init(title: "Morning core"), .init(title: "Legs and core"), .init(title: "Bridge and four more")]), focus: Focus(0),
        legend: PaperSample.keys((.up, "Up", "back"), (.check, "Save", nil), (.down, "Down", nil)))
    static let noPlans = ListPicture(
        title: "Choose your week", rows: Rows([]), focus: Focus(0),
        empty: EmptyList(title: "No plan yet", line: "Press the middle button to plan seven days from your routines."),
        legend: Legend(back: nil, pause: KeyCell(icon: .plus, verb: "Plan your week"), skip: nil))

    // MARK: - Attention

    static let attention = AttentionPicture(
        title: "2 files need attention",
        blocks: Rows([
            .init(
                file: "evening-legs.json", place: "line 14", problem: "There is no workout called **“squatt”**.",
                suggestionLabel: "Did you mean", suggestion: "squat"),
            .init(
                file: "spring-plan.json", place: "line 3", problem: "Thursday names a routine that is not here: **“Morning cor”**.",
                suggestionLabel: "Did you mean", suggestion: "Morning core"),
        ]), focus: Focus(0), foot: "Nothing was changed. Everything else still plays.",
        legend: PaperSample.keys((.up, "Up", "back"), (.check, "Use this", "leave out"), (.down, "Down", nil)))
    static let remedies = AttentionPicture(
        title: "3 files need attention",
        blocks: Rows([
            .init(
                file: "routines/phone/holiday.routine", place: "line 2", problem: "This line has no time.",
                remedy: "Write how long the step takes, like “30 s”."),
            .init(
                file: "plans/summer.json", place: "$.slots[3].weekdayLabelIndex",
                problem: "A weekday is a number from 1 to 7, and this one is **9**.", remedy: "Write 1 for Sunday to 7 for Saturday."),
            .init(file: "routines/legs.json", place: nil, problem: "The file is being copied or was cut off.", remedy: "Copy it again."),
        ]), focus: Focus(1), foot: nil, legend: choose)
    static let nothing = AttentionPicture(
        title: "Files", blocks: Rows([]), focus: Focus(0), foot: nil,
        empty: EmptyList(title: "Nothing needs you", line: "Every file in your folder can be used."),
        legend: Legend(back: nil, pause: KeyCell(icon: .check, verb: "Back"), skip: nil))

    // MARK: - Questions

    static let resume = QuestionPicture(
        title: "Pick up where you were?", line: "Morning core stopped 8 minutes ago in Bridge, set 2 of 3.", timeline: PaperSample.core,
        elapsedSeconds: 52, remaining: "4:38 left",
        back: .init(text: "Discard", consequence: "Hold to forget this run", icon: .restart),
        pause: .init(text: "Resume", consequence: "Starts with get ready", icon: .play),
        skip: .init(text: "Save and end", consequence: "Keeps 0:52", icon: .next), isPaused: false)
    static let delete = QuestionPicture(
        title: "Delete Morning core?", line: "Its history stays: 12 times, 66 min.", timeline: nil, elapsedSeconds: 0, back: nil,
        pause: .init(text: "Keep it", consequence: "", icon: .choose), skip: .init(text: "Delete", consequence: "", icon: .next),
        isPaused: false)

    static let welcome = WelcomePicture(
        name: "StepBack", privacy: "No accounts, no network. Everything stays in your own folder.",
        headline: ["Build your routine once.", "Then press play,", "step back, and follow."],
        compose: .init(title: "Compose", line: "Pick moves, set seconds."), play: .init(title: "Play", line: "One press starts it."),
        follow: .init(title: "Follow", line: "Hands free from there."),
        legend: Legend(back: nil, pause: KeyCell(icon: .play, verb: "Get started"), skip: nil))

    static let idle = IdlePicture(
        clock: "18:42", label: "Today", name: "Morning core", total: "5:30", timeline: PaperSample.core, minute: 0)

    static let screens: [(name: String, picture: Picture)] = {
        var search = workouts
        search.typed = "lun"
        search.note = "**3** found"
        search.rows = Rows(["Curtsy lunges", "Forward lunges", "Reverse lunges"].map { .init(name: $0, category: .legsGlutes) })
        search.focus = Focus(0)
        var own = workout
        own.actions = ["Add to routine", "Edit", "Delete"]
        own.focus = Focus(1)
        var nobody = idle
        (nobody.clock, nobody.label, nobody.name, nobody.total, nobody.timeline) = (nil, nil, nil, nil, nil)
        nobody.minute = 7
        return [
            ("gallery", .gallery(gallery)), ("gallery-list", .workouts(workouts)), ("gallery-search", .workouts(search)),
            ("workout-detail", .workout(workout)), ("workout-own", .workout(own)), ("builder-picker", .picker(picker)),
            ("week", .week(week)), ("week-gone", .week(gone)),
            ("week-editor", .week(editor)), ("settings", .list(settings)), ("plan-picker", .list(plans)), ("save-name", .list(name)),
            ("plan-empty", .list(noPlans)), ("attention", .attention(attention)), ("attention-remedies", .attention(remedies)),
            ("attention-empty", .attention(nothing)), ("resume", .question(resume)), ("delete-confirm", .question(delete)),
            ("welcome", .welcome(welcome)), ("idle", .idle(idle)), ("idle-unknown", .idle(nobody)),
        ]
    }()
}
