/// What marks do between quantities.
enum Marks {
    /// Ends a step or a rest, as a line end does.
    static func parts(_ mark: Unicode.Scalar) -> Bool {
        switch mark {
        case "·", ";", "•", "‧", "∙", "⋅", "؛", "；": true
        default: false
        }
    }

    /// Parts quantities wherever it stands. `-` and `/` do so only with spaces around.
    static func separates(_ mark: Unicode.Scalar) -> Bool {
        switch mark {
        case ",", "—", "–", "(", ")", "[", "]", ":", "،", "，", "、", "→", "+", "&", "=", "|", "*", "…": true
        default: false
        }
    }

    static func isTimes(_ kind: Token.Kind) -> Bool {
        switch kind {
        case .word("x"), .mark("×"), .mark("✕"), .mark("✖"), .mark("*"): true
        default: false
        }
    }
}

/// Names in double quotes, straight or curly; a straight quote within is doubled. One value goes through one line.
struct Quotes {
    /// Where a curly quote has once found no end, no later one has.
    private var isWithoutCurlyEnd = false

    /// Where the quoted name that begins at `start` ends (behind its closing quote), or nil when there is none.
    mutating func end(in line: ArraySlice<Unicode.Scalar>, at start: Int) -> Int? {
        switch line[start] {
        case "“":
            if isWithoutCurlyEnd { return nil }
            if let end = line[start...].firstIndex(of: "”") { return end + 1 }
            isWithoutCurlyEnd = true
            return nil
        case "\"":
            var index = start + 1
            while index < line.endIndex {
                if line[index] == "\"" {
                    guard index + 1 < line.endIndex, line[index + 1] == "\"" else { return index + 1 }
                    index += 1
                }
                index += 1
            }
            return nil
        default: return nil
        }
    }

    static func content(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        var skips = false
        for scalar in scalars {
            if skips {
                skips = false
                continue
            }
            text.append(scalar)
            skips = scalar == "\""
        }
        return Name.clean(String(text))
    }

    static func around(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            quoted.unicodeScalars.append(scalar)
            if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
        }
        return quoted + "\""
    }
}

/// Gallery names that would be misread in a routine's text, since they hold digits or words that mean something there.
enum Phrase {
    /// Whether a name, in folded words, must be found before quantities are looked for. One that is nothing but a quantity is not
    /// protected: a workout that someone called "30s" must not swallow every 30s.
    static func needsProtection(_ words: [String]) -> Bool {
        func hasDigit(_ word: String) -> Bool { word.utf8.contains { (0x30...0x39).contains($0) } }
        let isRisky = words.contains { hasDigit($0) || Keywords.risky.contains($0) }
        return isRisky && words.contains { !hasDigit($0) && !Keywords.risky.contains($0) && $0.utf8.count > 1 }
    }

    /// Where such names stand in a line: in order, longest first where several begin at one word, never overlapping.
    static func ranges(in line: ArraySlice<Unicode.Scalar>, phrases: [String: [[String]]]) -> [Range<Int>] {
        if phrases.isEmpty { return [] }
        let words = Folding.words(line)
        var ranges: [Range<Int>] = []
        var index = 0
        while index < words.count {
            var taken = 1
            for phrase in phrases[words[index].text] ?? [] where phrase.count <= words.count - index {
                if phrase.indices.allSatisfy({ phrase[$0] == words[index + $0].text }) {
                    ranges.append(words[index].start..<words[index + phrase.count - 1].end)
                    taken = phrase.count
                    break
                }
            }
            index += taken
        }
        return ranges
    }
}
