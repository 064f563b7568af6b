/// The `.routine` text form and the bytes behind it.
public enum RoutineText {
    /// Text as it came out of a file's bytes.
    public struct Decoded: Hashable, Sendable {
        public var text: String
        /// Notes only: that the file is in an old encoding, for one.
        public var problems: [Problem]
    }

    /// The text of a file: UTF-8, UTF-16 with a byte order mark, or the old Western encoding (Windows-1252, with a note).
    /// Control characters are dropped, line ends become "\n". Throws for what is no text: nothing, zeros, binary, too much.
    /// Size: callers compare with `Limits.fileBytes` before they read; it is checked again here.
    public static func decode(_ bytes: [UInt8]) throws(Problem) -> Decoded {
        guard bytes.count <= Limits.fileBytes else {
            throw .error("problem.file.tooBig", at: .file, .number(bytes.count), .number(Limits.fileBytes))
        }
        guard !bytes.isEmpty, bytes != [0xEF, 0xBB, 0xBF] else { throw .error("problem.file.empty", at: .line(1)) }
        if bytes.allSatisfy({ $0 == 0 }) { throw .error("problem.file.zeros", at: .line(1)) }
        if bytes.starts(with: [0xFF, 0xFE]) { return Decoded(text: try utf16(bytes.dropFirst(2), bigEndian: false), problems: []) }
        if bytes.starts(with: [0xFE, 0xFF]) { return Decoded(text: try utf16(bytes.dropFirst(2), bigEndian: true), problems: []) }
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        if let byte = body.firstIndex(of: 0) { throw .error("problem.file.binary", at: .line(line(of: byte, in: body))) }
        guard let fault = firstInvalidUTF8(in: body) else {
            let text = String(decoding: body, as: UTF8.self)
            return Decoded(text: isClean(body) ? text : try clean(text.unicodeScalars), problems: [])
        }
        return try windows1252(body, fault: fault)
    }

    // MARK: Encodings

