import Canvas
import Workouts

extension Drawing {
    /// The place kept for a picture: until there is one, the category's sign and a monogram. In rest it shows what comes next, in
    /// outline. Left out where there is no room for it to say anything.
    mutating func media(_ step: Step, isRest: Bool, _ typesetter: Typesetter, x: Double, y: Double, width: Double, height: Double) {
        guard height >= 9, width >= 12 else { return }
        if isRest {
            frame(x: x, y: y, width: width, height: height, thickness: Metrics.outline)
        } else {
            fill(x: x, y: y, width: width, height: height, .media)
        }
        let side = min(height * 0.66, width * 0.66, 26)
        glyph(step.category, x: x + (width - side) / 2, y: y + (height - side) / 2, side: side, isThin: isRest)
        let monogram = [Span(Facts.monogram(step.name), grid.font(Metrics.monogram, isRest ? 300 : 700, tracking: -0.02))]
        let advance = typesetter.width(monogram) / grid.u + 0.4
        // Beside the sign or not at all: letters never cross it.
        guard 2.2 + advance + 0.6 <= (width - side) / 2 else { return }
        text(monogram, x: x + 2.2, baseline: y + height - 2.4, width: advance)
    }
}
