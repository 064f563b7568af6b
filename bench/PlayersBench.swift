import Foundation
import Linux
import Playback

/// This program and what people use instead, each playing the same sample for a minute: alone on the machine, and with every core busy.
///
/// All draw 1920 × 1080 without a screen and sound on the same pretended card. This program is measured from outside in a terminal
/// (memory, processor, start, keys), and its lateness by its own loop's log, as the peers keep theirs.
func benchPlayers() {
    do {
        let bench = try PlayersBench()
        defer { bench.remove() }
        try bench.run()
    } catch { notMeasured("players: \(error)") }
}

/// Seconds of play in each measurement; STEPBACK_SECONDS makes a trial run of it shorter.
private let playSeconds = ProcessInfo.processInfo.environment["STEPBACK_SECONDS"].flatMap(Int.init) ?? 60
private let pressSeconds = max(10, playSeconds / 2)

private final class PlayersBench {
    private static let settling = Duration.seconds(5)

    private let folder = NSTemporaryDirectory() + "stepback-players-\(getpid())"
    private let own: URL
    private let peers: [Player]
    /// Every peer that there should be: one that is not here stands in the table as not measured.
    private static let peerNames = ["pygame", "Chromium"]
    private var idle: [String: PlayFigures] = [:]
    private var busy: [String: PlayFigures] = [:]
    /// This program's as an ordinary process, with every core busy.
    private var ordinary: PlayFigures?

    init() throws {
        own = benchProgram("stepback")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try PretendCard.build(in: folder)
        var peers: [Player] = []
        let page = benchFolder.appendingPathComponent("peers/page.html").absoluteString
        let profile = folder + "/chromium"
        if FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), PlayersBench.hasPygame {
            let script = benchFolder.appendingPathComponent("peers/player.py").path
            peers.append(
                Player(
                    name: "pygame", program: URL(fileURLWithPath: "/usr/bin/python3"),
                    arguments: { [script, "\($0)"] + ($1 ? ["presses"] : []) },
                    environment: ["SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "alsa", "PYGAME_HIDE_SUPPORT_PROMPT": "1"],
                    log: .monotonic))
        } else {
            notMeasured("players: python3-pygame is not installed, so nothing is compared with it")
        }
        if FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium") {
            peers.append(
                Player(
                    name: "Chromium", program: URL(fileURLWithPath: "/usr/bin/chromium"),
                    arguments: { seconds, presses in
                        [
                            "--headless", "--window-size=1920,1080", "--no-first-run", "--enable-logging=stderr",
                            "--autoplay-policy=no-user-gesture-required", "--alsa-output-device=default", "--user-data-dir=\(profile)",
                        ] + (getuid() == 0 ? ["--no-sandbox"] : []) + ["\(page)?seconds=\(seconds)\(presses ? "&presses" : "")"]
                    }, environment: [:], log: .page))
        } else {
            notMeasured("players: chromium is not installed, so nothing is compared with it")
        }
        self.peers = peers
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    private static var hasPygame: Bool {
        (try? output(of: "/usr/bin/python3", ["-c", "import pygame"]).status) == 0
    }

    func run() throws {
        // Whoever measures must not be what is late. Processes that it starts are ordinary ones.
        ThreadPriority.claim(.mixer)
        for isBusy in [false, true] {
            let burners = isBusy ? try Burners() : nil
            defer { burners?.end() }
            var figures: [String: PlayFigures] = [:]
            // One that does not play is no reason to know nothing of the others.
            do { figures["StepBack"] = try measureOwn(isBusy: isBusy) } catch { notMeasured("players: this program: \(error)") }
            for peer in peers {
                do { figures[peer.name] = try measure(peer, isBusy: isBusy) } catch { notMeasured("players: \(peer.name): \(error)") }
            }
            if isBusy { busy = figures } else { idle = figures }
        }
        tell()
    }

    // MARK: One player

