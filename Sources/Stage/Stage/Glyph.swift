import Canvas
import Workouts

/// A category's sign on the design's grid of 24: filled and stroked shapes. Values: tokens "glyph".
struct Glyph {
    enum Ink: Hashable {
        case filled
        case stroked(Double, Path.Join)
    }

    static let side = 24.0
    static let stroke = 3.0
    /// In rest every fill becomes an outline, and every line is this thin.
    static let restStroke = 0.9

    var parts: [(path: Path, ink: Ink)]

    init(_ category: Category) {
        func line(_ data: String, _ width: Double = Glyph.stroke, _ join: Path.Join = .miter) -> (Path, Ink) {
            (Outline.path(data), .stroked(width, join))
        }
        func shape(_ data: String) -> (Path, Ink) { (Outline.path(data), .filled) }
        func disc(_ x: Double, _ y: Double, _ radius: Double) -> (Path, Ink) { (.circle(x: x, y: y, radius: radius), .filled) }
        parts =
            switch category {
            case .fullBody: [disc(12, 4, 3), line("M4 10.5 12 12.5 20 10.5M12 12v4M12 15 6.5 22M12 15l5.5 7")]
            case .core: [(.circle(x: 12, y: 12, radius: 9.3), .stroked(Glyph.stroke, .miter)), disc(12, 12, 4)]
            case .armsShoulders: [line("M5 12h14"), line("M4 5v14M20 5v14", 5)]
            case .chestBack: [shape("M10.4 2.5v19a9.5 9.5 0 0 1 0-19Z"), line("M14.9 4.4a8 8 0 0 1 0 15.2Z")]
            case .legsGlutes: [line("M3.8 22 12 2.6 20.2 22", 5, .bevel)]
            case .cardio: [line("M1 13h5.2L9.5 4.5 14.5 20 17.6 13H23")]
            case .mobilityStretch: [line("M3.5 20.5a17 17 0 0 1 17-17", 3.4), disc(17.6, 17.6, 3.9)]
            case .balance: [disc(12, 6, 4.5), shape("M12 11.2 21 22H3Z")]
            }
    }
}

extension Drawing {
    /// A glyph in a square of `side` u, its corner at x, y.
    mutating func glyph(_ category: Category, x: Double, y: Double, side: Double, isThin: Bool, _ tint: Tint = .on) {
        let square = grid.rect(x: x, y: y, width: side, height: side)
        let scale = square.height / Glyph.side
        for part in Glyph(category).parts {
            let path = part.path.transformed(scale: scale, dx: square.x, dy: square.y)
            switch part.ink {
            case .filled where !isThin: filled(path, tint)
            case .filled: stroked(path, width: Glyph.restStroke * scale, join: .miter, tint)
            case .stroked(let width, let join): stroked(path, width: (isThin ? Glyph.restStroke : width) * scale, join: join, tint)
            }
        }
    }
}
