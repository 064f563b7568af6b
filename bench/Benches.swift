import Foundation

/// What the table in the README has.
private let inTable: [(name: String, run: @Sendable () -> Void)] = [
    ("players", benchPlayers), ("press", benchPress), ("digit", benchDigit), ("canvas", benchCanvas), ("store", benchStore),
    ("store-watch", benchStoreWatch),
    ("workouts", benchWorkouts), ("package", benchPackage), ("counts", benchCounts),
]
/// What is measured when it is named.
private let byName: [(name: String, run: @Sendable () -> Void)] = [
    ("bridge", benchBridge), ("display", benchDisplay), ("fuzz", benchFuzz), ("kills", benchKills), ("records", benchRecords),
    ("sound", benchSound),
]
/// - Parameter isAskedOnly: prints what would run instead of running it.
/// - Returns: the program's exit status.
func perform(_ arguments: [String], isAskedOnly: Bool) -> Int32 {
    let all = inTable + byName
    let request: Request
    do throws(Refusal) { request = try Request.parse(arguments, inTable: inTable.map(\.name), byName: byName.map(\.name)) } catch {
        say(error.sentence)
        return 64
    }
    switch request {
    case .comparison(let isRecording):
        if isAskedOnly { print("guard") } else { return runGuard(isRecording: isRecording) }
    case .benches(let names, let isJSON, let isWritten):
        if isAskedOnly {
            print(names.joined(separator: "\n"))
        } else {
            if isWritten, let obstacle = Machine.obstacleToTable() {
                say(obstacle)
                return 1
            }
            return measure(all.filter { names.contains($0.name) }.map(\.run), isJSON: isJSON, isWritten: isWritten)
        }
    }
    return 0
}

private func measure(_ benches: [@Sendable () -> Void], isJSON: Bool, isWritten: Bool) -> Int32 {
    let machine = Machine.sentence()
    for run in benches { run() }
    let measured = figures.withLock { $0 }
    let table = table(measured, foot: [machine] + footnotes.withLock { $0 })
    if isJSON {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do { print(String(decoding: try encoder.encode(measured.map(FigureInJSON.init)), as: UTF8.self)) } catch {
            notMeasured("bench: a figure is no number: \(error)")
        }
    } else {
        print(table)
    }
    let lacking = measured.filter(\.isLacking).map(\.what)
    let isWhole = lacking.isEmpty && gaps.withLock(\.isEmpty)
    if !isWhole {
        say("bench: not everything was measured" + (lacking.isEmpty ? "; why stands above" : ": " + lacking.joined(separator: "; ")))
    }
    guard isWritten else { return isWhole ? 0 : 1 }
    guard isWhole else {
        say("bench: README.md is as it was, because the table would not be a whole one")
        return 1
    }
    return write(table) ? 0 : 1
}

/// Puts the table between its marks in the README.
private func write(_ table: String) -> Bool {
    let readme = benchFolder.deletingLastPathComponent().appendingPathComponent("README.md")
    let marks = ("<!-- made by deploy/bench --write -->\n", "<!-- until here -->\n")
    do {
        let text = try String(contentsOf: readme, encoding: .utf8)
        guard let start = text.range(of: marks.0), let end = text.range(of: marks.1), start.upperBound <= end.lowerBound else {
            say("bench: README.md has no place for the table")
            return false
        }
        let made = text[..<start.upperBound] + "\n" + table + "\n\n" + text[end.lowerBound...]
        try String(made).write(to: readme, atomically: true, encoding: .utf8)
        return true
    } catch {
        say("bench: \(error)")
        return false
    }
}
