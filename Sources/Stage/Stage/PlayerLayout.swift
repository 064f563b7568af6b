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
    let fixed: [Piece]
    let hero: Hero?
    let word: StateWord?
    /// The paused bars: their opacity breathes.
    let bars: [Piece]
    let line: TheLine
    /// The whole Line, faint: it may be a thousand stretches.
    private(set) lazy var toCome: [Piece] = {
        var drawing = Drawing(grid)
        line.toCome(&drawing)
        return drawing.pieces
    }()
    private var drawnWords: [Mood: StateWord.Drawn] = [:]
    let times: Times
    let paused: PausedColumn?

    init(_ key: Key, grid: Grid, words: Words, typesetter: Typesetter, numerals: Numerals, runs: (Double, Double) -> LineRuns) {
        self.key = key
        self.grid = grid
        self.typesetter = typesetter
        let segment = key.timeline.segments[key.segment]
        facts = Facts(words: words, timeline: key.timeline, segment: segment)
        let edges = key.hasSideStrip ? Strip.edges(grid) : (left: 0, right: grid.width)
        let isPaused = key.face == .paused
        // The state word stands in the name row of a wide panel, and the name gives way.
        let sharesRow = !grid.isPortrait && grid.sizeClass == .regular && !isPaused && segment.kind != .getReady
        let margin = grid.metrics.margin
        let rowWidth = edges.right - edges.left - 2 * margin
        let nameWidth = rowWidth - (sharesRow ? PlayerLayout.wordShare : 0)
        let name = NameRow(facts, grid, typesetter, width: nameWidth) { lines in
            PlayerLayout.nameFloor(grid, segment, lines: lines, isPaused: isPaused)
        }
        geometry = Geometry(
            grid, facts, numerals, edges: edges, nameLines: name.lines, showsNext: key.face == .next,
            lift: Notices.lift(grid, count: key.notices))
        paused = isPaused ? PausedColumn(grid, geometry, nameLines: name.lines, lift: Notices.lift(grid, count: key.notices)) : nil
        times = Times(facts, grid, typesetter, width: geometry.width, line: paused?.line ?? geometry.line)
        line = PlayerLayout.line(grid, geometry, key.timeline, times: times, runs: runs)

        var drawing = Drawing(grid)
        name.draw(&drawing, x: geometry.left, width: nameWidth)
        if let paused {
            word = paused.word
            bars = paused.bars(grid)
            hero = nil
        } else {
            bars = []
            hero = Hero(
                x: geometry.left, baseline: geometry.baseline, em: geometry.em, weight: geometry.weight, isHollow: geometry.isHollow)
            let following = key.timeline.segments[(key.segment + 1)...].first
            let surroundings = Surroundings(
                facts: facts, following: following, isNext: key.face == .next, sharesRow: sharesRow,
                besideName: name.left(of: rowWidth, grid, typesetter), grid: grid, geometry: geometry, typesetter: typesetter)
            word = surroundings.draw(&drawing)
        }
        fixed = drawing.pieces
    }

    /// The state's word in its place, as often as it is asked for.
    func draw(_ word: StateWord, as mood: Mood) -> StateWord.Drawn {
        if let known = drawnWords[mood] { return known }
        let drawn = word.draw(facts.word(mood), mood, grid, typesetter)
        drawnWords[mood] = drawn
        return drawn
    }

    /// Where the bars or the digits begin, round ones and outlines included.
    private static func nameFloor(_ grid: Grid, _ segment: Segment, lines: Int, isPaused: Bool) -> Double {
        let metrics = grid.metrics
        let index = lines > 1 ? 1 : 0
        if isPaused { return metrics.pausedTops[index] - 0.5 }
        let tops = segment.seconds >= 60 && !grid.isPortrait ? metrics.wideCapTops : metrics.capTops
        return tops[index] - (segment.kind == .getReady ? 1.4 + Metrics.hollowStroke / 2 : 1.4)
    }

    /// What the name leaves to the state word in one row.
    private static let wordShare = 36.0

    /// A word's size and, where a language needs more room, smaller ones; the steps are small, so that it is not much smaller than its
    /// room.
    static func sizes(_ size: Double) -> [Double] { stride(from: 100, through: 50, by: -4).map { Double($0) / 100 * size } }

    private static func line(
        _ grid: Grid, _ geometry: Geometry, _ timeline: Timeline, times: Times, runs: (Double, Double) -> LineRuns
    ) -> TheLine {
        let inset = grid.isPortrait ? 0 : times.slot
        let width = max(10, geometry.width - 2 * inset)
        let box = grid.rect(x: geometry.left + inset, y: 0, width: width, height: 1)
        return TheLine(
            runs(box.width, Metrics.lineGap * grid.u), in: grid, x: geometry.left + inset, middle: times.line, width: width,
            height: grid.metrics.lineHeight)
    }

    /// The state that follows this segment.
    var incoming: Mood { key.timeline.segments[(key.segment + 1)...].first?.kind.mood ?? .done }
}
