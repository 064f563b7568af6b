import Words
import Workouts

/// The spoken lines, longest form first. Whole sentences from the String Catalog, joined as the catalog joins sentences. A class, as it never
/// changes and is part of each player that is copied.
final class CueTexts: Sendable {
    /// A line and what speaks it.
    struct Line: Hashable, Sendable {
        var text: String
        /// The voice of the language that the line is in.
        var voice: String
    }

    let timeline: Timeline
    let settings: CueSettings
    /// Of the language that is spoken.
    private let words: Words
    /// Of each step, as it is called in that language.
    private let names: [String]

    init(timeline: Timeline, settings: CueSettings, words: Words, spoken: Words?) {
        (self.timeline, self.settings, self.words) = (timeline, settings, spoken ?? words)
        names = timeline.steps.map { step in
            // One that the person named differently is called that in every language.
            guard let spoken, let key = step.workoutID.map(Workout.nameKey), words(key) == step.name else { return step.name }
            return spoken(key)
        }
    }

    /// What a segment's start says.
    func opening(_ index: Int) -> [Line] {
        let segment = timeline.segments[index]
        switch segment.kind {
        case .getReady:
            let first = names[segment.step]
            return [line("cue.getReady", .text(first)), line("cue.first", .text(first)), line("cue.name", .text(first))]
        case .work: return work(segment)
        case .setRest: return [line("cue.rest")]
        case .rest:
            guard let next = segment.next.map({ names[$0] }) else { return [line("cue.rest")] }
            return [line("cue.restNext", .text(next)), line("cue.next", .text(next)), line("cue.rest")]
        }
    }

    var halfway: Line { line("cue.halfway") }
    var paused: Line { line("cue.paused") }
    var resuming: Line { line("cue.resuming") }
    var done: [Line] { [line("cue.doneRoutine", .text(timeline.routineName)), line("cue.done")] }

    private func line(_ key: String, _ arguments: Words.Argument...) -> Line {
        let text = words(key, arguments: arguments)
        return Line(text: text, voice: words.voice(of: key, reading: text))
    }

    private func work(_ segment: Segment) -> [Line] {
        let step = timeline.steps[segment.step]
        let name = names[segment.step]
        let nameAlone = line("cue.name", .text(name))
        var sentences: [String] = []
        if step.sets > 1 {
            sentences.append(
                segment.set == step.sets ? words("cue.lastSet") : words("cue.set", .number(segment.set), .number(step.sets)))
        }
        let side = segment.side.map { words($0 == .left ? "cue.side.left" : "cue.side.right") }
        if let side { sentences.append(side) }
        let nameAndSet = join(name, sentences)
        var forms = [nameAndSet]
        if let reps = step.repGuidance, segment.set == 1, segment.side != .right {
            forms.insert(join(name, sentences + [words("cue.reps", .number(reps))]), at: 0)
        }
        // Which side it is cannot be guessed from the name: it goes last.
        if let side, sentences.count > 1 { forms.append(join(name, [side])) }
        if forms.last != nameAlone { forms.append(nameAlone) }
        return forms
    }

    private func join(_ name: String, _ sentences: [String]) -> Line {
        guard !sentences.isEmpty else { return line("cue.name", .text(name)) }
        return sentences.reduce(line("cue.nameSentence", .text(name))) {
            Line(text: words("cue.join", .text($0.text), .text($1)), voice: $0.voice)
        }
    }
}
