import Stage
import Words
import Workouts

/// A routine in words, the same in its detail and in the builder.
enum Script {
    /// Steps and the rests between them, as they will play. The rest after the last step is not played, and not shown.
    static func rows(_ routine: Routine, _ words: Words) -> [ScriptRow] {
        var rows: [ScriptRow] = []
        for (index, step) in routine.steps.enumerated() {
            rows.append(.step(self.step(step, words)))
            if index + 1 < routine.steps.count, step.restAfterSeconds > 0 {
                rows.append(.rest(words("script.rest", .text(seconds(step.restAfterSeconds, words)))))
            }
        }
        return rows
    }

    static func step(_ step: Step, isLifted: Bool = false, _ words: Words) -> ScriptStep {
        ScriptStep(
            name: step.name, timing: timing(step, words), blocks: step.sets * (step.eachSide ? 2 : 1),
            hasSetRest: step.sets > 1 && step.setRestSeconds > 0, eachSide: step.eachSide, isLifted: isLifted)
    }

    /// "30 s × 3, 10 s between, each side, ~20 reps".
    static func timing(_ step: Step, _ words: Words) -> String {
        let work = seconds(step.workSeconds, words)
        var parts = [step.sets > 1 ? words("script.sets", .text(work), .number(step.sets)) : work]
        if step.sets > 1, step.setRestSeconds > 0 { parts.append(words("script.between", .text(seconds(step.setRestSeconds, words)))) }
        if step.eachSide { parts.append(words("script.eachSide")) }
        if let reps = step.repGuidance { parts.append(words("script.reps", .number(reps))) }
        return parts.dropFirst().reduce(parts[0]) { words("list.two", .text($0), .text($1)) }
    }

    /// "30 s", from two minutes "2:00".
    static func seconds(_ seconds: Int, _ words: Words) -> String {
        seconds < 120 ? words("stage.seconds", .number(seconds)) : words.clock(seconds)
    }

    /// The name, the total and what there is to say.
    /// - Parameters:
    ///   - timeline: of the routine, from who has it already.
    ///   - history: ways to say when and how often it was played, longest first.
    static func facts(
        _ routine: Routine, timeline: Timeline? = nil, label: String, history: [Phrase] = [], _ words: Words
    ) -> ScriptFacts {
        let timeline = timeline ?? (routine.steps.isEmpty ? nil : Timeline(routine, getReadySeconds: 0))
        let total = timeline?.totalSeconds ?? 0
        let work = timeline?.segments.reduce(0) { $0 + ($1.kind == .work ? $1.seconds : 0) } ?? 0
        let sets = routine.steps.reduce(0) { $0 + $1.sets }
        var stats: [[Phrase]] = []
        if !routine.steps.isEmpty {
            stats = [
                [Phrase(words("detail.workAndRest", .text(words.clock(work)), .text(words.clock(total - work))))],
                [Phrase(words("detail.workoutsAndSets", .number(routine.steps.count), .number(sets)))],
            ]
        }
        if !history.isEmpty { stats.append(history) }
        return ScriptFacts(label: label, name: routine.name, total: words.clock(total), stats: stats)
    }
}
