import Foundation
import Glibc
import TestSupport
import Testing

@testable import Buttons
@testable import Commands
@testable import Display
@testable import Sound

private func text(_ findings: [Finding]) -> [String] {
    findings.map { finding in
        [finding.state.rawValue, finding.what.text(english), finding.remedy?.text(english)].compactMap { $0 }.joined(separator: " | ")
    }
}

@Test func everyAreaHasWords() {
    for area in Finding.Area.allCases { #expect(english.has("doctor.area.\(area.rawValue)")) }
}

@Test func groupsThatTheUserIsNotInAreNamedWithTheCommandThatMendsIt() throws {
    let stranger = Permissions.Identity(user: "pi", isRoot: false, membership: ["video": true, "audio": false, "gpio": false])
    #expect(
        text(Permissions.examine(stranger)) == [
            "broken | pi is not in the group gpio | Add them and sign in again: sudo usermod -aG gpio pi",
            "broken | pi is not in the group audio | Add them and sign in again: sudo usermod -aG audio pi",
        ])
    let member = Permissions.Identity(user: "pi", isRoot: false, membership: ["video": true, "audio": true])
    #expect(text(Permissions.examine(member)) == ["works | pi is in the groups that own the devices (video, audio)"])
    let root = Permissions.Identity(user: "root", isRoot: true, membership: ["video": false])
    #expect(Permissions.examine(root).map(\.state) == [.works])
}

@Test func theClockIsDoubtfulOnlyWhenNothingHasSetIt() throws {
    let fresh = ClockFindings.Facts(zone: nil, isSynchronised: false, hasRealTimeClock: false)
    #expect(ClockFindings.examine(fresh).map(\.state) == [.doubtful, .doubtful])
    let battery = ClockFindings.Facts(zone: "Europe/Berlin", isSynchronised: false, hasRealTimeClock: true)
    #expect(
        text(ClockFindings.examine(battery)) == [
            "works | the time zone is Europe/Berlin", "works | the clock has a battery of its own",
        ])
    let network = ClockFindings.Facts(zone: "UTC", isSynchronised: true, hasRealTimeClock: false)
    #expect(ClockFindings.examine(network).map(\.state) == [.works, .works])
}

@Test func missingFontsNameTheirPackage() throws {
    let scratch = try Scratch()
    _ = try scratch.file("NotoSans-Regular.ttf", "")
    _ = try scratch.file("Interesting.txt", "")
    #expect(
        text(InstalledFiles.fonts(below: [scratch.url.path, "/nowhere"])) == [
            "broken | the fonts of fonts-inter are missing | Install them: sudo apt install fonts-inter",
            "works | fonts-noto-core is there (\(scratch.path("NotoSans-Regular.ttf")))",
        ])
}

@Test func missingResourcesSayWhereTheyWereSought() throws {
    let scratch = try Scratch()
    _ = try scratch.file("catalog.json", "{}")
    let findings = text(InstalledFiles.examine(Resources(folders: [scratch.url.path])))
    #expect(
        findings[0]
            == "broken | Localizable.xcstrings is missing | Install stepback again; Localizable.xcstrings was looked for in \(scratch.url.path)."
    )
    #expect(findings[1].hasPrefix("broken | languages.json is missing | "))
    #expect(findings[2] == "works | catalog.json is at \(scratch.path("catalog.json"))")
}

