/// Why something is not done, in a sentence.
struct Refusal: Error, Equatable, CustomStringConvertible {
    var sentence: String
    var description: String { sentence }
}

/// What the arguments ask for, or why they cannot be followed.
enum Request: Equatable {
    case benches([String], isJSON: Bool, isWritten: Bool)
    case comparison(isRecording: Bool)

    /// - Parameters:
    ///   - inTable: the benches that the table has, in its order.
    ///   - byName: the ones that are only measured when they are named.
    static func parse(_ arguments: [String], inTable: [String], byName: [String]) throws(Refusal) -> Request {
        let all = inTable + byName
        let names = arguments.filter { !$0.hasPrefix("-") }
        let switches = arguments.filter { $0.hasPrefix("-") }
        if names.contains("guard") {
            guard names == ["guard"] else { throw Refusal(sentence: "bench: guard stands alone, without the name of a bench") }
            for name in switches where name != "--record" {
                throw Refusal(sentence: "bench: guard knows no \(name); there is --record")
            }
            return .comparison(isRecording: !switches.isEmpty)
        }
        for name in switches where !["--json", "--write"].contains(name) {
            throw Refusal(sentence: "bench: there is no \(name); there are --json and --write, and guard --record")
        }
        for name in names where !all.contains(name) {
            throw Refusal(sentence: "bench: there is no bench named \(name); there are: \((all + ["guard"]).joined(separator: ", "))")
        }
        let isWritten = switches.contains("--write")
        if isWritten, !names.isEmpty {
            throw Refusal(sentence: "bench: --write puts the whole table into the README, so it takes no names: deploy/bench --write")
        }
        // "store" is "store-watch", too.
        let chosen = names.isEmpty ? inTable : all.filter { bench in names.contains { bench == $0 || bench.hasPrefix($0 + "-") } }
        return .benches(chosen, isJSON: switches.contains("--json"), isWritten: isWritten)
    }
}
