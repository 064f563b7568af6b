import Foundation
import Words

/// What a command works with: words, configuration, resources.
struct Invocation {
    let surroundings: Surroundings
    let resources: Resources
    var configuration = Configuration()
    /// The configuration file's wrong lines, and where they stand; for the doctor.
    private(set) var configurationProblems: [(place: String, what: Sentence)] = []
    private(set) var configurationPath: String?
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

    /// Reads the configuration, lets the command line have the last word, finds the words.
    mutating func configure(_ arguments: Arguments) throws(CommandError) {
        let path = arguments.text(.config) ?? ConfigurationFile.usualPath
        do throws(RegularFile.Refusal) {
            let bytes = try RegularFile.read(path)
            configurationPath = path
            let (configuration, problems) = ConfigurationFile.parse(String(decoding: bytes, as: UTF8.self))
            self.configuration = configuration
            configurationProblems = problems.map { ("\(path):\($0.line)", $0.what) }
            self.configuration.apply(arguments)
        } catch  where arguments.has(.config) {
            try findWords()
            throw .told([error.sentence(path, words)])
        } catch {
            try findWords()
            // The usual file is optional, and one that cannot be read is told about like a wrong line.
            if error.what != Sentence("file.missing") {
                configurationProblems = [
                    (path, Sentence("config.unread", .text(error.what.text(words)), .text(error.what.fix.text(words))))
                ]
            }
        }
        try findWords()
    }

    /// Tells about the configuration's wrong lines; their defaults are used.
    func warnAboutConfiguration() {
        for problem in configurationProblems { surroundings.warn(words("file.at", .text(problem.place), .text(problem.what.text(words)))) }
    }

    /// The same for the doctor.
    var configurationFindings: [Finding] {
        let wrong = configurationProblems.map { problem in
            Finding.doubtful(.configuration, Sentence("doctor.configurationWrong", .text(problem.place), .text(problem.what.text(words))))
        }
        if !wrong.isEmpty { return wrong }
        let read = configurationPath.map { Sentence("doctor.configuration", .text($0)) }
        return [.works(.configuration, read ?? Sentence("doctor.configurationNone", .text(ConfigurationFile.usualPath)))]
    }
}
