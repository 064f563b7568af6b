/// What came of playing beside the peers, as rows of the table.
struct PlayersTable {
    /// Of each player by its name, alone on the machine, and with every core busy.
    let idle, busy: [String: PlayFigures]
    /// This program's as an ordinary process, with every core busy; nil where it was one all along.
    let ordinary: PlayFigures?
    /// Whether it should have been measured.
    let wasPrivileged: Bool

    /// Every peer that there should be: one that is not here stands in the table as not measured.
    private static let peerNames = ["pygame", "Chromium"]
    /// Of a peer's lateness.
    private static let most = 0.1

    func tell() {
        row("memory while playing (PSS)", .megabytes, idle, goal: 70, pygame: 1.3, chromium: 0.2) { $0.megabytes }
        row("processor time for a minute of play", .seconds, idle, goal: 0.5, pygame: 0.1, chromium: 0.03) { $0.processorSecondsAMinute }
        row("start to first frame", .milliseconds, idle, of: \.starts, share: 0.5, goal: 1000, pygame: 0.5, chromium: 0.1)
        rows(idle, "idle", toneGoal: 2)
        rows(busy, "every core busy", toneGoal: 5, most: Self.most)
        if wasPrivileged {
            rows(
                busy.merging(["StepBack": ordinary ?? PlayFigures()]) { $1 }, "every core busy, without real-time priority", toneGoal: 5,
                most: Self.most)
        }
        for (label, all) in [("idle", idle), ("every core busy", busy)] {
            for (name, figures) in all.sorted(by: { $0.key < $1.key }) where figures.restarts > 0 {
                say("players: \(name), \(label): sound ran dry \(figures.restarts) times")
            }
        }
    }

    /// A key, a digit and a tone.
    private func rows(_ all: [String: PlayFigures], _ label: String, toneGoal: Double, most: Double? = nil) {
        for share in [0.5, 0.99] { row("key to frame, \(label)", .milliseconds, all, of: \.presses, share: share, lost: \.pressesLost) }
        for share in [0.5, 0.999] {
            row(
                "a digit's lateness, \(label)", .milliseconds, all, of: \.lateness, share: share, pygame: most, chromium: most,
                lost: \.digitsMissing)
        }
        row(
            "a tone's error in the recorded sound, \(label)", .milliseconds, all, of: \.distances, share: 0.999, goal: toneGoal,
            lost: \.tonesLost)
    }

    /// A row of what is no distribution.
    private func row(
        _ what: String, _ unit: Unit, _ all: [String: PlayFigures], goal: Double? = nil, pygame: Double? = nil, chromium: Double? = nil,
        _ value: (PlayFigures) -> Double?
    ) {
        let peers = PlayersTable.peerNames.map { name in
            PeerFigure(name: name, value: all[name].flatMap(value), mostTimes: name == "pygame" ? pygame : chromium)
        }
        report(what, all["StepBack"].flatMap(value), unit, goal: goal, peers: peers)
    }

    /// A row of a percentile, with the number of values that it is of, here and of each peer.
    private func row(
        _ what: String, _ unit: Unit, _ all: [String: PlayFigures], of values: KeyPath<PlayFigures, [Double]>, share: Double,
        goal: Double? = nil, pygame: Double? = nil, chromium: Double? = nil, lost: KeyPath<PlayFigures, Int>? = nil
    ) {
        func percentile(_ name: String) -> Double? {
            all[name].flatMap { $0[keyPath: values].isEmpty ? nil : $0[keyPath: values].percentile(share) }
        }
        func losses(_ name: String) -> String? {
            guard let lost, let count = all[name]?[keyPath: lost], count > 0 else { return nil }
            return "\(count) lost"
        }
        func title(_ name: String) -> String {
            let count = all[name]?[keyPath: values].count ?? 0
            return count == 0 ? "" : "\([Double].name(of: share, in: count)) of \(count)"
        }
        let peers = PlayersTable.peerNames.map { name in
            PeerFigure(
                name: name, value: percentile(name), mostTimes: name == "pygame" ? pygame : chromium,
                note: [title(name), losses(name)].compactMap { $0 }.joined(separator: ", "))
        }
        let own = title("StepBack")
        report(
            own.isEmpty ? what : "\(what), \(own)", percentile("StepBack"), unit, goal: goal, peers: peers, fault: losses("StepBack"))
    }
}
