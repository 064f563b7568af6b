/// Which rows of different heights are seen: whole ones only, around the focus, as many before it as behind it while there are.
struct Window {
    let range: Range<Int>

    /// - Parameters:
    ///   - height: of a row in u; nil outside of what is known.
    init(around focus: Int, count: Int, room: Double, height: (Int) -> Double?) {
        guard let own = height(focus) else {
            range = 0..<0
            return
        }
        var range = focus..<focus + 1
        var room = room - own
        var (canGoUp, canGoDown) = (true, true)
        while canGoUp || canGoDown {
            if canGoDown {
                if range.upperBound < count, let next = height(range.upperBound), next <= room + 0.001 {
                    room -= next
                    range = range.lowerBound..<range.upperBound + 1
                } else {
                    canGoDown = false
                }
            }
            if canGoUp {
                if range.lowerBound > 0, let last = height(range.lowerBound - 1), last <= room + 0.001 {
                    room -= last
                    range = range.lowerBound - 1..<range.upperBound
                } else {
                    canGoUp = false
                }
            }
        }
        self.range = range
    }

    /// From a row on, or from as many before it as would leave room at the foot.
    init(from first: Int, count: Int, room: Double, height: (Int) -> Double?) {
        var range = first..<first
        var room = room
        while range.upperBound < count, let next = height(range.upperBound), next <= room + 0.001 {
            room -= next
            range = range.lowerBound..<range.upperBound + 1
        }
        while range.upperBound == count, range.lowerBound > 0, let last = height(range.lowerBound - 1), last <= room + 0.001 {
            room -= last
            range = range.lowerBound - 1..<range.upperBound
        }
        self.range = range
    }
}
