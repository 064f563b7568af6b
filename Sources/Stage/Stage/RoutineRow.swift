import Canvas
import Workouts

/// A routine among others: name over count, signs, Line, total, last done over times. What there is no room for is left out, from the
/// Line on; the total never is.
struct RoutineRow {
    let routine: HomePicture.Routine
    let page: Page
    let runs: (Timeline, Double, Double?) -> LineRuns

    private var t: Double { page.t }

    /// Column widths in t; nil leaves a column out.
    private struct Columns {
        var signs: Double?
        var line: Double?
        var total: Double
        var meta: Double?
        var gap = 3.0

        var taken: Double {
            let own = [signs, line, total, meta].compactMap { $0 }
            return own.reduce(0, +) + gap * Double(own.count)
        }
    }

    /// What an ordinary name of two or three words takes at nearly its full size, in t.
    private static let leastName = 44.0

    private var categories: [Category] { Array(routine.categories.prefix(page.isRegular ? 4 : 3)) }
    private var signGap: Double { page.isRegular ? 1.3 : 0.9 }
    private var signs: Double { 3.4 * Double(categories.count) + signGap * Double(max(0, categories.count - 1)) }

    private var columns: Columns {
        let room = (page.end - page.start) / t
        let all =
            page.hasSideStrip
            ? Columns(signs: signs, line: 28, total: 15, meta: 24) : Columns(signs: 21, line: 42, total: 17, meta: 27)
        let plans = [
            all, Columns(signs: 17.5, line: 28, total: 17, meta: 24), Columns(signs: signs, total: 15, meta: 22),
            Columns(total: 15, meta: 21, gap: 2), Columns(total: 15, gap: 2),
        ]
        let first = page.isRegular ? 0 : page.hasSideStrip ? 3 : 2
        return plans[first...].first { $0.taken + RoutineRow.leastName <= room } ?? plans[4]
    }

    func draw(_ drawing: inout Drawing, _ slot: Slot) {
        if page.grid.isPortrait { return drawUpright(&drawing, slot) }
        let middle = slot.y + slot.height / 2
        if page.isMini { return drawShort(&drawing, middle) }
        let columns = columns
        let gap = columns.gap * t
        var x = page.end
        if let meta = columns.meta {
            x -= meta * t
            self.meta(&drawing, x: x, middle: middle, width: meta * t)
            x -= gap
        }
        page.number(routine.total, &drawing, size: 5.4 * t, weight: 700, end: x, middle: middle, room: columns.total * t)
        x -= columns.total * t + gap
        if let line = columns.line {
            x -= line * t
            drawing.wholeLine(routine.timeline, runs, x: x, middle: middle, width: line * t, height: 2.2 * t)
            x -= gap
        }
        if let signs = columns.signs {
            x -= signs * t
            drawing.signs(categories, x: x, middle: middle, gap: signGap * t)
            x -= gap
        }
        name(&drawing, middle: middle, width: x - page.start)
    }

    private func name(_ drawing: inout Drawing, middle: Double, width: Double) {
        let (size, small) = (5 * t, 3.3 * t)
        let lineHeight = 1.15
        let top = middle - (lineHeight * (size + small) + 0.3 * t) / 2
        name(&drawing, size: size, middle: top + lineHeight * size / 2, width: width)
        drawing.text(
            routine.count, page.font(small, 500), x: page.start,
            baseline: top + lineHeight * (size + small / 2) + 0.3 * t + Grid.drop(small), width: width, .secondary)
    }

    /// Smaller, before it ends in an ellipsis.
    private func name(_ drawing: inout Drawing, size: Double, middle: Double, width: Double) {
        let fit = fitted(
            routine.name, page.grid, page.typesetter, sizes: [1, 0.9, 0.8].map { $0 * size }, weight: 600, tracking: -0.015, width: width)
        drawing.text(fit.spans, x: page.start, baseline: middle + Grid.drop(fit.size), width: width)
    }

    private func meta(_ drawing: inout Drawing, x: Double, middle: Double, width: Double) {
        let size = 3.3 * t
        let lines = [routine.lastDone, routine.times].compactMap { $0 }
        let top = middle - 1.28 * size * Double(lines.count) / 2
        for (index, line) in lines.enumerated() {
            // The row's own tracking.
            let fit = fitted(
                line, page.grid, page.typesetter, sizes: [1, 0.9, 0.8, 0.7].map { $0 * size }, weight: 500, tracking: -0.0227, width: width)
            drawing.text(
                fit.spans, x: x, baseline: top + 1.28 * size * (Double(index) + 0.5) + Grid.drop(size), width: width,
                .secondary)
        }
    }

