import Canvas
import Workouts

/// What stands around the digits while a segment runs: beside them on a wide panel, below them on an upright one. Set and repetitions
/// stand on the baseline, and the media region fills what is left.
struct Surroundings {
    let facts: Facts
    /// The segment after this one; nil in the last.
    let following: Segment?
    /// In the last five seconds of work: what comes next takes the place of it all.
    let isNext: Bool
    /// The state word stands in the name row, not here.
    let sharesRow: Bool
    /// What the name leaves of its row, in u.
    let besideName: Double
    let grid: Grid
    let geometry: Geometry
    let typesetter: Typesetter

    /// In u.
    private static let mediaGap = 5.0
    private static let uprightMediaGap = 4.0
    /// Kept for set and blocks on an upright panel.
    private static let uprightRoom = 17.0
    /// While getting ready, the media region stands beside the set: its width, its heights for a name of one and of two lines, the
    /// set's size and what that needs at least.
    private static let ready = (width: 50.0, heights: [33.0, 24.0], size: 7.4, least: 40.0)
    /// The state word's in the name row at least, and what stays free between a short name and it.
    private static let wordWidth = 34.0
    private static let wordGap = 6.0

    private var isReady: Bool { facts.segment.kind == .getReady }
    private var isRest: Bool { facts.segment.kind.mood == .rest }

    /// Draws all but the state word, which may turn while the rest stands still: that comes back, unless there is no place for it.
    func draw(_ drawing: inout Drawing) -> StateWord? {
        if grid.isPortrait {
            below(&drawing)
            return StateWord(
                place: .start(middle: StateWord.uprightMiddle), x: geometry.left, width: geometry.width,
                oneLine: PlayerLayout.sizes(grid.metrics.word), wrapped: [])
        }
        let rowWidth = max(Surroundings.wordWidth, besideName - Surroundings.wordGap)
        let rowWord = StateWord(
            place: .end(middle: geometry.nameTop + 7.5), x: geometry.right - rowWidth, width: rowWidth,
            oneLine: PlayerLayout.sizes(grid.metrics.word), wrapped: [])
        if isNext, let following {
            NextBlock.draw(
                &drawing, facts, following: following, typesetter, x: geometry.columnX, top: geometry.capTop, width: geometry.column,
                bottom: geometry.baseline)
            return sharesRow ? rowWord : nil
        }
        let ownWord = geometry.isWide ? row(&drawing) : column(&drawing)
        return sharesRow ? rowWord : ownWord
    }

    /// The words that may stand in one place: this state's and the next one's. Nothing moves when the one turns into the other.
    private var words: [(text: String, mood: Mood)] {
        [facts.segment.kind.mood, following?.kind.mood ?? .done].map { (facts.word($0), $0) }
    }

    // MARK: - From one minute up: a row under the digits

    private func row(_ drawing: inout Drawing) -> StateWord {
        // In the middle of the room above the Line; above the strip, too, when there is one, and never in the digits.
        let top = geometry.baseline + 1.2 + (geometry.isHollow ? Metrics.hollowStroke / 2 : 0)
        let bottom = grid.height - Strip.height(grid) - 0.4
        let size = min(grid.metrics.inlineRow, (bottom - top) / 1.1)
        let middle = min((geometry.baseline + 3.2 + geometry.line - 4.6) / 2, bottom - 0.6 * size)
        let word = StateWord(place: .row(middle: middle), x: geometry.left, width: geometry.width, oneLine: [size], wrapped: [])
        var x = geometry.left
        if !sharesRow {
            x += (words.map { word.rowWidth($0.text, $0.mood, grid, typesetter) }.max() ?? 0) + InlineRow.gap * size
        }
        let texts = [facts.setAndSide, facts.guidance].compactMap { $0 }
        InlineRow.draw(&drawing, texts, typesetter, x: x, width: geometry.right - x, middle: middle, size: size)
        return word
    }

    // MARK: - Below one minute: a column beside them

    private func column(_ drawing: inout Drawing) -> StateWord? {
        guard geometry.column > 8 else { return nil }
        let size = isReady ? Metrics.getReadyWord : grid.metrics.word
        let sizes = PlayerLayout.sizes(size)
        let word = StateWord(
            place: .hanging(capTop: geometry.capTop), x: geometry.columnX, width: geometry.column,
            oneLine: isReady ? [1, 0.9, 0.8].map { $0 * size } : sizes,
            wrapped: isReady ? [0.8, 0.7, 0.6, 0.5].map { $0 * size } : [])
        var top = geometry.capTop
        if !sharesRow {
            let drawn = words.map { word.draw($0.text, $0.mood, grid, typesetter) }
            top += drawn.map { $0.size * (0.95 + StateWord.lineHeight * Double($0.lines - 1)) }.max() ?? 0
        }
        let (width, height) = (geometry.column, geometry.baseline - top)
        if grid.sizeClass != .regular {
            _ = set(&drawing, x: geometry.columnX, width: width, size: grid.metrics.setAndReps, height: height - 1)
        } else if isReady, width >= Surroundings.ready.width + Surroundings.mediaGap + Surroundings.ready.least {
            let ready = Surroundings.ready
            let own = min(ready.heights[geometry.capTop > grid.metrics.capTops[0] ? 1 : 0], height - 4)
            media(&drawing, x: geometry.columnX, y: geometry.baseline - own, width: ready.width, height: own)
            let indent = ready.width + Surroundings.mediaGap
            _ = set(&drawing, x: geometry.columnX + indent, width: width - indent, size: ready.size, height: own)
        } else {
            let start = sharesRow ? top : top + 4
            let setTop = set(
                &drawing, x: geometry.columnX, width: width, size: grid.metrics.setAndReps, height: (geometry.baseline - start) * 0.72)
            let end = setTop.map { $0 - Surroundings.mediaGap } ?? geometry.baseline
            media(&drawing, x: geometry.columnX, y: start, width: width, height: end - start)
        }
        return word
    }

    /// Set, blocks and repetitions on the baseline; returns where they begin, nil when there is nothing to say.
    private func set(_ drawing: inout Drawing, x: Double, width: Double, size: Double, height: Double) -> Double? {
        let block = facts.setBlock(grid, typesetter, size: size, width: width)
        guard !block.isEmpty else { return nil }
        let fit = block.fit(grid, typesetter, size: size, width: width, height: height)
        let top = geometry.baseline + block.hang(fit) - fit.height
        block.draw(&drawing, fit, x: x, top: top, width: width)
        return top
    }

    private func media(_ drawing: inout Drawing, x: Double, y: Double, width: Double, height: Double) {
        drawing.media(facts.step, isRest: isRest, typesetter, x: x, y: y, width: width, height: height)
    }

    // MARK: - Upright: below them

    private func below(_ drawing: inout Drawing) {
        let (x, width) = (geometry.left, geometry.width)
        let top = geometry.baseline + 6
        let bottom = geometry.line - 6
        if isNext, let following {
            NextBlock.draw(&drawing, facts, following: following, typesetter, x: x, top: top, width: width, bottom: bottom - 4)
            return
        }
        let size = grid.metrics.setAndReps
        let block = facts.setBlock(grid, typesetter, size: size, width: width)
        let fit = block.fit(grid, typesetter, size: size, width: width, height: max(size, bottom - top))
        let setTop = bottom - max(Surroundings.uprightRoom, fit.height)
        block.draw(&drawing, fit, x: x, top: setTop, width: width)
        media(&drawing, x: x, y: top, width: width, height: setTop - Surroundings.uprightMediaGap - top)
    }
}
