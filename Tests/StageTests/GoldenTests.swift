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
        var light: StageStyle.Light

        var description: String { "\(name)-\(size.width)x\(size.height)\(light == .dark ? "-dark" : "")" }
    }

    private static let large = PixelSize(width: 1920, height: 1080)
    private static let compact = PixelSize(width: 800, height: 480)
    private static let mini = PixelSize(width: 480, height: 320)
    private static let upright = PixelSize(width: 1080, height: 1920)

    static let looks: [Look] =
        Sample.screens.flatMap { screen in
            [large, compact, mini, upright].map { Look(name: screen.name, size: $0, light: .bright) }
                + [large, compact].map { Look(name: screen.name, size: $0, light: .dark) }
        } + Sample.variations.flatMap { screen in [large, mini].map { Look(name: screen.name, size: $0, light: .bright) } }

    @Test(arguments: looks) func theScreenIsTheGoldenPicture(_ look: Look) throws {
        let typesetter = Typesetter()
        let style = StageStyle(size: look.size, light: look.light)
        let stage = Stage(style: style, words: try Sample.words(), typesetter: typesetter)
        let canvas = Canvas(size: look.size, typesetter: typesetter)
        let screen = try #require((Sample.screens + Sample.variations).first { $0.name == look.name })
        _ = canvas.draw(stage.scene(screen.picture))
        let raster = canvas.withPixels { Raster($0) }
        let golden = Project.root.appendingPathComponent("Tests/StageTests/Golden/\(look).png").path
        let complaint = try Pictures.complaint(about: raster, golden: golden)
        #expect(complaint == nil)
    }
}
