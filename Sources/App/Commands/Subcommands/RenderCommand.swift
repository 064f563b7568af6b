import Kiosk
import Workouts

extension Shape {
    /// `stepback render ROUTINE --out FOLDER`, `stepback render --screen NAME --out FOLDER`
    static let render = Shape(
        name: "render", operands: .optional(place: "place.routine"),
        options: [.out, .size, .stage, .at, .noFrames, .screen, .now, .store, .config])
}

extension Option {
    /// Seconds from the start of get ready.
    static let at = Option("at", .seconds)
    static let noFrames = Option("no-frames", .flag)
    /// A screen of the kiosk, or all of them.
    static let screen = Option("screen", .text(place: "place.screen"))
    /// What the wall clock shows on it.
    static let now = Option("now", .text(place: "place.time"))
}

extension Arguments {
    /// One screen, or all.
    fileprivate func screens(named name: String) throws(CommandError) -> [ScreenName] {
        if name == "all" { return ScreenName.allCases }
        if let screen = ScreenName(rawValue: name) { return [screen] }
        let names = ScreenName.allCases.map(\.rawValue) + ["all"]
        let good = names.joined(separator: ", ")
        if let near = NearMiss.of(name, among: names) {
            throw Shape.render.wrong("usage.choiceNear", .text("--screen"), .text(name), .text(good), .text(near))
        }
        throw Shape.render.wrong("usage.choice", .text("--screen"), .text(name), .text(good))
    }

    /// Where to render to: `--out` is the one option that cannot be left out. `--at` and `--no-frames` exclude each other.
    func renderFolder() throws(CommandError) -> String {
        if has(.at), has(.noFrames) { throw Shape.render.wrong("usage.together", "--at", "--no-frames") }
        guard let folder = text(.out) else { throw Shape.render.wrong("usage.outMissing") }
        return folder
    }
}

/// `stepback render ROUTINE --out FOLDER`: the routine as pictures, sound and a timeline. With `--screen`: pictures of the kiosk.
enum RenderCommand: Subcommand {
    static let shape = Shape.render

    static func run(_ arguments: Arguments, _ invocation: Invocation) throws(CommandError) -> Int32 {
        let folder = try arguments.renderFolder()
        if let screen = arguments.text(.screen) {
            if let operand = arguments.operands.first { throw shape.wrong("usage.tooMany", .text(operand)) }
            let screens = try arguments.screens(named: screen)
            try invocation.pictures(of: screens, in: folder, now: try arguments.instant(of: .now))
            return ExitCode.done
        }
        guard !arguments.operands.isEmpty else { throw shape.wrong("usage.missing.render") }
        let routine = try invocation.routine(called: arguments.operands[0])
        var frames = Film.Frames.all
        if arguments.has(.noFrames) { frames = .none }
        if let moment = arguments.duration(.at) { frames = .one(at: moment) }
        try invocation.film(of: routine, in: folder, frames)
        return ExitCode.done
    }
}

extension Invocation {
    /// Makes a film and says where it is. A picture of a time behind its end is refused.
    func film(of routine: Routine, in folder: String, _ frames: Film.Frames) throws(CommandError) {
        let film = Film(
            routine: routine, settings: kioskSettings, style: style(PanelSizes.usual), words: screenWords, spoken: try spokenWords(),
            folder: folder)
        if case .one(let moment) = frames, moment > .seconds(film.seconds) {
            throw Shape.render.wrong("usage.afterEnd", "--at", .text(words.clock(film.seconds)))
        }
        let report = try film.make(frames)
        surroundings.say(words("film.made", .text(folder), .text(words.clock(report.seconds)), .number(report.frames)))
        if report.lacksVoice { for line in Finding.noVoice(for: voiceLanguage).lines(words) { surroundings.warn(line) } }
    }
}
