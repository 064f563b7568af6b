import Canvas
import Workouts

/// Seven days in equal rows.
struct WeekScene {
    let picture: WeekPicture
    let page: Page
    let runs: (Timeline, Double, Double?) -> LineRuns

    private var t: Double { page.t }
    private var isRegular: Bool { page.isRegular }

    /// Widths in t. Values: the mock-ups' style sheet.
    private struct Columns {
        var mark = 8.0
        var name: Double
        var line: Double?
        var total: Double
        var state: Double?
        static let gap = 2.0

        var taken: Double { [mark, name, line ?? -2, total, state ?? -2].reduce(0) { $0 + $1 + Columns.gap } }
    }

    private var columns: Columns {
        let room = (page.end - page.start) / t
        let plans = [
            Columns(name: 31, line: picture.isEditor ? nil : 44, total: 17, state: picture.isEditor ? nil : 14),
            Columns(name: 31, total: 17, state: picture.isEditor ? nil : 14),
            Columns(name: 12, total: 15, state: picture.isEditor ? nil : 9), Columns(name: 12, total: 15),
        ]
        return plans[(isRegular ? 0 : 2)...].first { $0.taken + 24 <= room } ?? plans[3]
    }

    func scene() -> Scene {
        var page = page
        page.header(picture.title, note: picture.note)
        let shown = max(1, min(picture.days.count, Int(page.height / (6.4 * t))))
        let height = page.height / Double(page.grid.isPortrait ? max(7, shown) : shown)
        let layout = RowLayout(
            count: picture.days.count, focus: picture.focus.index, top: page.top,
            height: page.grid.isPortrait ? min(height, 14 * t) : height, room: shown)
        page.place(layout.slots(), focus: picture.focus, first: layout.visible.lowerBound) { place, slot, drawing in
            draw(picture.days[layout.visible.lowerBound + place], &drawing, slot)
        }
        return page.scene(picture.legend)
    }

    private func draw(_ day: WeekPicture.Day, _ drawing: inout Drawing, _ slot: Slot) {
        let middle = slot.y + slot.height / 2
        let columns = columns
        let gap = Columns.gap * t
        let size = (page.grid.sizeClass == .regular ? 5 : 4.4) * t
        let isRest = day.mark == .rest
        var x = page.start
        drawing.dayMark(day.mark, x: x, middle: middle, width: 6 * t, height: 3.2 * t, stroke: 0.5 * t)
        x += columns.mark * t + gap
        let font = page.font(size, isRest ? 500 : 600, -0.015)
        let words: Tint = isRest ? .secondary : .on
        let isLong = columns.name > 20 && page.width(day.name, font) <= columns.name * t
        let name = fitted(
            isLong ? day.name : day.shortName, page.grid, page.typesetter, sizes: [1, 0.9, 0.8, 0.7, 0.6].map { $0 * size },
            weight: isRest ? 500 : 600, tracking: -0.015, width: columns.name * t)
        drawing.text(name.spans, x: x, baseline: middle + Grid.drop(name.size), width: columns.name * t, words)
        x += columns.name * t + gap
        var end = page.end
        if let state = columns.state {
            if let text = day.state {
                let small = fitted(
                    text, page.grid, page.typesetter, sizes: [3.5, 3.1, 2.7, 2.3].map { $0 * t }, weight: 500, width: state * t)
                drawing.text(
                    small.spans, x: end - state * t, baseline: middle + Grid.drop(small.size), width: state * t, side: .trailing, .secondary
                )
            }
            end -= state * t + gap
        }
        if let total = day.total {
            page.number(total, &drawing, size: size, weight: 700, end: end, middle: middle, room: columns.total * t)
        }
        end -= columns.total * t + gap
        // Without a Line the words have its room.
        if let line = columns.line, let timeline = day.timeline {
            end -= line * t
            drawing.wholeLine(timeline, runs, x: end, middle: middle, width: line * t, height: 2 * t)
            end -= gap
        }
        let u = page.grid.u
        // Two lines where they leave air above and below; elsewhere a name that has to be cut is no smaller for it.
        func lines(_ em: Double) -> Int { 2.5 * em <= slot.height * u ? 2 : 1 }
        let small = [0.72, 0.62].map { $0 * size * u }
        let fit = page.typesetter.fit(
            [Span(day.routines, font)], width: (end - x) * u, oneLine: [1, 0.9, 0.82].map { $0 * size * u },
            wrapped: small.contains { lines($0) > 1 } ? small : small + [0.82 * size * u], maxLines: lines)
        let em = fit.size / u
        let step = 1.12 * em
        drawing.text(
            fit.spans, x: x, baseline: middle - Double(fit.lines - 1) / 2 * step + Grid.drop(em), width: end - x, lineHeight: step,
            maxLines: fit.lines, words)
    }
}
