// From drafts to steps: names looked up, defaults filled in, every number compared with its range.

extension RoutineReader {
    /// The document, or nil when something cannot be read.
    mutating func finish() -> RoutineDocument? {
        defer { findings.sortByLine() }
        if drafts.isEmpty {
            error("problem.noSteps", at: max(line, 1))
            return nil
        }
        var total = 0
        for draft in drafts.prefix(Limits.steps.upperBound) {
            guard let step = step(draft) else { continue }
            document.entries.append(draft.entry)
            document.entries[document.entries.count - 1].step = step
            if total <= Limits.totalSeconds.upperBound, total + step.workedSeconds > Limits.totalSeconds.upperBound {
                error("problem.total", at: draft.line, .number(Limits.totalSeconds.upperBound))
            }
            total += step.workedSeconds + step.restAfterSeconds
        }
        document.lastComments = waitingComments
        return findings.hasErrors ? nil : document
    }

    private mutating func step(_ draft: StepDraft) -> Step? {
        guard var step = named(draft) else { return nil }
        if draft.isList { note("problem.commas", at: draft.line) }
        let work = one(draft.work, "problem.twoTimes")
        let sets = one(draft.sets, "problem.twoSets")
        let reps = one(draft.reps, "problem.twoReps")
        let plain = one(draft.plainRests, "problem.twoRests")
        let between = one(draft.betweenRests, "problem.twoRests")
        if work == nil, draft.work.isEmpty { note("problem.noTime", at: draft.line, catalog.said(of: step), .number(StepDraft.usualWork)) }
        step.workSeconds = checked(work, Limits.workSeconds, "problem.range.work") ?? StepDraft.usualWork
        step.sets = checked(sets, Limits.sets, "problem.range.sets") ?? 1
        step.repGuidance = checked(reps, Limits.reps, "problem.range.reps")
        step.eachSide = draft.isEachSide
        var after = draft.rests
        // "rest 10": between sets, or after the step when it has one set.
        if let plain {
            if step.sets > 1 && between == nil {
                step.setRestSeconds = checked(plain, Limits.restSeconds, "problem.range.rest") ?? 0
            } else {
                after.insert(plain, at: 0)
            }
        }
        if let between {
            step.setRestSeconds = checked(between, Limits.restSeconds, "problem.range.rest") ?? 0
            if step.sets == 1, step.setRestSeconds > 0 { note("problem.betweenOneSet", at: between.line) }
        }
        step.restAfterSeconds = restAfter(after)
        return step
    }

    /// Several rests in a row are one as long as all.
    private mutating func restAfter(_ rests: [StepDraft.Said]) -> Int {
        var sum = 0
        for rest in rests { sum += checked(rest, Limits.restSeconds, "problem.range.rest") ?? 0 }
        guard rests.count > 1, let last = rests.last else { return sum }
        if Limits.restSeconds.contains(sum) {
            note("problem.restsAdded", at: last.line, .number(sum))
        } else {
            error(
                "problem.range.rest", at: last.line, .text(String(sum)), .number(Limits.restSeconds.lowerBound),
                .number(Limits.restSeconds.upperBound))
        }
        return sum
    }

    /// The one thing said; an error when two different ones were.
    private mutating func one(_ said: [StepDraft.Said], _ key: String) -> StepDraft.Said? {
        guard let first = said.first else { return nil }
        if let other = said.dropFirst().first(where: { $0.value != first.value || key == "problem.twoTimes" || key == "problem.twoRests" })
        {
            error(key, at: other.line, .quoted(first.text), .quoted(other.text))
        }
        return first
    }

    private mutating func checked(_ said: StepDraft.Said?, _ range: ClosedRange<Int>, _ key: String) -> Int? {
        guard let said else { return nil }
        if let fault = said.fault {
            error(fault, at: said.line, .quoted(said.text))
            return nil
        }
        guard range.contains(said.value) else {
            error(key, at: said.line, .quoted(said.text), .number(range.lowerBound), .number(range.upperBound))
            return nil
        }
        if let doubt = said.doubt { note(doubt, at: said.line, .quoted(said.text), .number(said.value)) }
        return said.value
    }

    // MARK: Names

    /// The step under the gallery's name, or under its own with a note.
    private mutating func named(_ draft: StepDraft) -> Step? {
        let name = Name.clean(draft.name)
        if Name.isBlank(name) {
            error("problem.nameBlank", at: draft.line)
            return nil
        }
        if Name.isTooLong(name) {
            error("problem.nameTooLong", at: draft.line, .quoted(name), .number(Name.letters(name)), .number(Limits.nameLength.upperBound))
            return nil
        }
        // A name in quotes means exactly itself: display names only, no alias.
        let key = (draft.isQuoted ? "\"" : "") + name
        let workout: Workout?
        if let found = known[key] {
            workout = found
        } else {
            workout = draft.isQuoted ? catalog.workout(named: name) : catalog.workout(called: name)
            known[key] = .some(workout)
        }
        if let workout {
            if let category = draft.category, category != workout.category {
                note("problem.categoryKnown", at: draft.line, workout.said)
            }
            return Step(workoutID: workout.id, name: workout.name, category: workout.category)
        }
        if isTelling, toldNames.insert(Folding.key(name)).inserted {
            if !findings.isFull, let nearest = catalog.nearest(to: name) {
                findings.add(
                    .note("problem.unknownNear", at: .line(draft.line), .quoted(name), nearest.said, suggestion: nearest.id))
            } else {
                note("problem.unknown", at: draft.line, .quoted(name))
            }
        }
        return Step(name: name, category: draft.category ?? document.category ?? .fullBody)
    }

    // MARK: Lines that say it explicitly

    mutating func say(_ directive: Directive, _ value: String) {
        beginHeader()
        if Name.isBlank(value) { return note("problem.directiveEmpty", .text(directive.rawValue)) }
        if Name.isTooLong(value), directive != .note {
            return error("problem.nameTooLong", .quoted(value), .number(Name.letters(value)), .number(Limits.nameLength.upperBound))
        }
        switch directive {
        case .note:
            if drafts.isEmpty { document.notes.append(value) } else { drafts[drafts.count - 1].entry.notes.append(value) }
            return
        case .category:
            guard let category = catalog.category(called: value) else {
                if drafts.isEmpty { document.unknownCategory = value } else { drafts[drafts.count - 1].entry.unknownCategory = value }
                return note("problem.category", .quoted(value), .text(Category.allCases.map(\.rawValue).joined(separator: ", ")))
            }
            if drafts.isEmpty { document.category = category } else { drafts[drafts.count - 1].category = category }
            return
        case .name, .id, .updated, .starter: break
        }
        guard saidDirectives.insert(directive).inserted else { return note("problem.directiveTwice", .text(directive.rawValue)) }
        switch directive {
        case .name: document.name = value
        case .id: document.id = value
        case .starter: document.starter = value
        case .updated:
            document.updated = value
            if !Timestamp.isValid(value) { note("problem.updated", .quoted(value)) }
        case .note, .category: break
        }
    }
}
