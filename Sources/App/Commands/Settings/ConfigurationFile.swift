import Ports
import Words

/// Reads `key = value` lines. A wrong line is named and its default stays; nothing in a file stops the kiosk from starting.
enum ConfigurationFile {
    /// What is wrong with a line, counted from 1.
    struct Problem: Hashable, Sendable {
        var line: Int
        var what: Sentence
    }

    /// Where it is when nobody says otherwise; it need not be there.
    static let usualPath = "/etc/stepback/stepback.conf"

    /// Pure. `#` begins a comment at the start of a line or after a blank.
    /// - Parameter languages: those that there are words for; nil: any will do.
    static func parse(_ text: String, _ languages: Languages? = nil) -> (configuration: Configuration, problems: [Problem]) {
        var configuration = Configuration()
        var problems: [Problem] = []
        var lines: [String: Int] = [:]
        let text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let content = uncommented(line).trimmed
            guard !content.isEmpty else { continue }
            guard let what = take(content, line: index + 1, languages, &configuration, &lines) else { continue }
            problems.append(Problem(line: index + 1, what: what))
        }
        problems += separate(&configuration, lines)
        return (configuration, problems.sorted { $0.line < $1.line })
    }

    private static func uncommented(_ line: Substring) -> Substring {
        var before: Character = " "
        for index in line.indices {
            if line[index] == "#", before.isWhitespace { return line[..<index] }
            before = line[index]
        }
        return line
    }

    /// What is wrong with the line, if anything.
    private static func take(
        _ content: String, line: Int, _ languages: Languages?, _ configuration: inout Configuration, _ lines: inout [String: Int]
    ) -> Sentence? {
        guard let equals = content.firstIndex(of: "=") else { return Sentence("config.noEquals", .text(content)) }
        let name = content[..<equals].trimmed.lowercased()
        let value = content[content.index(after: equals)...].trimmed
        guard let key = ConfigurationKey.all.first(where: { $0.name == name }) else {
            let names = ConfigurationKey.all.map(\.name)
            if let near = NearMiss.of(name, among: names) { return Sentence("config.unknownKeyNear", .text(name), .text(near)) }
            return Sentence("config.unknownKey", .text(name), .text(names.joined(separator: ", ")))
        }
        if value.isEmpty { return Sentence("config.noValue", .text(name)) }
        if name == "language", let tag = Option.localeTag(value), let languages, !languages.knows(tag) {
            return Sentence("config.choice", .text(name), .text(value), .text(languages.list))
        }
        guard key.set(&configuration, value) else {
            var sentence = Sentence(key.complaint, .text(name), .text(value))
            sentence.arguments += key.hints
            return sentence
        }
        defer { lines[name] = line }
        return lines[name].map { Sentence("config.twice", .text(name), .number($0)) }
    }

    /// Two keys on one line: one press cannot mean two things. What was written counts more than a default, and an earlier line more than
    /// a later one, whose key keeps its default if nobody else has that.
    private static func separate(_ configuration: inout Configuration, _ lines: [String: Int]) -> [Problem] {
        var problems: [Problem] = []
        for key in Key.allCases {
            for other in Key.allCases {
                let number = lines["buttons.\(key.rawValue)"] ?? 0
                let before = lines["buttons.\(other.rawValue)"]
                guard key != other, number > before ?? 0, let address = configuration.buttons.lines[key],
                    address == configuration.buttons.lines[other]
                else { continue }
                let loser = before == nil ? other : key
                let usual = Configuration().buttons.lines[loser]
                configuration.buttons.lines[loser] = usual.flatMap { usual in
                    configuration.buttons.lines.values.contains(usual) ? nil : usual
                }
                let names = [key, other].map { Words.Argument.text("buttons.\($0.rawValue)") }
                let what = before == nil ? "config.takenLine" : "config.sharedLine"
                problems.append(Problem(line: number, what: Sentence(what, names[0], names[1], .text(address.description))))
            }
        }
        return problems
    }
}
