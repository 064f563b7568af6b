/// Reads the tokens of one part: finds the quantities in any order; the name is what remains.
struct PartReader {
    let line: ArraySlice<Unicode.Scalar>
    let tokens: ArraySlice<Token>
    /// Tokens that a quantity took.
    var isUsed: [Bool]
    var index: Int
    /// Quotation marks open in it that are no pair of the lexer's: a closing one is a closing one then, and no sign of minutes.
    let hasOpeningQuote: Bool
    var part = Part()

    static func read(_ line: ArraySlice<Unicode.Scalar>, _ tokens: ArraySlice<Token>) -> Part {
        var reader = PartReader(line: line, tokens: tokens)
        reader.run()
        return reader.part
    }

    private init(line: ArraySlice<Unicode.Scalar>, tokens: ArraySlice<Token>) {
        self.line = line
        self.tokens = tokens
        self.index = tokens.startIndex
        self.isUsed = Array(repeating: false, count: tokens.count)
        self.hasOpeningQuote = tokens.contains { $0.isMark("‘") || $0.isMark("‚") || $0.isMark("“") || $0.isMark("„") }
    }

    private mutating func run() {
        guard let first = tokens.first, let last = tokens.last else { return }
        part.start = first.start
        part.end = last.end
        skipListMark()
        if index < tokens.endIndex, word(at: index) == "then" {
            part.hasThen = true
            use(index..<(index + 1))
        }
        while index < tokens.endIndex {
            if takeEachSide() || takeRest() || takeSets() || takeReps() || takeWork() { continue }
            index += 1
        }
        giveBareNumbersToTheName()
        findName()
        keepTexts()
    }

    /// What each quantity looks like in the line, for what is said about it.
    private mutating func keepTexts() {
        func written(_ quantity: Part.Quantity) -> String { text(of: quantity.tokens) }
        for index in part.work.indices { part.work[index].text = written(part.work[index]) }
        for index in part.sets.indices { part.sets[index].text = written(part.sets[index]) }
        for index in part.reps.indices { part.reps[index].text = written(part.reps[index]) }
        for index in part.rests.indices { part.rests[index].quantity.text = written(part.rests[index].quantity) }
    }

    mutating func use(_ range: Range<Int>) {
        for token in range { isUsed[token - tokens.startIndex] = true }
        index = max(index, range.upperBound)
    }

    // MARK: Looking at tokens

    func word(at index: Int) -> String? {
        guard index >= tokens.startIndex, index < tokens.endIndex, case .word(let word) = tokens[index].kind else { return nil }
        return word
    }

    func number(at index: Int) -> Amount? {
        guard index >= tokens.startIndex, index < tokens.endIndex, case .number(let amount) = tokens[index].kind else { return nil }
        return amount
    }

    func mark(at index: Int) -> Unicode.Scalar? {
        guard index >= tokens.startIndex, index < tokens.endIndex, case .mark(let mark) = tokens[index].kind else { return nil }
        return mark
    }

    func isWord(at index: Int, _ role: Roles) -> Bool {
        index >= tokens.startIndex && index < tokens.endIndex && tokens[index].roles.contains(role)
    }

    /// True when no white space stands before it, so that it belongs to the token before.
    func isGlued(_ index: Int) -> Bool { index > tokens.startIndex && index < tokens.endIndex && !tokens[index].isSpaced }

    func isTimes(at index: Int) -> Bool { index >= tokens.startIndex && index < tokens.endIndex && Marks.isTimes(tokens[index].kind) }

    /// Whether a quantity may begin here: not in the middle of a name like "B12" or "Twist-3".
    func canBegin(at index: Int) -> Bool {
        guard index < tokens.endIndex else { return false }
        if !isGlued(index) || isUsed[index - 1 - tokens.startIndex] { return true }
        guard let mark = mark(at: index - 1) else { return isTimes(at: index - 1) && canBegin(at: index - 1) }
        return Marks.separates(mark) || isAbout(mark) || mark == "×"
    }

    /// Whether a quantity may end before this token: not in the middle of a name like "30kg" or "3-way".
    func canEnd(before index: Int) -> Bool {
        guard isGlued(index) else { return true }
        if isTimes(at: index) { return true }
        guard let mark = mark(at: index) else { return false }
        return Marks.separates(mark) || mark == "." || mark == "!" || mark == "/" && isWord(at: index + 1, .side)
    }

    func isAbout(_ mark: Unicode.Scalar) -> Bool { mark == "~" || mark == "≈" || mark == "∼" || mark == "˜" }

    /// "1." or "2)" before a step, and Markdown's "*", are a list's.
    private mutating func skipListMark() {
        let start = tokens.startIndex
        guard let amount = number(at: start), !amount.hasFraction, amount.digits <= 3, isGlued(start + 1), tokens.count > 2,
            let mark = mark(at: start + 1), mark == "." || mark == ")", tokens[start + 2].isSpaced
        else { return }
        use(start..<(start + 2))
    }

