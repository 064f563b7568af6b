import Canvas
import Foundation
import Ports
import Stage
import TestSupport
import Testing
import Words

/// All screens on one sheet, small, to be looked at. STEPBACK_SHEET=1 leaves it in `.build/pictures/sheet.png`.
@Suite struct ContactSheetTests {
    @Test func everyScreenIsOnTheSheet() throws {
        let size = PixelSize(width: 800, height: 480)
        let typesetter = Typesetter()
        let words = try Sample.words()
        let pictures = try (Sample.screens + PaperSample.screens + PaperSample.variations).map { screen in
            let stage = Stage(style: StageStyle(size: size), words: words, typesetter: typesetter)
            let canvas = Canvas(size: size, typesetter: typesetter)
            _ = canvas.draw(stage.scene(screen.picture))
            let small = canvas.withPixels { Raster($0) }.reduced(by: 2)
            try #require(Set(small.pixels).count > 8, "\(screen.name) shows nothing")
            return small
        }
        let sheet = Raster.sheet(pictures, columns: 6)
        let rows = (pictures.count + 5) / 6
        #expect(sheet.size == PixelSize(width: 6 * 408 + 8, height: rows * 248 + 8))
        // No two screens look the same.
        #expect(Set(pictures.map(\.pixels)).count == pictures.count)
        if ProcessInfo.processInfo.environment["STEPBACK_SHEET"] == "1" {
            try Pictures.write(sheet, to: Project.root.appendingPathComponent(".build/pictures/sheet.png").path)
        }
    }
}
