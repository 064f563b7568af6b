import Canvas
import Workouts

/// The routine as a flag from edge to edge (or to the strip): amber for work, blue for rest, in its own proportions; filled as far as
/// it was played.
struct Flag {
    /// Between two sets without a rest, in u.
    private static let seam = 0.6
    private static let outline = 0.25

    let runs: LineRuns
    /// nil: all of it.
    let played: Int?
    /// In pixels, from the panel's left edge.
    let width: Double

    func draw(_ drawing: inout Drawing, _ palette: Palette, height: Double) {
        let grid = drawing.grid
        let pixels = ((height + grid.insetY) * grid.u).rounded()
        func rect(_ from: Double, _ to: Double) -> Rect {
            Rect(x: grid.isMirrored ? width - to : from, y: 0, width: to - from, height: pixels)
        }
        let end = played.map { runs.place($0).x } ?? .infinity
        if played != nil { outlines(&drawing, palette, rect) }
        var bands: [Bool: [Rect]] = [:]
        for run in runs.runs where run.from < end { bands[run.isWork, default: []].append(rect(run.from, min(run.to, end))) }
        drawing.rects(bands[true] ?? [], .own(Palette.flagWork))
        drawing.rects(bands[false] ?? [], .own(Palette.flagRest))
        seams(&drawing, rect, before: end)
    }

    /// What was not played is drawn hollow, while there is room for it.
    private func outlines(_ drawing: inout Drawing, _ palette: Palette, _ rect: (Double, Double) -> Rect) {
        let line = max(1, (Flag.outline * drawing.grid.u).rounded())
        let bands = runs.runs.map { rect($0.from, $0.to) }
        let whole = rect(runs.runs.first?.from ?? 0, runs.runs.last?.to ?? 0)
        let frames = bands.allSatisfy { $0.width >= 4 * line } ? bands : [whole]
        var sides: [Rect] = []
        for frame in frames {
            sides += [
                Rect(x: frame.x, y: frame.y, width: frame.width, height: line),
                Rect(x: frame.x, y: frame.maxY - line, width: frame.width, height: line),
                Rect(x: frame.x, y: frame.y + line, width: line, height: frame.height - 2 * line),
                Rect(x: frame.maxX - line, y: frame.y + line, width: line, height: frame.height - 2 * line),
            ]
        }
        drawing.rects(sides, .faded(palette.rule))
    }

    private func seams(_ drawing: inout Drawing, _ rect: (Double, Double) -> Rect, before end: Double) {
        let width = max(1, (Flag.seam * drawing.grid.u).rounded())
        let pairs = zip(runs.runs, runs.runs.dropFirst()).filter { last, next in
            last.isWork && next.isWork && next.to - next.from >= 3 * width && next.from < end
        }
        drawing.rects(pairs.map { rect($1.from, $1.from + width) }, .field)
    }
}
