import Canvas
import Foundation
import Kiosk
import Library
import Playback
import Ports
import Stage
import Testing
import Workouts

/// The panel falls apart; the routine ends on time and the stage says what is missing.
@Suite struct LossTests {
    @Test func aSoundCardThatGoesIsSaidAndTheRoutineEndsOnTime() {
        let bench = Bench()
        bench.run(to: seconds(40))
        bench.speaker.isLost = true
        bench.send(.sound(.lost(.removed)))
        bench.run(to: seconds(41))
        #expect(bench.player?.notices == ["No sound: the card was unplugged"])
        bench.run(to: seconds(100))
        bench.speaker.isLost = false
        bench.send(.sound(.returned))
        #expect(bench.player?.notices == [])
        bench.run(to: seconds(335))
        #expect(bench.summary?.isComplete == true)
    }

    @Test func aCardAndAVoiceComeBackEachForItself() {
        let (card, voice) = ("No sound: the card was unplugged", "No voice: espeak-ng has none for this language")
        let bench = Bench()
        bench.run(to: seconds(10))
        bench.send(.sound(.lost(.noVoice)))
        #expect(bench.player?.notices == [voice])
        bench.send(.sound(.lost(.removed)))
        #expect(bench.player?.notices == [card], "without a card nobody misses the voice")
        bench.send(.sound(.returned))
        #expect(bench.player?.notices == [voice])
        bench.send(.sound(.lost(.removed)))
        bench.send(.sound(.voiceReturned))
        #expect(bench.player?.notices == [card])
        bench.send(.sound(.returned))
        #expect(bench.player?.notices == [])
    }

