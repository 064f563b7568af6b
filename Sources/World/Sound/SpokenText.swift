import Foundation

/// Turns any text into what a voice may be given: plain words, nothing that espeak-ng would take for an instruction, no emoji.
enum SpokenText {
    /// Longer text is cut at a space: half a minute of speech is no announcement any more.
    static let maximumLetters = 600

    /// Empty when there is nothing to say. `language` is the voice's tag.
    static func plain(_ text: String, language: String) -> String {
        let ranges = Scripts.ranges(for: language)
        var scalars = String.UnicodeScalarView()
        var wroteSpace = true
        // Composed, since a voice knows ü, and not u with two dots to come.
        for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
            switch fate(of: scalar, ranges) {
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

    private static func fate(of scalar: Unicode.Scalar, _ ranges: [ClosedRange<UInt32>]) -> Fate {
        switch scalar {
        // espeak-ng reads U+0001 as the start of an embedded command, [[ as phonemes and < as markup where it is told to; none of
        // these marks is a word, and their names ("less than") would be read out.
        case "<", ">", "[", "]", "{", "}", "|", "\\", "^", "~", "_", "`", "*", "#": return .space
        case "°": return .kept
        default: break
        }
        let properties = scalar.properties
        switch properties.generalCategory {
        // Line ends and tabs part words.
        case .control: return properties.isWhitespace ? .space : .dropped
        // Direction marks, joiners, byte order marks, tags, soft hyphens: seen, never heard.
        case .format, .surrogate, .privateUse, .unassigned: return .dropped
        case .lineSeparator, .paragraphSeparator, .spaceSeparator: return .space
        // Emoji and dingbats, skin tones and keycaps.
        case .otherSymbol, .enclosingMark: return .space
        // What is left of accents after composing belongs to no letter that a voice knows.
        case .nonspacingMark where (0x300...0x36F).contains(scalar.value): return .dropped
        default: break
        }
        if properties.isVariationSelector || properties.isEmojiModifier { return .dropped }
        return ranges.contains { $0.contains(scalar.value) } ? .kept : .space
    }

    private static func shortened(_ text: String) -> String {
        guard text.count > maximumLetters else { return text }
        let cut = text.prefix(maximumLetters)
        guard let space = cut.lastIndex(of: " ") else { return String(cut) }
        return String(cut[..<space])
    }
}
