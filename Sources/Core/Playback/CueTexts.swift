import Words
import Workouts

/// The spoken lines, longest form first. Whole sentences from the String Catalog, joined as the catalog joins sentences.
struct CueTexts: Sendable {
    let timeline: Timeline
    let words: Words

    /// What a segment's start says.
    func opening(_ index: Int) -> [String] {
        let segment = timeline.segments[index]
        switch segment.kind {
        case .getReady:
            let first = timeline.steps[segment.step].name
            return [words("cue.getReady", .text(first)), words("cue.name", .text(first))]
        case .work: return work(segment)
        case .setRest: return [words("cue.rest")]
        case .rest:
            guard let next = segment.next.map({ timeline.steps[$0].name }) else { return [words("cue.rest")] }
            return [words("cue.restNext", .text(next)), words("cue.next", .text(next)), words("cue.rest")]
        }
    }

    var halfway: String { words("cue.halfway") }
    var paused: String { words("cue.paused") }
    var resuming: String { words("cue.resuming") }
    var done: [String] { [words("cue.doneRoutine", .text(timeline.routineName)), words("cue.done")] }

    private func work(_ segment: Segment) -> [String] {
        let step = timeline.steps[segment.step]
        let nameAlone = words("cue.name", .text(step.name))
        var sentences: [String] = []
        if step.sets > 1 {
            sentences.append(
                segment.set == step.sets ? words("cue.lastSet") : words("cue.set", .number(segment.set), .number(step.sets)))
        }
        let side = segment.side.map { words($0 == .left ? "cue.side.left" : "cue.side.right") }
        if let side { sentences.append(side) }
        let nameAndSet = join(step.name, sentences)
        var forms = [nameAndSet]
        if let reps = step.repGuidance, segment.set == 1, segment.side != .right {
            forms.insert(join(step.name, sentences + [words("cue.reps", .number(reps))]), at: 0)
        }
        // Which side it is cannot be guessed from the name: it goes last.
        if let side, sentences.count > 1 { forms.append(join(step.name, [side])) }
        if forms.last != nameAlone { forms.append(nameAlone) }
        return forms
    }

    private func join(_ name: String, _ sentences: [String]) -> String {
        guard !sentences.isEmpty else { return words("cue.name", .text(name)) }
        return sentences.reduce(words("cue.nameSentence", .text(name))) { words("cue.join", .text($0), .text($1)) }
    }
}
