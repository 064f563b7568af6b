enum EditDistance {
    /// The optimal string alignment distance (Levenshtein's, with the exchange of neighbours as one step), or `atMost + 1` when it is more.
    static func between(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], atMost limit: Int) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, scalar) in left.enumerated() {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            var least = row + 1
            for (column, other) in right.enumerated() {
                var distance = min(last[column] + (scalar == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, scalar == right[column - 1], left[row - 1] == other {
                    distance = min(distance, beforeLast[column - 1] + 1)
                }
                current.append(distance)
                least = min(least, distance)
            }
            if least > limit { return limit + 1 }
            beforeLast = last
            last = current
        }
        return min(last[right.count], limit + 1)
    }
}
