import Playback
import Ports
import Stage
import Words
import Workouts

extension Player {
    func picture(at now: Instant, ring: (key: Key, ramp: Ramp)?, notices: [String], words: Words) -> Picture {
        if isAskingToEnd { return .question(endQuestion(at: now, words: words)) }
        let index = run.segment(at: now)
        let secondsLeft = run.secondsLeft(at: now)
        let seconds = run.timeline.segments[index].seconds
        let mode: PlayerPicture.Mode
        let wipe: Double
        switch run.motion {
        case .running(let zero):
            mode = .running
            let digit = zero + .seconds(max(.zero, now - zero).floorSeconds)
            wipe =
                settings.reducedMotion
                ? Wipe.settled(secondsLeft: secondsLeft, of: seconds)
                : Wipe.share(secondsLeft: secondsLeft, of: seconds, since: digit, at: now)
        case .leadIn(let began, _, let length):
            mode = .leadIn(digit: min(max(1, (began + length - now).ceilSeconds), length.ceilSeconds))
            wipe = Wipe.settled(secondsLeft: secondsLeft, of: seconds)
        case .paused, .finished:
            mode = .paused
            wipe = 0
        }
        let shift = BurnIn.shift(state: index * 2 + (mode == .paused ? 1 : 0))
        return .player(
            PlayerPicture(
                timeline: run.timeline, segment: index, mode: mode, secondsLeft: secondsLeft, elapsedSeconds: run.elapsedSeconds(at: now),
                wipe: wipe, legend: strip(mode, at: now, ring: ring, words: words), breath: breath(mode, at: now), shiftX: shift.x,
                shiftY: shift.y, notices: notices))
    }

    private func breath(_ mode: PlayerPicture.Mode, at now: Instant) -> Double {
        guard mode == .paused, !settings.reducedMotion, let pausedSince else { return 1 }
        return Breath.opacity(since: pausedSince, at: now)
    }

    /// Derived from what the keys would do. Shown for four seconds after a press, and while paused; never in the lead-in, but for a ring.
    private func strip(_ mode: PlayerPicture.Mode, at now: Instant, ring: (key: Key, ramp: Ramp)?, words: Words) -> Legend? {
        var opacity =
            mode == .paused ? 1 : legend.map { settings.reducedMotion ? ($0.opacity(at: now) > 0 ? 1 : 0) : $0.opacity(at: now) } ?? 0
        if case .leadIn = mode { opacity = 0 }
        if let ring, now >= ring.ramp.start { opacity = 1 }
        guard opacity > 0 else { return nil }
        return Legend(words, ring: ring, opacity: opacity, at: now) { use(of: $0, at: now, words) }
    }

    /// Only the question is read: all else the routine says by itself.
    func aloud(_ words: Words) -> (screen: String, focus: String)? {
        guard isAskingToEnd, let since = pausedSince else { return nil }
        let question = endQuestion(at: since, words: words)
        let answers = [question.pause, question.skip].compactMap { $0?.text }
        return (question.title, words("question.aloud", .text(question.line), .text(words.list(answers))))
    }

    private func endQuestion(at now: Instant, words: Words) -> QuestionPicture {
        let segment = run.timeline.segments[run.segment(at: now)]
        let elapsed = run.elapsedSeconds(at: now)
        let left = words("question.end.left", .text(length(run.secondsLeft(at: now), words)), .text(name(of: segment, words)))
        let active = run.active(at: now).floorSeconds
        return QuestionPicture(
            title: words("question.end.title"),
            line: words(
                "question.end.line", .text(run.timeline.routineName), .text(words.clock(min(elapsed, active))),
                .text(words.clock(run.timeline.totalSeconds))),
            timeline: run.timeline, elapsedSeconds: elapsed, back: nil,
            pause: .init(text: words("question.end.keepGoing"), consequence: left, icon: .play),
            skip: endKeeps
                ? .init(text: words("question.end.save"), consequence: words("question.end.keeps", .text(words.clock(active))), icon: .next)
                : .init(text: words("key.end"), consequence: "", icon: .next),
            isPaused: true)
    }

    /// "18 s", "1:23".
    private func length(_ seconds: Int, _ words: Words) -> String {
        seconds < 60 ? words("stage.seconds", .number(seconds)) : words.clock(seconds)
    }

    private func name(of segment: Segment, _ words: Words) -> String {
        switch segment.kind {
        case .getReady: words("stage.state.getReady")
        case .work: run.timeline.steps[segment.step].name
        case .setRest, .rest: words("stage.state.rest")
        }
    }
}

/// The whole stage moves by two pixels at state changes, so that nothing stands on the same ones for years.
enum BurnIn {
    private static let path: [(x: Int, y: Int)] = [(0, 0), (2, 0), (2, 2), (0, 2), (-2, 2), (-2, 0), (-2, -2), (0, -2), (2, -2)]

    static func shift(state: Int) -> (x: Int, y: Int) { path[state % path.count] }
}
