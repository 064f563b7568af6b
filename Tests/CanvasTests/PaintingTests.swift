import Canvas
import Ports
import TestSupport
import Testing

private let size = PixelSize(width: 240, height: 160)
private let display = Font(.display, weight: 800, size: 120)

/// How far a pixel is from the field towards the ink, 0 to 1.
private func coverage(_ raster: Raster, _ x: Int, _ y: Int) -> Double {
    Double(Int(paper & 255) - Int(raster[x, y] & 255)) / Double(Int(paper & 255) - Int(black & 255))
}

@Test func aFieldCoversEverythingAndNothingIsBlack() {
    #expect(Set(painted(scene(size, [])).pixels) == [paper])
    #expect(Set(painted(Scene(size: size, layers: [])).pixels) == [0])
}

@Test func edgesWithinPixelsAreCoveredInPart() {
    let picture = painted(scene(size, [.fill(Rect(x: 10.25, y: 20.5, width: 30, height: 10), ink)]))
    #expect(abs(coverage(picture, 10, 25) - 0.75) < 0.01)
    #expect(abs(coverage(picture, 40, 25) - 0.25) < 0.01)
    #expect(abs(coverage(picture, 20, 20) - 0.5) < 0.01)
    #expect(abs(coverage(picture, 10, 20) - 0.375) < 0.01)
    #expect(picture[20, 25] == black)
    #expect(picture.inkBounds(field: paper) == PixelRect(x: 10, y: 20, width: 31, height: 11))
    // Both edges within one pixel.
    let sliver = painted(scene(size, [.fill(Rect(x: 10.25, y: 20.5, width: 0.5, height: 0.25), ink)]))
    #expect(abs(coverage(sliver, 10, 20) - 0.125) < 0.01)
    #expect(sliver.inkBounds(field: paper).area == 1)
    // In two pixels that lie side by side.
    let pair = painted(scene(size, [.fill(Rect(x: 10.25, y: 20, width: 1.25, height: 1), ink)]))
    #expect(abs(coverage(pair, 10, 20) - 0.75) < 0.01)
    #expect(abs(coverage(pair, 11, 20) - 0.5) < 0.01)
}

@Test func seeThroughInkMixesWithWhatIsBelow() {
    let half = Color(0xFFFFFF, alpha: 0.5)
    let picture = painted(
        scene(
            size, field: Color(0),
            [.fill(Rect(x: 0, y: 0, width: 100, height: 100), Color(0xFF0000)), .fill(Rect(x: 50, y: 0, width: 100, height: 100), half)]))
    #expect(picture[20, 20] == 0xFF0000)
    #expect(picture[70, 20] == 0xFF8080)
    #expect(picture[120, 20] == 0x808080)
}

