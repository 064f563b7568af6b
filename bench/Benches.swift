import Foundation

/// What the table in the README has.
private let inTable: [(name: String, run: @Sendable () -> Void)] = [
    ("players", benchPlayers), ("press", benchPress), ("canvas", benchCanvas), ("store", benchStore), ("store-watch", benchStoreWatch),
    ("workouts", benchWorkouts), ("package", benchPackage), ("counts", benchCounts),
]
/// What is measured when it is named.
private let byName: [(name: String, run: @Sendable () -> Void)] = [
    ("bridge", benchBridge), ("display", benchDisplay), ("fuzz", benchFuzz), ("kills", benchKills), ("records", benchRecords),
    ("sound", benchSound),
]
private let foot = [
    "Nothing has a screen or a sound card here. This program draws its pictures of 1920x1080 and shows them in a terminal, pygame draws on "
        + "SDL's dummy display, Chromium runs headless, in a window of that size; all sound on a card that `bench/peers/clocked.c` pretends.",
    "Memory is the proportional set size and processor time that of the process with all its children. Chromium speaks no word (it has no "
        + "voice here), and a frame of its log is when the page was told to draw, not when a screen had it.",
    "A start is from the process until its first picture; the peers load no sound before it, as this program does not.",
    "Lateness is from the boundary until the picture was handed over, by each player's own log on the monotonic clock; a press likewise, "
        + "but this program's is from a byte typed into the terminal to the last byte drawn there.",
    "A digit's lateness and a tone's error are not taken of the installed program but of its own loop, in `bench live-child`, on a screen in "
        + "ordinary memory. That loop and its mixer have real-time priority (SCHED_RR), as the service gives them and as `stepback play` "
        + "does only as root; the peers are scheduled as ordinary processes, as people start them. Two rows have this "
        + "program without it, too.",
]

/// What those counts would be on the smallest machine this is for, in words; nil when they were not counted in this run.
private func zero(_ figures: [Figure]) -> String? {
    func count(_ what: String) -> Double? { figures.first { $0.what == what }?.value }
    guard let frame = count(Counts.digitFrame), let second = count(Counts.second), let play = count(Counts.play),
        let start = count(Counts.start)
    else { return nil }
    return ZeroTwo(frame: frame, second: second, play: play, start: start).text
}

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
            return measure(all.filter { names.contains($0.name) }.map(\.run), isJSON: isJSON, isWritten: isWritten)
        }
    }
    return 0
}

private func measure(_ benches: [@Sendable () -> Void], isJSON: Bool, isWritten: Bool) -> Int32 {
    for run in benches { run() }
    let measured = figures.withLock { $0 }
    let table = table(measured, foot: foot + [zero(measured)].compactMap { $0 })
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
