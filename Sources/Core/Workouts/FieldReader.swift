/// Reads members of JSON objects of any kind of file: what is wrong is said at its JSON path, and every number is compared with its range.
protocol FieldReader {
    var findings: Findings { get set }
}

extension FieldReader {
    /// The cleaned text of a member; nil when there is none or it is blank.
    mutating func text(_ key: String, in json: JSON, path: String, canBeNumber: Bool) -> String? {
        guard let written = anyLength(key, in: json, path: path, canBeNumber: canBeNumber) else { return nil }
        guard Name.isTooLong(written) else { return written }
        error(
            "problem.nameTooLong", path + "." + key, json[key] ?? json, .quoted(written), .number(Name.letters(written)),
            .number(Limits.nameLength.upperBound))
        return nil
    }

    /// The same of any length: a document whose file says no id has the file's path for one, and that is as long as its folders are deep.
    mutating func identifier(_ key: String, in json: JSON, path: String) -> String? {
        anyLength(key, in: json, path: path, canBeNumber: true)
    }

    private mutating func anyLength(_ key: String, in json: JSON, path: String, canBeNumber: Bool) -> String? {
        guard let value = json[key], value.kind != .null else { return nil }
        let written: String
        switch value.kind {
        case .string(let text): written = Name.clean(text)
        case .number(let number) where canBeNumber:
            note("problem.json.textNumber", path + "." + key, value, .text(key), .quoted(number))
            written = number
        default:
            error("problem.json.type", path + "." + key, value, .text(key), .quoted(value.excerpt))
            return nil
        }
        return Name.isBlank(written) ? nil : written
    }

    /// An id that points at another document. Opaque, and compared: it stays as it stands, whatever letters are in it.
    mutating func reference(_ key: String, in json: JSON, path: String) -> String? {
        let checked = identifier(key, in: json, path: path)
        return checked == nil ? nil : json[key]?.string ?? checked
    }

    /// A date of a document as it is written; what is no date in UTC is kept with a note.
    mutating func date(_ key: String, in json: JSON) -> String? {
        guard let text = text(key, in: json, path: "$", canBeNumber: false) else { return nil }
        if !Timestamp.isValid(text) { note("problem.updated", "$." + key, json[key] ?? json, .quoted(text)) }
        return text
    }

    /// The lines of "notes", without blank ones.
    mutating func notes(in json: JSON, path: String) -> [String] {
        guard let value = json["notes"], value.kind != .null else { return [] }
        guard case .string(let text) = value.kind else {
            error("problem.json.type", path + ".notes", value, .text("notes"), .quoted(value.excerpt))
            return []
        }
        return text.unicodeScalars.split(whereSeparator: Name.isLineEnd).map { Name.clean(String($0)) }.filter { !Name.isBlank($0) }
    }

    mutating func category(in json: JSON, path: String) -> Category? {
        guard let text = text("categoryID", in: json, path: path, canBeNumber: false) else { return nil }
        if let category = Category(rawValue: text) { return category }
        note(
            "problem.category", path + ".categoryID", json["categoryID"] ?? json, .quoted(text),
            .text(Category.allCases.map(\.rawValue).joined(separator: ", ")))
        return nil
    }

    /// False when there is none.
    mutating func bool(_ key: String, in json: JSON, path: String) -> Bool {
        guard let value = json[key] else { return false }
        switch value.kind {
        case .null: return false
        case .bool(let bool): return bool
        case .string("true"), .string("false"):
            note("problem.json.numberText", path + "." + key, value, .text(key), .quoted(value.excerpt))
            return value.string == "true"
        default:
            error("problem.json.bool", path + "." + key, value, .text(key), .quoted(value.excerpt))
            return false
        }
    }

    /// A whole number in its range; nil when there is none or it is refused.
    mutating func integer(_ key: String, in json: JSON, path: String, range: ClosedRange<Int>) -> Int? {
        guard let value = json[key] else { return nil }
        let written: String
        switch value.kind {
        case .null: return nil
        case .number(let number): written = number
        case .string(let text):
            written = Name.clean(text)
            guard DecimalNumber.isNumber(written) else { fallthrough }
            note("problem.json.numberText", path + "." + key, value, .text(key), .quoted(written))
        default:
            error("problem.json.type", path + "." + key, value, .text(key), .quoted(value.excerpt))
            return nil
        }
        guard let number = DecimalNumber.whole(written), range.contains(number) else {
            error(
                "problem.json.range", path + "." + key, value, .text(key), .quoted(written), .number(range.lowerBound),
                .number(range.upperBound))
            return nil
        }
        return number
    }

    // MARK: Saying

    /// A key that stands twice; of unknown ones nothing is said.
    mutating func noteRepeated(_ members: [JSON.Member], _ path: String, _ known: Set<String>) {
        var seen: Set<String> = []
        for member in members where known.contains(member.key) && !seen.insert(member.key).inserted {
            note("problem.json.twice", path + "." + member.key, member.value, .text(member.key))
        }
    }

    /// A member that nothing can stand in for is not there.
    mutating func missing(_ key: String, _ path: String, _ json: JSON) {
        error("problem.json.missing", path + "." + key, json, .text(key))
    }

    mutating func note(_ key: String, _ path: String, _ json: JSON, _ arguments: Message.Argument...) {
        findings.add(Problem(.note, key, at: .path(path, line: json.line), arguments))
    }

    mutating func error(_ key: String, _ path: String, _ json: JSON, _ arguments: Message.Argument...) {
        findings.add(Problem(.error, key, at: .path(path, line: json.line), arguments))
    }
}

extension JSON {
    /// What stands there, in a few letters, for what is said about it.
    public var excerpt: String {
        switch kind {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let text), .string(let text): text
        case .array: "[…]"
        case .object: "{…}"
        }
    }
}
