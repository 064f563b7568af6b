/// Turns any text into what a voice may be given: plain words, nothing that espeak-ng would take for an instruction, no emoji.
enum SpokenText {
    /// Longer text is cut at a space: half a minute of speech is no announcement any more.
    static let maximumLetters = 600

    /// Empty when there is nothing to say.
    static func plain(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var wroteSpace = true
        for scalar in text.unicodeScalars {
            switch fate(of: scalar) {
            case .kept:
                scalars.append(scalar)
                wroteSpace = false
            case .space where !wroteSpace:
                scalars.append(" ")
                wroteSpace = true
            case .space, .dropped: break
            }
        }
        if wroteSpace, !scalars.isEmpty { scalars.removeLast() }
        return shortened(String(scalars))
    }

    private enum Fate { case kept, space, dropped }

    private static func fate(of scalar: Unicode.Scalar) -> Fate {
        switch scalar {
        // espeak-ng reads U+0001 as the start of an embedded command, [[ as phonemes and < as markup where it is told to; none of
        // these marks is a word, and their names ("less than") would be read out.
        case "<", ">", "[", "]", "{", "}", "|", "\\", "^", "~", "_", "`", "*", "#": return .space
        case "°": return .kept
        // Arrows, of which Unicode counts some among mathematics.
        case "\u{2190}"..."\u{21FF}": return .space
        default: break
        }
        let properties = scalar.properties
        switch properties.generalCategory {
        // Line ends and tabs part words.
        case .control: return properties.isWhitespace ? .space : .dropped
        // Direction marks, joiners, byte order marks, tags, soft hyphens: seen, never heard.
        case .format, .surrogate, .privateUse, .unassigned: return .dropped
        case .lineSeparator, .paragraphSeparator, .spaceSeparator: return .space
        // Emoji, dingbats, arrows, and the skin tones and keycaps that go with them.
        case .otherSymbol, .enclosingMark: return .space
        case .modifierSymbol where properties.isEmojiModifier: return .dropped
        default: break
        }
        if properties.isVariationSelector { return .dropped }
        if properties.isEmojiPresentation || (properties.isEmoji && scalar.value > 0xFF && properties.generalCategory != .otherLetter) {
            return .space
        }
        return .kept
    }

    private static func shortened(_ text: String) -> String {
        guard text.count > maximumLetters else { return text }
        let cut = text.prefix(maximumLetters)
        guard let space = cut.lastIndex(of: " ") else { return String(cut) }
        return String(cut[..<space])
    }
}
