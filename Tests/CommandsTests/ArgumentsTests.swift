import Ports
import TestSupport
import Testing

@testable import Commands

private let shape = Shape(
    name: "play", operands: .many(place: "place.file"), options: [.panel, .size, .stage, .json, .store, Option("at", .seconds)])

private func parse(_ words: String...) throws -> Arguments { try Arguments(words, shape: shape) }

@Test func optionsAreReadInBothFormsAndTheLastOneCounts() throws {
    let spaced = try parse("--panel", "drm", "a", "--size", "800x480", "--json", "b")
    #expect(spaced.text(.panel) == "drm" && spaced.size(.size) == PixelSize(width: 800, height: 480) && spaced.has(.json))
    #expect(spaced.operands == ["a", "b"])
    let joined = try parse("--panel=drm", "a", "--size=800x480", "--panel=film", "--store=a=b")
    #expect(joined.text(.panel) == "film" && joined.size(.size) == PixelSize(width: 800, height: 480) && joined.text(.store) == "a=b")
}

@Test func twoDashesEndTheOptions() throws {
    let arguments = try parse("--json", "--", "--panel", "-x", "--")
    #expect(arguments.operands == ["--panel", "-x", "--"] && !arguments.has(.panel))
    #expect(try parse("-").operands == ["-"])
}

@Test func helpNeedsNoOperands() throws {
    #expect(try parse("--help").has(.help))
    #expect(try parse("-h").has(.help))
}

@Test(arguments: [("0", 0), ("12", 12_000), ("12.5", 12_500), ("0.042", 42), ("604800", 604_800_000)])
func secondsAreReadToTheMillisecond(_ text: String, _ milliseconds: Int) throws {
    #expect(try parse("a", "--at", text).duration(Option("at", .seconds)) == .milliseconds(milliseconds))
}

@Test(arguments: ["480x320", "320x480", "3840x2160", "2160x3840", "1920X1080", "1080x1080"])
func panelsOfEverySupportedSizeAreTaken(_ text: String) throws { #expect(try parse("a", "--size", text).size(.size) != nil) }

@Test(arguments: [
    "479x320", "480x319", "3841x2160", "3840x2161", "100000x1", "x", "1920x", "1920", "1920x1080x1", "+800x480", "-800x480", "٨٠٠x480",
    " 800x480",
    "99999999999999999999x1",
])
func panelsOfOtherSizesAreRefused(_ text: String) {
    #expect(throws: CommandError.usage(Sentence("usage.size", "--size", .text(text)), command: "play")) { try parse("a", "--size=\(text)") }
}

@Test(
    arguments: [
        (["--panle", "drm"], "there is no option --panle; did you mean --panel?"),
        (["--frobnicate"], "there is no option --frobnicate; there are --panel, --size, --stage, --json, --store, --at, --locale, --help"),
        (["-x"], "there is no option -x; there are --panel, --size, --stage, --json, --store, --at, --locale, --help"),
        (["--panel", "drn"], "--panel cannot be “drn”; it is one of auto, drm, terminal, film; did you mean drm?"),
        (["--panel", "hologram"], "--panel cannot be “hologram”; it is one of auto, drm, terminal, film"),
        (["--panel=term"], "--panel cannot be “term”; it is one of auto, drm, terminal, film; did you mean terminal?"),
        (["--panel"], "--panel needs a value; “stepback play --help” says which"),
        (["--panel", "--json"], "--panel needs a value; “stepback play --help” says which"),
        (["--panel="], "--panel needs a value; “stepback play --help” says which"),
        (["--json=yes"], "--json takes no value; leave out what stands behind its equals sign"),
        (["--at", "-1"], "--at cannot be “-1”; write seconds like 12 or 12.5"),
        (["--at", "1.2345"], "--at cannot be “1.2345”; write seconds like 12 or 12.5"),
        (["--at", "1:30"], "--at cannot be “1:30”; write seconds like 12 or 12.5"),
        (["--at", "nan"], "--at cannot be “nan”; write seconds like 12 or 12.5"),
        (["--locale", "../../etc"], "--locale cannot be “../../etc”; write a language like en, de or pt-BR"),
        (["--size", "1x1"], "--size cannot be “1x1”; write width and height like 1920x1080, from 480x320 to 3840x2160, upright or wide"),
        ([], "which routine? Name its file, or its name in the store"),
    ] as [([String], String)])
func errorsNameTheOptionTheValueTheGoodOnesAndTheNearMiss(_ words: [String], _ sentence: String) {
    #expect {
        _ = try Arguments(words, shape: shape)
    } throws: { error in
        guard case .usage(let found, "play")? = error as? CommandError else { return false }
        return found.text(english) == sentence
    }
}

@Test func aRenderingNeedsAFolderAndNotBothKindsOfLittle() throws {
    #expect(try Arguments(["a", "--out", "x", "--at", "1"], shape: .render).renderFolder() == "x")
    #expect(throws: CommandError.usage(Sentence("usage.outMissing"), command: "render")) {
        try Arguments(["a"], shape: .render).renderFolder()
    }
    #expect(throws: CommandError.usage(Sentence("usage.together", "--at", "--no-frames"), command: "render")) {
        try Arguments(["a", "--out=x", "--no-frames", "--at=5"], shape: .render).renderFolder()
    }
}
