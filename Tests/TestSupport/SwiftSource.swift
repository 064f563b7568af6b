import Foundation

/// A Swift file as the guards see it: code without comments, and its string literals. A lexer, not a parser: it knows comments
/// (nested), literals (raw, multi-line, with interpolations) and nothing else.
public struct SwiftSource: Sendable {
    public struct Literal: Hashable, Sendable {
        /// From 1.
        public var line: Int
        /// As written, escapes unresolved; each interpolation is `\()`.
        public var text: String
        /// Where it begins in `code`: at its opening quote.
        public var offset: Int
    }

    /// Relative to the project's root.
    public let path: String
    /// The file with comments and the insides of literals left out; newlines kept, so that lines count as in the file.
    public private(set) var code: [UInt8] = []
    public private(set) var literals: [Literal] = []
    /// The lines that carry a comment, from 1.
    public private(set) var commentedLines: Set<Int> = []
    /// The code's lines, from index 0.
    public private(set) var lines: [String] = []

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    public init(path: String, text: String) {
        self.path = path
        bytes = Array(text.utf8)
        scanCode(insideLiteral: false)
        lines = String(decoding: code, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The modules that the file imports.
    public var imports: [String] {
        lines.compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            guard let index = words.firstIndex(of: "import"), words[..<index].allSatisfy({ $0.hasPrefix("@") || Self.levels.contains($0) })
            else { return nil }
            return words[(index + 1)...].first { !Self.kinds.contains($0) }?.split(separator: ".").first.map(String.init)
        }
    }

    private static let levels: Set = ["public", "package", "internal", "fileprivate", "private"]
    private static let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]

    /// The byte that many places on; 0 behind the end.
    private func byte(_ distance: Int = 0) -> UInt8 { position + distance < bytes.count ? bytes[position + distance] : 0 }

    private mutating func advance(keeping isCode: Bool) {
        if byte() == newline { line += 1 }
        if isCode || byte() == newline { code.append(byte()) }
        position += 1
    }

    /// Scans code to the end, or to the parenthesis that closes an interpolation.
    private mutating func scanCode(insideLiteral: Bool) {
        var depth = 0
        while position < bytes.count {
            switch byte() {
            case slash where byte(1) == slash:
                commentedLines.insert(line)
                while position < bytes.count, byte() != newline { position += 1 }
            case slash where byte(1) == star: scanComment()
            case quote: scanLiteral(hashes: 0)
            case hash:
                var hashes = 1
                while byte(hashes) == hash { hashes += 1 }
                if byte(hashes) == quote { scanLiteral(hashes: hashes) } else { advance(keeping: true) }
            case UInt8(ascii: "("):
                depth += 1
                advance(keeping: true)
            case UInt8(ascii: ")"):
                depth -= 1
                if depth < 0, insideLiteral { return }
                advance(keeping: true)
            default: advance(keeping: true)
            }
        }
    }

    private mutating func scanComment() {
        var depth = 0
        repeat {
            commentedLines.insert(line)
            if byte() == slash, byte(1) == star {
                depth += 1
                position += 2
            } else if byte() == star, byte(1) == slash {
                depth -= 1
                position += 2
            } else {
                advance(keeping: false)
            }
        } while depth > 0 && position < bytes.count
    }

    private mutating func scanLiteral(hashes: Int) {
        let start = (line: line, offset: code.count)
        position += hashes
        let quotes = byte(1) == quote && byte(2) == quote ? 3 : 1
        code.append(quote)
        position += quotes
        var text: [UInt8] = []
        while position < bytes.count, !closesLiteral(quotes: quotes, hashes: hashes) {
            guard byte() == backslash, (0..<hashes).allSatisfy({ byte(1 + $0) == hash }) else {
                text.append(byte())
                advance(keeping: false)
                continue
            }
            position += 1 + hashes
            text.append(backslash)
            if byte() == UInt8(ascii: "(") {
                text += Array("()".utf8)
                code.append(UInt8(ascii: "("))
                position += 1
                scanCode(insideLiteral: true)
                code.append(UInt8(ascii: ")"))
                position += 1
            } else if position < bytes.count {
                text.append(byte())
                advance(keeping: false)
            }
        }
        position += quotes + hashes
        code.append(quote)
        literals.append(Literal(line: start.line, text: String(decoding: text, as: UTF8.self), offset: start.offset))
    }

    private func closesLiteral(quotes: Int, hashes: Int) -> Bool {
        (0..<quotes).allSatisfy { byte($0) == quote } && (0..<hashes).allSatisfy { byte(quotes + $0) == hash }
    }
}

private let newline = UInt8(ascii: "\n")
private let quote = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")
private let slash = UInt8(ascii: "/")
private let star = UInt8(ascii: "*")
private let hash = UInt8(ascii: "#")

extension Project {
    /// Every file with the ending below a folder of the project, by path.
    public static func files(below folder: String, ending: String) -> [String] {
        guard let walk = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path) else { return [] }
        return walk.compactMap { ($0 as? String).map { "\(folder)/\($0)" } }.filter { $0.hasSuffix(ending) }.sorted()
    }

    public static func text(_ path: String) throws -> String { try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) }

    /// Every Swift file of Sources, Tests and bench, read once.
    public static let sources: [SwiftSource] = ["Sources", "Tests", "bench"].flatMap { files(below: $0, ending: ".swift") }.map {
        // A file that cannot be read is an empty one here; the compiler has said so before.
        SwiftSource(path: $0, text: (try? text($0)) ?? "")
    }
}