    private static func utf16(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) throws(Problem) -> String {
        guard !bytes.isEmpty else { throw .error("problem.file.empty", at: .line(1)) }
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(bigEndian ? first << 8 | second : second << 8 | first)
            index += 2
        }
        var scalars = String.UnicodeScalarView()
        var decoder = UTF16()
        var iterator = units.makeIterator()
        var line = 1
        decoding: while true {
            switch decoder.decode(&iterator) {
            case .scalarValue("\u{0}"), .error: throw .error("problem.file.binary", at: .line(line))
            case .scalarValue(let scalar):
                if scalar == "\n" { line += 1 }
                scalars.append(scalar)
            case .emptyInput: break decoding
            }
        }
        // An odd byte at the end is half a character: the copy was cut.
        guard index == bytes.endIndex else { throw .error("problem.file.cut", at: .line(line)) }
        return try clean(scalars)
    }

    /// The old encoding of Western Windows, which Latin-1 is a part of. What does not look like such text is refused, never shown as
    /// wrong letters: damaged UTF-8, Cyrillic or other code pages (too many high bytes), binary (control bytes).
    private static func windows1252(_ bytes: ArraySlice<UInt8>, fault: Int) throws(Problem) -> Decoded {
        let place = Problem.Place.line(line(of: fault, in: bytes))
        var high = 0
        var scalars = String.UnicodeScalarView()
        for byte in bytes {
            switch byte {
            case 0x80...0x9F:
                guard let scalar = windows1252Scalars[Int(byte) - 0x80] else { throw .error("problem.file.encoding", at: place) }
                scalars.append(scalar)
                high += 1
            case 0xA0...:
                scalars.append(Unicode.Scalar(byte))
                high += 1
            case 0x09, 0x0A, 0x0D, 0x20..<0x7F: scalars.append(Unicode.Scalar(byte))
            default: throw .error("problem.file.binary", at: place)
            }
        }
        guard high * 3 <= bytes.count, !hasMultibyteUTF8(bytes) else { throw .error("problem.file.encoding", at: place) }
        return Decoded(text: try clean(scalars), problems: [.note("problem.file.latin1", at: place)])
    }

    private static let windows1252Scalars: [Unicode.Scalar?] = [
        "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil,
        nil, "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
    ]

    // MARK: UTF-8

    /// How many bytes a letter has in UTF-8 that begins with this one, which is no ASCII.
    public static func length(ofLetterAt first: UInt8) -> Int { first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4 }

    /// The length of the well-formed sequence at `index` (Unicode, table 3-7), or nil.
    private static func sequenceLength(_ bytes: ArraySlice<UInt8>, at index: Int) -> Int? {
        let first = bytes[index]
        if first < 0x80 { return 1 }
        let (count, range): (Int, ClosedRange<UInt8>)
        switch first {
        case 0xC2...0xDF: (count, range) = (2, 0x80...0xBF)
        case 0xE0: (count, range) = (3, 0xA0...0xBF)
        case 0xED: (count, range) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (count, range) = (3, 0x80...0xBF)
        case 0xF0: (count, range) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (count, range) = (4, 0x80...0xBF)
        case 0xF4: (count, range) = (4, 0x80...0x8F)
        default: return nil
        }
        guard index + count <= bytes.endIndex, range.contains(bytes[index + 1]) else { return nil }
        for next in (index + 2)..<max(index + 2, index + count) where bytes[next] & 0xC0 != 0x80 { return nil }
        return count
    }

    private static func firstInvalidUTF8(in bytes: ArraySlice<UInt8>) -> Int? {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] < 0x80 {
                index += 1
                continue
            }
            guard let count = sequenceLength(bytes, at: index) else { return index }
            index += count
        }
        return nil
    }

    /// Two letters of Latin-1 that happen to form UTF-8 ("Ã¼") do not occur in words; a sequence means damaged UTF-8.
    private static func hasMultibyteUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let count = sequenceLength(bytes, at: index) ?? 1
            if count > 1 { return true }
            index += 1
        }
        return false
    }

    private static func line(of index: Int, in bytes: ArraySlice<UInt8>) -> Int {
        var line = 1
        var at = bytes.startIndex
        while at < index {
            if bytes[at] == 0x0A || bytes[at] == 0x0D && !(at + 1 < bytes.endIndex && bytes[at + 1] == 0x0A) { line += 1 }
            at += 1
        }
        return line
    }

    // MARK: Characters

    /// Whether `clean` would change nothing of this UTF-8, which is so of almost every file: told by the bytes, since going through the
    /// gallery's text a character at a time was a tenth of a start.
    private static func isClean(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            for index in 0..<bytes.count {
                switch bytes[index] {
                case 0x20..<0x7F, 0x0A, 0x09: continue
                case 0..<0x20, 0x7F: return false
                // U+0080 to U+009F.
                case 0xC2: if bytes[index + 1] < 0xA0 { return false }
                // U+2028 to U+202E and U+2066 to U+2069 among others; U+FEFF among others.
                case 0xE2: if bytes[index + 1] <= 0x81, bytes[index + 2] >= (bytes[index + 1] == 0x80 ? 0xA8 : 0xA6) { return false }
                case 0xEF: if bytes[index + 1] == 0xBB { return false }
                default: continue
                }
            }
            return true
        }
    }

    /// Without control characters, with "\n" for every line end. A file with hardly anything else is no text.
    private static func clean(_ scalars: String.UnicodeScalarView) throws(Problem) -> String {
        var text = String.UnicodeScalarView()
        var dropped = 0
        var kept = 0
        var afterReturn = false
        for scalar in scalars {
            defer { afterReturn = scalar == "\r" }
            if Name.isLineEnd(scalar) {
                if scalar == "\n" && afterReturn { continue }
                text.append("\n")
            } else if scalar == "\t" || !Name.isControl(scalar) {
                text.append(scalar)
                kept += 1
            } else {
                dropped += 1
            }
        }
        if dropped > 8, dropped * 8 > kept { throw .error("problem.file.binary", at: .line(1)) }
        return String(text)
    }
}
