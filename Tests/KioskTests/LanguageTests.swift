import Canvas
import Foundation
import Kiosk
import Playback
import Ports
import Stage
import TestSupport
import Testing
import Words

/// The language is a setting: chosen under its own name, it applies at once.
@Suite struct LanguageTests {
    static let choice = Languages([
        .init("en", name: "English", voice: "en"), .init("en-XA", name: "Éñĝļîšĥ", voice: "en"),
        .init("ar-XB", name: "hsilgnE", voice: "ar", isPartial: true),
    ])

    func opened(_ change: (inout KioskSettings) -> Void = { _ in }) -> Bench {
        let bench = Bench(menus: library(), clock: thursdayEvening) {
            $0.languages = LanguageTests.choice
            change(&$0)
        }
        bench.tap(.back)
        bench.tap(.pause)
        return bench
    }

    func kept(_ bench: Bench) -> Settings? {
        bench.store.commands.compactMap { if case .keep(let settings) = $0 { settings } else { nil } }.last
    }

    @Test func languagesStandUnderTheirOwnNames() {
        let bench = opened()
        #expect(bench.list?.rows[0] == .init(title: "Language", detail: "English"))
        bench.tap(.pause)
        #expect(bench.list?.title == "Language")
        #expect(
            bench.list.map { list in (0..<3).map { list.rows[$0] } } == [
                .init(title: "English", isChecked: true), .init(title: "Éñĝļîšĥ", isChecked: false),
                .init(title: "hsilgnE", detail: "In part", isChecked: false),
            ])
        bench.hold(.back, for: .milliseconds(800))
        #expect(bench.list?.title == "Settings" && kept(bench)?.language == nil)
    }

    @Test func whatIsChosenAppliesAtOnceAndIsKept() {
        let bench = opened()
        bench.tap(.pause)
        bench.tap(.skip)
        bench.tap(.pause)
        #expect(bench.list?.title == "[Šéţţîñĝš]", "\(bench.list?.title ?? "")")
        #expect(kept(bench)?.language == "en-XA")
        #expect(bench.list?.legend.skip?.verb == tongue("en-XA")("key.down"))
    }

    @Test func theWholeGlassChangesItsSideAndNothingOfTheOldPictureStays() throws {
        let glass = Glass()
        var settings = KioskSettings(reducedMotion: true, leavesAfterSummary: false, soundSettling: .zero)
        settings.personal.hasSeenWelcome = true
        settings.languages = LanguageTests.choice
        let typesetter = Typesetter()
        let style = StageStyle(size: glass.size!)
        let host = KioskHost(
            kiosk: Kiosk(settings: settings, words: english, calendar: Calendar(identifier: .gregorian), seed: 7), screen: glass,
            speaker: FakeSpeaker(), style: style, words: english, typesetter: typesetter, speak: { tongue($0) })
        host.handle(.library(library()), at: seconds(0))
        var now = seconds(0)
        func tap(_ key: Key) {
            for edge in [KeyEvent.Action.down, .up] {
                now = now + .milliseconds(80)
                host.handle(.key(KeyEvent(key, edge, at: now)), at: now)
                _ = host.turn(now)
            }
        }
        for key in [Key.back, .pause, .pause, .back, .pause] { tap(key) }
        let canvas = Canvas(size: glass.size!, typesetter: typesetter)
        _ = canvas.draw(Stage(style: style, words: tongue("ar-XB"), typesetter: typesetter).scene(host.kiosk.picture(at: now)))
        #expect(glass.raster == canvas.withPixels { Raster($0) })
    }

    @Test func itIsReadAloudInTheNewWords() {
        let bench = opened { $0.personal.readsAloud = true }
        bench.tap(.pause)
        bench.tap(.skip)
        bench.tap(.pause)
        let last = bench.speaker.handed.last?.sound
        guard case .voice(let utterance) = last else { return #expect(Bool(false), "nothing was said") }
        #expect(utterance.text.contains(tongue("en-XA")("setting.language")), "\(utterance.text)")
    }

    @Test func aRoutineIsAnnouncedInItsOwnLanguageAndTheScreenReadInTheScreens() {
        let bench = Bench(menus: library(), clock: thursdayEvening, spoken: tongue("de")) { $0.personal.readsAloud = true }
        func said() -> Utterance? {
            guard
                case .voice(let utterance)? = bench.speaker.handed.last(where: { if case .voice = $0.sound { true } else { false } })?.sound
            else { return nil }
            return utterance
        }
        #expect(said()?.language == "en", "\(String(describing: said()))")
        bench.tap(.pause)
        bench.run(to: seconds(2))
        // A name that is not the gallery's stays as it is.
        let first = tongue("de")("cue.first", "Cat cow")
        #expect(said().map { $0.text == first && $0.language == "de" } == true, "\(String(describing: said()))")
    }

    @Test func withOneLanguageThereIsNothingToChoose() {
        let bench = Bench(menus: library(), clock: thursdayEvening)
        bench.tap(.back)
        bench.tap(.pause)
        #expect(bench.list?.rows[0]?.title == "Voice")
    }

    @Test func wordsThatCannotBeHadLeaveThoseThereAre() {
        let host = KioskHost(
            kiosk: opened().host.kiosk, screen: FakeScreen(size: nil), speaker: FakeSpeaker(),
            style: StageStyle(size: PixelSize(width: 1, height: 1)), words: english, typesetter: Typesetter(), speak: { _ in nil })
        for (index, key) in [Key.pause, .skip, .pause].enumerated() {
            let at = seconds(Double(10 + index))
            host.handle(.key(KeyEvent(key, .down, at: at)), at: at)
            host.handle(.key(KeyEvent(key, .up, at: at + .milliseconds(80))), at: at + .milliseconds(80))
        }
        guard case .list(let list) = host.kiosk.picture(at: seconds(20)) else { return #expect(Bool(false), "the settings are gone") }
        #expect(list.title == "Settings")
    }
}

/// A screen that keeps what was drawn for it.
private final class Glass: Screen {
    let size: PixelSize? = PixelSize(width: 800, height: 480)
    private(set) var raster: Raster?
    func prepare(_ pixels: Pixels, damage: [PixelRect]) { raster = Raster(pixels) }
    func present(due: Instant) {}
    func blank(_ isBlank: Bool) {}
}
