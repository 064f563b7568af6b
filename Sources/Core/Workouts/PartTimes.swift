// Times in all their forms, and each side. Each `take` looks at the tokens from `index` on; when they are its form it marks them as used,
// moves on and returns true.

extension PartReader {
    // MARK: Times

    /// The time that begins at `start`, or nil. A bare number that counts sets or repetitions is no time.
    func time(at start: Int, afterRest isAfterRest: Bool = false) -> Part.Quantity? {
        var index = start
        if isWord(at: index, .about) || mark(at: index).map(isAbout) ?? false { index += 1 }
        if let mark = mark(at: index), mark == "-" || mark == "−", isGlued(index + 1), number(at: index + 1) != nil, canBegin(at: index) {
            guard var time = positiveTime(from: index + 1, isFirst: false, afterRest: isAfterRest) else { return nil }
            time.value = -time.value
            time.tokens = start..<time.tokens.upperBound
            return time
        }
        guard var time = positiveTime(from: index, isFirst: index == start, afterRest: isAfterRest) else { return nil }
        time.tokens = start..<time.tokens.upperBound
        return time
    }

    private func positiveTime(from start: Int, isFirst: Bool, afterRest: Bool) -> Part.Quantity? {
        if mark(at: start) == ":", !isGlued(start) || start == tokens.startIndex, let amount = number(at: start + 1), isGlued(start + 1),
            canEnd(before: start + 2)
        {
            let isClock = amount.digits == 2 && !amount.hasFraction && amount.millionths < 60_000_000
            return Part.Quantity(value: amount.whole ?? 0, fault: isClock ? nil : "problem.clock", tokens: start..<(start + 2))
        }
        guard let amount = number(at: start), !isFirst || canBegin(at: start) else { return nil }
        if let clock = clock(from: start, amount) { return clock }
        guard let unit = unit(after: start) else {
            guard canEnd(before: start + 1), !countsSomething(start, afterRest: afterRest) else { return nil }
            let seconds = amount.seconds(per: 1)
            return Part.Quantity(
                value: seconds ?? 0, fault: seconds == nil ? "problem.fraction" : nil, isBare: true, tokens: start..<(start + 1))
        }
        var time = Part.Quantity(value: 0, tokens: start..<unit.end)
        add(amount, unit.seconds, to: &time)
        if unit.isSlip { time.doubt = "problem.unitSpelling" }
        if unit.seconds > 1 { addSmaller(than: unit.seconds, to: &time, afterRest: afterRest) }
        if unit.isM, time.tokens.upperBound == unit.end {
            // "400m" is a distance.
            if time.value >= 6000 { return nil }
            time.doubt = "problem.minutes"
        }
        return canEnd(before: time.tokens.upperBound) ? time : nil
    }

    private func add(_ amount: Amount, _ unit: Int, to time: inout Part.Quantity) {
        if let seconds = amount.seconds(per: unit) { time.value += seconds } else { time.fault = "problem.fraction" }
    }

    /// "30" of "1 min 30", "10 min" of "1 h 10 min", "30 s" of "1 minute and 30 s".
    private func addSmaller(than unit: Int, to time: inout Part.Quantity, afterRest: Bool) {
        var index = time.tokens.upperBound
        let hasAnd = word(at: index) == "and"
        if hasAnd { index += 1 }
        guard let amount = number(at: index), !amount.hasFraction else { return }
        if let smaller = self.unit(after: index) {
            guard smaller.seconds < unit else { return }
            add(amount, smaller.seconds, to: &time)
            time.tokens = time.tokens.lowerBound..<smaller.end
            if smaller.isSlip { time.doubt = "problem.unitSpelling" }
            if smaller.seconds > 1 { addSmaller(than: smaller.seconds, to: &time, afterRest: afterRest) }
        } else if !hasAnd, amount.millionths < 60_000_000, canEnd(before: index + 1),
            !countsSomething(index, afterRest: afterRest) || isBeforeSets(index, amount)
        {
            add(amount, unit / 60, to: &time)
            time.tokens = time.tokens.lowerBound..<(index + 1)
        }
    }

    /// The 30 of "1 min 30 x 3", but not the 3 of "1 min 3x".
    private func isBeforeSets(_ index: Int, _ amount: Amount) -> Bool {
        amount.digits == 2 && isTimes(at: index + 1) && number(at: index + 2) != nil && unit(after: index + 2) == nil
            && !isWord(at: index + 3, .reps)
    }

