import Canvas
import Ports
import Workouts

/// A choice between answers: three columns over three keys, the safe one in the middle and amber.
struct QuestionScene {
    let picture: QuestionPicture
    let grid: Grid
    let typesetter: Typesetter
    let light: StageStyle.Light
    let runs: (Timeline, Double, Double?) -> LineRuns

    private static let lineHeight = 3.6
    private static let rule = 0.22

    func scene() -> Scene {
        // In the dark the stone of a pause is paper too.
        let palette = Palette(picture.isPaused && light == .bright ? .paused : .paper, light)
        var drawing = Drawing(grid)
        let margin = 5.0
        let hasLine = picture.timeline != nil
        let foot =
            grid.height * (grid.isPortrait ? 0.5 : 0.62)
            - (hasLine ? QuestionScene.lineHeight + 4 + (picture.remaining == nil ? 0 : 2 * grid.t) : 0)
        var y = PaperHead(title: picture.title, line: picture.line).draw(
            &drawing, typesetter, left: margin, right: grid.width - margin, maxHeight: foot)
        if let timeline = picture.timeline {
            y += 4
            var width = grid.width - 2 * margin
            var height = QuestionScene.lineHeight
            if let remaining = picture.remaining {
                // What remains counts, so in a narrow panel it becomes smaller, not cut.
                let largest = 4.6 * grid.t
                let fit = typesetter.fit(
                    [Span(remaining, grid.font(largest, 700, tracking: -0.03, tabular: true))], width: width * 0.5 * grid.u,
                    oneLine: [1, 0.9, 0.8, 0.7, 0.6].map { $0 * largest * grid.u }, wrapped: [], maxLines: { _ in 1 })
                let size = fit.size / grid.u
                height = max(height, Page.lineHeight * size)
                let font = grid.font(size, 700, tracking: -0.03, tabular: true)
                let own = min(width * 0.5, (typesetter.width(fit.spans) + 1) / grid.u)
                drawing.text(
                    remaining, font, x: grid.width - margin - own + 0.03 * size, baseline: y + height / 2 + Grid.drop(size),
                    width: own)
                width -= own + 4 * grid.t
            }
            let box = grid.rect(x: margin, y: 0, width: width, height: 1)
            let line = TheLine(
                runs(timeline, box.width, Metrics.lineGap * grid.u), in: grid, x: margin, middle: y + height / 2,
                width: width, height: QuestionScene.lineHeight)
            line.toCome(&drawing)
            line.played(&drawing, elapsed: picture.elapsedSeconds)
            line.moving(&drawing, elapsed: picture.elapsedSeconds)
            y += height
        }
        columns(&drawing, palette, top: y + 4)
        return Scene(
            size: grid.size, layers: [Layer(clip: grid.panel, field: palette.field, items: drawing.pieces.items(palette))])
    }

    private func columns(_ drawing: inout Drawing, _ palette: Palette, top: Double) {
        let width = grid.width / 3
        let height = grid.height - top
        drawing.fill(
            x: -grid.insetX, y: top, width: grid.width + 2 * grid.insetX, height: QuestionScene.rule, .faded(palette.rule))
        let answers = [picture.back, picture.pause, picture.skip]
        for (index, answer) in answers.enumerated() {
            let column = grid.isMirrored ? 2 - index : index
            let x = width * Double(column)
            let isSafe = index == 1 && answer != nil
            if isSafe {
                drawing.fill(x: x, y: top, width: width, height: height + grid.insetY, .own(palette.focus))
            }
            guard let answer else { continue }
            draw(&drawing, answer, palette, isSafe: isSafe, x: x, width: width, top: top)
        }
        if picture.pause == nil {
            for x in [width, 2 * width] {
                drawing.fill(x: x, y: top, width: QuestionScene.rule, height: height + grid.insetY, .faded(palette.rule))
            }
        }
    }

    private func draw(
        _ drawing: inout Drawing, _ answer: QuestionPicture.Answer, _ palette: Palette, isSafe: Bool, x: Double, width: Double, top: Double
    ) {
        let t = grid.t
        let isMini = grid.sizeClass == .mini
        let on: Tint = isSafe ? .own(Palette.onFocus) : .on
        let faded: Tint = isSafe ? .own(Palette.onFocus.opacity(Palette.focusSecondary)) : .faded(Palette.secondary)
        let field: Tint = isSafe ? .own(palette.focus) : .field
        let diameter = (isMini ? 7 : 8.4) * t
        var bottom = grid.height - 4
        drawing.keycap(
            answer.icon, x: x + width / 2, y: bottom - diameter / 2, diameter: diameter, held: answer.holdFraction, on: on, field: field,
            ring: answer.holdFraction == nil ? on : .own(Palette.ring))
        bottom -= diameter + (isMini ? 2 : 3.4) * t
        let inner = width - 4
        let left = x + 2
        let note = (isMini ? 3 : grid.sizeClass == .compact || grid.isPortrait ? 3.2 : 3.6) * t
        if !answer.consequence.isEmpty {
            bottom = block(
                &drawing, [Span(answer.consequence, grid.font(note, 500))], size: note, shrink: [1, 0.9, 0.8], lineHeight: 1.25, x: left,
                width: inner, bottom: bottom, room: (bottom - top) * 0.45, maxLines: 3, faded)
            bottom -= 1.2 * t
        }
        let text: Double = (isMini ? 5 : grid.isPortrait ? 5.6 : grid.sizeClass == .compact ? 6.2 : 8) * t
        _ = block(
            &drawing, [Span(answer.text, grid.font(max(6, text), 700, tracking: -0.03))], size: text, shrink: [1, 0.9, 0.8, 0.7, 0.6],
            lineHeight: 1.02, x: left, width: inner, bottom: bottom, room: bottom - top - 1, maxLines: 3, on)
    }

    /// Centred lines that end at `bottom`; returns where they begin. Wraps before it shrinks: an answer is short.
    private func block(
        _ drawing: inout Drawing, _ spans: [Span], size: Double, shrink: [Double], lineHeight: Double, x: Double, width: Double,
        bottom: Double, room: Double, maxLines: Int, _ tint: Tint
    ) -> Double {
        let fit = typesetter.fit(
            spans, width: width * grid.u, oneLine: [size * grid.u], wrapped: shrink.map { $0 * size * grid.u },
            maxLines: { max(1, min(maxLines, Int(room / (lineHeight * $0 / grid.u)))) })
        let em = fit.size / grid.u
        let top = bottom - lineHeight * em * Double(fit.lines)
        drawing.text(
            fit.spans, x: x, baseline: top + lineHeight * em / 2 + Grid.drop(em), width: width, side: .center, lineHeight: lineHeight * em,
            maxLines: fit.lines, tint)
        return top
    }
}
