import Canvas
import Foundation
import Kiosk
import Linux
import Playback
import Ports
import Sound
import Stage
import Words

/// `bench live-child SECONDS`: this program's own loop as `stepback play` runs it, on a screen in ordinary memory, which takes pictures over
/// as a display's does, with a log as the peers keep one, in monotonic nanoseconds, on standard error when it is over: `frame DUE SHOWN` for
/// each new digit, `tone DUE`, and `lead MILLISECONDS`, the least time that a cue was handed over ahead.
enum LiveChild {
    static func run(_ arguments: [String]) throws {
        let seconds = arguments.first.flatMap(Int.init) ?? 60
        let words = try benchWords()
        let loop = try EventLoop()
        var events: [PanelEvent] = []
        let size = PixelSize(width: 1920, height: 1080)
        let screen = LoggingScreen(PretendScreen())
        let speaker = LoggingSpeaker(
            ALSASpeaker(ALSASpeaker.Settings(), poster: loop.poster, log: { _ in }, events: { events.append($0) }))
        let host = KioskHost(
            kiosk: Kiosk(routine: try benchSample(), settings: KioskSettings(), words: words), screen: screen, speaker: speaker,
            style: StageStyle(size: size), words: words, typesetter: Typesetter())
        // As `play` does, where it may.
        let hasPriority = ThreadPriority.claim(.loop)
        host.start(at: loop.now)
        let end = (host.kiosk.run?.zero ?? loop.now) + .seconds(seconds)
        var digits: [(digit: Digit, shown: Instant)] = []
        try loop.run { now in
            var next: Instant?
            repeat {
                let taken = events
                events = []
                for event in taken { host.handle(event, at: now) }
                let shown = screen.count
                next = host.turn(now)
                // What was shown is of this turn's instant. Whether it had been drawn ahead says nothing of when it was due: a turn that
                // comes late shows a picture that nobody prepared, and that is the latest of all.
                if screen.count > shown, let digit = host.kiosk.run.flatMap({ Digit(of: $0, at: now) }), digit != digits.last?.digit {
                    digits.append((digit, screen.last))
                }
            } while !events.isEmpty
            if now >= end { loop.stop() }
            return min(next ?? end, end)
        }
        host.close()
        var log = hasPriority ? [] : ["unprivileged"]
        log += speaker.tones.map { "tone \($0.nanoseconds)" }
        log += digits.map { "frame \($0.digit.boundary.nanoseconds) \($0.shown.nanoseconds)" }
        log.append("lead \(speaker.least.milliseconds)")
        say(log.joined(separator: "\n"))
    }
}

/// What a picture of a run counts, and since when it has to be seen.
private struct Digit: Equatable {
    let segment: Int
    let secondsLeft: Int
    let boundary: Instant

    /// Nil while it does not run.
    init?(of run: Run, at now: Instant) {
        guard case .running(let zero) = run.motion else { return nil }
        segment = run.segment(at: now)
        secondsLeft = run.secondsLeft(at: now)
        boundary = zero + .seconds(run.timeline.segments[segment].end - secondsLeft)
    }
}

/// Notes when the latest picture was handed over.
private final class LoggingScreen: Screen {
    private let screen: Screen
    private(set) var count = 0
    private(set) var last = Instant(nanoseconds: 0)
    init(_ screen: Screen) { self.screen = screen }
    var size: PixelSize? { screen.size }
    func prepare(_ pixels: Pixels, damage: [PixelRect]) { screen.prepare(pixels, damage: damage) }
    func blank(_ isBlank: Bool) { screen.blank(isBlank) }
    func present(due: Instant) {
        screen.present(due: due)
        last = EventLoop.clock()
        count += 1
    }
}

/// Notes when which tone is to begin, and how far ahead cues come.
private final class LoggingSpeaker: Speaker {
    private let speaker: Speaker
    private(set) var tones: [Instant] = []
    private(set) var least = Duration.seconds(1000)
    init(_ speaker: Speaker) { self.speaker = speaker }
    func prepare() { speaker.prepare() }
    func open() { speaker.open() }
    func close() { speaker.close() }
    func synthesise(_ utterances: [Utterance]) { speaker.synthesise(utterances) }
    func setVolume(_ percent: Int) { speaker.setVolume(percent) }
    func withdraw(at instant: Instant) { speaker.withdraw(at: instant) }
    func schedule(_ cues: [TimedCue]) {
        for cue in cues {
            least = min(least, cue.start - EventLoop.clock())
            if case .tone = cue.sound { tones.append(cue.start) }
        }
        speaker.schedule(cues)
    }
}
