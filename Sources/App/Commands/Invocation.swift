import Foundation
import Ports
import Store
import Words
import Workouts

/// What a command works with: words, configuration, resources.
struct Invocation {
    let surroundings: Surroundings
    let resources: Resources
    var configuration = Configuration()
    /// The configuration file's wrong lines, and where they stand; for the doctor.
    private(set) var configurationProblems: [(place: String, what: Sentence)] = []
    private(set) var configurationPath: String?
    /// What was set on the kiosk's own screen; the configuration has it too.
    private(set) var settings = Settings()
    private var settingsComplaints: [Message] = []
    private var found: Words?
    private(set) var languages = Languages([])

    init(surroundings: Surroundings) {
        self.surroundings = surroundings
        resources = Resources(executable: surroundings.executable)
    }

    /// The words of the configured language, for a terminal and for programs. Found before any command runs.
    var words: Words { screenWords.unmarked() }

    /// The same for pictures.
    var screenWords: Words {
        guard let found else { preconditionFailure("words are found first") }
        return found
    }

    /// The language: the command line's, the configuration's, the environment's, English.
    var language: String { configuration.language ?? surroundings.language ?? "en" }

    /// Reads the String Catalog, unless that is done.
    mutating func findWords() throws(CommandError) {
        guard found == nil else { return }
        let bytes = try resources.bytes(of: "Localizable.xcstrings")
        try findLanguages()
        found = try readWords(bytes, language, everyLanguageOf: ["workout.", "category.", "starter."])
    }

    /// The words of the language that announcements are in, when it is set apart from the screen's and there are any in it.
    func spokenWords() throws(CommandError) -> Words? {
        guard let tag = configuration.sound.voiceLanguage, let language = languages.serving(tag) else { return nil }
        // The screen's may be changed on the kiosk; this stays.
        if language.identifier == screenWords.language { return screenWords }
        return try readWords(resources.bytes(of: "Localizable.xcstrings"), tag)
    }

    func readWords(_ catalog: [UInt8], _ locale: String, everyLanguageOf prefixes: [String] = []) throws(CommandError) -> Words {
        do throws(WordsError) {
            return try Words(catalog: catalog, locale: Locale(identifier: locale), languages: languages, everyLanguageOf: prefixes)
        } catch {
            throw .broken("stepback: \(error)")
        }
    }

    private mutating func findLanguages() throws(CommandError) {
        guard languages.all.isEmpty else { return }
        let bytes = try resources.bytes(of: "languages.json")
        do throws(WordsError) { languages = try Languages(parsing: bytes) } catch { throw .broken("stepback: \(error)") }
    }

    /// Speaks the language that the command line asks for, before it is known to be right.
    mutating func listen(to arguments: some Sequence<String>) throws(CommandError) {
        let name = "--" + Option.locale.name
        var isNext = false
        for word in arguments {
            let locale = isNext ? word : word.hasPrefix(name + "=") ? String(word.dropFirst(name.count + 1)) : nil
            isNext = word == name
            guard let locale = locale.flatMap(Option.localeTag) else { continue }
            try findLanguages()
            if languages.knows(locale) { configuration.language = locale }
        }
    }

    /// Refuses a language on the command line that there are no words for.
    mutating func check(_ arguments: Arguments, of shape: Shape) throws(CommandError) {
        guard let locale = arguments.text(.locale) else { return }
        try findLanguages()
        if languages.knows(locale) { return }
        throw shape.wrong("usage.choice", .text("--" + Option.locale.name), .text(locale), .text(languages.list))
    }

    /// The same command in another language.
    func speaking(_ language: String) throws(CommandError) -> Invocation {
        var other = self
        other.configuration.language = inCountry(language)
        other.found = nil
        try other.findWords()
        return other
    }

    /// A language that was chosen without a country has that of the system, if that speaks it: "de" in Austria is de-AT, for the formats.
    private func inCountry(_ language: String) -> String {
        guard let local = surroundings.language, languages.serving(local)?.identifier == language else { return language }
        return local
    }

    /// Reads the configuration and the settings made on the screen, lets the command line have the last word, finds the words.
    mutating func configure(_ arguments: Arguments) throws(CommandError) {
        try findLanguages()
        let path = arguments.text(.config) ?? ConfigurationFile.usualPath
        var refusal: RegularFile.Refusal?
        do throws(RegularFile.Refusal) {
            let bytes = try RegularFile.read(path)
            configurationPath = path
            let (configuration, problems) = ConfigurationFile.parse(String(decoding: bytes, as: UTF8.self), languages)
            self.configuration = configuration
            configurationProblems = problems.map { ("\(path):\($0.line)", $0.what) }
        } catch { refusal = error }
        readSettings()
        configuration.language = configuration.language.map(inCountry)
        configuration.apply(arguments)
        try findWords()
        guard let refusal else { return }
        if arguments.has(.config) { throw .told([refusal.sentence(path, words)]) }
        // The usual file is optional, and one that cannot be read is told about like a wrong line.
        if refusal.what != Sentence("file.missing") {
            configurationProblems = [
                (path, Sentence("config.unread", .text(refusal.what.text(words)), .text(refusal.what.fix.text(words))))
            ]
        }
    }

    /// What was set on the kiosk itself, if it ever was.
    private mutating func readSettings() {
        guard let folder = stateFolder else { return }
        let file = SettingsFile(LocalState.kept(in: folder))
        let contents = file.read()
        settings = contents.settings
        settingsComplaints = contents.complaints
        if let language = settings.language, !languages.knows(language) {
            settings.language = nil
            settingsComplaints.append(file.complaint(about: "language"))
        }
        configuration.apply(settings)
    }

    /// Tells about the configuration's wrong lines, whose defaults are used, and about settings that cannot be read.
    func warnAboutConfiguration() {
        for problem in configurationProblems { surroundings.warn(words("file.at", .text(problem.place), .text(problem.what.text(words)))) }
        for complaint in settingsComplaints { surroundings.warn(complaint.text(words)) }
    }

    /// The same for the doctor. `service`: the player, which may not be able to read what this process reads.
    func configurationFindings(_ service: PlayersService?) -> [Finding] {
        if let service, configurationPath == ConfigurationFile.usualPath,
            let closed = service.closedConfiguration(ConfigurationFile.usualPath)
        {
            return [closed]
        }
        let wrong = configurationProblems.map { problem in
            Finding.doubtful(.configuration, Sentence("doctor.configurationWrong", .text(problem.place), .text(problem.what.text(words))))
        }
        if !wrong.isEmpty { return wrong }
        let read = configurationPath.map { Sentence("doctor.configuration", .text($0)) }
        return [.works(.configuration, read ?? Sentence("doctor.configurationNone", .text(ConfigurationFile.usualPath)))]
    }
}

extension Languages {
    /// What can be chosen, for a sentence about something else.
    var list: String { all.map(\.identifier).joined(separator: ", ") }
}
