/// Puts arguments into a string's places, in one pass: what an argument contains is never read as a place.
struct Formatter {
    let arguments: [Words.Argument]
    let language: Catalog.Language
    let pseudo: Pseudo?
    /// Of the reader's language.
    let isRightToLeft: Bool

    func string(of entry: Catalog.Entry) -> String {
        let text = form(of: entry.text, for: firstNumber)
        let filled = fill(text, substitutions: entry.substitutions, own: nil)
        // A string that fell back to a language from left to right keeps its direction, whatever its arguments begin with.
        return isRightToLeft && !language.isRightToLeft && pseudo == nil && !arguments.isEmpty ? "\u{200E}" + filled : filled
    }

    /// The number that chooses the plural form of a whole string.
    private var firstNumber: Int? {
        for case .number(let number) in arguments { return number }
        return nil
    }

    private func form(of text: Catalog.Text, for number: Int?) -> String {
        switch text {
        case .plain(let text): text
        case .plural(let forms): number.flatMap { forms[language.plural.category($0)] } ?? forms[.other] ?? ""
        }
    }

    /// `own` is the argument that `%arg` stands for inside a substitution.
    private func fill(_ text: String, substitutions: [String: Catalog.Substitution], own: Int?) -> String {
        var result = ""
        var next = 0
        for piece in Template.pieces(text) {
            switch piece {
            case .literal(let literal): result += pseudo?.transform(literal) ?? literal
            case .argument(let position):
                result += argument(position ?? next)
                if position == nil { next += 1 }
            case .own: result += own.map(argument) ?? "%arg"
            case .substitution(let name):
                guard let substitution = substitutions[name] else { continue }
                let number: Int? = if case .number(let number)? = value(substitution.argument) { number } else { nil }
                // Substitutions do not nest: an inner name stands for nothing.
                result += fill(form(of: substitution.text, for: number), substitutions: [:], own: substitution.argument)
            }
        }
        return result
    }

    private func value(_ position: Int) -> Words.Argument? { arguments.indices.contains(position) ? arguments[position] : nil }

    private func argument(_ position: Int) -> String {
        switch value(position) {
        // Between words from right to left a name in Latin letters, or a time, must not reorder what stands beside it: it is isolated.
        case .text(let text)?: isRightToLeft ? "\u{2068}\(text)\u{2069}" : text
        case .number(let number)?: Words.number(number, in: language.numbers)
        // A test compares every call's arguments with its string's places; a running routine shows a gap.
        case nil: ""
        }
    }
}
