/// Finds where a value stands in the bytes of a JSON text that has been read already, so that it alone can be changed.
struct JSONSpot {
    private enum Part {
        case key([UInt8])
        case element(Int)
    }

    private let bytes: [UInt8]
    private var position = 0

    /// The bytes of the value at a path ("$.steps[2].workoutNameSnapshot"), its quotation marks included; nil when there is none. Of a key
    /// that stands twice the last one counts.
    static func range(of path: String, in bytes: [UInt8]) -> Range<Int>? {
        guard let parts = parts(path) else { return nil }
        var spot = JSONSpot(bytes: bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { spot.position = 3 }
        return spot.value(parts[...])
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private static func parts(_ path: String) -> [Part]? {
        guard path.hasPrefix("$") else { return nil }
        var parts: [Part] = []
        for piece in path.dropFirst().split(separator: ".") {
            let names = piece.split(separator: "[", omittingEmptySubsequences: false)
            if let name = names.first, !name.isEmpty { parts.append(.key(Array(name.utf8))) }
            for name in names.dropFirst() {
                guard name.last == "]", let index = Int(name.dropLast()) else { return nil }
                parts.append(.element(index))
            }
        }
        return parts
    }

    /// Steps over a value, and gives the range of what the path leads to in it. The text was parsed before, within `JSON.deepest`.
    private mutating func value(_ path: ArraySlice<Part>?) -> Range<Int>? {
        skipSpace()
        guard position < bytes.count else { return nil }
        let start = position
        var found: Range<Int>?
        switch bytes[position] {
        case UInt8(ascii: "{"): found = members(path)
        case UInt8(ascii: "["): found = elements(path)
        case UInt8(ascii: "\""): _ = string()
        default:
            while position < bytes.count, !",]} \t\r\n".utf8.contains(bytes[position]) { position += 1 }
        }
        if let path, path.isEmpty { return start..<position }
        return found
    }

    private mutating func members(_ path: ArraySlice<Part>?) -> Range<Int>? {
        var found: Range<Int>?
        position += 1
        while true {
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { break }
            let key = string()
            skipSpace()
            // The colon.
            position += 1
            if case .key(let wanted) = path?.first, wanted == key {
                found = value(path?.dropFirst())
            } else {
                _ = value(nil)
            }
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: ",") else { break }
            position += 1
        }
        position = min(position + 1, bytes.count)
        return found
    }

    private mutating func elements(_ path: ArraySlice<Part>?) -> Range<Int>? {
        var found: Range<Int>?
        var index = 0
        position += 1
        while true {
            skipSpace()
            guard position < bytes.count, bytes[position] != UInt8(ascii: "]") else { break }
            if case .element(index) = path?.first { found = value(path?.dropFirst()) } else { _ = value(nil) }
            index += 1
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: ",") else { break }
            position += 1
        }
        position = min(position + 1, bytes.count)
        return found
    }

    /// The bytes between the quotation marks, as they are written.
    private mutating func string() -> [UInt8] {
        let start = position + 1
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        let end = min(position, bytes.count)
        position = min(end + 1, bytes.count)
        return Array(bytes[start..<end])
    }

    private mutating func skipSpace() {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
    }
}
