import Buttons
import Foundation
import Ports
import TestSupport
import Testing

@testable import Commands

@Test func aFileIsReadKeyByKey() {
    let (configuration, problems) = ConfigurationFile.parse(
        """
        \u{FEFF}# A comment.
        store = /srv/step back/#1   # where the routines are
          STAGE=dark\r
        get-ready =10
        buttons.back = gpiochip0:4
        buttons.home = GPIO5
        buttons.skip = none
        buttons.bias = as-is
        buttons.pressed = high
        buttons.debounce = 5 ms
        sound.device = plughw:CARD=vc4hdmi0
        sound.volume = 0
        sound.voice = off
        screen.rotation = 270
        language = pt-BR
        """)
    #expect(problems == [])
    var expected = Configuration()
    expected.store = "/srv/step back/#1"
    expected.light = .dark
    expected.getReadySeconds = 10
    expected.buttons.lines = [.back: .offset(4, chip: "gpiochip0"), .pause: .name("GPIO27"), .home: .name("GPIO5")]
    expected.buttons.bias = .asIs
    expected.buttons.isActiveLow = false
    expected.buttons.debounce = .milliseconds(5)
    expected.sound.device = "plughw:CARD=vc4hdmi0"
    expected.sound.volume = 0
    expected.sound.hasVoice = false
    expected.screen.rotation = .threeQuarters
    expected.language = "pt-BR"
    #expect(configuration == expected)
    #expect(configuration.buttons.wirings.map(\.key) == [.back, .pause, .home])
    #expect(configuration.buttons.wirings[0].debounce == .milliseconds(5))
}

@Test(arguments: [
    ("hello", "“hello” sets nothing; write key = value"),
    ("stor = /srv", "there is no key stor; did you mean store?"),
    ("buttons.bakc = GPIO4", "there is no key buttons.bakc; did you mean buttons.back?"),
    ("store =", "store has no value; write one behind the equals sign, or put # before the line"),
    ("stage = dim", "stage cannot be “dim”; it is one of bright, dark"),
    ("sound.volume = 101", "sound.volume cannot be “101”; write a whole number from 0 to 100"),
    ("sound.volume = -1", "sound.volume cannot be “-1”; write a whole number from 0 to 100"),
    ("get-ready = 99999999999999999999", "get-ready cannot be “99999999999999999999”; write a whole number from 0 to 60"),
    ("buttons.debounce = 20", "buttons.debounce cannot be “20”; write milliseconds like 20 ms, from 1 to 1,000"),
    ("buttons.debounce = 0 ms", "buttons.debounce cannot be “0 ms”; write milliseconds like 20 ms, from 1 to 1,000"),
    (
        "buttons.back = gpiochip0:x",
        "buttons.back cannot be “gpiochip0:x”; write a line’s name like GPIO17, a chip and offset like gpiochip0:17, or none"
    ),
    ("screen.rotation = 45", "screen.rotation cannot be “45”; it is one of 0, 90, 180, 270"),
    ("language = german!", "language cannot be “german!”; write a language like en, de or pt-BR"),
    ("buttons.back = 17", "buttons.back cannot be “17”; write a line’s name like GPIO17, a chip and offset like gpiochip0:17, or none"),
])
func aWrongLineIsNamedAndItsDefaultIsUsed(_ line: String, _ sentence: String) throws {
    let (configuration, problems) = ConfigurationFile.parse("# first\n\(line)\nscreen.inset = 3\n")
    #expect(problems.map { $0.what.text(english) } == [sentence] && problems.map(\.line) == [2])
    var expected = Configuration()
    expected.screen.insetPercent = 3
    #expect(configuration == expected)
}

@Test(
    arguments: [
        // What was written, and the default that is in its way.
        (
            "buttons.pause = GPIO22",
            "buttons.pause takes GPIO22, the default of buttons.skip, which has no line now; "
                + "set buttons.skip too, if only to none", [.back: "GPIO17", .pause: "GPIO22"]
        ),
        (
            "buttons.skip = gpio17",
            "buttons.skip takes GPIO17, the default of buttons.back, which has no line now; "
                + "set buttons.back too, if only to none", [.pause: "GPIO27", .skip: "GPIO17"]
        ),
        // Written twice: the later one keeps its default where that is free.
        (
            "buttons.back = GPIO5\nbuttons.pause = GPIO5", "buttons.pause and buttons.back are both wired to GPIO5; give each its own line",
            [.back: "GPIO5", .pause: "GPIO27", .skip: "GPIO22"]
        ),
        (
            "buttons.back = GPIO27\nbuttons.pause = GPIO27",
            "buttons.pause and buttons.back are both wired to GPIO27; give each its own line",
            [.back: "GPIO27", .skip: "GPIO22"]
        ),
        ("buttons.home = None", nil, [.back: "GPIO17", .pause: "GPIO27", .skip: "GPIO22"]),
        ("sound.music-control = None", nil, [.back: "GPIO17", .pause: "GPIO27", .skip: "GPIO22"]),
    ] as [(String, String?, [Key: String])])