    /// "Level 3 plank 30s": where one time has its unit and another has none, the other belongs to the name; unless it stands behind a
    /// times sign: in "x3 x4 30s" it counts sets, and in "3 x 12 30s" repetitions.
    private mutating func giveBareNumbersToTheName() {
        guard part.work.count > 1, part.work.count(where: { !$0.isBare }) == 1 else { return }
        let bare = part.work.filter(\.isBare)
        part.work.removeAll { $0.isBare }
        for var number in bare {
            let start = number.tokens.lowerBound
            if part.sets.last?.tokens.upperBound == start, isTimes(at: start - 1), self.number(at: start - 2) != nil {
                number.doubt = "problem.timesReps"
                part.reps.append(number)
            } else if isTimes(at: start - 1) {
                number.tokens = (start - 1)..<number.tokens.upperBound
                part.sets.append(number)
            } else {
                for token in number.tokens { isUsed[token - tokens.startIndex] = false }
                part.work[0].doubt = "problem.numberInName"
            }
        }
    }

    // MARK: The name

    private mutating func findName() {
        var runs: [(text: String, isQuoted: Bool)] = []
        var start = tokens.startIndex
        while start < tokens.endIndex {
            var end = start
            while end < tokens.endIndex, !isUsed[end - tokens.startIndex] { end += 1 }
            if let run = trimmed(start..<end) {
                if run.count == 1, case .quoted(let text) = tokens[run.lowerBound].kind {
                    runs.append((text, true))
                } else {
                    runs.append((text(of: run), false))
                }
            }
            start = max(end, start) + 1
        }
        guard !runs.isEmpty else { return }
        part.isQuoted = runs.count == 1 && runs[0].isQuoted
        part.name = runs.map(\.text).joined(separator: " ")
    }

    /// Without separators and words of glue at its ends; nil when nothing else is there.
    private func trimmed(_ run: Range<Int>) -> Range<Int>? {
        var run = run
        let brackets = brackets(in: run)
        while let first = run.first, isNothing(first, at: .leading, brackets) { run = (first + 1)..<run.upperBound }
        while let last = run.last, isNothing(last, at: .trailing, brackets) { run = run.lowerBound..<last }
        if run.allSatisfy({ isWord(at: $0, .filler) || mark(at: $0).map(Marks.separates) ?? false }) { return nil }
        return run.isEmpty ? nil : run
    }

    private enum End { case leading, trailing }

    /// The brackets that occur: one without its other half is what a quantity left behind.
    private func brackets(in run: Range<Int>) -> [Unicode.Scalar] {
        var brackets: [Unicode.Scalar] = []
        for index in run {
            if let mark = mark(at: index), "()[]".unicodeScalars.contains(mark), !brackets.contains(mark) { brackets.append(mark) }
        }
        return brackets
    }

    private func isNothing(_ index: Int, at end: End, _ brackets: [Unicode.Scalar]) -> Bool {
        switch tokens[index].kind {
        case .word:
            let isGlue = isWord(at: index, .glue) || end == .trailing && isWord(at: index, .trailingGlue)
            return isGlue && !(isGlued(index) && mark(at: index - 1) == "-") && !isHyphenated(index)
        case .mark("("): return end == .trailing || !brackets.contains(")")
        case .mark(")"): return end == .leading || !brackets.contains("(")
        case .mark("["): return end == .trailing || !brackets.contains("]")
        case .mark("]"): return end == .leading || !brackets.contains("[")
        case .mark("-"), .mark("/"), .mark("−"):
            return !isGlued(index) && !isGlued(index + 1)
        case .mark("."): return end == .trailing
        case .mark(let mark): return Marks.separates(mark)
        default: return false
        }
    }

    private func isHyphenated(_ index: Int) -> Bool { isGlued(index + 1) && mark(at: index + 1) == "-" }

    /// The line's own text from the first token to the last, with single spaces. Names in quotes within it stand without them.
    private func text(of run: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        for index in run {
            if index > run.lowerBound {
                // White space and direction marks between tokens: the marks are text.
                let between = line[tokens[index - 1].end..<tokens[index].start]
                if between.contains(where: { Name.isSpace($0) }) { text.append(" ") }
                for mark in between where !Name.isSpace(mark) { text.append(mark) }
            }
            if case .quoted(let name) = tokens[index].kind {
                for scalar in name.unicodeScalars { text.append(scalar) }
            } else {
                appendCollapsed(line[tokens[index].start..<tokens[index].end], to: &text)
            }
        }
        return Name.trimmed(text)
    }

    private func appendCollapsed(_ scalars: ArraySlice<Unicode.Scalar>, to text: inout String.UnicodeScalarView) {
        for scalar in scalars {
            if !scalar.isASCII && Name.isSpace(scalar) || scalar.value == 0x20 || scalar.value == 0x09 {
                if text.last != " " { text.append(" ") }
            } else {
                text.append(scalar)
            }
        }
    }
}
