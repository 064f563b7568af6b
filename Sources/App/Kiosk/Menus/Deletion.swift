import Playback
import Ports
import Stage
import Words

/// Asks before a file goes. Only what was asked about is deleted: the file is read for that, and one that holds anything else by then is
/// asked about anew, under the name that it has now.
struct Deletion: Place {
    /// What is asked about.
    struct Subject: Sendable {
        /// Of the file, below the store.
        var path: String
        var name: String
        /// What else comes of it.
        var line: String
        /// What the answer does, in a few words; may be empty.
        var consequence = ""
        /// Whether a file's bytes still say what is asked about, and what is called what they say; a name of nil: nobody can read it.
        var look: @Sendable (_ bytes: [UInt8], Facts) -> (isSame: Bool, name: String?)
    }

    private let subject: Subject
    private let ticket: Int
    private var question: Question
    /// What the file held when it was asked about.
    private var bytes: [UInt8]?
    /// Yes was said: before the file was read, or it is on its way to the disk.
    private var isMeant = false
    private var isUnderWay = false

    /// The moves that ask.
    static func asking(_ subject: Subject, _ words: Words, at now: Instant) -> [Move] {
        [.open(Deletion(subject, words, ticket: now.ticket)), .store(.read(path: subject.path, ticket: now.ticket))]
    }

    init(_ subject: Subject, _ words: Words, ticket: Int) {
        self.subject = subject
        self.ticket = ticket
        question = Question(title: words("question.delete", .text(subject.name)), line: subject.line, pause: nil)
        offerAnswers(words)
    }

    private mutating func offerAnswers(_ words: Words) {
        question.pause = .init(text: words("question.delete.keep"), consequence: "", icon: .choose)
        question.skip = .init(text: words("question.delete.delete"), consequence: subject.consequence, icon: .next)
    }

    func use(of key: Key, _ facts: Facts) -> KeyUse? { question.use(of: key, facts) }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        switch act {
        case .answerPause: return [.close]
        case .answerSkip:
            isMeant = true
            return delete(facts.words)
        default: return []
        }
    }

    private mutating func delete(_ words: Words) -> [Move] {
        guard isMeant, !isUnderWay, let bytes else { return [] }
        isUnderWay = true
        // Now there is nothing to keep any more; on a disk that hangs one may go on.
        (question.pause, question.skip) = (.understood(words), nil)
        return [.store(.edit(StoreEdit(path: subject.path, bytes: nil, expecting: bytes), ticket: ticket))]
    }

    mutating func hear(_ answer: StoreAnswer, _ facts: Facts) -> [Move] {
        switch answer {
        // Somebody else was quicker.
        case .contents(nil, ticket), .conflict(nil, ticket), .written(_, ticket): return [.close]
        case .contents(let found?, ticket):
            bytes = found
            let seen = subject.look(found, facts)
            if seen.isSame { return delete(facts.words) }
            askAnew(seen.name, facts.words)
            return []
        case .conflict(let found?, ticket):
            bytes = found
            askAnew(subject.look(found, facts).name, facts.words)
            return []
        case .failed(let fault, ticket): return [.become(Question.notDone(fault, facts.words))]
        default: return []
        }
    }

    private mutating func askAnew(_ name: String?, _ words: Words) {
        (isMeant, isUnderWay) = (false, false)
        question.title = words("question.delete", .text(name ?? subject.path))
        question.line = words("question.delete.changed")
        offerAnswers(words)
    }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture { question.picture(facts, legend, at: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) { question.aloud(facts) }
}
