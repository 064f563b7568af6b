extension Shape {
    /// `stepback play ROUTINE`
    static let play = Shape(
        name: "play", operands: .one(place: "place.routine"),
        options: [.panel, .size, .stage, .mute, .out, .store, .config])
}

/// `stepback play ROUTINE`: on the best panel there is; without one, as a film.
enum PlayCommand: Subcommand {
    static let shape = Shape.play

    static func run(_ arguments: Arguments, _ session: Session) throws(CommandError) -> Int32 {
        let routine = try session.routine(at: arguments.operands[0])
        guard let panel = session.panelToPlayOn else {
            try session.film(of: routine, in: arguments.text(.out) ?? "out", .all)
            return ExitCode.done
        }
        try Live(session: session, routine: routine, settings: session.kioskSettings, journalPath: nil).play(on: panel)
        return ExitCode.done
    }
}
