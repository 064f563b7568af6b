import Canvas
import Words

/// Paused: two bars in place of the digits, and beside them what is left.
struct PausedColumn {
    let top: Double
    /// Of the bars, in u.
    let height: Double
    let line: Double
    let word: StateWord
    /// Where the lines about what is left begin, how wide they may be, and where the last one's baseline is (upright: the first one's).
    private let x: Double
    private let width: Double
    private let left: Double

    private static let barShare = 0.34
    private static let secondBar = 1.72
    private static let lineHeight = 1.18

    init(_ grid: Grid, _ geometry: Geometry, nameLines: Int, lift: Double) {
        let metrics = grid.metrics
        left = geometry.left
        let text = metrics.pausedText
        if grid.isPortrait {
            line = grid.height - metrics.pausedLine - lift
            top = metrics.pausedTops[0]
            // Two lines of text and the Line below.
            height = max(9, min(50, line - 7 - 2 * PausedColumn.lineHeight * text - 8 - top))
            x = geometry.left
            width = geometry.width
            word = StateWord(
                place: .start(middle: StateWord.uprightMiddle), x: x, width: width, oneLine: PlayerLayout.sizes(metrics.word), wrapped: [])
        } else {
            line = metrics.pausedLine
            top = metrics.pausedTops[nameLines > 1 ? 1 : 0]
            height = min(Metrics.barsHeight, line - metrics.lineHeight * 0.82 - 3 - top)
            let bar = height * PausedColumn.barShare
            x = geometry.left + bar * (PausedColumn.secondBar + 1) + 7
            width = geometry.right - x
            word = StateWord(
                place: .hanging(capTop: top), x: x, width: width, oneLine: PlayerLayout.sizes(Metrics.pausedWord), wrapped: [])
        }
    }

    func bars(_ grid: Grid) -> [Piece] {
        var drawing = Drawing(grid)
        let bar = height * PausedColumn.barShare
        drawing.fill(x: left, y: top, width: bar, height: height)
        drawing.fill(x: left + bar * PausedColumn.secondBar, y: top, width: bar, height: height)
        return drawing.pieces
    }

    /// "18 s to go" and "Set 2 of 3".
    func lines(_ facts: Facts, _ grid: Grid, _ typesetter: Typesetter, secondsLeft: Int) -> [Piece] {
        var drawing = Drawing(grid)
        let size = grid.metrics.pausedText
        let texts = [facts.words("stage.toGo", .text(facts.length(secondsLeft))), facts.setAndSide].compactMap { $0 }
        for (index, text) in texts.enumerated() {
            let step = PausedColumn.lineHeight * size
            let baseline =
                if grid.isPortrait {
                    top + height + 8 + step * (Double(index) + 0.5) + Grid.drop(size)
                } else {
                    // The last line stands at the foot of the bars.
                    top + height + 0.2 * size - step * (Double(texts.count - 1 - index) + 0.5) + Grid.drop(size)
                }
            let fit = fitted(
                text, grid, typesetter, sizes: PlayerLayout.sizes(size), weight: 600, tracking: -0.02, width: width)
            drawing.text(fit.spans, x: x, baseline: baseline, width: width)
        }
        return drawing.pieces
    }
}
