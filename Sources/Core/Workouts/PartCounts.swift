// Sets and repetitions in all their forms.

extension PartReader {
    // MARK: Sets

    mutating func takeSets() -> Bool {
        if isTimes(at: index) { return takeTimes() }
        // "sets: 3", "rounds 4"
        if isWord(at: index, .sets), canBegin(at: index) {
            let hasColon = mark(at: index + 1) == ":"
            let next = hasColon ? index + 2 : index + 1
            guard hasColon || word(at: index) == "sets" || word(at: index) == "rounds", let count = count(at: next),
                unit(after: next) == nil, !countsSomething(next, afterRest: false)
            else { return false }
            appendSets(count, index..<(next + 1))
            return true
        }
        let start = index
        let isNegative = mark(at: start) == "-" && isGlued(start + 1) && canBegin(at: start)
        let at = isNegative ? start + 1 : start
        guard isNegative || canBegin(at: at), var count = count(at: at) else { return false }
        if isNegative { count = -count }
        let next = mark(at: at + 1) == "-" && isGlued(at + 1) ? at + 2 : at + 1
        if isWord(at: next, .sets), canEnd(before: next + 1) {
            appendSets(count, start..<(next + 1))
            return true
        }
        guard isTimes(at: at + 1), !(isGlued(at + 2) && mark(at: at + 2) == "-") else { return false }
        return takeCrossed(count, start: start, times: at + 1)
    }

    private mutating func appendSets(_ count: Int, _ range: Range<Int>, doubt: String? = nil) {
        part.sets.append(Part.Quantity(value: count, doubt: doubt, tokens: range))
        use(range)
    }

    /// The whole number at `index`, or nil.
    private func count(at index: Int) -> Int? {
        guard let amount = number(at: index), !amount.hasFraction else { return nil }
        return amount.whole
    }

    /// "x3", "× 3", "x 20 reps", "x 30s".
    private mutating func takeTimes() -> Bool {
        guard !isGlued(index) || canBegin(at: index), let count = count(at: index + 1) else { return false }
        let number = index + 1
        if isWord(at: number + 1, .reps) || isWord(at: number + 1, .repetitions) {
            part.reps.append(Part.Quantity(value: count, tokens: index..<(number + 2)))
            use(index..<(number + 2))
        } else if let time = time(at: number, afterRest: true), !time.isBare || (!part.sets.isEmpty && part.work.isEmpty) {
            part.work.append(time)
            use(index..<time.tokens.upperBound)
        } else if isWord(at: number + 1, .sets) {
            appendSets(count, index..<(number + 2))
        } else if canEnd(before: number + 1) {
            appendSets(count, index..<(number + 1))
        } else {
            return false
        }
        return true
    }

    /// "3 x 30s", "3x30", "30 x 3", "3 x 12 reps", "3x".
    private mutating func takeCrossed(_ count: Int, start: Int, times: Int) -> Bool {
        let second = times + 1
        guard let other = self.count(at: second) else {
            // "3 x Bridge", "3x :30", "3x 1.5 min"
            guard canEnd(before: second) || number(at: second) != nil else { return false }
            appendSets(count, start..<second)
            return true
        }
        if isWord(at: second + 1, .reps) || isWord(at: second + 1, .repetitions) {
            appendSets(count, start..<second)
        } else if isWord(at: second + 1, .sets) {
            part.work.append(Part.Quantity(value: count, isBare: true, tokens: start..<times))
            appendSets(other, second..<(second + 2))
            use(start..<second)
        } else if let time = time(at: second, afterRest: true), !time.isBare {
            appendSets(count, start..<second)
            // "3 x 10s rest": the time is the rest's.
            let isRest = isWord(at: time.tokens.upperBound, .rest) && self.time(at: time.tokens.upperBound + 1) == nil
            if !isRest {
                part.work.append(time)
                use(time.tokens)
            }
        } else if !canEnd(before: second + 1) {
            // "3 x 20kg"
            appendSets(count, start..<second)
        } else if !part.work.isEmpty {
            appendSets(count, start..<second)
            part.reps.append(Part.Quantity(value: other, doubt: "problem.timesReps", tokens: second..<(second + 1)))
            use(second..<(second + 1))
        } else if isTimeFirst(count, other, times: times) {
            let isPlain = isGlued(second) && !isGlued(times)
            part.work.append(Part.Quantity(value: count, doubt: isPlain ? nil : "problem.timesOrder", isBare: true, tokens: start..<times))
            appendSets(other, times..<(second + 1))
            use(start..<times)
        } else {
            appendSets(count, start..<second)
            part.work.append(Part.Quantity(value: other, isBare: true, tokens: second..<(second + 1)))
            use(second..<(second + 1))
        }
        return true
    }

    /// "30 x3" is a time and its sets, and so is "30 x 3" for its numbers; "3 x 30", "3x30" and "3 x30" are sets of a time.
    private func isTimeFirst(_ count: Int, _ other: Int, times: Int) -> Bool {
        let isPlain = isGlued(times + 1) && !isGlued(times)
        return count > other || isPlain && count >= 10
    }

    // MARK: Repetitions

    /// "~20 reps", "(about 20 reps)", "8-12 reps", "reps: 12", "~20".
    mutating func takeReps() -> Bool {
        if isWord(at: index, .reps), canBegin(at: index) {
            let next = mark(at: index + 1) == ":" ? index + 2 : index + 1
            guard let count = count(at: next), unit(after: next) == nil, canEnd(before: next + 1), !countsSomething(next, afterRest: false)
            else { return false }
            appendReps(count, index..<(next + 1))
            return true
        }
        var at = index
        let isAbout = isWord(at: at, .about) || mark(at: at).map(self.isAbout) ?? false
        if isAbout { at += 1 }
        let isNegative = mark(at: at) == "-" && isGlued(at + 1) && canBegin(at: at)
        if isNegative { at += 1 }
        guard isAbout || isNegative || canBegin(at: at), var count = count(at: at) else { return false }
        if isNegative { count = -count }
        var next = at + 1
        var doubt: String?
        // "8-12 reps": the goal is the upper one.
        if let mark = mark(at: next), mark == "-" || mark == "–", isGlued(next) == isGlued(next + 1), let upper = self.count(at: next + 1),
            isWord(at: next + 2, .reps)
        {
            count = max(count, upper)
            doubt = "problem.repsRange"
            next += 2
        } else if mark(at: next) == "+",
            isWord(at: next + 1, .reps) || mark(at: next) == "-" && isGlued(next) && isWord(at: next + 1, .reps)
        {
            next += 1
        }
        if isWord(at: next, .reps) {
            appendReps(count, index..<(next + 1), doubt: doubt)
        } else if isWord(at: next, .repetitions) {
            if !isAbout, count <= 10, part.sets.isEmpty {
                appendSets(count, index..<(next + 1), doubt: "problem.repetitions")
            } else {
                appendReps(count, index..<(next + 1))
            }
        } else if isAbout, time(at: at)?.isBare ?? false, canEnd(before: next) {
            appendReps(count, index..<next)
        } else {
            return false
        }
        return true
    }

    private mutating func appendReps(_ count: Int, _ range: Range<Int>, doubt: String? = nil) {
        part.reps.append(Part.Quantity(value: count, doubt: doubt, tokens: range))
        use(range)
    }
}
