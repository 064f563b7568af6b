import Canvas
import Ports
import Stage
import TestSupport
import Testing
import Workouts

/// The last three seconds: the same layout twice, the second one in the next state's colours.
@Suite struct WipeTests {
    static let regular = PixelSize(width: 1920, height: 1080)

    func scene(
        _ size: PixelSize = regular, _ locale: String = "en", light: StageStyle.Light = .bright, at second: Int = 108, wipe: Double
    ) throws -> Scene {
        Stage(style: StageStyle(size: size, light: light), words: try Sample.words(locale), typesetter: Typesetter())
            .scene(.player(Sample.player(at: second, wipe: wipe)))
    }

    func texts(_ layer: Layer) -> [TextItem] { layer.items.compactMap { if case .text(let text) = $0 { text } else { nil } } }

    @Test(arguments: [0.25, 0.4, 0.5, 0.75]) func theTwoFieldsTileThePanel(_ wipe: Double) throws {
        for size in [Self.regular, PixelSize(width: 1080, height: 1920)] {
            let layers = try scene(size, wipe: wipe).layers
            #expect(layers.count == 2)
            #expect(layers[0].clip.intersection(layers[1].clip).isEmpty)
            #expect(layers[0].clip.union(layers[1].clip) == PixelRect(x: 0, y: 0, width: size.width, height: size.height))
            #expect(layers[0].field == Color(0xFFAE2B) && layers[1].field == Color(0x0E2F7C))
        }
    }

    @Test func theNextFieldEntersFromTheRightFromBelowOrFromTheLeft() throws {
        #expect(try scene(wipe: 0.25).layers[1].clip == PixelRect(x: 1440, y: 0, width: 480, height: 1080))
        #expect(try scene(Self.regular, "ar", wipe: 0.25).layers[1].clip == PixelRect(x: 0, y: 0, width: 480, height: 1080))
        let upright = PixelSize(width: 1080, height: 1920)
        #expect(try scene(upright, wipe: 0.25).layers[1].clip == PixelRect(x: 0, y: 1440, width: 1080, height: 480))
    }

    @Test func noneOfItIsOneLayerAndAllOfItIsTheNextField() throws {
        #expect(try scene(wipe: 0).layers.map(\.field) == [Color(0xFFAE2B)])
        #expect(try scene(wipe: 1).layers.map(\.field) == [Color(0x0E2F7C)])
    }

    @Test func everyGlyphCounterchanges() throws {
        let layers = try scene(PixelSize(width: 800, height: 480), at: 108, wipe: 0.5).layers
        let (one, two) = (texts(layers[0]), texts(layers[1]))
        #expect(one.count == two.count)
        for (own, next) in zip(one, two) {
            var recoloured = own
            recoloured.color = next.color
            #expect(recoloured == next)
            #expect(own.color == Color(0x14110D) && next.color == Color(0xFFFFFF))
        }
    }

    @Test func theStateWordTurnsOnceItIsFullyCovered() throws {
        func words(_ scene: Scene) -> [[String]] {
            scene.layers.map { texts($0).flatMap(\.spans).map(\.string).filter { ["Work", "Rest", "Done", "Get ready"].contains($0) } }
        }
        // Regular: at the end of the name row, within the first quarter.
        #expect(words(try scene(wipe: 0.1)) == [["Work"], ["Work"]])
        #expect(words(try scene(wipe: 0.25)) == [["Work"], ["Rest"]])
        // Compact: in the column, from 67 % of the width.
        let compact = PixelSize(width: 800, height: 480)
        #expect(words(try scene(compact, at: 123, wipe: 0.25)) == [["Rest"], ["Rest"]])
        #expect(words(try scene(compact, at: 123, wipe: 0.5)) == [["Rest"], ["Work"]])
        // Upright: at the very top, so only when all is covered.
        let upright = PixelSize(width: 1080, height: 1920)
        #expect(words(try scene(upright, at: 123, wipe: 0.75)) == [["Rest"], ["Rest"]])
        #expect(words(try scene(upright, at: 123, wipe: 1)) == [["Work"]])
        // The word that turned has the next state's weight.
        let rest = texts(try scene(wipe: 0.25).layers[1]).flatMap(\.spans).first { $0.string == "Rest" }
        #expect(rest?.font.weight == 300)
    }

    @Test func theLastSegmentGivesWayToPaper() throws {
        let layers = try scene(at: 328, wipe: 0.5).layers
        #expect(layers[1].field == Color(0xF1ECE3))
        #expect(texts(layers[1]).contains { $0.spans[0].string == "Done" })
    }

    @Test func inTheDarkTheIncomingEdgeGoesInFront() throws {
        let layer = try scene(light: .dark, at: 124, wipe: 0.5).layers[1]
        #expect(layer.items.contains(.fill(Rect(x: 960, y: 0, width: 28, height: 1080), Color(0xFFB43C))))
    }
}