    private func measureOwn(isBusy: Bool) throws -> PlayFigures {
        var figures = PlayFigures()
        let arguments = ["play", benchResource("routines/morning-core.routine").path, "--panel", "terminal", "--size", "1920x1080"]
        if !isBusy {
            for _ in 0..<7 {
                let play = try TerminalPlay(own, arguments, environment: try card("start"))
                defer { play.end() }
                guard let picture = play.nextPicture(within: .seconds(30)) else { throw Refusal(sentence: "no first picture came") }
                figures.starts.append((picture - play.started).milliseconds)
            }
        }
        let play = try TerminalPlay(own, arguments, environment: try card("own"))
        guard play.nextPicture(within: .seconds(30)) != nil else { throw Refusal(sentence: "no first picture came") }
        play.watch(for: PlayersBench.settling)
        if !isBusy {
            let tree = ProcessTree(root: play.process.processIdentifier)
            let before = tree.processorSeconds
            for _ in 0..<6 {
                play.watch(for: .milliseconds(playSeconds * 1000 / 6))
                figures.megabytes = max(figures.megabytes ?? 0, tree.megabytes)
            }
            figures.processorSecondsAMinute = (tree.processorSeconds - before) * 60 / Double(playSeconds)
        }
        // Paused and resumed again and again, at no rhythm.
        let end = EventLoop.clock() + .seconds(pressSeconds)
        while EventLoop.clock() < end {
            play.watch(for: .milliseconds(.random(in: 200...400)))
            let pressed = play.type("p")
            if let shown = play.nextPicture(within: .seconds(1)) {
                figures.presses.append((shown - pressed).milliseconds)
            } else {
                figures.pressesLost += 1
            }
        }
        play.end()

        try playItself(recordedIn: "live", into: &figures)
        if isBusy {
            // As the peers play: a program without this right has no priority, even root's.
            var ordinary = PlayFigures()
            try playItself(recordedIn: "ordinary", withoutPriority: true, into: &ordinary)
            self.ordinary = ordinary
        }
        return figures
    }

    /// This program's own loop, in a process that keeps a log as the peers do.
    private func playItself(recordedIn name: String, withoutPriority: Bool = false, into figures: inout PlayFigures) throws {
        let command = [benchProgram("bench").path, "live-child", "\(playSeconds)"]
        let isRoot = geteuid() == 0
        let all = withoutPriority && isRoot ? ["/usr/bin/setpriv", "--bounding-set=-sys_nice"] + command : command
        let live = try output(of: all[0], Array(all.dropFirst()), environment: try card(name))
        let lines = live.text.split(separator: "\n").map { $0.split(separator: " ") }
        let hasPriority = !lines.contains(["unprivileged"])
        if withoutPriority == hasPriority, withoutPriority || isRoot {
            throw Refusal(sentence: "a play \(withoutPriority ? "without" : "with") real-time priority was not to be had")
        }
        if !withoutPriority, !hasPriority { say("players: not allowed to claim a priority; `play` as root or the service would be") }
        func entries(_ kind: Substring) -> [[Int64]] { lines.filter { $0[0] == kind }.map { $0.dropFirst().compactMap { Int64($0) } } }
        take(entries("frame"), entries("tone"), recordedIn: name, into: &figures)
    }

    private func measure(_ player: Player, isBusy: Bool) throws -> PlayFigures {
        var figures = PlayFigures()
        let name = player.name
        if !isBusy {
            // The first of them makes the profile.
            for run in 0..<6 {
                let playing = try Playing(player, seconds: 1, environment: try card("start"))
                defer { playing.end() }
                guard playing.read(until: "first", within: 60), let first = playing.entries("first").first?.first else {
                    throw silence(of: playing, "its first frame")
                }
                if run > 0 { figures.starts.append(Double(first - playing.started.nanoseconds) / 1e6) }
            }
        }
        let settling = Int(PlayersBench.settling.components.seconds)
        let playing = try Playing(player, seconds: playSeconds + settling, environment: try card(name))
        defer { playing.end() }
        guard playing.read(until: "first", within: 60) else { throw silence(of: playing, "its first frame") }
        _ = playing.read(until: nil, within: Double(settling))
        let before = playing.tree.processorSeconds
        let start = EventLoop.clock()
        for _ in 0..<6 {
            _ = playing.read(until: "end", within: Double(playSeconds) / 6 - 0.05)
            if !isBusy { figures.megabytes = max(figures.megabytes ?? 0, playing.tree.megabytes) }
        }
        figures.processorSecondsAMinute = (playing.tree.processorSeconds - before) * 60_000 / (EventLoop.clock() - start).milliseconds
        guard playing.read(until: "end", within: 30) else { throw silence(of: playing, "the end of its play") }
        let (frames, tones) = (playing.entries("frame"), playing.entries("tone"))
        playing.end()
        take(frames, tones, recordedIn: name, into: &figures)

        let pressed = try Playing(player, seconds: pressSeconds, presses: true, environment: try card("presses"))
        defer { pressed.end() }
        guard pressed.read(until: "end", within: Double(pressSeconds) + 60) else { throw silence(of: pressed, "the end of its presses") }
        figures.presses = pressed.entries("press").filter { $0.count == 2 }.map { Double($0[1] - $0[0]) / 1e6 }
        return figures
    }

