import Canvas
import Ports

/// The key legend: one cell per physical button, in their order, whatever way the language runs.
struct Strip {
    let grid: Grid
    let typesetter: Typesetter
    let palette: Palette
    let place: StageStyle.LegendPlace

    /// Across the foot, in u.
    static func height(_ grid: Grid) -> Double {
        if grid.isPortrait { return 16 }
        switch grid.sizeClass {
        case .regular: return 12
        case .compact: return 15
        case .mini: return 16
        }
    }

    /// At the right side, in u.
    static func width(_ grid: Grid) -> Double { (grid.sizeClass == .regular ? 24 : 20) * grid.t }

    /// What a strip at the side leaves: the physical right is the first u of a mirrored stage.
    static func edges(_ grid: Grid) -> (left: Double, right: Double) {
        grid.isMirrored ? (width(grid), grid.width) : (0, grid.width - width(grid))
    }

    /// - Parameter foot: kept free under the cells, for notices, in u.
    func pieces(_ legend: Legend, foot: Double = 0) -> [Piece] {
        var drawing = Drawing(grid)
        let cells = [(legend.back, Key.back), (legend.pause, .pause), (legend.skip, .skip)]
        if place == .below {
            let height = Strip.height(grid)
            // An upright strip grows by its notices; a wide one takes them in.
            let cellHeight = grid.isPortrait ? height : height - foot
            let top = grid.height - foot - cellHeight
            ground(&drawing, x: -grid.insetX, y: top, width: grid.width + 2 * grid.insetX, height: foot + cellHeight + grid.insetY)
            let width = grid.width / 3
            for (index, cell) in cells.enumerated() {
                let column = grid.isMirrored ? 2 - index : index
                draw(
                    &drawing, cell.0, legend, cell.1, x: width * Double(column), y: top, width: width, height: cellHeight,
                    isStacked: grid.isPortrait)
            }
        } else {
            let width = Strip.width(grid)
            let x = grid.isMirrored ? 0 : grid.width - width
            ground(
                &drawing, x: grid.isMirrored ? -grid.insetX : x, y: -grid.insetY, width: width + grid.insetX,
                height: grid.height + 2 * grid.insetY)
            let height = (grid.height - foot) / 3
            for (index, cell) in cells.enumerated() {
                draw(&drawing, cell.0, legend, cell.1, x: x, y: height * Double(index), width: width, height: height, isStacked: true)
            }
        }
        return drawing.pieces
    }

    private func ground(_ drawing: inout Drawing, x: Double, y: Double, width: Double, height: Double) {
        drawing.fill(x: x, y: y, width: width, height: height, .own(palette.strip))
    }

