import Playback
import Ports
import Testing

@testable import Buttons

@Suite struct GPIOButtonsTests {
    @Test func pressesOfAllButtonsArriveWithTheKernelsStamps() throws {
        let bench = ButtonBench()
        try bench.press("GPIO27", 100, 200)
        try bench.press("GPIO17", 300, 400)
        try bench.press("GPIO22", 500, 600)
        try bench.run(to: 1000)
        #expect(
            bench.news() == ["pause down@100", "pause up@200", "back down@300", "back up@400", "skip down@500", "skip up@600"])
        #expect(bench.notes == [])
    }

    @Test func aPressIsToldAsSoonAsItHasHeld() throws {
        let bench = ButtonBench()
        try bench.edge("GPIO27", true, 100)
        try bench.run(to: 119.9)
        #expect(bench.news() == [])
        try bench.run(to: 120)
        #expect(bench.news() == ["pause down@100"])
    }

    @Test func bounceIsOnePress() throws {
        let bench = ButtonBench()
        for index in 0..<21 { try bench.edge("GPIO22", index % 2 == 0, 100 + Double(index)) }
        for index in 0..<21 { try bench.edge("GPIO22", index % 2 != 0, 500 + Double(index)) }
        try bench.run(to: 1000)
        #expect(bench.news() == ["skip down@120", "skip up@520"])
    }

    @Test func edgesThatWaitedTogetherAreSorted() throws {
        let bench = ButtonBench()
        let wire = bench.lines.wire("GPIO22")
        // The loop was busy for half a second: two whole presses wait.
        for (index, time) in [100.0, 180, 300, 390].enumerated() { wire.edges.append(LineEdge(isDown: index % 2 == 0, at: at(time))) }
        wire.ring()
        try bench.run(to: 500)
        #expect(bench.news() == ["skip down@100", "skip up@180", "skip down@300", "skip up@390"])
    }

    @Test func anEdgeThatTheKernelLostIsFoundByTheLevel() throws {
        let bench = ButtonBench()
        try bench.edge("GPIO27", true, 100)
        try bench.edge("GPIO27", false, 105)
        bench.lines.wire("GPIO27").isDown = true
        try bench.run(to: 1000)
        #expect(bench.news() == ["pause down@125"])
    }

    @Test func whatIsMissingOrTakenIsToldAndTheRestWorks() throws {
        let bench = ButtonBench { lines in
            lines.wire("GPIO17").isMissing = true
            lines.wire("GPIO27").holder = "pwm-fan"
        }
        #expect(bench.news() == ["back missing", "pause taken"])
        #expect(
            bench.notes == [
                "no GPIO line GPIO17 was found: see the lines there are with gpioinfo, and name one in the configuration",
                "GPIO line GPIO27 is in use by pwm-fan: end that program, or wire the button to another line",
            ])
        try bench.press("GPIO22", 100, 200)
        try bench.run(to: 60_000)
        #expect(bench.news() == ["skip down@100", "skip up@200"], "told once")
        #expect(bench.notes.count == 2, "and noted once")
        #expect(bench.lines.wire("GPIO27").takes == 21, "tried again every three seconds")
    }

    @Test func aLineThatIsFreeAgainWorksAgain() throws {
        let bench = ButtonBench { $0.wire("GPIO27").holder = "gpiomon" }
        #expect(bench.news() == ["pause taken"])
        try bench.run(to: 10_000)
        bench.lines.wire("GPIO27").holder = nil
        try bench.run(to: 13_000)
        #expect(bench.news() == ["pause works"])
        try bench.press("GPIO27", 14_000, 14_100)
        try bench.run(to: 15_000)
        #expect(bench.news() == ["pause down@14000", "pause up@14100"])
    }

    @Test(arguments: [false, true])
    func aChipThatVanishesIsLetGoAndTakenBack(whileHeld: Bool) throws {
        let bench = ButtonBench()
        if whileHeld {
            try bench.edge("GPIO27", true, 500)
            try bench.run(to: 900)
            #expect(bench.news() == ["pause down@500"])
        }
        let wire = bench.lines.wire("GPIO27")
        wire.isGone = true
        wire.ring()
        try bench.run(to: 1000)
        // The fault is told before the up that it causes, so that this is no tap.
        #expect(bench.news() == (whileHeld ? ["pause vanished", "pause up@1000"] : ["pause vanished"]))
        #expect(!wire.isHeld, "the line is let go, or the kernel keeps the chip")
        let reads = wire.reads
        try bench.press("GPIO22", 1100, 1200)
        try bench.run(to: 30_000)
        #expect(bench.news() == ["skip down@1100", "skip up@1200"])
        #expect(wire.reads == reads, "what is gone is not read")
        wire.isGone = false
        wire.isDown = false
        wire.ring()
        try bench.run(to: 33_100)
        #expect(bench.news() == ["pause works"])
        try bench.press("GPIO27", 34_000, 34_100)
        try bench.run(to: 35_000)
        #expect(bench.news() == ["pause down@34000", "pause up@34100"])
    }

    @Test func aChipThatVanishesSilentlyIsNoticedByTheNextReading() throws {
        let bench = ButtonBench()
        try bench.edge("GPIO27", true, 100)
        bench.lines.wire("GPIO27").isGone = true
        try bench.run(to: 200)
        #expect(bench.news() == ["pause vanished"])
    }

    @Test func aDescriptorThatIsReadyForNothingDoesNotSpin() throws {
        let bench = ButtonBench()
        let wire = bench.lines.wire("GPIO27")
        wire.isSilent = true
        wire.ring()
        for turn in 0..<1000 { try bench.run(to: 100 + Double(turn) / 10) }
        #expect(bench.news() == ["pause vanished"])
        #expect(wire.reads < 20)
    }

    @Test func aStuckButtonIsToldLetGoAndWorksAfterItsRelease() throws {
        let bench = ButtonBench()
        try bench.edge("GPIO22", true, 1000)
        try bench.run(to: 60_000)
        #expect(bench.news() == ["skip down@1000", "skip stuck", "skip up@31000"])
        try bench.press("GPIO27", 61_000, 61_100)
        try bench.edge("GPIO22", false, 70_000)
        try bench.run(to: 71_000)
        #expect(bench.news() == ["pause down@61000", "pause up@61100", "skip works"])
        try bench.press("GPIO22", 72_000, 72_050)
        try bench.run(to: 73_000)
        #expect(bench.news() == ["skip down@72000", "skip up@72050"])
    }

    @Test func aButtonThatIsDownAtTheStartIsNoPress() throws {
        let bench = ButtonBench { $0.wire("GPIO27").isDown = true }
        try bench.edge("GPIO27", false, 5000)
        try bench.press("GPIO27", 6000, 6100)
        try bench.run(to: 60_000)
        #expect(bench.news() == ["pause down@6000", "pause up@6100"])
    }

    @Test func chatterCostsNearlyNothingAndDoesNotBlockTheOthers() throws {
        let bench = ButtonBench()
        let wire = bench.lines.wire("GPIO17")
        // A loose wire: a thousand edges a second for a minute, as many as the kernel keeps. It is pressed only while somebody holds the line.
        var isDown = false
        for millisecond in 0..<60_000 {
            isDown.toggle()
            wire.isDown = isDown
            if wire.isHeld, wire.edges.count < 16 { wire.edges.append(LineEdge(isDown: isDown, at: at(Double(millisecond)))) }
            if !wire.isHeld { wire.edges = [] }
            wire.ring()
            if millisecond == 30_000 { bench.lines.wire("GPIO22").edges.append(LineEdge(isDown: true, at: at(30_000))) }
            if millisecond == 30_000 { bench.lines.wire("GPIO22").isDown = true }
            if millisecond == 30_100 { bench.lines.wire("GPIO22").edges.append(LineEdge(isDown: false, at: at(30_100))) }
            if millisecond == 30_100 { bench.lines.wire("GPIO22").isDown = false }
            bench.lines.wire("GPIO22").ring()
            try bench.run(to: Double(millisecond))
        }
        #expect(bench.news() == ["back stuck", "skip down@30000", "skip up@30100"])
        // 401 edges and three seconds of rest, in turn.
        #expect(wire.reads < 60_000 / 7, "\(wire.reads) reads")
        // The wire is mended.
        wire.isDown = false
        wire.edges = []
        wire.ring()
        try bench.run(to: 66_000)
        #expect(bench.news() == ["back works"])
        try bench.press("GPIO17", 67_000, 67_100)
        try bench.run(to: 68_000)
        #expect(bench.news() == ["back down@67000", "back up@67100"])
    }

    @Test func anIdleKioskDoesNotWakeForItsButtons() throws {
        let bench = ButtonBench()
        try bench.run(to: 3_600_000)
        for name in ["GPIO17", "GPIO27", "GPIO22"] { #expect(bench.lines.wire(name).reads == 0) }
    }

    @Test func closingGivesTheLinesBackAndIsSilent() throws {
        let bench = ButtonBench { $0.wire("GPIO17").isMissing = true }
        _ = bench.news()
        try bench.edge("GPIO27", true, 100)
        bench.buttons.close()
        bench.lines.wire("GPIO17").isMissing = false
        try bench.run(to: 60_000)
        #expect(bench.news() == [])
        #expect(bench.lines.wires.values.allSatisfy { !$0.isHeld })
    }
}

