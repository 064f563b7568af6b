import TestSupport
import Workouts

extension Seeded {
    /// True once in `count`.
    mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &self)] }

    /// A number of the range, its ends more often than chance has them.
    mutating func number(_ range: ClosedRange<Int>) -> Int {
        switch Int.random(in: 0..<8, using: &self) {
        case 0: range.lowerBound
        case 1: range.upperBound
        case 2: Int.random(in: range, using: &self)
        default: Int.random(in: range.lowerBound...min(range.upperBound, range.lowerBound + 150), using: &self)
        }
    }

    /// Pieces of names that a reader could trip over.
    static let pieces = [
        "Wiggle", "slow", "then", "rest", "10", "30s", "x3", "3x", "×", "3 sets", "1:30", ":30", "20 reps", "~", "#", "\"", "“", "”", "·",
        ";", ",", "—", "–",
        "-", "/", "(", ")", "each side", "per leg", "with", "and", "for", "guidance", ".", ":", "name:", "id: x", "note", "category: core",
        "between", "after",
        "in between", "-5s", "1.5 min", "'", "’", "3/4", "90/90", "Squats", "Plank", "RDL", "Star jumps", "B12", "🔥", "👩‍👩‍👧", "\u{200F}",
        "\u{200E}", "كامل", "الجسم",
        "Übung", "e\u{301}", "ß", "中文", "٣٠", "½", "²", "<b>", "</speak>", "%s", "%1$@", "{0}", "\\", "\\n", "&amp;", "$", "1.", "2)", "*",
        "•", "..", "!", "?",
        "about", "work", "on", "off", "x", "X", "of", "rounds", "repetitions", "  ", "\u{A0}", "\u{2003}", "-ups", "Day", "Week", "0",
        "99999999999999999999", "|", "=", "+",
        "→", "…", "[", "]", "starter:", "updated:", "Rest:", "rest-pause", "hold", "_", "`", "^",
    ]

    mutating func name() -> String {
        if once(in: 40) { return String(repeating: pick(["x", "é", "👍", "1", "ab\""]), count: 300).prefixLetters(300) }
        var name = ""
        for _ in 0..<Int.random(in: 1...6, using: &self) {
            if !name.isEmpty, !once(in: 4) { name += " " }
            name += pick(Self.pieces)
        }
        let text = name.trimmingSpaces
        return text.isVisible ? text : "Wiggle"
    }

    /// A step as a reader or the builder makes it: of the gallery, or one that it does not know.
    mutating func step() -> Step {
        var step: Step
        if once(in: 2) {
            let workout = pick(gallery.workouts)
            step = Step(workoutID: workout.id, name: workout.name, category: workout.category)
        } else {
            step = Step(name: name(), category: pick(Category.allCases))
            // What the gallery shows under this name would be the gallery's.
            if RoutineText.parse("name: T\n\"\(step.name.replacingQuotes)\" 1s", fallbackName: "x", catalog: gallery).routine?.steps.first?
                .workoutID != nil
            {
                step.name += " of mine"
            }
        }
        step.workSeconds = number(Limits.workSeconds)
        step.sets = once(in: 2) ? 1 : number(1...20)
        step.setRestSeconds = once(in: 2) ? 0 : number(Limits.restSeconds)
        step.restAfterSeconds = once(in: 2) ? 0 : number(Limits.restSeconds)
        step.repGuidance = once(in: 3) ? number(Limits.reps) : nil
        step.eachSide = once(in: 4)
        // Within seven days, whatever else is in the routine.
        if step.workSeconds + step.setRestSeconds + step.restAfterSeconds > 10_000 {
            step.sets = 1
            step.eachSide = false
        }
        return step
    }

    mutating func routine() -> Routine {
        var steps: [Step] = []
        var total = 0
        for _ in 0..<Int.random(in: 1...4, using: &self) {
            let next = step()
            let seconds = (next.workSeconds * 2 + next.setRestSeconds) * next.sets + next.restAfterSeconds
            total += seconds
            if total <= Limits.totalSeconds.upperBound { steps.append(next) }
        }
        if steps.isEmpty { steps = [Step(name: "Wiggle")] }
        return Routine(id: name(), name: name(), steps: steps)
    }
}

extension String {
    var trimmingSpaces: String {
        var text = self[...]
        while let first = text.unicodeScalars.first, first.properties.isWhitespace { text.unicodeScalars.removeFirst() }
        while let last = text.unicodeScalars.last, last.properties.isWhitespace { text.unicodeScalars.removeLast() }
        return String(text)
    }

    var isVisible: Bool { unicodeScalars.contains { !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint } }
    var replacingQuotes: String { split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") }
    func prefixLetters(_ count: Int) -> String { String(prefix(count)) }
}
