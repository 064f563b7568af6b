import Glibc
import Playback
import Ports
import Testing

@testable import Display

@Suite struct DisplayTests {
    @Test func aConnectedScreenIsLitBlackAndThenAskedForItsPicture() {
        let card = oneCard()
        let room = Room([card])
        #expect(room.display.size == nil && room.takeTold() == [])
        room.kernel.finishLook()
        #expect(room.display.size == small.size)
        #expect(room.takeTold() == [.changed])
        #expect(card.takeRecord() == ["master", "buffer 64x40", "buffer 64x40", "set 64x40@60 crtc 40 buffer 101"])
        #expect(card.glassPixel(5, 5) == 0)
        #expect(room.log == ["showing on HDMI-A-1 of /dev/dri/card0, 64x40@60, atomic, XRGB8888"])
    }

    @Test func aStartWithoutADisplayWaitsForOneEvenWithoutAnEvent() {
        let card = oneCard()
        card.facts.connectors[0].status = .disconnected
        let room = Room([card])
        for _ in 0..<5 { room.look() }
        #expect(room.display.size == nil && room.takeTold() == [])
        card.facts.connectors[0].status = .connected
        room.look()
        #expect(room.takeTold() == [.changed] && room.display.size == small.size)
    }

    @Test func aStartWithoutAnyCardSaysOnceWhatItWaitsForAndTakesTheCardThatComes() {
        let card = oneCard()
        card.facts.connectors[0].status = .disconnected
        let room = Room([])
        for _ in 0..<5 { room.look() }
        #expect(room.display.size == nil && room.takeTold() == [])
        #expect(room.log.count == 1 && room.log.first?.contains("no card") == true)
        room.kernel.cards = [card]
        for _ in 0..<5 { room.look() }
        #expect(room.log.count == 2 && room.log.last?.contains("no display is plugged in (looked at /dev/dri/card0)") == true)
        card.facts.connectors[0].status = .connected
        room.look()
        #expect(room.takeTold() == [.changed] && room.display.size == small.size)
    }

    @Test func aHotplugEventIsFollowedAtOnceAndOneDuringALookByAnother() {
        let card = oneCard()
        card.facts.connectors[0].status = .disconnected
        let room = Room([card])
        room.kernel.finishLook()
        #expect(!room.kernel.isLooking)
        room.kernel.hotplug()
        #expect(room.kernel.isLooking)
        room.kernel.hotplug()
        room.kernel.finishLook()
        #expect(room.kernel.isLooking)
        card.facts.connectors[0].status = .connected
        room.kernel.finishLook()
        #expect(room.takeTold() == [.changed] && !room.kernel.isLooking)
    }

    /// Random damage, random flips, both kinds of driver: what is on the glass is always a picture that was presented, whole.

    @Test func anUnpluggedScreenIsLostAndItsReturnSetsTheModeAgain() {
        let card = oneCard()
        let room = Room(lit: card)
        room.show(plain(0x1))
        card.facts.connectors[0].status = .disconnected
        room.kernel.hotplug()
        room.kernel.finishLook()
        #expect(room.takeTold() == [.lost] && room.display.size == nil)
        #expect(card.takeRecord() == ["flip 102", "off", "free 101", "free 102"])
        room.show(plain(0x2))
        card.facts.connectors[0].status = .connected
        room.kernel.finishLook()
        #expect(room.takeTold() == [.changed])
        #expect(card.takeRecord() == ["buffer 64x40", "buffer 64x40", "set 64x40@60 crtc 40 buffer 103"])
    }

    @Test func anotherModeMakesNewBuffersAndANewSize() {
        let card = oneCard()
        let room = Room(lit: card)
        card.facts.connectors[0].modes = [Mode(48, 32, isPreferred: true)]
        room.look()
        #expect(room.takeTold() == [.changed] && room.display.size == PixelSize(width: 48, height: 32))
        #expect(card.takeRecord() == ["off", "free 101", "free 102", "buffer 48x32", "buffer 48x32", "set 48x32@60 crtc 40 buffer 103"])
        // A picture for the old size that was already drawn is not shown.
        room.show(plain(0x1))
        #expect(card.takeRecord() == [])
    }

    @Test func aTelevisionThatComesBackWithOtherModesGetsTheSameOneSetAgain() {
        let card = oneCard()
        let room = Room(lit: card)
        room.show(plain(0x55))
        card.verticalBlank(room.seat)
        _ = card.takeRecord()
        card.facts.connectors[0].modes.append(Mode(32, 32))
        room.look()
        #expect(card.takeRecord() == ["off", "set 64x40@60 crtc 40 buffer 102"])
        #expect(card.glassPixel(0, 0) == 0x55 && room.takeTold() == [])
        room.look()
        #expect(card.takeRecord() == [])
    }

