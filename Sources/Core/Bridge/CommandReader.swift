import Library
import Workouts

/// Reads a command's members strictly: no number in quotes, nothing unknown, nothing twice. Goes on after a fault, so that all of them are
/// told at once.
struct CommandReader {
    /// The most that one command is told.
    static let most = 100

    private(set) var faults: [BridgeFault] = []
    /// How many more there were.
    private(set) var leftOut = 0

    mutating func add(_ fault: BridgeFault) {
        if faults.count < Self.most { faults.append(fault) } else { leftOut += 1 }
    }

    mutating func add(
        _ code: BridgeFault.Code, _ path: CommandPath, _ value: JSON? = nil, allowed: JSON? = nil, nearest: String? = nil
    ) { add(BridgeFault(code, path.description, value, allowed: allowed, nearest: nearest)) }

    /// False when it is no object. Tells of members that there are none of, of repeated ones and of missing ones.
    mutating func object(_ json: JSON, _ path: CommandPath, members: [String], required: [String]) -> Bool {
        guard case .object(let found) = json.kind else {
            add(.type, path, json, allowed: .type("object"))
            return false
        }
        var seen: Set<String> = []
        for member in found {
            if !members.contains(member.key) {
                add(.unknownMember, path[member.key], member.value, allowed: .words(members))
            } else if !seen.insert(member.key).inserted {
                add(.repeatedMember, path[member.key], member.value)
            }
        }
        for key in required where !seen.contains(key) { add(.missing, path[key]) }
        return true
    }

    /// A string as it stands; nil when there is none or it is something else.
    mutating func string(_ key: String, in json: JSON, _ path: CommandPath) -> String? {
        guard let value = json[key] else { return nil }
        guard let text = value.string else {
            add(.type, path[key], value, allowed: .type("string"))
            return nil
        }
        return text
    }

    /// Of this century: a clock that was never set, or a slip of the finger, would go before or behind every other date for ever.
    private static let datePattern =
        "^20[0-9]{2}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))"
        + #"T([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\.[0-9]{1,9})?Z$"#

    /// A date as documents carry it.
    mutating func check(date text: String, _ path: CommandPath) {
        let (year, rest) = (text.utf8.prefix(4), text.utf8.dropFirst(4))
        // Every day that there is in any year is in this one.
        guard year.starts(with: "20".utf8), year.allSatisfy({ (0x30...0x39).contains($0) }), let rest = String(rest),
            Timestamp.parse("2000" + rest) != nil
        else { return add(.format, path, JSON(.string(text)), allowed: .pattern(Self.datePattern)) }
        if Timestamp.parse(text) != nil { return }
        add(.range, path, JSON(.string(text)), allowed: .words([String(decoding: year, as: UTF8.self) + "-02-28"]))
    }

    /// A name, without control characters and outer blanks.
    mutating func name(_ key: String, in json: JSON, _ path: CommandPath) -> String? {
        guard let written = string(key, in: json, path) else { return nil }
        let name = Name.clean(written)
        // Code points are all that a schema can count.
        guard !Name.isBlank(name), !Name.isTooLong(name), written.unicodeScalars.count <= Name.mostScalars else {
            add(.length, path[key], json[key], allowed: .range(Limits.nameLength))
            return nil
        }
        return name
    }

    mutating func integer(_ key: String, in json: JSON, _ path: CommandPath, _ range: ClosedRange<Int>, canBeNull: Bool = false) -> Int? {
        guard let value = json[key], !(canBeNull && value.kind == .null) else { return nil }
        guard case .number(let written) = value.kind else {
            add(.type, path[key], value, allowed: .type("integer"))
            return nil
        }
        guard let number = DecimalNumber.whole(written), range.contains(number) else {
            add(.range, path[key], value, allowed: .range(range))
            return nil
        }
        return number
    }

    mutating func bool(_ key: String, in json: JSON, _ path: CommandPath) -> Bool? {
        guard let value = json[key] else { return nil }
        guard case .bool(let bool) = value.kind else {
            add(.type, path[key], value, allowed: .type("boolean"))
            return nil
        }
        return bool
    }

    mutating func array(_ key: String, in json: JSON, _ path: CommandPath, count: ClosedRange<Int>? = nil) -> [JSON]? {
        guard let value = json[key] else { return nil }
        guard case .array(let elements) = value.kind else {
            add(.type, path[key], value, allowed: .type("array"))
            return nil
        }
        if let count, !count.contains(elements.count) {
            add(.count, path[key], .whole(elements.count), allowed: .range(count))
            return nil
        }
        return elements
    }

    /// One of a few words.
    mutating func choice<Word: RawRepresentable & CaseIterable>(_ key: String, in json: JSON, _ path: CommandPath) -> Word?
    where Word.RawValue == String {
        guard let text = string(key, in: json, path) else { return nil }
        if let word = Word(rawValue: text) { return word }
        add(.choice, path[key], json[key], allowed: .words(Word.allCases.map(\.rawValue)))
        return nil
    }
}
