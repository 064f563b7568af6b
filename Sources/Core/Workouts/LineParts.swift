/// A line's parts: what `·` and `;` part, and what a person parted otherwise beyond doubt.
struct LineParts {
    private let line: ArraySlice<Unicode.Scalar>
    private let catalog: Catalog

    static func read(_ line: ArraySlice<Unicode.Scalar>, _ tokens: [Token], _ catalog: Catalog) -> [Part] {
        let reader = LineParts(line: line, catalog: catalog)
        return tokens.split { if case .mark(let mark) = $0.kind { Marks.parts(mark) } else { false } }.flatMap(reader.parts)
    }

    /// "Bridge 30s then 15s rest" is a step and a rest; "Squats 30s, Plank 45s" is two steps. Otherwise the part is one.
    private func parts(_ tokens: ArraySlice<Token>) -> [Part] {
        var pieces: [ArraySlice<Token>] = []
        var start = tokens.startIndex
        for index in tokens.indices.dropFirst() where tokens[index].kind == .word("then") && tokens[index].isSpaced {
            pieces.append(tokens[start..<index])
            start = index
        }
        pieces.append(tokens[start...])
        guard pieces.count > 1 else { return split(PartReader.read(line, tokens), tokens) }
        // "then" parts only what says something on both sides: "Squat then press 30s" is one name.
        var parts: [Part] = []
        var waiting = pieces[0]
        var isSaying = PartReader.read(line, trimmed(waiting)).hasQuantity
        for piece in pieces.dropFirst() {
            let says = PartReader.read(line, trimmed(piece)).hasQuantity
            if isSaying && says {
                parts += split(PartReader.read(line, trimmed(waiting)), waiting)
                waiting = piece
            } else {
                waiting = tokens[waiting.startIndex..<piece.endIndex]
                isSaying = isSaying || says
            }
        }
        return parts + split(PartReader.read(line, waiting), waiting)
    }

    /// A comma before "then" ends the step as well.
    private func trimmed(_ tokens: ArraySlice<Token>) -> ArraySlice<Token> {
        var tokens = tokens
        while let last = tokens.last, case .mark(let mark) = last.kind, Marks.separates(mark), mark != ")", mark != "]" {
            tokens = tokens.dropLast()
        }
        return tokens
    }

    /// A part that says one thing twice, or begins with a rest and goes on, is a list with commas when every piece is a rest or a step
    /// of the gallery's: in "Squats 30s, 10s betwen sets" a word is misspelt.
    private func split(_ part: Part, _ tokens: ArraySlice<Token>) -> [Part] {
        guard part.contradictsItself || part.hasThen && part.name != nil && !part.rests.isEmpty else { return [part] }
        let pieces = tokens.split { $0.isMark(",") || $0.isMark("，") || $0.isMark("،") }.map { PartReader.read(line, $0) }
        guard pieces.count > 1, pieces.allSatisfy({ $0.isRest || isStep($0) }) else { return [part] }
        var listed = pieces
        listed[0].isList = true
        return listed
    }

    private func isStep(_ part: Part) -> Bool {
        guard let name = part.name, !part.work.isEmpty, !part.contradictsItself else { return false }
        return catalog.workout(called: name) != nil
    }
}
