import Canvas
import Words
import Workouts

/// The name at the top: of what is worked at, or in rest "Next" and the name of what comes.
struct NameRow {
    static let lineHeight = 0.98
    /// What the design keeps under the last line, in em.
    private static let foot = 0.06

    let fitting: Fitting
    let lines: Int

    init(_ facts: Facts, _ grid: Grid, _ typesetter: Typesetter, width: Double) {
        let metrics = grid.metrics
        let u = grid.u
        let room = metrics.nameHeights[1]
        fitting = typesetter.fit(
            NameRow.spans(facts, grid), width: width * u, oneLine: metrics.nameOneLine.map { $0 * u },
            wrapped: metrics.nameTwoLines.map { $0 * u },
            maxLines: { size in
                guard grid.isPortrait else { return 2 }
                return min(3, Int((room + 0.06 * size / u) / (NameRow.lineHeight * size / u)))
            })
        lines = fitting.lines
    }

    private static func spans(_ facts: Facts, _ grid: Grid) -> [Span] {
        let isRest = facts.segment.kind.mood == .rest
        let name = grid.font(10, isRest ? 700 : 800, tracking: -0.016)
        guard isRest else { return [Span(facts.step.name, name)] }
        let light = grid.font(10, 300, tracking: -0.02)
        // The name's place in the phrase is the translator's; the spaces around it have the name's weight.
        let mark = "\u{FFFC}"
        let parts = facts.words("stage.nextName", .text(mark)).split(separator: "\u{FFFC}", maxSplits: 1, omittingEmptySubsequences: false)
        let before = parts.first.map(String.init) ?? ""
        let after = parts.count > 1 ? String(parts[1]) : ""
        let space = before.hasSuffix(" ") ? " " : ""
        return [
            Span(String(before.dropLast(space.count)), light), Span(space + facts.step.name, name), Span(after, light),
        ].filter { !$0.string.isEmpty }
    }

    func draw(_ drawing: inout Drawing, x: Double, width: Double) {
        let grid = drawing.grid
        let metrics = grid.metrics
        let size = fitting.size / grid.u
        let height = Double(lines) * NameRow.lineHeight * size
        let box = metrics.nameHeights[lines > 1 ? 1 : 0]
        let top =
            grid.isPortrait
            ? metrics.nameTop + box - height : metrics.nameTop + (box - height - NameRow.foot * size) / 2
        drawing.text(
            fitting.spans, x: x, baseline: top + NameRow.lineHeight * size / 2 + Grid.drop(size), width: width,
            lineHeight: NameRow.lineHeight * size, maxLines: lines)
    }
}
