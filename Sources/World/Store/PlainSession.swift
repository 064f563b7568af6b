import Records
import Workouts

/// What is quick to be had of a session's file.
public enum SessionFiles {
    /// What a record needs of a file that a player wrote and nobody touched; nil for any other, which `SessionJSON` reads. Where this
    /// gives a fact, `SessionJSON` gives the same one. Pure.
    /// - Parameter fallbackID: of a session that says no id: its file's name without the ending.
    public static func plainFact(_ bytes: [UInt8], fallbackID: String) -> SessionFact? { PlainSession.read(bytes, fallbackID: fallbackID) }
}

/// Reads a session's file as players write it, and gives up on any other: without a tree, in one pass over the bytes, ten times as fast as
/// `SessionJSON`. A store of ten years has a hundred thousand of them. Whatever it reads, `SessionJSON` reads the same from those bytes
/// (the tests compare them over mutants); on everything else it has no opinion.
struct PlainSession {
    /// Why it gave up does not matter.
    private struct Other: Error {}

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// Nil for a file that is anything but plain.
    /// - Parameter fallbackID: of a session that says no id: its file's name without the ending.
    static func read(_ bytes: [UInt8], fallbackID: String) -> SessionFact? {
        bytes.withUnsafeBufferPointer { buffer in
            var reader = PlainSession(bytes: buffer)
            // Not plain: the other reader's turn.
            return try? reader.fact(fallbackID)
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private static let keys = [
        "id", "routineID", "routineNameSnapshot", "device", "startedAt", "endedAt", "wasCompleted", "completedStepCount",
        "totalStepCount", "activeSeconds", "planIDSnapshot", "planNameSnapshot", "dateUncertain", "steps",
    ].map { Array($0.utf8) }
    private static let stepKeys = ["workoutID", "workoutNameSnapshot", "wasCompleted"].map { Array($0.utf8) }

    private mutating func fact(_ fallbackID: String) throws(Other) -> SessionFact {
        var id: Range<Int>?
        var routineID: Range<Int>?
        var started: Int?
        var wasCompleted = false
        var active: Int?
        var (completed, total) = (0, Limits.steps.upperBound)
        try members(Self.keys) { reader, key throws(Other) in
            switch key {
            case 0: id = try reader.text()
            case 1: routineID = try reader.text()
            case 4: started = try reader.date()
            case 5: _ = try reader.date()
            case 6: wasCompleted = try reader.bool()
            case 7: completed = try reader.number(0...Limits.steps.upperBound)
            case 8: total = try reader.number(0...Limits.steps.upperBound)
            case 9: active = try reader.number(Limits.activeSeconds)
            case 12: _ = try reader.bool()
            case 13: try reader.steps()
            default: _ = try reader.text()
            }
        }
        skipSpace()
        guard position == bytes.count, let started, let active, completed <= total else { throw Other() }
        let key: UInt64
        if let id, !id.isEmpty { key = SessionFact.key(of: string(id)) } else { key = SessionFact.key(of: fallbackID) }
        return SessionFact(
            key: key, routineID: routineID.map { string($0) } ?? "", startedSeconds: started, activeSeconds: active,
            wasCompleted: wasCompleted)
    }

    private mutating func steps() throws(Other) {
        try take(UInt8(ascii: "["))
        skipSpace()
        if position < bytes.count, bytes[position] == UInt8(ascii: "]") {
            position += 1
            return
        }
        var count = 0
        repeat {
            count += 1
            guard count <= Limits.steps.upperBound else { throw Other() }
            try members(Self.stepKeys) { reader, key throws(Other) in
                if key == 2 { _ = try reader.bool() } else { _ = try reader.text() }
            }
        } while taken(UInt8(ascii: ","))
        try take(UInt8(ascii: "]"))
    }

    /// An object of these members, each at most once.
    private mutating func members(_ keys: [[UInt8]], _ read: (inout PlainSession, Int) throws(Other) -> Void) throws(Other) {
        try take(UInt8(ascii: "{"))
        skipSpace()
        if position < bytes.count, bytes[position] == UInt8(ascii: "}") {
            position += 1
            return
        }
        var seen = 0
        repeat {
            let name = try quoted()
            var key = -1
            for (index, candidate) in keys.enumerated() where candidate.count == name.count {
                if candidate.elementsEqual(bytes[name]) {
                    key = index
                    break
                }
            }
            guard key >= 0, seen & 1 << key == 0 else { throw Other() }
            seen |= 1 << key
            try take(UInt8(ascii: ":"))
            try read(&self, key)
        } while taken(UInt8(ascii: ","))
        try take(UInt8(ascii: "}"))
    }

    // MARK: Values

    /// Text that stays what it is: printable ASCII without escapes, no space at its ends, no longer than any name.
    private mutating func text() throws(Other) -> Range<Int> {
        let range = try quoted()
        guard range.count <= Limits.nameLength.upperBound else { throw Other() }
        if let first = range.first, let last = range.last {
            guard bytes[first] != 0x20, bytes[last] != 0x20 else { throw Other() }
        }
        return range
    }

    private mutating func quoted() throws(Other) -> Range<Int> {
        try take(UInt8(ascii: "\""))
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                position += 1
                return start..<(position - 1)
            }
            guard (0x20...0x7E).contains(byte), byte != UInt8(ascii: "\\") else { throw Other() }
            position += 1
        }
        throw Other()
    }

    /// "2026-03-02T07:00:00Z" and no fraction.
    private mutating func date() throws(Other) -> Int {
        let range = try quoted()
        guard range.count == 20, let seconds = Timestamp.seconds(string(range)) else { throw Other() }
        return seconds
    }

    private mutating func bool() throws(Other) -> Bool {
        skipSpace()
        for (word, value) in [(StaticString("true"), true), (StaticString("false"), false)] {
            let count = word.utf8CodeUnitCount
            guard position + count <= bytes.count else { continue }
            var isEqual = true
            for index in 0..<count where bytes[position + index] != word.utf8Start[index] { isEqual = false }
            if isEqual {
                position += count
                return value
            }
        }
        throw Other()
    }

    private mutating func number(_ range: ClosedRange<Int>) throws(Other) -> Int {
        skipSpace()
        let start = position
        var value = 0
        while position < bytes.count, (0x30...0x39).contains(bytes[position]), position - start < 9 {
            value = value * 10 + Int(bytes[position]) - 0x30
            position += 1
        }
        // "007", "1.5", "1e3" and the like are not plain.
        guard position > start, bytes[start] != 0x30 || position == start + 1, range.contains(value) else { throw Other() }
        return value
    }

    // MARK: Marks

    private mutating func take(_ byte: UInt8) throws(Other) { guard taken(byte) else { throw Other() } }

    private mutating func taken(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x0A { position += 1 }
    }

    private func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
