import Ports

/// The few rectangles that hold everything that changed.
struct Damage {
    /// More would cost a screen that flushes each of them more than it saves.
    static let limit = 8
    /// Two rectangles become one when that repaints no more than this many pixels in vain.
    private static let slack = 2048

    private(set) var rects: [PixelRect] = []

    mutating func add(_ rect: PixelRect) {
        if rect.isEmpty { return }
        var rect = rect
        while true {
            if let index = rects.firstIndex(where: { Damage.waste($0, rect) <= Damage.slack }) {
                rect = rects.remove(at: index).union(rect)
            } else if rects.count == Damage.limit,
                let index = rects.indices.min(by: { Damage.waste(rects[$0], rect) < Damage.waste(rects[$1], rect) })
            {
                rect = rects.remove(at: index).union(rect)
            } else {
                rects.append(rect)
                return
            }
        }
    }

    mutating func removeAll() { rects.removeAll(keepingCapacity: true) }

    /// How many pixels the union has beyond the two.
    private static func waste(_ one: PixelRect, _ two: PixelRect) -> Int {
        one.union(two).area - one.area - two.area + one.intersection(two).area
    }
}

extension PixelRect {
    var area: Int { isEmpty ? 0 : width * height }

    func intersects(_ other: PixelRect) -> Bool { x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY }

    func contains(_ other: PixelRect) -> Bool {
        other.isEmpty || (x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY)
    }

    /// What is left of it without another: at most four rectangles.
    func subtracting(_ other: PixelRect) -> [PixelRect] {
        let hole = intersection(other)
        if hole.isEmpty { return isEmpty ? [] : [self] }
        if hole == self { return [] }
        return [
            PixelRect(x: x, y: y, width: width, height: hole.y - y),
            PixelRect(x: x, y: hole.maxY, width: width, height: maxY - hole.maxY),
            PixelRect(x: x, y: hole.y, width: hole.x - x, height: hole.height),
            PixelRect(x: hole.maxX, y: hole.y, width: maxX - hole.maxX, height: hole.height),
        ].filter { !$0.isEmpty }
    }
}

/// A layer with its items as drawings.
struct DraftedLayer {
    var clip: PixelRect
    var field: Ink
    var items: [Item]
    var drawings: [Drawing]

    /// True when nothing below it shows in the rectangle.
    func hides(_ rect: PixelRect) -> Bool { field.isOpaque && clip.contains(rect) }
}

/// Finds what differs between two scenes, item by item.
struct Comparison {
    let old: [DraftedLayer]
    let new: [DraftedLayer]

    /// Adds everything that may look different to the damage. Layers are paired in their order, from the bottom or from the top,
    /// whichever leaves less to repaint: the wipe adds a layer on top and drops one below.
    func damage(into damage: inout Damage) {
        if old.count == new.count { return add(pairing(0, 0, old.count), to: &damage) }
        let count = min(old.count, new.count)
        let fromBottom = pairing(0, 0, count)
        let fromTop = pairing(old.count - count, new.count - count, count)
        let area = { (rects: [PixelRect]) in rects.reduce(0) { $0 + $1.area } }
        add(area(fromBottom) <= area(fromTop) ? fromBottom : fromTop, to: &damage)
    }

    private func add(_ rects: [PixelRect], to damage: inout Damage) {
        for rect in rects { damage.add(rect) }
    }

    /// What differs when `count` layers are taken to be the same ones; the others came or went.
    private func pairing(_ firstOld: Int, _ firstNew: Int, _ count: Int) -> [PixelRect] {
        var rects: [PixelRect] = []
        // From the bottom up, because a layer may hide what changed below it.
        rects += old[..<firstOld].map(\.clip)
        rects += new[..<firstNew].map(\.clip)
        for pair in 0..<count {
            let before = old[firstOld + pair]
            let after = new[firstNew + pair]
            // What this layer hides, before and after, changes only with the layer itself and with what is above it.
            if before.field.isOpaque, after.field.isOpaque {
                let hidden = before.clip.intersection(after.clip)
                rects = rects.flatMap { $0.subtracting(hidden) }
            }
            if before.field != after.field {
                rects.append(before.clip)
                rects.append(after.clip)
            } else {
                rects += before.clip.subtracting(after.clip)
                rects += after.clip.subtracting(before.clip)
                compare(before, after, into: &rects)
            }
        }
        rects += old[(firstOld + count)...].map(\.clip)
        rects += new[(firstNew + count)...].map(\.clip)
        return rects
    }

