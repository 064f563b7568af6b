import Canvas
import Workouts

/// One value at a time, very large, between its neighbours.
struct StepperScene {
    let picture: StepperPicture
    let page: Page
    let runs: (Timeline, Double, Double?) -> LineRuns

    private var t: Double { page.t }
    private var isRegular: Bool { page.grid.sizeClass == .regular }

    func scene() -> Scene {
        var page = page
        var y = head(&page)
        if !picture.tabs.isEmpty { y = tabs(&page, y) }
        let foot = total(&page)
        value(&page, top: y, bottom: foot)
        return page.scene(picture.legend)
    }

    private func head(_ page: inout Page) -> Double {
        let (above, below): (Double, Double) = isRegular ? (4, 2) : page.isMini ? (1.6, 0.6) : (2.4, 1)
        let size = 6.8 * t
        var room = page.end - page.start
        let middle = above + Page.lineHeight * size / 2
        if let note = picture.note {
            let small = 3.5 * t
            let own = min(page.width(note, page.font(small, 500)), room * 0.5)
            page.paper.text(
                note, page.font(small, 500), x: page.end - own, baseline: middle + Grid.drop(size), width: own, side: .trailing, .secondary)
            room -= own + 2 * t
        }
        let title = fitted(
            picture.title, page.grid, page.typesetter, sizes: [1, 0.9, 0.8, 0.7].map { $0 * size }, weight: 800, tracking: -0.03,
            width: room)
        page.paper.text(title.spans, x: page.start, baseline: middle + Grid.drop(size), width: room)
        return above + Page.lineHeight * size + below
    }

    private func tabs(_ page: inout Page, _ top: Double) -> Double {
        let (label, value) = ((isRegular ? 3.1 : 2.7) * t, 4.4 * t)
        let height = 2 * Page.rule + 3.8 + Page.lineHeight * (label + value) + 0.5 * t
        let width = (page.right - page.left) / Double(picture.tabs.count)
        let slots = picture.tabs.indices.map { index in
            let from = index == 0 ? page.bleedLeft : page.left + width * Double(index)
            let to = index == picture.tabs.count - 1 ? page.bleedRight : page.left + width * Double(index + 1)
            return Slot(x: from, width: to - from, y: top + Page.rule, height: height - 2 * Page.rule, hasRule: false)
        }
        for y in [top, top + height - Page.rule] {
            page.paper.fill(x: page.bleedLeft, y: y, width: page.bleedRight - page.bleedLeft, height: Page.rule, .rule)
        }
        let own = self.page
        page.place(slots, focus: picture.focus) { index, slot, drawing in
            let tab = picture.tabs[index]
            let x = index == 0 ? own.start : own.left + width * Double(index) + min(2.4, width * 0.09)
            let room = own.left + width * Double(index + 1) - x - 0.6
            let first = fitted(
                tab.label, own.grid, own.typesetter, sizes: [1, 0.9, 0.8, 0.7, 0.6, 0.5].map { $0 * label }, weight: 500, width: room)
            drawing.text(
                first.spans, x: x, baseline: slot.y + 1.8 + Page.lineHeight * label / 2 + Grid.drop(first.size), width: room, .secondary)
            let second = fitted(
                tab.value, own.grid, own.typesetter, sizes: [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42].map { $0 * value }, weight: 700,
                tracking: -0.03,
                tabular: true, width: room)
            drawing.text(
                second.spans, x: x, baseline: slot.y + 1.8 + Page.lineHeight * (label + value / 2) + 0.5 * t + Grid.drop(second.size),
                width: room)
        }
        return top + height
    }

    /// Total and Line above the strip; returns where they begin.
    private func total(_ page: inout Page) -> Double {
        guard picture.total != nil || picture.timeline != nil else { return page.bottom - 2 }
        let size = 4.4 * t
        let height = max(Page.lineHeight * size, 3.6)
        let middle = page.bottom - 4 - height / 2
        var x = page.start
        if let total = picture.total {
            let all = page.end - page.start
            let lines = [1, 0.9, 0.8, 0.7, 0.6, 0.5].map { PhraseLine(total, page: self.page, size: $0 * size, tabular: true) }
            let line = lines.first { $0.width <= all * 0.5 } ?? lines[lines.count - 1]
            let width = min(line.width, all)
            line.draw(&page.paper, x: x, middle: middle, width: width, .on)
            x += width + 4
        }
        if let timeline = picture.timeline, page.end - x > 10 { line(timeline, &page, x: x, middle: middle) }
        return page.bottom - 4 - height
    }

    /// Faint, with the edited stretches lit and outlined.
    private func line(_ timeline: Timeline, _ page: inout Page, x: Double, middle: Double) {
        let width = page.end - x
        let box = page.grid.rect(x: x, y: 0, width: width, height: 1)
        let line = TheLine(
            runs(timeline, box.width, Metrics.lineGap * page.grid.u), in: page.grid, x: x, middle: middle, width: width, height: 3.6)
        line.toCome(&page.paper)
        guard let edited = picture.edited else { return }
        let lit = timeline.segments.filter { $0.step == edited.step && $0.kind == edited.part.kind }.map {
            $0.start - timeline.getReadySeconds
        }
        line.lit(Set(lit), &page.paper, outline: 0.5, .own(page.palette.focus))
    }

