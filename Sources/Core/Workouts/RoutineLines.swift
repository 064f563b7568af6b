/// The lines of a text, as ranges of its scalars: every kind of line end parts two.
struct Lines: Sequence, IteratorProtocol {
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

    mutating func next() -> Range<Int>? {
        guard position < scalars.count else { return nil }
        let start = position
        while position < scalars.count, !Name.isLineEnd(scalars[position]) { position += 1 }
        let end = position
        if position < scalars.count {
            // "\r\n" is one.
            if scalars[position] == "\r", position + 1 < scalars.count, scalars[position + 1] == "\n" { position += 1 }
            position += 1
        }
        return start..<end
    }
}

enum Comment {
    /// Where the comment begins, at its `#`; nil when the line has none. A `#` in a name in quotes is the name's.
    static func start(in line: ArraySlice<Unicode.Scalar>) -> Int? {
        guard line.contains("#") else { return nil }
        var index = line.startIndex
        var mayQuote = true
        var quotes = Quotes()
        while index < line.endIndex {
            let scalar = line[index]
            if scalar == "#" { return index }
            if mayQuote, let end = quotes.end(in: line, at: index) {
                index = end
                mayQuote = false
                continue
            }
            mayQuote = Name.isSpace(scalar) || Marks.parts(scalar) || Marks.separates(scalar)
            index += 1
        }
        return nil
    }
}

/// A line that says explicitly what it says: `name: Morning core`.
enum Directive: String, CaseIterable {
    case name, category, note, id, updated, starter

    /// The directive of a line and what stands behind its colon, without quotes; nil for any other line.
    static func of(_ line: ArraySlice<Unicode.Scalar>) -> (directive: Directive, value: String)? {
        var index = line.startIndex
        while index < line.endIndex, Name.isSpace(line[index]) { index += 1 }
        var word = ""
        while index < line.endIndex, Folding.isASCIILetter(line[index]), word.utf8.count < 9 {
            word.unicodeScalars.append(Unicode.Scalar(UInt8(line[index].value) | 0x20))
            index += 1
        }
        while index < line.endIndex, line[index] == " " || line[index] == "\t" { index += 1 }
        guard index < line.endIndex, line[index] == ":" || line[index] == "：", let directive = Directive(rawValue: word) else { return nil }
        let value = line[(index + 1)...].drop { Name.isSpace($0) }
        var quotes = Quotes()
        if let first = value.indices.first, let end = quotes.end(in: value, at: first), value[end...].allSatisfy(Name.isSpace) {
            return (directive, Quotes.content(value[(first + 1)..<(end - 1)]))
        }
        return (directive, Name.clean(String(String.UnicodeScalarView(value))))
    }
}
