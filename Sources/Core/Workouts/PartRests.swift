// The forms that rests come in.

extension PartReader {
    /// "10 seconds rest between sets", "10s between", "15s after", "rest 10", "rest between sets: 10s", "between sets 10s".
    mutating func takeRest() -> Bool { takeRestWord() || takeTimeThenRest() }

    private mutating func takeTimeThenRest() -> Bool {
        guard let time = time(at: index) else { return false }
        var next = time.tokens.upperBound
        if word(at: next) == "of" { next += 1 }
        if isRestWord(at: next) {
            let qualifier = qualifier(at: next + 1)
            // "Bridge 30s rest 10s": the first time is the work's.
            if qualifier == nil, part.work.isEmpty, self.time(at: next + 1) != nil { return false }
            append(time, qualifier?.kind ?? .plain, upTo: qualifier?.end ?? next + 1)
            return true
        }
        guard let qualifier = qualifier(at: next) else { return false }
        append(time, qualifier.kind, upTo: qualifier.end)
        return true
    }

    private mutating func takeRestWord() -> Bool {
        var next = index
        var kind: Part.RestKind?
        if isRestWord(at: index) { next += 1 } else if word(at: index) != "between" && word(at: index) != "in" { return false }
        if let qualifier = qualifier(at: next) { (kind, next) = (qualifier.kind, qualifier.end) } else if next == index { return false }
        next = skipping(3, from: next) { isBeforeTime($0) }
        guard let time = time(at: next, afterRest: true) else { return false }
        next = time.tokens.upperBound
        if kind == .between, isRestWord(at: next) { next += 1 }
        if let qualifier = qualifier(at: next) { (kind, next) = (kind ?? qualifier.kind, qualifier.end) }
        append(time, kind ?? .plain, upTo: next)
        return true
    }

    private mutating func append(_ time: Part.Quantity, _ kind: Part.RestKind, upTo end: Int) {
        part.rests.append((kind, time))
        use(index..<end)
    }

    /// "rest" as a word of its own, not that of "rest-pause".
    private func isRestWord(at index: Int) -> Bool {
        guard isWord(at: index, .rest) else { return false }
        if isGlued(index), mark(at: index - 1) == "-", word(at: index - 2) != nil, TimeUnit.seconds(word(at: index - 2) ?? "") == nil {
            return false
        }
        return !(mark(at: index + 1) == "-" && isGlued(index + 1) && isGlued(index + 2))
    }

    /// What may stand between "rest" and its time: "rest for 10s", "rest: 10s", "rest — 10s".
    private func isBeforeTime(_ index: Int) -> Bool {
        if word(at: index) == "of" || word(at: index) == "for" || isRestWord(at: index) { return true }
        guard let mark = mark(at: index) else { return false }
        switch mark {
        case "=", "—", "–": return true
        case ":": return !isTimeColon(index)
        case "-": return !isGlued(index) && !isGlued(index + 1)
        default: return false
        }
    }

    /// The colon of ":30".
    private func isTimeColon(_ index: Int) -> Bool { !isGlued(index) && isGlued(index + 1) && number(at: index + 1) != nil }

    /// "between sets", "in between", "after each set", "after".
    private func qualifier(at start: Int) -> (kind: Part.RestKind, end: Int)? {
        var index = start
        if word(at: index) == "in" { index += 1 }
        if word(at: index) == "between" {
            index += 1
            return (.between, skipping(3, from: index) { isWord(at: $0, .afterBetween) })
        }
        guard index == start, word(at: index) == "after" else { return nil }
        index += 1
        if word(at: index) == "each" || word(at: index) == "every", isWord(at: index + 1, .sets) { return (.between, index + 2) }
        return (.after, skipping(3, from: index) { isWord(at: $0, .afterAfter) })
    }

    /// The index behind words that may stand there; a few at most, so that a line of nothing else costs nothing.
    private func skipping(_ most: Int, from start: Int, _ mayStand: (Int) -> Bool) -> Int {
        var index = start
        while index < start + most, mayStand(index) { index += 1 }
        return index
    }
}
