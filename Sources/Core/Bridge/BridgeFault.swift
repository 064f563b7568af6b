import Workouts

/// Why a command is rejected: one thing that is wrong with it, where, and what would be right. For programs: codes are for ever, and the
/// schema of outcomes lists them.
public struct BridgeFault: Hashable, Sendable {
    public enum Code: String, CaseIterable, Hashable, Sendable {
        /// It is no text: damaged, binary, empty.
        case text
        /// The text is no JSON.
        case json
        /// Another kind of value stands there than is asked for.
        case type
        /// A member is not there and must be.
        case missing
        /// An update that says nothing to change.
        case empty
        /// A member that there is none of.
        case unknownMember
        /// A member stands there twice.
        case repeatedMember
        /// A number that is no whole one or out of its range.
        case range
        /// Fewer or more than there may be.
        case count
        /// A name that is blank or too long.
        case length
        /// A text of another form: an id, a revision, a date.
        case format
        /// The routine's file is a text for people, in which this would be read as something else: another workout has the same name.
        case ambiguous
        /// None of the words that can stand there.
        case choice
        /// An id or name that the store does not have.
        case unknown
        /// The document has changed since the revision that the command saw.
        case stale
        /// The document cannot be changed: its file is a link, or cannot be read any more.
        case unwritable
        /// The routine would be longer than seven days.
        case total
        /// The document would be larger than what is read.
        case size
        /// Something else has the name of what the command makes.
        case taken
        /// Nothing can be deleted through the bridge.
        case deletion
        /// My Week can be replaced and not be taken away.
        case deactivation
    }

    public var code: Code
    /// `$.routine.steps[2].workSeconds`; of a member that is missing, where it should be.
    public var path: String
    /// What stands there, shortened; nil: nothing.
    public var value: JSON?
    /// What could stand there: a list of values, or an object (`minimum`, `maximum`, `type`, `pattern`, or where the manifest has them).
    public var allowed: JSON?
    /// An id that was probably meant.
    public var nearest: String?
    /// From 1; where the text is no JSON.
    public var line: Int?

    init(_ code: Code, _ path: String, _ value: JSON? = nil, allowed: JSON? = nil, nearest: String? = nil, line: Int? = nil) {
        self.code = code
        self.path = path
        self.value = value.map(Self.shown)
        self.allowed = allowed
        self.nearest = nearest
        self.line = line
    }

    var json: JSON {
        var members = [
            JSON.Member("path", JSON(.string(path))), JSON.Member("code", JSON(.string(code.rawValue))),
            JSON.Member("value", value ?? JSON(.null)),
        ]
        if let allowed { members.append(JSON.Member("allowed", allowed)) }
        if let nearest { members.append(JSON.Member("nearest", JSON(.string(nearest)))) }
        if let line { members.append(JSON.Member("line", JSON(.number(String(line))))) }
        return JSON(.object(members))
    }

    /// A value as an outcome repeats it: never much of it.
    private static func shown(_ json: JSON) -> JSON {
        switch json.kind {
        case .null, .bool: return json
        case .number(let written):
            return written.utf8.count <= 40 ? json : JSON(.string(String(written.prefix(40)) + "…"))
        case .string(let text):
            let most = 300
            return text.unicodeScalars.count <= most
                ? json : JSON(.string(String(String.UnicodeScalarView(text.unicodeScalars.prefix(most))) + "…"))
        case .array, .object: return JSON(.string(json.excerpt))
        }
    }
}

/// Where something stands in a command.
struct CommandPath: Hashable, Sendable, CustomStringConvertible {
    let description: String

    static let root = CommandPath(description: "$")

    /// Of a member; a key that is no plain word stands in brackets, quoted.
    subscript(key: String) -> CommandPath {
        let isPlain =
            !key.isEmpty && !(0x30...0x39).contains(key.utf8.first ?? 0)
            && key.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x5F
            }
        let short = String(key.prefix(100))
        return CommandPath(description: description + (isPlain ? ".\(short)" : "[\(JSON(.string(short)).printedOnOneLine())]"))
    }

    subscript(index: Int) -> CommandPath { CommandPath(description: "\(description)[\(index)]") }
}

// What could stand somewhere, as JSON.
extension JSON {
    static func type(_ name: String) -> JSON { JSON(.object([Member("type", JSON(.string(name)))])) }
    static func pattern(_ text: String) -> JSON { JSON(.object([Member("pattern", JSON(.string(text)))])) }
    static func words(_ words: [String]) -> JSON { JSON(.array(words.map { JSON(.string($0)) })) }
    static func whole(_ number: Int) -> JSON { JSON(.number(String(number))) }

    static func range(_ range: ClosedRange<Int>) -> JSON {
        JSON(.object([Member("minimum", whole(range.lowerBound)), Member("maximum", whole(range.upperBound))]))
    }

    /// Anything that the manifest lists at one of these paths.
    static func listed(at paths: String...) -> JSON { JSON(.object([Member("manifest", .words(paths))])) }
}
