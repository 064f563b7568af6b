import Words
import Workouts

/// What an editor is answered by its questions.
enum BuilderAnswer: Hashable, Sendable {
    case save
    /// The file stays as it is by now; what was edited here is forgotten.
    case keepFile
    /// Replaces what the file holds by now; nil: it is gone, and is written again.
    case keepMine(fileHolds: [UInt8]?)
    /// What was edited here becomes a routine beside the other.
    case keepBoth
}

extension Question {
    /// BACK was held with changes that are not saved.
    static func leaving(_ draft: RoutineDraft, named name: String?, _ words: Words) -> Question {
        var question = Question.leaving(words)
        let workouts = words("list.workouts", .number(draft.count))
        let total = words.clock(draft.totalSeconds)
        question.line =
            name.map { words("question.leave.routine", .text($0), .text(workouts), .text(total)) }
            ?? words("question.leave.newRoutine", .text(workouts), .text(total))
        guard !draft.isEmpty else { return question }
        question.back = Answer(
            text: words("key.save"), consequence: words("question.leave.saves"), icon: .check, handed: BuilderAnswer.save)
        return question
    }

    /// The file that was to be written is another by now. Nothing is lost by keeping both.
    static func changedElsewhere(_ name: String, fileHolds: [UInt8], _ words: Words) -> Question {
        Question(
            title: words("question.conflict.title"), line: words("question.conflict.line", .text(name)),
            back: Answer(
                text: words("question.conflict.file"), consequence: words("question.conflict.fileHold"), icon: .restart,
                handed: BuilderAnswer.keepFile, isHeld: true),
            pause: Answer(
                text: words("question.conflict.both"), consequence: words("question.conflict.boths"), icon: .check,
                handed: BuilderAnswer.keepBoth),
            skip: Answer(
                text: words("question.conflict.mine"), consequence: words("question.conflict.mines"), icon: .next,
                handed: BuilderAnswer.keepMine(fileHolds: fileHolds)))
    }

    /// The file that was to be written is gone.
    static func removedElsewhere(_ name: String, _ words: Words) -> Question {
        removedElsewhere(line: words("question.gone.line", .text(name)), words)
    }

    /// The same of a plan or a workout.
    static func removedElsewhere(_ words: Words) -> Question { removedElsewhere(line: words("question.gone.edited"), words) }

    /// A workout's file says something else by now of what was changed here.
    static func changedElsewhere(fileHolds: [UInt8], _ words: Words) -> Question {
        Question(
            title: words("question.conflict.title"), line: words("question.conflict.edited"),
            back: Answer(
                text: words("question.conflict.file"), consequence: words("question.conflict.fileHold"), icon: .restart,
                handed: BuilderAnswer.keepFile, isHeld: true),
            pause: Answer(text: words("question.leave.keep"), consequence: words("question.gone.later"), icon: .choose),
            skip: Answer(
                text: words("question.conflict.mine"), consequence: words("question.conflict.mines"), icon: .next,
                handed: BuilderAnswer.keepMine(fileHolds: fileHolds)))
    }

    private static func removedElsewhere(line: String, _ words: Words) -> Question {
        Question(
            title: words("question.gone.title"), line: line,
            back: Answer(
                text: words("question.gone.drop"), consequence: words("question.conflict.fileHold"), icon: .restart,
                handed: BuilderAnswer.keepFile, isHeld: true),
            pause: Answer(
                text: words("question.gone.save"), consequence: words("question.leave.keepHow"), icon: .check,
                handed: BuilderAnswer.keepMine(fileHolds: nil)),
            skip: Answer(text: words("question.leave.keep"), consequence: words("question.gone.later"), icon: .next))
    }
}