@Suite struct WiringTests {
    @Test func anAddressIsReadAsItIsWritten() {
        #expect(LineAddress("GPIO17") == .name("GPIO17"))
        #expect(LineAddress("gpiochip0:17") == .offset(17, chip: "gpiochip0"))
        #expect(LineAddress("/dev/gpiochip4:0") == .offset(0, chip: "/dev/gpiochip4"))
        #expect(LineAddress("pinctrl-bcm2711:27") == .offset(27, chip: "pinctrl-bcm2711"))
        #expect(LineAddress("a:b:3") == .offset(3, chip: "a:b"))
        for text in ["GPIO17", "gpiochip0:17", "/dev/gpiochip4:65535"] { #expect(LineAddress(text)?.description == text) }
    }

    @Test(arguments: ["", ":17", "chip:", "chip:x", "chip:-1", "chip:+1", "chip:65536", "chip: 1"])
    func aWrongAddressIsNone(text: String) { #expect(LineAddress(text) == nil) }

    @Test func errorsAreSentencesWithTheNextStep() {
        #expect(
            ButtonsError.lineTaken(.name("GPIO17"), by: nil).description
                == "GPIO line GPIO17 is in use by another program: end that program, or wire the button to another line")
        #expect(
            ButtonsError.noChip("gpiochip9").description
                == "no GPIO chip gpiochip9 was found: see the chips there are with gpiodetect, and name one in the configuration")
        #expect(
            ButtonsError.chipVanished(.offset(3, chip: "usb")).description
                == "the GPIO chip of line usb:3 went away: it is looked for every few seconds")
        #expect(
            ButtonsError.lineRefused(.name("A"), code: 13, reason: "Permission denied").description
                == "GPIO line A could not be used (Permission denied, error 13): check the bias, and that this user is in the group gpio")
        #expect(
            ButtonsError.inputRefused(path: "/dev/input/event0", code: 13, reason: "Permission denied").description
                == "/dev/input/event0 could not be read (Permission denied, error 13): check that this user is in the group input")
        #expect(
            ButtonsError.inputVanished(path: "/dev/input/event0").description
                == "/dev/input/event0 was unplugged: it is taken back when it returns")
    }
}

