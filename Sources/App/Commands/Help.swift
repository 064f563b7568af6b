import Words

/// Help pages, all made from the shapes and the String Catalog.
enum Help {
    /// A terminal's usual width.
    private static let width = 80

    /// What `stepback --help` shows.
    static func overview(_ invocation: Invocation) -> String {
        let words = invocation.words
        let commands = Commands.all.map { (label: $0.shape.name, text: words($0.shape.summary)) }
        return """
            \(words("help.usage", .text("stepback " + words("place.command"))))

            \(wrapped(words("help.about"), indent: 0, first: 0))

            \(words("help.commands"))
            \(table(commands))

            \(wrapped(words("help.more", .text("stepback \(words("place.command")) --help")), indent: 0, first: 0))

            """
    }

    /// What `stepback COMMAND --help` shows.
    static func page(_ shape: Shape, _ invocation: Invocation) -> String {
        let words = invocation.words
        let options = shape.allOptions.map { (label: label($0, words), text: words($0.help)) }
        return """
            \(words("help.usage", .text(usage(shape, words))))

            \(wrapped(words("\(shape.summary).long"), indent: 0, first: 0))

            \(words("help.options"))
            \(table(options))

            """
    }

    private static func usage(_ shape: Shape, _ words: Words) -> String {
        var parts = ["stepback", shape.name]
        switch shape.operands {
        case .none: break
        case .one(let place), .deed(let place): parts.append(words(place))
        case .optional(let place): parts.append("[\(words(place))]")
        case .many(let place): parts.append("\(words(place))...")
        }
        return (parts + ["[\(words("place.options"))]"]).joined(separator: " ")
    }

    private static func label(_ option: Option, _ words: Words) -> String {
        switch option.kind {
        case .flag: "--\(option.name)"
        case .choice(let choices): "--\(option.name) \(choices.joined(separator: "|"))"
        case .text(let place): "--\(option.name) \(words(place))"
        case .size: "--\(option.name) \(words("place.size"))"
        case .seconds: "--\(option.name) \(words("place.seconds"))"
        case .locale: "--\(option.name) \(words("place.locale"))"
        }
    }

    /// Labels with their texts beside them; a label that is too long for its column has its text below.
    private static func table(_ rows: [(label: String, text: String)]) -> String {
        let column = min(24, (rows.map(\.label.count).max() ?? 0) + 4)
        return rows.map { label, text in
            let head = "  " + label
            let body = wrapped(text, indent: column, first: column)
            if head.count + 2 <= column { return head + String(repeating: " ", count: column - head.count) + body.drop { $0 == " " } }
            return head + "\n" + body
        }.joined(separator: "\n")
    }

    private static func wrapped(_ text: String, indent: Int, first: Int) -> String {
        var lines: [String] = []
        var line = String(repeating: " ", count: first)
        var isEmpty = true
        for word in text.split(separator: " ") {
            if !isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = String(repeating: " ", count: indent)
                isEmpty = true
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return (lines + [line]).joined(separator: "\n")
    }
}
