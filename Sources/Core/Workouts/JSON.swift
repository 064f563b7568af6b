/// A JSON value as it stands in a file: members in their order, numbers as they are written, and the line each value begins on.
///
/// Why not Foundation's: it gives no place for an error, turns 1e400 and 29.5 and true into the same NSNumber, forgets the order of
/// members (unknown ones are kept on rewrite) and follows nesting as deep as the stack goes.
public struct JSON: Sendable {
    public enum Kind: Hashable, Sendable {
        case null
        case bool(Bool)
        /// As written: "30", "-1.5e3".
        case number(String)
        case string(String)
        case array([JSON])
        case object([Member])
    }

    /// One `"key": value`. A key may come twice; `JSON.subscript` takes the last, as most readers do.
    public struct Member: Hashable, Sendable {
        public var key: String
        public var value: JSON

        public init(_ key: String, _ value: JSON) {
            self.key = key
            self.value = value
        }
    }

    public var kind: Kind
    /// Where the value begins, counted from 1; nil when it was made here. Does not count in comparisons.
    public var line: Int?

    public init(_ kind: Kind, line: Int? = nil) {
        self.kind = kind
        self.line = line
    }

    /// The member's value, or nil when there is none or this is no object.
    public subscript(key: String) -> JSON? {
        guard case .object(let members) = kind else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// The text, or nil when this is no string.
    public var string: String? {
        guard case .string(let text) = kind else { return nil }
        return text
    }
}

extension JSON: Hashable {
    public static func == (left: JSON, right: JSON) -> Bool { left.kind == right.kind }
    public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

// MARK: Printing

extension JSON {
    /// JSON text, indented by two spaces, with a line end behind it.
    public func printed() -> String {
        var text = ""
        write(into: &text, indent: 0)
        return text + "\n"
    }

    /// JSON text on one line, without a line end behind it.
    public func printedOnOneLine() -> String {
        var text = ""
        writeOnOneLine(into: &text)
        return text
    }

    private func writeOnOneLine(into text: inout String) {
        switch kind {
        case .null, .bool, .number, .string: write(into: &text, indent: 0)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += ", " }
                value.writeOnOneLine(into: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += ", " }
                JSON.write(member.key, into: &text)
                text += ": "
                member.value.writeOnOneLine(into: &text)
            }
            text += "}"
        }
    }

    private func write(into text: inout String, indent: Int) {
        switch kind {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let written): text += written
        case .string(let value): JSON.write(value, into: &text)
        case .array(let values):
            if values.isEmpty {
                text += "[]"
                return
            }
            for (index, value) in values.enumerated() {
                text += index == 0 ? "[\n" : ",\n"
                text += String(repeating: " ", count: indent + 2)
                value.write(into: &text, indent: indent + 2)
            }
            text += "\n" + String(repeating: " ", count: indent) + "]"
        case .object(let members):
            if members.isEmpty {
                text += "{}"
                return
            }
            for (index, member) in members.enumerated() {
                text += index == 0 ? "{\n" : ",\n"
                text += String(repeating: " ", count: indent + 2)
                JSON.write(member.key, into: &text)
                text += ": "
                member.value.write(into: &text, indent: indent + 2)
            }
            text += "\n" + String(repeating: " ", count: indent) + "}"
        }
    }

    private static func write(_ string: String, into text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\r": text += "\\r"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F || Name.isControl(scalar):
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
