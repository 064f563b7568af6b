import Library
import Records
import Workouts

/// Reads what `IndexWriter` wrote. Every length is compared with what is left, every number with its range: bytes that pass the checksum
/// may still have been made by somebody.
struct IndexReader {
    /// The bytes end too early, or say what cannot be.
    struct Torn: Error {}

    private let buffer: UnsafeRawBufferPointer
    private var position = 0
    private var table: [String] = []

    init(_ buffer: UnsafeRawBufferPointer) { self.buffer = buffer }

    mutating func number() throws(Torn) -> Int {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            guard position < buffer.count, shift < 64 else { throw Torn() }
            let byte = buffer[position]
            position += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { break }
            shift += 7
        }
        return Int(Int64(bitPattern: value >> 1)) ^ -Int(value & 1)
    }

    /// How many of something follow: each takes a byte at least.
    mutating func count() throws(Torn) -> Int {
        let count = try number()
        guard count >= 0, count <= buffer.count - position else { throw Torn() }
        return count
    }

    mutating func fixed() throws(Torn) -> UInt64 {
        guard buffer.count - position >= 8 else { throw Torn() }
        defer { position += 8 }
        return UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    mutating func text() throws(Torn) -> String {
        let count = try count()
        defer { position += count }
        return String(decoding: buffer[position..<(position + count)], as: UTF8.self)
    }

    /// The bytes of a text, good for as long as the buffer is.
    mutating func rawText() throws(Torn) -> UnsafeBufferPointer<UInt8> {
        let count = try count()
        defer { position += count }
        return UnsafeRawBufferPointer(rebasing: buffer[position..<(position + count)]).assumingMemoryBound(to: UInt8.self)
    }

    mutating func readTable() throws(Torn) {
        let count = try count()
        table.reserveCapacity(count)
        for _ in 0..<count { table.append(try text()) }
    }

    mutating func recurring() throws(Torn) -> String {
        let place = try number()
        guard table.indices.contains(place) else { throw Torn() }
        return table[place]
    }

    mutating func optional() throws(Torn) -> String? { try number() == 0 ? nil : try text() }

    mutating func stamp() throws(Torn) -> FileStamp {
        let size = try number()
        let modified = Int(Int64(bitPattern: try fixed()))
        let changed = Int(Int64(bitPattern: try fixed()))
        return FileStamp(size: size, modifiedNanoseconds: modified, changedNanoseconds: changed, inode: try fixed())
    }

    /// - Parameter routines: a number for every text of the table that stood for a routine's id before; -1 for any other, which `shelf`
    ///   then gets to know.
    mutating func session(_ routines: inout [Int32], _ shelf: inout SessionShelf) throws(Torn) -> SessionShelf.Item {
        let stamp = try stamp()
        let key = try fixed()
        let place = try inRange(0...max(0, table.count - 1))
        if routines.count != table.count { routines = Array(repeating: -1, count: table.count) }
        guard routines.indices.contains(place) else { throw Torn() }
        if routines[place] < 0 { routines[place] = shelf.routine(table[place]) }
        let fact = SessionFact(
            key: key, routineID: "", startedSeconds: try inRange(Timestamp.range), activeSeconds: try inRange(Limits.activeSeconds),
            wasCompleted: try number() == 1)
        return SessionShelf.Item(stamp: stamp, entry: SessionLog.Entry(fact, routine: routines[place]), isYoung: false)
    }

    mutating func routine(path: String) throws(Torn) -> RoutineEntry {
        let id = try text()
        let name = try text()
        let total = try inRange(Limits.totalSeconds)
        let updated = try optional()
        let starter = try optional()
        let digest = try fixed()
        let revision = try revision()
        let notes = try problems()
        let count = try count()
        guard Limits.steps.contains(count) else { throw Torn() }
        var steps: [Step] = []
        steps.reserveCapacity(count)
        for _ in 0..<count { steps.append(try step()) }
        return RoutineEntry(
            path: path, routine: Routine(id: id, name: name, steps: steps), totalSeconds: total, updated: updated, starter: starter,
            digest: digest, revision: revision, notes: notes)
    }

    private mutating func revision() throws(Torn) -> Revision? {
        try number() == 0 ? nil : Revision(quarters: (try fixed(), try fixed(), try fixed(), try fixed()))
    }

    private static let categories = Category.allCases

    private mutating func step() throws(Torn) -> Step {
        let id = try recurring()
        let name = try recurring()
        let category = try inRange(0...(Self.categories.count - 1))
        let work = try inRange(Limits.workSeconds)
        let sets = try inRange(Limits.sets)
        let setRest = try inRange(Limits.restSeconds)
        let rest = try inRange(Limits.restSeconds)
        let reps = try inRange(0...Limits.reps.upperBound)
        let flags = try number()
        return Step(
            workoutID: flags & 2 == 0 ? id : nil, name: name, category: Self.categories[category], workSeconds: work, sets: sets,
            setRestSeconds: setRest, restAfterSeconds: rest, repGuidance: reps == 0 ? nil : reps, eachSide: flags & 1 == 1)
    }

    mutating func problems() throws(Torn) -> [Problem] {
        var problems: [Problem] = []
        for _ in 0..<(try count()) {
            let severity: Problem.Severity = try number() == 0 ? .note : .error
            let place: Problem.Place
            switch try number() {
            case 0: place = .file
            case 1: place = .line(try number())
            default:
                let path = try text()
                let line = try number()
                place = .path(path, line: line == 0 ? nil : line)
            }
            let key = try recurring()
            var arguments: [Message.Argument] = []
            for _ in 0..<(try count()) { arguments.append(try argument()) }
            problems.append(Problem(severity, key, at: place, arguments, suggestion: try optional()))
        }
        return problems
    }

    private mutating func argument() throws(Torn) -> Message.Argument {
        switch try number() {
        case 0: .text(try text())
        case 1: .number(try number())
        default: .named(key: try recurring(), english: try recurring())
        }
    }

    private mutating func inRange(_ range: ClosedRange<Int>) throws(Torn) -> Int {
        let value = try number()
        guard range.contains(value) else { throw Torn() }
        return value
    }
}
