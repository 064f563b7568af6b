import Canvas
import Foundation
import Kiosk
import Linux
import Playback
import Ports
import Preview
import Stage
import Words
import Workouts

extension Arguments {
    /// Seconds since 1970 of a time that was given, "2026-05-28T18:42:00Z"; nil: none was.
    func instant(of option: Option) throws(CommandError) -> Int? {
        guard let text = text(option) else { return nil }
        guard let seconds = Timestamp.parse(text)?.seconds else {
            throw Shape.render.wrong("usage.time", .text("--" + option.name), .text(text))
        }
        return seconds
    }
}

extension Invocation {
    /// Pictures of the kiosk's screens, as it would show the store: SCREEN.png in a folder.
    func pictures(of screens: [ScreenName], in folder: String, now: Int?) throws(CommandError) {
        // A clean machine has no store yet: it would show what a new one begins with.
        let library = storePlace == .none ? try bundledLibrary() : try openStore().library
        var settings = kioskSettings
        settings.leavesAfterSummary = false
        settings.filesSessions = true
        settings.version = Commands.version
        settings.languages = languages
        settings.reducedMotion = true
        let style = style(PanelSizes.usual)
        let typesetter = Typesetter()
        let seconds = now ?? Int(Date().timeIntervalSince1970)
        var made = 0
        do {
            try makeFolders(folder)
            for screen in screens {
                var kiosk = Kiosk(settings: settings, words: screenWords, calendar: calendar, seed: 1)
                let zero = Instant(nanoseconds: 0)
                _ = kiosk.handle(.clock(WallTime(zeroNanoseconds: Int64(seconds) * 1_000_000_000, isKnown: true)), at: zero)
                _ = kiosk.handle(.library(library), at: zero)
                guard kiosk.show(screen, at: zero) else { continue }
                let canvas = Canvas(size: style.size, typesetter: typesetter)
                _ = canvas.draw(Stage(style: style, words: screenWords, typesetter: typesetter).scene(kiosk.picture(at: zero)))
                let bytes = canvas.withPixels { PNGEncoder(size: style.size).encode($0) }
                try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(screen.rawValue).png"))
                made += 1
            }
        } catch { throw .failed([Sentence("film.failed", .text(folder), .text("\(error)"))]) }
        guard made > 0 else { throw .failed([Sentence("screens.nothing", .text(screens[0].rawValue))]) }
        surroundings.say(words("screens.made", .text(folder), .number(made)))
    }

    /// The person's calendar: the week of their language, the zone of their machine.
    var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = words.locale
        calendar.timeZone = .current
        return calendar
    }
}
