import Words

/// A sentence that is not yet in words: a key of the String Catalog with its arguments.
struct Sentence: Hashable, Sendable {
    var key: String
    var arguments: [Words.Argument]

    init(_ key: String, _ arguments: Words.Argument...) {
        self.key = key
        self.arguments = arguments
    }

    func text(_ words: Words) -> String { words(key, arguments: arguments) }

    /// The remedy for what the sentence says: the key with `.fix` behind it, with the same arguments.
    var fix: Sentence {
        var fix = Sentence(key + ".fix")
        fix.arguments = arguments
        return fix
    }
}

/// Why a command ends early: the one error of this target. The exit code is the case's.
enum CommandError: Error, Hashable, Sendable {
    /// Wrong usage: 64, with a pointer to the command's help.
    case usage(Sentence, command: String?)
    /// What was asked for could not be done: 1. Each sentence says where, what and the remedy.
    case failed([Sentence])
    /// The same, already in words.
    case told([String])
    /// The same of a command that 1 means something else for: 74.
    case impossible([String])
    /// A resource is missing, so there may be no words: the sentence is said as it stands, and the code is 1.
    case broken(String)

    var exitCode: Int32 {
        switch self {
        case .usage: ExitCode.usage
        case .failed, .told, .broken: ExitCode.failed
        case .impossible: ExitCode.impossible
        }
    }
}

/// What the shell is told.
enum ExitCode {
    static let done: Int32 = 0
    static let failed: Int32 = 1
    /// EX_USAGE of sysexits.h.
    static let usage: Int32 = 64
    /// EX_IOERR of sysexits.h, where a program must tell an answer from none: nothing was decided, and the same may do later.
    static let impossible: Int32 = 74
}
