import Canvas

/// From one minute up, between the digits and the Line: the state in small (where the name row has no room for it), set and
/// repetitions.
struct InlineRow {
    /// Where the first text begins after the word, in em.
    static let gap = 1.1

    /// Draws the texts one after another, smaller when they would not fit, the last one with an ellipsis when nothing helps.
    static func draw(
        _ drawing: inout Drawing, _ texts: [String], _ typesetter: Typesetter, x: Double, width: Double, middle: Double, size: Double
    ) {
        let grid = drawing.grid
        func span(_ text: String, _ size: Double) -> [Span] { [Span(text, grid.font(size, 600, tracking: -0.02))] }
        func length(_ size: Double) -> Double {
            texts.reduce(0) { $0 + typesetter.width(span($1, size)) / grid.u } + Double(texts.count - 1) * gap * size
        }
        let size = [1, 0.9, 0.8, 0.7, 0.6, 0.5].map { $0 * size }.first { length($0) <= width } ?? size * 0.5
        var x = x
        let end = x + width
        for text in texts {
            let advance = typesetter.width(span(text, size)) / grid.u
            // A pixel of slack: the box is exactly the text's.
            drawing.text(
                span(text, size), x: x, baseline: middle + Grid.drop(size), width: min(advance + 1 / grid.u, end - x))
            x += advance + gap * size
            if x >= end { break }
        }
    }
}
