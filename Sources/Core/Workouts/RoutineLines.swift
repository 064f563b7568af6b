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

/// A line's parts: what `·` and `;` part, and what a person parted otherwise beyond doubt.
enum LineParts {
    static func read(_ line: ArraySlice<Unicode.Scalar>, _ tokens: [Token]) -> [Part] {
        tokens.split { if case .mark(let mark) = $0.kind { Marks.parts(mark) } else { false } }.flatMap { parts(line, $0) }
    }

    /// "Bridge 30s then 15s rest" is a step and a rest; "Squats 30s, Plank 45s" is two steps. Otherwise the part is one.
    private static func parts(_ line: ArraySlice<Unicode.Scalar>, _ tokens: ArraySlice<Token>) -> [Part] {
        var pieces: [ArraySlice<Token>] = []
        var start = tokens.startIndex
        for index in tokens.indices.dropFirst() where tokens[index].kind == .word("then") && tokens[index].isSpaced {
            pieces.append(tokens[start..<index])
            start = index
        }
        pieces.append(tokens[start...])
        guard pieces.count > 1 else { return split(line, PartReader.read(line, tokens), tokens) }
        // "then" parts only what says something on both sides: "Squat then press 30s" is one name.
        var parts: [Part] = []
        var waiting = pieces[0]
        var isSaying = PartReader.read(line, trimmed(waiting)).hasQuantity
        for piece in pieces.dropFirst() {
            let says = PartReader.read(line, trimmed(piece)).hasQuantity
            if isSaying && says {
                parts += split(line, PartReader.read(line, trimmed(waiting)), waiting)
                waiting = piece
            } else {
                waiting = tokens[waiting.startIndex..<piece.endIndex]
                isSaying = isSaying || says
            }
        }
        return parts + split(line, PartReader.read(line, waiting), waiting)
    }

    /// A comma before "then" ends the step as well.
    private static func trimmed(_ tokens: ArraySlice<Token>) -> ArraySlice<Token> {
        var tokens = tokens
        while let last = tokens.last, case .mark(let mark) = last.kind, Marks.separates(mark), mark != ")", mark != "]" {
            tokens = tokens.dropLast()
        }
        return tokens
    }

    /// A part that says one thing twice, or begins with a rest and goes on, is a list with commas when every piece is a step or a rest.
    private static func split(_ line: ArraySlice<Unicode.Scalar>, _ part: Part, _ tokens: ArraySlice<Token>) -> [Part] {
        guard part.contradictsItself || part.hasThen && part.name != nil && !part.rests.isEmpty else { return [part] }
        let pieces = tokens.split { $0.isMark(",") || $0.isMark("，") || $0.isMark("،") }.map { PartReader.read(line, $0) }
        guard pieces.count > 1, pieces.allSatisfy({ ($0.name != nil && !$0.work.isEmpty && !$0.contradictsItself) || $0.isRest }) else {
            return [part]
        }
        var listed = pieces
        listed[0].isList = true
        return listed
    }
}

enum Title {
    /// The line as the name it is: without white space, a colon or a full stop at its end.
    static func text(_ content: ArraySlice<Unicode.Scalar>) -> String {
        var text = Name.clean(String(String.UnicodeScalarView(content)))
        for end in [".", ":"] where text.hasSuffix(end) && !text.hasSuffix("..") {
            text = Name.trimmed(String.UnicodeScalarView(text.unicodeScalars.dropLast()))
        }
        return collapsed(text)
    }

    private static func collapsed(_ text: String) -> String {
        var collapsed = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where scalar != " " || collapsed.last != " " { collapsed.append(scalar) }
        return String(collapsed)
    }

    /// "Day 1", "Leg day 2": a line of a name that the gallery does not know and one small number without a unit. Nobody works for
    /// two seconds.
    static func numberedTitle(_ parts: ArraySlice<Part>, _ content: ArraySlice<Unicode.Scalar>, catalog: Catalog) -> String? {
        guard parts.count == 1, let part = parts.first, let name = part.name, !part.isQuoted, !part.hasThen, part.work.count == 1,
            part.work[0].isBare, part.sets.isEmpty, part.reps.isEmpty, part.rests.isEmpty, !part.isEachSide,
            catalog.workout(called: name) == nil
        else { return nil }
        let isOrdinal = Folding.words(name).last.flatMap { Keywords.roles[$0] }?.contains(.ordinal) ?? false
        guard (0..<10).contains(part.work[0].value) || isOrdinal else { return nil }
        return text(content)
    }
}
