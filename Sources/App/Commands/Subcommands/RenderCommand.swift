import Workouts

extension Shape {
    /// `stepback render ROUTINE --out FOLDER`
    static let render = Shape(
        name: "render", operands: .one(place: "place.routine"),
        options: [.out, .size, .stage, .at, .noFrames, .store, .config])
}

extension Option {
    /// Seconds from the start of get ready.
    static let at = Option("at", .seconds)
    static let noFrames = Option("no-frames", .flag)
}

extension Arguments {
    /// Where to render to: `--out` is the one option that cannot be left out. `--at` and `--no-frames` exclude each other.
    func renderFolder() throws(CommandError) -> String {
        if has(.at), has(.noFrames) { throw Shape.render.wrong("usage.together", "--at", "--no-frames") }
        guard let folder = text(.out) else { throw Shape.render.wrong("usage.outMissing") }
        return folder
    }
}

/// `stepback render ROUTINE --out FOLDER`: the routine as pictures, sound and a timeline.
enum RenderCommand: Subcommand {
    static let shape = Shape.render

    static func run(_ arguments: Arguments, _ invocation: Invocation) throws(CommandError) -> Int32 {
        let folder = try arguments.renderFolder()
        let routine = try invocation.routine(called: arguments.operands[0])
        var frames = Film.Frames.all
        if arguments.has(.noFrames) { frames = .none }
        if let moment = arguments.duration(.at) { frames = .one(at: moment) }
        try invocation.film(of: routine, in: folder, frames)
        return ExitCode.done
    }
}

extension Invocation {
    /// Makes a film and says where it is.
    func film(of routine: Routine, in folder: String, _ frames: Film.Frames) throws(CommandError) {
        let film = Film(routine: routine, settings: kioskSettings, style: style(PanelSizes.usual), words: words, folder: folder)
        let report = try film.make(frames)
        surroundings.say(words("film.made", .text(folder), .text(words.clock(report.seconds)), .number(report.frames)))
    }
}
