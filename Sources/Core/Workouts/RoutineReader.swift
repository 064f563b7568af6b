extension RoutineText {
    /// Reads a routine's text (SPEC section 6). `fallbackName` is the file's name without its ending, `fallbackID` its path below
    /// routines/ (the name when it is nil). Never throws: what cannot be read is an error among the problems, with its line.
    /// Time: linear in the text. The text may hold any line ends; `decode` has bounded it to `Limits.fileBytes`.
    public static func parse(_ text: String, fallbackName: String, fallbackID: String? = nil, catalog: Catalog) -> Reading {
        var reader = RoutineReader(catalog: catalog)
        reader.read(text)
        let document = reader.finish()
        let name = reader.document.name
        guard let document else { return Reading(routine: nil, document: nil, problems: reader.findings.problems, name: name) }
        let fallback = Name.clean(fallbackName)
        let routine = document.routine(fallbackID: fallbackID ?? fallbackName, fallbackName: fallback.isEmpty ? "-" : fallback)
        return Reading(routine: routine, document: document, problems: reader.findings.problems, name: name)
    }
}

/// Goes through a text line by line and builds the document.
struct RoutineReader {
    let catalog: Catalog
    var findings = Findings()
    var document = RoutineDocument()
    /// The steps so far, not yet checked: the lines below may say more about the last one.
    var drafts: [StepDraft] = []
    var line = 0
    /// Until a step, a rest or the name has been seen.
    var isAtFirst = true
    var hasExplicitName = false
    private var hasHeader = false
    var waitingComments: [String] = []
    /// Look-ups of names are repeated in long files.
    var known: [String: Workout?] = [:]
    /// Whether unknown names are worth a note; the printer reads its own lines back and is not interested.
    var isTelling = true
    /// The names that are known to be unknown: one that stands on fifty lines is one thing to mend.
    var toldNames: Set<String> = []
    var saidDirectives: Set<Directive> = []

    init(catalog: Catalog) { self.catalog = catalog }

    mutating func read(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        hasExplicitName = Lines(scalars).contains { Directive.of(scalars[$0])?.directive == .name }
        for range in Lines(scalars) {
            line += 1
            read(scalars[range])
            // A file of rubbish, or one routine too many.
            if findings.isCut && findings.hasErrors || drafts.count > Limits.steps.upperBound { break }
        }
    }

    private mutating func read(_ scalars: ArraySlice<Unicode.Scalar>) {
        let end = Comment.start(in: scalars) ?? scalars.endIndex
        let comment = end < scalars.endIndex ? Name.withoutTrailingSpace(scalars[(end + 1)...]) : nil
        let content = scalars[..<end]
        if let (directive, value) = Directive.of(content) {
            say(directive, value)
            if let comment, drafts.isEmpty { document.comments.append(comment) } else if let comment { waitingComments.append(comment) }
            return
        }
        let tokens = Lexer.tokens(content, phrases: catalog.phrases)
        guard !tokens.isEmpty else {
            if let comment { waitingComments.append(comment) }
            return
        }
        let parts = LineParts.read(content, tokens, catalog)
        let before = drafts.count
        let wasNamed = document.name != nil
        read(parts, of: content)
        guard let comment else { return }
        if !wasNamed && document.name != nil && drafts.count == before {
            document.nameComment = comment
        } else if drafts.isEmpty {
            document.comments.append(comment)
        } else if parts.last?.isRest ?? false {
            drafts[drafts.count - 1].entry.keepRestComment(comment)
        } else if drafts.count > before {
            drafts[drafts.count - 1].entry.comment = comment
        } else {
            drafts[drafts.count - 1].entry.restComments.append(comment)
        }
    }

    /// Comments of their own lines belong to what follows: a step, a rest, or the end.
    private mutating func placeComments(beforeRest isRest: Bool) -> [String] {
        defer { waitingComments = [] }
        if isRest, !drafts.isEmpty {
            drafts[drafts.count - 1].entry.restComments += waitingComments
            return []
        }
        if drafts.isEmpty && isAtFirst && !hasHeader {
            document.comments += waitingComments
            return []
        }
        return waitingComments
    }

    /// The name or a `key:` line before the first step: comments above it are the file's, those below it the first step's.
    mutating func beginHeader() {
        guard drafts.isEmpty else { return }
        document.comments += waitingComments
        waitingComments = []
        hasHeader = true
    }

    // MARK: Parts

    private mutating func read(_ parts: [Part], of content: ArraySlice<Unicode.Scalar>) {
        var parts = parts[...]
        if isAtFirst, !hasExplicitName, let first = parts.first, let title = title(first, parts, content) {
            beginHeader()
            isAtFirst = false
            if setName(title) { return }
            parts = parts.dropFirst(parts.contains { $0.hasQuantity || $0.hasThen } && parts.count > 1 ? 1 : parts.count)
        }
        for part in parts {
            read(part, of: content)
            isAtFirst = false
        }
    }

