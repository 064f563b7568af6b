import Canvas
import Foundation
import Ports
import Readings
import Stage
import TestSupport
import Testing
import Words

@testable import Stage

/// Words have the room there is: nothing is cut, small or close to its neighbour while space lies beside it.
@Suite struct RoomForWordsTests {
    private let typesetter = Typesetter()

    private func texts(
        _ picture: Picture, _ width: Int, _ height: Int, _ locale: String = "en", _ place: StageStyle.LegendPlace = .below
    ) throws -> [Readings.Reading.Text] {
        let stage = Stage(
            style: StageStyle(size: PixelSize(width: width, height: height), legendPlace: place), words: try Sample.words(locale),
            typesetter: typesetter)
        return Readings.Reading(scene: stage.scene(picture), typesetter: typesetter).texts
    }

    private func u(_ width: Int, _ height: Int) -> Double { Double(min(width, height)) / 100 }

    // MARK: - Home

    private static let panels = [
        (800, 480), (1024, 600), (1024, 768), (1280, 720), (1280, 768), (1280, 800), (1366, 768), (1920, 1080), (1920, 1200), (1080, 1920),
    ]

    @Test(arguments: panels) func theStartersNamesAreWhole(_ width: Int, _ height: Int) throws {
        let starters = ["Morning core", "Strength and stretch", "Full body"]
        let rows = starters.map { name -> HomePicture.Row in
            var routine = PaperSample.routine(PaperSample.long, "2 days ago", 7)
            routine.name = name
            return .routine(routine)
        }
        for place in width * 2 > height * 3 ? [StageStyle.LegendPlace.below, .trailing] : [.below] {
            for focus in -1..<rows.count {
                let home = Picture.home(PaperSample.home(focus, rows: rows + PaperSample.ways))
                // Another version of the font may be a little wider.
                let cut = try texts(home, width - width / 64, height, "en", place).filter { text in
                    text.isCut && starters.contains { text.string.contains($0) }
                }
                #expect(cut.isEmpty, "\(width)x\(height) \(place) \(focus): \(cut)")
            }
        }
    }

    @Test func aLongNameIsSmallerBeforeItIsCut() throws {
        var routine = PaperSample.routine(PaperSample.long, "2 days ago", 7)
        routine.name = "Strength and stretch now"
        let rows: [HomePicture.Row] = [.routine(PaperSample.routine(PaperSample.legs, "Yesterday", 7)), .routine(routine)]
        for (width, height) in [(1280, 800), (480, 320), (1080, 1920)] {
            let name = try #require(
                try texts(.home(PaperSample.home(0, rows: rows)), width, height).first { $0.string == routine.name })
            #expect(!name.isCut, "\(width)x\(height)")
        }
    }
}
