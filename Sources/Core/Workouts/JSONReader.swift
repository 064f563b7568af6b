/// Reads JSON (RFC 8259) from UTF-8 bytes. Bounded: nesting to `JSON.deepest`, size by its caller. Stops at the first fault, with its line.
struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func read(_ text: String) throws(Problem) -> JSON {
        var reader = JSONReader(Array(text.utf8))
        let value = try reader.value(depth: 1)
        reader.skipSpace()
        guard reader.position == reader.bytes.count else { throw .error("problem.json.more", at: .line(reader.line)) }
        return value
    }

    private mutating func value(depth: Int) throws(Problem) -> JSON {
        skipSpace()
        guard position < bytes.count else { throw .error("problem.json.unfinished", at: .line(line)) }
        guard depth <= JSON.deepest else { throw .error("problem.json.deep", at: .line(line), .number(JSON.deepest)) }
        let start = line
        switch bytes[position] {
        case UInt8(ascii: "{"): return JSON(.object(try members(depth: depth)), line: start)
        case UInt8(ascii: "["): return JSON(.array(try elements(depth: depth)), line: start)
        case UInt8(ascii: "\""): return JSON(.string(try string()), line: start)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return JSON(.number(try number()), line: start)
        default:
            for (word, kind) in [("true", JSON.Kind.bool(true)), ("false", .bool(false)), ("null", .null)] where try take(word) {
                return JSON(kind, line: start)
            }
            throw unexpected()
        }
    }

    private mutating func members(depth: Int) throws(Problem) -> [JSON.Member] {
        position += 1
        var members: [JSON.Member] = []
        if take(UInt8(ascii: "}")) { return members }
        repeat {
            skipSpace()
            guard position < bytes.count else { throw .error("problem.json.unfinished", at: .line(line)) }
            guard bytes[position] == UInt8(ascii: "\"") else { throw unexpected() }
            let key = try string()
            guard take(UInt8(ascii: ":")) else { throw unexpected() }
            members.append(JSON.Member(key, try value(depth: depth + 1)))
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw unexpected() }
        return members
    }

    private mutating func elements(depth: Int) throws(Problem) -> [JSON] {
        position += 1
        var elements: [JSON] = []
        if take(UInt8(ascii: "]")) { return elements }
        repeat { elements.append(try value(depth: depth + 1)) } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw unexpected() }
        return elements
    }

    private mutating func string() throws(Problem) -> String {
        let start = line
        position += 1
        let first = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "\\"), bytes[position] != 0x0A
        {
            position += 1
        }
        var text = bytes[first..<position]
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0x0A:
                // Not JSON, but its meaning is beyond doubt. A quote that was forgotten runs on to the next one and fails there.
                line += 1
                text.append(byte)
            default: text.append(byte)
            }
        }
        throw .error("problem.json.unfinished", at: .line(start))
    }

    private mutating func escape(into text: inout ArraySlice<UInt8>) throws(Problem) {
        guard position < bytes.count else { throw .error("problem.json.unfinished", at: .line(line)) }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "u"): text += Array(String(try unicodeEscape()).utf8)
        default:
            position -= 1
            throw unexpected()
        }
    }

    /// A lone surrogate is no character and becomes U+FFFD.
    private mutating func unicodeEscape() throws(Problem) -> Unicode.Scalar {
        let first = try fourHexDigits()
        guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
        guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u") else {
            return "\u{FFFD}"
        }
        let before = position
        position += 2
        let second = try fourHexDigits()
        guard UTF16.isTrailSurrogate(second) else {
            position = before
            return "\u{FFFD}"
        }
        return Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func fourHexDigits() throws(Problem) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard position < bytes.count else { throw .error("problem.json.unfinished", at: .line(line)) }
            guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue, bytes[position] < 0x80 else { throw unexpected() }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        return value
    }

    private mutating func number() throws(Problem) -> String {
        let start = position
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        if position < bytes.count, bytes[position] == UInt8(ascii: "0") { position += 1 } else { try digits() }
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits() throws(Problem) {
        let start = position
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
        if position == start { throw unexpected() }
    }

    private mutating func take(_ word: String) throws(Problem) -> Bool {
        guard position < bytes.count, bytes[position] == word.utf8.first else { return false }
        for byte in word.utf8 {
            guard position < bytes.count, bytes[position] == byte else { throw unexpected() }
            position += 1
        }
        return true
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x0A: line += 1
            case 0x20, 0x09, 0x0D: break
            default: return
            }
            position += 1
        }
    }

    /// What stands here, or that nothing does.
    private func unexpected() -> Problem {
        guard position < bytes.count else { return .error("problem.json.unfinished", at: .line(line)) }
        // The whole character, not the byte of one: step over continuation bytes on both sides.
        var start = position
        while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        let text = String(decoding: bytes[start..<min(start + 4, bytes.count)], as: UTF8.self)
        return .error("problem.json.unexpected", at: .line(line), .text(String(text.unicodeScalars.first.map(Character.init) ?? " ")))
    }
}

extension JSON {
    /// The deepest nesting that is read. A routine needs three.
    public static let deepest = 64

    /// Reads JSON text. Throws a problem with the line of the first fault.
    public init(parsing text: String) throws(Problem) { self = try JSONReader.read(text) }
}
