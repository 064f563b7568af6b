import Canvas
import Words
import Workouts

/// A player's screen while nothing but the seconds change: measured once, drawn as often as the digits turn.
final class PlayerLayout {
    enum Face: Hashable { case running, next, paused }

    /// What a layout depends on. Comparing timelines costs nothing while they share their storage.
    struct Key: Equatable {
        var timeline: Timeline
        var segment: Int
        var face: Face
        /// A strip at the side leaves the stage less room.
        var hasSideStrip: Bool
        var notices: Int
    }

    let key: Key
    let grid: Grid
    let facts: Facts
    let typesetter: Typesetter
    let geometry: Geometry
    /// What stands still: the name, the column.
    private(set) var fixed: [Piece] = []
    private(set) var hero: Hero?
    private(set) var word: StateWord?
    /// The paused bars: their opacity breathes.
    private(set) var bars: [Piece] = []
    private(set) var line: TheLine
    private(set) var paused: PausedColumn?

    init(_ key: Key, grid: Grid, words: Words, typesetter: Typesetter, numerals: Numerals, runs: (Double, Double) -> LineRuns) {
        self.key = key
        self.grid = grid
        self.typesetter = typesetter
        facts = Facts(words: words, timeline: key.timeline, segment: key.timeline.segments[key.segment])
        let edges = key.hasSideStrip ? Strip.edges(grid) : (left: 0, right: grid.width)
        let mood = facts.segment.kind.mood
        let isPaused = key.face == .paused
        // The state word stands in the name row of a wide panel, and the name gives way.
        let sharesRow = !grid.isPortrait && grid.sizeClass == .regular && !isPaused && mood != .ready
        let margin = grid.metrics.margin
        let nameWidth = edges.right - edges.left - 2 * margin - (sharesRow ? PlayerLayout.wordShare : 0)
        let name = NameRow(facts, grid, typesetter, width: nameWidth)
        geometry = Geometry(
            grid, facts, numerals, edges: edges, nameLines: name.lines, showsNext: key.face == .next,
            lift: Notices.lift(grid, count: key.notices))
        line = PlayerLayout.line(grid, geometry, key.timeline, y: geometry.line, runs: runs)

        var drawing = Drawing(grid)
        name.draw(&drawing, x: geometry.left, width: nameWidth)
        if isPaused {
            let paused = PausedColumn(facts, grid, geometry, nameLines: name.lines, lift: Notices.lift(grid, count: key.notices))
            self.paused = paused
            line = PlayerLayout.line(grid, geometry, key.timeline, y: paused.line, runs: runs)
            word = paused.word
            bars = paused.bars(grid)
        } else {
            hero = Hero(
                x: geometry.left, baseline: geometry.baseline, em: geometry.em, weight: geometry.weight, isHollow: geometry.isHollow)
            if grid.isPortrait {
                word = StateWord(
                    place: .start(middle: 4.6 + 7), x: geometry.left, width: geometry.width, oneLine: PlayerLayout.sizes(grid.metrics.word),
                    wrapped: [])
                below(&drawing)
            } else {
                if sharesRow {
                    word = StateWord(
                        place: .end(middle: geometry.nameTop + 7.5), x: geometry.right - 34, width: 34,
                        oneLine: PlayerLayout.sizes(grid.metrics.word), wrapped: [])
                }
                beside(&drawing, sharesRow: sharesRow)
            }
        }
        fixed = drawing.pieces
    }

    /// What the name leaves to the state word in one row.
    private static let wordShare = 36.0

    /// A word's size and, where a language needs more room, smaller ones.
    static func sizes(_ size: Double) -> [Double] { [1, 0.9, 0.8, 0.7, 0.6, 0.5].map { $0 * size } }

    private static func line(
        _ grid: Grid, _ geometry: Geometry, _ timeline: Timeline, y: Double, runs: (Double, Double) -> LineRuns
    ) -> TheLine {
        let slot = grid.metrics.timeSlots[timeline.totalSeconds >= 600 ? 1 : 0] + (timeline.totalSeconds >= 3600 ? grid.metrics.times * 1.7 : 0)
        let inset = grid.isPortrait ? 0 : slot
        let width = max(10, geometry.width - 2 * inset)
        let box = grid.rect(x: geometry.left + inset, y: 0, width: width, height: 1)
        return TheLine(
            runs(box.width, Metrics.lineGap * grid.u), in: grid, x: geometry.left + inset, middle: y, width: width,
            height: grid.metrics.lineHeight)
    }

    /// Everything that a landscape stage shows beside or below its digits.
    private func beside(_ drawing: inout Drawing, sharesRow: Bool) {
        let bottom = geometry.baseline
        if key.face == .next, key.timeline.segments.indices.contains(key.segment + 1) {
            NextBlock.draw(
                &drawing, facts, following: key.timeline.segments[key.segment + 1], typesetter, x: geometry.columnX, top: geometry.capTop,
                width: geometry.column, bottom: bottom)
        } else if geometry.isWide {
            row(&drawing, sharesRow: sharesRow)
        } else {
            column(&drawing, sharesRow: sharesRow)
        }
    }

