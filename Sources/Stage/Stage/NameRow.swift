import Canvas
import Words
import Workouts

/// The name at the top: of what is worked at, or in rest "Next" and the name of what comes.
struct NameRow {
    static let lineHeight = 0.98
    /// What the design keeps under the last line, in em.
    private static let foot = 0.06

    /// The edge of the dark room reaches this far in, in u; an accent stays below it.
    static let ceiling = 3.0

    let spans: [Span]
    let lines: Int
    /// In u.
    private let size: Double
    private let baseline: Double

    /// One line at the largest size that fits, then two, then an ellipsis. A script with tall letters moves its box by a little, or
    /// takes a smaller size, rather than meet the digits.
    /// - Parameters:
    ///   - width: in u.
    ///   - floor: what the ink must stay above, for a name of so many lines, in u.
    init(_ facts: Facts, _ grid: Grid, _ typesetter: Typesetter, width: Double, floor: (Int) -> Double) {
        let metrics = grid.metrics
        let text = NameRow.spans(facts, grid)
        func lines(_ size: Double) -> Int {
            grid.isPortrait ? min(3, Int((metrics.nameHeights[1] + 0.06 * size) / (NameRow.lineHeight * size))) : 2
        }
        let sizes = metrics.nameOneLine.map { ($0, 1) } + metrics.nameTwoLines.map { ($0, lines($0)) }
        for (size, most) in sizes {
            let sized = text.sized(size * grid.u)
            let count = most == 1 ? (typesetter.width(sized) <= width * grid.u ? 1 : nil) : typesetter.lines(sized, width: width * grid.u)
            guard let count, count <= most else { continue }
            let place = NameRow.place(sized, size, count, grid, typesetter, floor: floor(count))
            guard place.fits else { continue }
            (spans, self.lines, self.size, baseline) = (sized, count, size, place.baseline)
            return
        }
        let last = metrics.nameTwoLines.last ?? 9
        let fitting = typesetter.fit(
            text, width: width * grid.u, oneLine: [], wrapped: [last * grid.u], maxLines: { _ in lines(last) })
        (spans, self.lines, size) = (fitting.spans, fitting.lines, last)
        baseline = NameRow.place(spans, last, fitting.lines, grid, typesetter, floor: floor(fitting.lines)).baseline
    }

    /// The first baseline, and whether the ink keeps between the ceiling and the floor there.
    private static func place(
        _ spans: [Span], _ size: Double, _ lines: Int, _ grid: Grid, _ typesetter: Typesetter, floor: Double
    ) -> (baseline: Double, fits: Bool) {
        let metrics = grid.metrics
        let height = Double(lines) * lineHeight * size
        let box = metrics.nameHeights[lines > 1 ? 1 : 0]
        let top = metrics.nameTop + (grid.isPortrait ? box - height : (box - height - foot * size) / 2)
        let baseline = top + lineHeight * size / 2 + Grid.drop(size)
        guard let ink = typesetter.ink(spans) else { return (baseline, true) }
        let first = baseline + ink.y / grid.u
        let last = baseline + Double(lines - 1) * lineHeight * size + ink.maxY / grid.u
        let down = max(0, ceiling - first)
        let up = max(0, last - floor)
        if up > 0 { return (baseline - min(up, max(0, first - ceiling)), first - up >= ceiling) }
        return (baseline + min(down, max(0, floor - last)), last + down <= floor)
    }

    private static func spans(_ facts: Facts, _ grid: Grid) -> [Span] {
        guard facts.segment.kind.mood == .rest else { return [Span(facts.step.name, grid.font(10, 800, tracking: -0.016))] }
        return next(facts.step.name, facts.words, grid)
    }

    /// "Next" lightly, the name in bold. The name's place in the phrase is the translator's; the space before it has its weight, and is a
    /// span of its own: within the name's, the space before one from right to left would stand at the far end.
    static func next(_ name: String, _ words: Words, _ grid: Grid) -> [Span] {
        let bold = grid.font(10, 700, tracking: -0.016)
        let light = grid.font(10, 300, tracking: -0.02)
        let mark: Character = "\u{FFFC}"
        let parts = words("stage.nextName", .text(String(mark))).split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
        let before = parts.first.map(String.init) ?? ""
        let after = parts.count > 1 ? String(parts[1]) : ""
        let space = before.hasSuffix(" ") ? " " : ""
        return [Span(String(before.dropLast(space.count)), light), Span(space, bold), Span(name, bold), Span(after, light)].filter {
            !$0.string.isEmpty
        }
    }

    /// What it leaves of a row, in u: nothing that counts beside two lines.
    func left(of width: Double, _ grid: Grid, _ typesetter: Typesetter) -> Double {
        lines > 1 ? 0 : width - typesetter.width(spans) / grid.u
    }

    func draw(_ drawing: inout Drawing, x: Double, width: Double) {
        drawing.text(spans, x: x, baseline: baseline, width: width, lineHeight: NameRow.lineHeight * size, maxLines: lines)
    }
}
