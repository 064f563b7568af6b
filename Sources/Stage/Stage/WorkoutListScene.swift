import Canvas
import Workouts

/// Workouts by name, with a tile each; at the right what the focused one looks like.
struct WorkoutListScene {
    let picture: WorkoutListPicture

    func scene(_ page: Page) -> Scene {
        var page = page
        page.header(picture.title, note: picture.note, typed: picture.typed)
        if picture.rows.isEmpty {
            if let empty = picture.empty {
                page.emptiness(empty, x: page.start, width: page.end - page.start, top: page.top, bottom: page.bottom)
            }
            return page.scene(picture.legend)
        }
        let split = page.isUpright || page.isMini ? page.right : page.share(page.isCompact ? 0.66 : 0.58)
        let isWhole = split == page.right
        let bandEnd = isWhole ? page.bleedRight : split
        let end = isWhole ? page.end : split - 4
        let height = page.rowHeight(10.6)
        let layout = RowLayout(
            count: picture.rows.count, focus: picture.focus.index, top: page.top, height: height,
            room: max(1, Int(page.height / height + 0.001)))
        let own = page
        page.place(
            layout.slots(x: page.bleedLeft, width: bandEnd - page.bleedLeft), focus: picture.focus, first: layout.visible.lowerBound,
            rules: (page.start, isWhole ? page.end : split - page.margin)
        ) { place, slot, drawing in
            guard let row = picture.rows[layout.visible.lowerBound + place] else { return }
            draw(row, own, &drawing, middle: slot.y + slot.height / 2, end: end)
        }
        if !isWhole, let row = picture.rows[picture.focus.index] {
            let visual = WorkoutVisual(name: row.name, category: row.category)
            visual.draw(
                &page.paper, page, x: split, y: page.top, width: page.bleedRight - split, inner: page.right - split, height: page.height)
        }
        return page.scene(picture.legend)
    }

    private func draw(_ row: WorkoutListPicture.Row, _ page: Page, _ drawing: inout Drawing, middle: Double, end: Double) {
        let t = page.t
        let side = 8 * t
        drawing.fill(x: page.start, y: middle - side / 2, width: side, height: side, .tile(row.category, 16))
        let letters = Facts.monogram(row.name)
        let monogram = fitted(
            letters, page.grid, page.typesetter, sizes: [3.6, 3.2, 2.8].map { $0 * t }, weight: 700, tracking: -0.02, width: side - 1)
        drawing.text(
            monogram.spans, x: page.start + 0.3, baseline: middle + Grid.drop(monogram.size), width: side - 0.6, side: .center,
            .hue(row.category))
        let x = page.start + 11 * t
        var room = end - x
        if let note = row.note {
            let small = 3.5 * t
            let own = min(page.width(note, page.font(small, 500)), room * 0.4)
            drawing.text(
                note, page.font(small, 500), x: end - own, baseline: middle + Grid.drop(small), width: own, side: .trailing, .secondary)
            room -= own + 2 * t
        }
        let own = fitted(
            row.name, page.grid, page.typesetter, sizes: [5, 4.7, 4.4, 4.1, 3.8].map { $0 * t }, weight: 600, tracking: -0.015, width: room)
        drawing.text(own.spans, x: x, baseline: middle + Grid.drop(own.size), width: room)
    }
}

/// A workout's place for a picture: until there is one, its category's sign and a monogram, in the category's colour.
struct WorkoutVisual {
    let name: String
    let category: Workouts.Category

    /// - Parameter inner: how much of the width is within the inset.
    func draw(_ drawing: inout Drawing, _ page: Page, x: Double, y: Double, width: Double, inner: Double, height: Double) {
        drawing.fill(x: x, y: y, width: width, height: height, .tile(category, 14))
        let side = min(height * 0.58, inner * 0.8)
        let from = x < page.left ? page.left : x
        drawing.glyph(
            category, x: from + (inner - side) / 2, y: max(y, 0) + (height + min(y, 0) - side) / 2, side: side, isThin: false,
            .hue(category))
        let letters = [Span(Facts.monogram(name), page.font(7, 700, -0.02))]
        let own = page.width(letters)
        // Under the sign or not at all.
        guard y + height - 3 - 7 * 0.8 >= max(y, 0) + (height + min(y, 0) + side * 0.8) / 2 || 3 + own + 1 < (inner - side) / 2 else {
            return
        }
        drawing.text(letters, x: from + 3, baseline: y + height - 3, width: own, .hue(category))
    }
}
