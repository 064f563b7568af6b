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

    /// What characters beyond ASCII fold to, kept while many names are folded: looking at their properties and taking them apart is a
    /// hundred times as long as looking here.
    struct Letters {
        fileprivate enum Kind {
            /// Part of a word, as these bytes.
            case part([UInt8])
            /// Within a word it is passed over.
            case invisible
            case other
        }

        private var kinds: [Unicode.Scalar: Kind] = [:]

        fileprivate mutating func kind(_ scalar: Unicode.Scalar) -> Kind {
            if let known = kinds[scalar] { return known }
            let kind: Kind =
                if isInvisibleInWord(scalar) {
                    isPartOfWord(scalar) ? .part([]) : .invisible
                } else {
                    isPartOfWord(scalar) ? .part(Array(beyondASCII(scalar).utf8)) : .other
                }
            kinds[scalar] = kind
            return kind
        }
    }

    /// `words` of one among many names.
    static func words(_ text: String, _ letters: inout Letters) -> [String] {
        var text = text
        if let words = text.withUTF8(plainWords) { return words }
        var words: [String] = []
        var word: [UInt8] = []
        func end() {
            if !word.isEmpty { words.append(singular(&word)) }
            word.removeAll(keepingCapacity: true)
        }
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                if isPartOfWord(scalar) { word.append(asciiFolded(scalar)) } else if !isInvisibleInWord(scalar) { end() }
                continue
            }
            switch letters.kind(scalar) {
            case .part(let bytes): word += bytes
            case .invisible: continue
            case .other: end()
            }
        }
        end()
        return words
    }

    /// The folded words, in order: "World’s greatest stretch" is world, greatest, stretch; "3/4 Sit-Ups" is 3, 4, sit, up.
    static func words(_ text: String) -> [String] {
        var text = text
        if let words = text.withUTF8(plainWords) { return words }
        let scalars = Array(text.unicodeScalars)
        return words(scalars[...]).map(\.text)
    }

    /// The same for ASCII, as almost every name is: byte by byte, for the gallery has some thousand. Nil: it is not all ASCII.
    private static func plainWords(_ bytes: UnsafeBufferPointer<UInt8>) -> [String]? {
        var words: [String] = []
        var word: [UInt8] = []
        func end() {
            if !word.isEmpty { words.append(singular(&word)) }
            word.removeAll(keepingCapacity: true)
        }
        for byte in bytes {
            switch byte {
            case 0x61...0x7A, 0x30...0x39: word.append(byte)
            case 0x41...0x5A: word.append(byte | 0x20)
            // Apostrophes, as below.
            case 0x27, 0x60: continue
            case 0x80...: return nil
            default: end()
            }
        }
        end()
        return words
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
            var folded: [UInt8] = []
            while index < scalars.endIndex, isPartOfWord(scalars[index]) || isInvisibleInWord(scalars[index]) {
                fold(scalars[index], into: &folded)
                index += 1
            }
            words.append(Word(text: singular(&folded), start: start, end: index))
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

    private static func fold(_ scalar: Unicode.Scalar, into folded: inout [UInt8]) {
        if isInvisibleInWord(scalar) { return }
        if scalar.isASCII { folded.append(asciiFolded(scalar)) } else { folded += beyondASCII(scalar).utf8 }
    }

    /// Of a letter or a digit.
    private static func asciiFolded(_ scalar: Unicode.Scalar) -> UInt8 {
        isASCIILetter(scalar) ? UInt8(scalar.value) | 0x20 : UInt8(scalar.value)
    }

    private static func beyondASCII(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0xDF, 0x1E9E: return "ss"
        case 0xE6, 0xC6: return "ae"
        case 0x152, 0x153: return "oe"
        case 0xD8, 0xF8: return "o"
        case 0x141, 0x142: return "l"
        case 0x130, 0x131: return "i"
        default:
            var text = ""
            for part in String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars where !isInvisibleInWord(part) {
                text += part.properties.lowercaseMapping
            }
            return text
        }
    }

    /// Takes the plural's ending off: squats, crunches, flies. Both sides of a comparison go through it, so it need not be grammar.
    private static func singular(_ word: inout [UInt8]) -> String {
        func ends(_ ending: StaticString) -> Bool {
            ending.utf8CodeUnitCount <= word.count
                && word.suffix(ending.utf8CodeUnitCount).elementsEqual(
                    UnsafeBufferPointer(start: ending.utf8Start, count: ending.utf8CodeUnitCount))
        }
        if word.count > 2, word.last == UInt8(ascii: "s"), !ends("ss"), !ends("us") {
            if word.count > 4, ends("ies") {
                word.replaceSubrange((word.count - 3)..., with: CollectionOfOne(UInt8(ascii: "y")))
            } else {
                word.removeLast(ends("ches") || ends("shes") || ends("sses") || ends("xes") || ends("zzes") ? 2 : 1)
            }
        }
        return String(decoding: word, as: UTF8.self)
    }
}
