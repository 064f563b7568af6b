import Glibc
import Playback
import Ports
import Testing

@testable import Display

@Suite struct PictureTests {
    @Test func aPictureGoesToTheGlassAtTheVerticalBlankAndNeverTwoAtOnce() {
        let card = oneCard()
        let room = Room(lit: card)
        room.show(plain(0x111111))
        #expect(card.takeRecord() == ["flip 102"])
        #expect(card.glassPixel(0, 0) == 0)
        // Two more while it flies: the first is never seen, as it is out of date when the glass is free.
        room.show(plain(0x222222))
        room.show(plain(0x333333))
        #expect(card.takeRecord() == ["buffer 64x40", "buffer 64x40"])
        card.verticalBlank(room.seat)
        #expect(card.takeRecord() == ["flip 104"] && card.glassPixel(0, 0) == 0x111111)
        card.verticalBlank(room.seat)
        #expect(card.takeRecord() == [] && card.glassPixel(63, 39) == 0x333333)
    }

    @Test func aPicturePreparedForLaterDoesNotGoOutWithTheFlipEvent() {
        let card = oneCard()
        let room = Room(lit: card)
        room.show(plain(0x111111))
        room.show(plain(0x222222))
        let next = plain(0x333333)
        room.display.prepare(next.pixels, damage: [next.size.bounds])
        card.verticalBlank(room.seat)
        card.verticalBlank(room.seat)
        #expect(card.glassPixel(0, 0) == 0x222222 && card.flightSerial == nil)
        room.display.present(due: room.seat.now)
        card.verticalBlank(room.seat)
        #expect(card.glassPixel(0, 0) == 0x333333)
    }

    @Test func aLostFlipEventIsNotWaitedForLongerThanHalfASecond() {
        let card = oneCard()
        let room = Room(lit: card)
        room.show(plain(0x111111))
        room.show(plain(0x222222))
        card.loseFlip()
        room.seat.pass(.milliseconds(499))
        #expect(card.takeRecord().filter { $0.hasPrefix("flip") } == ["flip 102"])
        room.seat.pass(.milliseconds(1))
        #expect(card.takeRecord() == ["flip 103"])
        card.verticalBlank(room.seat)
        #expect(card.glassPixel(0, 0) == 0x222222)
    }

    @Test func theEventOfAFlipThatWasGivenUpIsNotTakenForTheNextOnes() {
        let card = oneCard()
        let room = Room(lit: card)
        room.show(plain(0x111111))
        let late = card.flightSerial!
        card.loseFlip()
        room.show(plain(0x222222))
        room.seat.pass(Output.patience)
        room.show(plain(0x333333))
        _ = card.takeRecord()
        card.sayLanded(late, room.seat)
        #expect(card.takeRecord() == [])
        card.verticalBlank(room.seat)
        #expect(card.takeRecord().count == 1 && card.glassPixel(0, 0) == 0x222222)
    }

    @Test func aFlipThatTakesTooLongIsRetriedUntilTheKernelIsReady() {
        let card = oneCard()
        let room = Room(lit: card)
        room.show(plain(0x111111))
        room.show(plain(0x222222))
        room.seat.pass(.milliseconds(700))
        _ = card.takeRecord()
        card.verticalBlank(room.seat)
        room.seat.pass(Output.busyPause)
        #expect(card.takeRecord() == ["flip 103"])
        card.verticalBlank(room.seat)
        #expect(card.glassPixel(0, 0) == 0x222222 && room.takeTold() == [])
    }

    @Test(arguments: Rotation.allCases, [true, false])
    func theGlassAlwaysShowsTheWholePicture(rotation: Rotation, isAtomic: Bool) {
        let card = oneCard(isAtomic: isAtomic)
        let room = Room(lit: card, ScreenSettings(rotation: rotation, margins: .init(left: 2, top: 1, right: 0, bottom: 3)))
        let size = room.display.size!
        let upright = PixelSize(width: size.width + 2, height: size.height + 4)
        let picture = plain(0x10, size)
        var random = Numbers(seed: UInt64(rotation.rawValue + 1))
        var presented: [[UInt32]] = []
        func contents() -> [UInt32] {
            (0..<size.height).flatMap { y in (0..<size.width).map { x in picture[x, y] } }
        }
        func shown(_ pixel: (Int, Int) -> UInt32) -> [UInt32] {
            (0..<size.height).flatMap { y in
                (0..<size.width).map { x in
                    let point = glassPoint(x + 2, y + 1, of: upright, rotation)
                    return pixel(point.x, point.y)
                }
            }
        }
        var isFirst = true
        for step in 0..<600 {
            switch random.below(5) {
            case 0...1:
                var damage: [PixelRect] = []
                for _ in 0..<(1 + random.below(3)) {
                    let x = random.below(size.width)
                    let y = random.below(size.height)
                    let part = PixelRect(x: x, y: y, width: 1 + random.below(size.width - x), height: 1 + random.below(size.height - y))
                    let color = UInt32(random.below(0x1000000))
                    picture.fill(part) { _, _ in color }
                    damage.append(part)
                }
                room.display.prepare(picture.pixels, damage: isFirst ? [size.bounds] : damage)
                isFirst = false
                if random.below(3) > 0 {
                    room.display.present(due: room.seat.now)
                    presented.append(contents())
                }
            case 2...3: card.verticalBlank(room.seat)
            default:
                if presented.isEmpty { continue }
                room.display.blank(step % 2 == 0)
            }
        }
        room.display.blank(false)
        if isFirst { return }
        room.display.present(due: room.seat.now)
        presented.append(contents())
        for _ in 0..<4 { card.verticalBlank(room.seat) }
        #expect(shown(card.glassPixel) == presented.last)
        #expect(shown(card.panelPixel) == presented.last)
        #expect(card.buffers.count <= BufferChain.limit)
    }