    private func drawShort(_ drawing: inout Drawing, _ middle: Double) {
        let size = 5 * t
        let x = page.number(
            routine.total, &drawing, size: size, weight: 700, end: page.end, middle: middle, room: (page.end - page.start) / 2)
        name(&drawing, size: size, middle: middle, width: x - page.start - 2 * t)
    }

    private func drawUpright(_ drawing: inout Drawing, _ slot: Slot) {
        let (size, small) = (5 * t, 3.5 * t)
        let middle = slot.y + slot.height / 2
        let x = page.number(
            routine.total, &drawing, size: 6 * t, weight: 700, end: page.end, middle: middle, room: (page.end - page.start) / 2)
        let width = x - page.start - 3 * t
        let top = middle - (Page.lineHeight * (size + small) + t) / 2
        name(&drawing, size: size, middle: top + Page.lineHeight * size / 2, width: width)
        // Parted by the design's dot; what does not fit is left out from the end.
        let parts = [routine.count, routine.lastDone, routine.times].compactMap { $0 }
        page.dotted(
            parts, &drawing, size: small, x: page.start, middle: top + Page.lineHeight * (size + small / 2) + t, width: width)
    }
}

/// The focused routine, grown to three lines on the band.
struct RoutineBand {
    let routine: HomePicture.Routine
    let page: Page
    let runs: (Timeline, Double, Double?) -> LineRuns

    private static func measures(_ page: Page) -> (top: Double, bottom: Double, gap: Double, name: Double) {
        page.isCompact || page.isMini ? (1.8, 2, 1, 7.8) : (3, 3, 2, 8.4)
    }

    private static let line = 3.0
    private static let icon = 6.6

    static func height(_ page: Page) -> Double {
        let (top, bottom, gap, name) = measures(page)
        return top + 1.05 * name * page.t + gap + line + gap + Page.lineHeight * 3.7 * page.t + bottom
    }

    func draw(_ drawing: inout Drawing, top: Double) {
        let (above, _, gap, name) = RoutineBand.measures(page)
        let grid = page.grid
        let t = page.t
        let row = 1.05 * name * t
        let middle = top + above + row / 2
        let square = grid.rect(x: page.start - 1.4, y: middle - RoutineBand.icon / 2, width: RoutineBand.icon, height: RoutineBand.icon)
        drawing.filled(KeyCell.Icon.play.path.transformed(scale: RoutineBand.icon * grid.u / Glyph.side, dx: square.x, dy: square.y))
        let x = page.start + 6.6
        let size = name * t
        let end = page.number(
            routine.total, &drawing, size: size, weight: 800, end: page.end, middle: middle, room: (page.end - page.start) / 2)
        let room = end - 2.4 - x
        let fit = page.fittedName(
            routine.name, sizes: [1, 0.9, 0.8, 0.7, 0.6].map { $0 * size }, weight: 800, tracking: -0.018, width: room,
            above: above + row / 2, below: row / 2 + gap)
        drawing.text(fit.spans, x: x, baseline: middle + Grid.drop(fit.size), width: room)
        var y = top + above + row + gap
        drawing.wholeLine(
            routine.timeline, runs, x: page.start, middle: y + RoutineBand.line / 2, width: page.end - page.start, height: RoutineBand.line)
        y += RoutineBand.line + gap
        facts(&drawing, middle: y + Page.lineHeight * 3.7 * t / 2)
    }

    private func facts(_ drawing: inout Drawing, middle: Double) {
        let t = page.t
        let categories = Array(routine.categories.prefix(8))
        drawing.signs(categories, x: page.start, middle: middle, gap: 1.3 * t)
        var x = page.start + Double(categories.count) * 4.7 * t - 1.3 * t + 4 * t
        let texts = [routine.count, routine.lastDone, routine.times, page.isRegular ? routine.minutes : nil].compactMap { $0 }
        let size = 3.7 * t
        let font = page.font(size, 600)
        for text in texts {
            let own = page.width(text, font)
            guard x + own <= page.end else { return }
            drawing.text(text, font, x: x, baseline: middle + Grid.drop(size), width: own)
            x += own + 4 * t
        }
    }
}

extension Drawing {
    /// Categories' signs in a row, each 3.4t.
    mutating func signs(_ categories: [Category], x: Double, middle: Double, gap: Double) {
        let side = 3.4 * grid.t
        for (index, category) in categories.enumerated() {
            glyph(category, x: x + Double(index) * (side + gap), y: middle - side / 2, side: side, isThin: false, .hue(category))
        }
    }
}
