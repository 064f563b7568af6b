extension Catalog {
    /// The workout that was probably meant by a name that the gallery does not know, or nil when none is near: first by typing errors
    /// (a letter wrong, missing, too many, or two exchanged; about one in four letters, three at most), then the longest gallery name
    /// whose words all stand in the name ("Slow squats"). The same name always gives the same
    /// answer, whatever the kiosk speaks.
    public func nearest(to name: String) -> Workout? {
        let words = Folding.words(name)
        let key = Array(words.joined().unicodeScalars)
        guard key.count >= 3, key.count <= 100 else { return nil }
        let limit = min(3, max(1, (key.count + 1) / 4))
        var best: (distance: Int, otherStart: Int, otherLanguage: Int, index: Int)?
        let letters = EditDistance.letters(of: key)
        for (range, candidateLetters, isEnglish, index) in foldedNames {
            let scalars = foldedScalars[range]
            guard abs(scalars.count - key.count) <= limit, scalars.count >= 3 else { continue }
            // One step of the distance changes at most one letter for another.
            guard (letters ^ candidateLetters).nonzeroBitCount <= 2 * limit else { continue }
            let distance = EditDistance.between(key, scalars, atMost: limit)
            guard distance <= limit else { continue }
            // Of equally near ones the one that begins alike: first letters are rarely mistyped.
            let found = (distance, scalars.first == key.first ? 0 : 1, isEnglish ? 0 : 1, index)
            if best == nil || found < best! { best = found }
        }
        return (best?.index ?? indexOfContained(in: words)).map { workouts[$0] }
    }

    private func indexOfContained(in words: [String]) -> Int? {
        guard words.count > 1, words.count <= 12 else { return nil }
        for length in (1..<words.count).reversed() {
            for start in 0...(words.count - length) {
                let key = words[start..<(start + length)].joined()
                if key.utf8.count >= 4, let index = suggestion(forFolded: key) { return index }
            }
        }
        return nil
    }
}

/// How far two words are from each other, for every did-you-mean there is.
public enum EditDistance {
    /// Which letters occur, one bit each, several sharing a bit: what differs here differs in the words.
    static func letters(of scalars: some Sequence<Unicode.Scalar>) -> UInt64 { scalars.reduce(0) { $0 | 1 << UInt64($1.value & 63) } }

    /// The optimal string alignment distance (Levenshtein's, with the exchange of neighbours as one step), or `atMost + 1` when it is more.
    public static func between(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], atMost limit: Int) -> Int {
        between(left, right[...], atMost: limit)
    }

    static func between(_ left: [Unicode.Scalar], _ right: ArraySlice<Unicode.Scalar>, atMost limit: Int) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, scalar) in left.enumerated() {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            var least = row + 1
            for (column, other) in right.enumerated() {
                let before = right.startIndex + column - 1
                var distance = min(last[column] + (scalar == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, scalar == right[before], left[row - 1] == other {
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
