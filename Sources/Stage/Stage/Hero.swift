import Canvas

/// The big digits, standing on their baseline at the margin.
struct Hero {
    let x: Double
    let baseline: Double
    /// In u.
    let em: Double
    let weight: Int
    let isHollow: Bool

    /// The same place with digits that count nothing: hollow, at the weight of work, their outline within the solid digits' height.
    var hollow: Hero {
        let stroke = Metrics.hollowStroke
        return Hero(
            x: x + stroke / 2, baseline: baseline - stroke / 2, em: max(em * 0.5, em - stroke / Metrics.cap), weight: 800, isHollow: true)
    }

    func draw(_ drawing: inout Drawing, _ string: String) {
        let font = Numerals.font(em * drawing.grid.u, weight: weight, isHollow: isHollow)
        // Wide enough that no digit is ever cut; digits are short and never meet the other edge.
        drawing.text(
            [Span(string, font)], x: x - 0.012 * em, baseline: baseline, width: em * Double(string.count + 1),
            hollow: isHollow ? Metrics.hollowStroke : nil)
    }
}
