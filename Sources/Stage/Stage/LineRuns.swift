import Canvas
import Workouts

/// The routine as stretches of whole pixels, thick for work and thin for rest. Computed once per timeline and width.
struct LineRuns {
    struct Run: Hashable {
        /// In pixels from the Line's start.
        var from: Double
        var to: Double
        var isWork: Bool
        /// In seconds of the routine, get ready not counted.
        var start: Int
        var end: Int
    }

    let runs: [Run]
    /// In pixels.
    let width: Double

    /// - Parameters:
    ///   - width: the whole Line's, in pixels.
    ///   - gap: between segments, in pixels; nil puts them side by side.
    init(_ timeline: Timeline, width: Double, gap: Double?) {
        self.width = width.rounded(.down)
        let segments = timeline.segments.drop { $0.kind == .getReady }
        let count = Double(segments.count)
        // The design's gap, narrower when there are many; below one pixel nobody sees it.
        let fitting = gap.map { max(1, count > 24 ? $0 * 24 / count : $0) } ?? 0
        if count + (count - 1) * fitting <= self.width {
            runs = LineRuns.spread(segments, timeline, self.width, fitting)
        } else if count + (count - 1) <= self.width, gap != nil {
            runs = LineRuns.spread(segments, timeline, self.width, 1)
        } else {
            runs = LineRuns.merged(segments, timeline, self.width)
        }
    }

    /// Every segment in proportion, but never thinner than a pixel: what is too thin takes one, and the others share the rest.
    private static func spread(_ segments: ArraySlice<Segment>, _ timeline: Timeline, _ width: Double, _ gap: Double) -> [Run] {
        var room = width - Double(segments.count - 1) * gap
        var seconds = Double(timeline.totalSeconds)
        var least = 0.0
        while true {
            // Longest of those that are too thin at this scale.
            let scale = room / seconds
            let thin = segments.filter { Double($0.seconds) > least && Double($0.seconds) * scale < 1 }
            guard let longest = thin.map(\.seconds).max() else { break }
            least = Double(longest)
            room -= Double(thin.count)
            seconds -= Double(thin.reduce(0) { $0 + $1.seconds })
            if seconds <= 0 { break }
        }
        let scale = seconds > 0 ? room / seconds : 0
        var position = 0.0
        return segments.map { segment in
            let length = Double(segment.seconds) <= least ? 1 : Double(segment.seconds) * scale
            let start = segment.start - timeline.getReadySeconds
            let run = Run(
                from: position.rounded(), to: (position + length).rounded(), isWork: segment.kind == .work, start: start,
                end: start + segment.seconds)
            position += length + gap
            return run
        }
    }

    /// Too many to be told apart: each pixel is what most of its time is, and equal neighbours are one run.
    private static func merged(_ segments: ArraySlice<Segment>, _ timeline: Timeline, _ width: Double) -> [Run] {
        let total = timeline.totalSeconds
        let columns = min(Int(width), total)
        guard columns > 0 else { return [] }
        var work = [Int](repeating: 0, count: columns)
        func bound(_ column: Int) -> Int { column * total / columns }
        var column = 0
        for segment in segments {
            let start = segment.start - timeline.getReadySeconds
            let end = start + segment.seconds
            while column < columns, bound(column) < end {
                if segment.kind == .work { work[column] += max(0, min(end, bound(column + 1)) - max(start, bound(column))) }
                if bound(column + 1) > end { break }
                column += 1
            }
        }
        var runs: [Run] = []
        for column in 0..<columns {
            let isWork = work[column] * 2 >= bound(column + 1) - bound(column)
            let to = (width * Double(column + 1) / Double(columns)).rounded()
            if let last = runs.last, last.isWork == isWork {
                runs[runs.count - 1].to = to
                runs[runs.count - 1].end = bound(column + 1)
            } else {
                let from = (width * Double(column) / Double(columns)).rounded()
                runs.append(Run(from: from, to: to, isWork: isWork, start: bound(column), end: bound(column + 1)))
            }
        }
        return runs
    }

    /// The run that holds a second, and where in it the second stands, in pixels from the Line's start. The end is the last run's.
    func place(_ second: Int) -> (index: Int, x: Double) {
        var low = 0
        var high = runs.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if runs[middle].start <= second { low = middle } else { high = middle - 1 }
        }
        guard runs.indices.contains(low) else { return (0, 0) }
        let run = runs[low]
        let share = min(1, max(0, Double(second - run.start) / Double(run.end - run.start)))
        return (low, (run.from + (run.to - run.from) * share).rounded())
    }
}