@Test func theScreensReportBecomesSentences() throws {
    var report = ScreenReport([], masters: [], ScreenSettings(), troubles: [])
    #expect(
        text(ScreenFindings.findings(report))[0].hasPrefix(
            "broken | there is no graphics card with a display connector | On a Raspberry Pi"))
    let connector = ScreenReport.Connector(name: "HDMI-A-1", status: .connected, modes: ["1920x1080@60", "1280x720@50"])
    var card = ScreenReport.Card(
        path: "/dev/dri/card1", driver: "vc4", isAtomic: true, hasDumbBuffers: true, canBeMaster: true, connectors: [connector])
    report.cards = [card]
    #expect(
        text(ScreenFindings.findings(report)) == [
            "broken | nothing is connected to HDMI-A-1 | Plug a display in and switch it on; the kiosk waits for it and takes it when it comes."
        ])
    report.choice = ScreenReport.Choice(
        card: "/dev/dri/card1", connector: "HDMI-A-1", mode: "1920x1080@60", reason: .connected, hasConfiguredMode: true)
    #expect(text(ScreenFindings.findings(report)) == ["works | HDMI-A-1 shows 1920x1080@60 (vc4, /dev/dri/card1)"])
    card.canBeMaster = false
    report.cards = [card]
    #expect(
        text(ScreenFindings.findings(report)) == [
            "broken | another program has the screen (/dev/dri/card1) | End the desktop or the other player, or switch to a console with "
                + "Ctrl-Alt-F3."
        ])
    let service = RunningPlayer(process: 300, isService: true, terminal: 1, files: ["/dev/dri/card1"])
    #expect(
        text(ScreenFindings.findings(report, Occupants(players: [service], front: 1))) == [
            "works | HDMI-A-1 shows 1920x1080@60 (vc4, /dev/dri/card1), and the running StepBack has it"
        ])
    #expect(
        text(ScreenFindings.findings(report, Occupants(players: [service], front: 7, hasDesktop: true))) == [
            "broken | a desktop has the screen (/dev/dri/card1) | For the player to start instead of it: sudo systemctl set-default "
                + "multi-user.target, then sudo reboot. Just for now, switch to a console with Ctrl-Alt-F3."
        ])
    #expect(
        text(ScreenFindings.findings(report, Occupants(players: [service], front: 2))) == [
            "broken | the running StepBack is on tty1, and tty2 is in front of it | Switch to it with Ctrl-Alt-F1."
        ])
    report.choice?.reason = .configuredIsMissing
    report.choice?.hasConfiguredMode = false
    report.troubles = ["could not open /dev/dri/card0: Permission denied"]
    let findings = text(ScreenFindings.findings(report))
    #expect(findings.map { $0.prefix { $0 != " " } } == ["broken", "doubtful", "doubtful", "doubtful"])
    #expect(findings[2].hasSuffix("| Set screen.mode to one of 1920x1080@60, 1280x720@50."))
    #expect(findings[3].hasPrefix("doubtful | could not open /dev/dri/card0: Permission denied | "))
}

@Test func theDoctorSaysTheSameAsDataAndItsCodeFollows() throws {
    let scratch = try Scratch()
    let conf = try scratch.file("a.conf", "stage = dim")
    let shell = Shell("doctor", "--json", "--config", conf)
    let root = try #require(try JSONSerialization.jsonObject(with: Data(shell.output.utf8)) as? [String: Any])
    let checks = try #require(root["checks"] as? [[String: String]])
    let isWell = !checks.contains { $0["state"] == "broken" }
    #expect(root["works"] as? Bool == isWell && shell.code == (isWell ? 0 : 1) && shell.errors == "")
    let configuration = try #require(checks.first { $0["area"] == "configuration" })
    #expect(configuration["what"] == "\(conf):1: stage cannot be “dim”; it is one of bright, dark" && configuration["state"] == "doubtful")
    let spoken = Shell("doctor", "--config", conf)
    #expect(spoken.code == shell.code && spoken.output.contains("! Configuration: \(conf):1: stage cannot be"))
}