@Test func aFrameLiesInsideItsRectangle() {
    let picture = painted(scene(size, [.frame(Rect(x: 10, y: 20, width: 100, height: 60), thickness: 7, ink)]))
    #expect(picture.inkBounds(field: paper) == PixelRect(x: 10, y: 20, width: 100, height: 60))
    #expect(picture.pixels.count { $0 == black } == 100 * 60 - 86 * 46)
    // A frame of fractions has no seam where its sides meet.
    let fine = painted(scene(size, [.frame(Rect(x: 10.5, y: 20.25, width: 100, height: 60), thickness: 6.4, ink)]))
    for x in 12..<16 { for y in 22..<78 { #expect(fine[x, y] == black) } }
    #expect(abs(coverage(fine, 50, 26) - 0.65) < 0.02)
    // Thicker than the rectangle: full.
    let full = painted(scene(size, [.frame(Rect(x: 10, y: 20, width: 8, height: 60), thickness: 7, ink)]))
    #expect(full.pixels.count { $0 == black } == 8 * 60)
}

@Test func aPathIsFilledOrStroked() {
    let disc = Path([.arc(centerX: 100, centerY: 80, radius: 40, from: 0, to: 2 * Double.pi)])
    let filled = painted(scene(size, [.filled(disc, ink)]))
    let covered = (0..<160).reduce(0.0) { sum, y in (0..<240).reduce(sum) { $0 + coverage(filled, $1, y) } }
    #expect(abs(covered - Double.pi * 1600) < 6)
    let ring = painted(scene(size, [.stroked(disc, width: 4, join: .round, ink)]))
    #expect(ring[100, 80] == paper && ring[140, 80] == black)
    let corner = Path([.move(x: 50, y: 100), .line(x: 100, y: 20), .line(x: 150, y: 100)])
    let tops = [Path.Join.miter, .round, .bevel].map {
        painted(scene(size, [.stroked(corner, width: 20, join: $0, ink)])).inkBounds(field: paper).y
    }
    #expect(tops[0] < tops[1] && tops[1] < tops[2])
}

@Test func aBaselineIsWhereItWasAskedFor() {
    for baseline in [100.0, 100.25, 100.5, 100.8125] {
        let picture = painted(scene(size, [text("H", display, baseline: baseline)]))
        let below = Int(baseline)
        let column = picture.inkBounds(field: paper).x + 8
        #expect(picture[column, below - 1] == black)
        #expect(abs(coverage(picture, column, below) - (baseline - Double(below))) < 0.07, "\(baseline)")
        #expect(picture[column, below + 1] == paper)
    }
}

@Test func linesStandALineHeightApart() {
    let font = Font(.display, weight: 800, size: 40)
    let item = TextItem([Span("HH HH", font)], color: ink, x: 10, baseline: 50, width: 90, lineHeight: 43.5, maxLines: 2)
    let two = painted(scene(size, [.text(item)]))
    let written = [text("HH", font, baseline: 50), text("HH", font, baseline: 93.5)]
    #expect(two == painted(scene(size, written)))
}

@Test func textIsAlignedInItsBox() {
    let font = Font(.display, weight: 800, size: 40)
    let width = Typesetter().width([Span("Set", font)])
    for (alignment, x) in [(TextItem.Alignment.leading, 10.0), (.center, 10 + (200 - width) / 2), (.trailing, 210 - width)] {
        let item = TextItem([Span("Set", font)], color: ink, x: 10, baseline: 50, width: 200, alignment: alignment)
        #expect(painted(scene(size, [.text(item)])) == painted(scene(size, [text("Set", font, x: x, baseline: 50)])))
    }
}

@Test func theSameTextLooksTheSameAWholePixelFurther() {
    let one = painted(scene(size, [text("Bridge", Font(.text, weight: 500, size: 23.04), x: 10.3, baseline: 50.6)]))
    let two = painted(scene(size, [text("Bridge", Font(.text, weight: 500, size: 23.04), x: 31.3, baseline: 57.6)]))
    for y in 0..<150 {
        for x in 0..<200 where one[x, y] != two[x + 21, y + 7] {
            Issue.record("\(x), \(y)")
            return
        }
    }
}

/// Were outlines of a font to overlap themselves, a stroke would run through the digit's inside.
@Test func aHollowDigitIsOutlineOnly() {
    let size = PixelSize(width: 320, height: 330)
    let large = Font(.display, weight: 800, size: 400)
    // Half the stroke, and what a sharp corner adds to it.
    let reach = 12
    for digit in 0...9 {
        let filled = painted(scene(size, [text("\(digit)", large, x: 20, baseline: 310)]))
        let hollow = painted(scene(size, [text("\(digit)", large, x: 20, baseline: 310, hollow: 6)]))
        // How many filled pixels there are above and to the left.
        var sums = [Int](repeating: 0, count: (size.width + 1) * (size.height + 1))
        for y in 0..<size.height {
            for x in 0..<size.width {
                let at = y * (size.width + 1) + x
                sums[at + size.width + 2] = sums[at + 1] + sums[at + size.width + 1] - sums[at] + (filled[x, y] == black ? 1 : 0)
            }
        }
        var touched = 0
        var inside = 0
        for y in reach..<size.height - reach {
            for x in reach..<size.width - reach {
                let top = (y - reach) * (size.width + 1) + x
                let bottom = (y + reach + 1) * (size.width + 1) + x
                let count = sums[bottom + reach + 1] - sums[bottom - reach] - sums[top + reach + 1] + sums[top - reach]
                let isDeep = count == (2 * reach + 1) * (2 * reach + 1)
                if hollow[x, y] != paper { touched += 1 }
                if isDeep { inside += 1 }
                if isDeep, hollow[x, y] != paper {
                    Issue.record("\(digit) has ink at \(x), \(y), far within its outline")
                    return
                }
            }
        }
        #expect(touched > 3000 && inside > 3000, "\(digit)")
    }
}

@Test func seeThroughLettersThatTouchAreOfOneShade() {
    let picture = painted(
        scene(PixelSize(width: 400, height: 160), [text("سسسس", Font(.text, weight: 800, size: 60), baseline: 90, color: ink.opacity(0.5))])
    )
    let darkest = picture.pixels.map { $0 & 255 }.min() ?? 0
    let half = (paper & 255) - ((paper & 255) - (black & 255)) / 2
    #expect(darkest + 3 >= half)
    #expect(!picture.inkBounds(field: paper).isEmpty)
}

@Test func lettersThatOverlapDoNotEraseEachOther() {
    let font = Font(.display, weight: 800, size: 120, tracking: -0.25)
    let typesetter = Typesetter()
    let second = 20 + typesetter.width([Span("48", font)]) - typesetter.width([Span("8", font)])
    let together = painted(scene(size, [text("48", font, x: 20, baseline: 125, hollow: 6)]))
    let apart = [text("4", font, x: 20, baseline: 125, hollow: 6), text("8", font, x: second, baseline: 125, hollow: 6)]
    let difference = together.difference(from: painted(scene(size, apart)), above: 40)
    #expect(difference.pixels == 0, "\(difference)")
}

@Test func numbersThatAreNoneAreNotDrawn() {
    let wrong = [Double.nan, .infinity, -.infinity, 1e300]
    for value in wrong {
        let items: [Item] = [
            .fill(Rect(x: value, y: 0, width: 10, height: 10), ink),
            .frame(Rect(x: 0, y: value, width: 10, height: value), thickness: value, ink),
            .filled(Path([.move(x: value, y: 0), .line(x: 10, y: value), .line(x: 10, y: 10)]), Color(red: value, green: 0, blue: 0)),
            .stroked(Path([.line(x: value, y: 10)]), width: value, join: .miter, ink),
            text("Bridge", Font(.text, weight: .max, size: value, tracking: value), x: value, baseline: value, width: value),
            text("Bridge", Font(.text, weight: -1, size: 20), baseline: 20, width: value, hollow: value),
        ]
        // Whatever is drawn of it, the canvas lives and the next scene is right.
        let typesetter = Typesetter()
        let canvas = Canvas(size: size, typesetter: typesetter)
        _ = canvas.draw(scene(size, items))
        _ = canvas.draw(scene(size, [.fill(Rect(x: 5, y: 5, width: 5, height: 5), ink)]))
        #expect(canvas.withPixels { Raster($0) } == painted(scene(size, [.fill(Rect(x: 5, y: 5, width: 5, height: 5), ink)])))
    }
}

extension PixelRect {
    fileprivate var area: Int { width * height }
}
