import Canvas
import Words
import Workouts

/// In the last five seconds of work: "Next", the name, and what comes before it.
struct NextBlock {
    static func draw(
        _ drawing: inout Drawing, _ facts: Facts, following: Segment, _ typesetter: Typesetter, x: Double, top: Double, width: Double,
        bottom: Double
    ) {
        guard let next = facts.next else { return }
        let grid = drawing.grid
        let u = grid.u
        let metrics = grid.metrics
        let label = metrics.nextLabel
        guard bottom - top >= 3 * label else { return drawRow(&drawing, facts, typesetter, x: x, top: top, width: width, bottom: bottom) }
        let note = fitted(
            facts.beforeNext(following), grid, typesetter, sizes: [Metrics.nextSub, 6.6, 6], weight: 600, tracking: -0.02, width: width)
        drawing.text(note.spans, x: x, baseline: bottom, width: width)
        // Between the label and the note, with air above the note's capitals.
        let nameTop = top + 0.9 * label
        let room = bottom - Metrics.nextSub * (Metrics.cap + 0.35) - nameTop
        let isPortrait = grid.isPortrait
        let name = typesetter.fit(
            [Span(next.name, grid.font(10, 800, tracking: -0.016))], width: width * u,
            oneLine: metrics.nextOneLine.filter { fits(1, $0, room) }.map { $0 * u },
            wrapped: metrics.nextThreeLines.map { $0 * u },
            maxLines: { size in
                let lines = isPortrait ? 2 : 3
                return max(1, (1...lines).last { fits($0, size / u, room) } ?? 1)
            })
        let size = name.size / u
        let baseline = nameTop + 0.1 * size + NameRow.lineHeight * size / 2 + Grid.drop(size)
        let title = [Span(facts.words("stage.next"), grid.font(label, 300, tracking: -0.02))]
        let own = top + 0.4 * label + Grid.drop(label)
        let apart = typesetter.overlap(title, above: name.spans, distance: (baseline - own) * u) / u
        drawing.text(title, x: x, baseline: own - apart, width: width)
        drawing.text(
            name.spans, x: x, baseline: baseline, width: width,
            lineHeight: NameRow.lineHeight * size, maxLines: name.lines)
    }

    /// "Next Squats" in one line, where a stubby panel has no room for more.
    private static func drawRow(
        _ drawing: inout Drawing, _ facts: Facts, _ typesetter: Typesetter, x: Double, top: Double, width: Double, bottom: Double
    ) {
        guard let next = facts.next else { return }
        let grid = drawing.grid
        let sizes = (grid.metrics.nextOneLine + grid.metrics.nextThreeLines).filter { $0 * 1.1 <= bottom - top }
        let name = typesetter.fit(
            NameRow.next(next.name, facts.words, grid), width: width * grid.u, oneLine: (sizes.isEmpty ? [7] : sizes).map { $0 * grid.u },
            wrapped: [], maxLines: { _ in 1 })
        let size = name.size / grid.u
        drawing.text(name.spans, x: x, baseline: (top + bottom) / 2 + Grid.drop(size), width: width)
    }

    /// Whether so many lines stand in the room, in u, the last one's descenders included.
    private static func fits(_ lines: Int, _ size: Double, _ room: Double) -> Bool {
        0.1 * size + (Double(lines) * NameRow.lineHeight + 0.06) * size <= room
    }
}

/// One line at the first size that fits, else the last one, with an ellipsis.
func fitted(
    _ text: String, _ grid: Grid, _ typesetter: Typesetter, sizes: [Double], weight: Int, tracking: Double = 0, tabular: Bool = false,
    width: Double
) -> (spans: [Span], size: Double) {
    var spans: [Span] = []
    var taken = 0.0
    for size in sizes {
        taken = size
        spans = [Span(text, grid.font(size, weight, tracking: tracking, tabular: tabular))]
        if typesetter.width(spans) <= width * grid.u { break }
    }
    return (spans, taken)
}
