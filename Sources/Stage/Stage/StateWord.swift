import Canvas
import Words

/// The state in one word, and where it stands. It may turn into the next state's word, once the next field covers it.
struct StateWord {
    enum Place {
        /// The end of the name row, in the middle of a line.
        case end(middle: Double)
        /// The start of a row, in the middle of a line.
        case start(middle: Double)
        /// Its capitals hang from here.
        case hanging(capTop: Double)
        /// Small, in the row between digits and Line, behind its shape.
        case row(middle: Double)
    }

    let place: Place
    let x: Double
    let width: Double
    let oneLine: [Double]
    let wrapped: [Double]

    static let lineHeight = 0.9
    /// The middle of its box at the top of an upright panel.
    static let uprightMiddle = 4.6 + 7
    private static let markGap = 0.3

    /// The width of word and shape in the row, in u.
    func rowWidth(_ word: String, _ mood: Mood, _ grid: Grid, _ typesetter: Typesetter) -> Double {
        let size = oneLine[0]
        return typesetter.width([span(word, mood, grid, size)]) / grid.u + (StateWord.mark(mood).width + StateWord.markGap) * size
    }

    private func span(_ word: String, _ mood: Mood, _ grid: Grid, _ size: Double) -> Span {
        let isLight = mood == .rest
        if case .row = place { return Span(word, grid.font(size, isLight ? 300 : 800, tracking: -0.02)) }
        return Span(word, grid.font(size, isLight ? 300 : 800, tracking: isLight ? -0.02 : -0.018))
    }

    private static func mark(_ mood: Mood) -> (width: Double, height: Double) {
        switch mood {
        case .work, .done, .paper, .focus: (0.34, 0.7)
        case .rest: (0.5, 0.1)
        case .ready, .paused: (0.5, 0.5)
        }
    }

    struct Drawn {
        var pieces: [Piece]
        /// What the incoming field must cover before the word turns, in pixels.
        var rect: Rect
        /// The em that fits, in u.
        var size: Double
        var lines: Int
    }

    func draw(_ word: String, _ mood: Mood, _ grid: Grid, _ typesetter: Typesetter) -> Drawn {
        var drawing = Drawing(grid)
        let u = grid.u
        let fitting = typesetter.fit(
            [span(word, mood, grid, 10)], width: width * u, oneLine: oneLine.map { $0 * u }, wrapped: wrapped.map { $0 * u },
            maxLines: { _ in 2 })
        let size = fitting.size / u
        let advance = fitting.lines > 1 ? width : min(width, typesetter.width(fitting.spans) / u)
        let ascent = -(typesetter.ink(fitting.spans)?.y ?? 0) / u
        // The middle of the first line, and how far a shape pushes the text.
        var middle = 0.0
        var indent = 0.0
        var side = Drawing.Side.leading
        switch place {
        case .end(let line):
            // An accent on a capital keeps clear of the dark room's edge.
            middle = max(line - 0.03 * size, NameRow.ceiling + ascent - Grid.drop(size))
            side = .trailing
        case .start(let line): middle = line - 0.03 * size
        case .hanging(let capTop):
            // It may reach above the capitals by a little, not into the name.
            middle = capTop + (StateWord.lineHeight / 2 - 0.085) * size + max(0, ascent - Metrics.cap * size - 1)
        case .row(let line):
            middle = line
            indent = mark(&drawing, mood, middle: line, size: size) + StateWord.markGap * size
        }
        drawing.text(
            fitting.spans, x: x + indent, baseline: middle + Grid.drop(size), width: width - indent, side: side,
            lineHeight: StateWord.lineHeight * size, maxLines: fitting.lines)
        let covered = grid.rect(
            x: side == .trailing ? x + width - advance : x, y: middle - size / 2, width: indent + advance,
            height: size * (0.1 + StateWord.lineHeight * Double(fitting.lines)))
        return Drawn(pieces: drawing.pieces, rect: covered, size: size, lines: fitting.lines)
    }

    /// Draws the state's shape and returns its width, in u.
    private func mark(_ drawing: inout Drawing, _ mood: Mood, middle: Double, size: Double) -> Double {
        let mark = StateWord.mark(mood)
        let (width, height) = (mark.width * size, mark.height * size)
        if mood == .ready || mood == .paused {
            drawing.frame(x: x, y: middle - height / 2, width: width, height: height, thickness: 0.09 * size)
        } else {
            drawing.fill(x: x, y: middle - height / 2, width: width, height: height)
        }
        return width
    }
}
