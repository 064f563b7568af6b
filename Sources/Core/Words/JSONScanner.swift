/// Walks JSON bytes without building a tree: a catalog holds eight languages, and seven of them are only passed over.
/// Lenient where leniency cannot mislead (numbers are passed over unread), strict where structure is needed.
struct JSONScanner {
    private let bytes: [UInt8]
    private let file: WordsError.File
    private(set) var position = 0

    init(_ bytes: [UInt8], of file: WordsError.File = .catalog) {
        self.bytes = bytes
        self.file = file
        // A byte order mark means nothing here.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// The error for what should stand here, or at another byte.
    func missing(_ expected: String, at byte: Int? = nil) -> WordsError {
        .notReadable(file, expected: expected, byte: byte ?? position)
    }

    /// Calls `member` with each key of an object, in its order; the closure must take or skip the value.
    mutating func object(_ member: (inout JSONScanner, String) throws(WordsError) -> Void) throws(WordsError) {
        try expect(UInt8(ascii: "{"), "an object")
        if take(UInt8(ascii: "}")) { return }
        repeat {
            let key = try string()
            try expect(UInt8(ascii: ":"), "a colon")
            try member(&self, key)
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"), "the end of an object")
    }

    /// A string, its escapes resolved. Lone surrogates become U+FFFD.
    mutating func string() throws(WordsError) -> String {
        try expect(UInt8(ascii: "\""), "a string")
        let start = position
        let (end, text) = bytes.withUnsafeBufferPointer { bytes -> (Int, String?) in
            let end = JSONScanner.closingQuote(bytes, from: start, skippingEscapes: false)
            guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return (end, nil) }
            return (end, String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self))
        }
        position = end
        if let text {
            position += 1
            return text
        }
        return try escapedString(prefix: Array(bytes[start..<end]))
    }

    /// True or false, or nil for a value of another kind, which is passed over.
    mutating func boolean() throws(WordsError) -> Bool? {
        skipSpace()
        let start = position
        try skip()
        if bytes[start..<position].elementsEqual("true".utf8) { return true }
        return bytes[start..<position].elementsEqual("false".utf8) ? false : nil
    }

    /// A whole number, or nil for a value of another kind, which is passed over.
    mutating func integer() throws(WordsError) -> Int? {
        skipSpace()
        let start = position
        try skip()
        return Int(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    /// Whether the next value is an object.
    mutating func isAtObject() -> Bool {
        skipSpace()
        return position < bytes.count && bytes[position] == UInt8(ascii: "{")
    }

    /// Passes over one value of any kind. Not recursive: depth costs nothing. Most of a catalog is passed over, two million bytes of it at
    /// every start, so this looks at eight at a time where it can.
    mutating func skip() throws(WordsError) {
        skipSpace()
        let start = position
        let end = bytes.withUnsafeBufferPointer { JSONScanner.end(of: $0, at: start) }
        switch end {
        case .found(let end): position = end
        case .unfinished(let expected, let byte):
            position = byte
            throw missing(expected)
        }
    }

    private enum End {
        case found(Int)
        case unfinished(String, at: Int)
    }

    private static func end(of bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> End {
        var position = start
        var depth = 0
        repeat {
            guard position < bytes.count else { return .unfinished("the end of a value", at: position) }
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position = closingQuote(bytes, from: position + 1, skippingEscapes: true) + 1
                if position > bytes.count { return .unfinished("the end of a string", at: bytes.count) }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                position += 1
            case 0x20: position = endOfSpaces(bytes, from: position)
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0x0A, 0x0D, 0x09: position += 1
            default: position = endOfWord(bytes, from: position)
            }
            if depth < 0 { return .unfinished("a value", at: position) }
        } while depth > 0
        return .found(position)
    }

    private static func endOfWord(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var position = start
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09: return position
            default: position += 1
            }
        }
        return position
    }

    private static func endOfSpaces(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var position = start
        while position + 8 <= bytes.count, eight(bytes, at: position) == 0x2020_2020_2020_2020 { position += 8 }
        while position < bytes.count, bytes[position] == 0x20 { position += 1 }
        return position
    }

    /// Where the string's closing quote stands, or its first backslash where these are not passed over; the count when there is neither.
    private static func closingQuote(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, skippingEscapes: Bool) -> Int {
        var position = start
        while true {
            // Eight bytes without either: a byte that equals one of them becomes zero, and a zero has its highest bit set by this.
            while position + 8 <= bytes.count {
                let word = eight(bytes, at: position)
                let quotes = word ^ 0x2222_2222_2222_2222
                let slashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
                let zeros =
                    ((quotes &- 0x0101_0101_0101_0101) & ~quotes) | ((slashes &- 0x0101_0101_0101_0101) & ~slashes)
                if zeros & 0x8080_8080_8080_8080 != 0 { break }
                position += 8
            }
            while position < bytes.count, bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "\\") { position += 1 }
            guard skippingEscapes, position < bytes.count, bytes[position] == UInt8(ascii: "\\") else { return position }
            position += 2
        }
    }

    private static func eight(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> UInt64 {
        UnsafeRawPointer(bytes.baseAddress!).loadUnaligned(fromByteOffset: position, as: UInt64.self)
    }

    private mutating func escapedString(prefix: [UInt8]) throws(WordsError) -> String {
        var result = prefix
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: result, as: UTF8.self) }
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                continue
            }
            guard position < bytes.count else { break }
            let escape = bytes[position]
            position += 1
            switch escape {
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "u"): result += Array(String(try unicodeEscape()).utf8)
            default: result.append(escape)
            }
        }
        throw missing("the end of a string", at: bytes.count)
    }

    private mutating func unicodeEscape() throws(WordsError) -> Character {
        let first = try fourHexDigits()
        guard UTF16.isLeadSurrogate(first) else { return Character(Unicode.Scalar(first) ?? "\u{FFFD}") }
        guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u") else {
            return "\u{FFFD}"
        }
        position += 2
        let second = try fourHexDigits()
        guard UTF16.isTrailSurrogate(second) else { return "\u{FFFD}" }
        return String(decoding: [first, second], as: UTF16.self).first ?? "\u{FFFD}"
    }

    private mutating func fourHexDigits() throws(WordsError) -> UInt16 {
        guard position + 4 <= bytes.count,
            let value = UInt16(String(decoding: bytes[position..<(position + 4)], as: UTF8.self), radix: 16)
        else { throw missing("a Unicode escape") }
        position += 4
        return value
    }

    private mutating func skipSpace() {
        guard position < bytes.count, bytes[position] <= 0x20 else { return }
        let start = position
        position = bytes.withUnsafeBufferPointer { bytes in
            var position = start
            while position < bytes.count, bytes[position] == 0x20 || (0x09...0x0D).contains(bytes[position]) {
                position = bytes[position] == 0x20 ? JSONScanner.endOfSpaces(bytes, from: position) : position + 1
            }
            return position
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ byte: UInt8, _ what: String) throws(WordsError) {
        if !take(byte) { throw missing(what) }
    }
}
