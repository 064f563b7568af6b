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
/// as a display's does, with a log as the peers keep one, in monotonic nanoseconds, on standard error when it is over: `frame DUE SHOWN` for each new digit, `tone DUE`, and
/// `lead MILLISECONDS`, the least time that a cue was handed over ahead.
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
        let end = loop.now + .seconds(seconds)
        try loop.run { now in
            var next: Instant?
            repeat {
                let taken = events
                events = []
                for event in taken { host.handle(event, at: now) }
                next = host.turn(now)
            } while !events.isEmpty
            if now >= end { loop.stop() }
            return min(next ?? end, end)
        }
        host.close()
        var log = hasPriority ? [] : ["unprivileged"]
        log += speaker.tones.map { "tone \($0.nanoseconds)" }
        // Movement comes in thirtieths of a second; digits change where tones begin, in whole seconds from there.
        if let zero = speaker.tones.first {
            let digits = screen.frames.filter { ($0.due - zero).nanoseconds % 1_000_000_000 == 0 }
            log += digits.map { "frame \($0.due.nanoseconds) \($0.shown.nanoseconds)" }
        }
        log.append("lead \(speaker.least.milliseconds)")
        say(log.joined(separator: "\n"))
    }
}

extension Duration {
    fileprivate var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}

/// Notes when each picture was handed over.
private final class LoggingScreen: Screen {
    private let screen: Screen
    private(set) var frames: [(due: Instant, shown: Instant)] = []
    init(_ screen: Screen) { self.screen = screen }
    var size: PixelSize? { screen.size }
    func prepare(_ pixels: Pixels, damage: [PixelRect]) { screen.prepare(pixels, damage: damage) }
    func blank(_ isBlank: Bool) { screen.blank(isBlank) }
    func present(due: Instant) {
        screen.present(due: due)
        frames.append((due, EventLoop.clock()))
    }
}

/// Notes when which tone is to begin, and how far ahead cues come.
private final class LoggingSpeaker: Speaker {
    private let speaker: Speaker
    private(set) var tones: [Instant] = []
    private(set) var least = Duration.seconds(1000)
    init(_ speaker: Speaker) { self.speaker = speaker }
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
