import Store

extension Shape {
    /// `stepback run`: what the system's service starts.
    static let run = Shape(name: "run", operands: .none, options: [.panel, .size, .stage, .mute, .out, .store, .config])
}

/// `stepback run`: plays the sample, and goes on after a crash from where it was.
enum RunCommand: Subcommand {
    static let shape = Shape.run

    static func run(_ arguments: Arguments, _ invocation: Invocation) throws(CommandError) -> Int32 {
        let routine = try invocation.routine(at: try invocation.resources.path(of: "routines/morning-core.routine"))
        guard let panel = invocation.panelToPlayOn else {
            try invocation.film(of: routine, in: arguments.text(.out) ?? "out", .all)
            return ExitCode.done
        }
        var settings = invocation.kioskSettings
        settings.leavesAfterSummary = false
        let state = LocalState(invocation.surroundings.variables)
        settings.bootID = state.bootID
        let journalPath = state.folder.map { "\($0)/journal.json" }
        try Live(invocation: invocation, routine: routine, settings: settings, journalPath: journalPath).play(on: panel)
        return ExitCode.done
    }
}
