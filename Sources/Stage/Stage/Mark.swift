import Canvas

/// Two blocks of work with a rest between them.
enum Mark {
    private static let path = Outline.path("M0 2h9v20H0zM12 11h6v2h-6zM21 2h9v20h-9z")
    private static let box = (width: 30.0, height: 24.0)

    /// Of a mark this high, in u.
    static func width(_ height: Double) -> Double { height * box.width / box.height }

    static func draw(_ drawing: inout Drawing, x: Double, middle: Double, height: Double, _ tint: Tint = .on) {
        let rect = drawing.grid.rect(x: x, y: middle - height / 2, width: width(height), height: height)
        drawing.filled(path.transformed(scale: height * drawing.grid.u / box.height, dx: rect.x, dy: rect.y), tint)
    }
}