func aWrittenLineCountsMoreThanADefault(_ text: String, _ sentence: String?, _ lines: [Key: String]) {
    let (configuration, problems) = ConfigurationFile.parse(text)
    #expect(problems.map { $0.what.text(english) } == (sentence.map { [$0] } ?? []))
    #expect(configuration.buttons.lines.mapValues(\.description) == lines)
    #expect(configuration.sound == Configuration().sound)
}

@Test func aKeySetTwiceIsToldAndTheLaterLineCounts() throws {
    let (configuration, problems) = ConfigurationFile.parse("sound.volume = 10\nsound.volume = 20")
    #expect(configuration.sound.volume == 20)
    #expect(problems.map(\.what) == [Sentence("config.twice", "sound.volume", 1)] && problems.map(\.line) == [2])
}

@Test func rubbishIsTwoHundredProblemsAndNoTrap() {
    let rubbish = String(decoding: (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 3) }, as: UTF8.self)
    let (configuration, problems) = ConfigurationFile.parse(rubbish)
    #expect(configuration == Configuration() && !problems.isEmpty)
}

@Test func theSampleNamesEveryKeyWithItsDefault() throws {
    let sample = try Project.text("Resources/stepback.conf")
    #expect(ConfigurationFile.parse(sample).configuration == Configuration() && ConfigurationFile.parse(sample).problems == [])
    // Each key stands there as "#key = value", and what stands there is a good value.
    let lines = sample.split(separator: "\n").filter { $0.hasPrefix("#") && !$0.hasPrefix("# ") && $0.contains("=") }.map {
        String($0.dropFirst())
    }
    #expect(lines.map { $0.prefix { $0 != " " } } == ConfigurationKey.all.map { $0.name[...] })
    #expect(ConfigurationFile.parse(lines.joined(separator: "\n")).problems == [])
}

@Test func theCommandLineHasTheLastWord() throws {
    var configuration = ConfigurationFile.parse("panel = drm\nstage = dark\nlanguage = de\nstore = /a").configuration
    let shape = Shape(name: "play", operands: .none, options: [.panel, .size, .stage, .mute, .store])
    configuration.apply(try Arguments(["--panel=film", "--mute", "--locale", "fr", "--size", "800x480"], shape: shape))
    #expect(configuration.panel == .film && configuration.light == .dark && configuration.language == "fr" && configuration.store == "/a")
    #expect(configuration.size == PixelSize(width: 800, height: 480) && !configuration.sound.hasVoice && !configuration.sound.hasTones)
}

@Test func settingsMadeOnTheScreenGoOverTheFileAndUnderTheCommandLine() throws {
    var configuration = ConfigurationFile.parse("sound.volume = 10\nstage = dark\nlanguage = de\nclock = trusted").configuration
    #expect(configuration.clock == .trusted)
    var settings = Settings()
    settings.volume = 35
    settings.hasVoice = false
    settings.light = .byClock
    settings.legendSide = .trailing
    settings.insetPercent = 2
    settings.language = "fr"
    configuration.apply(settings)
    #expect(configuration.sound.volume == 35 && !configuration.sound.hasVoice && configuration.sound.hasTones)
    #expect(configuration.light == .dark && configuration.screen.legend == .trailing && configuration.screen.insetPercent == 2)
    configuration.apply(try Arguments(["--locale", "it"], shape: Shape(name: "play", operands: .none, options: [])))
    #expect(configuration.language == "it")
    configuration.apply(Settings())
    #expect(configuration.language == "it" && configuration.sound.volume == 35)
}

@Test func theSettingsFileIsReadByEveryCommandAndASpoiltOneIsTold() throws {
    let scratch = try Scratch()
    _ = try scratch.file("settings.json", #"{"language": "en-XA", "volume": 1000}"#)
    let told = Shell("check", "/nowhere/x.routine", variables: ["STATE_DIRECTORY": scratch.url.path])
    #expect(told.errors.contains("settings.json: the value of “volume”") || told.errors.contains("volume"))
    // Made on the screen, the language is a pseudo-locale's; the command line has the last word.
    let plain = Shell("check", "/nowhere/x.routine", variables: ["LANG": "C"])
    #expect(told.output + told.errors != plain.output + plain.errors)
    let english = Shell("check", "--locale", "en", "/nowhere/x.routine", variables: ["STATE_DIRECTORY": scratch.url.path])
    #expect(english.errors.contains("settings.json: the value of “volume” cannot be used"))
}