@Test func theButtonsReportBecomesSentences() {
    var report = ButtonsReport([], lines: NoLines(), chips: [], inputFolder: "/nowhere")
    #expect(text(ButtonFindings.findings(report))[0].hasPrefix("broken | this machine has no GPIO pins | Play with a keyboard"))
    report.inputs = [.init(path: "/dev/input/event0", name: "Remote"), .init(path: "/dev/input/event1", errorCode: EACCES)]
    #expect(
        text(ButtonFindings.findings(report)).map { $0.prefix(60) } == [
            "works | Remote is there (/dev/input/event0)", "doubtful | this user may not read /dev/input/event1 | Add th",
            "doubtful | this machine has no GPIO pins | Play with a keybo",
        ])
    report.inputs = []
    report.chips = [ChipReport(path: "/dev/gpiochip0", label: "pinctrl-bcm2711", lines: [])]
    report.buttons = [
        .init(key: "back", line: "GPIO17", isDown: false), .init(key: "pause", line: "GPIO27", isDown: true),
        .init(key: "skip", line: "GPIO22", fault: "taken", takenBy: "stepback"),
        .init(key: "home", line: "GPIO5", fault: "taken", takenBy: "w1"),
        .init(key: "up", line: "GPIO99", fault: "missing", reason: "no GPIO line GPIO99 was found"),
    ]
    #expect(
        text(ButtonFindings.findings(report)) == [
            "works | buttons.back is on GPIO17",
            "doubtful | buttons.pause on GPIO27 is pressed at this moment | If nobody presses it, look at its wiring, and at buttons.bias and "
                + "buttons.pressed in the configuration.",
            "works | buttons.skip is on GPIO22, and the running StepBack has it",
            "broken | buttons.home cannot have GPIO5: w1 has it | End w1, or wire the button to another line and name that in buttons.home.",
            "broken | buttons.up does not work on GPIO99: no GPIO line GPIO99 was found | Name a line that is there in buttons.up; "
                + "gpioinfo lists them.",
        ])
}

private final class NoLines: LineSource {
    func take(_ wiring: Wiring) throws(ButtonsError) -> any Line { throw .noLine(wiring.address) }
}

@Test func theSoundReportBecomesSentences() {
    let sound = Configuration.SoundChoices()
    var report = SoundReport(cards: [], voice: "en-us")
    #expect(
        text(SoundFindings.findings(report, sound, language: "en")) == ["works | default plays", "works | the voice en-us speaks en"])
    report.deviceFault = .noCard
    report.voice = nil
    #expect(
        text(SoundFindings.findings(report, sound, language: "tlh")) == [
            "broken | there is no sound card that this user may open | Plug in a USB card or an HDMI display with speakers, and see that the "
                + "user is in the group audio.",
            "broken | there is no voice for tlh | Install the voices (sudo apt install libespeak-ng1 espeak-ng-data), or set "
                + "sound.voice-language to a language that is there.",
        ])
    report.cards = [.init(id: "vc4hdmi0", name: "vc4-hdmi-0"), .init(id: "Device", name: "USB")]
    report.deviceError = .device(action: "open", name: "default", code: -2, reason: "No such file or directory")
    let broken = text(SoundFindings.findings(report, sound, language: "tlh"))[0]
    #expect(broken.hasPrefix("broken | default does not play: could not open default: No such file or directory (-2); "))
    #expect(broken.hasSuffix(" | Set sound.device to one of sysdefault:CARD=vc4hdmi0, sysdefault:CARD=Device."))
    report.deviceFault = .busy
    #expect(text(SoundFindings.findings(report, sound, language: "tlh"))[0].hasPrefix("doubtful | another program has default | "))
    #expect(text(SoundFindings.findings(report, sound, language: "tlh", isOurs: true))[0] == "works | the running StepBack has default")
    report.musicControl = .missing
    var ducking = sound
    ducking.musicControl = "Music"
    #expect(SoundFindings.findings(report, ducking, language: "en").map(\.state) == [.doubtful, .doubtful, .broken])
    report.musicControl = .held
    #expect(
        text(SoundFindings.findings(report, ducking, language: "en"))[1]
            == "doubtful | another program keeps the volume control Music to itself, so music is not lowered | Start StepBack first and "
            + "the music player after it.")
}
