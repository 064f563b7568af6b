import Canvas

/// The Line turned upright, with words: rows of different heights, whole ones only. Values: design, section 4, "Detail / builder".
struct ScriptColumn {
    let rows: Rows<ScriptRow>
    let page: Page
    /// Where the column and its band begin, in u, and where its words end.
    let x: Double
    let end: Double
    let top: Double
    let bottom: Double

    private var t: Double { page.t }
    private var isSmall: Bool { page.grid.sizeClass != .regular }
    /// From the spine to the words, in t.
    private var gap: Double { isSmall ? 2 : 3 }

    /// More sets than this share the height of so many.
    private static let mostBlocks = 10
    private static let spine = 2.4
    /// From one line of a note to the next, in t.
    private static let noteStep = 4.2
    private static let mostNoteLines = 4
    private static let thin = 0.24

    func height(_ row: ScriptRow) -> Double {
        switch row {
        case .step(let step): (7.4 + 2.5 * Double(min(max(1, step.blocks), ScriptColumn.mostBlocks) - 1)) * t
        case .rest: 4.5 * t
        case .note(let text): 5.5 * t + Double(noteLines(text) - 1) * ScriptColumn.noteStep * t
        case .action: 8.6 * t
        }
    }

    /// Rows from `top` on, or as many before it as leave no room at the foot.
    func window(from top: Int) -> Range<Int> {
        let first = min(max(rows.first, top), max(rows.first, rows.first + rows.rows.count - 1))
        return Window(from: first, count: rows.count, room: bottom - self.top) { rows[$0].map(height) }.range
    }

    func window(around focus: Int) -> Range<Int> {
        Window(around: focus, count: rows.count, room: bottom - top) { rows[$0].map(height) }.range
    }

    func slots(_ window: Range<Int>) -> [Slot] {
        var y = top
        return window.compactMap { index in
            guard let row = rows[index] else { return nil }
            // Only two actions beside each other are parted by a rule.
            var hasRule = false
            if case .action = row, case .action? = rows[index - 1] { hasRule = true }
            defer { y += height(row) }
            let from = page.isUpright ? page.bleedLeft : x
            return Slot(x: from, width: page.bleedRight - from, y: y, height: height(row), hasRule: hasRule)
        }
    }

    func draw(_ index: Int, _ slot: Slot, _ drawing: inout Drawing) {
        let middle = slot.y + slot.height / 2
        let left = x + 3
        switch rows[index] {
        case .step(let step)?:
            spine(step, &drawing, slot)
            words(step, &drawing, x: left + (ScriptColumn.spine + gap) * t, middle: middle)
        case .rest(let text)?:
            let width = ScriptColumn.spine * ScriptColumn.thin * t
            drawing.fill(
                x: left + (ScriptColumn.spine * t - width) / 2, y: slot.y + 0.45 * t, width: width, height: slot.height - 0.9 * t)
            let at = left + (ScriptColumn.spine + gap) * t
            let rest = fitted(
                text, page.grid, page.typesetter, sizes: [1, 0.9, 0.8, 0.7].map { $0 * 3.5 * t }, weight: 500, width: end - at)
            drawing.text(rest.spans, x: at, baseline: middle + Grid.drop(rest.size), width: end - at, .secondary)
        case .note(let text)?:
            let lines = noteLines(text)
            drawing.text(
                [Span(text, page.font(3.5 * t, 500))], x: left,
                baseline: middle - Double(lines - 1) / 2 * ScriptColumn.noteStep * t + Grid.drop(3.5 * t), width: end - left,
                lineHeight: ScriptColumn.noteStep * t, maxLines: lines, .secondary)
        case .action(let text)?:
            let action = fitted(
                text, page.grid, page.typesetter, sizes: [1, 0.9, 0.8, 0.7, 0.6].map { $0 * 5 * t }, weight: 600, tracking: -0.015,
                width: end - left)
            drawing.text(action.spans, x: left, baseline: middle + Grid.drop(action.size), width: end - left)
        case nil: break
        }
    }

    /// A doubt is a sentence with two names in it, in any language.
    private func noteLines(_ text: String) -> Int {
        let width = (end - x - 3) * page.grid.u
        return min(ScriptColumn.mostNoteLines, page.typesetter.lines([Span(text, page.font(3.5 * t, 500))], width: width) ?? 1)
    }

