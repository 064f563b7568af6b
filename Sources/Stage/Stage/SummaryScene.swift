import Canvas
import Ports
import Workouts

/// Done, or honestly partial: the flag, a word, the figures.
struct SummaryScene {
    let picture: SummaryPicture
    let grid: Grid
    let typesetter: Typesetter
    let style: StageStyle
    let runs: (Timeline, Double, Double?) -> LineRuns

    private var isDark: Bool { style.light == .dark }

    /// Shares of the height above the strip: design, section 4, "Done".
    private var flagShare: Double {
        if picture.isComplete { return isDark ? 0.26 : grid.isPortrait ? 0.41 : 0.47 }
        return isDark ? 0.16 : 0.22
    }

    private var titleShare: Double {
        if picture.isComplete { return isDark ? 0.36 : grid.isPortrait ? 0.44 : 0.5 }
        return isDark ? 0.28 : grid.isPortrait ? 0.25 : 0.32
    }

    private var titleSize: Double {
        if grid.isPortrait { return picture.isComplete ? 34 : 29 }
        switch grid.sizeClass {
        case .regular: return picture.isComplete ? 26 : 20
        case .compact: return 22
        case .mini: return 19
        }
    }

    func scene() -> Scene {
        let palette = Palette(.done, style.light)
        var drawing = Drawing(grid)
        let isAtSide = style.legendPlace == .trailing
        let edges = isAtSide ? Strip.edges(grid) : (left: 0, right: grid.width)
        let height = grid.height - (isAtSide ? 0 : Strip.height(grid))
        // To the strip, where that stands at the (physical) right.
        let panel = isAtSide ? ((grid.insetX + grid.width - Strip.width(grid)) * grid.u).rounded() : Double(grid.size.width)
        let flag = Flag(
            runs: runs(picture.timeline, panel, nil), played: picture.isComplete ? nil : picture.playedSeconds, width: panel)
        flag.draw(&drawing, palette, height: height * flagShare)
        let margin = 5.0
        let (left, right) = (edges.left + margin, edges.right - margin)
        let foot = foot(&drawing, left: left, right: right, bottom: height - 3.4)
        body(&drawing, left: left, right: right, top: height * titleShare, bottom: foot)
        drawing.add(Strip(grid: grid, typesetter: typesetter, palette: palette, place: style.legendPlace).pieces(picture.legend))
        return Scene(
            size: grid.size, layers: [Layer(clip: grid.panel, field: palette.field, items: drawing.pieces.items(palette))])
    }

    /// The routine's name and the note; returns where they begin.
    private func foot(_ drawing: inout Drawing, left: Double, right: Double, bottom: Double) -> Double {
        let size = 4.4 * grid.t
        let box = 1.21 * size
        let baseline = bottom - box / 2 + Grid.drop(size)
        let width = right - left
        var noteWidth = 0.0
        if let note = picture.note {
            let fit = fitted(note, grid, typesetter, sizes: [size, size * 0.85], weight: 500, width: width * 0.55)
            noteWidth = min(width * 0.55, typesetter.width(fit.spans) / grid.u + 1 / grid.u)
            drawing.text(
                fit.spans, x: right - noteWidth, baseline: baseline, width: noteWidth, side: .trailing, .faded(Palette.secondary))
            noteWidth += 3
        }
        drawing.text(picture.routineName, grid.font(size, 600), x: left, baseline: baseline, width: width - noteWidth)
        return bottom - box
    }

    private func body(_ drawing: inout Drawing, left: Double, right: Double, top: Double, bottom: Double) {
        let width = right - left
        let figures = Figures(picture.figures, grid, typesetter, room: grid.isPortrait ? width : width * 0.66)
        let lineHeight = 0.86
        let own = grid.isPortrait ? 0 : figures.width
        let title = fitted(
            picture.title, grid, typesetter, sizes: [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4].map { $0 * titleSize }, weight: 800, tracking: -0.03,
            width: width - (own > 0 ? own + 4 : 0))
        let baseline = top + lineHeight * title.size / 2 + Grid.drop(title.size)
        drawing.text(title.spans, x: left, baseline: baseline, width: width - (own > 0 ? own + 4 : 0))
        if grid.isPortrait {
            let below = max(top + lineHeight * titleSize + 7, Grid.below(title.spans, baseline, grid, typesetter))
            figures.drawPairs(&drawing, x: left, top: below, width: width, bottom: bottom - 2)
        } else {
            figures.drawRow(&drawing, x: right - figures.width, top: top - 0.2)
        }
    }
}

