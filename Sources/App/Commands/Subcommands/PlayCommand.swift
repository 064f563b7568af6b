extension Shape {
    /// `stepback play ROUTINE`
    static let play = Shape(
        name: "play", operands: .one(place: "place.routine"),
        options: [.panel, .size, .stage, .mute, .out, .store, .config])
}
