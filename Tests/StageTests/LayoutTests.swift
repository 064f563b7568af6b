import Canvas
import Foundation
import Ports
import Readings
import Stage
import TestSupport
import Testing
import Words
import Workouts

/// Text never overlaps, never leaves the inset rectangle, and nothing that counts is cut: for panels, names, states and languages by
/// the thousand, without a pixel. The picks are the same in every run; STEPBACK_LAYOUTS=n looks at n of them.
@Suite struct LayoutTests {
    static let sizes = [
        (1920, 1080), (3840, 2160), (1280, 720), (1366, 768), (1280, 400), (1024, 600), (1024, 768), (1280, 1024), (800, 480), (640, 480),
        (720, 720), (480, 320), (2560, 1080), (1080, 1920), (480, 800), (768, 1024), (600, 1024), (320, 480),
    ]

    static let names = [
        "Bridge", "W", "Squats", "Alternating reverse lunge with overhead reach", "Bergsteiger mit Schulterblattkontrolle",
        "Попеременные выпады назад с подъёмом рук", "Single-leg Romanian deadlift to overhead press, slow eccentric",
        "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenträgerübung", String(repeating: "Long name ", count: 30),
        String(repeating: "x", count: 300), "🏋️ Push‑up 💪🏽", "\u{202E}Plank\u{200F} – \u{05D2}\u{05E9}\u{05E8}", "<b>Bold</b> & %s %@ %1$lld",
        "قرفصاء مع رفع الذراعين فوق الرأس", "גשר", "深蹲和引體向上", "3/4 Sit-Up", "...",
    ]

    static let languages = ["en", "en-XA", "ar", "ar-XB", "de"]

    struct Pick: CustomStringConvertible {
        var size: PixelSize
        var name: String
        var language: String
        var light: StageStyle.Light
        var inset: Int
        var legendPlace: StageStyle.LegendPlace
        var picture: Picture
        var description: String {
            "\(size.width)x\(size.height) \(language) \(light) inset \(inset) legend \(legendPlace) “\(name.prefix(30))” \(state)"
        }
        var state: String
    }

    /// The step that is looked at stands second of three, so that everything has a before and an after.
    static func timeline(_ name: String, _ random: inout Lehmer) -> Timeline {
        let work = random.pick([30, 5, 45, 83, 600, 1185, 5400, 86_400])
        let rest = random.pick([0, 7, 10, 90])
        // At most seven days.
        let sets = min(random.pick([1, 2, 3, 12, 999]), 600_000 / (2 * work + rest))
        let step = Step(
            name: name, category: random.pick(Workouts.Category.allCases), workSeconds: work, sets: sets,
            setRestSeconds: rest, restAfterSeconds: random.pick([0, 15, 75, 3600]),
            repGuidance: random.pick([nil, nil, 1, 20, 9999]), eachSide: random.pick([false, false, true]))
        let steps = [
            Step(name: random.pick([name, "Squats"]), workSeconds: 30, restAfterSeconds: random.pick([0, 12, 66])), step,
            Step(name: random.pick([name, "Plank"]), workSeconds: 40),
        ]
        return Timeline(
            Routine(id: "x", name: random.pick([name, "Morning core"]), steps: steps), getReadySeconds: random.pick([5, 10, 90, 0]))
    }

    static func player(_ name: String, _ random: inout Lehmer) -> (Picture, String) {
        let timeline = timeline(name, &random)
        let index = random.next(min(timeline.segments.count, 12))
        let segment = timeline.segments[index]
        let left = random.pick([segment.seconds, 1, 2, 3, 5, 18, max(1, segment.seconds / 2)])
        let secondsLeft = min(left, segment.seconds)
        let mode = random.pick([PlayerPicture.Mode.running, .running, .running, .paused, .leadIn(digit: 3)])
        let legend: Legend? = mode == .paused ? random.pick([Sample.paused, Sample.ending]) : random.pick([nil, nil, Sample.running])
        let wipe = mode == .running && secondsLeft <= 3 ? random.pick([0, 0.25, 0.4, 0.5, 0.75, 1]) : 0
        let notices = Array(Sample.notices.prefix(random.pick([0, 0, 1, 2, 3])))
        let elapsed = max(0, segment.end - secondsLeft - timeline.getReadySeconds)
        let picture = PlayerPicture(
            timeline: timeline, segment: index, mode: mode, secondsLeft: secondsLeft, elapsedSeconds: elapsed, wipe: wipe, legend: legend,
            notices: notices)
        let state =
            "\(segment.kind) \(segment.seconds) s, \(secondsLeft) left, \(mode), wipe \(wipe), strip \(legend != nil), \(notices.count) notices, set \(segment.set)/\(timeline.steps[segment.step].sets) \(segment.side.map { "\($0)" } ?? "")"
        return (.player(picture), state)
    }

