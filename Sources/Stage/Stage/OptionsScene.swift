import Canvas

/// A sheet at the end of the panel, over what it is about.
struct OptionsScene {
    let picture: OptionsPicture
    let page: Page
    /// Of what the sheet lies on.
    let under: Scene

    func scene() -> Scene {
        let grid = page.grid
        let t = page.t
        let isWide = !grid.isPortrait && grid.sizeClass != .mini
        let x = page.right - (page.right - page.left) * (isWide ? 0.46 : 0.66)
        var sheet = page
        let inner = (x + 5, page.end)
        let size = 3.7 * t
        var y = grid.sizeClass == .regular ? 5.0 : 3
        sheet.paper.text(
            picture.title, page.font(size, 600), x: inner.0, baseline: y + Page.lineHeight * size / 2 + Grid.drop(size),
            width: inner.1 - inner.0, .secondary)
        y += Page.lineHeight * size + 3
        let height = (grid.sizeClass == .regular ? 10.6 : 10.2) * t
        let room = max(1, Int((page.bottom - y) / height))
        let layout = RowLayout(count: picture.rows.count, focus: picture.focus.index, top: y, height: height, room: room)
        sheet.place(
            layout.slots(x: x, width: page.bleedRight - x), focus: picture.focus, first: layout.visible.lowerBound, rules: inner
        ) { place, slot, drawing in
            guard let row = picture.rows[layout.visible.lowerBound + place] else { return }
            let name = fitted(
                row, grid, page.typesetter, sizes: [5, 4.5, 4, 3.5].map { $0 * t }, weight: 600, tracking: -0.015, width: inner.1 - inner.0)
            drawing.text(name.spans, x: inner.0, baseline: slot.y + slot.height / 2 + Grid.drop(name.size), width: inner.1 - inner.0)
        }
        let scrim = page.style.light == .bright ? Color(0x14110D, alpha: 0.62) : Color(0, alpha: 0.7)
        var own = sheet.scene(picture.legend).layers
        let ground = grid.rect(x: x, y: -grid.insetY, width: page.bleedRight - x, height: page.bottom + grid.insetY)
        // The strip's pieces are the last ones of the first layer; they stand outside of the sheet, so they get a layer of their own.
        let strip = Layer(clip: grid.panel, field: Color(0, alpha: 0), items: page.scene(picture.legend).layers[0].items)
        own[0].clip = ground.pixels.intersection(grid.panel)
        return Scene(size: grid.size, layers: under.layers + [Layer(clip: grid.panel, field: scrim, items: []), strip] + own)
    }
}
