import Canvas

/// Workouts to tick at the left, and those picked, in their order, at the right; on an upright panel below.
struct PickerScene {
    let picture: PickerPicture
    let page: Page

    private var t: Double { page.t }
    private var isUpright: Bool { page.isUpright }

    func scene() -> Scene {
        var page = page
        page.header(picture.title, note: picture.note, typed: picture.typed)
        let foot = isUpright ? page.bottom - tray : page.bottom
        if picture.rows.isEmpty {
            if let empty = picture.empty {
                page.emptiness(empty, x: page.start, width: listEnd - page.start, top: page.top, bottom: foot)
            }
        } else {
            list(&page, bottom: foot)
        }
        if isUpright { below(&page, foot) } else { beside(&page) }
        return page.scene(picture.legend)
    }

    /// Kept below the list on an upright panel, in u.
    private var tray: Double { 20 + 9.4 * t }
    private var split: Double { isUpright ? page.right : page.share(page.isMini ? 0.64 : 0.58) }
    private var listEnd: Double { isUpright ? page.end : split - 4 }

    // MARK: - To pick from

    private func list(_ page: inout Page, bottom: Double) {
        let (row, section) = (rowHeight, 7 * t)
        func height(_ index: Int) -> Double? {
            switch picture.rows[index] {
            case .section?: section
            case .workout?: row
            case nil: nil
            }
        }
        let window = Window(around: picture.focus.index, count: picture.rows.count, room: bottom - page.top, height: height)
        var y = page.top
        var slots: [Slot] = []
        let bandEnd = isUpright ? page.bleedRight : split
        for index in window.range {
            let own = height(index) ?? 0
            // Sections part themselves.
            var hasRule = false
            if case .workout? = picture.rows[index], case .workout? = picture.rows[index - 1] { hasRule = true }
            slots.append(Slot(x: page.bleedLeft, width: bandEnd - page.bleedLeft, y: y, height: own, hasRule: hasRule))
            y += own
        }
        let first = window.range.lowerBound
        page.place(
            slots, focus: picture.focus, first: first, rules: (page.start, isUpright ? page.end : split - page.margin)
        ) { place, slot, drawing in
            draw(first + place, slot, &drawing)
        }
    }

    private var rowHeight: Double {
        if page.isCompact { return page.height / max(1, (page.height / (11.3 * t)).rounded(.down)) }
        return (page.isMini && !isUpright ? 10.6 : 9.8) * t
    }

    private func draw(_ index: Int, _ slot: Slot, _ drawing: inout Drawing) {
        switch picture.rows[index] {
        case .section(let name)?:
            let size = 3.6 * t
            let middle = slot.y + slot.height - 1.2 * t - Page.lineHeight * size / 2
            drawing.text(
                name, page.font(size, 600), x: page.start, baseline: middle + Grid.drop(size), width: listEnd - page.start, .secondary)
        case .workout(let name, let isPicked, let note)?:
            let middle = slot.y + slot.height / 2
            drawing.check(isPicked, x: page.start, middle: middle)
            let x = page.start + 7.4 * t
            var room = listEnd - x
            if let note {
                let small = 3.5 * t
                let own = min(page.width(note, page.font(small, 500)), room * 0.4)
                drawing.text(
                    note, page.font(small, 500), x: listEnd - own, baseline: middle + Grid.drop(small), width: own, side: .trailing,
                    .secondary)
                room -= own + 2 * t
            }
            let own = fitted(
                name, page.grid, page.typesetter, sizes: [5, 4.7, 4.4, 4.1, 3.8, 3.5].map { $0 * t }, weight: 600, tracking: -0.015,
                width: room)
            drawing.text(own.spans, x: x, baseline: middle + Grid.drop(own.size), width: room)
        case nil: break
        }
    }

    // MARK: - Picked

    private func beside(_ page: inout Page) {
        let isRegular = page.grid.sizeClass == .regular
        let x = page.share(isRegular ? 0.62 : page.isMini ? 0.68 : 0.64)
        let width = page.end - x
        var y = page.top
        if isRegular {
            let size = 3.7 * t
            let middle = y + 5.8 * t - Page.lineHeight * size / 2
            page.paper.text(
                picture.label, page.font(size, 600, -0.005), x: x, baseline: middle + Grid.drop(size), width: width, .secondary)
            y += 7 * t
        }
        let (row, size): (Double, Double) = isRegular ? (8.6 * t, 4.4 * t) : (8 * t, 3.7 * t)
        let note = defaults(isRegular: isRegular)
        let foot =
            isRegular
            ? picture.total.map { baseline(self.foot($0, width).note) - 14 } ?? page.bottom - note.height - 1
            : page.bottom - note.height - 1
        let room = max(0, Int((foot - y) / row))
        let first = max(picture.picks.first, picture.picks.count - room)
        let digits = max(3 * t, page.width("\(picture.picks.count)", page.font(size, 700, -0.03, tabular: true)))
        for index in first..<max(first, picture.picks.count) {
            guard let pick = picture.picks[index] else { continue }
            draw(pick, index + 1, &page.paper, x: x, middle: y + row / 2, width: width, size: size, digits: digits, isRegular: isRegular)
            y += row
        }
        if isRegular { total(&page, x: x, width: width) } else { note.draw(&page.paper, x: x, top: min(y + 2 * t, foot), width: width) }
    }

