import Foundation

/// Counts kept for each set of tools that they were made with, as `counting/recorded.json` has them, and what is held against which.
struct Recorded: Codable, Equatable {
    /// By the compiler, the system and its processor, in words.
    var counts: [String: Counts]

    /// The counts that those of some tools are held against. Tools that are not recorded have those of the most similar ones: of the same
    /// processor, then of the same system. Nil: nothing is recorded.
    func comparison(for tools: String) -> Comparison? {
        if let counts = counts[tools], !tools.isEmpty { return Comparison(recorded: counts, tools: tools, isSame: true) }
        let words = Set(tools.split(separator: " "))
        func likeness(_ other: String) -> (Int, Int, String) {
            let others = other.split(separator: " ")
            return (others.last.map { words.contains($0) ? 1 : 0 } ?? 0, others.count { words.contains($0) }, other)
        }
        guard let nearest = counts.keys.max(by: { likeness($0) < likeness($1) }), let counts = counts[nearest] else { return nil }
        return Comparison(recorded: counts, tools: nearest, isSame: false)
    }
}

/// What each count may be at most.
struct Comparison {
    let recorded: Counts
    /// What the recorded counts were made with.
    let tools: String
    /// Another compiler makes other instructions of the same program, and is given more room for those. For the rest it is not.
    let isSame: Bool

    static let usual = 1.1
    static let wide = 1.25

    struct Line: Equatable {
        var name: String
        var now: Double
        var recorded: Double
        var most: Double
        var isWorse: Bool { now > most }
        /// So much less that something is not counted any more, or that what is recorded holds nothing off.
        var isStale: Bool { now < recorded / 2 }
    }

    /// - Throws: a sentence, when one of them is not there on either side: silence about a count would read as if it were no worse.
    func lines(_ counts: Counts) throws(Refusal) -> [Line] {
        var lines: [Line] = []
        for count in Counts.kinds {
            guard let now = counts[keyPath: count.path], let before = recorded[keyPath: count.path] else {
                throw Refusal(sentence: "guard: \(count.name): not counted or not recorded, so nothing is known of it")
            }
            let times = isSame || !count.isOfInstructions ? Comparison.usual : Comparison.wide
            // Of nothing a tenth more is nothing; less than one in ten frames is none in the steady state.
            lines.append(Line(name: count.name, now: now, recorded: before, most: max(before * times, 0.1)))
        }
        return lines
    }

    /// How closely counts of these tools are compared.
    func sentence(for tools: String) -> String {
        if isSame { return "guard: compared with what is recorded for \(tools): a tenth more is too much" }
        return
            "guard: nothing is recorded for \(tools.isEmpty ? "this compiler, which does not say what it is" : tools), so it is compared "
            + "with \(self.tools): instructions may be a quarter more, all else a tenth; deploy/bench guard --record records them"
    }
}