    private func compare(_ before: DraftedLayer, _ after: DraftedLayer, into rects: inout [PixelRect]) {
        let clip = before.clip.intersection(after.clip)
        if clip.isEmpty { return }
        func add(_ rect: PixelRect) {
            let part = rect.intersection(clip)
            if !part.isEmpty { rects.append(part) }
        }
        Comparison.matching(before.items, after.items) { left, right in
            switch (left, right) {
            case (let left?, let right?): Comparison.difference(before.drawings[left], after.drawings[right], add)
            case (let left?, nil): add(before.drawings[left].bounds)
            case (nil, let right?): add(after.drawings[right].bounds)
            case (nil, nil): break
            }
        }
    }

    /// Calls with what differs: items that came, that went, or that took another's place. Items that are not named are the same and
    /// in the same order, so that nothing changes where only they are.
    static func matching(_ old: [Item], _ new: [Item], _ body: (Int?, Int?) -> Void) {
        if old.count == new.count {
            for index in old.indices where old[index] != new[index] { body(index, index) }
            return
        }
        var first = 0
        while first < min(old.count, new.count), old[first] == new[first] { first += 1 }
        var last = 0
        while last < min(old.count, new.count) - first, old[old.count - 1 - last] == new[new.count - 1 - last] { last += 1 }
        let left = first..<(old.count - last)
        let right = first..<(new.count - last)
        var keptLeft: Set<Int> = []
        var keptRight: Set<Int> = []
        for (one, two) in commonSubsequence(old, left, new, right) {
            keptLeft.insert(one)
            keptRight.insert(two)
        }
        for index in left where !keptLeft.contains(index) { body(index, nil) }
        for index in right where !keptRight.contains(index) { body(nil, index) }
    }

    /// The longest run of items that are in both, in order; empty when finding it would take too long.
    private static func commonSubsequence(_ old: [Item], _ left: Range<Int>, _ new: [Item], _ right: Range<Int>) -> [(Int, Int)] {
        if left.isEmpty || right.isEmpty || left.count * right.count > 40_000 { return [] }
        let width = right.count + 1
        var lengths = [Int32](repeating: 0, count: (left.count + 1) * width)
        for one in left.indices.reversed() {
            for two in right.indices.reversed() {
                let place = (one - left.lowerBound) * width + two - right.lowerBound
                lengths[place] =
                    old[one] == new[two] ? lengths[place + width + 1] + 1 : max(lengths[place + width], lengths[place + 1])
            }
        }
        var pairs: [(Int, Int)] = []
        var one = left.lowerBound
        var two = right.lowerBound
        while one < left.upperBound, two < right.upperBound {
            let place = (one - left.lowerBound) * width + two - right.lowerBound
            if old[one] == new[two] {
                pairs.append((one, two))
                one += 1
                two += 1
            } else if lengths[place + width] >= lengths[place + 1] {
                one += 1
            } else {
                two += 1
            }
        }
        return pairs
    }

    /// What differs between two drawings that take each other's place: of a text the glyphs that changed, of a bar its moved end.
    static func difference(_ before: Drawing, _ after: Drawing, _ add: (PixelRect) -> Void) {
        guard before.ink == after.ink else {
            add(before.bounds)
            add(after.bounds)
            return
        }
        let shared = min(before.marks.count, after.marks.count)
        var first = 0
        while first < shared, before.marks[first].equals(after.marks[first]) { first += 1 }
        var last = 0
        while last < shared - first,
            before.marks[before.marks.count - 1 - last].equals(after.marks[after.marks.count - 1 - last])
        { last += 1 }
        let left = before.marks[first..<(before.marks.count - last)]
        let right = after.marks[first..<(after.marks.count - last)]
        if left.count == 1, right.count == 1, case .box(let one) = left[first].shape, case .box(let two) = right[first].shape {
            return difference(one, two, add)
        }
        for marks in [left, right] {
            if let mark = marks.first { add(marks.dropFirst().reduce(mark.bounds) { $0.union($1.bounds) }) }
        }
    }

    /// Two boxes of one ink: the strips between the edges that moved.
    private static func difference(_ one: Rect, _ two: Rect, _ add: (PixelRect) -> Void) {
        func strip(_ a: Double, _ b: Double) -> (Double, Double) { (min(a, b), max(a, b)) }
        let overlaps = !one.touched.intersection(two.touched).isEmpty
        if overlaps, one.y == two.y, one.maxY == two.maxY {
            for (low, high) in [strip(one.x, two.x), strip(one.maxX, two.maxX)] where low < high {
                add(Rect(x: low, y: one.y, width: high - low, height: one.height).touched)
            }
        } else if overlaps, one.x == two.x, one.maxX == two.maxX {
            for (low, high) in [strip(one.y, two.y), strip(one.maxY, two.maxY)] where low < high {
                add(Rect(x: one.x, y: low, width: one.width, height: high - low).touched)
            }
        } else {
            add(one.touched)
            add(two.touched)
        }
    }
}
