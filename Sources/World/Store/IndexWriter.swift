import Library
import Records
import Workouts

/// Builds the index's bytes: whole numbers of variable length, texts with their lengths, texts that recur as numbers of a table.
struct IndexWriter {
    private(set) var bytes: [UInt8] = []
    private var table: [[UInt8]] = []
    private var places: [[UInt8]: Int] = [:]

    /// Seven bits a byte, the low ones first, the sign folded in.
    mutating func number(_ value: Int) {
        var rest = UInt64(bitPattern: Int64(value << 1 ^ value >> 63))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func fixed(_ value: UInt64) { withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) } }

    mutating func text(_ text: String) {
        number(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    /// A text that comes often.
    mutating func recurring(_ text: String) { number(place(of: text)) }

    /// Where a text that comes often stands in the table. By its bytes: two spellings are two texts.
    mutating func place(of text: String) -> Int {
        let key = Array(text.utf8)
        if let place = places[key] { return place }
        places[key] = table.count
        table.append(key)
        return table.count - 1
    }

    mutating func optional(_ text: String?) {
        number(text == nil ? 0 : 1)
        if let text { self.text(text) }
    }

    mutating func stamp(_ stamp: FileStamp) {
        number(stamp.size)
        fixed(UInt64(bitPattern: Int64(stamp.modifiedNanoseconds)))
        fixed(UInt64(bitPattern: Int64(stamp.changedNanoseconds)))
        fixed(stamp.inode)
    }

    mutating func file(_ file: StoredFile) {
        text(file.path)
        stamp(file.stamp)
    }

    /// - Parameter routine: what `place(of:)` gave for its routine's id.
    mutating func session(_ item: SessionShelf.Item, name: ArraySlice<UInt8>, routine: Int) {
        number(name.count)
        bytes.append(contentsOf: name)
        stamp(item.stamp)
        fixed(item.entry.key)
        number(routine)
        number(item.entry.startedSeconds)
        number(Int(item.entry.activeSeconds))
        number(item.entry.wasCompleted ? 1 : 0)
    }

    mutating func routine(_ entry: RoutineEntry) {
        text(entry.id)
        text(entry.routine.name)
        number(entry.totalSeconds)
        optional(entry.updated)
        optional(entry.starter)
        fixed(entry.digest)
        number(entry.revision == nil ? 0 : 1)
        if let (first, second, third, fourth) = entry.revision?.quarters {
            for quarter in [first, second, third, fourth] { fixed(quarter) }
        }
        problems(entry.notes)
        number(entry.routine.steps.count)
        for step in entry.routine.steps {
            recurring(step.workoutID ?? "")
            recurring(step.name)
            number(Category.allCases.firstIndex(of: step.category) ?? 0)
            number(step.workSeconds)
            number(step.sets)
            number(step.setRestSeconds)
            number(step.restAfterSeconds)
            number(step.repGuidance ?? 0)
            number((step.eachSide ? 1 : 0) | (step.workoutID == nil ? 2 : 0))
        }
    }

    mutating func problems(_ problems: [Problem]) {
        number(problems.count)
        for problem in problems {
            number(problem.severity == .note ? 0 : 1)
            switch problem.place {
            case .file: number(0)
            case .line(let line):
                number(1)
                number(line)
            case .path(let path, let line):
                number(2)
                text(path)
                number(line ?? 0)
            }
            recurring(problem.what.key)
            number(problem.what.arguments.count)
            for argument in problem.what.arguments {
                switch argument {
                case .text(let written):
                    number(0)
                    text(written)
                case .number(let value):
                    number(1)
                    number(value)
                case .named(let key, let english):
                    number(2)
                    recurring(key)
                    recurring(english)
                }
            }
            optional(problem.suggestion)
        }
    }

    /// The table stands first, so that it can be read first.
    /// - Parameter seal: what stands before all of it, of this many bytes, once the rest is there.
    func finish(headSize: Int, seal: (ArraySlice<UInt8>) -> [UInt8]) -> [UInt8] {
        var head = IndexWriter()
        head.number(table.count)
        for entry in table {
            head.number(entry.count)
            head.bytes.append(contentsOf: entry)
        }
        var whole = [UInt8](repeating: 0, count: headSize)
        whole.reserveCapacity(headSize + head.bytes.count + bytes.count)
        whole += head.bytes
        whole += bytes
        let sealed = seal(whole[headSize...])
        whole.replaceSubrange(..<headSize, with: sealed)
        return whole
    }
}