    /// The routine's name, when the first line is it: one without a quantity, or a first part without one on a line that goes on.
    private mutating func title(_ first: Part, _ parts: ArraySlice<Part>, _ content: ArraySlice<Unicode.Scalar>) -> String? {
        guard content.contains(where: Folding.isPartOfWord) || parts.contains(where: { $0.name != nil }) else { return nil }
        if !parts.contains(where: { $0.hasQuantity || $0.hasThen }) {
            if parts.count == 1, first.isQuoted { return first.name }
            if parts.count == 1, let workout = first.name.flatMap({ catalog.workout(called: $0) }) {
                note("problem.nameIsWorkout", workout.said)
            }
            return Title.text(content)
        }
        if let numbered = Title.numberedTitle(parts, content, catalog: catalog) {
            if numbered.isDoubtful { note("problem.nameHasNumber", .quoted(numbered.title)) }
            return numbered.title
        }
        guard parts.count > 1, !first.hasQuantity, !first.hasThen, let name = first.name else { return nil }
        // "Bridge · 30s × 3": the gallery's name begins a step that goes on behind the separator.
        let next = parts[parts.startIndex + 1]
        if next.name == nil, !next.isRest, catalog.workout(called: name) != nil { return nil }
        return first.isQuoted ? name : Title.text(content[first.start..<first.end])
    }

    /// True when the line is used up: the name is refused.
    private mutating func setName(_ name: String) -> Bool {
        let clean = Name.clean(name)
        if Name.isBlank(clean) { return false }
        if Name.isTooLong(clean) {
            error("problem.nameTooLong", .quoted(clean), .number(Name.letters(clean)), .number(Limits.nameLength.upperBound))
            return true
        }
        document.name = clean
        return false
    }

    private mutating func read(_ part: Part, of content: ArraySlice<Unicode.Scalar>) {
        if part.isRest || isBareRest(part) {
            _ = placeComments(beforeRest: true)
            rest(part)
        } else if part.name != nil {
            let comments = placeComments(beforeRest: false)
            var draft = StepDraft(part, line: line)
            draft.entry.comments = comments
            drafts.append(draft)
            if drafts.count > Limits.steps.upperBound { error("problem.tooManySteps", .number(Limits.steps.upperBound)) }
        } else if part.hasQuantity {
            _ = placeComments(beforeRest: true)
            continueStep(part)
        } else if content[part.start..<part.end].contains(where: Folding.isPartOfWord) {
            let words = String(String.UnicodeScalarView(content[part.start..<part.end]))
            note("problem.saysNothing", .quoted(Name.clean(words)))
        }
        // Separators alone are a drawing.
    }

    /// "rest" and nothing else.
    private func isBareRest(_ part: Part) -> Bool {
        guard !part.hasQuantity, !part.isQuoted, let name = part.name else { return false }
        return Folding.key(name) == "rest"
    }

    private mutating func rest(_ part: Part) {
        guard !drafts.isEmpty else { return note("problem.restFirst") }
        if let quantity = part.rests.first?.quantity ?? part.work.first {
            drafts[drafts.count - 1].rests.append(StepDraft.Said(quantity, line: line))
        } else {
            note("problem.restLength", .number(StepDraft.usualRest))
            drafts[drafts.count - 1].rests.append(StepDraft.Said(value: StepDraft.usualRest, line: line))
        }
        drafts[drafts.count - 1].isClosed = true
    }

    /// Quantities without a name say more about the step before ("3 sets" on a line of its own), where it has not said them itself.
    private mutating func continueStep(_ part: Part) {
        if part.saysRounds { return error("problem.rounds", .quoted(part.sets[0].text)) }
        let isOnlyRest = part.work.isEmpty && part.sets.isEmpty && part.reps.isEmpty && !part.isEachSide
        guard let last = drafts.indices.last, !drafts[last].isClosed || isOnlyRest, drafts[last].add(part, line: line) else {
            return error("problem.nameless")
        }
        note("problem.continued", .quoted(drafts[last].name))
    }

    // MARK: Saying

    mutating func note(_ key: String, at line: Int? = nil, _ arguments: Message.Argument...) {
        findings.add(Problem(.note, key, at: .line(line ?? self.line), arguments))
    }

    mutating func error(_ key: String, at line: Int? = nil, _ arguments: Message.Argument...) {
        findings.add(Problem(.error, key, at: .line(line ?? self.line), arguments))
    }
}
