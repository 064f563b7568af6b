import Library
import Words
import Workouts

/// PROBLEMS.txt: what the player could not use and why, for whoever opens the store on another machine. Pure.
public enum ProblemsFile {
    public static let name = "PROBLEMS.txt"
    /// Lines at most. A share full of something else is not worth a file without end.
    static let mostLines = 5_000

    /// The bytes that it should have: one `path:line: what; remedy` a line, sorted by bytes, no times. Nil: nothing is to be told, and the
    /// file should not be there. Several players share the file, so it is rewritten only when these bytes differ from its own.
    /// - Parameter english: English words, whatever the kiosk speaks.
    public static func bytes(_ attention: [Attention], _ english: Words) -> [UInt8]? {
        var lines = attention.flatMap { entry in
            entry.problems.map { problem in (path: entry.path, line: problem.line ?? 0, text: problem.sentence(entry.path, english)) }
        }
        if lines.isEmpty { return nil }
        // By path and line first, so that line 10 stands behind line 9; what is equal in both in the order of its bytes.
        lines.sort { left, right in
            if !left.path.utf8.elementsEqual(right.path.utf8) { return left.path.utf8.lexicographicallyPrecedes(right.path.utf8) }
            if left.line != right.line { return left.line < right.line }
            return left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
        }
        var text = ""
        for line in lines.prefix(mostLines) { text += line.text + "\n" }
        if lines.count > mostLines {
            let problem = Problem.error("problem.store.more", at: .file, .number(lines.count - mostLines))
            text += problem.sentence(name, english) + "\n"
        }
        return Array(text.utf8)
    }
}

extension Problem {
    /// `path:line: what; remedy`, on one line whatever the path holds.
    public func sentence(_ path: String, _ words: Words) -> String {
        let path = Self.onOneLine(path)
        var what = self.what.text(words)
        if case .path(let json, _) = place { what = words("file.at", .text(json), .text(what)) }
        if severity == .note { what = words("file.note", .text(what)) }
        let remedy = self.remedy.text(words)
        // A line's number is an address, not an amount: no grouping, no other digits.
        let sentence =
            line.map { words("file.atLine", .text(path), .text(String($0)), .text(what), .text(remedy)) }
            ?? words("file.whole", .text(path), .text(what), .text(remedy))
        return Self.onOneLine(sentence)
    }

    /// From 1; nil when the whole file is meant.
    public var line: Int? {
        switch place {
        case .line(let line): line
        case .path(_, let line): line
        case .file: nil
        }
    }

    /// Names may hold line ends, escape sequences and overrides of the reading direction; a line of a list must not.
    private static func onOneLine(_ text: String) -> String {
        func isPlain(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: false
            default: true
            }
        }
        if text.unicodeScalars.allSatisfy(isPlain) { return text }
        var plain = ""
        for scalar in text.unicodeScalars {
            if isPlain(scalar) {
                plain.unicodeScalars.append(scalar)
            } else {
                plain += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
        return plain
    }
}

extension Message {
    /// The sentence in a language.
    public func text(_ words: Words) -> String {
        words(
            key,
            arguments: arguments.map { argument in
                switch argument {
                case .text(let text): .text(text)
                case .number(let number): .number(number)
                case .named(let key, let english): .text(words.has(key) ? words(key) : english)
                }
            })
    }
}
