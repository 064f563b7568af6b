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

    /// One a visible row.
    func slots(x: Double? = nil, width: Double? = nil) -> [Slot] {
        visible.indices.map { Slot(x: x, width: width, y: top + height * Double($0 - visible.lowerBound), height: height) }
    }

    /// Below the last of them.
    var end: Double { top + height * Double(visible.count) }
}

extension Page {
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
        page.place(layout.slots(), focus: picture.focus, first: layout.visible.lowerBound) { place, slot, drawing in
            let index = layout.visible.lowerBound + place
            guard let row = picture.rows[index] else { return }
            draw(row, isFocused: index == picture.focus.index, y: slot.y, height: slot.height, frame, &drawing)
        }
        if let foot = picture.foot, layout.visible.upperBound == picture.rows.count || page.isRegular {
            self.foot(foot, &page, top: layout.end + 2)
        }
        return page.scene(picture.legend)
    }

    /// In as many lines as there is room for; without room it is left out.
    private func foot(_ text: String, _ page: inout Page, top: Double) {
        let size = 3.5 * page.t
        let u = page.grid.u
        let width = page.end - page.start
        let room = Int((page.bottom - top - 0.5) / (1.25 * size))
        guard room > 0 else { return }
        let fit = page.typesetter.fit(
            [Span(text, page.font(size, 500))], width: width * u, oneLine: [size * u],
            wrapped: [1, 0.85, 0.75, 0.65].map { $0 * size * u },
            maxLines: { _ in room })
        let em = fit.size / u
        page.paper.text(
            fit.spans, x: page.start, baseline: top + 0.625 * em + Grid.drop(em), width: width, lineHeight: 1.25 * em, maxLines: fit.lines,
            .secondary)
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
            let fit = fitted(
                detail, page.grid, page.typesetter, sizes: [1, 0.9, 0.8, 0.7].map { $0 * size }, weight: isFocused ? 600 : 500,
                tracking: -0.015, width: room * 0.65)
            let width = min(page.width(fit.spans), room * 0.65)
            drawing.text(
                fit.spans, x: page.end - width, baseline: middle + Grid.drop(fit.size), width: width, side: .trailing,
                isFocused ? .on : .secondary)
            room -= width + 2 * t
        }
        let title = fitted(
            row.title, page.grid, page.typesetter, sizes: [1, 0.9, 0.8, 0.7, 0.6, 0.5].map { $0 * size }, weight: 600, tracking: -0.015,
            width: room)
        drawing.text(title.spans, x: x, baseline: middle + Grid.drop(title.size), width: room)
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
