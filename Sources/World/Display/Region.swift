import Ports

/// Parts of a picture, as a handful of rectangles. It may cover a little more than was put in, never less.
struct Region: Hashable, Sendable {
    private(set) var rectangles: [PixelRect] = []
    /// More than a digit, a bar and a legend ever need at once; FB_DAMAGE_CLIPS drivers take each as a transfer of its own.
    static let limit = 8

    init() {}
    init(_ rectangles: [PixelRect]) { for rectangle in rectangles { insert(rectangle) } }

    var isEmpty: Bool { rectangles.isEmpty }

    /// Pixels, overlaps counted twice: a price, not an area.
    var cost: Int { rectangles.reduce(0) { $0 + $1.area } }

    mutating func insert(_ rectangle: PixelRect) {
        guard !rectangle.isEmpty else { return }
        var new = rectangle
        // Joined with whatever costs no more joined than apart; a join may make another one worth it.
        while let index = rectangles.firstIndex(where: { $0.union(new).area <= $0.area + new.area }) {
            new = new.union(rectangles.remove(at: index))
        }
        rectangles.append(new)
        if rectangles.count > Region.limit { joinCheapestPair() }
    }

    mutating func formUnion(_ other: Region) {
        for rectangle in other.rectangles { insert(rectangle) }
    }

    func clipped(to bounds: PixelRect) -> Region {
        Region(rectangles.map { $0.intersection(bounds) })
    }

    private mutating func joinCheapestPair() {
        var best = (waste: Int.max, first: 0, second: 1)
        for first in rectangles.indices {
            for second in rectangles.indices where second > first {
                let (one, other) = (rectangles[first], rectangles[second])
                let waste = one.union(other).area - one.area - other.area
                if waste < best.waste { best = (waste, first, second) }
            }
        }
        let second = rectangles.remove(at: best.second)
        let first = rectangles.remove(at: best.first)
        insert(first.union(second))
    }
}

extension PixelRect {
    var area: Int { isEmpty ? 0 : width * height }
}

extension PixelSize {
    var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
}
