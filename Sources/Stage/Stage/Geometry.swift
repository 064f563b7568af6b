import Canvas
import Workouts

/// Where the large things of a segment stand, in u. Fixed for the whole segment by its longest string, so that nothing jumps.
struct Geometry {
    /// The left and right limits of the content.
    let left: Double
    let right: Double
    /// From one minute up: m:ss and longer.
    let isWide: Bool
    let nameTop: Double
    /// Of the digits' capitals as designed; width-fit digits are lower and stand on the same baseline.
    let capTop: Double
    let baseline: Double
    /// The digits' em.
    let em: Double
    let weight: Int
    let isHollow: Bool
    /// Beside the digits.
    let columnX: Double
    let line: Double

    var column: Double { right - columnX }
    var width: Double { right - left }

    /// - Parameters:
    ///   - edges: the content's first and last u across, margins not yet taken off.
    ///   - lift: how far the foot of an upright stage is raised, for notices.
    init(
        _ grid: Grid, _ facts: Facts, _ numerals: Numerals, edges: (left: Double, right: Double), nameLines: Int, showsNext: Bool,
        lift: Double
    ) {
        let metrics = grid.metrics
        let seconds = facts.segment.seconds
        let index = nameLines > 1 ? 1 : 0
        left = edges.left + metrics.margin
        right = edges.right - metrics.margin
        isWide = seconds >= 60
        isHollow = facts.segment.kind == .getReady
        weight = facts.segment.kind.mood == .rest ? 300 : 800
        nameTop = metrics.nameTop
        line = grid.isPortrait ? grid.height - metrics.line - lift : metrics.line
        let room = right - left
        if grid.isPortrait {
            capTop = metrics.capTops[index]
            // Set and Line stand below; a stubby panel gets lower digits.
            let cap = max(16, min(metrics.baseline - capTop, line - 29 - capTop))
            let widest = max(numerals.width(10, weight: weight), numerals.width(seconds, weight: weight))
            em = min(cap / numerals.cap, (room + 1) / widest)
            baseline = capTop + em * numerals.cap
            columnX = left
        } else if isWide {
            capTop = metrics.wideCapTops[index]
            baseline = capTop + metrics.wideCap
            let widest = numerals.width(seconds, weight: weight, isHollow: isHollow)
            // A mini panel lets m:ss and mm:ss reach into the margin, as the mock-ups do.
            let reach = grid.sizeClass == .mini && seconds < 3600 ? 3.0 : 0
            em = min(metrics.wideCap / numerals.cap, (room + reach) / widest)
            columnX = left + numerals.width(1, weight: 800) * em + metrics.columnGap
        } else {
            capTop = metrics.capTops[index]
            baseline = metrics.baseline
            let two = numerals.width(10, weight: 800)
            em = min((baseline - capTop) / numerals.cap, (grid.width - 2 * metrics.margin - metrics.columnGap - metrics.columnLeast) / two)
            let isOneDigit = showsNext || (facts.segment.kind == .getReady && seconds < 10)
            columnX = left + (isOneDigit ? numerals.width(1, weight: 800) : two) * em + metrics.columnGap
        }
    }
}
