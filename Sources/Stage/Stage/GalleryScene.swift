import Canvas

/// The categories, four in a row.
struct GalleryScene {
    let picture: GalleryPicture

    func scene(_ page: Page) -> Scene {
        var page = page
        page.header(picture.title, note: picture.note)
        let columns = page.grid.isPortrait ? 2 : picture.cells.count > 8 ? 5 : 4
        let lines = page.grid.isPortrait ? 4 : 2
        let all = (picture.cells.count + columns - 1) / columns
        let layout = RowLayout(
            count: all, focus: picture.focus.index / columns, top: page.top, height: page.height / Double(lines), room: lines)
        let first = layout.visible.lowerBound * columns
        let shown = first..<min(picture.cells.count, layout.visible.upperBound * columns)
        let width = (page.right - page.left) / Double(columns)
        let slots = shown.map { index in
            let column = index % columns
            let from = column == 0 ? page.bleedLeft : page.left + width * Double(column)
            let to = column == columns - 1 ? page.bleedRight : page.left + width * Double(column + 1)
            return Slot(
                x: from, width: to - from, y: page.top + layout.height * Double(index / columns - layout.visible.lowerBound),
                height: layout.height, hasRule: false)
        }
        let own = page
        page.place(slots, focus: picture.focus, first: first) { place, slot, drawing in
            let column = place % columns
            let x = column == 0 ? own.start : own.left + width * Double(column) + 3.6
            let end = own.left + width * Double(column + 1)
            draw(picture.cells[first + place], own, &drawing, slot, x: x, width: end - x - (column == columns - 1 ? 3.6 : 2))
        }
        for (place, slot) in slots.enumerated() where first + place != picture.focus.index {
            page.paper.fill(x: slot.x ?? 0, y: slot.y, width: slot.width ?? 0, height: Page.rule, .rule)
            if place % columns > 0 {
                page.paper.fill(x: slot.x ?? 0, y: slot.y, width: Page.rule, height: slot.height, .rule)
            }
        }
        return page.scene(picture.legend)
    }

    private func draw(_ cell: GalleryPicture.Cell, _ page: Page, _ drawing: inout Drawing, _ slot: Slot, x: Double, width: Double) {
        let isRegular = page.grid.sizeClass == .regular
        let (top, foot, sign): (Double, Double, Double) = isRegular ? (3.4, 3.4, 15) : page.isMini ? (1.6, 1.4, 9) : (2.6, 2, 11)
        let (name, count) = ((isRegular ? 4.7 : 4.2) * page.t, (isRegular ? 3.4 : 3) * page.t)
        let y = slot.y + slot.height - foot - Page.lineHeight * count
        // The name keeps two lines' room at the most, and never reaches the sign.
        let room = y - slot.y - top - sign - 0.5
        let fit = page.typesetter.fit(
            [Span(cell.name, page.font(name, 700, -0.02))], width: width * page.grid.u, oneLine: [name * page.grid.u],
            wrapped: [1, 0.9, 0.8, 0.7].map { $0 * name * page.grid.u },
            maxLines: { max(1, min(3, Int((room * page.grid.u) / (1.08 * $0)))) })
        let em = fit.size / page.grid.u
        let height = 1.08 * em * Double(fit.lines)
        drawing.text(
            fit.spans, x: x, baseline: y - height + 1.08 * em / 2 + Grid.drop(em), width: width, lineHeight: 1.08 * em, maxLines: fit.lines)
        let number = fitted(
            cell.count, page.grid, page.typesetter, sizes: [1, 0.9, 0.8, 0.7, 0.6].map { $0 * count }, weight: 500, width: width)
        drawing.text(
            number.spans, x: x, baseline: y + Page.lineHeight * count / 2 + Grid.drop(number.size), width: width, .secondary)
        let side = min(sign, y - height - slot.y - top - 0.5)
        if let category = cell.category {
            drawing.glyph(category, x: x, y: slot.y + top, side: side, isThin: false, .hue(category))
        } else {
            Mark.draw(&drawing, x: x, middle: slot.y + top + side / 2, height: side * 0.8)
        }
    }
}