    @Test func aSpeakerThatMissesEverythingIsAskedTwiceAtMost() {
        let bench = Bench()
        bench.speaker.isLost = true
        bench.run(to: seconds(335))
        for id in Set(bench.speaker.log) { #expect(bench.speaker.log.filter { $0 == id }.count <= 2, "\(id)") }
        #expect(bench.summary?.isComplete == true)
    }

    /// At boot there is nothing but the home: a button that is not there is said where the person stands and presses it.
    @Test func theHomeSaysWhatIsMissingUntilItIsBack() {
        let bench = Bench(menus: Library(status: .ready, catalog: gallery))
        #expect(bench.home?.notices == [])
        bench.send(.button(.pause, .taken))
        bench.send(.button(.skip, .missing))
        #expect(bench.home?.notices == ["PAUSE is used by another program", "SKIP is not connected"])
        bench.send(.button(.pause, nil))
        #expect(bench.home?.notices == ["SKIP is not connected"])
        bench.send(.button(.skip, nil))
        #expect(bench.home?.notices == [])
    }

    @Test func theHomeSaysThatThereIsNoSoundAndClaimsNoRoutineThatWentOn() {
        let bench = Bench(menus: Library(status: .ready, catalog: gallery))
        bench.send(.sound(.lost(.removed)))
        bench.send(.screen(.lost))
        bench.run(to: seconds(5))
        bench.send(.screen(.changed))
        #expect(bench.home?.notices == ["No sound: the card was unplugged"])
        bench.send(.sound(.returned))
        #expect(bench.home?.notices == [])
    }

    /// Nothing opens the card any more, and nothing would say that it is back.
    @Test func nobodyMissesASoundThatIsSwitchedOff() {
        let bench = Bench(menus: library([sample])) {
            $0.personal.hasVoice = false
            $0.personal.hasTones = false
        }
        bench.send(.sound(.lost(.removed)))
        #expect(bench.home?.notices == [])
        bench.tap(.pause)
        bench.run(to: seconds(20))
        #expect(bench.player?.notices == [])
    }

    @Test func aCardThatWasLostBeforeTheSoundWasSwitchedOffIsForgotten() {
        let bench = Bench(menus: library([sample])) { $0.personal.hasTones = false }
        bench.send(.sound(.lost(.removed)))
        #expect(bench.home?.notices == ["No sound: the card was unplugged"])
        bench.tap(.back)
        bench.tap(.pause)
        #expect(bench.list?.rows[0]?.title == "Voice")
        bench.tap(.pause)  // off
        bench.tap(.pause)  // and on again
        bench.hold(.back, for: .milliseconds(900))
        bench.run(to: bench.now + .seconds(1))
        #expect(bench.home?.notices == [], "it may long be back")
    }

    @Test func nobodyMissesAVoiceThatIsSwitchedOff() {
        let bench = Bench(menus: library([sample])) { $0.personal.hasVoice = false }
        bench.send(.sound(.lost(.noVoice)))
        #expect(bench.home?.notices == [])
        bench.send(.sound(.lost(.removed)))
        #expect(bench.home?.notices == ["No sound: the card was unplugged"], "the tones are missing")
    }

    /// Only an open sound looks for its card: it stays open, and what the home says stays true.
    @Test func aLostCardIsLookedForAtHomeUntilItIsBackAndThenLeftToOthers() throws {
        let bench = Bench(menus: library([sample]), clock: thursdayEvening)
        bench.tap(.pause)
        bench.run(to: seconds(100))
        bench.send(.sound(.lost(.removed)))
        try endAndFinish(bench)
        #expect(bench.home?.notices == ["No sound: the card was unplugged"])
        #expect(bench.speaker.isOpen)
        bench.send(.sound(.returned))
        #expect(bench.home?.notices == [])
        #expect(!bench.speaker.isOpen)
    }

    /// The television is off.
    @Test func theSoundIsClosedAfterARoutineWithoutAScreenToo() throws {
        let bench = Bench(menus: library([sample]), clock: thursdayEvening)
        bench.tap(.pause)
        bench.run(to: seconds(20))
        #expect(bench.speaker.isOpen)
        try endAndFinish(bench)
        #expect(bench.home != nil)
        #expect(!bench.speaker.isOpen)
    }

    @Test func theSoundIsClosedWhenNothingIsReadAloudAnyMore() {
        let bench = Bench(menus: library(), clock: thursdayEvening) { $0.personal.readsAloud = true }
        bench.tap(.back)
        bench.tap(.pause)
        #expect(bench.speaker.isOpen)
        for _ in 0..<20 where bench.list?.rows[bench.list?.focus.index ?? 0]?.title != "Read screens aloud" { bench.tap(.skip) }
        bench.tap(.pause)
        #expect(!bench.speaker.isOpen)
    }

    private func endAndFinish(_ bench: Bench) throws {
        bench.hold(.back, for: .milliseconds(1300))
        bench.tap(.skip)
        bench.send(.answer(.filed(random: try #require(bench.store.sessions.last).random, .inStore)))
        bench.run(to: bench.now + .seconds(3))
        bench.tap(.pause)
    }

    @Test func aButtonThatVanishesIsSaidUntilItIsBack() {
        let bench = Bench()
        bench.run(to: seconds(40))
        bench.send(.button(.skip, .vanished))
        bench.send(.button(.back, .stuck))
        #expect(bench.player?.notices == ["BACK is stuck", "SKIP was lost"])
        bench.send(.button(.skip, nil))
        #expect(bench.player?.notices == ["BACK is stuck"])
        bench.run(to: seconds(335))
        #expect(bench.summary?.isComplete == true)
    }

    @Test(arguments: [PanelEvent.button(.back, .vanished), .button(.back, .stuck)])
    func aPressThatItsBrokenButtonCutsShortIsNone(fault: PanelEvent) {
        let bench = Bench()
        bench.run(to: seconds(40))
        bench.send(.key(KeyEvent(.back, .down, at: seconds(40))))
        bench.run(to: seconds(40.5))
        bench.send(fault)
        bench.send(.key(KeyEvent(.back, .up, at: seconds(40.5))))
        bench.run(to: seconds(42))
        // The set rest from 35 to 45 s was not begun again, nor was the end asked for.
        #expect(bench.player?.secondsLeft == 3)
    }

    @Test func aKeyThatIsHeldWhileTheScreenIsTakenAwayMeansNothing() {
        let bench = Bench()
        bench.run(to: seconds(40))
        bench.send(.key(KeyEvent(.back, .down, at: seconds(40))))
        bench.send(.screen(.hidden))
        bench.send(.key(KeyEvent(.back, .up, at: seconds(40.1))))
        bench.run(to: seconds(50))
        #expect(bench.player?.secondsLeft == 5, "paused where it was")
    }

    @Test func aScreenThatGoesDoesNotStopTimeAndIsDrawnWholeWhenItReturns() {
        let bench = Bench(size: PixelSize(width: 480, height: 320))
        bench.run(to: seconds(40))
        #expect(bench.screen.presents.count > 30)
        bench.screen.size = nil
        bench.send(.screen(.lost))
        let gone = bench.screen.presents.count
        bench.run(to: seconds(80))
        #expect(bench.screen.presents.count == gone)
        bench.screen.size = PixelSize(width: 800, height: 480)
        bench.send(.screen(.changed))
        #expect(bench.screen.presents.count == gone + 1)
        #expect(bench.player?.notices == ["The screen was away; the routine went on"])
        bench.run(to: seconds(89))
        #expect(bench.player?.notices == [])
        bench.run(to: seconds(335))
        #expect(bench.summary?.isComplete == true)
    }

    @Test func everyDigitIsShownAtItsOwnInstant() {
        let bench = Bench(size: PixelSize(width: 480, height: 320))
        bench.run(to: seconds(335))
        let whole = Set(bench.screen.presents.filter { $0.nanoseconds % 1_000_000_000 == 0 })
        // Every second of 335 changes a digit, and the last one the screen.
        #expect(whole == Set((0...335).map { seconds(Double($0)) }))
    }

    @Test func aVoiceThatComesLateIsHeardLateIfItFits() {
        let bench = Bench()
        bench.speaker.length = { _ in nil }  // no voice: silence, and nothing waits for it
        bench.run(to: seconds(46))
        #expect(!bench.speaker.log.contains("4/work"))
        bench.send(.voice(Utterance(text: "Bridge. Set 2 of 3.", language: "en", wordsPerMinute: 175), .milliseconds(1140)))
        #expect(bench.speaker.log.last == "4/work")
        #expect(bench.speaker.handed.last?.start == seconds(46))
    }
}

/// A voice's library and data are read from a slow card: in the home's quiet, after its picture and before PLAY.
@Test(arguments: [true, false]) func theVoiceIsMadeReadyOnceAPictureIsShown(hasVoice: Bool) {
    let (screen, speaker) = (FakeScreen(size: nil), FakeSpeaker())
    var settings = KioskSettings(leavesAfterSummary: false, soundSettling: .zero)
    settings.personal.hasSeenWelcome = true
    settings.personal.hasVoice = hasVoice
    let host = KioskHost(
        kiosk: Kiosk(settings: settings, words: english, calendar: Calendar(identifier: .gregorian), seed: 7), screen: screen,
        speaker: speaker, style: StageStyle(size: PixelSize(width: 1, height: 1)), words: english, typesetter: Typesetter())
    _ = host.turn(seconds(0))
    #expect(speaker.preparations == 0, "there is no screen yet")
    screen.size = PixelSize(width: 800, height: 480)
    for second in 1...3 { _ = host.turn(seconds(Double(second))) }
    #expect(speaker.preparations == (hasVoice ? 1 : 0))
    #expect(!speaker.isOpen, "the card is opened when a routine plays")
}
