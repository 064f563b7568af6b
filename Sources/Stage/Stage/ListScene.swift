import Canvas

/// Rows of a list: which of them are seen, and where. The focused one stands in the middle unless the list ends.
struct RowLayout {
    /// Indices in the whole list.
    let visible: Range<Int>
    let top: Double
    let height: Double

    init(count: Int, focus: Int, top: Double, height: Double, room: Int, before: Int? = nil) {
        let shown = min(max(1, room), count)
        let first = min(max(0, focus - (before ?? room / 2)), max(0, count - shown))
        visible = first..<min(count, first + shown)
        self.top = top
        self.height = height
    }

    /// The upper edge of a row, or of a place between two; clamped to what is seen.
    func y(_ position: Double) -> Double {
        let last = Double(max(visible.lowerBound, visible.upperBound - 1))
        return top + height * (min(max(position, Double(visible.lowerBound)), last) - Double(visible.lowerBound))
    }
}

extension Page {
    /// Draws the rows, their rules and the band. `draw` puts one row's words at a place; it is asked twice for what the band crosses.
    mutating func rows(
        _ layout: RowLayout, focus: Focus?, x: Double? = nil, width: Double? = nil, ruleStart: Double? = nil, ruleEnd: Double? = nil,
        hasRule: (Int) -> Bool = { _ in true }, draw: (Int, Double, inout Drawing) -> Void
    ) {
        let position = focus.map { Double($0.index) + $0.glide }
        let bandTop = position.map { layout.y($0) }
        for index in layout.visible {
            let y = layout.y(Double(index))
            let isCrossed = bandTop.map { abs($0 - y) < layout.height } ?? false
            let isCovered = bandTop == y
            if !isCovered { draw(index, y, &paper) }
            if isCrossed { draw(index, y, &band) }
            let isNearFocus = focus.map { index == $0.index || index == $0.index + 1 } ?? false
            if index > layout.visible.lowerBound, !isNearFocus, hasRule(index) {
                let from = ruleStart ?? start
                paper.fill(x: from, y: y, width: (ruleEnd ?? end) - from, height: Page.rule, .rule)
            }
        }
        if let bandTop, !layout.visible.isEmpty { setBand(x: x, y: bandTop, width: width, height: layout.height) }
    }

    /// A list's row height: the design's, or on a compact panel a whole part of the room.
    func rowHeight(_ design: Double, compact: Double = 11.3) -> Double {
        if isCompact { return height / max(1, (height / (compact * t)).rounded(.down)) }
        return (isMini && !grid.isPortrait ? 11 : design) * t
    }
}

/// Names with what there is to say about each.
struct ListScene {
    let picture: ListPicture

    func scene(_ page: Page) -> Scene {
        var page = page
        let t = page.t
        page.header(picture.title, note: picture.note)
        var top = page.top
        if let typed = picture.typed { top = self.typed(typed, &page) }
        let height = page.rowHeight(9.5)
        let room = max(1, Int((page.bottom - top) / height + 0.001))
        let layout = RowLayout(count: picture.rows.count, focus: picture.focus.index, top: top, height: height, room: room)
        if picture.rows.isEmpty {
            if let empty = picture.empty {
                page.emptiness(empty, x: page.start, width: page.end - page.start, top: top, bottom: page.bottom)
            }
            return page.scene(picture.legend)
        }
        let frame = page
        page.rows(layout, focus: picture.focus) { index, y, drawing in
            guard let row = picture.rows[index] else { return }
            draw(row, isFocused: index == picture.focus.index, y: y, height: height, frame, &drawing)
        }
        if let foot = picture.foot {
            let size = 3.5 * t
            let y = layout.y(Double(layout.visible.upperBound)) + height + 2
            if y + 1.3 * size < page.bottom, layout.visible.upperBound == picture.rows.count || page.isRegular {
                page.paper.text(
                    foot, page.font(size, 500), x: page.start, baseline: y + 0.65 * size + Grid.drop(size), width: page.end - page.start,
                    .secondary)
            }
        }
        return page.scene(picture.legend)
    }

    private func typed(_ text: String, _ page: inout Page) -> Double {
        let size = 9 * page.t
        let width = page.end - page.start
        let fit = fitted(
            text, page.grid, page.typesetter, sizes: [1, 0.9, 0.8, 0.7, 0.6].map { $0 * size }, weight: 800, tracking: -0.018,
            width: width - 2)
        let middle = page.top + 6 * page.t
        page.paper.text(fit.spans, x: page.start, baseline: middle + Grid.drop(fit.size), width: width - 2)
        let at = text.isEmpty ? 0 : min(width - 2, page.width(fit.spans))
        page.paper.fill(x: page.start + at + 0.4, y: middle - size * 0.45, width: max(0.4, size * 0.07), height: size * 0.9)
        return page.top + 12.4 * page.t
    }

    private func draw(_ row: ListPicture.Row, isFocused: Bool, y: Double, height: Double, _ page: Page, _ drawing: inout Drawing) {
        let t = page.t
        let middle = y + height / 2
        let size = 5 * t
        var x = page.start
        if let isChecked = row.isChecked {
            drawing.check(isChecked, x: x, middle: middle)
            x += 7.4 * t
        }
        if let category = row.category {
            drawing.glyph(category, x: x, y: middle - 2 * t, side: 4 * t, isThin: false, .hue(category))
            x += 6.4 * t
        }
        var room = page.end - x
        if let detail = row.detail, !detail.isEmpty {
            let font = page.font(size, isFocused ? 600 : 500, -0.015)
            let width = min(page.width(detail, font), room * 0.62)
            drawing.text(
                detail, font, x: page.end - width, baseline: middle + Grid.drop(size), width: width, side: .trailing,
                isFocused ? .on : .secondary)
            room -= width + 2 * t
        }
        drawing.text(row.title, page.font(size, 600, -0.015), x: x, baseline: middle + Grid.drop(size), width: room)
    }
}

extension Drawing {
    /// A square to be ticked.
    mutating func check(_ isOn: Bool, x: Double, middle: Double) {
        let side = 4.4 * grid.t
        guard isOn else { return frame(x: x, y: middle - side / 2, width: side, height: side, thickness: 0.5 * grid.t) }
        fill(x: x, y: middle - side / 2, width: side, height: side)
        let square = grid.rect(x: x, y: middle - side / 2, width: side, height: side)
        let icon = (side - grid.t) * 0.7 * grid.u
        filled(
            KeyCell.Icon.check.path.transformed(
                scale: icon / Glyph.side, dx: square.x + (square.width - icon) / 2, dy: square.y + (square.height - icon) / 2), .field)
    }
}
