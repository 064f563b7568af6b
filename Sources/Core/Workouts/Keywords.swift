/// What a word may mean between a step's quantities. Found once a word, by the lexer.
struct Roles: OptionSet {
    var rawValue: UInt16

    static let sets = Roles(rawValue: 1 << 0)
    static let reps = Roles(rawValue: 1 << 1)
    /// The owner's word for sets ("Bridge, 3 repetitions"), other people's for reps.
    static let repetitions = Roles(rawValue: 1 << 2)
    static let rest = Roles(rawValue: 1 << 3)
    static let about = Roles(rawValue: 1 << 4)
    static let each = Roles(rawValue: 1 << 5)
    static let side = Roles(rawValue: 1 << 6)
    /// Means nothing at the ends of a name.
    static let glue = Roles(rawValue: 1 << 7)
    /// Means nothing at the end of a name, where a quantity follows.
    static let trailingGlue = Roles(rawValue: 1 << 8)
    /// Means nothing where no word of a name stands beside it.
    static let filler = Roles(rawValue: 1 << 9)
    static let unit = Roles(rawValue: 1 << 10)
    /// May stand between "between" and its time.
    static let afterBetween = Roles(rawValue: 1 << 11)
    /// May stand between "after" and its time.
    static let afterAfter = Roles(rawValue: 1 << 12)
    /// Makes the number behind it part of a title: "Day 12".
    static let ordinal = Roles(rawValue: 1 << 13)
    /// Part of another form: "x", "work".
    static let other = Roles(rawValue: 1 << 14)
}

enum Keywords {
    static let roles: [String: Roles] = {
        var roles: [String: Roles] = [:]
        func add(_ role: Roles, _ words: String...) { for word in words { roles[word, default: []].insert(role) } }
        add(.sets, "set", "sets", "round", "rounds", "times")
        add(.reps, "rep", "reps")
        add(.repetitions, "repetition", "repetitions")
        add(.rest, "rest", "reset")
        add(.about, "about", "around", "approx", "approximately", "circa", "ca")
        add(.each, "each", "per", "both", "every")
        add(.side, "side", "sides", "leg", "legs", "arm", "arms")
        add(.glue, "with", "and", "guidance", "of", "for", "then")
        add(.trailingGlue, "in", "at")
        add(
            .filler, "with", "and", "guidance", "of", "for", "then", "a", "an", "the", "in", "at", "on", "by", "to", "do", "take", "have",
            "work", "between")
        add(.unit, "s", "sec", "secs", "second", "seconds", "m", "min", "mins", "minute", "minutes", "h", "hr", "hrs", "hour", "hours")
        add(.afterBetween, "the", "each", "every", "them", "set", "sets", "rounds", "reps")
        add(.afterAfter, "the", "it", "that", "this", "step", "exercise", "last", "set")
        add(
            .ordinal, "day", "week", "workout", "level", "part", "session", "phase", "block", "no", "round", "vol", "stage", "program",
            "programme", "plan",
            "version")
        add(.other, "x", "between", "after", "work")
        return roles
    }()

    /// Words that would be misread in a gallery name, folded like gallery names.
    static let risky: Set<String> = {
        let meaning: Roles = [.sets, .reps, .repetitions, .rest, .about, .each, .side, .glue, .unit, .other]
        return Set(roles.filter { !$0.value.isDisjoint(with: meaning) }.keys.flatMap(Folding.words))
    }()
}

/// Units of time as people write them.
enum TimeUnit {
    /// How many seconds one is, or nil when the word is no unit.
    static func seconds(_ word: String) -> Int? {
        switch word {
        case "s", "sec", "secs", "second", "seconds": 1
        case "m", "min", "mins", "minute", "minutes": 60
        case "h", "hr", "hrs", "hour", "hours": 3600
        default: nil
        }
    }

    /// How many seconds the long unit is that a word is one typing error away from ("minuts", "secnds"); nil when there is none. The short
    /// ones are too near to other words.
    static func slip(_ word: String) -> Int? {
        guard (5...8).contains(word.utf8.count) else { return nil }
        let scalars = Array(word.unicodeScalars)
        return long.first { EditDistance.between(scalars, $0.scalars, atMost: 1) <= 1 }?.seconds
    }

    private static let long: [(scalars: [Unicode.Scalar], seconds: Int)] = ["second", "seconds", "minute", "minutes"].map {
        (Array($0.unicodeScalars), $0.hasPrefix("s") ? 1 : 60)
    }
}
