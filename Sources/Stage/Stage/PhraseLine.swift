import Canvas

/// A phrase on one line: what stands out is bolder and in the full colour.
struct PhraseLine {
    private let spans: [(span: Span, isStrong: Bool)]
    private let typesetter: Typesetter
    private let grid: Grid
    private let size: Double
    /// In u.
    let width: Double

    init(_ phrase: Phrase, page: Page, size: Double, weight: Int = 500, strong: Int = 700, tabular: Bool = false) {
        typesetter = page.typesetter
        grid = page.grid
        self.size = size
        let grid = page.grid
        spans = phrase.parts.map { part in
            (Span(part.text, grid.font(size, part.isStrong ? strong : weight, tabular: tabular)), part.isStrong)
        }
        width = spans.reduce(0) { $0 + page.typesetter.width([$1.span]) } / grid.u + 1 / grid.u
    }

    /// What does not fit in `width` ends in an ellipsis, part by part.
    func draw(_ drawing: inout Drawing, x: Double, middle: Double, width: Double, _ tint: Tint = .secondary) {
        // A phrase keeps its own direction on a page that has the other: English that is not translated yet, a name in Latin letters.
        let isAgainst = typesetter.isRightToLeft(spans.map(\.span)) != grid.isMirrored
        var at = 0.0
        for (span, isStrong) in isAgainst ? spans.reversed() : spans {
            let own = typesetter.width([span]) / grid.u
            let spaces = String(isAgainst ? span.string.reversed().prefix { $0 == " " } : span.string.prefix { $0 == " " }[...])
            let lead = spaces.isEmpty ? 0 : typesetter.width([Span(spaces, span.font)]) / grid.u
            let room = min(own - lead + 1 / grid.u, width - at - lead)
            // Less than half a letter of what is longer is no use.
            if room > min(0.5 * size, own - lead) {
                drawing.text([span], x: x + at + lead, baseline: middle + Grid.drop(size), width: room, isStrong ? .on : tint)
            }
            at += own
        }
    }
}
