import Canvas
import Ports
import Workouts

/// The dim clock. It walks a small round, a place a minute, so that nothing burns in.
struct IdleScene {
    let picture: IdlePicture
    let grid: Grid
    let typesetter: Typesetter
    let runs: (Timeline, Double, Double?) -> LineRuns

    /// Values: design tokens, "color.idle". In any light.
    private static let field = Color(0x080706)
    private static let clock = Tint.own(Color(0xB9B1A2))
    private static let secondary = Tint.own(Color(0x8C8578))
    private static let line = Tint.own(Color(0x6F685C))
    /// The way round, in u.
    private static let path = 6.0
    private static let places = 12

    /// From the place in the design, in u: around a square with this way.
    private var offset: (x: Double, y: Double) {
        let side = IdleScene.path / 4
        let at = Double(((picture.minute % IdleScene.places) + IdleScene.places) % IdleScene.places) / Double(IdleScene.places) * 4
        let part = at.truncatingRemainder(dividingBy: 1) * side
        switch Int(at) {
        case 0: return (part, 0)
        case 1: return (side, part)
        case 2: return (side - part, side)
        default: return (0, side - part)
        }
    }

    func scene() -> Scene {
        var drawing = Drawing(grid)
        let t = grid.t
        let isUpright = grid.isPortrait
        let x = grid.width * (isUpright ? 0.08 : 0.14) + offset.x
        var width = grid.width * (isUpright ? 0.8 : 0.62)
        let most = isUpright ? 30.0 : 46
        var y = grid.height * (isUpright ? 0.3 : 0.2) + offset.y
        if let clock = picture.clock {
            let fit = fitted(
                clock, grid, typesetter, sizes: [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4].map { $0 * most }, weight: 300, tracking: -0.04,
                tabular: true, width: grid.width - x - 4)
            let baseline = y + 0.4 * most + Grid.drop(fit.size)
            drawing.text(fit.spans, x: x - 1, baseline: baseline, width: grid.width - x - 2, IdleScene.clock)
            // AM or PM reaches further than a Line's usual end.
            if let ink = typesetter.ink(fit.spans) {
                let reach = grid.isMirrored ? typesetter.width(fit.spans) - ink.x : ink.maxX
                width = max(width, reach / grid.u - 1)
            }
            y = max(y + 0.8 * most + 8, Grid.below(fit.spans, baseline, grid, typesetter))
        } else {
            Mark.draw(&drawing, x: x, middle: y + 0.4 * most, height: 0.3 * most, IdleScene.line)
            y += 0.8 * most + 8
        }
        let size = 4.6 * t
        let middle = y + Page.lineHeight * size / 2
        let baseline = middle + Grid.drop(size)
        var (left, right) = (x, x + width)
        if let total = picture.total {
            let font = grid.font(size, 600, tracking: -0.03, tabular: true)
            let own = (typesetter.width([Span(total, font)]) + 1) / grid.u
            drawing.text(total, font, x: right - own, baseline: baseline, width: own, IdleScene.secondary)
            right -= own + 2 * t
        }
        if let label = picture.label {
            let font = grid.font(size, 500)
            let own = min((typesetter.width([Span(label, font)]) + 1) / grid.u, (right - left) * 0.5)
            drawing.text(label, font, x: left, baseline: baseline, width: own, IdleScene.secondary)
            left += own + 2 * t
        }
        if let name = picture.name {
            let fit = fitted(name, grid, typesetter, sizes: [1, 0.9, 0.8, 0.7].map { $0 * size }, weight: 600, width: right - left)
            drawing.text(fit.spans, x: left, baseline: middle + Grid.drop(fit.size), width: right - left, IdleScene.clock)
        }
        if let timeline = picture.timeline {
            let y = middle + Page.lineHeight * size / 2 + 3 + 1.2
            drawing.wholeLine(timeline, runs, x: x, middle: y, width: width, height: 2.4, IdleScene.line)
        }
        let palette = Palette(.paper, .dark)
        return Scene(
            size: grid.size, layers: [Layer(clip: grid.panel, field: IdleScene.field, items: drawing.pieces.items(palette))])
    }
}
