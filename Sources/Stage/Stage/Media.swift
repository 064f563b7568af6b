import Canvas
import Workouts

extension Drawing {
    /// The place kept for a picture: until there is one, the category's sign and a monogram. In rest it shows what comes next, in
    /// outline. Left out where there is no room for it to say anything.
    mutating func media(_ step: Step, isRest: Bool, x: Double, y: Double, width: Double, height: Double) {
        guard height >= 9, width >= 12 else { return }
        if isRest {
            frame(x: x, y: y, width: width, height: height, thickness: Metrics.outline)
        } else {
            fill(x: x, y: y, width: width, height: height, .media)
        }
        let side = min(height * 0.66, width * 0.66, 26)
        glyph(step.category, x: x + (width - side) / 2, y: y + (height - side) / 2, side: side, isThin: isRest)
        let monogram = Facts.monogram(step.name)
        let room = (width - side) / 2 - 2.2 - 0.8
        // Beside the sign or not at all: letters never cross it.
        guard !monogram.isEmpty, room >= 5 else { return }
        text(
            monogram, grid.font(Metrics.monogram, isRest ? 300 : 700, tracking: -0.02), x: x + 2.2, baseline: y + height - 2.4,
            width: room)
    }
}
