import Canvas
import Workouts

/// The band that leads the home: name and total as large as they can be, the Line, the week.
struct TodayCard {
    let today: HomePicture.Today
    let page: Page
    let runs: (Timeline, Double, Double?) -> LineRuns

    private var t: Double { page.t }
    private var isPortrait: Bool { page.grid.isPortrait }

    /// Values: design, section 4, "Home", and the mock-ups' style sheet.
    private struct Measures {
        var top: Double
        var bottom: Double
        var line: Double
        var above: Double
        var below: Double
        var names: [Double]
        var total: Double
    }

    private var measures: Measures {
        if isPortrait { return Measures(top: 4, bottom: 4.4, line: 4, above: 3, below: 5, names: [11.5, 10, 9], total: 24) }
        switch page.grid.sizeClass {
        case .regular: return Measures(top: 2.8, bottom: 3.4, line: 3.4, above: 1.6, below: 3.8, names: [15, 13, 11], total: 15)
        case .compact: return Measures(top: 2.2, bottom: 3, line: 3.4, above: 1.4, below: 3, names: [13, 12, 11], total: 15)
        case .mini: return Measures(top: 2, bottom: 2.4, line: 3.4, above: 1.4, below: 3, names: [13, 12, 11], total: 15)
        }
    }

    private static let icon = 10.4
    /// Between the name and the week, without a Line.
    private static let bare = 3.0
    private static let lineHeight = 1.02

    private var labelHeight: Double { Page.lineHeight * 3.7 * t + 0.6 }

    private var nameHeight: Double {
        guard isPortrait else { return TodayCard.lineHeight * 15 }
        if let sentence { return TodayCard.lineHeight * max(11.5, sentence.size * Double(sentence.lines)) }
        return TodayCard.lineHeight * 11.5 + (today.total == nil ? 0 : 3 + measures.total)
    }

    /// In the place of a name and a total an upright card has a sentence, which may take two lines.
    private var sentence: (spans: [Span], size: Double, lines: Int)? {
        guard isPortrait, today.total == nil else { return nil }
        let u = page.grid.u
        let fit = page.typesetter.fit(
            [Span(today.title, page.font(11.5, 800, -0.018))], width: (page.end - page.start - (today.icon == nil ? 0 : 9.9)) * u,
            oneLine: [11.5, 10, 9].map { $0 * u }, wrapped: [10, 9, 8, 7].map { $0 * u }, maxLines: { _ in 2 })
        return (fit.spans, fit.size / u, fit.lines)
    }

    private var weekHeight: Double { today.week.isEmpty ? 0 : 3.7 * t }

    var height: Double {
        let measures = measures
        let line = today.timeline == nil ? TodayCard.bare : measures.above + measures.line + (weekHeight > 0 ? measures.below : 0)
        return measures.top + labelHeight + nameHeight + line + weekHeight + measures.bottom
    }

    func draw(_ drawing: inout Drawing, top: Double) {
        let measures = measures
        let (start, width) = (page.start, page.end - page.start)
        var y = top + measures.top
        label(&drawing, y)
        y += labelHeight
        name(&drawing, y, measures)
        y += nameHeight + (today.timeline == nil ? TodayCard.bare : measures.above)
        if let timeline = today.timeline {
            drawing.wholeLine(timeline, runs, x: start, middle: y + measures.line / 2, width: width, height: measures.line)
            y += measures.line + measures.below
        }
        if !today.week.isEmpty {
            WeekStrip(today.week, page, room: width).draw(&drawing, x: start, middle: y + 3.7 * t / 2, width: width)
        }
    }

    private func label(_ drawing: inout Drawing, _ y: Double) {
        let size = 3.7 * t
        let font = page.font(size, 600, -0.005)
        let baseline = y + Page.lineHeight * size / 2 + Grid.drop(size)
        var room = page.end - page.start
        if let facts = today.facts {
            let fit = fitted(
                facts, page.grid, page.typesetter, sizes: [1, 0.9, 0.8].map { $0 * size }, weight: 600, tracking: -0.005,
                width: room * 0.7)
            let own = min(page.width(fit.spans), room * 0.7)
            drawing.text(fit.spans, x: page.end - own, baseline: baseline, width: own, side: .trailing)
            room -= own + 2 * t
        }
        drawing.text(today.label, font, x: page.start, baseline: baseline, width: room)
    }

    private func name(_ drawing: inout Drawing, _ y: Double, _ measures: Measures) {
        let grid = page.grid
        let sentence = sentence
        let row = isPortrait && sentence == nil ? TodayCard.lineHeight * 11.5 : nameHeight
        let middle = y + row / 2
        var x = page.start
        if let icon = today.icon {
            let square = grid.rect(x: x - 2.1, y: middle - TodayCard.icon / 2, width: TodayCard.icon, height: TodayCard.icon)
            drawing.filled(
                icon.path.transformed(scale: TodayCard.icon * grid.u / Glyph.side, dx: square.x, dy: square.y))
            x += 9.9
        }
        var room = page.end - x
        if let total = today.total {
            let size = measures.total
            if isPortrait {
                let all = page.end - page.start
                let fit = fitted(
                    total, grid, page.typesetter, sizes: [1, 0.9, 0.8, 0.7, 0.6].map { $0 * size }, weight: 800, tracking: -Page.overhang,
                    tabular: true, width: all)
                drawing.text(fit.spans, x: page.start, baseline: y + row + 3 + size / 2 + Grid.drop(fit.size), width: all)
            } else {
                room = page.number(total, &drawing, size: size, weight: 800, end: page.end, middle: middle, room: room * 0.6) - 3 - x
            }
        }
        if let sentence {
            let step = TodayCard.lineHeight * sentence.size
            let first = middle - Double(sentence.lines - 1) / 2 * step + Grid.drop(sentence.size)
            return drawing.text(sentence.spans, x: x, baseline: first, width: room, lineHeight: step, maxLines: sentence.lines)
        }
        let sizes = measures.names + [9, 8, 7].filter { $0 < measures.names.last ?? 0 && today.icon == nil }
        let title = page.fittedName(
            today.title, sizes: sizes, weight: 800, tracking: -0.018, width: room, above: row / 2 + 0.6,
            below: row / 2 + (isPortrait ? 3 : today.timeline == nil ? TodayCard.bare : measures.above))
        drawing.text(title.spans, x: x, baseline: middle + Grid.drop(title.size), width: room)
    }
}

extension Drawing {
    /// The whole routine as the Line, all of it solid.
    mutating func wholeLine(
        _ timeline: Timeline, _ runs: (Timeline, Double, Double?) -> LineRuns, x: Double, middle: Double, width: Double, height: Double,
        _ tint: Tint = .on
    ) {
        let box = grid.rect(x: x, y: 0, width: width, height: 1)
        TheLine(runs(timeline, box.width, Metrics.lineGap * grid.u), in: grid, x: x, middle: middle, width: width, height: height)
            .whole(&self, tint)
    }
}
