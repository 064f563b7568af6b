import Canvas

/// What of the panel is missing, on a slim band of the strip's colour along the foot: below the Line, so that it covers nothing. A
/// strip takes it in. A wide stage sets its notices side by side, an upright one under each other, and lifts what stands above them.
struct Notices {
    static let most = 3
    /// Hollow is what is not there.
    private static let markSide = 0.62
    private static let gap = 3.2

    /// The band's height in u; 0 without notices.
    static func height(_ grid: Grid, count: Int) -> Double {
        guard count > 0 else { return 0 }
        return grid.isPortrait ? grid.metrics.noticeBand * Double(min(count, most)) + 0.8 : grid.metrics.noticeBand
    }

    /// How far an upright stage lifts its Line, with or without a strip: 5.5u are free under its times, and as much between the set
    /// and the strip.
    static func lift(_ grid: Grid, count: Int) -> Double {
        guard grid.isPortrait, count > 0 else { return 0 }
        return max(0, height(grid, count: count) + 1.5 - 5.5)
    }

    static func pieces(_ notices: [String], _ grid: Grid, _ typesetter: Typesetter, _ palette: Palette) -> [Piece] {
        let notices = Array(notices.prefix(most))
        guard !notices.isEmpty else { return [] }
        var drawing = Drawing(grid)
        let height = height(grid, count: notices.count)
        let top = grid.height - height
        drawing.fill(
            x: -grid.insetX, y: top, width: grid.width + 2 * grid.insetX, height: height + grid.insetY, .own(palette.strip))
        let margin = grid.metrics.margin
        let room = grid.width - 2 * margin
        let band = grid.metrics.noticeBand
        if grid.isPortrait {
            for (index, notice) in notices.enumerated() {
                let size = size([notice], grid, typesetter) { $0[0] <= room }
                draw(
                    &drawing, notice, palette, size: size, x: margin, middle: top + 0.4 + band * (Double(index) + 0.5), width: room)
            }
        } else {
            let gaps = gap * Double(notices.count - 1)
            let size = size(notices, grid, typesetter) { $0.reduce(0, +) + gaps <= room }
            var widths = notices.map { width($0, grid, typesetter, size: size) }
            // The longest ones give way first.
            var spare = room - gaps
            for (place, index) in widths.indices.sorted(by: { widths[$0] < widths[$1] }).enumerated() {
                widths[index] = min(widths[index], spare / Double(notices.count - place))
                spare -= widths[index]
            }
            var x = margin
            for (notice, width) in zip(notices, widths) {
                draw(&drawing, notice, palette, size: size, x: x, middle: top + band / 2, width: width)
                x += width + gap
            }
        }
        return drawing.pieces
    }

    private static func font(_ grid: Grid, _ size: Double) -> Font { grid.font(size, 600, tracking: -0.005) }

    /// The square, its gap, the text and a pixel of slack.
    private static func width(_ notice: String, _ grid: Grid, _ typesetter: Typesetter, size: Double) -> Double {
        (markSide + 0.5) * size + (typesetter.width([Span(notice, font(grid, size))]) + 1) / grid.u
    }

    private static func size(_ notices: [String], _ grid: Grid, _ typesetter: Typesetter, fits: ([Double]) -> Bool) -> Double {
        let sizes = grid.metrics.notice
        return sizes.first { size in fits(notices.map { width($0, grid, typesetter, size: size) }) } ?? sizes.last ?? 3
    }

    private static func draw(
        _ drawing: inout Drawing, _ notice: String, _ palette: Palette, size: Double, x: Double, middle: Double, width: Double
    ) {
        let on = Tint.own(palette.onStrip)
        let side = markSide * size
        drawing.frame(x: x, y: middle - side / 2, width: side, height: side, thickness: 0.12 * size, on)
        let indent = (markSide + 0.5) * size
        drawing.text(
            notice, font(drawing.grid, size), x: x + indent, baseline: middle + Grid.drop(size), width: width - indent, on)
    }
}
