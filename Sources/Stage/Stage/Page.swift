import Canvas
import Ports

/// A paper screen: header, content, the strip, and the one amber band as a layer of its own, in which the same words stand in the
/// band's colours. So a band that is on its way counterchanges what it crosses.
struct Page {
    let grid: Grid
    let typesetter: Typesetter
    let style: StageStyle
    let palette: Palette
    /// Of the content, margins not yet taken off, in u.
    let left: Double
    let right: Double
    /// Where fields and bands begin and end: past the inset, but not below the strip.
    let bleedLeft: Double
    let bleedRight: Double
    /// Below the header, and above the strip.
    let top: Double
    let bottom: Double
    /// On paper.
    var paper: Drawing
    /// On the band.
    var band: Drawing
    private var bandRect: PixelRect?
    /// Under a sheet nothing is focused: what stands in the band stands on paper.
    var isUnder = false

    /// - Parameter foot: what notices take above the strip of an upright panel, in u.
    init(_ grid: Grid, _ typesetter: Typesetter, _ style: StageStyle, hasStrip: Bool = true, foot: Double = 0) {
        self.grid = grid
        self.typesetter = typesetter
        self.style = style
        palette = Palette(.paper, style.light)
        let isAtSide = hasStrip && style.legendPlace == .trailing
        (left, right) = isAtSide ? Strip.edges(grid) : (0, grid.width)
        bleedLeft = isAtSide && grid.isMirrored ? left : -grid.insetX
        bleedRight = isAtSide && !grid.isMirrored ? right : grid.width + grid.insetX
        top = Page.contentTop(grid)
        bottom = grid.height - foot - (hasStrip && !isAtSide ? Strip.height(grid) : 0)
        paper = Drawing(grid)
        band = Drawing(grid)
    }

    var t: Double { grid.t }
    var margin: Double { grid.metrics.margin }
    /// Within the margins.
    var start: Double { left + margin }
    var end: Double { right - margin }
    var height: Double { bottom - top }
    var isRegular: Bool { grid.sizeClass == .regular && !grid.isPortrait }
    var isCompact: Bool { grid.sizeClass == .compact && !grid.isPortrait }
    var isMini: Bool { grid.sizeClass == .mini }
    /// Too narrow for two columns: what stands side by side stands under each other.
    var isUpright: Bool { grid.isPortrait || right - left < 105 }
    var hasSideStrip: Bool { left > 0 || right < grid.width }

    private static func contentTop(_ grid: Grid) -> Double {
        switch grid.sizeClass {
        case .regular: 12.4 * grid.t
        case .compact: 9.6 * grid.t
        case .mini: 9.4 * grid.t
        }
    }

    /// So much of the way from the content's one edge to the other.
    func share(_ part: Double) -> Double { left + (right - left) * part }

    /// Rules are this thick, in u.
    static let rule = 0.22

    /// Of Inter, where the design says no other: its own, in em.
    static let lineHeight = 1.21

    // MARK: - The band

    /// Puts the band there; what is drawn into `band` shows in it only.
    mutating func setBand(x: Double? = nil, y: Double, width: Double? = nil, height: Double) {
        let x = x ?? bleedLeft
        let rect = grid.rect(x: x, y: y, width: width ?? bleedRight - x, height: height)
        bandRect = rect.pixels.intersection(grid.panel)
    }

    /// The finished scene.
    func scene(_ legend: Legend?, notices: [String] = []) -> Scene {
        var drawing = Drawing(grid)
        drawing.add(paper.pieces)
        if isUnder { drawing.add(band.pieces) }
        if let legend {
            let foot = Notices.height(grid, count: min(notices.count, Notices.most))
            drawing.add(
                Strip(grid: grid, typesetter: typesetter, palette: palette, place: style.legendPlace).pieces(
                    legend, foot: foot))
        }
        drawing.add(Notices.pieces(notices, grid, typesetter, palette))
        var layers = [Layer(clip: grid.panel, field: palette.field, items: drawing.pieces.items(palette))]
        if let bandRect, !bandRect.isEmpty, !isUnder {
            let focus = Palette(.focus, style.light)
            layers.append(Layer(clip: bandRect, field: focus.field, items: band.pieces.items(focus)))
        }
        return Scene(size: grid.size, layers: layers)
    }

    // MARK: - Words

    func font(_ size: Double, _ weight: Int, _ tracking: Double = 0, tabular: Bool = false) -> Font {
        grid.font(size, weight, tracking: tracking, tabular: tabular)
    }

    /// Of one line, in u; a pixel of slack lets it fit where it was measured.
    func width(_ spans: [Span]) -> Double { (typesetter.width(spans) + 1) / grid.u }

    func width(_ string: String, _ font: Font) -> Double { width([Span(string, font)]) }

