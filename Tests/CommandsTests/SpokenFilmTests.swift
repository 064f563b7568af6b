import Foundation
import Playback
import TestSupport
import Testing
import Words
import Workouts

@testable import Commands

private let languages: Languages = {
    do { return try Languages(parsing: [UInt8](Data(contentsOf: Project.resources.appendingPathComponent("languages.json")))) } catch {
        preconditionFailure("\(error)")
    }
}()

private func tongue(_ language: String) throws -> Words {
    let data = try Data(contentsOf: Project.resources.appendingPathComponent("Localizable.xcstrings"))
    return try Words(catalog: data, locale: Locale(identifier: language), languages: languages)
}

/// A session in each language, listened to by numbers: what the voice is given is the language's own, it is heard, and it keeps to the
/// window between its tone and the next beep.
@Suite struct SpokenFilmTests {
    private struct Film: Decodable {
        struct Cue: Decodable {
            var id: String
            var kind: String
            var atMilliseconds: Int
            var milliseconds: Int
            var text: String?
            var locale: String?
        }
        var cues: [Cue]
    }

    /// All that may be said in the sample, and by which voice.
    private func lines(_ words: Words, _ names: [String]) -> [String: String] {
        var lines: [String: String] = [:]
        func add(_ key: String, _ arguments: Words.Argument...) {
            let text = words(key, arguments: arguments)
            lines[text] = words.voice(of: key, reading: text)
        }
        for key in ["cue.rest", "cue.halfway", "cue.done"] { add(key) }
        add("cue.doneRoutine", "Morning core")
        for name in names {
            for key in ["cue.getReady", "cue.first", "cue.name", "cue.restNext", "cue.next"] { add(key, .text(name)) }
            let sentences =
                [words("cue.lastSet"), words("cue.reps", 20)]
                + (1...2).flatMap { set in (2...3).map { words("cue.set", .number(set), .number($0)) } }
            for sentence in sentences { add("cue.join", .text(words("cue.nameSentence", .text(name))), .text(sentence)) }
        }
        return lines
    }

    @Test(arguments: languages.all) func aSessionIsSpokenInItsLanguage(_ language: Languages.Language) throws {
        let words = try tongue(language.identifier)
        let scratch = try Scratch()
        let sample = Project.resources.appendingPathComponent("routines/morning-core.routine").path
        let shell = Shell("render", sample, "--locale", language.identifier, "--no-frames", "--out", scratch.url.path)
        #expect(shell.code == 0 && shell.errors.isEmpty)
        let film = try JSONDecoder().decode(Film.self, from: Data(contentsOf: scratch.url.appendingPathComponent("timeline.json")))
        let bytes = [UInt8](try Data(contentsOf: scratch.url.appendingPathComponent("sound.wav")).dropFirst(44))
        let catalog = try Catalog(parsing: [UInt8](Data(contentsOf: Project.resources.appendingPathComponent("catalog.json"))))
        let names = ["Bridge", "Squats", "Russian twist", "Bicycle crunch", "Mountain climbers"].map { name in
            catalog.workout(called: name).map { words($0.nameKey) } ?? ""
        }
        let lines = lines(words, names)
        let spoken = film.cues.filter { $0.kind == "voice" }
        #expect(spoken.count >= 14, "each segment says something")
        for (index, cue) in film.cues.enumerated() where cue.kind == "voice" {
            let text = cue.text ?? ""
            #expect(lines[text] == cue.locale, "“\(text)” is not what \(language.name) says, or not by its voice: \(cue.locale ?? "")")
            let samples = stride(
                from: cue.atMilliseconds * 96, to: min((cue.atMilliseconds + cue.milliseconds) * 96, bytes.count - 1), by: 2
            )
            .map { Double(Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)) }
            let loudness = (samples.reduce(0) { $0 + $1 * $1 } / Double(max(1, samples.count))).squareRoot()
            #expect(loudness > 1_000, "“\(text)” is silence")
            if index + 1 < film.cues.count {
                #expect(
                    cue.atMilliseconds + cue.milliseconds + 100 <= film.cues[index + 1].atMilliseconds, "“\(text)” runs into the next cue")
            }
        }
        // In the language, and not in the one it would fall back to.
        let english = try self.lines(tongue("en"), catalog.workouts.map(\.englishName))
        let own = spoken.filter { english[$0.text ?? ""] == nil }
        #expect(language.identifier == "en" || own.count * 2 > spoken.count, "most of it is English")
    }

    /// Sentences and the gallery's names are in the voice's language; what a person called differently is called that in every language.
    @Test(arguments: [("de", "de"), ("de-AT", "de-AT"), ("ru", "ru")]) func announcementsAreInTheLanguageOfTheVoice(
        _ tag: String, _ voice: String
    ) throws {
        let scratch = try Scratch()
        let one = try scratch.file("one.routine", "One\n\nBridge 30s\nMy own thing 30s\n")
        let settings = try scratch.file("voice.conf", "sound.voice-language = \(tag)\n")
        let shell = Shell("render", one, "--locale", "en", "--config", settings, "--no-frames", "--out", scratch.url.path)
        #expect(shell.code == 0 && shell.errors.isEmpty, "\(shell.errors)")
        let film = try JSONDecoder().decode(Film.self, from: Data(contentsOf: scratch.url.appendingPathComponent("timeline.json")))
        let words = try tongue(tag)
        let said = film.cues.filter { $0.kind == "voice" }
        let bridge = words("workout.bridge")
        #expect(bridge != "Bridge")
        #expect(
            said.map { $0.text ?? "" } == [
                words("cue.first", .text(bridge)), words("cue.name", .text(bridge)), words("cue.name", .text("My own thing")),
                words("cue.doneRoutine", .text("One")),
            ])
        #expect(said.first?.locale == voice)
        // A Russian voice has no Latin letters.
        #expect(said.dropFirst(2).first?.locale == (tag == "ru" ? "en" : voice))
    }

    /// Five seconds, of which the first beep leaves two.
    @Test(arguments: languages.all) func gettingReadySaysMoreThanTheNameOfWhatComesFirst(_ language: Languages.Language) throws {
        let words = try tongue(language.identifier)
        let catalog = try Catalog(parsing: [UInt8](Data(contentsOf: Project.resources.appendingPathComponent("catalog.json"))))
        let scratch = try Scratch()
        for file in try FileManager.default.contentsOfDirectory(atPath: Project.resources.appendingPathComponent("routines").path) {
            let starter = try Data(contentsOf: Project.resources.appendingPathComponent("routines/\(file)"))
            let routine = RoutineFile.read([UInt8](starter), fileName: file, catalog: catalog).routine
            let first = try #require(routine?.steps.first?.workoutID.flatMap { catalog[$0] })
            let one = try scratch.file("one.routine", "One\n\n\(first.englishName) 5s\n")
            let shell = Shell("render", one, "--locale", language.identifier, "--no-frames", "--out", scratch.url.path)
            #expect(shell.code == 0)
            let film = try JSONDecoder().decode(Film.self, from: Data(contentsOf: scratch.url.appendingPathComponent("timeline.json")))
            let said = film.cues.first { $0.kind == "voice" }
            let name = Words.Argument.text(words(first.nameKey))
            #expect([words("cue.getReady", name), words("cue.first", name)].contains(said?.text), "\(file): \(said?.text ?? "nothing")")
            #expect(said.map { $0.atMilliseconds + $0.milliseconds <= 1_900 } == true)
        }
    }
}
