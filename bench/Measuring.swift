import Foundation
import Synchronization

/// What a figure is counted in.
enum Unit: String, Codable, Sendable {
    case milliseconds = "ms"
    case seconds = "s"
    case megabytes = "MB"
    case times = "x"
    case count = ""

    func text(_ value: Double) -> String {
        let places: Int
        switch self {
        case .count: places = value == value.rounded() ? 0 : 1
        case .times: places = value >= 10 ? 0 : value >= 0.0995 ? 2 : 3
        case .milliseconds, .seconds, .megabytes: places = value >= 100 ? 0 : value >= 10 ? 1 : value >= 0.095 ? 2 : 3
        }
        var number = String(format: "%.\(places)f", value)
        var place = number.firstIndex(of: ".") ?? number.endIndex
        while let comma = number.index(place, offsetBy: -3, limitedBy: number.startIndex), comma > number.startIndex {
            number.insert(",", at: comma)
            place = comma
        }
        return self == .count ? number : self == .times ? number + "x" : "\(number) \(rawValue)"
    }
}

/// The same thing measured of another player in the same run.
struct PeerFigure: Codable, Sendable {
    var name: String
    var value: Double
    /// What this program's figure may be of it at most.
    var mostTimes: Double?
}

/// One line of the table.
struct Figure: Codable, Sendable {
    var what: String
    var value: Double?
    var unit: Unit?
    /// At most.
    var goal: Double?
    var peers: [PeerFigure] = []
    /// For what no single number says.
    var text: String?
    var goalText: String?

    /// Nil without a goal.
    var isMet: Bool? {
        guard let value else { return nil }
        var claims = goal.map { [value <= $0] } ?? []
        claims += peers.compactMap { peer in peer.mostTimes.map { value <= peer.value * $0 } }
        return claims.isEmpty ? nil : !claims.contains(false)
    }

    var figureText: String {
        guard let value, let unit else { return text ?? "" }
        return unit.text(value) + (text.map { ", \($0)" } ?? "")
    }

    var goalsText: String {
        guard let unit else { return goalText ?? "" }
        let relative = peers.compactMap { peer in peer.mostTimes.map { "\(Unit.times.text($0)) \(peer.name)" } }
        return ((goal.map { [unit.text($0)] } ?? []) + relative).joined(separator: ", ")
    }

    func peerText(_ name: String) -> String {
        guard let value, let unit, let peer = peers.first(where: { $0.name == name }) else { return "" }
        return unit.text(peer.value) + (peer.value > 0 ? ": \(Unit.times.text(value / peer.value))" : "")
    }
}

/// Everything that was measured by this run, in order.
let figures = Mutex<[Figure]>([])

func report(_ figure: Figure) {
    figures.withLock { $0.append(figure) }
    let goals = figure.goalsText.isEmpty ? "" : "   goal \(figure.goalsText)"
    say(figure.what.padding(toLength: max(58, figure.what.count + 2), withPad: " ", startingAt: 0) + figure.figureText + goals)
}

/// One line: what, how much, and at most how much was hoped for.
func report(_ what: String, _ value: Double, _ unit: Unit, goal: Double? = nil, peers: [PeerFigure] = [], note: String? = nil) {
    report(Figure(what: what, value: value, unit: unit, goal: goal, peers: peers, text: note))
}

func report(_ what: String, _ value: Duration, goal: Double? = nil, note: String? = nil) {
    report(what, value.milliseconds, .milliseconds, goal: goal, note: note)
}

/// What no single number says.
func report(_ what: String, _ figure: String, goal: String? = nil) { report(Figure(what: what, text: figure, goalText: goal)) }

/// To a person who waits; standard output has the table alone.
func say(_ sentence: String) { FileHandle.standardError.write(Data((sentence + "\n").utf8)) }

/// The table, as Markdown, with a foot of what has to be known to read it.
func table(_ figures: [Figure], foot: [String]) -> String {
    let peers = ["pygame", "Chromium"].filter { name in figures.contains { $0.peers.contains { $0.name == name } } }
    var lines = [["what", "figure", "goal, at most", "met"] + peers]
    for figure in figures {
        let met = figure.isMet.map { $0 ? "yes" : "no" } ?? ""
        lines.append([figure.what, figure.figureText, figure.goalsText, met] + peers.map(figure.peerText))
    }
    var rows = lines.map { "| " + $0.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |" }
    rows.insert("|" + String(repeating: "---|", count: lines[0].count), at: 1)
    return (rows + [""] + foot.map { "- " + $0 }).joined(separator: "\n")
}

extension [Double] {
    /// The smallest that at least this share of them is not above; the array is not empty.
    func percentile(_ share: Double) -> Double {
        sorted()[Swift.min(count - 1, Swift.max(0, Int((Double(count) * share).rounded(.up)) - 1))]
    }
    var median: Double { percentile(0.5) }
}

/// The middle of how long the body takes, each call timed by itself on the monotonic clock.
func median(of runs: Int, _ body: (Int) -> Void) -> Duration {
    let clock = ContinuousClock()
    var times: [Duration] = []
    times.reserveCapacity(runs)
    for run in 0..<runs { times.append(clock.measure { body(run) }) }
    return times.sorted()[runs / 2]
}

extension Duration {
    var milliseconds: Double { Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15 }
    var text: String { Unit.milliseconds.text(milliseconds) }
}

/// The most memory that this process has had at once, in MB (VmHWM).
func peakMegabytes() -> Double? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
        let kilobytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Double($0) })
    else { return nil }
    return kilobytes / 1000
}

/// The project's own files, found from this source file: benchmarks are run from a checkout.
let benchFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
func benchResource(_ name: String) -> URL { benchFolder.deletingLastPathComponent().appendingPathComponent("Resources/\(name)") }

/// The processor seconds that this process has had.
func cpuSeconds() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

/// A figure as a program reads it.
struct FigureInJSON: Encodable {
    struct Peer: Encodable {
        var name: String
        var value: Double
        /// This program's figure of it.
        var ratio: Double?
        var goalRatio: Double?
    }

    var what: String
    var value: Double?
    var unit: String?
    var goal: Double?
    var isMet: Bool?
    var text: String?
    var peers: [Peer]

    init(_ figure: Figure) {
        what = figure.what
        value = figure.value
        unit = figure.unit?.rawValue
        goal = figure.goal
        isMet = figure.isMet
        text = figure.text
        peers = figure.peers.map { peer in
            Peer(
                name: peer.name, value: peer.value, ratio: figure.value.flatMap { peer.value > 0 ? $0 / peer.value : nil },
                goalRatio: peer.mostTimes)
        }
    }
}