    static func picture(_ name: String, _ random: inout Lehmer) -> (Picture, String) {
        switch random.next(10) {
        case 0:
            let question = QuestionPicture(
                title: random.pick(["End here?", "Wirklich schon jetzt aufhören?"]), line: "\(name), 0:52 of 5:30 done.",
                timeline: random.pick([Sample.core, nil]), elapsedSeconds: 52,
                back: random.pick([nil, .init(text: "Discard", consequence: "Forgets 0:52", icon: .stop, holdFraction: 0.4)]),
                pause: .init(text: "Keep going", consequence: "18 s of \(name) left", icon: .play),
                skip: .init(text: "Beenden und speichern", consequence: "Keeps 0:52", icon: .next), isPaused: random.pick([true, false]))
            return (.question(question), "question")
        case 1:
            let isComplete = random.pick([true, false])
            guard case .summary(var summary) = Sample.summary(isComplete: isComplete) else { return (Sample.question, "question") }
            summary.routineName = name
            summary.note = random.pick([summary.note, nil])
            if random.pick([true, false]) { summary.title = "Abgeschlossen" }
            if random.pick([true, false]) { summary.figures[0].value = "167:59:59" }
            return (.summary(summary), "summary \(isComplete)")
        case 2:
            return (.message(title: "Nothing to play", line: name, legend: random.pick([Sample.afterwards, nil])), "message")
        default: return player(name, &random)
        }
    }

    static func pick(_ random: inout Lehmer) -> Pick {
        let size = random.pick(sizes)
        let name = random.pick(names)
        let (picture, state) = picture(name, &random)
        return Pick(
            size: PixelSize(width: size.0, height: size.1), name: name, language: random.pick(languages),
            light: random.pick(StageStyle.Light.allCases), inset: random.pick([0, 0, 3, 5]),
            legendPlace: random.pick([.below, .below, .trailing]), picture: picture, state: state)
    }

    @Test func textKeepsToItself() throws {
        let count = ProcessInfo.processInfo.environment["STEPBACK_LAYOUTS"].flatMap(Int.init) ?? 1000
        var random = Lehmer(seed: 20)
        let typesetter = Typesetter()
        let words = try Dictionary(uniqueKeysWithValues: Self.languages.map { ($0, try Sample.words($0)) })
        for _ in 0..<count {
            let pick = Self.pick(&random)
            let style = StageStyle(size: pick.size, light: pick.light, insetPercent: pick.inset, legendPlace: pick.legendPlace)
            let stage = Stage(style: style, words: try #require(words[pick.language]), typesetter: typesetter)
            let share = Double(pick.inset) / 100
            let (width, height) = (Double(pick.size.width), Double(pick.size.height))
            let inner = Rect(x: width * share, y: height * share, width: width * (1 - 2 * share), height: height * (1 - 2 * share))
            var reading = Reading(scene: stage.scene(pick.picture), typesetter: typesetter)
            if pick.language == "en-XA" { reading.slack = min(width, height) / 100 }
            let complaints = reading.complaints(inner: inner)
            for complaint in complaints { Issue.record("\(pick): \(complaint)") }
        }
    }
}

/// The same picks in every run (Park and Miller, 1988).
struct Lehmer {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next(_ bound: Int) -> Int {
        state = state * 48_271 % 2_147_483_647
        return Int(state) % bound
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[next(elements.count)] }
}