    @Test func damageThatCostLittleIsAllThatIsSent() {
        let card = oneCard()
        let room = Room(lit: card)
        for color in [UInt32(1), 2, 3] {
            room.show(plain(color))
            card.verticalBlank(room.seat)
        }
        let picture = plain(3)
        let digit = PixelRect(x: 10, y: 10, width: 5, height: 5)
        picture.fill(digit) { _, _ in 9 }
        // The buffer is one picture behind: the whole of the last is copied along with this one.
        room.show(picture, [digit])
        card.verticalBlank(room.seat)
        picture.fill(digit) { _, _ in 10 }
        room.show(picture, [digit])
        #expect(card.lastClips == [digit])
    }

    @Test func blankIsBlackWithTheSignalOnAndThePictureComesBack() {
        let card = oneCard()
        let room = Room(lit: card)
        room.show(plain(0x123456))
        card.verticalBlank(room.seat)
        room.display.blank(true)
        card.verticalBlank(room.seat)
        #expect(card.glassPixel(7, 7) == 0 && card.panelPixel(7, 7) == 0 && !card.takeRecord().contains("off"))
        room.show(plain(0x654321))
        card.verticalBlank(room.seat)
        #expect(card.glassPixel(7, 7) == 0)
        room.display.blank(false)
        card.verticalBlank(room.seat)
        #expect(card.glassPixel(7, 7) == 0x654321 && card.panelPixel(7, 7) == 0x654321)
        room.display.blank(true)
        card.verticalBlank(room.seat)
        room.display.blank(false)
        card.verticalBlank(room.seat)
        #expect(card.glassPixel(7, 7) == 0x654321 && card.panelPixel(7, 7) == 0x654321)
    }

    @Test func aDriverWithoutFlipsIsSetAndMarkedDirty() {
        let card = oneCard(isAtomic: false)
        card.failures["flip"] = EINVAL
        let room = Room(lit: card)
        room.show(plain(0x31))
        #expect(card.takeRecord() == ["flip 102 refused", "set 64x40@60 crtc 40 buffer 102", "dirty 102"])
        room.show(plain(0x32))
        #expect(card.takeRecord() == ["set 64x40@60 crtc 40 buffer 101", "dirty 101"])
        #expect(card.glassPixel(3, 3) == 0x32)
        card.failures["dirty"] = ENOSYS
        room.show(plain(0x33))
        room.show(plain(0x34))
        #expect(card.takeRecord().filter { $0.hasPrefix("dirty") } == ["dirty 102 refused"])
    }

    @Test func aPanelOfSixteenBitsGetsThem() {
        let card = oneCard(isAtomic: false)
        card.acceptedFormats = [.rgb565]
        let room = Room([card])
        room.kernel.finishLook()
        #expect(room.log.last?.hasSuffix("RGB565") == true)
        room.show(plain(0xFF8001))
        card.verticalBlank(room.seat)
        #expect(card.buffers[1].memory.load(as: UInt16.self) == 0xFC00)
    }

    @Test func withoutMemoryForAThirdBufferTheNextPictureIsAskedForWhole() {
        let card = oneCard()
        let room = Room(lit: card)
        room.show(plain(0x1))
        card.failures["buffer"] = ENOMEM
        room.show(plain(0x2))
        card.verticalBlank(room.seat)
        #expect(room.takeTold() == [.changed])
        // Only a corner is said to be damaged, but the picture before was never taken over.
        room.show(plain(0x3), [PixelRect(x: 0, y: 0, width: 1, height: 1)])
        card.verticalBlank(room.seat)
        #expect(card.glassPixel(60, 30) == 0x3)
    }
}
