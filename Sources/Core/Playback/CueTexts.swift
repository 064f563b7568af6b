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
    let words: Words
    let settings: CueSettings

    init(timeline: Timeline, settings: CueSettings, words: Words) {
        (self.timeline, self.settings, self.words) = (timeline, settings, words)
    }

    /// What a segment's start says.
    func opening(_ index: Int) -> [Line] {
        let segment = timeline.segments[index]
        switch segment.kind {
        case .getReady:
            let first = timeline.steps[segment.step].name
            return [line("cue.getReady", .text(first)), line("cue.first", .text(first)), line("cue.name", .text(first))]
        case .work: return work(segment)
        case .setRest: return [line("cue.rest")]
        case .rest:
            guard let next = segment.next.map({ timeline.steps[$0].name }) else { return [line("cue.rest")] }
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
        let nameAlone = line("cue.name", .text(step.name))
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

    private func join(_ name: String, _ sentences: [String]) -> Line {
        guard !sentences.isEmpty else { return line("cue.name", .text(name)) }
        return sentences.reduce(line("cue.nameSentence", .text(name))) {
            Line(text: words("cue.join", .text($0.text), .text($1)), voice: $0.voice)
        }
    }
}
