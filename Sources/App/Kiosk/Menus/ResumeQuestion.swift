import Playback
import Ports
import Stage
import Words
import Workouts

/// A play was left behind: on with it, keep what was done, or forget it.
struct ResumeQuestion: Place {
    let entry: JournalEntry
    /// Stopped where the journal last saw it.
    let run: Run

    init(entry: JournalEntry, run: Run) {
        var run = run
        run.pause(at: entry.written)
        self.entry = entry
        self.run = run
    }

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let words = facts.words
        switch key {
        case .back:
            let discard = Deed(.answerBack, .restart, words("question.resume.discard"))
            return KeyUse(
                nil,
                hold: .init(
                    deed: discard, note: words("question.resume.discardHold"), length: facts.settings.holdToEnd, isDeliberate: true))
        case .pause: return KeyUse(Deed(.answerPause, .play, words("question.resume.resume")))
        case .skip: return KeyUse(Deed(.answerSkip, .next, words("question.resume.save")))
        case .home, .up, .down: return nil
        }
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        switch act {
        case .answerBack: [.discardLeftover]
        case .answerPause: [.resumeLeftover]
        case .answerSkip: [.saveLeftover]
        default: []
        }
    }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        let elapsed = run.elapsedSeconds(at: entry.written)
        let left = words.clock(run.timeline.totalSeconds - elapsed)
        return .question(
            QuestionPicture(
                title: words("question.resume.title"), line: line(facts, at: now), timeline: run.timeline, elapsedSeconds: elapsed,
                remaining: words("question.resume.left", .text(left)),
                back: .init(
                    text: words("question.resume.discard"), consequence: words("question.resume.discardHold"), icon: .restart,
                    holdFraction: legend.holding == .back ? legend.holdFraction : nil),
                pause: .init(text: words("question.resume.resume"), consequence: words("question.resume.resumeHow"), icon: .play),
                skip: .init(
                    text: words("question.resume.save"),
                    consequence: words("question.end.keeps", .text(words.clock(run.active(at: entry.written).floorSeconds))), icon: .next),
                isPaused: false))
    }

    /// "Morning core stopped 8 minutes ago in Bridge, set 2 of 3." How long ago is said only by a clock that is known to be right.
    private func line(_ facts: Facts, at now: Instant?) -> String {
        let words = facts.words
        let segment = run.timeline.segments[run.segment(at: entry.written)]
        let step = run.timeline.steps[segment.step]
        let place =
            step.sets > 1
            ? words("question.resume.inSet", .text(step.name), .number(segment.set), .number(step.sets))
            : words("question.resume.inStep", .text(step.name))
        guard let seconds = now.flatMap(facts.knownSeconds), let clock = entry.clock, clock.isKnown else {
            return words("question.resume.line", .text(run.timeline.routineName), .text(place))
        }
        let since = seconds - clock.seconds(at: entry.written)
        guard since >= 60 else { return words("question.resume.line", .text(run.timeline.routineName), .text(place)) }
        let ago = words.agoInSentence(seconds: since)
        return words("question.resume.lineAgo", .text(run.timeline.routineName), .text(ago), .text(place))
    }

    func nextChange(after now: Instant) -> Instant? { nil }

    /// Without how long ago, which would change while it is said.
    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        let words = facts.words
        let answers = [Key.back, .pause, .skip].compactMap { use(of: $0, facts) }.compactMap { ($0.tap ?? $0.hold?.deed)?.verb }
        return (
            words("question.resume.title"), words("question.aloud", .text(line(facts, at: nil)), .text(words.list(answers)))
        )
    }
}
