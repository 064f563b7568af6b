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
    private var idle: [String: PlayFigures] = [:]
    private var busy: [String: PlayFigures] = [:]
    /// This program's as an ordinary process, with every core busy; nil where it was one all along.
    private var ordinary: PlayFigures?
    /// Whether this process, and so those that it starts, may claim a priority.
    private var isPrivileged = false

    init() throws {
        own = benchProgram("stepback")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try PretendCard.build(in: folder)
        var peers: [Player] = []
        // What they keep beside the sample, like sockets and settings, shall be gone with the rest.
        let home = ["HOME": folder, "TMPDIR": folder]
        let page = benchFolder.appendingPathComponent("peers/page.html").absoluteString
        let profile = folder + "/chromium"
        if FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), PlayersBench.hasPygame {
            let script = benchFolder.appendingPathComponent("peers/player.py").path
            peers.append(
                Player(
                    name: "pygame", program: URL(fileURLWithPath: "/usr/bin/python3"),
                    arguments: { [script, "\($0)"] + ($1 ? ["presses"] : []) },
                    environment: home.merging(
                        ["SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "alsa", "PYGAME_HIDE_SUPPORT_PROMPT": "1"]) { $1 },
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
                        ] + PlayersBench.sandbox + ["\(page)?seconds=\(seconds)\(presses ? "&presses" : "")"]
                    }, environment: home, log: .page))
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
        isPrivileged = ThreadPriority.claim(.mixer)
        defer { leavePriority() }
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
        PlayersTable(idle: idle, busy: busy, ordinary: ordinary, wasPrivileged: isPrivileged).tell()
        tellFoot()
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
        defer { play.end() }
        guard play.nextPicture(within: .seconds(30)) != nil else { throw Refusal(sentence: "no first picture came") }
        play.watch(for: PlayersBench.settling)
        if !isBusy {
            let tree = ProcessTree(root: play.process.processIdentifier)
            let before = tree.processorSeconds
            for _ in 0..<6 {
                play.watch(for: .milliseconds(playSeconds * 1000 / 6))
                figures.note(megabytes: tree.megabytes)
            }
            figures.processorSecondsAMinute = (tree.processorSeconds - before) * 60 / Double(playSeconds)
        }
        try press(play, into: &figures)
        play.end()

        try playItself(recordedIn: "live", into: &figures)
        if isBusy, isPrivileged {
            do { ordinary = try measureOrdinary(arguments) } catch { notMeasured("players: this program without a priority: \(error)") }
        }
        return figures
    }

    /// As the peers play: a program without this right has no priority, even root's.
    private func measureOrdinary(_ arguments: [String]) throws -> PlayFigures {
        var figures = PlayFigures()
        let all = PlayersBench.withoutPriority + [own.path] + arguments
        let play = try TerminalPlay(URL(fileURLWithPath: all[0]), Array(all.dropFirst()), environment: try card("own"))
        defer { play.end() }
        guard play.nextPicture(within: .seconds(30)) != nil else { throw Refusal(sentence: "no first picture came") }
        play.watch(for: PlayersBench.settling)
        try press(play, into: &figures)
        play.end()
        try playItself(recordedIn: "ordinary", withoutPriority: true, into: &figures)
        return figures
    }

    /// Paused and resumed again and again, at no rhythm. A key's answer is a picture on the field that only the key can have made.
    private func press(_ play: TerminalPlay, into figures: inout PlayFigures) throws {
        let end = EventLoop.clock() + .seconds(pressSeconds)
        var isPaused = false
        while EventLoop.clock() < end {
            play.watch(for: .milliseconds(.random(in: 200...400)))
            let pressed = play.type("p")
            isPaused.toggle()
            if let shown = play.nextPicture(within: .seconds(1), showing: isPaused ? PlayerFields.paused : PlayerFields.running) {
                figures.presses.append((shown - pressed).milliseconds)
            } else {
                figures.pressesLost += 1
            }
        }
    }

    /// Runs what follows it as a process that may not claim a priority.
    private static let withoutPriority = ["/usr/bin/setpriv", "--bounding-set=-sys_nice"]

    /// This program's own loop, in a process that keeps a log as the peers do.
    private func playItself(recordedIn name: String, withoutPriority: Bool = false, into figures: inout PlayFigures) throws {
        let all = (withoutPriority ? PlayersBench.withoutPriority : []) + [benchProgram("bench").path, "live-child", "\(playSeconds)"]
        let live = try output(of: all[0], Array(all.dropFirst()), environment: try card(name))
        let lines = live.text.split(separator: "\n").map { $0.split(separator: " ") }
        guard lines.contains(["unprivileged"]) == (withoutPriority || !isPrivileged) else {
            throw Refusal(sentence: "a play \(withoutPriority ? "without" : "with") real-time priority was not to be had")
        }
        func entries(_ kind: Substring) -> [[Int64]] { lines.filter { $0[0] == kind }.map { $0.dropFirst().compactMap { Int64($0) } } }
        take(entries("frame"), entries("tone"), recordedIn: name, seconds: playSeconds, into: &figures)
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
            if !isBusy { figures.note(megabytes: playing.tree.megabytes) }
        }
        figures.processorSecondsAMinute = (playing.tree.processorSeconds - before) * 60_000 / (EventLoop.clock() - start).milliseconds
        guard playing.read(until: "end", within: 30) else { throw silence(of: playing, "the end of its play") }
        let (frames, tones) = (playing.entries("frame"), playing.entries("tone"))
        playing.end()
        take(frames, tones, recordedIn: name, seconds: playSeconds + settling, into: &figures)

        let pressed = try Playing(player, seconds: pressSeconds, presses: true, environment: try card("presses"))
        defer { pressed.end() }
        guard pressed.read(until: "end", within: Double(pressSeconds) + 60) else { throw silence(of: pressed, "the end of its presses") }
        figures.presses = pressed.entries("press").filter { $0.count == 2 }.map { Double($0[1] - $0[0]) / 1e6 }
        figures.pressesLost = pressed.entries("lost").count
        return figures
    }

    private func silence(of playing: Playing, _ what: String) -> Refusal {
        Refusal(sentence: "\(what) did not come; the last that it said is: \(playing.lastWords)")
    }

    private func take(_ frames: [[Int64]], _ tones: [[Int64]], recordedIn name: String, seconds: Int, into figures: inout PlayFigures) {
        let digits = Digits(frames: frames, seconds: seconds)
        (figures.lateness, figures.digitsMissing) = (digits.lateness, digits.missing)
        // What was to sound when it was over already is nobody's loss.
        let end = (frames.first?.first ?? 0) + Int64(seconds - 1) * 1_000_000_000 - 300_000_000
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

    // MARK: What has to be known

    private func tellFoot() {
        footnote(
            "Nothing has a screen or a sound card here. This program draws its pictures of 1920x1080 and shows them in a terminal, pygame "
                + "draws on SDL's dummy display, Chromium runs headless, in a window of that size; all sound on a card that "
                + "`bench/peers/clocked.c` pretends.")
        footnote(
            "Memory is the proportional set size and processor time that of the process with all its children. Chromium speaks no word (it "
                + "has no voice here), and a frame of its log is when the page was told to draw, not when a screen had it.")
        footnote("A start is from the process until its first picture; the peers load no sound before it, as this program does not.")
        footnote(
            "Lateness is from the boundary until the picture was handed over, by each player's own log on the monotonic clock. Every second "
                + "of the timeline has a digit: one that was never shown is lost. A key is measured likewise, but this program's is from a "
                + "byte typed into the terminal to the last byte of the picture that paused or resumed it. This program's key is lost when that "
                + "picture does not come within a second, a peer's when the next key (200 to 400 ms later) came before its frame.")
        footnote(
            "pygame's player draws 30 times a second, as such players do, and Chromium when requestAnimationFrame says so, 60 times a second "
                + "at most: a digit or a key waits there for the next frame, up to 33 and 17 ms, which is most of their figures in those "
                + "rows while the machine is idle. This program draws when something is due.")
        footnote(
            "A digit's lateness and a tone's error are not taken of the installed program but of its own loop, in `bench live-child`, on a "
                + "screen in ordinary memory. "
                + (isPrivileged
                    ? "That loop and its mixer, and the program in its terminal, had real-time priority (SCHED_RR), as the service gives "
                        + "them and as `stepback play` does only as root; the peers ran as ordinary processes, as people start them. The rows "
                        + "without real-time priority have this program as an ordinary process, too."
                    : "Nobody was root: this program, too, ran as an ordinary process, without the real-time priority that the service gives "
                        + "it."))
        var versions = [lastLine("/usr/bin/python3", ["--version"])]
        if hasPeer("pygame") {
            versions.append(
                lastLine(
                    "/usr/bin/python3",
                    ["-c", "import pygame; print('pygame', pygame.version.ver, '(SDL %d.%d.%d)' % pygame.get_sdl_version())"]))
        }
        if hasPeer("Chromium") {
            versions.append(lastLine("/usr/bin/chromium", ["--version"] + PlayersBench.sandbox))
        }
        footnote(
            "Peers: \(versions.compactMap { $0 }.joined(separator: ", "))."
                + (PlayersBench.sandbox.isEmpty || !hasPeer("Chromium") ? "" : " Chromium ran with --no-sandbox, which root has to."))
    }

    private func hasPeer(_ name: String) -> Bool { peers.contains { $0.name == name } }

    /// Root's Chromium refuses to start with one.
    private static let sandbox = getuid() == 0 ? ["--no-sandbox"] : []

    /// The last line that a program says; nil when it does not.
    private func lastLine(_ program: String, _ arguments: [String]) -> String? {
        let result = try? output(of: program, arguments, environment: ["PYGAME_HIDE_SUPPORT_PROMPT": "1"])
        return result.flatMap { $0.status == 0 ? $0.text.split(separator: "\n").last?.trimmingCharacters(in: .whitespaces) : nil }
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
