import Foundation
import Words

/// What a command works with: words, configuration, resources.
struct Session {
    let surroundings: Surroundings
    let resources: Resources
    var configuration = Configuration()
    private var found: Words?

    init(surroundings: Surroundings) {
        self.surroundings = surroundings
        resources = Resources(executable: surroundings.executable)
    }

    /// The words of the configured language. Found before any command runs.
    var words: Words {
        guard let found else { preconditionFailure("words are found first") }
        return found
    }

    /// The language: the command line's, the configuration's, the environment's, English.
    var language: String { configuration.language ?? surroundings.language ?? "en" }

    /// Reads the String Catalog, unless that is done.
    mutating func findWords() throws(CommandError) {
        guard found == nil else { return }
        let data = try resources.data(of: "Localizable.xcstrings")
        do throws(WordsError) { found = try Words(catalog: data, locale: Locale(identifier: language)) } catch {
            throw .broken("stepback: \(error)")
        }
    }

    /// Reads the configuration, tells about its wrong lines, lets the command line have the last word, finds the words.
    mutating func configure(_ arguments: Arguments) throws(CommandError) {
        let path = arguments.text(.config) ?? ConfigurationFile.usualPath
        var problems: [ConfigurationFile.Problem] = []
        do throws(RegularFile.Refusal) {
            let bytes = try RegularFile.read(path)
            (configuration, problems) = ConfigurationFile.parse(String(decoding: bytes, as: UTF8.self))
            configuration.apply(arguments)
        } catch  where arguments.has(.config) {
            try findWords()
            throw .failed([Sentence("file.at", .text(path), .text(error.sentence.text(words)))])
        } catch {
            // The usual file is optional, and one that cannot be read is told about like a wrong line.
            try findWords()
            if error.sentence != Sentence("file.missing") {
                surroundings.warn(words("file.at", .text(path), .text(error.sentence.text(words))))
            }
        }
        try findWords()
        for problem in problems { surroundings.warn("\(path):\(problem.line): \(problem.what.text(words))") }
    }
}
