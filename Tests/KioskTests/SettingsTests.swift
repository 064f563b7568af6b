import Playback
import Ports
import Stage
import Testing
import Workouts

@testable import Kiosk

/// Settings apply at once; nobody there means a clock, then black glass.
@Suite struct SettingsTests {
    /// The settings, opened from the home.
    func opened() -> Bench {
        let bench = Bench(menus: library(), clock: thursdayEvening)
        bench.tap(.back)
        bench.tap(.pause)
        return bench
    }

    func kept(_ bench: Bench) -> Settings? {
        bench.store.commands.compactMap { if case .keep(let settings) = $0 { settings } else { nil } }.last
    }

    func focus(_ bench: Bench, _ title: String) {
        for _ in 0..<20 where bench.list?.rows[bench.list?.focus.index ?? 0]?.title != title { bench.tap(.skip) }
    }

    @Test func aToggleAppliesAndIsKept() {
        let bench = opened()
        #expect(bench.list?.rows[0] == .init(title: "Voice", detail: "On"))
        bench.tap(.pause)
        #expect(bench.list?.rows[0] == .init(title: "Voice", detail: "Off"))
        #expect(kept(bench)?.hasVoice == false)
        #expect(kept(bench)?.hasTones == nil, "what was not touched stays as configured")
    }

    /// It applies, and is gone at the next start. Every further setting would be refused, too.
    @Test func aSettingThatLocalStateRefusesIsSaidOnce() {
        let bench = opened()
        bench.tap(.pause)
        bench.send(.answer(.failed(.full, ticket: 0)))
        #expect(bench.question?.title == "Not saved")
        #expect(bench.question?.line == "What you set counts until StepBack ends. The disk of this device does not take it.")
        bench.tap(.pause)
        #expect(bench.list?.rows[0] == .init(title: "Voice", detail: "Off"))
        bench.tap(.pause)
        bench.send(.answer(.failed(.full, ticket: 0)))
        #expect(bench.question == nil)
    }

    @Test func aValueIsSteppedInSightAndUndone() {
        let bench = opened()
        focus(bench, "Get ready")
        bench.tap(.pause)
        #expect(bench.stepper?.value == "5")
        bench.tap(.skip)
        bench.tap(.skip)
        #expect(bench.stepper?.value == "7")
        #expect(bench.stepper?.less == "6")
        #expect(kept(bench)?.getReadySeconds == 7)
        bench.hold(.pause, for: .milliseconds(800))
        #expect(bench.stepper?.value == "5")
        bench.tap(.pause)
        #expect(bench.list?.title == "Settings")
    }

    @Test func aHeldStepperRepeatsAndStopsAtItsEnd() {
        let bench = opened()
        focus(bench, "Get ready")
        bench.tap(.pause)
        bench.hold(.skip, for: .seconds(5))
        #expect(bench.stepper?.value == "60")
        #expect(bench.stepper?.more == nil)
    }

    @Test func getReadyCountsForTheNextPlay() {
        let bench = opened()
        focus(bench, "Get ready")
        bench.tap(.pause)
        bench.tap(.back)
        bench.tap(.pause)
        bench.hold(.back, for: .milliseconds(800))
        bench.tap(.skip)
        bench.tap(.pause)
        #expect(bench.player?.timeline.getReadySeconds == 4)
    }

    @Test func nobodyThereMeansAClockThenBlackGlassAndAPressOnlyWakes() {
        let bench = Bench(menus: library(week: springWeek), clock: thursdayEvening)
        bench.run(to: seconds(299))
        #expect(bench.home != nil)
        bench.run(to: seconds(301))
        #expect(bench.idle?.clock?.hasPrefix("6:47") == true)
        #expect(bench.idle?.name == "Morning core")
        bench.run(to: seconds(1801))
        #expect(bench.screen.isBlank)
        #expect(bench.idle?.clock == nil)
        bench.tap(.pause)
        #expect(!bench.screen.isBlank)
        #expect(bench.home != nil, "it wakes, and only wakes")
        bench.tap(.pause)
        #expect(bench.player != nil)
    }

    @Test func aRoutineNeverLetsTheScreenSleep() {
        let long = Routine(id: "long", name: "Long", steps: [Step(name: "Run", workSeconds: 4_200)])
        let bench = Bench(menus: library([long]), clock: thursdayEvening)
        bench.tap(.pause)
        bench.run(to: seconds(4_000))
        #expect(bench.player != nil)
        #expect(!bench.screen.isBlank)
    }

    @Test func theStageGoesDarkByAClockThatIsKnown() {
        let bench = Bench(menus: library(), clock: thursdayEvening) { $0.personal.light = .byClock }
        #expect(bench.host.kiosk.light(at: seconds(0)) == .bright)
        #expect(bench.host.kiosk.light(at: seconds(79 * 60)) == .dark)
        let unknown = Bench(menus: library(), clock: WallTime(zeroNanoseconds: 0, isKnown: false)) { $0.personal.light = .byClock }
        #expect(unknown.host.kiosk.light(at: seconds(79 * 60)) == .bright)
    }

    @Test func theScreensAreReadAloudWhenThatIsWanted() {
        let bench = Bench(menus: library(), clock: thursdayEvening) { $0.personal.readsAloud = true }
        func said() -> [String] {
            bench.speaker.handed.compactMap { if case .voice(let utterance) = $0.sound { utterance.text } else { nil } }
        }
        #expect(said() == ["Home. Evening mobility. 2 minutes"])
        bench.run(to: seconds(5))
        bench.tap(.skip)
        #expect(said().last == "Legs and lungs. 5 minutes")
    }

    @Test func wordsThatAreTooLongToBeLargeStandBesideTheirNumber() {
        let bench = opened()
        focus(bench, "Voice speed")
        bench.tap(.pause)
        #expect(bench.stepper?.value == "175" && bench.stepper?.note == "175 words a minute")
        #expect(bench.stepper?.less == "170" && bench.stepper?.more == "180")
    }

    @Test func theHourOfTheDarkIsSaidAsTheLanguageSaysIt() throws {
        let range = try #require(SettingRow.stage.range)
        #expect(range.text(2, english).hasPrefix("By the clock: dark from 8:00"))
        #expect(range.text(2, tongue("de")) == "Nach Uhrzeit: dunkel ab 20:00")
    }

    @Test func theStoresRowOpensWhatIsWrongWithIt() {
        let bench = Bench(menus: library(status: .readOnly), clock: thursdayEvening) { $0.storePath = "/mnt/gym" }
        bench.tap(.back)
        bench.tap(.pause)
        focus(bench, "Store")
        bench.tap(.pause)
        #expect(bench.question?.title == "The store cannot be written to")
        #expect(bench.question?.line == "Nothing can be written to /mnt/gym. Allow writing there.")
    }
}