    private func silence(of playing: Playing, _ what: String) -> Refusal {
        Refusal(sentence: "\(what) did not come; the last that it said is: \(playing.lastWords)")
    }

    private func take(_ frames: [[Int64]], _ tones: [[Int64]], recordedIn name: String, into figures: inout PlayFigures) {
        // The first digit is the start's.
        figures.lateness = frames.dropFirst().filter { $0.count == 2 }.map { Double($0[1] - $0[0]) / 1e6 }
        // What was to sound when it was over already is nobody's loss.
        let end = (frames.last?.last ?? 0) - 300_000_000
        let due = tones.compactMap(\.first).filter { $0 < end }
        guard let recording = Recording(folder: folder + "/" + name) else {
            figures.tonesLost = due.count
            return notMeasured("players: nothing was heard of \(name)")
        }
        figures.toneErrors = due.compactMap(recording.error)
        figures.tonesLost = due.count - figures.toneErrors.count
        figures.restarts = recording.restarts
    }

    /// What makes a player sound on a card of its own.
    private func card(_ name: String) throws -> [String: String] { try PretendCard.environment(folder: folder, name: name) }

    // MARK: What came of it

    private func tell() {
        row("memory while playing (PSS)", .megabytes, idle, goal: 70, pygame: 1.3, chromium: 0.2) { $0.megabytes }
        row("processor time for a minute of play", .seconds, idle, goal: 0.5, pygame: 0.1, chromium: 0.03) { $0.processorSecondsAMinute }
        row("start to first frame", .milliseconds, idle, of: \.starts, share: 0.5, goal: 1000, pygame: 0.5, chromium: 0.1)
        for (label, all) in [("idle", idle), ("every core busy", busy)] {
            let isBusy = label != "idle"
            for share in [0.5, 0.99] { row("key to frame, \(label)", .milliseconds, all, of: \.presses, share: share, lost: \.pressesLost) }
            let most = isBusy ? 0.1 : nil
            for share in [0.5, 0.999] {
                row("a digit's lateness, \(label)", .milliseconds, all, of: \.lateness, share: share, pygame: most, chromium: most)
            }
            row(
                "a tone's error in the recorded sound, \(label)", .milliseconds, all, of: \.distances, share: 0.999,
                goal: isBusy ? 5 : 2, lost: \.tonesLost)
            if isBusy {
                let all = all.merging(["StepBack": ordinary ?? PlayFigures()]) { $1 }
                row("a digit's lateness without real-time priority, \(label)", .milliseconds, all, of: \.lateness, share: 0.999)
                row(
                    "a tone's error without it, \(label)", .milliseconds, all, of: \.distances, share: 0.999, lost: \.tonesLost)
            }
            for (name, figures) in all.sorted(by: { $0.key < $1.key }) where figures.restarts > 0 {
                say("players: \(name), \(label): sound ran dry \(figures.restarts) times")
            }
        }
    }

    /// A row of what is no distribution.
    private func row(
        _ what: String, _ unit: Unit, _ all: [String: PlayFigures], goal: Double? = nil, pygame: Double? = nil, chromium: Double? = nil,
        _ value: (PlayFigures) -> Double?
    ) {
        let peers = PlayersBench.peerNames.map { name in
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
        let peers = PlayersBench.peerNames.map { name in
            PeerFigure(
                name: name, value: percentile(name), mostTimes: name == "pygame" ? pygame : chromium,
                note: [title(name), losses(name)].compactMap { $0 }.joined(separator: ", "))
        }
        let own = title("StepBack")
        report(
            own.isEmpty ? what : "\(what), \(own)", percentile("StepBack"), unit, goal: goal, peers: peers, fault: losses("StepBack"))
    }
}

/// A process on every core that does nothing but burn its time.
private final class Burners {
    private var processes: [Process] = []

    init() throws {
        for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", "while :; do :; done"]
            try process.run()
            processes.append(process)
        }
    }

    func end() {
        for process in processes {
            process.terminate()
            process.waitUntilExit()
        }
    }
}