    private func row(_ drawing: inout Drawing, sharesRow: Bool) {
        let top = geometry.baseline + 3.2
        let middle = (top + geometry.line - 4.6) / 2
        let size = grid.metrics.inlineRow
        var x = geometry.left
        if !sharesRow {
            let own = facts.segment.kind.mood
            let word = StateWord(place: .row(middle: middle), x: x, width: geometry.width, oneLine: [size], wrapped: [])
            self.word = word
            // Room for the next state's word too, so that nothing moves when it turns.
            let widths = [own, incoming].map { word.rowWidth(facts.word($0), $0, grid, typesetter) }
            x += (widths.max() ?? 0) + InlineRow.gap * size
        }
        let texts = [facts.setAndSide, facts.guidance].compactMap { $0 }
        InlineRow.draw(&drawing, texts, typesetter, x: x, width: geometry.right - x, middle: middle, size: size)
    }

    private func column(_ drawing: inout Drawing, sharesRow: Bool) {
        let metrics = grid.metrics
        let isReady = facts.segment.kind == .getReady
        var top = geometry.capTop
        let (x, width, bottom) = (geometry.columnX, geometry.column, geometry.baseline)
        guard width > 8 else { return }
        var lowest = top
        if !sharesRow {
            let size = isReady ? Metrics.getReadyWord : metrics.word
            let oneLine = PlayerLayout.sizes(size)
            let word = StateWord(
                place: .hanging(capTop: top), x: x, width: width, oneLine: isReady ? Array(oneLine.prefix(3)) : oneLine,
                wrapped: isReady ? Array(oneLine.dropFirst(2)) : [])
            self.word = word
            let drawn = [facts.segment.kind.mood, incoming].map { word.draw(facts.word($0), $0, grid, typesetter) }
            lowest = drawn.map { top + $0.size * (0.95 + StateWord.lineHeight * Double($0.lines - 1)) }.max() ?? top
        }
        if grid.sizeClass == .regular {
            top = sharesRow ? top : lowest + 4
            let small = isReady && width >= PlayerLayout.readyMedia + 5 + 40
            if small {
                ready(&drawing, x: x, width: width, bottom: bottom, top: top)
            } else {
                let block = facts.setBlock(grid, typesetter, size: metrics.setAndReps, width: width)
                let fit = block.fit(grid, typesetter, size: metrics.setAndReps, width: width, height: (bottom - top) * 0.72)
                let blockTop = bottom + block.hang(fit) - fit.height
                block.draw(&drawing, fit, x: x, top: blockTop, width: width)
                let mediaBottom = block.isEmpty ? bottom : blockTop - 5
                drawing.media(
                    facts.step, isRest: facts.segment.kind.mood == .rest, x: x, y: top, width: width, height: mediaBottom - top)
            }
        } else {
            let block = facts.setBlock(grid, typesetter, size: metrics.setAndReps, width: width)
            let fit = block.fit(grid, typesetter, size: metrics.setAndReps, width: width, height: bottom - lowest - 1)
            block.draw(&drawing, fit, x: x, top: bottom + block.hang(fit) - fit.height, width: width)
        }
    }

    /// The media region beside the set while getting ready, in u.
    private static let readyMedia = 50.0

    private func ready(_ drawing: inout Drawing, x: Double, width: Double, bottom: Double, top: Double) {
        let height = min(geometry.capTop > grid.metrics.capTops[0] ? 24 : 33, bottom - top)
        drawing.media(facts.step, isRest: false, x: x, y: bottom - height, width: PlayerLayout.readyMedia, height: height)
        let left = x + PlayerLayout.readyMedia + 5
        let block = facts.setBlock(grid, typesetter, size: 7.4, width: width - PlayerLayout.readyMedia - 5)
        let fit = block.fit(grid, typesetter, size: 7.4, width: width - PlayerLayout.readyMedia - 5, height: height)
        block.draw(&drawing, fit, x: left, top: bottom + block.hang(fit) - fit.height, width: width - PlayerLayout.readyMedia - 5)
    }

    /// What an upright stage shows under its digits.
    private func below(_ drawing: inout Drawing) {
        let (x, width) = (geometry.left, geometry.width)
        let top = geometry.baseline + 6
        let bottom = geometry.line - 6
        if key.face == .next, key.timeline.segments.indices.contains(key.segment + 1) {
            NextBlock.draw(
                &drawing, facts, following: key.timeline.segments[key.segment + 1], typesetter, x: x, top: top, width: width,
                bottom: bottom - 4)
            return
        }
        let size = grid.metrics.setAndReps
        let block = facts.setBlock(grid, typesetter, size: size, width: width)
        let fit = block.fit(grid, typesetter, size: size, width: width, height: max(size, bottom - top))
        let room = max(17, fit.height)
        block.draw(&drawing, fit, x: x, top: bottom - room, width: width)
        drawing.media(
            facts.step, isRest: facts.segment.kind.mood == .rest, x: x, y: top, width: width, height: bottom - room - 4 - top)
    }

    /// The state that follows this segment.
    var incoming: Mood {
        let next = key.segment + 1
        return key.timeline.segments.indices.contains(next) ? key.timeline.segments[next].kind.mood : .done
    }
}
