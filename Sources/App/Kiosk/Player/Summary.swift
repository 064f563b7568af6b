import Playback
import Ports
import Stage
import Words
import Workouts

/// After the routine: what was done, and again or not.
struct Summary: Sendable {
    /// For so long keys mean nothing: whoever skipped to the end once too often has asked for no other round.
    static let deafness: Duration = .seconds(1)

    let run: Run
    let since: Instant
    /// What was filed; nil when nothing is kept.
    var session: FinishedSession?
    /// What was said of the routine, to know when its last word is over.
    private(set) var cues: Cues?
    /// Nil: it is still on its way to the disk, or nothing is kept.
    var kept: StoreAnswer.Kept?

    init(run: Run, at now: Instant) {
        self.run = run
        self.since = now
    }

    /// `kept` is nil when the disk let us wait too long.
    init(_ filing: Kiosk.Filing, kept: StoreAnswer.Kept?, at now: Instant) {
        run = filing.run
        since = now
        session = filing.session
        cues = filing.player.cues
        self.kept = kept
    }

    /// From then on keys are meant for it, and no longer for the player.
    var listensFrom: Instant { since + Summary.deafness }

    /// Without an instant: what keys mean once they mean something.
    func use(of key: Key, at now: Instant? = nil, _ words: Words) -> KeyUse? {
        if let now, now < listensFrom { return nil }
        return switch key {
        case .pause: KeyUse(Deed(.finish, .check, words("key.finish")))
        case .skip: KeyUse(Deed(.goAgain, .restart, words("key.goAgain")))
        case .back, .home, .up, .down: nil
        }
    }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        let words = facts.words
        var said = figures(facts).map { $0.value + " " + $0.label }
        // That it is not kept, or not where it should be, is no small print.
        if kept == .nowhere || kept == .locally, let note = note(facts) { said.append(note) }
        let answers = [Key.pause, .skip].compactMap { use(of: $0, words)?.tap?.verb }
        return (title(words), words("question.aloud", .text(words.list(said)), .text(words.list(answers))))
    }

    /// A routine that was ended is called saved only when it is.
    private func title(_ words: Words) -> String {
        if run.wasCompleted { return words("summary.done") }
        guard session != nil else { return words("summary.ended") }
        return switch kept {
        case nil: words("summary.saving")
        case .nowhere: words("saving.notSaved")
        case .inStore, .locally: words("summary.saved")
        }
    }

    private func figures(_ facts: Facts) -> [SummaryPicture.Figure] {
        let words = facts.words
        let steps = run.completedSteps(at: since).count
        var figures: [SummaryPicture.Figure] = [
            .init(value: words.clock(run.active(at: since).floorSeconds), label: words("summary.active")),
            .init(value: words.number(steps), label: words("summary.workouts", .number(steps))),
        ]
        if run.wasCompleted, let session, let records = facts.records {
            if let streak = records.streakDays, streak > 0 {
                figures.append(.init(value: words.number(streak), label: words("summary.streak", .number(streak))))
            }
            let times = records.timesCompleted(session.session.routineID)
            figures.append(.init(value: words.number(times), label: words("summary.times", .number(times))))
        }
        return figures
    }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        return .summary(
            SummaryPicture(
                timeline: run.timeline, isComplete: run.wasCompleted, playedSeconds: run.elapsedSeconds(at: now),
                title: title(words), figures: figures(facts),
                routineName: run.timeline.routineName, note: note(facts), legend: legend))
    }

    private func note(_ facts: Facts) -> String? {
        guard session != nil else { return nil }
        switch kept {
        case nil: return run.wasCompleted ? facts.words("summary.saving") : nil
        case .nowhere: return facts.words("summary.unsaved")
        case .locally where facts.clock?.isKnown ?? false: return facts.words("summary.keptHere")
        case .inStore, .locally:
            guard let seconds = facts.records?.weekSeconds, seconds >= 60 else { return nil }
            return facts.words("summary.week", .text(facts.words.duration(seconds, in: .minutes)))
        }
    }
}