    @Test func aCRTCFoundDarkOrWithAnothersPictureIsSetAgain() {
        let card = oneCard()
        let room = Room(lit: card)
        room.show(plain(0x55))
        card.verticalBlank(room.seat)
        for spoil in [
            { (crtc: inout CRTC) in crtc.mode = nil }, { crtc in crtc.mode = smaller }, { crtc in crtc.frameBuffer = 9 },
        ] {
            _ = card.takeRecord()
            spoil(&card.facts.crtcs[0])
            room.look()
            #expect(card.takeRecord() == ["off", "set 64x40@60 crtc 40 buffer 102"])
            #expect(card.glassPixel(0, 0) == 0x55)
        }
        #expect(room.takeTold() == [])
    }

    @Test func aBadLinkIsSetAgain() {
        let card = oneCard()
        let room = Room(lit: card)
        card.facts.connectors[0].isLinkBad = true
        room.look()
        #expect(card.takeRecord() == ["off", "set 64x40@60 crtc 40 buffer 101"])
    }

    @Test func aLookThatBeganBeforeAChangeIsNotBelieved() {
        let card = oneCard()
        let console = FakeConsole()
        let room = Room(lit: card, console: console)
        room.seat.pass(Display.lookInterval)
        #expect(room.kernel.isLooking)
        console.release()
        console.acquire()
        _ = room.takeTold()
        card.facts.connectors[0].status = .disconnected
        room.kernel.finishLook()
        #expect(room.takeTold() == [] && room.kernel.isLooking)
        room.kernel.finishLook()
        #expect(room.takeTold() == [.lost])
    }

    @Test func aCardThatVanishesIsLetGoAndAnotherIsFound() {
        let card = oneCard()
        let other = FakeCard("/dev/dri/card1", [Connector("USB-1", [smaller])], descriptor: 51)
        let room = Room(lit: card)
        room.kernel.cards = [card, other]
        card.failures["look"] = ENODEV
        room.seat.speak(card.descriptor, isBroken: true)
        #expect(room.takeTold() == [.lost] && room.display.size == nil)
        #expect(room.kernel.looks.last == "all")
        room.kernel.finishLook()
        #expect(room.takeTold() == [.changed] && room.display.size == smaller.size)
    }

    @Test func aFlipToACardThatIsGoneLosesTheScreenAndKeepsSearching() {
        let card = oneCard()
        let room = Room(lit: card)
        card.failures["flip"] = ENODEV
        card.failures["look"] = ENODEV
        room.show(plain(1))
        #expect(room.takeTold() == [])
        room.seat.pass(.zero)
        #expect(room.takeTold() == [.lost])
        room.look()
        card.failures = [:]
        room.look()
        #expect(room.takeTold() == [.changed])
    }

    @Test func aVTSwitchHidesTheScreenAndComingBackShowsItAgain() {
        let card = oneCard()
        let console = FakeConsole()
        let room = Room(lit: card, console: console)
        room.show(plain(0x77))
        console.release()
        #expect(room.takeTold() == [.hidden] && room.display.size == nil && !card.isMaster)
        #expect(card.takeRecord() == ["flip 102", "drop master"] && console.record == ["take", "allow"])
        room.show(plain(0x88))
        room.display.blank(false)
        room.seat.pass(.seconds(60))
        #expect(card.takeRecord() == [] && !room.kernel.isLooking)
        card.facts.crtcs[0].frameBuffer = 9
        console.acquire()
        #expect(room.takeTold() == [.shown, .changed] && console.record == ["take", "allow", "confirm"])
        #expect(card.takeRecord() == ["master", "set 64x40@60 crtc 40 buffer 102"])
        #expect(card.glassPixel(0, 0) == 0x77)
    }

    @Test func anotherTerminalIsAskedForWhileOursIsShown() {
        let console = FakeConsole()
        let room = Room(lit: oneCard(), console: console)
        room.display.showTerminal(2)
        #expect(console.record == ["take", "show 2"] && room.takeTold() == [], "the kernel says when")
        console.release()
        room.display.showTerminal(3)
        #expect(console.record == ["take", "show 2", "allow"], "what is not ours to leave is left alone")
        console.acquire()
        console.failure = EPERM
        room.display.showTerminal(4)
        #expect(room.log.last?.hasPrefix("could not show virtual terminal 4: ") == true)
        room.display.close()
        room.display.showTerminal(5)
        #expect(console.record.last == "give back")
    }

    @Test func aSwitchThereAndBackWithinATurnLeavesTheScreenHidden() {
        let card = oneCard()
        let console = FakeConsole()
        let room = Room(lit: card, console: console)
        console.release()
        console.acquireAndRelease()
        #expect(room.display.size == nil && !card.isMaster, "else it draws over the other terminal, and has its keyboard")
        #expect(!room.takeTold().contains(.shown))
        console.acquire()
        #expect(room.takeTold() == [.shown, .changed] && card.isMaster)
    }

