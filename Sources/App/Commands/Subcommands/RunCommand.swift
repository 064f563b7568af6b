extension Shape {
    /// `stepback run`: what the system's service starts.
    static let run = Shape(name: "run", operands: .none, options: [.panel, .size, .stage, .mute, .out, .store, .config])
}
