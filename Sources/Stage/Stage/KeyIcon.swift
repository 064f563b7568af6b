import Canvas

extension KeyCell.Icon {
    /// Filled, on a grid of 24. Values: tokens "keyIcon".
    var path: Path {
        switch self {
        case .up: Outline.path("M12 5 21 19H3Z")
        case .down: Outline.path("M12 19 3 5h18Z")
        case .left: Outline.path("M4.5 12 18.5 3v18Z")
        case .right: Outline.path("M19.5 12 5.5 21V3Z")
        case .play, .again: Outline.path("M20.5 12 5 21.5v-19Z")
        case .choose: .circle(x: 12, y: 12, radius: 8)
        case .pause: Outline.path("M4.5 3h5.4v18H4.5zM14.1 3h5.4v18h-5.4z")
        case .restart: Outline.path("M3 3.5h4v17H3zM21 3.5v17L8.5 12Z")
        case .next: Outline.path("M17 3.5h4v17h-4zM3 3.5v17L15.5 12Z")
        case .plus: Outline.path("M9.8 2.5h4.4v7.3h7.3v4.4h-7.3v7.3H9.8v-7.3H2.5V9.8h7.3z")
        case .minus: Outline.path("M2.5 9.8h19v4.4h-19z")
        case .stop: Outline.path("M4 4h16v16H4z")
        case .check: Outline.path("m3 12.6 3.2-3.2 4 4L18 4.6l3 3.2-10.8 12z")
        case .tab: Outline.path("M16.5 12 3 21V3ZM18 3h3.6v18H18z")
        }
    }
}

/// The circle that stands for a hardware button. Shares are of the circle's inside. Values: tokens "keycap".
enum Keycap {
    /// The border, of a keycap 6.4t wide, in t.
    static let stroke = 0.42
    static let iconShare = 0.45
    static let ringShare = 1.52
    static let ringStrokeShare = 0.18
}

extension Drawing {
    /// A keycap around a centre, `diameter` wide, all in u.
    mutating func keycap(
        _ icon: KeyCell.Icon?, x: Double, y: Double, diameter: Double, held: Double?, on: Tint, field: Tint, ring: Tint
    ) {
        let square = grid.rect(x: x - diameter / 2, y: y - diameter / 2, width: diameter, height: diameter)
        let (centerX, centerY) = (square.x + square.width / 2, square.y + square.height / 2)
        let stroke = Keycap.stroke * grid.t * grid.u
        let inside = diameter * grid.u - 2 * stroke
        if held != nil {
            filled(.circle(x: centerX, y: centerY, radius: diameter * grid.u / 2), on)
        } else {
            stroked(.circle(x: centerX, y: centerY, radius: (diameter * grid.u - stroke) / 2), width: stroke, join: .miter, on)
        }
        if let icon {
            let side = inside * Keycap.iconShare
            filled(
                icon.path.transformed(scale: side / Glyph.side, dx: centerX - side / 2, dy: centerY - side / 2),
                held == nil ? on : field)
        }
        if let held, held > 0 {
            let width = inside * Keycap.ringStrokeShare
            // From the top, clockwise. The middle of the stroke keeps the outer edge at the ring's share.
            let radius = inside * Keycap.ringShare * 0.45
            let arc = Path.Element.arc(
                centerX: centerX, centerY: centerY, radius: radius, from: -.pi / 2, to: (2 * min(held, 1) - 0.5) * .pi)
            stroked(Path([.move(x: centerX, y: centerY - radius), arc]), width: width, join: .miter, ring)
        }
    }
}
