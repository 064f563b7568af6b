import Ports
import Testing

@testable import Display

private let fullHD = Mode(1920, 1080, isPreferred: true)
private let hd = Mode(1280, 720)

private func card(_ path: String, _ connectors: [Connector]) -> CardFacts { FakeCard(path, connectors).facts }

private func choose(_ cards: [CardFacts], _ settings: ScreenSettings = .init(), current: (String, String)? = nil) -> String? {
    Selection.best(of: cards, settings, current: current.map { (card: $0.0, connector: $0.1) })
        .map { "\($0.card) \($0.connector.name) \($0.mode.name) \($0.reason)" }
}

@Suite struct SelectionTests {
    @Test func theFirstConnectedConnectorOfAnyCardIsTaken() {
        let cards = [
            card("/dev/dri/card0", [Connector("HDMI-A-1", [], .disconnected)]),
            card(
                "/dev/dri/card1",
                [Connector("HDMI-A-1", [], .disconnected), Connector("HDMI-A-2", [hd, fullHD]), Connector("DSI-1", [hd])]),
        ]
        #expect(choose(cards) == "/dev/dri/card1 HDMI-A-2 1920x1080@60 connected")
    }

    @Test func nothingConnectedIsNothingChosen() {
        #expect(choose([]) == nil)
        #expect(choose([card("/dev/dri/card0", [Connector("HDMI-A-1", [hd], .disconnected), Connector("DP-1", [])])]) == nil)
    }

    @Test func oneThatCannotTellIsTakenOnlyWhenNoneIsConnected() {
        let composite = Connector("Composite-1", [hd], .unknown)
        #expect(choose([card("/dev/dri/card0", [composite])]) == "/dev/dri/card0 Composite-1 1280x720@60 perhapsConnected")
        #expect(choose([card("/dev/dri/card0", [composite, Connector("DSI-1", [hd])])]) == "/dev/dri/card0 DSI-1 1280x720@60 connected")
    }

    @Test func aCardWithoutDumbBuffersIsPassedOver() {
        var facts = card("/dev/dri/card0", [Connector("HDMI-A-1", [hd])])
        facts.hasDumbBuffers = false
        #expect(choose([facts]) == nil)
    }

    @Test func theConfiguredConnectorWinsWhileItIsConnected() {
        let settings = ScreenSettings(connector: "hdmi-a-2")
        var second = Connector("HDMI-A-2", [hd])
        let first = Connector("HDMI-A-1", [fullHD])
        #expect(choose([card("/dev/dri/card0", [first, second])], settings) == "/dev/dri/card0 HDMI-A-2 1280x720@60 configured")
        second.status = .disconnected
        #expect(choose([card("/dev/dri/card0", [first, second])], settings) == "/dev/dri/card0 HDMI-A-1 1920x1080@60 configuredIsMissing")
    }

    @Test func theConfiguredCardWinsByItsNumberPathOrDriver() {
        var cards = [card("/dev/dri/card0", [Connector("HDMI-A-1", [hd])]), card("/dev/dri/card1", [Connector("SPI-1", [hd])])]
        cards[1].driver = "spi"
        for name in ["card1", "/dev/dri/card1", "spi"] {
            #expect(choose(cards, ScreenSettings(card: name)) == "/dev/dri/card1 SPI-1 1280x720@60 configured")
        }
    }

    @Test func whatIsLitStaysLitWhenAnotherIsPluggedIn() {
        let cards = [card("/dev/dri/card0", [Connector("HDMI-A-1", [hd]), Connector("HDMI-A-2", [hd])])]
        #expect(choose(cards, current: ("/dev/dri/card0", "HDMI-A-2")) == "/dev/dri/card0 HDMI-A-2 1280x720@60 connected")
    }

    @Test func aConfiguredModeWinsAndAMissingOneGivesThePreferred() {
        let cards = [card("/dev/dri/card0", [Connector("HDMI-A-1", [fullHD, Mode(1280, 720, 50), hd])])]
        #expect(choose(cards, ScreenSettings(mode: ModeName("1280x720@60"))) == "/dev/dri/card0 HDMI-A-1 1280x720@60 connected")
        #expect(choose(cards, ScreenSettings(mode: ModeName("1280x720"))) == "/dev/dri/card0 HDMI-A-1 1280x720@50 connected")
        #expect(choose(cards, ScreenSettings(mode: ModeName("800x480"))) == "/dev/dri/card0 HDMI-A-1 1920x1080@60 connected")
    }

