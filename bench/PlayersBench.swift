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
    } catch { say("players: \(error)") }
}

/// Seconds of play in each measurement; STEPBACK_SECONDS makes a trial run of it shorter.
private let playSeconds = ProcessInfo.processInfo.environment["STEPBACK_SECONDS"].flatMap(Int.init) ?? 60
private let pressSeconds = max(10, playSeconds / 2)

private final class PlayersBench {
    private static let settling = Duration.seconds(5)

    private let folder = NSTemporaryDirectory() + "stepback-players-\(getpid())"
    private let own: URL
    private let peers: [Player]
    private var idle: [String: PlayFigures] = [:]
    private var busy: [String: PlayFigures] = [:]

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
            say("players: python3-pygame is not installed, so nothing is compared with it")
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
            say("players: chromium is not installed, so nothing is compared with it")
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
            var figures = ["StepBack": try measureOwn(isBusy: isBusy)]
            for peer in peers { figures[peer.name] = try measure(peer, isBusy: isBusy) }
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
                if let picture = play.nextPicture(within: .seconds(30)) { figures.starts.append((picture - play.started).milliseconds) }
                play.end()
            }
        }
        let play = try TerminalPlay(own, arguments, environment: try card("own"))
        _ = play.nextPicture(within: .seconds(30))
        play.watch(for: PlayersBench.settling)
        if !isBusy {
            let tree = ProcessTree(root: play.process.processIdentifier)
            let before = tree.processorSeconds
            for _ in 0..<6 {
                play.watch(for: .milliseconds(playSeconds * 1000 / 6))
                figures.megabytes = max(figures.megabytes, tree.megabytes)
            }
            figures.processorSecondsAMinute = (tree.processorSeconds - before) * 60 / Double(playSeconds)
        }
        // Paused and resumed again and again, at no rhythm.
        let end = EventLoop.clock() + .seconds(pressSeconds)
        while EventLoop.clock() < end {
            play.watch(for: .milliseconds(.random(in: 200...400)))
            let pressed = play.type("p")
            if let shown = play.nextPicture(within: .seconds(1)) { figures.presses.append((shown - pressed).milliseconds) }
        }
        play.end()

        let live = try output(of: benchProgram("bench").path, ["live-child", "\(playSeconds)"], environment: try card("live"))
        let lines = live.text.split(separator: "\n").map { $0.split(separator: " ") }
        if lines.contains(["unprivileged"]) { say("players: not allowed to claim a priority; `play` as root or the service would be") }
        func entries(_ kind: Substring) -> [[Int64]] { lines.filter { $0[0] == kind }.map { $0.dropFirst().compactMap { Int64($0) } } }
        take(entries("frame"), entries("tone"), recordedIn: "live", into: &figures)
        return figures
    }

    private func measure(_ player: Player, isBusy: Bool) throws -> PlayFigures {
        var figures = PlayFigures()
        let name = player.name
        if !isBusy {
            // The first of them makes the profile.
            for run in 0..<6 {
                let playing = try Playing(player, seconds: 1, environment: try card("start"))
                guard playing.read(until: "first", within: 60), let first = playing.entries("first").first?.first else {
                    playing.end()
                    throw SystemError(action: "see the first frame of \(name)", code: ETIMEDOUT)
                }
                if run > 0 { figures.starts.append(Double(first - playing.started.nanoseconds) / 1e6) }
                playing.end()
            }
        }
        let settling = Int(PlayersBench.settling.components.seconds)
        let playing = try Playing(player, seconds: playSeconds + settling, environment: try card(name))
        _ = playing.read(until: "first", within: 60)
        _ = playing.read(until: nil, within: Double(settling))
        let before = playing.tree.processorSeconds
        let start = EventLoop.clock()
        for _ in 0..<6 {
            _ = playing.read(until: "end", within: Double(playSeconds) / 6 - 0.05)
            if !isBusy { figures.megabytes = max(figures.megabytes, playing.tree.megabytes) }
        }
        figures.processorSecondsAMinute = (playing.tree.processorSeconds - before) * 60_000 / (EventLoop.clock() - start).milliseconds
        _ = playing.read(until: "end", within: 30)
        let (frames, tones) = (playing.entries("frame"), playing.entries("tone"))
        playing.end()
        take(frames, tones, recordedIn: name, into: &figures)

        let pressed = try Playing(player, seconds: pressSeconds, presses: true, environment: try card("presses"))
        _ = pressed.read(until: "end", within: Double(pressSeconds) + 60)
        figures.presses = pressed.entries("press").filter { $0.count == 2 }.map { Double($0[1] - $0[0]) / 1e6 }
        pressed.end()
        return figures
    }

    private func take(_ frames: [[Int64]], _ tones: [[Int64]], recordedIn name: String, into figures: inout PlayFigures) {
        // The first digit is the start's.
        figures.lateness = frames.dropFirst().filter { $0.count == 2 }.map { Double($0[1] - $0[0]) / 1e6 }
        guard let recording = Recording(folder: folder + "/" + name) else { return say("players: nothing was heard of \(name)") }
        let last = (frames.last?.last ?? 0)
        let due = tones.compactMap(\.first).filter { $0 < last }
        figures.toneErrors = due.compactMap(recording.error)
        figures.tonesLost = due.count - figures.toneErrors.count
        figures.restarts = recording.restarts
    }

    /// What makes a player sound on a card of its own.
    private func card(_ name: String) throws -> [String: String] { try PretendCard.environment(folder: folder, name: name) }

    // MARK: What came of it

    private func tell() {
        guard let own = idle["StepBack"], let loaded = busy["StepBack"] else { return }
        func peers(
            _ figures: [String: PlayFigures], _ value: (PlayFigures) -> Double?, pygame: Double? = nil, chromium: Double? = nil
        ) -> [PeerFigure] {
            self.peers.compactMap { peer in
                guard let value = figures[peer.name].flatMap(value) else { return nil }
                return PeerFigure(name: peer.name, value: value, mostTimes: peer.name == "pygame" ? pygame : chromium)
            }
        }
        func middle(_ values: [Double], _ share: Double = 0.5) -> Double? { values.isEmpty ? nil : values.percentile(share) }
        report(
            "memory while playing (PSS)", own.megabytes, .megabytes, goal: 70, peers: peers(idle, \.megabytes, pygame: 1.3, chromium: 0.2))
        report(
            "processor time for a minute of play", own.processorSecondsAMinute, .seconds, goal: 0.5,
            peers: peers(idle, \.processorSecondsAMinute, pygame: 0.1, chromium: 0.03))
        if let start = middle(own.starts) {
            report(
                "start to first frame, median of \(own.starts.count)", start, .milliseconds, goal: 1000,
                peers: peers(idle, { middle($0.starts) }, pygame: 0.5, chromium: 0.1))
        }
        for (label, mine, all) in [("idle", own, idle), ("every core busy", loaded, busy)] {
            let isBusy = label != "idle"
            for (name, share) in [("p50", 0.5), ("p99", 0.99)] {
                guard let value = middle(mine.presses, share) else { continue }
                report(
                    "key to frame, \(name) of \(mine.presses.count), \(label)", value, .milliseconds,
                    peers: peers(all, { middle($0.presses, share) }))
            }
            for (name, share) in [("p50", 0.5), ("p99.9", 0.999)] {
                guard let value = middle(mine.lateness, share) else { continue }
                report(
                    "a digit's lateness, \(name) of \(mine.lateness.count), \(label)", value, .milliseconds,
                    peers: peers(all, { middle($0.lateness, share) }, pygame: isBusy ? 0.1 : nil, chromium: isBusy ? 0.1 : nil))
            }
            if let value = middle(mine.toneErrors.map(abs), 0.999) {
                report(
                    "a tone's error in the recorded sound, p99.9 of \(mine.toneErrors.count), \(label)", value, .milliseconds,
                    goal: isBusy ? 5 : 2, peers: peers(all, { middle($0.toneErrors.map(abs), 0.999) }))
            }
            for (name, figures) in all.sorted(by: { $0.key < $1.key }) where figures.tonesLost + figures.restarts > 0 {
                say("players: \(name), \(label): \(figures.tonesLost) tones not found, sound ran dry \(figures.restarts) times")
            }
        }
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
