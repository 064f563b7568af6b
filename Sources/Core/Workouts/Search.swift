import Foundation

extension Catalog {
    /// The workouts that a person means who has typed the first letters of words: "mo cl" finds Mountain climbers, "press" what is also
    /// called press-up. Names that begin so come first, then names with such words, then other names that people use; among equals the
    /// order of the catalog. Nothing typed finds everything.
    public func search(_ typed: String) -> [Workout] {
        let wanted = SearchWords(typed)
        if wanted.words.isEmpty { return workouts }
        var found: [(rank: Int, index: Int)] = []
        for (index, workout) in workouts.enumerated() {
            if let rank = rank(of: workout, wanted) { found.append((rank, index)) }
        }
        return found.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map { workouts[$0.index] }
    }

    private func rank(of workout: Workout, _ wanted: SearchWords) -> Int? {
        if let rank = SearchWords(workout.name).rank(wanted) { return rank }
        var names = workout.aliases["en"] ?? []
        if language != "en" { names += workout.aliases[language] ?? [] }
        if workout.englishName != workout.name { names.append(workout.englishName) }
        return names.compactMap { SearchWords($0).rank(wanted) }.min().map { $0 + 2 }
    }
}

/// A name as it is searched: its words without case and diacritics, whole, since a plural's s is typed too.
private struct SearchWords {
    let words: [Substring]
    private let joined: String

    init(_ text: String) {
        let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .filter { $0 != "'" && $0 != "’" }
        words = folded.split { !$0.isLetter && !$0.isNumber }
        joined = words.joined()
    }

    /// 0: it begins so; 1: its words begin so, in this order; nil: neither.
    func rank(_ wanted: SearchWords) -> Int? {
        if joined.hasPrefix(wanted.joined) { return 0 }
        var rest = words[...]
        for word in wanted.words {
            guard let index = rest.firstIndex(where: { $0.hasPrefix(word) }) else { return nil }
            rest = rest[(index + 1)...]
        }
        return 1
    }
}
