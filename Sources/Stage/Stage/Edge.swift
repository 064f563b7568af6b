import Canvas

/// In the dark room the state is in the edge: a thick frame is work, a thin one rest, brackets get ready, two bars paused.
enum Edge {
    /// In u.
    static func thickness(_ mood: Mood) -> Double {
        switch mood {
        case .work, .paused: 2.6
        case .rest: 0.7
        case .ready: 1.6
        case .done, .paper, .focus: 0
        }
    }

    private static let bracketArm = 14.0

    static func pieces(_ mood: Mood, _ grid: Grid) -> [Piece] {
        var drawing = Drawing(grid)
        let thick = thickness(mood)
        // Without an inset the edge reaches past the panel, so that no shift against burn-in lays the field bare beside it.
        let over = grid.insetX == 0 ? 4 / grid.u : 0
        let (width, height) = (grid.width, grid.height)
        func horizontal(_ x: Double, _ length: Double) {
            drawing.fill(x: x, y: -over, width: length, height: thick + over)
            drawing.fill(x: x, y: height - thick, width: length, height: thick + over)
        }
        func vertical(_ y: Double, _ length: Double) {
            drawing.fill(x: -over, y: y, width: thick + over, height: length)
            drawing.fill(x: width - thick, y: y, width: thick + over, height: length)
        }
        switch mood {
        case .work, .rest:
            horizontal(-over, width + 2 * over)
            vertical(thick, height - 2 * thick)
        case .paused: vertical(-over, height + 2 * over)
        case .ready:
            for x in [-over, width - bracketArm] { horizontal(x, bracketArm + over) }
            for y in [thick, height - bracketArm] { vertical(y, bracketArm - thick) }
        case .done, .paper, .focus: break
        }
        return drawing.pieces
    }

    /// Where the incoming field begins, its own edge; it belongs to that field's layer.
    static func seam(_ mood: Mood, _ grid: Grid, from start: Double) -> [Piece] {
        guard mood == .work || mood == .rest else { return [] }
        let pixels = max(1, (thickness(mood) * grid.u).rounded())
        // As long as the edge itself: an inset keeps it off the panel's border.
        let whole = grid.rect(x: 0, y: 0, width: grid.width, height: grid.height)
        let rect =
            if grid.isPortrait {
                Rect(x: whole.x, y: start, width: whole.width, height: pixels)
            } else {
                Rect(x: grid.isMirrored ? start - pixels : start, y: whole.y, width: pixels, height: whole.height)
            }
        return [Piece(item: .fill(rect, Color(0)), tint: .on)]
    }
}
