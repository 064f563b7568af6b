/// The words that mean something between a step's quantities.
enum Keywords {
    static let sets: Set<String> = ["set", "sets", "round", "rounds", "times"]
    static let reps: Set<String> = ["rep", "reps"]
    /// The owner's word for sets ("Bridge, 3 repetitions"), other people's for reps.
    static let repetitions: Set<String> = ["repetition", "repetitions"]
    static let rest: Set<String> = ["rest", "reset"]
    static let about: Set<String> = ["about", "around", "approx", "approximately", "circa", "ca"]
    static let each: Set<String> = ["each", "per", "both", "every"]
    static let sides: Set<String> = ["side", "sides", "leg", "legs", "arm", "arms"]
    /// Mean nothing at the ends of a name.
    static let glue: Set<String> = ["with", "and", "guidance", "of", "for", "then"]
    /// Mean nothing where no word of a name stands beside them.
    static let filler: Set<String> = ["with", "and", "guidance", "of", "for", "then", "a", "an", "the", "in", "at", "on", "by", "to", "do", "take", "have", "work", "between"]
    /// Words before a number that make it part of a title: "Day 12".
    static let ordinals: Set<String> = ["day", "week", "workout", "level", "part", "session", "phase", "block", "no", "round", "vol", "stage", "program", "programme", "plan", "version"]

    /// Folded like gallery names.
    static let risky: Set<String> = {
        let words: [Set<String>] = [sets, reps, repetitions, rest, about, each, sides, glue, ["x", "between", "after", "work"], Set(TimeUnit.names)]
        return Set(words.joined().flatMap(Folding.words))
    }()
}

/// Units of time as people write them.
enum TimeUnit {
    static let names = ["s", "sec", "secs", "second", "seconds", "m", "min", "mins", "minute", "minutes", "h", "hr", "hrs", "hour", "hours"]

    /// How many seconds one is, or nil when the word is no unit.
    static func seconds(_ word: String) -> Int? {
        switch word {
        case "s", "sec", "secs", "second", "seconds": 1
        case "m", "min", "mins", "minute", "minutes": 60
        case "h", "hr", "hrs", "hour", "hours": 3600
        default: nil
        }
    }
}
