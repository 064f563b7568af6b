/// A step while its lines are read: what was said, where, and nothing checked yet.
struct StepDraft {
    static let usualWork = 30
    static let usualRest = 15

    /// A number and the line it was said on.
    struct Said {
        var value: Int
        var text = ""
        var fault: String?
        var doubt: String?
        var line: Int

        init(value: Int, line: Int) {
            self.value = value
            self.text = String(value)
            self.line = line
        }

        init(_ quantity: Part.Quantity, line: Int) {
            value = quantity.value
            text = quantity.text
            fault = quantity.fault
            doubt = quantity.doubt
            self.line = line
        }
    }

    var name: String
    var isQuoted: Bool
    /// True when it stood in a list with commas.
    var isList: Bool
    var line: Int
    var work: [Said] = []
    var sets: [Said] = []
    var reps: [Said] = []
    /// Between sets, or after the step when there is only one: what a plain "rest 10" says.
    var plainRests: [Said] = []
    var betweenRests: [Said] = []
    var rests: [Said] = []
    var isEachSide = false
    var category: Category?
    /// A rest came after it: times that follow are not its own.
    var isClosed = false
    /// Notes and comments; its step is made by `RoutineReader.finish`.
    var entry: RoutineDocument.Entry

    init(_ part: Part, line: Int) {
        name = part.name ?? ""
        isQuoted = part.isQuoted
        isList = part.isList
        self.line = line
        entry = RoutineDocument.Entry(Step(name: ""))
        take(part, line: line)
    }

    /// Adds what a line below says. False, and nothing is added, when the step has said it already.
    mutating func add(_ part: Part, line: Int) -> Bool {
        let hasRest = !plainRests.isEmpty || !betweenRests.isEmpty
        let addsRest = part.rests.contains { $0.kind != .after }
        if !work.isEmpty && !part.work.isEmpty || !sets.isEmpty && !part.sets.isEmpty || !reps.isEmpty && !part.reps.isEmpty
            || hasRest && addsRest
        {
            return false
        }
        if part.contradictsItself { return false }
        take(part, line: line)
        return true
    }

    private mutating func take(_ part: Part, line: Int) {
        work += part.work.map { Said($0, line: line) }
        sets += part.sets.map { Said($0, line: line) }
        reps += part.reps.map { Said($0, line: line) }
        for rest in part.rests {
            let said = Said(rest.quantity, line: line)
            switch rest.kind {
            case .plain: plainRests.append(said)
            case .between: betweenRests.append(said)
            case .after: rests.append(said)
            }
        }
        if part.isEachSide { isEachSide = true }
    }
}
