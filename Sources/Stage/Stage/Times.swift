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
        // The total has as many digits as either will ever have; a script's digits need not be of one width.
        let texts = [facts.elapsed(total), facts.remaining(total)]
        let digits = (0...9).compactMap { facts.words.number($0).first }
        func widest(_ size: Double) -> Double {
            let font = Times.font(grid, size)
            func width(_ text: String) -> Double { typesetter.width([Span(text, font)]) }
            let digit = digits.max { width(String($0)) < width(String($1)) } ?? "0"
            return (texts.map { text in width(String(text.map { digits.contains($0) ? digit : $0 })) }.max() ?? 0) / grid.u
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
