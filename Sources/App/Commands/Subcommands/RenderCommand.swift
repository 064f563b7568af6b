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
