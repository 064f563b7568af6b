import Canvas
import Foundation
import Kiosk
import Linux
import Playback
import Ports
import Preview
import Sound
import Stage
import Synchronization
import Words
import Workouts

/// The live loop on the real clock, drawing into a terminal (a pseudo-terminal that is read by a thread), first with the machine to
/// itself, then with a busy thread on every core: how late each picture was shown after its instant.
func benchLive() {
    for isBusy in [false, true] {
        let label = isBusy ? "live, every core busy" : "live"
        do {
            let figures = try playLive(seconds: isBusy ? 20 : 60, isBusy: isBusy)
            let sorted = figures.lateness.sorted()
            func percentile(_ share: Double) -> String { sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))].text }
            report("\(label): pictures", "\(sorted.count)")
            report("\(label): lateness, median", percentile(0.5), goal: "under 1 ms")
            report("\(label): lateness, p99 and worst", "\(percentile(0.99)), \(percentile(1))")
            histogram(sorted)
            report(
                "\(label): lateness of the last ten, median", Array(figures.lateness.suffix(10)).sorted()[5].text,
                goal: "no sum of earlier ones")
            report("\(label): least time that a cue was handed over ahead", figures.leastLead.text, goal: "over 0 ms")
            if let cpu = figures.cpuSeconds {
                report("\(label): CPU seconds a minute, sound and terminal at 1920x1080", String(format: "%.2f", cpu), goal: "0.5")
            }
        } catch { print("live: \(error)") }
    }
}

private struct LiveFigures {
    /// Seconds.
    static let settling = 3

    var lateness: [Duration]
    var leastLead: Duration
    /// A minute; nil while other threads burn.
    var cpuSeconds: Double?
}

/// Notes how far ahead cues come, and lets the real speaker have them.
private final class LeadMeter: Speaker {
    let speaker: Speaker
    let loop: EventLoop
    var least = Duration.seconds(1000)
    init(_ speaker: Speaker, _ loop: EventLoop) {
        self.speaker = speaker
        self.loop = loop
    }
    func open() { speaker.open() }
    func close() { speaker.close() }
    func synthesise(_ utterances: [Utterance]) { speaker.synthesise(utterances) }
    func setVolume(_ percent: Int) { speaker.setVolume(percent) }
    func withdraw(at instant: Instant) { speaker.withdraw(at: instant) }
    func schedule(_ cues: [TimedCue]) {
        for cue in cues { least = min(least, cue.start - EventLoop.clock()) }
        speaker.schedule(cues)
    }
}

private func playLive(seconds: Int, isBusy: Bool) throws -> LiveFigures {
    let stop = Atomic(false)
    let burners = isBusy ? ProcessInfo.processInfo.activeProcessorCount : 0
    for _ in 0..<burners { Thread.detachNewThread { while !stop.load(ordering: .relaxed) {} } }
    defer { stop.store(true, ordering: .relaxed) }

    let terminal = try PseudoTerminal(columns: 160, rows: 50)
    let outer = terminal.outer
    Thread.detachNewThread {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while read(outer, &bytes, bytes.count) > 0 {}
    }

    let words = try Words(catalog: Data(contentsOf: benchResource("Localizable.xcstrings")), locale: Locale(identifier: "en"))
    let loop = try EventLoop()
    var events: [PanelEvent] = []
    let panel = try TerminalPanel(
        loop: loop, descriptor: terminal.inner, size: PixelSize(width: 1920, height: 1080), isDirectColour: true,
        deliver: { events.append($0) })
    let speaker = LeadMeter(
        ALSASpeaker(ALSASpeaker.Settings(device: "null"), poster: loop.poster, log: { _ in }, events: { events.append($0) }), loop)
    // The sample's beginning.
    let routine = Routine(
        id: "bench", name: "Morning core",
        steps: [
            Step(name: "Bridge", category: .legsGlutes, workSeconds: 30, sets: 3, setRestSeconds: 10, restAfterSeconds: 15),
            Step(name: "Squats", category: .legsGlutes, workSeconds: 30, sets: 2, restAfterSeconds: 15),
        ])
    let host = KioskHost(
        kiosk: Kiosk(routine: routine, settings: KioskSettings(), words: words), screen: panel, speaker: speaker,
        style: StageStyle(size: PixelSize(width: 1920, height: 1080)), words: words, typesetter: Typesetter())
    host.recordsLateness = true
    // As `play` does, where it may.
    if !ThreadPriority.claim(.loop) { print("live: not allowed to claim a priority; `play` as root or the service would be") }
    host.start(at: loop.now)
    // Fonts, voice and first picture are loaded by then: what follows is play.
    let settled = loop.now + .seconds(LiveFigures.settling)
    let end = loop.now + .seconds(seconds)
    var cpu: Double?
    try loop.run { now in
        var next: Instant?
        repeat {
            let taken = events
            events = []
            for event in taken { host.handle(event, at: now) }
            next = host.turn(now)
        } while !events.isEmpty
        if cpu == nil, now >= settled { cpu = cpuSeconds() }
        if now >= end { loop.stop() }
        return next
    }
    let used = (cpuSeconds() - (cpu ?? 0)) * 60 / Double(seconds - LiveFigures.settling)
    host.close()
    panel.close()
    return LiveFigures(lateness: host.lateness.samples, leastLead: speaker.least, cpuSeconds: isBusy ? nil : used)
}

private func histogram(_ sorted: [Duration]) {
    let edges: [(String, Duration)] = [
        ("under 0.1 ms", .microseconds(100)), ("0.1 to 0.5 ms", .microseconds(500)), ("0.5 to 1 ms", .milliseconds(1)),
        ("1 to 5 ms", .milliseconds(5)), ("5 to 20 ms", .milliseconds(20)), ("more", .seconds(1_000_000)),
    ]
    var from = Duration.zero
    for (name, to) in edges {
        let count = sorted.filter { $0 >= from && $0 < to }.count
        print(
            "    \(name.padding(toLength: 16, withPad: " ", startingAt: 0))\(String(count))  \(String(repeating: "▪", count: count * 50 / max(1, sorted.count)))"
        )
        from = to
    }
}

func cpuSeconds() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

/// The project's own resources, found from this source file: benchmarks are run from a checkout.
func benchResource(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Resources/\(name)")
}
