import Kiosk
import Playback
import Ports
import Testing

@Suite struct PressesTests {
    @Test func aLoopThatStoodStillForADayMakesUpForNoRepeats() {
        var presses = Presses()
        _ = presses.handle(KeyEvent(.skip, .down, at: seconds(0))) { _ in .repeating }
        #expect(presses.advance(to: seconds(1)).count == 5)
        #expect(presses.advance(to: seconds(2)).count == 6, "a second late loses none")
        #expect(presses.advance(to: seconds(86_400)).count == 1)
        #expect(presses.nextDeadline.map { $0 > seconds(86_400) && $0 < seconds(86_401) } == true)
    }

    func presses(_ trigger: Trigger?, _ events: (KeyEvent.Action, Double)..., until: Double) -> [String] {
        var presses = Presses()
        var found: [Press] = []
        for (action, at) in events {
            found += presses.advance(to: seconds(at))
            found += presses.handle(KeyEvent(.back, action, at: seconds(at))) { _ in trigger }
        }
        found += presses.advance(to: seconds(until))
        return found.map { "\($0.kind)@\($0.at.nanoseconds / 1_000_000)" }
    }

    @Test func aKeyWithoutAHoldActsOnThePressEdge() {
        #expect(presses(.press, (.down, 1), (.up, 9), until: 10) == ["tap@1000"])
    }

    @Test func aKeyWithAHoldActsOnRelease() {
        #expect(presses(.pressOrHold(.milliseconds(700)), (.down, 1), (.up, 1.5), until: 10) == ["tap@1500"])
    }

    @Test func heldLongEnoughItActsOnceByItself() {
        #expect(presses(.pressOrHold(.milliseconds(700)), (.down, 1), until: 5) == ["hold@1700"])
        #expect(presses(.pressOrHold(.milliseconds(700)), (.down, 1), (.up, 3), until: 5) == ["hold@1700"])
    }

    @Test func bothEdgesInOneLateTurnStillAreAHold() {
        var presses = Presses()
        _ = presses.handle(KeyEvent(.back, .down, at: seconds(1))) { _ in .pressOrHold(.milliseconds(700)) }
        let found = presses.handle(KeyEvent(.back, .up, at: seconds(2))) { _ in .pressOrHold(.milliseconds(700)) }
        #expect(found.map(\.kind) == [.hold])
    }

    @Test func aHoldOnlyKeyIgnoresTaps() {
        #expect(presses(.hold(.milliseconds(1200)), (.down, 1), (.up, 1.3), until: 10) == [])
        #expect(presses(.hold(.milliseconds(1200)), (.down, 1), (.up, 2.3), until: 10) == ["hold@2200"])
        #expect(presses(.hold(.milliseconds(1200)), (.tap, 1), until: 10) == [])
    }

    @Test func whatCannotBeTakenBackIsHeldOrPressedTwiceAndNeverAnEscape() {
        let discard = Trigger.deliberate(.milliseconds(1200))
        #expect(presses(discard, (.down, 1), (.up, 2), until: 10) == [])
        #expect(presses(discard, (.down, 1), (.up, 2.3), until: 10) == ["hold@2200"])
        #expect(presses(discard, (.tap, 1), (.tap, 1.1), until: 10) == [])
        #expect(presses(discard, (.hold, 1), until: 10) == [])
        #expect(presses(discard, (.hold, 1), (.hold, 2.5), until: 10) == ["hold@2500"])
        #expect(presses(discard, (.hold, 1), (.hold, 3.5), until: 10) == [], "that was another thought")
        #expect(presses(discard, (.hold, 1), (.tap, 1.2), (.hold, 1.4), until: 10) == [])
        #expect(presses(discard, (.escape, 1), (.escape, 1.2), (.hold, 1.4), until: 10) == [])
        #expect(presses(.pressOrHold(.milliseconds(700)), (.escape, 1), until: 10) == ["hold@1000"], "it leaves")
        #expect(presses(.press, (.escape, 1), until: 10) == [])
    }

    @Test func aRepeatingKeyRepeatsAndTriplesAfterTwoSeconds() {
        let found = presses(.repeating, (.down, 0), until: 2.6)
        #expect(found.prefix(3) == ["tap@0", "again(steps: 1)@400", "again(steps: 1)@550"])
        #expect(found.suffix(2) == ["again(steps: 3)@2350", "again(steps: 3)@2500"])
        #expect(found.contains("again(steps: 1)@1900") && found.contains("again(steps: 3)@2050"))
    }

    @Test func wholePressesOfATerminalNeedNoTime() {
        #expect(presses(.pressOrHold(.seconds(1)), (.tap, 1), until: 10) == ["tap@1000"])
        #expect(presses(.pressOrHold(.seconds(1)), (.hold, 1), until: 10) == ["hold@1000"])
        #expect(presses(.press, (.hold, 1), until: 10) == [])
    }

    @Test func aSecondDownWithoutAnUpCountsOnce() {
        #expect(presses(.press, (.down, 1), (.down, 1.1), (.up, 2), (.down, 3), until: 4) == ["tap@1000", "tap@3000"])
    }

    @Test func aKeyHeldWhileTheScreenChangesMeansNothingUntilItIsLetGo() {
        var presses = Presses()
        var found = presses.handle(KeyEvent(.back, .down, at: seconds(1))) { _ in nil }
        found += presses.advance(to: seconds(5))
        found += presses.handle(KeyEvent(.back, .up, at: seconds(5))) { _ in .pressOrHold(.seconds(1)) }
        #expect(found.isEmpty)
    }

    @Test func theRingRunsFromTwoHundredMilliseconds() {
        var presses = Presses()
        _ = presses.handle(KeyEvent(.back, .down, at: seconds(1))) { _ in .pressOrHold(.milliseconds(1200)) }
        #expect(presses.ring?.ramp == Ramp(start: seconds(1.2), length: .seconds(1)))
        #expect(presses.nextDeadline == seconds(2.2))
    }
}