    /// Facts in one line, parted by dots; those that do not fit are left out from the end.
    func dotted(_ parts: [String], _ drawing: inout Drawing, size: Double, x: Double, middle: Double, width: Double) {
        let font = font(size, 500)
        let dot = " · "
        let gap = typesetter.width([Span(dot, font)]) / grid.u
        var at = 0.0
        for (index, part) in parts.enumerated() {
            let own = self.width(part, font)
            let lead = index == 0 ? 0 : gap
            guard index == 0 || at + lead + own <= width else { return }
            if index > 0 { drawing.text("·", font, x: x + at, baseline: middle + Grid.drop(size), width: gap, side: .center, .secondary) }
            let room = min(own, width - at - lead)
            drawing.text(part, font, x: x + at + lead, baseline: middle + Grid.drop(size), width: room, .secondary)
            at += lead + own
        }
    }

    /// Digits that end at a line: the design's tracking stands behind the last one too, and lets it reach the margin.
    static let overhang = 0.03

    /// A number that ends at `end`; returns where it begins. What is too wide for `room` is smaller.
    @discardableResult
    func number(
        _ text: String, _ drawing: inout Drawing, size: Double, weight: Int, end: Double, middle: Double, room: Double, _ tint: Tint = .on
    ) -> Double {
        let fit = fitted(
            text, grid, typesetter, sizes: [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42, 0.35].map { $0 * size }, weight: weight,
            tracking: -Page.overhang,
            tabular: true, width: room)
        let own = min(width(fit.spans), room)
        let x = end - own + Page.overhang * fit.size
        drawing.text(fit.spans, x: x, baseline: middle + Grid.drop(fit.size), width: own, tint)
        return x
    }

    /// As `fitted`, for a name that stands between others: a script with tall letters takes a smaller size rather than meet them.
    /// - Parameters:
    ///   - above: what is free above the middle of the line, in u.
    ///   - below: what is free below it.
    func fittedName(
        _ text: String, sizes: [Double], weight: Int, tracking: Double, width: Double, above: Double, below: Double
    ) -> (spans: [Span], size: Double) {
        var last: (spans: [Span], size: Double) = ([], 0)
        for size in sizes {
            last = ([Span(text, font(size, weight, tracking))], size)
            guard let ink = typesetter.ink(last.spans) else { break }
            guard typesetter.width(last.spans) <= width * grid.u || size == sizes.last else { continue }
            if -ink.y / grid.u - Grid.drop(size) <= above, ink.maxY / grid.u + Grid.drop(size) <= below { break }
        }
        return last
    }

    /// The title at the left of the header.
    mutating func header(_ title: String, note: Phrase? = nil, typed: String? = nil) {
        let (middle, end) = headerLine
        var room = end - start
        if let note {
            let line = PhraseLine(note, page: self, size: 3.7 * t)
            let width = min(line.width, room * 0.5)
            line.draw(&paper, x: end - width, middle: middle, width: width)
            room -= width + 3
        }
        let size = 6.4 * t
        let text = typed ?? title
        let fit = fittedName(
            text, sizes: [1, 0.9, 0.8, 0.7].map { $0 * size }, weight: 700, tracking: -0.025, width: room - (typed == nil ? 0 : 2),
            above: middle, below: top - middle)
        paper.text(fit.spans, x: start, baseline: middle + Grid.drop(fit.size), width: room - (typed == nil ? 0 : 2))
        if typed != nil { caret(after: min(width(fit.spans), room - 2), middle: middle, size: size) }
    }

    /// The middle of the header, and where it ends.
    var headerLine: (middle: Double, end: Double) {
        let top: Double =
            switch grid.sizeClass {
            case .regular: 4
            case .compact: 2.4
            case .mini: 1.6
            }
        return (top + 3.5 * t, hasSideStrip && !grid.isMirrored ? right - 4 : end)
    }

    private mutating func caret(after width: Double, middle: Double, size: Double) {
        paper.fill(x: start + width + 0.1 * size, y: middle - size * 0.5, width: max(0.4, size * 0.08), height: size)
    }

    /// What a list says while there is nothing in it.
    mutating func emptiness(_ empty: EmptyList, x: Double, width: Double, top: Double, bottom: Double) {
        let title = typesetter.fit(
            [Span(empty.title, font(8.4 * t, 800, -0.018))], width: width * grid.u, oneLine: [8.4 * t * grid.u],
            wrapped: [8.4, 7, 6].map { $0 * t * grid.u }, maxLines: { _ in 2 })
        let em = title.size / grid.u
        let height = 1.05 * em * Double(title.lines)
        let y = top + 3 * t
        paper.text(
            title.spans, x: x, baseline: y + 1.05 * em / 2 + Grid.drop(em), width: width, lineHeight: 1.05 * em, maxLines: title.lines)
        let size = 4.6 * t
        let room = bottom - y - height - 2 * t
        let line = typesetter.fit(
            [Span(empty.line, font(size, 500))], width: width * grid.u, oneLine: [size * grid.u],
            wrapped: [1, 0.85, 0.75].map { $0 * size * grid.u },
            maxLines: { max(1, Int(room * grid.u / (1.3 * $0))) })
        let small = line.size / grid.u
        paper.text(
            line.spans, x: x, baseline: y + height + 1.6 * t + 0.65 * small + Grid.drop(small), width: width, lineHeight: 1.3 * small,
            maxLines: line.lines, .secondary)
    }
}