/// Numbers with their words below.
struct Figures {
    private let figures: [SummaryPicture.Figure]
    private let grid: Grid
    private let typesetter: Typesetter
    private let gap: Double
    private let value: Double
    private let label: Double
    /// Each one's, in u.
    private let widths: [Double]

    var width: Double { widths.reduce(0, +) + gap * Double(max(0, widths.count - 1)) }

    /// `room` is what the row may take, in u: it shrinks rather than crowd the title.
    init(_ figures: [SummaryPicture.Figure], _ grid: Grid, _ typesetter: Typesetter, room: Double) {
        self.grid = grid
        self.typesetter = typesetter
        let (gap, value, label): (Double, Double, Double) =
            switch (grid.isPortrait, grid.sizeClass) {
            case (false, .mini): (4, 9, 3 * grid.t)
            case (false, .compact): (5, 10, 3.8 * grid.t)
            case (true, .mini): (7, 9, 3 * grid.t)
            case (true, .compact): (7, 10, 3.8 * grid.t)
            case (_, .regular): (7, 12, 3.8 * grid.t)
            }
        // A small panel leaves out the third of four; the first and the last say most.
        var shown = figures
        if !grid.isPortrait, grid.sizeClass == .mini, shown.count > 3 { shown.remove(at: 2) }
        self.figures = shown
        func widths(_ scale: Double) -> [Double] {
            shown.map { figure in
                // As the design measures it: with the tracking after the last digit.
                let font = Figures.valueFont(grid, value * scale)
                let number = typesetter.width([Span(figure.value, font)]) + font.tracking * font.size
                let word = typesetter.width([Span(figure.label, grid.font(label * scale, 500))])
                return max(number, word) / grid.u
            }
        }
        let gaps = Double(max(0, shown.count - 1))
        let scale =
            grid.isPortrait ? 1 : [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4].first { widths($0).reduce(0, +) + gap * $0 * gaps <= room } ?? 0.35
        (self.gap, self.value, self.label) = (gap * scale, value * scale, label * scale)
        self.widths = widths(scale)
    }

    private static func valueFont(_ grid: Grid, _ size: Double) -> Font { grid.font(size, 800, tracking: -0.03, tabular: true) }

    func drawRow(_ drawing: inout Drawing, x: Double, top: Double) {
        var x = x
        for (figure, width) in zip(figures, widths) {
            draw(&drawing, figure, x: x, top: top, width: width + 1)
            x += width + gap
        }
    }

    /// Upright: two in a row.
    func drawPairs(_ drawing: inout Drawing, x: Double, top: Double, width: Double, bottom: Double) {
        let step = value + 1.21 * label + 4
        for (index, figure) in figures.enumerated() {
            let y = top + step * Double(index / 2)
            guard y + step - 4 <= bottom else { return }
            draw(&drawing, figure, x: x + (index % 2 == 0 ? 0 : width / 2), top: y, width: width / 2 - 2)
        }
    }

    private func draw(_ drawing: inout Drawing, _ figure: SummaryPicture.Figure, x: Double, top: Double, width: Double) {
        let number = fitted(
            figure.value, grid, typesetter, sizes: PlayerLayout.sizes(value), weight: 800, tracking: -0.03, tabular: true, width: width)
        drawing.text(number.spans, x: x, baseline: top + value / 2 + Grid.drop(value), width: width)
        drawing.text(
            figure.label, grid.font(label, 500), x: x, baseline: top + value + 0.605 * label + Grid.drop(label), width: width,
            .faded(Palette.secondary))
    }
}