    private func draw(
        _ pick: PickerPicture.Pick, _ number: Int, _ drawing: inout Drawing, x: Double, middle: Double, width: Double, size: Double,
        digits: Double, isRegular: Bool
    ) {
        let gap = (isRegular ? 2.6 : 1.6) * t
        drawing.text(
            "\(number)", page.font(size, 700, -0.03, tabular: true), x: x, baseline: middle + Grid.drop(size), width: digits)
        var at = x + digits + gap
        if isRegular {
            drawing.glyph(pick.category, x: at, y: middle - 1.7 * t, side: 3.4 * t, isThin: false, .hue(pick.category))
            at += 3.4 * t + gap
        }
        let u = page.grid.u
        let name = page.typesetter.fit(
            [Span(pick.name, page.font(size, 600, -0.015))], width: (x + width - at) * u, oneLine: [1, 0.92, 0.84].map { $0 * size * u },
            wrapped: [0.84, 0.76, 0.68, 0.6].map { $0 * size * u }, maxLines: { _ in 2 })
        let em = name.size / u
        drawing.text(
            name.spans, x: at, baseline: middle - Double(name.lines - 1) / 2 * Page.lineHeight * em + Grid.drop(em), width: x + width - at,
            lineHeight: Page.lineHeight * em, maxLines: name.lines)
    }

    /// The live total, and behind it what each starts with.
    private func total(_ page: inout Page, x: Double, width: Double) {
        guard let total = picture.total else { return }
        let (figure, note, left) = foot(total, width)
        let baseline = baseline(note)
        page.paper.text(figure, x: x, baseline: baseline, width: min(width, page.width(figure)))
        note.draw(&page.paper, x: x + left, baseline: baseline, width: width - left)
    }

    /// The first line of what each starts with stands on the total's baseline.
    private func baseline(_ note: DefaultsNote) -> Double {
        page.bottom - 4 - max(0, note.height - Page.lineHeight * note.size / 2) + Grid.drop(note.size)
    }

    /// The total at the largest size that leaves the words behind it whole, and where they begin: it gives way to 0.6 of its size, then
    /// their widest line is broken in two, and once more beside a total of half its size, then they are cut.
    private func foot(_ total: String, _ width: Double) -> (figure: [Span], note: DefaultsNote, left: Double) {
        func figure(_ size: Double) -> [Span] { [Span(total, page.font(size, 800, -0.04, tabular: true))] }
        func left(_ size: Double) -> Double { page.width(figure(size)) - 0.04 * size + 2 * t }
        let note = defaults(isRegular: true)
        let sizes = [1, 0.85, 0.7, 0.6, 0.5, 0.42, 0.35].map { $0 * 17 }
        let fitting = sizes.filter { page.width(figure($0)) <= width * 0.75 }
        for (note, least) in [(note, 10.0), (note.broken, 10), (note.broken.broken, 8)] {
            for size in fitting.prefix(while: { $0 > least }) where note.isWhole(in: width - left(size)) {
                return (figure(size), note, left(size))
            }
        }
        let size = fitting.first ?? sizes[sizes.count - 1]
        return (figure(size), note, left(size))
    }

    private func below(_ page: inout Page, _ top: Double) {
        page.paper.fill(x: page.start, y: top, width: page.end - page.start, height: Page.rule, .rule)
        let size = 3.7 * t
        let label = [picture.label, picture.picks.rows.last?.name].compactMap { $0 }
        page.dotted(
            label, &page.paper, size: size, x: page.start, middle: top + 1 + Page.lineHeight * size / 2, width: page.end - page.start)
        total(&page, x: page.start, width: page.end - page.start)
    }

    private func defaults(isRegular: Bool) -> DefaultsNote {
        let lines = (picture.defaults ?? "").split(separator: "\n").map(String.init)
        let size = (isRegular ? 3.5 : 2.9) * t
        // Beside the total they stand under each other, below the list in one line if there is room.
        let line = lines.joined(separator: " ")
        let isOneLine = !isRegular && page.width(line, page.font(size, 500)) <= page.end - page.share(page.isMini ? 0.68 : 0.64)
        return DefaultsNote(lines: isOneLine ? [line] : lines, size: size, page: page)
    }
}

/// What picked workouts start with; its lines are the translator's, on a small panel one after the other.
private struct DefaultsNote {
    let lines: [String]
    let size: Double
    let page: Page

    var height: Double { lines.isEmpty ? 0 : Page.lineHeight * size * Double(lines.count) }

    func draw(_ drawing: inout Drawing, x: Double, top: Double, width: Double) {
        draw(&drawing, x: x, baseline: top + Page.lineHeight * size / 2 + Grid.drop(size), width: width)
    }

    /// All lines are as small as the longest.
    private func fitting(_ width: Double) -> Double? {
        [1, 0.9, 0.8, 0.7].map { $0 * size }.first { size in lines.allSatisfy { page.width($0, page.font(size, 500)) <= width } }
    }

    /// Its widest line as two, as even as its words allow.
    var broken: DefaultsNote {
        func own(_ line: String) -> Double { page.width(line, page.font(size, 500)) }
        guard let widest = lines.indices.max(by: { own(lines[$0]) < own(lines[$1]) }) else { return self }
        let words = lines[widest].split(separator: " ")
        let halves = (1..<max(1, words.count)).map { place in
            [words[..<place], words[place...]].map { $0.joined(separator: " ") }
        }
        guard let best = halves.min(by: { ($0.map(own).max() ?? 0) < ($1.map(own).max() ?? 0) }) else { return self }
        return DefaultsNote(lines: Array(lines[..<widest]) + best + Array(lines[(widest + 1)...]), size: size, page: page)
    }

    func isWhole(in width: Double) -> Bool { fitting(width) != nil }

    func draw(_ drawing: inout Drawing, x: Double, baseline: Double, width: Double) {
        let font = page.font(fitting(width) ?? 0.7 * size, 500)
        for (index, line) in lines.enumerated() {
            drawing.text(line, font, x: x, baseline: baseline + Page.lineHeight * size * Double(index), width: width, .secondary)
        }
    }
}
