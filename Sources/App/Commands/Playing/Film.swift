import Canvas
import Foundation
import Kiosk
import Linux
import Playback
import Ports
import Preview
import Sound
import Stage
import Words
import Workouts

/// A film of a routine: the very host that plays on a panel, on a clock that jumps from one deadline to the next. Same input, same bytes.
struct Film {
    enum Frames {
        case all
        case none
        /// The one picture that is seen at this time after the start of get ready.
        case one(at: Duration)
    }

    /// What was made, for a sentence about it.
    struct Report {
        var frames: Int
        var seconds: Int
        /// Something was to be said and could not be.
        var lacksVoice: Bool
    }

    private static let zero = Instant(nanoseconds: 0)
    /// Room for the longest "done" that is spoken after the last segment.
    private static let epilogue = 30

    let routine: Routine
    let settings: KioskSettings
    let style: StageStyle
    let words: Words
    /// Of the announcements, when these are in another language.
    let spoken: Words?
    /// Gets frames/, sound.wav and timeline.json.
    let folder: String

    /// From the start of get ready to the end of the last segment.
    var seconds: Int { timeline.endSeconds }
    private var timeline: Timeline { Timeline(routine, getReadySeconds: settings.getReadySeconds) }

    /// Makes the film. Nothing is written when it would be refused.
    func make(_ frames: Frames) throws(CommandError) -> Report {
        let timeline = timeline
        let soundPath = "\(folder)/sound.wav"
        do {
            try FileSpeaker.check(length: .seconds(timeline.endSeconds + Film.epilogue), path: soundPath)
            let film = try filmScreen(frames)
            let answers = Answers()
            let speaker = try FileSpeaker(path: soundPath, zero: Film.zero) { answers.events.append($0) }
            let recorder = CueRecorder(speaker)
            var voices: [Utterance: Duration] = [:]
            var lacksVoice = false
            var screen: Screen = DarkScreen()
            if case .all = frames, let film { screen = film }
            let typesetter = Typesetter()
            let host = KioskHost(
                kiosk: Kiosk(routine: routine, settings: settings, words: words, spoken: spoken), screen: screen, speaker: recorder,
                style: style,
                words: words, typesetter: typesetter)
            var wanted: Picture?
            roll(host, answers) { event in
                if case .voice(let utterance, let duration?) = event { voices[utterance] = duration }
                if case .sound(.lost(.noVoice)) = event { lacksVoice = true }
            } between: { now, next in
                if case .one(let moment) = frames, Film.zero + moment >= now, next.map({ Film.zero + moment < $0 }) ?? true {
                    wanted = host.kiosk.picture(at: Film.zero + moment)
                }
                return film?.failure == nil
            }
            if case .one(let moment) = frames, let wanted, let film { draw(wanted, at: moment, on: film, typesetter) }
            try film?.finish()
            try speaker.finish()
            let file = TimelineFile(timeline, cues: recorder.cues, zero: Film.zero) { voices[$0] }
            try file.encoded().write(to: URL(fileURLWithPath: "\(folder)/timeline.json"))
            return Report(frames: film?.count ?? 0, seconds: timeline.endSeconds, lacksVoice: lacksVoice)
        } catch let error as CommandError {
            throw error
        } catch { throw .failed([Sentence("film.failed", .text(folder), .text("\(error)"))]) }
    }

    /// Lets the clock jump until the summary shows.
    private func roll(
        _ host: KioskHost, _ answers: Answers, heard: (PanelEvent) -> Void, between: (_ now: Instant, _ next: Instant?) -> Bool
    ) {
        var now = Film.zero
        host.start(at: now, settling: .zero)
        while true {
            var next = host.turn(now)
            while !answers.events.isEmpty {
                for event in answers.take() {
                    heard(event)
                    host.handle(event, at: now)
                }
                next = host.turn(now)
            }
            let isOver = host.kiosk.isAtSummary
            guard between(now, isOver ? nil : next), !isOver, let next else { return }
            now = next
        }
    }

    /// Before anything else is written: it refuses a folder that holds something else.
    private func filmScreen(_ frames: Frames) throws(PreviewError) -> FilmScreen? {
        if case .none = frames {
            do throws(SystemError) { try makeFolders(folder) } catch { throw .notWritten(path: folder, error) }
            return nil
        }
        return try FilmScreen(folder: "\(folder)/frames", size: style.size, zero: Film.zero)
    }

    private func draw(_ picture: Picture, at moment: Duration, on film: FilmScreen, _ typesetter: Typesetter) {
        let canvas = Canvas(size: style.size, typesetter: typesetter)
        let damage = canvas.draw(Stage(style: style, words: words, typesetter: typesetter).scene(picture))
        canvas.withPixels { film.prepare($0, damage: damage) }
        film.present(due: Film.zero + moment)
    }
}

/// What the speaker answers within a call, for the turn after it.
private final class Answers {
    var events: [PanelEvent] = []
    func take() -> [PanelEvent] {
        defer { events = [] }
        return events
    }
}

/// Nothing to draw on.
private final class DarkScreen: Screen {
    let size: PixelSize? = nil
    func prepare(_ pixels: Pixels, damage: [PixelRect]) {}
    func present(due: Instant) {}
    func blank(_ isBlank: Bool) {}
}
