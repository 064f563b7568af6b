import Canvas

/// Title and sentence at the top of a question or a message, as the design sets them.
struct PaperHead {
    let title: String
    let line: String

    /// Draws them and returns where they end, in u.
    func draw(_ drawing: inout Drawing, _ typesetter: Typesetter, left: Double, right: Double, maxHeight: Double) -> Double {
        let grid = drawing.grid
        let t = grid.t
        let width = right - left
        let top: Double =
            switch grid.sizeClass {
            case .mini: 4
            case .compact: 5
            case .regular: 7
            }
        let size = (grid.isPortrait ? 12 : grid.sizeClass == .mini ? 8 : 9) * t
        let text = (grid.sizeClass == .mini ? 3.8 : 4.4) * t
        let (titleHeight, textHeight) = (1.02, 1.3)
        let head = typesetter.fit(
            [Span(title, grid.font(size, 800, tracking: -0.018))], width: width * grid.u,
            oneLine: [1, 0.9, 0.8].map { $0 * size * grid.u }, wrapped: [0.8, 0.7, 0.6, 0.5].map { $0 * size * grid.u },
            maxLines: { max(1, min(2, Int(maxHeight * 0.5 / (titleHeight * $0 / grid.u)))) })
        let em = head.size / grid.u
        drawing.text(
            head.spans, x: left, baseline: top + titleHeight * em / 2 + Grid.drop(em), width: width, lineHeight: titleHeight * em,
            maxLines: head.lines)
        var y = top + titleHeight * em * Double(head.lines)
        guard !line.isEmpty else { return y }
        y += 1.6 * t
        let rest = maxHeight - y
        let body = typesetter.fit(
            [Span(line, grid.font(text, 500))], width: width * grid.u, oneLine: [text * grid.u],
            wrapped: [1, 0.9, 0.8, 0.7].map { $0 * text * grid.u }, maxLines: { max(1, Int(rest / (textHeight * $0 / grid.u))) })
        let small = body.size / grid.u
        drawing.text(
            body.spans, x: left, baseline: y + textHeight * small / 2 + Grid.drop(small), width: width, lineHeight: textHeight * small,
            maxLines: body.lines, .faded(Palette.secondary))
        return y + textHeight * small * Double(body.lines)
    }
}

/// A sentence on paper, with the keys that lead on.
struct MessageScene {
    let title: String
    let line: String
    let legend: Legend?
    let grid: Grid
    let typesetter: Typesetter
    let style: StageStyle

    func scene() -> Scene {
        let palette = Palette(.paper, style.light)
        var drawing = Drawing(grid)
        let isAtSide = legend != nil && style.legendPlace == .trailing
        let edges = isAtSide ? Strip.edges(grid) : (left: 0, right: grid.width)
        let margin = grid.isPortrait ? 6.0 : 5
        let foot = legend != nil && !isAtSide ? Strip.height(grid) : 0
        _ = PaperHead(title: title, line: line).draw(
            &drawing, typesetter, left: edges.left + margin, right: edges.right - margin, maxHeight: grid.height - foot - 2)
        if let legend {
            drawing.add(Strip(grid: grid, typesetter: typesetter, palette: palette, place: style.legendPlace).pieces(legend))
        }
        return Scene(
            size: grid.size,
            layers: [Layer(clip: grid.panel, field: palette.field, items: drawing.pieces.items(palette))])
    }
}
