import Kiosk

extension Shape {
    /// `stepback play ROUTINE`
    static let play = Shape(
        name: "play", operands: .one(place: "place.routine"),
        options: [.panel, .size, .stage, .mute, .out, .store, .config])
}

/// `stepback play ROUTINE`: on the best panel there is; without one, as a film.
enum PlayCommand: Subcommand {
    static let shape = Shape.play

    static func run(_ arguments: Arguments, _ invocation: Invocation) throws(CommandError) -> Int32 {
        let routine = try invocation.routine(called: arguments.operands[0])
        guard let panel = invocation.panelToPlayOn else {
            try invocation.film(of: routine, in: arguments.text(.out) ?? "out", .all)
            return ExitCode.done
        }
        let kiosk = Kiosk(
            routine: routine, settings: invocation.kioskSettings, words: invocation.screenWords, spoken: try invocation.spokenWords())
        try Live(invocation: invocation, kiosk: kiosk).play(on: panel)
        return ExitCode.done
    }
}