    /// Name and timing. Where both do not fit side by side, the timing goes under the name, so that neither is cut.
    private func words(_ step: ScriptStep, _ drawing: inout Drawing, x: Double, middle: Double) {
        let x = x + (step.isLifted ? 3 * t : 0)
        let room = end - x
        let (size, timing) = ((isSmall ? 4.6 : 5) * t, (isSmall ? 3.4 : 4) * t)
        func fit(_ sizes: [Double], _ scale: Double, _ width: Double) -> (spans: [Span], size: Double) {
            fitted(step.timing, page.grid, page.typesetter, sizes: sizes.map { $0 * scale }, weight: 500, tabular: true, width: width)
        }
        let name = page.font(size, 600, -0.015)
        let wanted = page.width(step.name, name)
        let beside = fit([1, 0.9, 0.8], timing, room - wanted - 2 * t)
        let own = step.timing.isEmpty ? 0 : page.width(beside.spans)
        if own == 0 || own + 2 * t + wanted <= room {
            drawing.text(beside.spans, x: end - own, baseline: middle + Grid.drop(beside.size), width: own, .secondary)
            drawing.text(step.name, name, x: x, baseline: middle + Grid.drop(size), width: room - own - (own > 0 ? 2 * t : 0))
            return
        }
        let (upper, lower) = (3.9 * t, 2.9 * t)
        let top = middle - 1.06 * (upper + lower) / 2
        let over = page.fittedName(
            step.name, sizes: [1, 0.9, 0.8, 0.7].map { $0 * upper }, weight: 600, tracking: -0.015, width: room, above: upper,
            below: 0.53 * upper + 0.1 * lower)
        drawing.text(over.spans, x: x, baseline: top + 1.06 * upper / 2 + Grid.drop(over.size), width: room)
        let below = fit([1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42], lower, room)
        drawing.text(
            below.spans, x: x, baseline: top + 1.06 * (upper + lower / 2) + Grid.drop(below.size), width: room, .secondary)
    }

    /// A block a set, and thin ticks where sets are parted by a rest.
    private func spine(_ step: ScriptStep, _ drawing: inout Drawing, _ slot: Slot) {
        let count = max(1, step.blocks)
        let width = ScriptColumn.spine * t
        let left = x + 3 + (step.isLifted ? 3 * t : 0)
        if count > 4 * ScriptColumn.mostBlocks {
            drawing.fill(x: left, y: slot.y, width: width, height: slot.height)
            return
        }
        let scale = count > ScriptColumn.mostBlocks ? Double(ScriptColumn.mostBlocks) / Double(count) : 1
        // A tick, with its margins, or a seam.
        func gap(_ after: Int) -> (space: Double, tick: Double) {
            let isBetweenSets = !step.eachSide || after % 2 == 1
            return step.hasSetRest && isBetweenSets ? (2 * t * scale, 1.3 * t * scale) : (0.56 * t * scale, 0)
        }
        let gaps = (0..<count - 1).map { gap($0) }
        let block = (slot.height - gaps.reduce(0) { $0 + $1.space }) / Double(count)
        var y = slot.y
        var blocks: [Rect] = []
        var ticks: [Rect] = []
        for index in 0..<count {
            blocks.append(drawing.grid.rect(x: left, y: y, width: width, height: block))
            y += block
            guard index < gaps.count else { break }
            if gaps[index].tick > 0 {
                ticks.append(
                    drawing.grid.rect(
                        x: left + width * (1 - ScriptColumn.thin) / 2, y: y + (gaps[index].space - gaps[index].tick) / 2,
                        width: width * ScriptColumn.thin, height: gaps[index].tick))
            }
            y += gaps[index].space
        }
        if step.isLifted {
            for index in 0..<count {
                drawing.frame(
                    x: left, y: slot.y + Double(index) * slot.height / Double(count), width: width,
                    height: slot.height / Double(count) - 0.4 * t, thickness: 0.4 * t)
            }
        } else {
            drawing.rects(blocks)
            drawing.rects(ticks)
        }
    }
}
