import Ports
import Words

/// A command line, checked against its command's shape.
struct Arguments: Hashable, Sendable {
    enum Value: Hashable, Sendable {
        case flag
        case text(String)
        case size(PixelSize)
        case duration(Duration)
    }

    private(set) var values: [String: Value] = [:]
    private(set) var operands: [String] = []

    func has(_ option: Option) -> Bool { values[option.name] != nil }

    /// Of a text, choice or locale option.
    func text(_ option: Option) -> String? { if case .text(let text)? = values[option.name] { text } else { nil } }

    func size(_ option: Option) -> PixelSize? { if case .size(let size)? = values[option.name] { size } else { nil } }

    func duration(_ option: Option) -> Duration? { if case .duration(let duration)? = values[option.name] { duration } else { nil } }

    /// Parses what follows the command's name. `--option value` and `--option=value`; `--` ends the options; of two the last counts.
    init(_ words: some Sequence<String>, shape: Shape) throws(CommandError) {
        var rest = Array(words)[...]
        var areOptionsOver = false
        while let word = rest.popFirst() {
            if areOptionsOver || word == "-" || !word.hasPrefix("-") {
                operands.append(word)
            } else if word == "--" {
                areOptionsOver = true
            } else {
                try take(word, &rest, shape)
            }
        }
        if has(.help) { return }
        try checkOperands(shape)
    }

    private mutating func take(_ word: String, _ rest: inout ArraySlice<String>, _ shape: Shape) throws(CommandError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts[0] == "-h" ? "help" : String(parts[0].dropFirst(2))
        guard parts[0] == "-h" || parts[0].hasPrefix("--"), let option = shape.allOptions.first(where: { $0.name == name }) else {
            throw Self.unknown(parts[0], shape)
        }
        guard option.kind != .flag else {
            if parts.count > 1 { throw shape.wrong("usage.noValue", .text("--" + name)) }
            values[name] = .flag
            return
        }
        // The next word, unless it is plainly another option: then the value was forgotten.
        let value = parts.count > 1 ? parts[1] : rest.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
        guard let value, !value.isEmpty else { throw shape.wrong("usage.valueMissing", .text("--" + name), .text(shape.name)) }
        if parts.count == 1 { rest.removeFirst() }
        values[name] = try option.read(value, shape)
    }

    private static func unknown(_ word: String, _ shape: Shape) -> CommandError {
        let names = shape.allOptions.map { "--" + $0.name }
        if let near = NearMiss.of(word, among: names) { return shape.wrong("usage.unknownOptionNear", .text(word), .text(near)) }
        return shape.wrong("usage.unknownOption", .text(word), .text(names.joined(separator: ", ")))
    }

    private func checkOperands(_ shape: Shape) throws(CommandError) {
        if operands.count > shape.operands.range.upperBound {
            throw shape.wrong("usage.tooMany", .text(operands[shape.operands.range.upperBound]))
        }
        if operands.count < shape.operands.range.lowerBound { throw shape.wrong("usage.missing.\(shape.name)") }
    }
}

extension Option {
    fileprivate func read(_ text: String, _ shape: Shape) throws(CommandError) -> Arguments.Value {
        switch kind {
        case .flag: return .flag
        case .text: return .text(text)
        case .choice(let choices):
            if choices.contains(text) { return .text(text) }
            let good = choices.joined(separator: ", ")
            if let near = NearMiss.of(text, among: choices) {
                throw shape.wrong("usage.choiceNear", .text("--" + name), .text(text), .text(good), .text(near))
            }
            throw shape.wrong("usage.choice", .text("--" + name), .text(text), .text(good))
        case .size:
            guard let size = PanelSizes.parse(text), PanelSizes.contain(size) else {
                throw shape.wrong("usage.size", .text("--" + name), .text(text))
            }
            return .size(size)
        case .seconds:
            guard let duration = Self.seconds(text) else { throw shape.wrong("usage.seconds", .text("--" + name), .text(text)) }
            return .duration(duration)
        case .locale:
            guard let tag = Self.localeTag(text) else { throw shape.wrong("usage.locale", .text("--" + name), .text(text)) }
            return .text(tag)
        }
    }

    /// "12", "12.5", "0.042".
    private static func seconds(_ text: String) -> Duration? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = wholeNumber(parts[0]) else { return nil }
        guard parts.count == 2 else { return .seconds(whole) }
        guard parts[1].count <= 3, let fraction = wholeNumber(parts[1]) else { return nil }
        return .seconds(whole) + .milliseconds(fraction * [100, 10, 1][parts[1].count - 1])
    }

    /// The BCP 47 tag of a locale as people and POSIX write it: "de-AT" of "de_AT.UTF-8" and "de_AT@euro"; nil for what has not its form.
    /// Whether there are words for it is found out by looking.
    static func localeTag(_ text: String) -> String? {
        let parts = text.prefix { $0 != "." && $0 != "@" }.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard let language = parts.first, (2...3).contains(language.count), language.allSatisfy({ $0.isASCII && $0.isLetter }),
            parts.dropFirst().allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } })
        else { return nil }
        return parts.joined(separator: "-")
    }
}

extension Shape {
    /// A usage error of this command.
    func wrong(_ key: String, _ arguments: Words.Argument...) -> CommandError {
        var sentence = Sentence(key)
        sentence.arguments = arguments
        return .usage(sentence, command: name)
    }
}
