import Canvas

/// Elapsed and remaining, before and behind the Line; upright, both under it.
struct Times {
    /// In u.
    let size: Double
    /// Kept for each of them.
    let slot: Double
    let baseline: Double
    /// The middle of the Line.
    let line: Double

    init(_ facts: Facts, _ grid: Grid, _ typesetter: Typesetter, width: Double, line: Double) {
        let metrics = grid.metrics
        let total = facts.timeline.totalSeconds
        // The total is the longest that either will be.
        let texts = [facts.elapsed(total), facts.remaining(total)]
        func widest(_ size: Double) -> Double {
            (texts.map { typesetter.width([Span($0, Times.font(grid, size))]) }.max() ?? 0) / grid.u
        }
        let room = grid.isPortrait ? width / 2 - 1 : width * 0.3
        let size = [1, 0.9, 0.8, 0.7, 0.6].map { $0 * metrics.times }.first { widest($0) <= room } ?? metrics.times * 0.5
        self.size = size
        self.line = line
        if grid.isPortrait {
            slot = width / 2
            // As in the mock-ups: a line of normal height, its top 4.6u below.
            baseline = line + 4.6 + 0.605 * metrics.times + Grid.drop(size)
        } else {
            slot = max(metrics.timeSlots[total >= 600 ? 1 : 0], widest(size) + 0.7)
            baseline = line + Grid.drop(size)
        }
    }

    static func font(_ grid: Grid, _ size: Double) -> Font {
        grid.font(size, 600, tracking: grid.isPortrait ? 0 : -0.01, tabular: true)
    }
}
