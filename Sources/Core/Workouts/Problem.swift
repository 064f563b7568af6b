/// What a reader has to say about a file: a note (it plays all the same) or an error (it cannot be used).
/// Carries keys of the String Catalog, never prose: App turns them into sentences. Also the one error type of this target.
public struct Problem: Error, Hashable, Sendable {
    public enum Severity: String, Hashable, Sendable {
        /// Doubtful and read the likeliest way; the routine plays.
        case note
        /// Cannot be read; the routine does not play.
        case error
    }

    /// Where in the file.
    public enum Place: Hashable, Sendable {
        /// Of a text file; counts from 1.
        case line(Int)
        /// Of a JSON file: `$.steps[2].workSeconds`, and the line where that value begins, counted from 1, if the value is there.
        case path(String, line: Int?)
        case file
    }

    public var severity: Severity
    public var place: Place
    public var what: Message
    /// What the person can do about it.
    public var remedy: Message
    /// The gallery's id of the workout that was probably meant, for "Use this".
    public var suggestion: String?

    /// The remedy's key is the problem's with `.fix` behind it, and both sentences get the same arguments.
    public init(_ severity: Severity, _ key: String, at place: Place, _ arguments: [Message.Argument] = [], suggestion: String? = nil) {
        self.severity = severity
        self.place = place
        self.what = Message(key: key, arguments: arguments)
        self.remedy = Message(key: key + ".fix", arguments: arguments)
        self.suggestion = suggestion
    }

    /// Something doubtful.
    public static func note(_ key: String, at place: Place, _ arguments: Message.Argument..., suggestion: String? = nil) -> Problem {
        Problem(.note, key, at: place, arguments, suggestion: suggestion)
    }

    /// Something that cannot be read.
    public static func error(_ key: String, at place: Place, _ arguments: Message.Argument...) -> Problem {
        Problem(.error, key, at: place, arguments)
    }
}

/// A key of the String Catalog with its positional arguments.
public struct Message: Hashable, Sendable {
    public enum Argument: Hashable, Sendable {
        case text(String)
        case number(Int)
        /// A name from the String Catalog, by its key: each reader gets it in a language of his own. English where no catalog has it.
        case named(key: String, english: String)

        /// A person's text in a sentence, at most 60 letters of it.
        public static func quoted(_ text: String) -> Argument {
            // A letter can be a long stack of marks, so the scalars are bounded too.
            let short = String(String.UnicodeScalarView(text.unicodeScalars.prefix(300))).prefix(60)
            return .text(short.utf8.count < text.utf8.count ? short + "…" : text)
        }
    }

    public var key: String
    public var arguments: [Argument]

    public init(key: String, arguments: [Argument] = []) {
        self.key = key
        self.arguments = arguments
    }
}

extension Array where Element == Problem {
    /// True when something cannot be read, so that nothing plays.
    public var haveErrors: Bool { contains { $0.severity == .error } }
}

/// Collects problems, in the order of the file, and stops a file of rubbish from becoming a list without end.
struct Findings {
    /// The most that one file is told.
    static let most = 100
    private var listed: [Problem] = []
    /// Where the first one stands that is not listed.
    private var end: Problem.Place?
    private(set) var hasErrors = false

    /// True when nothing more is written down; what costs time only to be told may be left out.
    var isFull: Bool { listed.count >= Self.most }

    /// True when something is not listed.
    var isCut: Bool { end != nil }

    /// Those that are listed; the last one says that there are more, where there are.
    var problems: [Problem] { end.map { listed + [.note("problem.more", at: $0, .number(Self.most))] } ?? listed }

    mutating func add(_ problem: Problem) {
        if problem.severity == .error {
            // An error is never lost behind notes: the first one is kept even when the list is full.
            if isFull && hasErrors { return leaveOut(problem) }
            hasErrors = true
        } else if isFull {
            return leaveOut(problem)
        }
        listed.append(problem)
    }

    private mutating func leaveOut(_ problem: Problem) {
        if end == nil { end = problem.place }
    }

    /// Puts what was found late in its place: by line, what was found first before what was found later.
    mutating func sortByLine() {
        func line(_ problem: Problem) -> Int {
            switch problem.place {
            case .line(let line): line
            case .path(_, let line): line ?? 0
            case .file: 0
            }
        }
        listed = listed.enumerated().sorted { (line($0.element), $0.offset) < (line($1.element), $1.offset) }.map(\.element)
        // Behind all that it says is not all.
        guard let last = listed.last, case .line(let end)? = end, end < line(last) else { return }
        self.end = last.place
    }
}
