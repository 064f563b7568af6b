/// A piece of a routine's line: a number, a word, a mark, a name in quotes or a gallery name that stays whole.
struct Token {
    enum Kind: Equatable {
        case number(Amount)
        /// Lower case.
        case word(String)
        case mark(Unicode.Scalar)
        /// The name within the quotes.
        case quoted(String)
        case phrase
    }

    var kind: Kind
    /// Offsets into the line's scalars.
    var start: Int
    var end: Int
    /// White space, or nothing, stands before it.
    var isSpaced: Bool
    /// Of a word.
    var roles: Roles = []

    func isMark(_ scalar: Unicode.Scalar) -> Bool { kind == .mark(scalar) }
}

/// A number as a person wrote it: millionths, so that 1.5 min is exact; saturated far above every range, so that no arithmetic overflows.
struct Amount: Equatable {
    var millionths: Int
    /// How many digits stand before the point.
    var digits: Int
    var hasFraction = false

    static let most = 1_000_000_000
    /// The whole number, or nil when it is none.
    var whole: Int? { millionths % 1_000_000 == 0 ? millionths / 1_000_000 : nil }

    /// Seconds, when one of this unit is `seconds` long; nil when that is no whole number.
    func seconds(per seconds: Int) -> Int? {
        let product = millionths * seconds
        return product % 1_000_000 == 0 ? product / 1_000_000 : nil
    }
}

/// Cuts a line into tokens. Digits and letters part from each other ("30s" is 30 and s, "3x30" is 3, x, 30); nothing is lost, since
/// names are taken from the line by offsets.
struct Lexer {
    private let line: ArraySlice<Unicode.Scalar>
    private let phrases: [String: [[String]]]
    private var index: Int
    private var tokens: [Token] = []
    private var quotes = Quotes()

    static func tokens(_ line: ArraySlice<Unicode.Scalar>, phrases: [String: [[String]]]) -> [Token] {
        var lexer = Lexer(line: line, phrases: phrases)
        lexer.run()
        return lexer.tokens
    }

    private init(line: ArraySlice<Unicode.Scalar>, phrases: [String: [[String]]]) {
        self.line = line
        self.phrases = phrases
        self.index = line.startIndex
    }

    private mutating func run() {
        tokens.reserveCapacity(line.count / 4 + 4)
        let protected = Phrase.ranges(in: line, phrases: phrases)
        var nextPhrase = 0
        var isSpaced = true
        while index < line.endIndex {
            if nextPhrase < protected.count, protected[nextPhrase].lowerBound < index {
                nextPhrase += 1
                continue
            }
            let start = index
            let scalar = line[index]
            if isSpace(scalar) {
                index += 1
                isSpaced = true
                continue
            }
            let kind: Token.Kind
            if nextPhrase < protected.count, protected[nextPhrase].lowerBound == index {
                kind = .phrase
                index = protected[nextPhrase].upperBound
                nextPhrase += 1
            } else if isSpaced || followsSeparator, let end = quotes.end(in: line, at: index) {
                kind = .quoted(Quotes.content(line[(index + 1)..<(end - 1)]))
                index = end
            } else if Lexer.digit(scalar) != nil {
                kind = .number(number())
            } else if Folding.isPartOfWord(scalar) {
                kind = .word(word())
            } else {
                kind = .mark(scalar)
                index += 1
            }
            var token = Token(kind: kind, start: start, end: index, isSpaced: isSpaced)
            // No keyword is longer.
            if case .word(let word) = kind, word.utf8.count <= 13 { token.roles = Keywords.roles[word] ?? [] }
            tokens.append(token)
            isSpaced = false
        }
    }

    private var followsSeparator: Bool {
        guard case .mark(let mark)? = tokens.last?.kind else { return false }
        return Marks.parts(mark) || Marks.separates(mark)
    }

    private func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value <= 0x20 }
        // Marks of direction are invisible: one before "x3" must not hide it. Within a name they are the name's, see PartReader.text.
        return Name.isSpace(scalar) || scalar.value == 0x200E || scalar.value == 0x200F || scalar.value == 0x61C
    }

    /// 0 to 9 in any script's decimal digits.
    static func digit(_ scalar: Unicode.Scalar) -> Int? {
        if scalar.isASCII { return Folding.isASCIIDigit(scalar) ? Int(scalar.value) - 0x30 : nil }
        guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else { return nil }
        return Int(value)
    }

    private mutating func word() -> String {
        let start = index
        while index < line.endIndex, Folding.isPartOfWord(line[index]), Lexer.digit(line[index]) == nil { index += 1 }
        var text = ""
        for scalar in line[start..<index] {
            if scalar.isASCII {
                text.unicodeScalars.append(Folding.isASCIILetter(scalar) ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar)
            } else {
                text += scalar.properties.lowercaseMapping
            }
        }
        return text
    }

    /// Digits, with a fraction behind a point, or behind a comma where a unit of minutes or hours follows ("1,5 min").
    private mutating func number() -> Amount {
        var whole = 0
        var digits = 0
        while index < line.endIndex, let digit = Lexer.digit(line[index]) {
            whole = min(whole * 10 + digit, Amount.most)
            digits += 1
            index += 1
        }
        var amount = Amount(millionths: whole * 1_000_000, digits: digits)
        guard index + 1 < line.endIndex, line[index] == "." || line[index] == ",", Lexer.digit(line[index + 1]) != nil else {
            return amount
        }
        var end = index + 1
        var scale = 100_000
        var fraction = 0
        while end < line.endIndex, let digit = Lexer.digit(line[end]) {
            // Beyond millionths any digit but 0 makes the number no whole second, and one millionth does too.
            fraction += scale > 0 ? digit * scale : (digit > 0 && fraction % 10 == 0 ? 1 : 0)
            scale /= 10
            end += 1
        }
        if line[index] == "," && !isLongUnit(at: end) { return amount }
        amount.millionths += fraction
        amount.hasFraction = true
        index = end
        return amount
    }

    private func isLongUnit(at start: Int) -> Bool {
        var start = start
        while start < line.endIndex, isSpace(line[start]) { start += 1 }
        var end = start
        while end < line.endIndex, Folding.isASCIILetter(line[end]) { end += 1 }
        guard end - start <= 8 else { return false }
        let word = String(String.UnicodeScalarView(line[start..<end])).lowercased()
        return [60, 3600].contains(TimeUnit.seconds(word) ?? TimeUnit.slip(word))
    }
}
