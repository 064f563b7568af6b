import Stage
import Words
import Workouts

/// Which row of a script is what, without writing all of them: a routine may have thousands.
struct RoutineScript {
    enum Row: Hashable {
        /// Both with the step's index.
        case step(Int)
        case rest(after: Int)
    }

    let steps: [Step]
    let rows: [Row]
    private let places: [Int]

    init(_ steps: [Step]) {
        var rows: [Row] = []
        var places: [Int] = []
        rows.reserveCapacity(steps.count * 2)
        places.reserveCapacity(steps.count)
        for (index, step) in steps.enumerated() {
            places.append(rows.count)
            rows.append(.step(index))
            if step.restAfterSeconds > 0, index + 1 < steps.count { rows.append(.rest(after: index)) }
        }
        self.steps = steps
        self.rows = rows
        self.places = places
    }

    /// Where a step stands among the rows.
    func place(ofStep index: Int) -> Int { places[index] }

    func row(_ index: Int, lifted: Int? = nil, _ words: Words) -> ScriptRow {
        switch rows[index] {
        case .step(let step): .step(Script.step(steps[step], isLifted: lifted == step, words))
        case .rest(let step): .rest(words("script.rest", .text(Script.seconds(steps[step].restAfterSeconds, words))))
        }
    }
}