    @Test func anInterlacedPreferredModeGivesWayToItsProgressiveTwin() {
        let interlaced = Mode(1920, 1080, isPreferred: true, isInterlaced: true)
        let twins = [card("/dev/dri/card0", [Connector("HDMI-A-1", [interlaced, hd, Mode(1920, 1080, 50)])])]
        #expect(choose(twins) == "/dev/dri/card0 HDMI-A-1 1920x1080@50 connected")
        let alone = [card("/dev/dri/card0", [Connector("HDMI-A-1", [hd, interlaced])])]
        #expect(choose(alone) == "/dev/dri/card0 HDMI-A-1 1920x1080i@60 connected")
    }

    @Test func theCRTCThatDrivesItComesFirstThenFreeOnesThenTakenOnes() {
        var first = Connector("HDMI-A-1", [hd], id: 30)
        var second = Connector("HDMI-A-2", [hd], id: 31)
        first.crtc = 40
        // encoder_id is 0 until a mode is set.
        #expect(
            Selection.best(of: [card("/dev/dri/card0", [first, second])], ScreenSettings(connector: "HDMI-A-2"), current: nil)?.crtcs.map(
                \.id) == [41, 40])
        second.crtc = 41
        #expect(Selection.best(of: [card("/dev/dri/card0", [first, second])], .init(), current: nil)?.crtcs.map(\.id) == [40, 41])
        second.possibleCRTCs = 0b10
        #expect(Selection.best(of: [card("/dev/dri/card0", [second])], .init(), current: nil)?.crtcs == [.init(id: 41, bit: 2)])
    }

    @Test func cardsAreOrderedByNumberNotByLetters() {
        #expect(CardName.number("/dev/dri/card2") < CardName.number("/dev/dri/card10"))
    }

    @Test(arguments: ["1280x720", "1280x720@60", "1920x1080i@50", "1920x1080@59.94", "800X480"])
    func aModeNameReadsBackAsItWasWritten(text: String) {
        #expect(ModeName(text)?.description == text.lowercased())
    }

    @Test(arguments: [
        "", "x", "1280", "1280x", "x720", "0x720", "1280x720@", "1280x720@0", "1280x720@60@60", "-1x5", "1280x720@60.1234", "1e3x9",
        "1280x720x3", "999999x1",
    ])
    func aModeNameOfAnotherFormIsRefused(text: String) {
        #expect(ModeName(text) == nil)
    }

    @Test func wholeHertzAreRoundedAndDecimalsAreMeant() {
        var ntsc = Mode(1920, 1080)
        ntsc.clockKilohertz = UInt32(Int(ntsc.clockKilohertz) * 1000 / 1001)
        #expect(ntsc.matches(ModeName("1920x1080@60")!) && ntsc.matches(ModeName("1920x1080@59.94")!))
        #expect(!fullHD.matches(ModeName("1920x1080@59.94")!) && !fullHD.matches(ModeName("1920x1080i@60")!))
    }

    @Test func aReportSaysWhatWouldBeChosenAndWhatIsThere() {
        let facts = card("/dev/dri/card1", [Connector("HDMI-A-1", [fullHD, hd, hd]), Connector("HDMI-A-2", [], .disconnected)])
        let trouble = DisplayError("open /dev/dri/card0", code: 13)
        let report = ScreenReport([facts], masters: [true], ScreenSettings(mode: ModeName("800x480")), troubles: [trouble])
        #expect(
            report.choice
                == .init(card: "/dev/dri/card1", connector: "HDMI-A-1", mode: "1920x1080@60", reason: .connected, hasConfiguredMode: false))
        #expect(
            report.cards[0].connectors == [
                .init(name: "HDMI-A-1", status: .connected, modes: ["1920x1080@60", "1280x720@60"]),
                .init(name: "HDMI-A-2", status: .disconnected, modes: []),
            ])
        #expect(report.cards[0].canBeMaster && report.cards[0].driver == "fake")
        #expect(
            report.troubles == [
                "could not open /dev/dri/card0: Permission denied; stop the other program that holds the screen, and see that this user is "
                    + "in the groups video and tty"
            ])
    }
}
