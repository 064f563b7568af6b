import Canvas
import Foundation
import Kiosk
import Playback
import Ports
import Stage
import TestSupport
import Testing
import Words
import Workouts

/// Every screen as the kiosk itself words it: in the long pseudo-locale, where English is a third longer, bright and dark, and mirrored from
/// right to left. In English those that have no picture of their own among the stage's.
/// Recorded anew with STEPBACK_RECORD=1, which fails the run.
@Suite struct ScreenGoldenTests {
    struct Look: CustomStringConvertible, Sendable {
        var screen: ScreenName
        var locale: String
        var size: PixelSize
        var light = StageStyle.Light.bright
        var faults: [PanelEvent] = []
        var description: String {
            "\(screen.rawValue)-\(locale)-\(size.width)x\(size.height)\(light == .dark ? "-dark" : "")\(faults.isEmpty ? "" : "-notices")"
        }
    }

    static let looks: [Look] = {
        var looks: [Look] = []
        for screen in ScreenName.allCases {
            looks.append(Look(screen: screen, locale: "en-XA", size: PixelSize(width: 800, height: 480)))
            looks.append(Look(screen: screen, locale: "en-XA", size: PixelSize(width: 1920, height: 1080)))
            looks.append(Look(screen: screen, locale: "ar-XB", size: PixelSize(width: 800, height: 480)))
            looks.append(Look(screen: screen, locale: "en-XA", size: PixelSize(width: 800, height: 480), light: .dark))
        }
        for screen in [ScreenName.plans, .setting, .names, .ownWorkout, .day, .dayRoutine, .addToRoutine] {
            for light in StageStyle.Light.allCases {
                looks.append(Look(screen: screen, locale: "en", size: PixelSize(width: 1920, height: 1080), light: light))
                looks.append(Look(screen: screen, locale: "en", size: PixelSize(width: 800, height: 480), light: light))
            }
        }
        // Real languages: from right to left as a person has it, and the longest words where there is least room.
        for screen in [ScreenName.home, .homeList, .homeEnd] {
            for (width, height) in [(800, 480), (1920, 1080)] {
                looks.append(Look(screen: screen, locale: "ar", size: PixelSize(width: width, height: height)))
            }
        }
        for locale in ["de", "ru"] {
            for screen in [ScreenName.home, .detail, .gallery, .stepper, .settings] {
                looks.append(Look(screen: screen, locale: locale, size: PixelSize(width: 800, height: 480)))
            }
        }
        // As much as can be missing at once.
        let faults: [PanelEvent] = [.sound(.lost(.busy)), .button(.pause, .taken), .button(.skip, .vanished)]
        for (screen, locale) in [(ScreenName.home, "en"), (.homeList, "de")] {
            for (width, height) in [(800, 480), (1920, 1080)] {
                looks.append(Look(screen: screen, locale: locale, size: PixelSize(width: width, height: height), faults: faults))
            }
        }
        return looks
    }()

    @Test(arguments: looks) func theScreenIsTheGoldenPicture(_ look: Look) throws {
        let words = tongue(look.locale)
        var settings = KioskSettings(reducedMotion: true, leavesAfterSummary: false, filesSessions: true)
        settings.version = "1.0"
        // These and no others, however many come with the program.
        settings.languages = Languages([
            .init("en", name: "English", voice: "en"), .init("de", name: "Deutsch", voice: "de"),
            .init("pt-BR", name: "Português (Brasil)", voice: "pt-br"), .init("ru", name: "Русский", voice: "ru"),
            .init("ar", name: "العربية", voice: "ar", isPartial: true),
        ])
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "UTC")!
        calendar.firstWeekday = 2
        var kiosk = Kiosk(settings: settings, words: words, calendar: calendar, seed: 1)
        _ = kiosk.handle(.clock(thursdayEvening), at: seconds(0))
        let played = [session("legs", days: 1), session("mobility", days: 2, active: 655), session("morning-core", days: 3)]
        _ = kiosk.handle(.library(library(sessions: played, week: springWeek, gallery: KioskTests.gallery(in: words))), at: seconds(0))
        let isShown = kiosk.show(look.screen, at: seconds(0))
        #expect(isShown)
        for fault in look.faults { _ = kiosk.handle(fault, at: seconds(0)) }
        let typesetter = Typesetter()
        let canvas = Canvas(size: look.size, typesetter: typesetter)
        let stage = Stage(style: StageStyle(size: look.size, light: look.light), words: words, typesetter: typesetter)
        _ = canvas.draw(stage.scene(kiosk.picture(at: seconds(0))))
        let golden = Project.root.appendingPathComponent("Tests/KioskTests/Golden/\(look).png").path
        let complaint = try Pictures.complaint(about: canvas.withPixels { Raster($0) }, golden: golden)
        #expect(complaint == nil)
    }
}
