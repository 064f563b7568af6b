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
    "Lateness is from the boundary until the picture was handed over, by each player's own log on the monotonic clock; a press likewise, "
        + "but this program's is from a byte typed into the terminal to the last byte drawn there.",
]

/// What those counts would be on the smallest machine this is for, in words; nil when they were not counted in this run.
private func zero(_ figures: [Figure]) -> String? {
    func count(_ what: String) -> Double? { figures.first { $0.what == what }?.value }
    guard let frame = count(Counts.digitFrame), let second = count(Counts.second), let play = count(Counts.play),
        let start = count(Counts.start)
    else { return nil }
    func number(_ value: Double, _ places: Int) -> String { String(format: "%.\(places)f", value) }
    let (million, cycles) = (1e6, 2.0)
    // A fifth of 1920 x 1080 pixels of four bytes, painted, read and copied.
    let (megabytes, memory) = (1.5, 4.5)
    return
        "A Pi Zero 2 (four Cortex-A53 at 1 GHz), reasoned from the counts with half an instruction a cycle and 1 GB/s to and from memory, "
        + "both assumed and both low: a digit frame is \(number(frame / million, 2)) million instructions / 0.5 = "
        + "\(number(frame * cycles / million, 1)) million cycles, \(number(frame * cycles / million, 1)) ms, and a fifth of the picture "
        + "(\(number(megabytes, 1)) MB) painted, read and copied, \(number(memory, 1)) ms; together "
        + "\(number(frame * cycles / million + memory, 1)) ms of the 16.7 that a frame has, and all of it before the digit is due: at its "
        + "boundary only a flip is left. A second of play is \(number(second / million, 1)) million / 0.5 = "
        + "\(number(second * cycles / million, 0)) million cycles, \(number(second * cycles / 1e7, 1)) % of one core. PLAY to the first "
        + "picture is \(number(play / million, 0)) million / 0.5, \(number(play * cycles / 1e9, 2)) s of the 0.3 that it may take; the start "
        + "of the program to a first picture \(number(start / million, 0)) million / 0.5, \(number(start * cycles / 1e9, 2)) s of the 1 that "
        + "it may take, reading the card left aside."
}

func measure(names: [String], switches: [String]) {
    let all = inTable + byName
    for name in names where !all.contains(where: { $0.name == name }) {
        say("bench: there is no bench named \(name); there are: \((all.map(\.name) + ["guard"]).joined(separator: ", "))")
    }
    for name in switches where !["--json", "--write"].contains(name) { say("bench: there is no \(name); there are --json and --write") }
    let chosen = names.isEmpty ? inTable : all.filter { bench in names.contains { bench.name == $0 || bench.name.hasPrefix($0 + "-") } }
    for bench in chosen { bench.run() }
    let measured = figures.withLock { $0 }
    let foot = foot + [zero(measured)].compactMap { $0 }
    guard !measured.isEmpty else { exit(1) }
    if switches.contains("--json") {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Doubles that are no numbers are not measured, so this does not fail; if it did, there would be no JSON to read.
        if let data = try? encoder.encode(measured.map(FigureInJSON.init)) { print(String(decoding: data, as: UTF8.self)) }
    } else {
        print(table(measured, foot: foot))
    }
    if switches.contains("--write") { write(table(measured, foot: foot)) }
}

/// Puts the table between its marks in the README.
private func write(_ table: String) {
    let readme = benchFolder.deletingLastPathComponent().appendingPathComponent("README.md")
    let marks = ("<!-- made by deploy/bench --write -->\n", "<!-- until here -->\n")
    guard let text = try? String(contentsOf: readme, encoding: .utf8), let start = text.range(of: marks.0),
        let end = text.range(of: marks.1)
    else { return say("bench: README.md has no place for the table") }
    let made = text[..<start.upperBound] + "\n" + table + "\n\n" + text[end.lowerBound...]
    do { try String(made).write(to: readme, atomically: true, encoding: .utf8) } catch { say("bench: \(error)") }
}
