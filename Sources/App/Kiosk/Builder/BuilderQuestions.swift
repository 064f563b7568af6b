import Playback
import Ports
import Stage
import Words
import Workouts

/// BACK was held with changes that are not saved.
struct LeaveQuestion: Place {
    enum Answer: Hashable, Sendable { case save, discard }

    private let name: String?
    private let count: Int
    private let totalSeconds: Int

    init(_ draft: RoutineDraft, isNew: Bool) {
        name = isNew ? nil : draft.name
        count = draft.count
        totalSeconds = draft.totalSeconds
    }

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let words = facts.words
        switch key {
        case .back: return count > 0 ? KeyUse(Deed(.answerBack, .check, words("question.leave.save"))) : nil
        case .pause: return KeyUse(Deed(.answerPause, .choose, words("question.leave.stay")))
        case .skip:
            let discard = Deed(.answerSkip, .stop, words("question.leave.discard"))
            return KeyUse(nil, hold: .init(deed: discard, note: words("question.leave.discardHold"), length: facts.settings.holdToEnd))
        case .home, .up, .down: return nil
        }
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        switch act {
        case .answerBack: [.hand(Answer.save)]
        case .answerPause: [.close]
        case .answerSkip: [.hand(Answer.discard)]
        default: []
        }
    }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        let workouts = words("list.workouts", .number(count))
        let total = words.clock(totalSeconds)
        let line =
            name.map { words("question.leave.line", .text($0), .text(workouts), .text(total)) }
            ?? words("question.leave.lineNew", .text(workouts), .text(total))
        return .question(
            QuestionPicture(
                title: words("question.leave.title"), line: line, timeline: nil, elapsedSeconds: 0,
                back: count > 0 ? .init(text: words("question.leave.save"), consequence: words("question.leave.saves"), icon: .check) : nil,
                pause: .init(text: words("question.leave.stay"), consequence: words("question.leave.stays"), icon: .choose),
                skip: .init(
                    text: words("question.leave.discard"), consequence: words("question.leave.discardHold"), icon: .stop,
                    holdFraction: legend.holding == .skip ? legend.holdFraction : nil),
                isPaused: false))
    }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) { (facts.words("question.leave.title"), "") }
}

/// The file that was to be written has been changed, or removed, by somebody else since it was read.
struct ConflictQuestion: Place {
    enum Answer: Hashable, Sendable {
        /// What was edited here is forgotten.
        case keepFile
        case keepMine(fileHolds: [UInt8]?)
        /// What was edited here becomes a routine beside the other.
        case keepBoth
        case stay
    }

    let name: String
    /// Nil: it is gone.
    let fileHolds: [UInt8]?

    private var isGone: Bool { fileHolds == nil }

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let words = facts.words
        switch key {
        case .back:
            let drop = Deed(.answerBack, .restart, words(isGone ? "question.gone.drop" : "question.conflict.file"))
            return KeyUse(nil, hold: .init(deed: drop, note: words("question.conflict.fileHold"), length: facts.settings.holdToEnd))
        case .pause: return KeyUse(Deed(.answerPause, .check, words(isGone ? "question.gone.save" : "question.conflict.both")))
        case .skip: return KeyUse(Deed(.answerSkip, .next, words(isGone ? "question.leave.stay" : "question.conflict.mine")))
        case .home, .up, .down: return nil
        }
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        switch act {
        case .answerBack: [.hand(Answer.keepFile)]
        case .answerPause: [.hand(isGone ? Answer.keepMine(fileHolds: nil) : .keepBoth)]
        case .answerSkip: [.hand(isGone ? Answer.stay : .keepMine(fileHolds: fileHolds))]
        default: []
        }
    }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        let back = words(isGone ? "question.gone.drop" : "question.conflict.file")
        let pause = words(isGone ? "question.gone.save" : "question.conflict.both")
        let skip = words(isGone ? "question.leave.stay" : "question.conflict.mine")
        return .question(
            QuestionPicture(
                title: words(isGone ? "question.gone.title" : "question.conflict.title"),
                line: isGone ? words("question.gone.line", .text(name)) : words("question.conflict.line", .text(name)),
                timeline: nil, elapsedSeconds: 0,
                back: .init(
                    text: back, consequence: words("question.conflict.fileHold"), icon: .restart,
                    holdFraction: legend.holding == .back ? legend.holdFraction : nil),
                pause: .init(
                    text: pause, consequence: words(isGone ? "question.gone.saves" : "question.conflict.boths"), icon: .check),
                skip: .init(
                    text: skip, consequence: words(isGone ? "question.leave.stays" : "question.conflict.mines"), icon: .next),
                isPaused: false))
    }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        (facts.words(isGone ? "question.gone.title" : "question.conflict.title"), "")
    }
}
