import Canvas
import Foundation
import Library
import Playback
import Ports
import Readings
import Stage
import TestSupport
import Testing
import Words
import Workouts

@testable import Kiosk

/// Every string fits its box on the smallest panel that people buy for a Pi, 800x480, in every language there is: no text is cut but
/// what people wrote, none meets another, none leaves its ground.
@Suite struct FitTests {
    static let size = narrower(800, 480)

    /// Another release's version of the fonts may have wider letters, by a hundredth or so: nothing may be so tight that its version
    /// decides.
    static func narrower(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width - width / 64, height: height) }
    static var languages: [String] { shipped.all.map(\.identifier) }

    /// What people wrote in the stores of these tests, as far as it is long enough to be cut.
    static let written: Set = ["Evening mobility", "Steady spring", "routines/", "plans/", "workouts/"]

    /// What is wrong with a picture in these words.
    static func faults(
        _ picture: Picture, _ words: Words, _ typesetter: Typesetter, _ size: PixelSize = FitTests.size
    ) -> [String] {
        let stage = Stage(style: StageStyle(size: size), words: words, typesetter: typesetter)
        var reading = Reading(scene: stage.scene(picture), typesetter: typesetter)
        reading.slack = Double(min(size.width, size.height)) / 100 * 0.25
        let whole = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        let cut = reading.texts.filter { text in text.isCut && !written.contains { text.string.contains($0) } }
        return cut.map { "“\($0.string)” is cut" } + reading.complaints(inner: whole)
    }

    /// Looks at each picture once, and keeps one of a kind.
    final class Look {
        private(set) var found: [String: String] = [:]
        private var seen: Set<Picture> = []
        private let words: Words
        private let size: PixelSize
        private let typesetter = Typesetter()

        init(_ words: Words, _ size: PixelSize = FitTests.size) {
            self.words = words
            self.size = size
        }

        func at(_ picture: Picture) {
            // A strip that comes or goes is half over what it covers.
            if case .player(let player) = picture, let legend = player.legend, legend.opacity < 1 { return }
            guard seen.insert(picture).inserted else { return }
            for fault in FitTests.faults(picture, words, typesetter, size) where found[fault] == nil { found[fault] = picture.screen }
        }

        func report(_ language: String) {
            for (fault, screen) in found.sorted(by: { $0.key < $1.key }) { Issue.record("\(language), \(screen): \(fault)") }
        }
    }

    /// From each screen some steps into whatever comes: questions, options, steppers, play, summaries, troubles.
    @Test(arguments: languages) func whateverComesFits(_ language: String) throws {
        let words = tongue(language)
        let look = Look(words)
        for (seed, screen) in ScreenName.allCases.enumerated() {
            var walker = Walker(seed: UInt64(seed), words: words)
            walker.kiosk.facts.settings.languages = Languages([])
            walker.look = look.at
            try walker.begin(on: screen)
            while walker.presses < 12 { try walker.step() }
        }
        look.report(language)
    }

    static let panels = [(480, 320), (320, 480), (480, 800), (1024, 600), (1080, 1920), (1920, 1080)].map { narrower($0, $1) }

    /// One language on half of them, the other on the rest. Not in the macro's argument: Swift 6.0.3 crashes on a closure there.
    static let arabic = panels.enumerated().map { ($0.isMultiple(of: 2) ? "ar-EG" : "ar", $1) }

    /// Arabic's tails and marks reach where Latin lines leave room, and its digits may be its own.
    @Test(arguments: arabic)
    func rightToLeftFitsOnEveryPanel(_ language: String, _ size: PixelSize) {
        let look = Look(tongue(language), size)
        walk(tongue(language), look)
        look.report("\(language) \(size.width)x\(size.height)")
    }

    /// What is cut on the smallest panel is what people wrote, and titles, never a figure, a key or a state.
    @Test(arguments: languages) func everyLanguageFitsOnTheSmallestPanel(_ language: String) {
        let look = Look(tongue(language), Self.panels[0])
        walk(tongue(language), look)
        var step = Step(
            workoutID: nil, name: "Bridge", category: .core, workSeconds: 45, sets: 12, setRestSeconds: 10, restAfterSeconds: 15,
            repGuidance: 12, eachSide: true)
        for sets in [12, 1] {
            for isEachSide in [true, false] {
                (step.sets, step.eachSide) = (sets, isEachSide)
                play(Routine(id: "r", name: "R", steps: [step, step]), tongue(language), look)
            }
        }
        look.report("\(language) 480x320")
    }

    /// Each screen as it opens, and its next rows.
    private func walk(_ words: Words, _ look: Look) {
        let gallery = KioskTests.gallery(in: words)
        let played = [session("legs", days: 1), session("mobility", days: 2, active: 655), session("morning-core", days: 3)]
        for screen in ScreenName.allCases {
            var settings = KioskSettings(reducedMotion: true, filesSessions: true)
            settings.languages = shipped
            settings.leavesAfterSummary = false
            var kiosk = Kiosk(settings: settings, words: words, calendar: Calendar(identifier: .gregorian), seed: 1)
            _ = kiosk.handle(.clock(WallTime(zeroNanoseconds: 1_780_000_000_000_000_000, isKnown: true)), at: seconds(0))
            _ = kiosk.handle(.library(library(sessions: played, week: springWeek, gallery: gallery)), at: seconds(0))
            guard kiosk.show(screen, at: seconds(0)) else { continue }
            look.at(kiosk.picture(at: seconds(0)))
            for _ in 0..<3 {
                _ = kiosk.carry(
                    out: kiosk.places[kiosk.places.count - 1].perform(.next, steps: 1, kiosk.facts, at: seconds(0)), at: seconds(0))
                look.at(kiosk.picture(at: seconds(0)))
            }
        }
    }

    /// The settings and their values, one by one.
    @Test(arguments: languages) func everySettingFits(_ language: String) {
        let words = tongue(language)
        let look = Look(words)
        var settings = KioskSettings(reducedMotion: true, filesSessions: true)
        settings.languages = shipped
        settings.version = "10.11.12"
        var facts = Facts(settings: settings, words: words, calendar: Calendar(identifier: .gregorian))
        facts.library = library()
        let legend = Legend(back: nil, pause: nil, skip: nil)
        var list = SettingsList()
        for row in SettingRow.all(facts) {
            look.at(list.picture(facts, legend, at: seconds(0)))
            _ = list.perform(.next, steps: 1, facts, at: seconds(0))
            guard let range = row.range else { continue }
            for value in [range.bounds.lowerBound, range.bounds.lowerBound + 1, range.bounds.upperBound] {
                range.set(&facts.settings.personal, min(value, range.bounds.upperBound))
                look.at(SettingStepper(row, range, facts).picture(facts, legend, at: seconds(0)))
            }
        }
        look.at(LanguageList(facts).picture(facts, legend, at: seconds(0)))
        look.report(language)
    }

    /// A word that is too long for a key, and a row's title that is too long for its value, are found.
    @Test(arguments: [
        ("key.down", "Donaudampfschifffahrtsgesellschaftskapitän"),
        ("setting.voiceSpeed", String(repeating: "Sprechgeschwindigkeit", count: 3)),
    ]) func aStringThatDoesNotFitIsFound(_ key: String, _ value: String) throws {
        var root = try #require(
            JSONSerialization.jsonObject(with: Data(contentsOf: Project.resources.appendingPathComponent("Localizable.xcstrings")))
                as? [String: Any])
        var strings = try #require(root["strings"] as? [String: Any])
        #expect(strings[key] != nil)
        strings[key] = ["localizations": ["en": ["stringUnit": ["state": "translated", "value": value]]]]
        root["strings"] = strings
        let words = try Words(catalog: JSONSerialization.data(withJSONObject: root), locale: Locale(identifier: "en"))
        let look = Look(words)
        for screen in [ScreenName.homeEnd, .settings] {
            var kiosk = Kiosk(
                settings: KioskSettings(reducedMotion: true, filesSessions: true), words: words, calendar: Calendar(identifier: .gregorian),
                seed: 1)
            _ = kiosk.handle(.library(library()), at: seconds(0))
            _ = kiosk.show(screen, at: seconds(0))
            for _ in 0..<5 {
                look.at(kiosk.picture(at: seconds(0)))
                _ = kiosk.carry(
                    out: kiosk.places[kiosk.places.count - 1].perform(.next, steps: 1, kiosk.facts, at: seconds(0)), at: seconds(0))
            }
        }
        #expect(look.found.keys.contains { $0.contains(value.prefix(12)) && $0.hasSuffix("is cut") }, "\(look.found)")
    }

    /// The longest names of the gallery, wherever a name stands.
    @Test(arguments: languages) func everyNameOfTheGalleryFits(_ language: String) {
        let words = tongue(language)
        let look = Look(words)
        let typesetter = Typesetter()
        let font = Font(.text, weight: 600, size: 24)
        let catalog = KioskTests.gallery(in: words)
        let longest = catalog.workouts.sorted { typesetter.width([Span($0.name, font)]) > typesetter.width([Span($1.name, font)]) }.prefix(
            8)
        for workout in longest {
            let step = Step(
                workoutID: workout.id, name: workout.name, category: workout.category, workSeconds: 45, sets: 3, setRestSeconds: 10,
                restAfterSeconds: 15, repGuidance: 12, eachSide: true)
            let routine = Routine(id: "r", name: "R", steps: [step, step])
            play(routine, words, look)
            var once = step
            (once.sets, once.setRestSeconds, once.eachSide, once.repGuidance) = (1, 0, false, 120)
            play(Routine(id: "r", name: "R", steps: [once, once]), words, look)
            var facts = Facts(
                settings: KioskSettings(reducedMotion: true, filesSessions: true), words: words, calendar: Calendar(identifier: .gregorian))
            facts.library = Library(status: .ready, catalog: catalog, routines: [entry(routine)])
            facts.refresh(at: seconds(0))
            show(workout, facts, look)
        }
        look.report(language)
    }

    private func play(_ routine: Routine, _ words: Words, _ look: Look) {
        let timeline = Timeline(routine, getReadySeconds: 5)
        var seen: Set<String> = []
        for (index, segment) in timeline.segments.enumerated() where seen.insert("\(segment.kind) \(segment.side as Any)").inserted {
            for (mode, left) in [(PlayerPicture.Mode.running, segment.seconds), (.running, 4), (.paused, 3), (.leadIn(digit: 2), 3)] {
                look.at(
                    .player(
                        PlayerPicture(
                            timeline: timeline, segment: index, mode: mode, secondsLeft: left,
                            elapsedSeconds: max(0, segment.end - left - 5), wipe: 0, legend: nil)))
            }
        }
    }

    private func show(_ workout: Workout, _ facts: Facts, _ look: Look) {
        var kiosk = Kiosk(settings: facts.settings, words: facts.words, calendar: facts.calendar, seed: 1)
        kiosk.facts = facts
        let places: [any Place] = [
            WorkoutList(workout.category, facts), WorkoutDetail(workout, facts), Picker(facts), Detail(facts.shelf[0]),
            Builder(duplicating: facts.shelf[0], facts),
        ]
        for place in places {
            kiosk.places = [place]
            _ = kiosk.settle(at: seconds(0))
            for _ in 0..<400 {
                let picture = kiosk.picture(at: seconds(0))
                if kiosk.places.last is WorkoutDetail || kiosk.places.last is Detail || kiosk.places.last is Builder
                    || picture.focused == workout.name
                {
                    look.at(picture)
                    break
                }
                _ = kiosk.carry(out: kiosk.places[0].perform(.next, steps: 1, facts, at: seconds(0)), at: seconds(0))
            }
        }
    }
}