    private func draw(
        _ drawing: inout Drawing, _ cell: KeyCell?, _ legend: Legend, _ key: Key, x: Double, y: Double, width: Double, height: Double,
        isStacked: Bool
    ) {
        let t = grid.t
        let isSmall = grid.sizeClass == .mini || (grid.isPortrait && place == .below)
        var cap = (isSmall ? 5.6 : 6.4) * t
        let on = Tint.own(palette.onStrip)
        let field = Tint.own(palette.strip)
        let middle = y + height / 2
        guard let cell else {
            drawing.keycap(
                nil, x: x + width / 2, y: middle, diameter: min(cap, height * 0.8), held: nil,
                on: .own(palette.onStrip.opacity(Palette.unusedKey)), field: field, ring: on)
            return
        }
        // A small panel has no room for the second line.
        let hold = grid.sizeClass == .mini ? nil : cell.hold
        var gap = (isStacked ? (place == .below ? 0.7 : 1.6) : grid.sizeClass == .mini ? 1.4 : 2) * t
        var verb = (grid.isPortrait && place == .below ? 3.8 : 4) * t
        var note = 2.7 * t
        let textHeight = Strip.lineHeight * (verb + (hold == nil ? 0 : note))
        let needed = isStacked ? cap + gap + textHeight : max(cap, textHeight)
        // Scaled where a small panel or a notice leaves less height than the design's.
        let scale = min(1, (height - 0.6) / needed)
        (cap, gap, verb, note) = (cap * scale, gap * scale, verb * scale, note * scale)
        var room = width - 2 - (isStacked ? 0 : cap + gap)
        func verbs(_ room: Double) -> (spans: [Span], size: Double) {
            fitted(
                cell.verb, grid, typesetter, sizes: [verb, verb * 0.88, verb * 0.76, verb * 0.66, verb * 0.58], weight: 600,
                tracking: -0.01, tabular: true, width: room)
        }
        func holds(_ room: Double) -> (spans: [Span], size: Double)? {
            hold.map { fitted($0, grid, typesetter, sizes: [note, note * 0.88, note * 0.78], weight: 500, width: room) }
        }
        // Beside its keycap a text keeps to the panel's margin, if its smallest size can.
        let isOuter = !isStacked && (x < 1 || x + width > grid.width - 1)
        if isOuter {
            let inner = room + 1 - grid.metrics.margin
            if max(advance(verbs(inner).spans), holds(inner).map { advance($0.spans) } ?? 0) <= inner { room = inner }
        }
        let (title, second) = (verbs(room), holds(room))
        let held = legend.holding == key ? legend.holdFraction : nil
        let bottom = y + height
        let height = Strip.lineHeight * (verb + (second == nil ? 0 : note))
        if isStacked {
            var top = middle - (cap + gap + height) / 2
            // Tails that would hang out of the cell lift all of it.
            let lines = baselines(title, second, verb, note, top: top + cap + gap)
            let ink = typesetter.ink(second?.spans ?? title.spans)?.maxY ?? 0
            top -= max(0, (lines.lower ?? lines.upper) + ink / grid.u - bottom + 0.2)
            drawing.keycap(
                cell.icon, x: x + width / 2, y: top + cap / 2, diameter: cap, held: held, on: on, field: field, ring: .own(Palette.ring))
            texts(&drawing, title, second, verb, note, x: x + 1, top: top + cap + gap, width: width - 2, side: .center)
        } else {
            let text = min(room, max(advance(title.spans), second.map { advance($0.spans) } ?? 0) + 1 / grid.u)
            let own = cap + gap + text
            var left = x + (width - own) / 2
            if isOuter { left = max(x + 1, min(max(left, grid.metrics.margin), grid.width - grid.metrics.margin - own)) }
            drawing.keycap(
                cell.icon, x: left + cap / 2, y: middle, diameter: cap, held: held, on: on, field: field, ring: .own(Palette.ring))
            texts(&drawing, title, second, verb, note, x: left + cap + gap, top: middle - height / 2, width: text, side: .leading)
        }
    }

    private static let lineHeight = 1.12

    private func advance(_ spans: [Span]) -> Double { typesetter.width(spans) / grid.u }

    private func texts(
        _ drawing: inout Drawing, _ title: (spans: [Span], size: Double), _ second: (spans: [Span], size: Double)?, _ verb: Double,
        _ note: Double, x: Double, top: Double, width: Double, side: Drawing.Side
    ) {
        let (upper, lower) = baselines(title, second, verb, note, top: top)
        drawing.text(title.spans, x: x, baseline: upper, width: width, side: side, .own(palette.onStrip))
        guard let second, let lower else { return }
        drawing.text(
            second.spans, x: x, baseline: lower, width: width, side: side, .own(palette.onStrip.opacity(Palette.stripHold)))
    }

    private func baselines(
        _ title: (spans: [Span], size: Double), _ second: (spans: [Span], size: Double)?, _ verb: Double, _ note: Double, top: Double
    ) -> (upper: Double, lower: Double?) {
        let upper = top + Strip.lineHeight * verb / 2 + Grid.drop(title.size)
        guard let second else { return (upper, nil) }
        let lower = top + Strip.lineHeight * (verb + note / 2) + Grid.drop(second.size)
        let apart = typesetter.overlap(title.spans, above: second.spans, distance: (lower - upper) * grid.u) / grid.u
        return (upper - apart / 2, lower + apart / 2)
    }
}
