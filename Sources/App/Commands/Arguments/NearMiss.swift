import Workouts

/// What was probably meant.
enum NearMiss {
    /// The nearest word, or nil when none is near: about one letter in three may be wrong, or the beginning is given alone.
    static func of(_ word: String, among words: [String]) -> String? {
        let typed = Array(word.lowercased().unicodeScalars)
        guard (2...60).contains(typed.count) else { return nil }
        let limit = min(3, max(1, typed.count / 3))
        let near = words.map { (distance: EditDistance.between(typed, Array($0.unicodeScalars), atMost: limit), word: $0) }
            .filter { $0.distance <= limit }
        if let best = near.min(by: { $0.distance < $1.distance }) { return best.word }
        let begun = words.filter { $0.hasPrefix(word.lowercased()) }
        return begun.count == 1 ? begun[0] : nil
    }
}
