import Foundation
import Playback
import Words
import Workouts

/// The names that the library's routines have, and new ones beside them.
struct RoutineNames {
    private let taken: Set<String>

    init(_ facts: Facts) { taken = Set((facts.library?.routines ?? []).map { RoutineNames.folded($0.routine.name) }) }

    private static func folded(_ name: String) -> String { name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) }

    func isTaken(_ name: String) -> Bool { taken.contains(RoutineNames.folded(name)) }

    /// The name itself, or with the first free number behind it.
    func unused(_ name: String, _ words: Words) -> String {
        guard isTaken(name) else { return name }
        // There are fewer routines than numbers.
        let numbered = (2...taken.count + 2).lazy.map { words("builder.numberedName", .text(name), .number($0)) }
        return numbered.first { !isTaken($0) } ?? name
    }

    /// What a routine of these steps may be called, the likeliest first: by the time of day it was made at and what most of it is for,
    /// and by its first workouts.
    func suggestions(for steps: [Step], _ facts: Facts, at now: Instant) -> [String] {
        let words = facts.words
        var counts: [Category: Int] = [:]
        for step in steps { counts[step.category, default: 0] += 1 }
        // Equal ones in the gallery's order.
        let categories = Category.allCases.filter { counts[$0] != nil }.enumerated()
            .sorted { (-counts[$0.element]!, $0.offset) < (-counts[$1.element]!, $1.offset) }.prefix(2).map(\.element)
        var names: [String] = []
        if let part = partOfDay(facts, at: now) { names += categories.map { words("routineName.\(part).\($0.rawValue)") } }
        names += categories.map { words($0.nameKey) }
        var firsts: [String] = []
        for step in steps where firsts.count < 2 && !firsts.contains(step.name) { firsts.append(step.name) }
        names.append(words.list(firsts))
        var unique: [String] = []
        for name in names.map({ unused($0, words) }) where !unique.contains(name) && Limits.nameLength.contains(name.count) {
            unique.append(name)
        }
        return unique
    }

    /// Nil while the clock is not known to be right.
    private func partOfDay(_ facts: Facts, at now: Instant) -> String? {
        guard let seconds = facts.knownSeconds(at: now) else { return nil }
        switch facts.calendar.component(.hour, from: Date(timeIntervalSince1970: TimeInterval(seconds))) {
        case 4..<11: return "morning"
        case 11..<17: return "afternoon"
        default: return "evening"
        }
    }
}
