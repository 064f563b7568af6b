import Foundation
import TestSupport
import Testing

@testable import Commands

/// A language that there are no words for gets one clear sentence wherever it stands.
private var list: String {
    get throws {
        let data = try Data(contentsOf: Project.resources.appendingPathComponent("languages.json"))
        let names = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any]).keys
        return String(decoding: data, as: UTF8.self).split(separator: "\"").map(String.init).filter(names.contains).reduce(into: [String]())
        {
            if !$0.contains($1) { $0.append($1) }
        }.joined(separator: ", ")
    }
}

@Test func onTheCommandLineItIsWrongUsage() throws {
    for command in [["check", "--locale", "tlh", "x.routine"], ["help", "--locale=tlh"], ["run", "--locale", "tlh", "--help"]] {
        let shell = Shell(arguments: command)
        #expect(shell.errors.hasPrefix("stepback \(command[0]): --locale cannot be “tlh”; it is one of \(try list)\n"))
        #expect(shell.code == 64 && shell.output.isEmpty)
    }
    #expect(Shell("help", "--locale", "en-GB").code == 0)
}

@Test func inTheConfigurationItsLineIsNamedAndTheNextWordCounts() throws {
    let scratch = try Scratch()
    let path = try scratch.file("a.conf", "# mine\nlanguage = tlh")
    let shell = Shell("check", "--config", path, try scratch.file("a.routine", "Morning\nBridge 30s"))
    #expect(shell.errors == "\(path):2: language cannot be “tlh”; it is one of \(try list)\n" && shell.code == 0)
    // The environment's language is what counts then.
    let accented = Shell("check", "--config", path, scratch.path("a.routine"), variables: ["LANG": "en_XA.UTF-8"])
    #expect(accented.errors.hasPrefix("[\(path):2: [") && accented.errors.contains("tlh"))
}

@Test func inTheSettingsFileItIsPassedOver() throws {
    let scratch = try Scratch()
    _ = try scratch.file("settings.json", #"{"language": "tlh"}"#)
    let shell = Shell(
        "check", try scratch.file("a.routine", "Morning\nBridge 30s"), variables: ["STATE_DIRECTORY": scratch.url.path])
    #expect(shell.errors.hasPrefix("\(scratch.path("settings.json")): the value of “language” cannot be used") && shell.code == 0)
}

@Test func theCommandLineTheConfigurationAndTheEnvironmentTakeALanguageAsPOSIXWritesIt() throws {
    let scratch = try Scratch()
    let german = Shell("help", "--locale", "de").output
    for tag in ["de_AT.UTF-8", "de_AT", "de-AT", "de_DE@euro"] {
        #expect(Shell("help", "--locale", tag).output == german && Shell("help", variables: ["LC_ALL": tag]).output == german)
        let path = try scratch.file("a.conf", "language = \(tag)\nsound.voice-language = \(tag)")
        let shell = Shell("check", "--config", path, try scratch.file("a.routine", "Morning\nBridge 30s"))
        #expect(shell.errors == "" && shell.output.contains("1 Schritt"), "\(shell.errors)")
    }
    for tag in ["de_AT..", "d", "de_", "deutsch"] where tag != "de_AT.." { #expect(Shell("help", "--locale", tag).code == 64, "\(tag)") }
}

@Test func theLanguageMayStandBeforeTheCommandAndBehindHelp() {
    let german = Shell("help", "--locale", "de")
    #expect(german.output.contains("Befehl"))
    for line in [
        ["--help", "--locale", "de"], ["--locale", "de", "--help"], ["--locale=de", "-h"], ["-h", "--locale=de"],
        ["--locale", "de", "help"],
    ] {
        let shell = Shell(arguments: line)
        #expect(shell.output == german.output && shell.code == 0, "\(line): \(shell.errors)")
    }
    #expect(Shell("--locale", "de", "list", "--help").output == Shell("help", "list", "--locale", "de").output)
    #expect(Shell("--locale", "de").errors == german.output && Shell("--locale", "de").code == 64)
    #expect(Shell("--locale", "tlh", "--help").code == 64 && Shell("--locale").code == 64)
}

@Test func anEnvironmentInAnotherLanguageIsEnglish() {
    #expect(Shell("help", variables: ["LANG": "ja_JP.UTF-8"]).output == Shell("help").output)
}
