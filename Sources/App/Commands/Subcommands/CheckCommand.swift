import Words
import Workouts

/// `stepback check FILE...`: whether routine files can be played, and what is doubtful in them. Changes nothing.
enum CheckCommand: Subcommand {
    static let shape = Shape(name: "check", operands: .many(place: "place.file"), options: [.print, .json, .config])

    static func run(_ arguments: Arguments, _ invocation: Invocation) throws(CommandError) -> Int32 {
        let catalog = try invocation.readCatalog()
        var reports: [[String: Any]] = []
        var areAllPlayable = true
        var texts: [String] = []
        for path in arguments.operands {
            let source = RoutineSource(path: path, catalog: catalog)
            areAllPlayable = areAllPlayable && source.routine != nil
            let text = source.reading?.document.map { RoutineText.text(of: $0, catalog: catalog) }
            if arguments.has(.json) {
                reports.append(report(source, text: arguments.has(.print) ? text : nil, invocation.words))
            } else if arguments.has(.print) {
                for sentence in source.sentences(invocation.words) { invocation.surroundings.warn(sentence) }
                if let text { texts.append(text) }
            } else {
                tell(source, invocation)
            }
        }
        if arguments.has(.json) { invocation.surroundings.write(JSONText.of(["files": reports, "playable": areAllPlayable])) }
        // Exactly as it would be written to a file; readers dropped its control characters.
        if !texts.isEmpty { invocation.surroundings.write(texts.joined(separator: "\n")) }
        return areAllPlayable ? ExitCode.done : ExitCode.failed
    }

    private static func tell(_ source: RoutineSource, _ invocation: Invocation) {
        for sentence in source.sentences(invocation.words) { invocation.surroundings.say(sentence) }
        guard let routine = source.routine else { return }
        let total = invocation.words.clock(Timeline(routine, getReadySeconds: 0).totalSeconds)
        invocation.surroundings.say(
            invocation.words("check.good", .text(source.path), .text(routine.name), .number(routine.steps.count), .text(total)))
    }

    private static func report(_ source: RoutineSource, text: String?, _ words: Words) -> [String: Any] {
        var report: [String: Any] = ["file": source.path, "playable": source.routine != nil]
        if let routine = source.routine {
            report["routine"] = routine.name
            report["steps"] = routine.steps.count
            report["totalSeconds"] = Timeline(routine, getReadySeconds: 0).totalSeconds
        }
        report["text"] = text
        var problems = source.sortedProblems.map { problem in
            var entry: [String: Any] = [
                "severity": problem.severity.rawValue, "what": problem.what.text(words), "remedy": problem.remedy.text(words),
            ]
            entry["line"] = problem.line
            if case .path(let path, _) = problem.place { entry["path"] = path }
            entry["suggestion"] = problem.suggestion
            return entry
        }
        if let refusal = source.refusal {
            problems.append(["severity": "error", "what": refusal.what.text(words), "remedy": refusal.what.fix.text(words)])
        }
        report["problems"] = problems
        return report
    }
}

extension Option {
    fileprivate static let print = Option("print", .flag)
}
