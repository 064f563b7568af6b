import Canvas
import Foundation
import Ports
import TestSupport
import Testing
import Words
import Workouts

@testable import Stage

/// The small things: glyphs, digits, monograms, sets, notices.
@Suite struct PartsTests {
    let typesetter = Typesetter()

    func numbers(_ path: Path) -> [Double] {
        path.elements.flatMap { element -> [Double] in
            switch element {
            case .move(let x, let y), .line(let x, let y): [x, y]
            case .curve(_, _, _, _, let x, let y): [x, y]
            default: []
            }
        }
    }

    @Test func pathsAreReadAsTheDesignWritesThem() {
        #expect(numbers(Outline.path("M12 5 21 19H3Z")) == [12, 5, 21, 19, 3, 19])
        let tick = numbers(Outline.path("m3 12.6 3.2-3.2 4 4L18 4.6")).map { ($0 * 10).rounded() / 10 }
        #expect(tick == [3, 12.6, 6.2, 9.4, 10.2, 13.4, 18, 4.6])
        #expect(Outline.path("M4.5 3h5.4v18H4.5zM14.1 3h5.4v18h-5.4z").elements.filter { $0 == .close }.count == 2)
    }

    @Test func arcsAreCirclesParts() throws {
        // Half a circle of radius 9.5 to the left: its middle is 9.5 left of its ends.
        let path = Outline.path("M10.4 2.5v19a9.5 9.5 0 0 1 0-19Z")
        let ends = path.elements.compactMap { element -> (Double, Double)? in
            if case .curve(_, _, _, _, let x, let y) = element { (x, y) } else { nil }
        }
        #expect(ends.count == 2)
        #expect(abs(ends[0].0 - 0.9) < 1e-9 && abs(ends[0].1 - 12) < 1e-9)
        #expect(abs(ends[1].0 - 10.4) < 1e-9 && abs(ends[1].1 - 2.5) < 1e-9)
    }

    @Test func everyGlyphAndIconIsOnItsGrid() {
        let paths = KeyCell.Icon.allCases.map(\.path) + Workouts.Category.allCases.flatMap { Glyph($0).parts.map(\.path) }
        for path in paths {
            #expect(path.elements.count >= 2)
            #expect(numbers(path).allSatisfy { (-0.1...24.1).contains($0) })
        }
    }

    @Test func digitsHaveNoLeadingZeroAndGrowToHours() throws {
        let numerals = Numerals(words: try Sample.words(), typesetter: typesetter)
        #expect(
            [5, 30, 59, 60, 83, 600, 3599, 3600, 5405].map(numerals.string) == [
                "5", "30", "59", "1:00", "1:23", "10:00", "59:59", "1:00:00", "1:30:05",
            ])
        if Pictures.isRecordingRelease {
            // As the tokens have it: 0.6558 em and -0.03 em of tracking, twice.
            #expect(abs(numerals.width(10, weight: 800) - 1.2516) < 0.001)
            // The widest light digit of Inter Display 4.0 beta is the four, not the nought.
            #expect(abs(numerals.width(10, weight: 300) - 1.0776) < 0.02)
        } else {
            // Inter 4.1 has one width for the digits of all weights.
            #expect((1.0...1.4).contains(numerals.width(10, weight: 800)))
            #expect(numerals.width(10, weight: 300) <= numerals.width(10, weight: 800))
        }
    }

    @Test func monogramsAreTwoLetters() {
        #expect(
            ["Bridge", "Bicycle crunch", "World’s greatest stretch", "push-up", "3/4 Sit-Up", "попеременные выпады", "🏋️", "...", "x"].map(
                Facts.monogram) == ["Br", "BC", "WG", "PU", "3S", "ПВ", "", "", "X"])
    }

    @Test func blocksAreFilledUpToTheCurrentSet() throws {
        func blocks(_ second: Int) throws -> (filled: Int, hollow: Int) {
            let style = StageStyle(size: PixelSize(width: 1920, height: 1080))
            let scene = Stage(style: style, words: try Sample.words(), typesetter: typesetter).scene(.player(Sample.player(at: second)))
            let rects = scene.layers[0].items.compactMap { item -> (Rect, Bool)? in
                switch item {
                case .fill(let rect, _): (rect, true)
                case .frame(let rect, _, _): (rect, false)
                default: nil
                }
            }.filter { (25...27).contains($0.0.height) && $0.0.maxY == 869 }
            return (rects.filter(\.1).count, rects.filter { !$0.1 }.count)
        }
        // Work counts the set that is being worked at, rest does not.
        #expect(try blocks(52) == (2, 1))
        #expect(try blocks(73) == (2, 1))
        #expect(try blocks(113) == (0, 2))
    }

    @Test func manySetsAreOneBar() throws {
        let timeline = Sample.renamed("Plank", sets: 400)
        let style = StageStyle(size: PixelSize(width: 1920, height: 1080))
        let scene = Stage(style: style, words: try Sample.words(), typesetter: typesetter).scene(
            .player(Sample.player(timeline, at: 125 + 30 * 99)))
        let frames = scene.layers[0].items.compactMap { if case .frame(let rect, _, _) = $0 { rect } else { nil } }
        #expect(frames.count == 1)
        let bar = scene.layers[0].items.compactMap { item -> Rect? in
            if case .fill(let rect, _) = item, rect.y == frames.first?.y { rect } else { nil }
        }
        #expect(abs((bar.first?.width ?? 0) / (frames.first?.width ?? 1) - 0.25) < 0.01)
    }

    @Test func noticesStandUnderTheLineOrOnTheStrip() throws {
        for size in [PixelSize(width: 1920, height: 1080), PixelSize(width: 480, height: 320), PixelSize(width: 1080, height: 1920)] {
            for count in 1...3 {
                let style = StageStyle(size: size)
                let stage = Stage(style: style, words: try Sample.words(), typesetter: typesetter)
                let notices = Array(Sample.notices.prefix(count))
                for legend in [nil, Sample.running] {
                    let scene = stage.scene(.player(Sample.player(at: 52, legend: legend, notices: notices)))
                    let said = scene.layers[0].items.compactMap { item -> TextItem? in
                        if case .text(let text) = item, notices.contains(text.spans[0].string) { text } else { nil }
                    }
                    #expect(said.map { $0.spans[0].string } == notices)
                    #expect(said.allSatisfy { typesetter.width($0.spans) <= $0.width })
                    #expect(said.allSatisfy { $0.color == Color(0xF1ECE3) })
                }
            }
        }
    }
}
