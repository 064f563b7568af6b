import Canvas
import Foundation
import Playback
import Ports
import Readings
import Stage
import TestSupport
import Testing
import Workouts

@testable import Kiosk

/// From three metres away, in a light and in a dark room: the countdown, the workout's name and whether it is work or rest cannot be
/// mistaken. Measured in what is drawn.
@Suite struct AcceptanceSightTests {
    /// The smallest panel that is sold for a Pi as a whole-room device, and a common larger one: its height in millimetres.
    struct Panel: CustomStringConvertible, Sendable {
        var size: PixelSize
        var height: Double
        var light: StageStyle.Light
        var description: String { "\(size.width)x\(size.height) \(light.rawValue)" }
    }

    static let panels: [Panel] = StageStyle.Light.allCases.flatMap { light in
        [
            Panel(size: PixelSize(width: 800, height: 480), height: 86, light: light),
            Panel(size: PixelSize(width: 1920, height: 1080), height: 125, light: light),
        ]
    }

    static let timeline = Timeline(sample, getReadySeconds: 5)
    static let metres = 3.0
    /// Minutes of arc at which letters are told apart by good eyes in good light; in motion, and sweating, twice that is asked for.
    static let limit = 5.0

    /// Work, rest and get ready with 18 seconds (or 4) on the screen.
    static func picture(_ kind: Segment.Kind) -> PlayerPicture {
        let index = timeline.segments.firstIndex { $0.kind == kind }!
        let left = min(18, timeline.segments[index].seconds - 1)
        return PlayerPicture(
            timeline: timeline, segment: index, secondsLeft: left,
            elapsedSeconds: max(0, timeline.segments[index].end - left - timeline.getReadySeconds))
    }

    /// Minutes of arc of so many pixels' height.
    static func arc(_ pixels: Double, _ panel: Panel) -> Double {
        atan(pixels / Double(panel.size.height) * panel.height / (metres * 1000)) * 180 / .pi * 60
    }

    /// The height of a capital letter of a text: Inter's is 0.727 em, its display cut's 0.719.
    static func capital(_ text: Readings.Reading.Text) -> Double { (text.item.spans.map(\.font.size).max() ?? 0) * 0.71 }

    @Test(arguments: panels) func digitsNameAndStateAreLargeEnough(_ panel: Panel) throws {
        let eyes = Eyes(StageStyle(size: panel.size, light: panel.light))
        for (kind, state, name) in [(Segment.Kind.work, "Work", "Bridge"), (.rest, "Rest", "Squats"), (.getReady, "Get ready", "Bridge")] {
            let picture = SightPicture(eyes.reading(.player(Self.picture(kind))))
            let digits = "\(Self.picture(kind).secondsLeft)"
            let hero = try #require(picture.text(digits))
            let ink = try #require(hero.ink.first)
            #expect(Self.arc(ink.height, panel) >= 8 * Self.limit, "\(kind): the digits are \(Self.arc(ink.height, panel))'")
            #expect(ink.height >= 0.5 * Double(panel.size.height), "half of the panel")
            for word in [name, state] {
                let text = try #require(picture.text(word), "\(kind): \(word)")
                #expect(!text.isCut)
                #expect(Self.arc(Self.capital(text), panel) >= 2 * Self.limit, "\(word): \(Self.arc(Self.capital(text), panel))'")
            }
        }
    }

    @Test(arguments: panels) func theyStandOutFromTheirField(_ panel: Panel) {
        let eyes = Eyes(StageStyle(size: panel.size, light: panel.light))
        for kind in [Segment.Kind.getReady, .work, .setRest, .rest] {
            for (text, ratio) in eyes.contrasts(.player(Self.picture(kind))) {
                // Large text by WCAG's AAA is 4.5; what is as small as times and counts on a small panel has it, too.
                #expect(ratio >= 4.5, "\(kind): \(text) stands out by \(ratio)")
            }
        }
    }

    /// By the field's lightness and by weight, each enough alone: also for who sees no colours.
    @Test(arguments: panels) func workAndRestCannotBeMistaken(_ panel: Panel) throws {
        let style = StageStyle(size: panel.size, light: panel.light)
        let work = try drawn(.work, style)
        let rest = try drawn(.rest, style)
        if panel.light == .bright {
            #expect(work.field.contrast(to: rest.field) >= 4.5, "the fields differ by \(work.field.contrast(to: rest.field))")
        } else {
            // The fields are black so that the room stays dark; the shapes at the edge, and what stands on them, differ.
            #expect(work.edge >= 2 * rest.edge && rest.edge > 0, "edges \(work.edge), \(rest.edge)")
        }
        #expect(work.inked >= 1.5 * rest.inked, "the digits' ink \(work.inked), \(rest.inked)")
    }

    private struct Drawn {
        var field: Color
        /// The digits' share of their box that is not field.
        var inked: Double
        /// The share of the panel's outermost band that is not field.
        var edge: Double
    }

    private func drawn(_ kind: Segment.Kind, _ style: StageStyle) throws -> Drawn {
        let eyes = Eyes(style)
        // The same digits in both.
        var picture = Self.picture(kind)
        picture.secondsLeft = 11
        let reading = eyes.reading(.player(picture))
        let canvas = Canvas(size: style.size, typesetter: Typesetter())
        _ = canvas.draw(reading.scene)
        let raster = canvas.withPixels { Raster($0) }
        let field = Color(try #require(raster.commonest))
        let box = try #require(SightPicture(reading).text("11")?.ink.first)
        let inside = raster.share(Int(box.x)..<Int(box.maxX), Int(box.y)..<Int(box.maxY), unlike: field)
        let band = max(1, style.size.height / 60)
        return Drawn(field: field, inked: inside, edge: raster.share(0..<style.size.width, 0..<band, unlike: field))
    }
}

/// The largest text of each wording.
private struct SightPicture {
    private let texts: [Readings.Reading.Text]
    init(_ reading: Readings.Reading) { texts = reading.texts }

    func text(_ string: String) -> Readings.Reading.Text? {
        var largest: Readings.Reading.Text?
        for text in texts {
            let isWhole = text.string == string
            let isPart = text.item.spans.contains { $0.string.trimmingCharacters(in: .whitespaces) == string }
            guard isWhole || isPart else { continue }
            let capital = AcceptanceSightTests.capital(text)
            if capital > (largest.map(AcceptanceSightTests.capital) ?? 0) { largest = text }
        }
        return largest
    }
}

extension Raster {
    fileprivate var commonest: UInt32? {
        var counts: [UInt32: Int] = [:]
        for pixel in pixels { counts[pixel, default: 0] += 1 }
        return counts.max { $0.value < $1.value }?.key
    }

    /// The share of a part whose colour is not this one's.
    fileprivate func share(_ columns: Range<Int>, _ rows: Range<Int>, unlike field: Color) -> Double {
        var unlike = 0
        for y in rows { for x in columns where Color(self[x, y]).contrast(to: field) > 1.5 { unlike += 1 } }
        return Double(unlike) / Double(max(1, columns.count * rows.count))
    }
}
