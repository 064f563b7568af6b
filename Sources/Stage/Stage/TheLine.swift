import Canvas
import Workouts

/// The routine drawn as its own thick-thin line, at a place on the screen. What was played is solid, what is to come faint.
struct TheLine {
    let grid: Grid
    let runs: LineRuns
    /// In pixels, from the top left; the runs begin at its left (mirrored: right) edge.
    let box: Rect

    /// x and width in u, y in the middle.
    init(_ runs: LineRuns, in grid: Grid, x: Double, middle: Double, width: Double, height: Double) {
        self.grid = grid
        self.runs = runs
        box = grid.rect(x: x, y: middle - height / 2, width: width, height: height)
    }

    private func rect(_ from: Double, _ to: Double, isWork: Bool) -> Rect {
        let height = isWork ? box.height : max(1, (box.height * Metrics.restThickness).rounded())
        let x = grid.isMirrored ? box.maxX - to : box.x + from
        return Rect(x: x, y: box.y + ((box.height - height) / 2).rounded(), width: to - from, height: height)
    }

    /// The whole routine, faint: the same all through.
    func toCome(_ drawing: inout Drawing) { drawing.rects(runs.runs.map { rect($0.from, $0.to, isWork: $0.isWork) }, .toCome) }

    /// The whole routine, all the same.
    func whole(_ drawing: inout Drawing, _ tint: Tint) { drawing.rects(runs.runs.map { rect($0.from, $0.to, isWork: $0.isWork) }, tint) }

    /// The stretches that begin at these seconds: full height, in a colour, in a frame of ink.
    func lit(_ starts: Set<Int>, _ drawing: inout Drawing, outline: Double, _ tint: Tint) {
        let over = max(1, (outline * grid.u).rounded())
        let lit = runs.runs.filter { starts.contains($0.start) }.map { rect($0.from, $0.to, isWork: true) }
        drawing.rects(lit.map { Rect(x: $0.x - over, y: $0.y - over, width: $0.width + 2 * over, height: $0.height + 2 * over) })
        drawing.rects(lit, tint)
    }

    /// What was played up to the run that is being played: changes with the run.
    func played(_ drawing: inout Drawing, elapsed: Int) {
        let current = runs.place(elapsed).index
        drawing.rects(runs.runs[..<current].map { rect($0.from, $0.to, isWork: $0.isWork) })
    }

    /// The rest of what was played, and the playhead: changes every second.
    func moving(_ drawing: inout Drawing, elapsed: Int) {
        let (index, x) = runs.place(elapsed)
        guard runs.runs.indices.contains(index) else { return }
        let run = runs.runs[index]
        drawing.rects(x > run.from ? [rect(run.from, x, isWork: run.isWork)] : [])
        let width = max(1, (Metrics.playheadWidth * grid.u).rounded())
        let over = (box.height * Metrics.playheadOvershoot).rounded()
        let center = grid.isMirrored ? box.maxX - x : box.x + x
        drawing.rects([
            Rect(x: (center - width / 2).rounded(), y: box.y - over, width: width, height: box.height + 2 * over)
        ])
    }
}