    private func value(_ page: inout Page, top: Double, bottom: Double) {
        let isUpright = page.isUpright
        // An upright panel has its neighbours below the value.
        let beside = isUpright ? min((top + bottom) / 2 + 28, bottom - 7) : (top + bottom) / 2
        let bottom = isUpright ? beside - 7 : bottom
        let middle = isUpright ? max((top + bottom) / 2, bottom - 26) : beside
        let width = page.right - page.left
        let center = page.left + width / 2
        let side = isUpright ? width / 2 : width / 3.4
        // The keys do not mirror: what is less stands at the physical left, as the key does.
        let isMirrored = page.grid.isMirrored
        let (first, last) = isMirrored ? (picture.more, picture.less) : (picture.less, picture.more)
        let (firstSign, lastSign): (KeyCell.Icon, KeyCell.Icon) = isMirrored ? (.plus, .minus) : (.minus, .plus)
        var start = neighbour(first, firstSign, &page, isFirst: true, center: page.left + side / 2, middle: beside, room: side - 4)
        var end = neighbour(last, lastSign, &page, isFirst: false, center: page.right - side / 2, middle: beside, room: side - 4)
        if isUpright { (start, end) = (page.start, page.end) }
        let most = isRegular ? 48.0 : page.isMini ? 32 : 38
        // Words have letters that hang below the line.
        let isWord = picture.value.contains(where: \.isLetter)
        let size = min(most, (bottom - top - 2) / (isWord ? 1.3 : 0.8))
        func big(_ size: Double) -> [Span] { [Span(picture.value, page.font(size, 800, -0.04, tabular: true))] }
        func advance(_ size: Double) -> Double { page.width(big(size)) - 0.04 * size }
        func extra(_ size: Double) -> Double { picture.unit.map { page.width($0, page.font(0.3 * size, 700)) + 0.09 * size } ?? 0 }
        let sizes = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.22, 0.16, 0.14, 0.12].map { $0 * size }
        // The number stands in the middle, its unit beside it, and neither reaches a neighbour.
        // A word stands further from what it may become than that does from its sign.
        let gap = isWord && !isUpright ? 5.0 : 2
        let em =
            sizes.first { center - advance($0) / 2 >= start + gap && center + advance($0) / 2 + extra($0) <= end - gap }
            ?? sizes[sizes.count - 1]
        let x = max(start + 1, center - advance(em) / 2)
        page.paper.text(big(em), x: x, baseline: middle + Grid.drop(em), width: min(advance(em) + 0.05 * em, end - x))
        if let unit = picture.unit {
            let left = x + advance(em) + 0.09 * em
            page.paper.text(
                unit, page.font(0.3 * em, 700), x: left, baseline: middle + Grid.drop(em) + 0.01 * em, width: max(1, end - left))
        }
    }

    /// What the value would be after a press; returns how far it reaches towards the middle.
    private func neighbour(
        _ text: String?, _ icon: KeyCell.Icon, _ page: inout Page, isFirst: Bool, center: Double, middle: Double, room: Double
    ) -> Double {
        guard let text else { return isFirst ? page.start : page.end }
        let side = page.isUpright ? 6.0 : 9
        let most = room - side - 4
        let u = page.grid.u
        let fit = page.typesetter.fit(
            [Span(text, page.font(12, 600, -0.03))], width: most * u, oneLine: [12, 10.5, 9, 7.5, 6].map { $0 * u },
            wrapped: [6, 5, 4.4, 4].map { $0 * u }, maxLines: { _ in 3 })
        let size = fit.size / u
        let own = fit.lines > 1 ? most : min(page.width(fit.spans), most)
        let left = center - (side + 4 + own) / 2
        let square = page.grid.rect(x: isFirst ? left : left + own + 4, y: middle - side / 2, width: side, height: side)
        page.paper.filled(icon.path.transformed(scale: side * page.grid.u / Glyph.side, dx: square.x, dy: square.y))
        page.paper.text(
            fit.spans, x: isFirst ? left + side + 4 : left,
            baseline: middle - Double(fit.lines - 1) / 2 * Page.lineHeight * size + Grid.drop(size), width: own,
            side: fit.lines > 1 && !isFirst ? .trailing : .leading, lineHeight: Page.lineHeight * size, maxLines: fit.lines, .toCome)
        return isFirst ? left + side + 4 + own : left
    }
}

extension StepperPicture.Edited.Part {
    var kind: Segment.Kind {
        switch self {
        case .work: .work
        case .setRest: .setRest
        case .rest: .rest
        }
    }
}
