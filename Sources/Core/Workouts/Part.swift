/// What one part of a line says, before anything is checked: a step, a rest, or more about the step before.
struct Part {
    /// A number with its unit, as it was written.
    struct Quantity {
        /// Seconds, sets or repetitions; far above every range when the number is hostile.
        var value: Int
        /// The key of the problem when it cannot be read.
        var fault: String?
        /// The key of the note when it was read the likeliest way.
        var doubt: String?
        /// A number without a unit.
        var isBare = false
        /// The tokens it is made of.
        var tokens: Range<Int>
        /// As it stands in the line.
        var text = ""
    }

    enum RestKind { case plain, between, after }

    /// "then" stands before it.
    var hasThen = false
    var work: [Quantity] = []
    var sets: [Quantity] = []
    var reps: [Quantity] = []
    var rests: [(kind: RestKind, quantity: Quantity)] = []
    var isEachSide = false
    /// What remains; nil when nothing does.
    var name: String?
    /// The whole name stands in quotes: it means exactly itself.
    var isQuoted = false
    /// The first of several steps that commas part.
    var isList = false
    /// Offsets into the line's scalars.
    var start = 0
    var end = 0

    var hasQuantity: Bool { !work.isEmpty || !sets.isEmpty || !reps.isEmpty || !rests.isEmpty || isEachSide }

    /// Says one thing twice, so it cannot be one step.
    var contradictsItself: Bool {
        work.count > 1 || Set(sets.map(\.value)).count > 1 || Set(reps.map(\.value)).count > 1
            || rests.count { $0.kind == .plain } > 1 || rests.count { $0.kind == .between } > 1
    }

    /// "3 rounds" on its own means all the steps, not the last one.
    var saysRounds: Bool { sets.first?.text.lowercased().contains("round") ?? false }

    /// A rest on its own: "then 15s rest", "rest 1 min", "then 20".
    var isRest: Bool {
        guard name == nil, sets.isEmpty, reps.isEmpty, !isEachSide, rests.allSatisfy({ $0.kind != .between }) else { return false }
        return work.isEmpty ? rests.count == 1 : hasThen && work.count == 1 && rests.isEmpty
    }
}
