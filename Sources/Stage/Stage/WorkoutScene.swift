import Canvas

/// One workout: what it looks like, what there is to say, and what can be done with it.
struct WorkoutScene {
    let picture: WorkoutPicture

    func scene(_ page: Page) -> Scene {
        var page = page
        let isUpright = page.isUpright
        let split = page.share(0.46)
        let visual = WorkoutVisual(name: picture.name, category: picture.category)
        let (x, top): (Double, Double)
        if isUpright {
            let height = page.bottom * 0.36 + page.grid.insetY
            visual.draw(
                &page.paper, page, x: page.bleedLeft, y: -page.grid.insetY, width: page.bleedRight - page.bleedLeft,
                inner: page.right - page.left, height: height)
            (x, top) = (page.start, height - page.grid.insetY + 4)
        } else {
            visual.draw(
                &page.paper, page, x: page.bleedLeft, y: -page.grid.insetY, width: split - page.bleedLeft, inner: split - page.left,
                height: page.bottom + page.grid.insetY)
            (x, top) = (split + 6, page.grid.sizeClass == .regular ? 7 : page.isMini ? 2.5 : 4)
        }
        let foot = actions(&page, x: x, from: isUpright ? page.bleedLeft : split)
        words(&page, x: x, top: top, bottom: foot - 1)
        return page.scene(picture.legend)
    }

    /// The focused one is tall; the others stand in their order above and below it. Returns where they begin.
    private func actions(_ page: inout Page, x: Double, from: Double) -> Double {
        let isRegular = page.grid.sizeClass == .regular
        let (tall, low) = (isRegular ? 17.0 : 15, (isRegular ? 9.5 : 9) * page.t)
        var y = page.bottom - tall - low * Double(picture.actions.count - 1)
        let top = y
        let slots = picture.actions.indices.map { index in
            let height = index == picture.focus.index ? tall : low
            defer { y += height }
            return Slot(x: from, width: page.bleedRight - from, y: y, height: height)
        }
        let own = page
        page.place(slots, focus: picture.focus, rules: (x, page.end)) { index, slot, drawing in
            let isFocused = index == picture.focus.index
            let sizes = isFocused ? [8, 7, 6, 5] : [5 * own.t, 4.4 * own.t]
            let text = fitted(
                picture.actions[index], own.grid, own.typesetter, sizes: sizes, weight: isFocused ? 800 : 600,
                tracking: isFocused ? -0.03 : -0.015, width: own.end - x)
            drawing.text(text.spans, x: x, baseline: slot.y + slot.height / 2 + Grid.drop(text.size), width: own.end - x)
        }
        return top
    }

    private func words(_ page: inout Page, x: Double, top: Double, bottom: Double) {
        let t = page.t
        let isRegular = page.grid.sizeClass == .regular
        let width = page.end - x
        let small = 3.5 * t
        page.paper.text(
            picture.caption, page.font(small, 500), x: x, baseline: top + Page.lineHeight * small / 2 + Grid.drop(small), width: width,
            .secondary)
        var y = top + Page.lineHeight * small
        let u = page.grid.u
        let (one, two): ([Double], [Double]) = isRegular ? ([15, 13, 11], [10, 9, 8, 7]) : ([14, 12, 10], [9, 8, 7, 6])
        let name = page.typesetter.fit(
            [Span(picture.name, page.font(10, 800, -0.018))], width: width * u, oneLine: one.map { $0 * u }, wrapped: two.map { $0 * u },
            maxLines: { size in max(1, min(3, Int((bottom - y) * u * 0.5 / (1.02 * size)))) })
        let em = name.size / u
        // Signs that are taller than letters stay clear of the line above.
        let ink = page.typesetter.ink(name.spans).map { $0.y / u } ?? 0
        y += max(0, -ink - 1.02 * em / 2 - Grid.drop(em))
        page.paper.text(
            name.spans, x: x, baseline: y + 1.02 * em / 2 + Grid.drop(em), width: width, lineHeight: 1.02 * em, maxLines: name.lines)
        let hang = page.typesetter.ink(name.spans).map { $0.maxY / u } ?? 0
        y += 1.02 * em * Double(name.lines) + max(0, hang - 1.02 * em / 2 + Grid.drop(em) - 1)
        let gap = isRegular ? 4.0 : page.isMini ? 1.8 : 2.6
        y = chips(&page, x: x, width: width, top: y + gap, bottom: bottom, gap: gap)
        let usage = picture.usage == nil ? 0 : Page.lineHeight * small
        let text = (isRegular ? 4.6 : 3.8) * t
        if let note = picture.note, !note.isEmpty {
            let room = bottom - y - usage - 1
            if room >= 1.3 * text * 0.8 {
                let fit = page.typesetter.fit(
                    [Span(note, page.font(text, 500))], width: width * u, oneLine: [text * u],
                    wrapped: [1, 0.9, 0.8].map { $0 * text * u }, maxLines: { max(1, Int(room * u / (1.3 * $0))) })
                let em = fit.size / u
                page.paper.text(
                    fit.spans, x: x, baseline: y + 0.65 * em + Grid.drop(em), width: width, lineHeight: 1.3 * em, maxLines: fit.lines)
                y += 1.3 * em * Double(fit.lines) + (isRegular ? 3 : 2)
            }
        }
        if let usage = picture.usage, y + Page.lineHeight * small <= bottom {
            page.paper.text(
                usage, page.font(small, 500), x: x, baseline: y + Page.lineHeight * small / 2 + Grid.drop(small), width: width, .secondary)
        }
    }

    /// Framed words, in as many lines as there is room for; returns where what follows begins.
    private func chips(_ page: inout Page, x: Double, width: Double, top: Double, bottom: Double, gap: Double) -> Double {
        let t = page.t
        let size = 3.5 * t
        let line = 0.36
        let height = Page.lineHeight * size + 1.6 * t + 2 * line
        let font = page.font(size, 600)
        var (left, y) = (x, top)
        guard !picture.chips.isEmpty, y + height <= bottom else { return top }
        for chip in picture.chips {
            let own = min(page.width(chip, font) + 3.6 * t + 2 * line, width)
            if left + own > x + width, left > x {
                guard y + 2 * height + 1.6 * t <= bottom else { break }
                (left, y) = (x, y + height + 1.6 * t)
            }
            page.paper.frame(x: left, y: y, width: own, height: height, thickness: line)
            page.paper.text(
                chip, font, x: left + 1.8 * t + line, baseline: y + height / 2 + Grid.drop(size), width: own - 3.6 * t - 2 * line)
            left += own + 1.6 * t
        }
        return y + height + gap
    }
}
