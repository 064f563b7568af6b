import Canvas
import Foundation
import Ports
import Stage
import TestSupport
import Testing
import Words

/// Every screen against its golden picture, at the sizes of the design's. Recorded anew with STEPBACK_RECORD=1, which fails the run.
@Suite struct GoldenTests {
    struct Look: CustomStringConvertible, Sendable {
        var name: String
        var size: PixelSize
        var light: StageStyle.Light = .bright
        var legendPlace: StageStyle.LegendPlace = .below
        var hasBigText = false
        var locale = "en"

        var description: String {
            let kind = (legendPlace == .trailing ? "-keys-right" : "") + (hasBigText ? "-big" : "") + (locale == "en" ? "" : "-\(locale)")
            return "\(name)\(kind)-\(size.width)x\(size.height)\(light == .dark ? "-dark" : "")"
        }
    }

    private static let large = PixelSize(width: 1920, height: 1080)
    private static let compact = PixelSize(width: 800, height: 480)
    private static let mini = PixelSize(width: 480, height: 320)
    private static let upright = PixelSize(width: 1080, height: 1920)

    /// The player's screens.
    private static let stageLooks: [Look] =
        Sample.screens.flatMap { screen in
            [large, compact, mini, upright].map { Look(name: screen.name, size: $0) }
                + [large, compact].map { Look(name: screen.name, size: $0, light: .dark) }
        } + Sample.variations.flatMap { screen in [large, mini].map { Look(name: screen.name, size: $0) } }

    /// Those on paper: what the design has at every size, what it does not at the size that is tightest. A statement each, since Swift
    /// 6.0.3 gives up on one expression of them all.
    private static let paperLooks: [Look] = {
        var looks: [Look] = []
        for screen in PaperSample.screens {
            for light in StageStyle.Light.allCases {
                for size in [large, compact] { looks.append(Look(name: screen.name, size: size, light: light)) }
            }
            looks.append(Look(name: screen.name, size: mini))
        }
        for screen in PaperSample.variations {
            for light in StageStyle.Light.allCases { looks.append(Look(name: screen.name, size: compact, light: light)) }
        }
        let upright = [
            "home", "home-list", "home-end", "routine-detail", "builder-steps", "builder-stepper", "builder-picker", "resume",
        ]
        for name in upright { looks.append(Look(name: name, size: GoldenTests.upright)) }
        let mirrored = [
            "home", "home-list", "routine-detail", "routine-options", "gallery", "gallery-list", "builder-picker", "builder-stepper",
            "week",
        ]
        for name in mirrored { looks.append(Look(name: name, size: compact, locale: "ar-XB")) }
        looks.append(Look(name: "home", size: large, legendPlace: .trailing))
        for name in ["home", "routine-detail", "gallery", "builder-stepper", "settings"] {
            looks.append(Look(name: name, size: compact, legendPlace: .trailing))
        }
        looks.append(Look(name: "home", size: compact, legendPlace: .trailing, locale: "ar-XB"))
        for name in ["home-done", "home-done-list"] { looks.append(Look(name: name, size: GoldenTests.upright)) }
        looks.append(Look(name: "week-gone", size: large))
        for size in [large, compact] {
            looks.append(Look(name: "home-list", size: size, legendPlace: .trailing, hasBigText: true))
        }
        for name in ["home", "settings"] {
            for size in [large, compact] { looks.append(Look(name: name, size: size, hasBigText: true)) }
        }
        return looks
    }()

    /// The player in real languages: Arabic from right to left, German and Russian words in the tightest states.
    private static let tongueLooks: [Look] =
        ["player-ready", "player-work", "player-rest", "player-next", "player-paused", "player-final3"].flatMap { name in
            [large, compact].map { Look(name: name, size: $0, locale: "ar") }
        }
        + ["de", "ru"].flatMap { locale in
            ["player-ready", "player-rest", "player-next"].map { Look(name: $0, size: compact, locale: locale) }
        }

    static let looks = stageLooks + paperLooks + tongueLooks

    @Test(arguments: looks) func theScreenIsTheGoldenPicture(_ look: Look) throws {
        let typesetter = Typesetter()
        let style = StageStyle(
            size: look.size, light: look.light, legendPlace: look.legendPlace, hasBigText: look.hasBigText)
        let stage = Stage(style: style, words: try Sample.words(look.locale), typesetter: typesetter)
        let canvas = Canvas(size: look.size, typesetter: typesetter)
        let screen = try #require(
            (Sample.screens + Sample.variations + PaperSample.screens + PaperSample.variations).first { $0.name == look.name })
        _ = canvas.draw(stage.scene(screen.picture))
        let raster = canvas.withPixels { Raster($0) }
        let golden = Project.root.appendingPathComponent("Tests/StageTests/Golden/\(look).png").path
        let complaint = try Pictures.complaint(about: raster, golden: golden)
        #expect(complaint == nil)
    }
}