@Suite struct StampClockTests {
    private let now = Instant(nanoseconds: 5_000_000_000)
    private let realtime: Int64 = 1_780_000_000_000_000_000

    private func instant(_ stamp: Int64, realtime: Int64? = nil) -> Int64 {
        StampClock.instant(ofNanoseconds: stamp, monotonicNow: now, realtimeNowNanoseconds: realtime ?? self.realtime).nanoseconds
    }

    @Test func aMonotonicStampIsItself() {
        #expect(instant(4_999_000_000) == 4_999_000_000)
        #expect(instant(1_000_000_000) == 1_000_000_000, "read four seconds late")
    }

    @Test func aRealtimeStampIsMovedToTheMonotonicClock() {
        #expect(instant(realtime - 3_000_000) == 4_997_000_000)
    }

    @Test func noStampIsInTheFuture() {
        #expect(instant(5_000_000_100) == 5_000_000_000)
        #expect(instant(realtime + 100) == 5_000_000_000)
    }

    @Test func aClockThatWasNeverSetIsNoProblem() {
        // 1970: both clocks count from the start of the machine, or nearly.
        #expect(instant(4_999_000_000, realtime: 5_000_000_000) == 4_999_000_000)
        #expect(instant(7_999_000_000, realtime: 8_000_000_000) == 4_999_000_000)
    }

    @Test(arguments: [Int64.min, -1, 0, .max]) func nonsenseDoesNotTrap(stamp: Int64) { #expect(instant(stamp) <= 5_000_000_000) }
}

@Suite struct KernelLinesTests {
    @Test func withoutChipsALineIsMissingInASentence() {
        let lines = KernelLines(folder: "/proc/nonexistent")
        #expect(throws: ButtonsError.noLine(.name("GPIO17"))) { _ = try lines.take(Wiring(.back, .name("GPIO17"))) }
        #expect(throws: ButtonsError.noChip("gpiochip0")) { _ = try lines.take(Wiring(.back, .offset(17, chip: "gpiochip0"))) }
        #expect(lines.report() == [])
    }
}
