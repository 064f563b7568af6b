import Words
import Workouts

/// What there is to say about a segment, in words.
struct Facts {
    let words: Words
    let timeline: Timeline
    let segment: Segment

    /// The step that is worked at, or in rest the one that comes.
    var step: Step { timeline.steps[segment.kind == .rest ? segment.next ?? segment.step : segment.step] }

    var next: Step? { segment.next.map { timeline.steps[$0] } }

    /// "Work", "Rest", "Get ready".
    func word(_ mood: Mood) -> String {
        switch mood {
        case .ready: words("stage.state.getReady")
        case .work: words("stage.state.work")
        case .rest: words("stage.state.rest")
        case .paused: words("stage.state.paused")
        case .done, .paper, .focus: words("stage.state.done")
        }
    }

    /// "30 s"; from a minute up "1:30".
    func length(_ seconds: Int) -> String { seconds < 60 ? words("stage.seconds", .number(seconds)) : words.clock(seconds) }

    /// "0:52", before the Line.
    func elapsed(_ seconds: Int) -> String { words.clock(seconds) }

    /// "−4:38", behind it.
    func remaining(_ seconds: Int) -> String { words("stage.remaining", .text(words.clock(seconds))) }

    /// "Set 2 of 3"; nil with one set.
    var set: String? { step.sets > 1 ? words("stage.set", .number(segment.set), .number(step.sets)) : nil }

    /// "Left side", while a side is worked at.
    var side: String? { segment.side.map { words($0 == .left ? "stage.side.left" : "stage.side.right") } }

    /// "Set 2 of 3, left side", "Set 2 of 3", "Left side" or nil.
    var setAndSide: String? { setAndSide(segment, of: step) }

    private func setAndSide(_ segment: Segment, of step: Step) -> String? {
        switch (step.sets > 1, segment.side) {
        case (true, .left?): words("stage.set.left", .number(segment.set), .number(step.sets))
        case (true, .right?): words("stage.set.right", .number(segment.set), .number(step.sets))
        case (true, nil): words("stage.set", .number(segment.set), .number(step.sets))
        case (false, let side?): words(side == .left ? "stage.side.left" : "stage.side.right")
        case (false, nil): nil
        }
    }

    /// "~20 reps".
    var reps: String? { step.repGuidance.map { words("stage.reps", .number($0)) } }

    /// What is to come of the step: "30 s", "30 s, ~20 reps". While it is worked at: "~20 reps".
    var guidance: String? {
        guard segment.kind != .work else { return reps }
        let length = length(step.workSeconds)
        return reps.map { words("stage.lengthAndReps", .text(length), .text($0)) } ?? length
    }

    /// Under the next name in the last five seconds: the rest that comes first, else what is next about it.
    func beforeNext(_ following: Segment) -> String {
        if following.kind != .work { return words("stage.restFirst", .text(length(following.seconds))) }
        let step = timeline.steps[following.step]
        return setAndSide(following, of: step) ?? length(step.workSeconds)
    }

    /// Two letters that stand for a name in the media region: the first of its first two words, or the first two of its only one.
    /// Empty when the name has neither letters nor digits.
    static func monogram(_ name: String) -> String {
        let parts = name.split { $0.isWhitespace || $0 == "-" }.map { $0.filter { $0.isLetter || $0.isNumber } }.filter { !$0.isEmpty }
        if let first = parts.first?.first, let second = parts.dropFirst().first?.first {
            return (String(first) + String(second)).uppercased()
        }
        guard let only = parts.first, let first = only.first else { return "" }
        return first.uppercased() + only.dropFirst().prefix(1)
    }
}