    @Test func blankingWhileHiddenHoldsWhenShown() {
        let card = oneCard()
        let console = FakeConsole()
        let room = Room(lit: card, console: console)
        room.show(plain(0x77))
        card.verticalBlank(room.seat)
        console.release()
        room.display.blank(true)
        console.acquire()
        #expect(card.glassPixel(0, 0) == 0)
        room.display.blank(false)
        card.verticalBlank(room.seat)
        #expect(card.glassPixel(0, 0) == 0x77)
    }

    @Test func aScreenThatWentWhileHiddenIsLostWhenShown() {
        let card = oneCard()
        let console = FakeConsole()
        let room = Room(lit: card, console: console)
        console.release()
        card.failures["set"] = ENODEV
        console.acquire()
        #expect(room.takeTold() == [.hidden, .shown, .lost])
    }

    @Test func aStartOnAHiddenVTWaitsToBeShown() {
        let card = oneCard()
        let console = FakeConsole()
        console.isInFront = false
        let room = Room([card], console: console)
        room.seat.pass(.seconds(10))
        #expect(room.takeTold() == [.hidden] && room.kernel.looks == [] && card.takeRecord() == [])
        console.acquire()
        room.kernel.finishLook()
        #expect(room.takeTold() == [.shown, .changed])
    }

    @Test func aTakenCardIsAskedForAgainUntilItIsFree() {
        let card = oneCard()
        card.failures["master"] = EACCES
        let room = Room([card])
        for _ in 0..<4 { room.look() }
        #expect(room.takeTold() == [] && room.log.count == 1)
        card.failures = [:]
        room.look()
        #expect(room.takeTold() == [.changed])
    }

    @Test func anAtomicDriverThatTakesNoFlipIsTriedTheOldWay() {
        let card = oneCard()
        card.failures["flip"] = EINVAL
        let room = Room(lit: card)
        room.show(plain(0x31))
        room.seat.pass(.zero)
        #expect(room.takeTold() == [.lost])
        room.look()
        #expect(room.takeTold() == [.changed] && room.log.last!.contains("legacy"))
        room.show(plain(0x31))
        #expect(card.glassPixel(3, 3) == 0x31)
    }

    @Test func aFlipThatIsRefusedLaterSetsTheModeOnceMore() {
        let card = oneCard()
        let room = Room(lit: card)
        room.show(plain(0x31))
        card.verticalBlank(room.seat)
        _ = card.takeRecord()
        card.failures["flip"] = EINVAL
        room.show(plain(0x32))
        room.seat.pass(.zero)
        #expect(card.takeRecord() == ["flip 101 refused", "off", "set 64x40@60 crtc 40 buffer 101"])
        #expect(card.glassPixel(0, 0) == 0x32 && room.takeTold() == [])
    }

    @Test func aModeThatTheCardRefusesGivesWayToASmallerOne() {
        let card = oneCard()
        card.refusedModes = ["64x40"]
        let room = Room([card])
        room.kernel.finishLook()
        #expect(room.display.size == smaller.size && room.takeTold() == [.changed])
        room.look()
        #expect(room.takeTold() == [] && room.display.size == smaller.size)
    }

    @Test func thePlanesFormatsDecideOnAnAtomicCard() {
        let card = oneCard()
        for index in card.planeList.indices { card.planeList[index].formats = [PixelFormat.rgb565.fourcc] }
        let room = Room([card])
        room.kernel.finishLook()
        #expect(room.log.last?.hasSuffix("atomic, RGB565") == true)
    }

    @Test func theConfiguredConnectorIsMovedToWhenItComes() {
        let first = oneCard()
        let second = FakeCard("/dev/dri/card1", [Connector("HDMI-A-2", [smaller], .disconnected)], descriptor: 51)
        let room = Room([first, second], ScreenSettings(connector: "HDMI-A-2"))
        room.kernel.finishLook()
        #expect(room.takeTold() == [.changed])
        second.facts.connectors[0].status = .connected
        room.look()
        #expect(room.kernel.looks == ["all", "all"])
        #expect(room.takeTold() == [.changed] && room.display.size == smaller.size)
        room.look()
        #expect(room.kernel.looks.last == "/dev/dri/card1")
    }

    @Test func closingGivesEverythingBackAndTellsNothing() {
        let card = oneCard()
        let console = FakeConsole()
        let room = Room(lit: card, console: console)
        room.show(plain(1))
        room.display.close()
        #expect(console.record == ["take", "give back"])
        #expect(card.takeRecord() == ["flip 102", "off", "free 101", "free 102"] && card.blobs.isEmpty)
        #expect(room.seat.watchCount == 0)
        room.seat.pass(.seconds(60))
        #expect(room.takeTold() == [] && !room.kernel.isLooking && room.display.size == nil)
    }
}
