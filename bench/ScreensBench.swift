import Canvas
import Foundation
import Ports
import Stage
import Words
import Workouts

/// From a press to the new frame in memory, at 1920 × 1080: the picture made, laid out, and what changed painted. Each press moves the
/// focus on by a row, in a list of 10,000.
func benchScreens() {
    let size = PixelSize(width: 1920, height: 1080)
    guard
        let words = try? Words(
            catalog: Data(#"{"sourceLanguage":"en","strings":{},"version":"1.0"}"#.utf8), locale: Locale(identifier: "en"))
    else { return print("screens: there are no words") }
    print("screens, press to frame, 1920 × 1080")
    for (name, picture) in BenchScreens.all {
        let typesetter = Typesetter()
        let stage = Stage(style: StageStyle(size: size), words: words, typesetter: typesetter)
        let canvas = Canvas(size: size, typesetter: typesetter)
        let clock = ContinuousClock()
        let first = clock.measure { _ = canvas.draw(stage.scene(picture(0))) }
        var times: [Duration] = []
        for press in 1...300 { times.append(clock.measure { _ = canvas.draw(stage.scene(picture(press))) }) }
        times.sort()
        report("\(name): first frame", first.text)
        report("\(name): median, p99, worst", "\(times[150].text), \(times[297].text), \(times[299].text)", goal: "p99 under 16 ms")
    }
}

/// Pictures by how many presses led to them.
private enum BenchScreens {
    private static let legend = Legend(
        back: KeyCell(icon: .up, verb: "Up"), pause: KeyCell(icon: .play, verb: "Play", hold: "Hold: options"),
        skip: KeyCell(icon: .down, verb: "Down"))

    /// A hundred routines of twenty steps, again and again.
    private static let timelines = (0..<100).map { number in
        let steps = (0..<20).map { step in
            Step(
                name: "Workout \(step)", category: Category.allCases[(step + number) % 8], workSeconds: 20 + (step * 7 + number) % 40,
                sets: 1 + (step + number) % 4, setRestSeconds: 10, restAfterSeconds: 15)
        }
        return Timeline(Routine(id: "\(number)", name: "Routine \(number)", steps: steps), getReadySeconds: 0)
    }

    private static func routine(_ index: Int) -> HomePicture.Row {
        let timeline = timelines[index % timelines.count]
        return .routine(
            HomePicture.Routine(
                name: "Routine number \(index)", count: "20 workouts", categories: Array(Category.allCases.prefix(4)), timeline: timeline,
                total: "\(timeline.totalSeconds / 60):00", lastDone: "2 days ago", times: "\(index) times", minutes: "\(index) min in all"))
    }

    private static func home(_ focus: Int) -> Picture {
        let today = HomePicture.Today(
            label: "Today", facts: "20 workouts, 50 sets", title: "Routine 7", total: "35:00", timeline: timelines[7],
            week: ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].map { WeekDay(name: $0, mark: .planned, isToday: $0 == "Th") })
        return .home(
            HomePicture(
                clock: "Thursday 18:42", shortClock: "Thu 18:42", motivation: ["**4-day** streak", "**96 min** this week"], today: today,
                rows: Rows(count: 10_000, around: focus, row: routine), focus: Focus(focus), legend: legend))
    }

    private static func script(_ focus: Int) -> Picture {
        let rows = Rows(count: 10_000, around: focus) { index -> ScriptRow in
            .step(ScriptStep(name: "Workout number \(index)", timing: "45 s × 4, 20 s between", blocks: 1 + index % 5, hasSetRest: true))
        }
        let facts = ScriptFacts(label: "Editing", name: "Routine 7", total: "35:00", stats: [["**20** workouts, **50** sets"]])
        return .builder(BuilderPicture(facts: facts, timeline: timelines[7], script: rows, focus: Focus(focus), legend: legend))
    }

    private static func workouts(_ focus: Int) -> Picture {
        let rows = Rows(count: 10_000, around: focus) { index in
            WorkoutListPicture.Row(name: "Workout number \(index)", category: Category.allCases[index % 8])
        }
        return .workouts(
            WorkoutListPicture(title: "All", note: Phrase("**\(focus)** of 10,000"), rows: rows, focus: Focus(focus), legend: legend))
    }

    private static func options(_ focus: Int) -> Picture {
        .options(
            OptionsPicture(
                under: home(500), title: "Routine 7", rows: Rows(["Play", "Edit", "Duplicate", "Put in my week", "Delete"]),
                focus: Focus(focus % 5), legend: legend))
    }

    static let all: [(String, @Sendable (Int) -> Picture)] = [
        ("home, from Today to the list and back", { home($0 % 2 - 1) }), ("home, down a list of 10,000", { home(5000 + $0) }),
        ("builder, down 10,000 steps", { script(5000 + $0) }), ("workouts, down 10,000", { workouts(5000 + $0) }),
        ("options over home", { options($0) }),
    ]
}
