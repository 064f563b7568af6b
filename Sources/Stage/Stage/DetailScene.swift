import Canvas
import Workouts

/// What stands at the left of a script, or on an upright panel above it: label, name, total, what there is to say.
struct ScriptHead {
    let facts: ScriptFacts
    let timeline: Timeline?
    let page: Page
    let runs: (Timeline, Double, Double?) -> LineRuns
    let width: Double
    /// What may be filled, in u.
    let bottom: Double

    private var t: Double { page.t }
    private static let line = 3.0

    /// Draws them and returns where they end.
    func draw(_ drawing: inout Drawing) -> Double {
        let isRegular = page.grid.sizeClass == .regular
        let grid = page.grid
        let small = 3.5 * t
        var y = isRegular ? 5.0 : page.isMini ? 2 : 3
        drawing.text(
            facts.label, page.font(small, 500), x: page.start, baseline: y + Page.lineHeight * small / 2 + Grid.drop(small), width: width,
            .secondary)
        y += Page.lineHeight * small + 0.6
        let sizes = isRegular ? [9.0, 8, 7, 6] : [10, 9, 8, 7, 6]
        let name = fitted(facts.name, grid, page.typesetter, sizes: sizes, weight: 800, tracking: -0.018, width: width)
        drawing.text(name.spans, x: page.start, baseline: y + 1.05 * name.size / 2 + Grid.drop(name.size), width: width)
        y += 1.05 * name.size
        let (size, above, below): (Double, Double, Double) = isRegular ? (29, 3.4, 3.6) : page.isMini ? (20, 2.4, 2.4) : (25, 3, 3)
        let total = fitted(
            facts.total, grid, page.typesetter, sizes: [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.34, 0.28, 0.22].map { $0 * size }, weight: 800,
            tracking: -0.04,
            tabular: true, width: width + 1)
        y += above
        drawing.text(total.spans, x: page.start, baseline: y + 0.4 * size + Grid.drop(total.size), width: width + 2)
        y += 0.8 * size + below
        if let timeline {
            drawing.wholeLine(
                timeline, runs, x: page.start, middle: y + ScriptHead.line / 2, width: (width + page.margin) * 0.92 - page.margin * 0.92,
                height: ScriptHead.line)
            y += ScriptHead.line + (page.isMini ? 2 : 4)
        }
        return stats(&drawing, y)
    }

    private func stats(_ drawing: inout Drawing, _ top: Double) -> Double {
        let isRegular = page.grid.sizeClass == .regular
        let size = (isRegular ? 4 : 3.3) * t
        let gap = (isRegular ? 1.1 : 0.7) * t
        var y = top
        for ways in facts.stats where !ways.isEmpty {
            guard y + 1.2 * size <= bottom else { break }
            var lines = ways.map { PhraseLine($0, page: page, size: size) }
            // The shortest way, smaller, where a language has none that fits.
            if let shortest = ways.last { lines += [0.9, 0.8, 0.7, 0.6].map { PhraseLine(shortest, page: page, size: $0 * size) } }
            guard let line = lines.first(where: { $0.width <= width }) ?? lines.last else { continue }
            line.draw(&drawing, x: page.start, middle: y + 0.6 * size, width: width)
            y += 1.2 * size + gap
        }
        return y
    }
}

/// Where a script's column and its head stand.
struct ScriptPlan {
    /// Of the head.
    let headWidth: Double
    /// Where the column begins, and its band.
    let column: Double

    init(_ page: Page) {
        headWidth = page.isUpright ? page.end - page.start : page.share(0.4) - page.start
        column = page.isUpright ? page.bleedLeft : page.share(0.43)
    }

    func script(_ rows: Rows<ScriptRow>, _ page: Page, top: Double, bottom: Double) -> ScriptColumn {
        // An upright column's words begin at the margin.
        ScriptColumn(
            rows: rows, page: page, x: page.isUpright ? page.start - 3 : column, end: page.end, top: top, bottom: bottom)
    }
}

/// A routine as it will play, and Play.
struct DetailScene {
    let picture: DetailPicture
    let page: Page
    let runs: (Timeline, Double, Double?) -> LineRuns

    private static let icon = 9.0

    func scene() -> Scene {
        var page = page
        let plan = ScriptPlan(page)
        let isUpright = page.isUpright
        let height = page.grid.sizeClass == .regular ? 17.0 : 15
        let foot = page.bottom - height
        let head = ScriptHead(
            facts: picture.facts, timeline: nil, page: self.page, runs: runs, width: plan.headWidth, bottom: isUpright ? foot : foot - 1)
        let end = head.draw(&page.paper)
        let script = plan.script(picture.script, self.page, top: isUpright ? end + 3 : 4, bottom: isUpright ? foot - 2 : page.bottom)
        let window = script.window(from: picture.top)
        for (place, slot) in script.slots(window).enumerated() { script.draw(window.lowerBound + place, slot, &page.paper) }
        page.setBand(y: foot, width: (isUpright ? page.bleedRight : page.share(0.4)) - page.bleedLeft, height: height)
        let middle = foot + height / 2
        let square = page.grid.rect(
            x: page.start - 1.9, y: middle - DetailScene.icon / 2, width: DetailScene.icon, height: DetailScene.icon)
        page.band.filled(
            KeyCell.Icon.play.path.transformed(scale: DetailScene.icon * page.grid.u / Glyph.side, dx: square.x, dy: square.y))
        let x = page.start + 9.5
        let room = (isUpright ? page.end : page.share(0.4)) - x - 1
        let word = fitted(
            picture.play, page.grid, page.typesetter, sizes: [9, 8, 7, 6, 5], weight: 800, tracking: -0.03, width: room)
        page.band.text(word.spans, x: x, baseline: middle + Grid.drop(word.size), width: room)
        return page.scene(picture.legend)
    }
}

/// The routine that is being built.
struct BuilderScene {
    let picture: BuilderPicture
    let page: Page
    let runs: (Timeline, Double, Double?) -> LineRuns

    func scene() -> Scene {
        var page = page
        let plan = ScriptPlan(page)
        let isUpright = page.isUpright
        let head = ScriptHead(
            facts: picture.facts, timeline: picture.timeline, page: self.page, runs: runs, width: plan.headWidth, bottom: page.bottom)
        let end = head.draw(&page.paper)
        let script = plan.script(picture.script, self.page, top: isUpright ? end + 3 : 4, bottom: page.bottom)
        let window = script.window(around: picture.focus.index)
        page.place(
            script.slots(window), focus: picture.focus, first: window.lowerBound,
            rules: (isUpright ? page.start : plan.column + page.margin, page.end)
        ) { place, slot, drawing in
            script.draw(window.lowerBound + place, slot, &drawing)
        }
        return page.scene(picture.legend)
    }
}
