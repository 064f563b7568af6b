import Canvas
import Foundation
import Kiosk
import Library
import Playback
import Ports
import Records
import Stage
import Words
import Workouts

/// From a key's edge to the new frame in memory, at 1920 × 1080, through the whole kiosk: what the press means, every screen below, the
/// picture, its layout, what changed of it painted. Each of the three keys on each of the screens, which is shown anew before each press,
/// over a store of 10,000 routines and 10,000 sessions. Both edges count that change the picture.
func benchPress() {
    do {
        let world = try PressWorld()
        var all: [Double] = []
        var worst = (name: "", value: 0.0, label: "p99")
        var answered = 0
        for screen in ScreenName.allCases {
            var isAnswering = false
            for key in [Key.back, .pause, .skip] {
                guard let times = world.press(key, on: screen, times: 100)?.map(\.milliseconds) else {
                    notMeasured("press: there is no screen \(screen.rawValue) to be shown over this store")
                    break
                }
                // A key without a meaning here.
                if times.isEmpty { continue }
                isAnswering = true
                let p99 = times.percentile(0.99)
                say(
                    "press: \(screen.rawValue), \(key.rawValue): p50, p99, worst of \(times.count): "
                        + [times.median, p99, times.percentile(1)].map(Unit.milliseconds.text).joined(separator: ", "))
                if p99 > worst.value { worst = ("\(screen.rawValue), \(key.rawValue)", p99, [Double].name(of: 0.99, in: times.count)) }
                all += times
            }
            if isAnswering { answered += 1 } else { notMeasured("press: no key answers on the screen \(screen.rawValue)") }
        }
        guard !all.isEmpty else { return notMeasured("press: no screen answered") }
        report("key to frame in memory, three keys on \(answered) screens, p50 of \(all.count)", all.median, .milliseconds)
        report("the same, p99", all.percentile(0.99), .milliseconds, goal: 16.7)
        report("the same, \(worst.label) of the slowest key", worst.value, .milliseconds, goal: 16.7, note: worst.name)
    } catch { notMeasured("press: \(error)") }
}

/// A screen that only notes that it was given a picture.
private final class NotedScreen: Screen {
    let size: PixelSize? = PixelSize(width: 1920, height: 1080)
    private(set) var shown = 0
    var last = ContinuousClock().now

    func prepare(_ pixels: Pixels, damage: [PixelRect]) {}
    func present(due: Instant) {
        shown += 1
        last = ContinuousClock().now
    }
    func blank(_ isBlank: Bool) {}
}

private struct PressWorld {
    private let words: Words
    private let library: Library
    private let languages: Languages
    private let strings: Data
    private static let count = 10_000

    init() throws {
        let words = try benchWords()
        self.words = words
        languages = try Languages(parsing: [UInt8](try Data(contentsOf: benchResource("languages.json"))))
        strings = try Data(contentsOf: benchResource("Localizable.xcstrings"))
        let bytes = [UInt8](try Data(contentsOf: benchResource("catalog.json")))
        let catalog = try Catalog(parsing: bytes).named(by: { words($0) })
        let routines = (0..<Self.count).map { number in
            let steps = (0..<20).map { step in
                let workout = catalog.workouts[(number * 7 + step * 13) % catalog.workouts.count]
                return Step(
                    workoutID: workout.id, name: workout.name, category: workout.category, workSeconds: 20 + (step * 7 + number) % 40,
                    sets: 1 + (step + number) % 4, setRestSeconds: 10, restAfterSeconds: 15)
            }
            let path = "routines/r\(100_000 + number).routine"
            return RoutineEntry(
                path: path, routine: Routine(id: path, name: "Routine number \(number)", steps: steps), updated: nil, starter: nil,
                notes: [])
        }
        let sessions = (0..<Self.count).map { number in
            SessionFact(
                key: SessionFact.key(of: "\(number)"), routineID: routines[number * 37 % routines.count].id,
                startedSeconds: 1_779_900_000 - number * 40_000, activeSeconds: 1800, wasCompleted: number % 5 > 0)
        }
        let days = (0..<7).map { day in (0..<3).map { Plan.Slot(routineID: routines[day * 3 + $0].id, routineName: "Routine") } }
        let plan = PlanEntry(path: "plans/a.json", plan: Plan(id: "a", name: "A", isActive: true, days: days), problems: [])
        let attention = ["a", "b"].map { name in
            let file = name + ".routine"
            let reading = RoutineFile.read(Array("Legs \(name)\n\nSquats for ever\n".utf8), fileName: file, catalog: catalog)
            return Attention(path: "routines/" + file, problems: reading.problems)
        }
        library = Library(
            status: .ready, catalog: catalog, routines: routines, plans: [plan], week: plan, attention: attention,
            sessions: SessionLog(sessions))
    }

    /// How long each edge took until its frame was handed over; those that change nothing count for nothing. Nil: there is no such screen.
    func press(_ key: Key, on screen: ScreenName, times: Int) -> [Duration]? {
        var settings = KioskSettings(leavesAfterSummary: false, filesSessions: true)
        settings.personal.hasSeenWelcome = true
        settings.languages = languages
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0)!
        var kiosk = Kiosk(settings: settings, words: words, calendar: calendar, seed: 7)
        var now = Instant(nanoseconds: 1_000_000_000)
        _ = kiosk.handle(.clock(WallTime(zeroNanoseconds: 1_779_951_600_000_000_000, isKnown: true)), at: now)
        _ = kiosk.handle(.library(library), at: now)
        let glass = NotedScreen()
        let host = KioskHost(
            kiosk: kiosk, screen: glass, speaker: SilentSpeaker(), style: StageStyle(size: PixelSize(width: 1920, height: 1080)),
            words: words, typesetter: Typesetter(), speak: { try? Words(catalog: strings, locale: Locale(identifier: $0)) })
        let clock = ContinuousClock()
        var durations: [Duration] = []
        for _ in 0..<times {
            guard host.show(screen, at: now) else { return nil }
            // It has been there for a while: a summary does not listen at once.
            now = glide(host, from: now, for: .seconds(2))
            for action in [KeyEvent.Action.down, .up] {
                let (shown, start) = (glass.shown, clock.now)
                host.handle(.key(KeyEvent(key, action, at: now)), at: now)
                _ = host.turn(now)
                if glass.shown > shown { durations.append(glass.last - start) }
                now = glide(host, from: now, for: action == .down ? .milliseconds(60) : .milliseconds(200))
            }
        }
        return durations
    }

    /// The band glides, digits come: the loop turns at every deadline.
    private func glide(_ host: KioskHost, from start: Instant, for length: Duration) -> Instant {
        var now = start
        while let due = host.turn(now), due <= start + length { now = due }
        return start + length
    }
}