    /// "1:30", "1:10:00": two digits behind each colon, below sixty.
    private func clock(from start: Int, _ first: Amount) -> Part.Quantity? {
        var fields: [Amount] = []
        var index = start + 1
        while mark(at: index) == ":", isGlued(index), isGlued(index + 1), let amount = number(at: index + 1) {
            fields.append(amount)
            index += 2
        }
        guard !fields.isEmpty, canEnd(before: index) else { return nil }
        var time = Part.Quantity(value: 0, tokens: start..<index)
        guard fields.count <= 2, !first.hasFraction, fields.allSatisfy({ $0.digits == 2 && !$0.hasFraction && $0.millionths < 60_000_000 })
        else {
            time.fault = "problem.clock"
            return time
        }
        time.value = fields.reduce(first.whole ?? 0) { $0 * 60 + ($1.whole ?? 0) }
        // "1:30 min" says the unit again.
        if index < tokens.endIndex, let word = word(at: index), TimeUnit.seconds(word) ?? TimeUnit.slip(word) != nil,
            canEnd(before: index + 1)
        {
            time.tokens = start..<(index + 1)
        }
        return time
    }

    /// The unit behind the number at `index`, with a hyphen or a space before it or neither.
    func unit(after index: Int) -> (seconds: Int, end: Int, isM: Bool, isSlip: Bool)? {
        var next = index + 1
        if isGlued(next), let mark = mark(at: next) {
            switch mark {
            // Keyboards that make quotation marks curly do so with these too.
            case "’", "”": if hasOpeningQuote { return nil }
            default: break
            }
            switch mark {
            case "'", "′", "’": return canEnd(before: next + 1) || number(at: next + 1) != nil ? (60, next + 1, false, false) : nil
            case "\"", "″", "”": return (1, next + 1, false, false)
            case "-" where isGlued(next + 1): next += 1
            default: return nil
            }
        }
        guard let word = word(at: next), let seconds = TimeUnit.seconds(word) ?? TimeUnit.slip(word) else { return nil }
        // "30 s-curves" is no time; "1m30" goes on.
        guard canEnd(before: next + 1) || number(at: next + 1) != nil else { return nil }
        let isAbbreviated = mark(at: next + 1) == "." && isGlued(next + 1) && !isGlued(next + 2)
        return (seconds, isAbbreviated ? next + 2 : next + 1, word == "m", TimeUnit.seconds(word) == nil)
    }

    /// Whether the bare number at `index` counts sets or repetitions: "3 sets", "20 reps", "3 x 30s".
    func countsSomething(_ index: Int, afterRest: Bool) -> Bool {
        let next = mark(at: index + 1) == "-" && isGlued(index + 1) ? index + 2 : index + 1
        if isWord(at: next, .sets) || isWord(at: next, .reps) || isWord(at: next, .repetitions) { return true }
        // "rest 10 x 3" is a rest all the same; "10s rest 3x" is not.
        return !afterRest && isTimes(at: index + 1) && !(isGlued(index + 2) && !isGlued(index + 1))
    }

    mutating func takeWork() -> Bool {
        var start = index
        // "work 30s", "work: 30s"
        if word(at: start) == "work", !isGlued(start) {
            start += 1
            if mark(at: start) == ":" { start += 1 }
        }
        guard var time = time(at: start) else { return false }
        if takeOff(after: time) { return true }
        // "30s work", "30 seconds on each side"
        if !time.isBare, word(at: time.tokens.upperBound) == "work", canEnd(before: time.tokens.upperBound + 1) {
            time.tokens = time.tokens.lowerBound..<(time.tokens.upperBound + 1)
        }
        use(index..<time.tokens.upperBound)
        part.work.append(time)
        return true
    }

    /// "20s on, 10s off": work and rest.
    private mutating func takeOff(after work: Part.Quantity) -> Bool {
        var next = work.tokens.upperBound
        guard word(at: next) == "on" else { return false }
        next += 1
        if let mark = mark(at: next), mark == "," || mark == "/" { next += 1 }
        guard let rest = time(at: next), word(at: rest.tokens.upperBound) == "off", canEnd(before: rest.tokens.upperBound + 1) else {
            return false
        }
        part.work.append(work)
        part.rests.append((.plain, rest))
        use(index..<(rest.tokens.upperBound + 1))
        return true
    }

    // MARK: Sides

    /// "each side", "on both sides", "per leg", "30s/side".
    mutating func takeEachSide() -> Bool {
        var at = index
        if mark(at: at) == "/", isGlued(at), isUsed[at - 1 - tokens.startIndex], isWord(at: at + 1, .side) {
            part.isEachSide = true
            use(at..<(at + 2))
            return true
        }
        if word(at: at) == "on" || word(at: at) == "for" { at += 1 }
        guard isWord(at: at, .each), isWord(at: at + 1, .side), canBegin(at: at), canEnd(before: at + 2) else { return false }
        part.isEachSide = true
        use(index..<(at + 2))
        return true
    }
}
