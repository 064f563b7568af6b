import Foundation

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
struct PeerFigure: Sendable {
    var name: String
    /// Nil: it is not here, or could not be measured.
    var value: Double?
    /// What this program's figure may be of it at most.
    var mostTimes: Double?
    /// What has to be known to read it: of how many, and how many were lost.
    var note: String?
}

/// One line of the table.
struct Figure: Sendable {
    enum Verdict: String, Sendable {
        case yes, no
        /// There is a goal, and nothing to hold against it.
        case notMeasured = "not measured"
    }

    var what: String
    var value: Double?
    var unit: Unit?
    /// At most.
    var goal: Double?
    var peers: [PeerFigure] = []
    /// For what no single number says.
    var text: String?
    var goalText: String?
    /// What makes the goals missed whatever the value is, in words: what was not there to be measured is not among its values.
    var fault: String?

    /// Whether a number belongs here that there is not: this program's or a peer's.
    var isLacking: Bool { unit != nil && value == nil || peers.contains { $0.value == nil } }

    /// Nil without a goal. A goal that is missed stays so whatever else could not be measured.
    var verdict: Verdict? {
        let relative = peers.filter { $0.mostTimes != nil }
        guard goal != nil || !relative.isEmpty else { return nil }
        if fault != nil { return .no }
        guard let value else { return .notMeasured }
        if let goal, value > goal { return .no }
        for peer in relative { if let most = peer.mostTimes, let theirs = peer.value, value > theirs * most { return .no } }
        return relative.contains { $0.value == nil } ? .notMeasured : .yes
    }

    var figureText: String {
        let number = unit.map { unit in value.map(unit.text) ?? "not measured" }
        return [number, text, fault].compactMap { $0 }.joined(separator: ", ")
    }

    var goalsText: String {
        guard let unit else { return goalText ?? "" }
        let relative = peers.compactMap { peer in peer.mostTimes.map { "\(Unit.times.text($0)) \(peer.name)" } }
        return ((goal.map { [unit.text($0)] } ?? []) + relative).joined(separator: ", ")
    }

    func peerText(_ name: String) -> String {
        guard let unit, let peer = peers.first(where: { $0.name == name }) else { return "" }
        guard let theirs = peer.value else { return "not measured" }
        let ratio = value.flatMap { theirs > 0 ? ": " + Unit.times.text($0 / theirs) : nil } ?? ""
        return unit.text(theirs) + (peer.note.map { " (\($0))" } ?? "") + ratio
    }
}

/// The table, as Markdown, with a foot of what has to be known to read it.
func table(_ figures: [Figure], foot: [String]) -> String {
    let peers = ["pygame", "Chromium"].filter { name in figures.contains { $0.peers.contains { $0.name == name } } }
    var lines = [["what", "figure", "goal, at most", "met"] + peers]
    for figure in figures {
        lines.append([figure.what, figure.figureText, figure.goalsText, figure.verdict?.rawValue ?? ""] + peers.map(figure.peerText))
    }
    var rows = lines.map { "| " + $0.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |" }
    rows.insert("|" + String(repeating: "---|", count: lines[0].count), at: 1)
    return (rows + [""] + foot.map { "- " + $0 }).joined(separator: "\n")
}

extension [Double] {
    /// The smallest that at least this share of them is not above; the array is not empty.
    func percentile(_ share: Double) -> Double { sorted()[[Double].place(of: share, in: count)] }
    var median: Double { percentile(0.5) }

    /// What that percentile is called: of fewer values than it could leave one out of, it is their worst.
    static func name(of share: Double, in count: Int) -> String {
        guard share == 0.5 || place(of: share, in: count) + 1 < count else { return "worst" }
        let percent = share * 100
        return "p" + (percent == percent.rounded() ? String(Int(percent)) : String(format: "%.1f", percent))
    }

    private static func place(of share: Double, in count: Int) -> Int {
        Swift.min(count - 1, Swift.max(0, Int((Double(count) * share).rounded(.up)) - 1))
    }
}

/// A figure as a program reads it.
struct FigureInJSON: Encodable {
    struct Peer: Encodable {
        var name: String
        /// Absent: not measured.
        var value: Double?
        /// This program's figure of it.
        var ratio: Double?
        var goalRatio: Double?
        var note: String?
    }

    var what: String
    /// Absent: there is no single number, or it was not measured.
    var value: Double?
    var unit: String?
    var goal: Double?
    /// Absent without a goal; false also when it could not be measured, which `verdict` says.
    var isMet: Bool?
    var verdict: String?
    var text: String?
    var fault: String?
    var peers: [Peer]

    init(_ figure: Figure) {
        what = figure.what
        value = figure.value
        unit = figure.unit?.rawValue
        goal = figure.goal
        isMet = figure.verdict.map { $0 == .yes }
        verdict = figure.verdict?.rawValue
        text = figure.text
        fault = figure.fault
        peers = figure.peers.map { peer in
            let ratio = peer.value.flatMap { theirs in theirs > 0 ? figure.value.map { $0 / theirs } : nil }
            return Peer(name: peer.name, value: peer.value, ratio: ratio, goalRatio: peer.mostTimes, note: peer.note)
        }
    }
}
