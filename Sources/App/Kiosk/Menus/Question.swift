import Playback
import Ports
import Stage
import Words

/// Up to three answers over the three keys. The safe one is the middle one; what destroys is never over the key that asked, and
/// forgetting something has to be held.
struct Question: Place {
    struct Answer: Sendable {
        var text: String
        /// What comes of it, in a few words; may be empty.
        var consequence: String
        var icon: KeyCell.Icon
        /// Carried out once the question is gone.
        var moves: [Move] = []
        /// Given to the screen that asked, in the place of moves.
        var handed: (any Sendable)?
        /// It takes as long a hold as ending a routine.
        var isHeld = false
    }

    var title: String
    var line: String
    var back: Answer?
    var pause: Answer?
    var skip: Answer?

    init(title: String, line: String, back: Answer? = nil, pause: Answer?, skip: Answer? = nil) {
        self.title = title
        self.line = line
        self.back = back
        self.pause = pause
        self.skip = skip
    }

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        func use(_ act: Act, _ answer: Answer?) -> KeyUse? {
            guard let answer else { return nil }
            let deed = Deed(act, answer.icon, answer.text)
            guard answer.isHeld else { return KeyUse(deed) }
            return KeyUse(nil, hold: .init(deed: deed, note: answer.consequence, length: facts.settings.holdToEnd, isDeliberate: true))
        }
        switch key {
        case .back: return use(.answerBack, back)
        case .pause: return use(.answerPause, pause)
        case .skip: return use(.answerSkip, skip)
        case .home, .up, .down: return nil
        }
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        switch act {
        case .answerBack: follow(back)
        case .answerPause: follow(pause)
        case .answerSkip: follow(skip)
        default: []
        }
    }

    private func follow(_ answer: Answer?) -> [Move] { answer?.handed.map { [.hand($0)] } ?? [.close] + (answer?.moves ?? []) }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        func shown(_ key: Key, _ answer: Answer?) -> QuestionPicture.Answer? {
            answer.map {
                .init(
                    text: $0.text, consequence: $0.consequence, icon: $0.icon,
                    holdFraction: $0.isHeld && legend.holding == key ? legend.holdFraction : nil)
            }
        }
        return .question(
            QuestionPicture(
                title: title, line: line, timeline: nil, elapsedSeconds: 0, back: shown(.back, back), pause: shown(.pause, pause),
                skip: shown(.skip, skip), isPaused: false))
    }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        let answers = [back, pause, skip].compactMap { $0?.text }
        return (title, facts.words("question.aloud", .text(line), .text(facts.words.list(answers))))
    }
}

extension Question {
    /// The store did not do what it was asked, and there is nothing on the screen to try it with again: a deletion, a restoring, an edit
    /// whose screen was left.
    static func notDone(_ fault: StoreAnswer.Fault, _ words: Words) -> Question {
        let line =
            switch fault {
            case .missing: words("saving.undone.missing")
            case .readOnly: words("saving.undone.readOnly")
            case .full: words("saving.undone.full")
            case .other(let sentence): words("saving.undone.other", .text(sentence))
            }
        return Question(title: words("saving.notDone"), line: line, pause: .understood(words))
    }

    /// The store did not take an edit. What was edited is still on the screen below.
    static func notSaved(_ fault: StoreAnswer.Fault, _ words: Words) -> Question {
        let line =
            switch fault {
            case .missing: words("saving.fault.missing")
            case .readOnly: words("saving.fault.readOnly")
            case .full: words("saving.fault.full")
            case .other(let sentence): words("saving.fault.other", .text(sentence))
            }
        return Question(title: words("saving.notSaved"), line: line, pause: .understood(words))
    }

    /// The file was changed elsewhere, to something that cannot be edited.
    static func unreadable(_ words: Words) -> Question {
        Question(title: words("saving.notSaved"), line: words("saving.unreadable"), pause: .understood(words))
    }

    /// An edit is about to be lost.
    static func leaving(_ words: Words) -> Question {
        Question(
            title: words("question.leave.title"), line: words("question.leave.line"),
            pause: Answer(text: words("question.leave.keep"), consequence: words("question.leave.keepHow"), icon: .choose),
            skip: Answer(
                text: words("question.leave.discard"), consequence: words("question.leave.discardHold"), icon: .stop, moves: [.close],
                isHeld: true))
    }
}

extension Question.Answer {
    /// The only answer to what can only be read.
    static func understood(_ words: Words) -> Question.Answer {
        Question.Answer(text: words("question.understood"), consequence: "", icon: .check)
    }
}
