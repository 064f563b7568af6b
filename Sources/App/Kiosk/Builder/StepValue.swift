import Stage
import Words
import Workouts

/// The values of a step that are stepped one at a time, in the order PLAY goes through them.
enum StepValue: String, CaseIterable, Hashable, Sendable {
    case work, sets, between, reps, rest

    static let secondsStep = 5
    /// A repetition takes about a second and a half: what the first press offers for a set of this length, in fives.
    static func usualReps(for step: Step) -> Int { max(1, (step.workSeconds * 2 / 3 + 2) / 5 * 5).clamped(to: Limits.reps) }

    var isSeconds: Bool { self != .sets && self != .reps }

    /// Which stretches of the Line it is about.
    var part: StepperPicture.Edited.Part {
        switch self {
        case .work, .sets, .reps: .work
        case .between: .setRest
        case .rest: .rest
        }
    }

    /// Between the sets of a single set there is nothing to say.
    func isAsked(of step: Step) -> Bool { self != .between || step.sets > 1 }

    /// Seconds, or a count; no reps are 0.
    func number(in step: Step) -> Int {
        switch self {
        case .work: step.workSeconds
        case .sets: step.sets
        case .between: step.setRestSeconds
        case .reps: step.repGuidance ?? 0
        case .rest: step.restAfterSeconds
        }
    }

    func setting(_ number: Int, in step: Step) -> Step {
        var step = step
        switch self {
        case .work: step.workSeconds = number
        case .sets: step.sets = number
        case .between: step.setRestSeconds = number
        case .reps: step.repGuidance = number == 0 ? nil : number
        case .rest: step.restAfterSeconds = number
        }
        return step
    }

    private var range: ClosedRange<Int> {
        switch self {
        case .work: Limits.workSeconds
        case .sets: Limits.sets
        case .between, .rest: Limits.restSeconds
        case .reps: 0...Limits.reps.upperBound
        }
    }

    /// The value one press away: seconds in fives, and onto a multiple of five from between two; nil at an end of the range.
    func neighbour(of step: Step, isMore: Bool) -> Int? {
        let number = number(in: step)
        let next: Int
        if isSeconds {
            let five = StepValue.secondsStep
            next = isMore ? (number / five + 1) * five : (number - 1).quotient(by: five) * five
        } else if self == .reps, number == 0, isMore {
            next = StepValue.usualReps(for: step)
        } else {
            next = number + (isMore ? 1 : -1)
        }
        let allowed = next.clamped(to: range)
        return allowed == number ? nil : allowed
    }

    /// Its name over its tab.
    func label(_ words: Words) -> String { words("stepper.value.\(rawValue)") }

    /// "30 s", "none".
    func text(of step: Step, _ words: Words) -> String {
        let number = number(in: step)
        if isSeconds { return Script.seconds(number, words) }
        return self == .reps && number == 0 ? words("stepper.none") : words.number(number)
    }

    /// Very large, with its unit small behind it.
    func large(_ number: Int, _ words: Words) -> (value: String, unit: String?) {
        if isSeconds { return number < 120 ? (words.number(number), words("stepper.seconds")) : (words.clock(number), nil) }
        return (self == .reps && number == 0 ? words("stepper.none") : words.number(number), nil)
    }

    /// What the key that leads to a neighbour says.
    func verb(from number: Int, to next: Int, _ words: Words) -> String {
        if self == .reps, next == 0 { return words("stepper.key.noReps") }
        if self == .reps, number == 0 { return words("stage.reps", .number(next)) }
        return next > number ? words("stepper.key.more", .number(next - number)) : words("stepper.key.less", .number(number - next))
    }
}

extension Int {
    fileprivate func clamped(to range: ClosedRange<Int>) -> Int { Swift.min(Swift.max(self, range.lowerBound), range.upperBound) }
    /// Rounded down, below zero too.
    fileprivate func quotient(by divisor: Int) -> Int { self >= 0 ? self / divisor : -((divisor - 1 - self) / divisor) }
}
