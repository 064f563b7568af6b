import Foundation

/// How names are compared: without regard to case, diacritics, hyphens, spaces, apostrophes, other punctuation and the plural's s,
/// so that "squat", "Squats" and "SQUAT" are one, and "push-ups", "push up" and "Pushups" too. A pure function of the text, no locale.
enum Folding {
    /// The folded words, joined. Empty when the text has no letter and no digit: such a name equals no other.
    static func key(_ text: String) -> String {
        var key = ""
        for word in words(text) { key += word }
        return key
    }

    /// The folded words, in order: "World’s greatest stretch" is world, greatest, stretch; "3/4 Sit-Ups" is 3, 4, sit, up.
    static func words(_ text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        return words(scalars[...]).map(\.text)
    }

    /// A folded word and where it stands.
    struct Word {
        var text: String
        var start: Int
        var end: Int
    }

    static func words(_ scalars: ArraySlice<Unicode.Scalar>) -> [Word] {
        var words: [Word] = []
        var index = scalars.startIndex
        while index < scalars.endIndex {
            guard isPartOfWord(scalars[index]) else {
                index += 1
                continue
            }
            let start = index
            var folded = String.UnicodeScalarView()
            while index < scalars.endIndex, isPartOfWord(scalars[index]) || isInvisibleInWord(scalars[index]) {
                fold(scalars[index], into: &folded)
                index += 1
            }
            words.append(Word(text: singular(folded), start: start, end: index))
        }
        return words
    }

    static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return isASCIILetter(scalar) || isASCIIDigit(scalar) }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    /// Apostrophes and combining marks neither part a word nor belong to it.
    private static func isInvisibleInWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x27, 0x60, 0xB4, 0x2BC, 0x2018, 0x2019, 0x2032: true
        case 0x200B...0x200F, 0x00AD, 0x2060, 0xFEFF: true
        case ..<0x300: false
        default: scalar.properties.generalCategory == .nonspacingMark
        }
    }

    static func isASCIILetter(_ scalar: Unicode.Scalar) -> Bool { (0x61...0x7A).contains(scalar.value | 0x20) && scalar.value < 0x80 }
    static func isASCIIDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }

    private static func fold(_ scalar: Unicode.Scalar, into folded: inout String.UnicodeScalarView) {
        if scalar.isASCII {
            if isASCIILetter(scalar) {
                folded.append(Unicode.Scalar(UInt8(scalar.value) | 0x20))
            } else if isASCIIDigit(scalar) {
                folded.append(scalar)
            }
            return
        }
        if isInvisibleInWord(scalar) { return }
        switch scalar.value {
        case 0xDF, 0x1E9E: for letter in "ss".unicodeScalars { folded.append(letter) }
        case 0xE6, 0xC6: for letter in "ae".unicodeScalars { folded.append(letter) }
        case 0x152, 0x153: for letter in "oe".unicodeScalars { folded.append(letter) }
        case 0xD8, 0xF8: folded.append("o")
        case 0x141, 0x142: folded.append("l")
        case 0x130, 0x131: folded.append("i")
        default:
            for part in String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars where !isInvisibleInWord(part) {
                for scalar in part.properties.lowercaseMapping.unicodeScalars { folded.append(scalar) }
            }
        }
    }

    /// Takes the plural's ending off: squats, crunches, flies. Both sides of a comparison go through it, so it need not be grammar.
    private static func singular(_ word: String.UnicodeScalarView) -> String {
        let text = String(word)
        guard text.utf8.count > 2, text.utf8.last == UInt8(ascii: "s") else { return text }
        if text.hasSuffix("ss") || text.hasSuffix("us") { return text }
        if text.hasSuffix("ies"), text.utf8.count > 4 { return text.dropLast(3) + "y" }
        for ending in ["ches", "shes", "sses", "xes", "zzes"] where text.hasSuffix(ending) { return String(text.dropLast(2)) }
        return String(text.dropLast())
    }
}
