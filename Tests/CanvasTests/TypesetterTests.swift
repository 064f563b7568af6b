import Ports
import TestSupport
import Testing

@testable import Canvas

private let inter = Font(.text, weight: 600, size: 40)
private let display = Font(.display, weight: 800, size: 100)

@Test func aLineIsAsWideAsItsLettersAndTheGapsBetweenThem() {
    let typesetter = Typesetter()
    let plain = typesetter.width([Span("Bridge", inter)])
    #expect(plain > 120 && plain < 160)
    var tracked = inter
    tracked.tracking = 0.1
    #expect(abs(typesetter.width([Span("Bridge", tracked)]) - plain - 5 * 4) < 0.01)
    #expect(typesetter.width([]) == 0)
    #expect(typesetter.width([Span("", inter)]) == 0)
    #expect(typesetter.width([Span("a ", inter)]) > typesetter.width([Span("a", inter)]) + 5)
}

@Test func widthsGrowExactlyWithTheSize() {
    let typesetter = Typesetter()
    let spans = [Span("Mountain climbers 0:30", inter)]
    let one = typesetter.width(spans)
    for factor in [0.25, 0.5, 2, 7.3] {
        #expect(abs(typesetter.width(spans.sized(40 * factor)) - one * factor) < 0.03 * max(1, factor), "\(factor)")
    }
}

@Test func weightsAndFamiliesAreTheOnesAskedFor() {
    let typesetter = Typesetter()
    let widths = (1...9).map { typesetter.width([Span("Squats", Font(.display, weight: $0 * 100, size: 100))]) }
    #expect(Set(widths.map { Int($0 * 10) }).count == 9)
    #expect(typesetter.width([Span("Squats", Font(.text, weight: 400, size: 100))]) != widths[3])
}

@Test func tabularDigitsAreOfOneWidth() {
    let typesetter = Typesetter()
    let tabular = Font(.display, weight: 800, size: 100, tabular: true)
    #expect(Set((0...9).map { typesetter.width([Span("\($0)", tabular)]) }).count == 1)
    #expect(Set((0...9).map { typesetter.width([Span("\($0)", display)]) }).count > 1)
}

private let installed = ["/usr/share/fonts", "/usr/local/share/fonts"]

@Test func aCharacterOfNoNamedFontIsTakenFromAnyOther() throws {
    let shaper = Shaper(folders: installed)
    // Noto's families of Ethiopic and Cherokee are not named.
    let text = "Bridge ድልድይ ᎠᏏᎪ"
    let line = shaper.line(Paragraph([Span(text, inter)]), 0..<text.unicodeScalars.count)
    try #require(line.isWhole, "fonts-noto-core has them")
    #expect(Set(line.glyphs.map(\.face.id)).count >= 3, "each script has a face of its own, none taken for another's")
    // What the named ones have is from them, beside it or not.
    let alone = shaper.line(Paragraph([Span("Bridge", inter)]), 0..<6)
    #expect(alone.glyphs.map(\.glyph) == line.glyphs.prefix(6).map(\.glyph) && alone.glyphs.map(\.x) == line.glyphs.prefix(6).map(\.x))
    let box = shaper.line(Paragraph([Span("\u{10FFFD}", inter)]), 0..<1)
    #expect(!box.isWhole && box.glyphs.count == 1 && box.glyphs[0].isMissing)
}

@Test func aClockIsPutTogetherAsItIsShaped() throws {
    let shaper = Shaper(folders: installed)
    for family in [Font.Family.text, .display] {
        for (weight, size, tracking) in [(600, 36.9, -0.01), (800, 512.3, -0.03), (200, 77, 0), (400, 12.5, 0.02)] {
            let font = Font(family, weight: weight, size: size, tracking: tracking, tabular: true)
            let texts =
                (0...99).map { "\($0)" } + [
                    "0:00", "9:59", "11:11", "1:10:00", "10:47:13", "100:00:00", "::", "1:1", "47:14", "−0:00", "−4:38", "−1:10:00",
                ]
            for text in texts {
                let clock = try #require(shaper.clock(text, font))
                let shaped = shaper.line(Paragraph([Span(text, font)]), 0..<text.unicodeScalars.count)
                #expect(clock.width == shaped.width, "\(text) \(font)")
                #expect(
                    clock.glyphs.map { [Double($0.glyph), $0.x, $0.y] } == shaped.glyphs.map { [Double($0.glyph), $0.x, $0.y] },
                    "\(text) \(font)")
                #expect(zip(clock.glyphs, shaped.glyphs).allSatisfy { $0.face === $1.face })
            }
            for other in ["", "a", "1 2", "٣", "1.5", "12345678901234567"] { #expect(shaper.clock(other, font) == nil, "\(other)") }
        }
    }
    #expect(shaper.clock("0:52", Font(.text, weight: 600, size: 40)) == nil, "only tabular digits are alike whatever stands beside them")
}

@Test func aCapitalIsAsHighAsTheDesignCounts() throws {
    let typesetter = Typesetter()
    let metrics = typesetter.metrics(display)
    // 0.71875 by the design, measured on flat digits; the letter itself is a little higher.
    #expect(abs(metrics.capHeight - 72) < 1.5)
    #expect(metrics.ascent > metrics.capHeight && metrics.descent > 10)
    let seven = try #require(typesetter.ink([Span("7", display)]))
    #expect(abs(-seven.y - 71.875) < 1.5)
    #expect(abs(seven.maxY) < 0.1)
}

@Test func textBreaksAtSpacesHyphensAndSoftHyphensOnly() {
    let typesetter = Typesetter()
    let width = typesetter.width([Span("Mountain-", inter)]) + 1
    for whole in ["Mountain climbers", "Mountain-climbers", "Mountain\u{AD}climbers", "Mountain – climber"] {
        #expect(typesetter.lines([Span(whole, inter)], width: width) == 2, "\(whole)")
    }
    for stuck in ["Mountain/climbers", "Mountainclimbers", "Mountain.climbers", "Mountain\u{A0}climbers", "Mountain+climbers"] {
        #expect(typesetter.lines([Span(stuck, inter)], width: width) == nil, "\(stuck)")
    }
    #expect(typesetter.lines([Span("a b c d", inter)], width: 1) == nil)
    #expect(typesetter.lines([Span("", inter)], width: 1) == 1)
    #expect(typesetter.lines([Span("Next ", inter), Span("Squats", display)], width: 10_000) == 1)
}

@Test func aSoftHyphenShowsOnlyWhereTheLineBreaks() {
    let size = PixelSize(width: 400, height: 130)
    let soft = text("Kreuz\u{AD}heben", inter, baseline: 45, width: 150, maxLines: 2)
    let written = [text("Kreuz-", inter, baseline: 45), text("heben", inter, baseline: 85)]
    #expect(painted(scene(size, [soft])) == painted(scene(size, written)))
    let whole = text("Kreuz\u{AD}heben", inter, baseline: 45, width: 380)
    #expect(painted(scene(size, [whole])) == painted(scene(size, [text("Kreuzheben", inter, baseline: 45)])))
}

@Test func theLastLineEndsInAnEllipsisBetweenWords() {
    let size = PixelSize(width: 700, height: 150)
    let typesetter = Typesetter()
    let width = typesetter.width([Span("Bulgarian split squa…", inter)])
    let cut = text("Bulgarian split squats with pause", inter, baseline: 45, width: width)
    #expect(painted(scene(size, [cut])) == painted(scene(size, [text("Bulgarian split…", inter, baseline: 45)])))
    let two = text("Bulgarian split squats, with (intermissions)", inter, baseline: 45, width: width, maxLines: 2)
    let written = [text("Bulgarian split", inter, baseline: 45), text("squats, with…", inter, baseline: 85)]
    #expect(painted(scene(size, [two])) == painted(scene(size, written)))
    // No comma or hyphen is left dangling.
    let narrow = typesetter.width([Span("Push-ups, wi…", inter)])
    let comma = text("Push-ups, with pause", inter, baseline: 45, width: narrow)
    #expect(painted(scene(size, [comma])) == painted(scene(size, [text("Push-ups…", inter, baseline: 45)])))
}

@Test func aWordThatIsTooWideEndsBetweenLetters() {
    let size = PixelSize(width: 700, height: 150)
    let typesetter = Typesetter()
    let word = "Donaudampfschifffahrt"
    let width = typesetter.width([Span("Donaudampf…", inter)]) + 1
    let item = text(word + " und mehr", inter, baseline: 45, width: width, maxLines: 2)
    #expect(painted(scene(size, [item])) == painted(scene(size, [text("Donaudampf…", inter, baseline: 45)])))
    // Not between a letter and its accent.
    let accents = text("e\u{301}e\u{301}e\u{301}e\u{301}", inter, baseline: 45, width: typesetter.width([Span("ee…", inter)]) + 1)
    #expect(painted(scene(size, [accents])) == painted(scene(size, [text("éé…", inter, baseline: 45)])))
    // Not even the ellipsis fits: nothing is drawn, nothing is cut in two.
    #expect(painted(scene(size, [text(word, inter, baseline: 45, width: 5)])).inkBounds(field: paper).isEmpty)
}

@Test func aNameIsFittedLargestFirstThenWrappedThenCut() {
    let typesetter = Typesetter()
    let bridge = [Span("Bridge", display)]
    let one = typesetter.fit(bridge, width: 1000, oneLine: [130, 120, 110], wrapped: [100, 90]) { _ in 2 }
    #expect(one == Fitting(spans: bridge.sized(130), size: 130, lines: 1, isCut: false))
    let width = typesetter.width(bridge.sized(115))
    #expect(typesetter.fit(bridge, width: width, oneLine: [130, 120, 110], wrapped: [100]) { _ in 2 }.size == 110)

    let long = [Span("Mountain climbers", display)]
    let wrapped = typesetter.fit(long, width: 600, oneLine: [130, 120, 110], wrapped: [100, 90]) { _ in 2 }
    #expect(wrapped.size == 100 && wrapped.lines == 2 && !wrapped.isCut)
    let endless = [Span(String(repeating: "Mountain climbers ", count: 17), display)]
    let cut = typesetter.fit(endless, width: 600, oneLine: [130], wrapped: [100, 90]) { $0 > 95 ? 2 : 3 }
    #expect(cut.size == 90 && cut.lines == 3 && cut.isCut)
    let row = typesetter.fit(endless, width: 600, oneLine: [50], wrapped: []) { _ in 1 }
    #expect(row.size == 50 && row.lines == 1 && row.isCut)
}

@Test func aTextIsPlainWhateverItLooksLike() {
    let size = PixelSize(width: 900, height: 70)
    let typesetter = Typesetter()
    #expect(typesetter.width([Span("<b>x</b>", inter)]) > typesetter.width([Span("bxb", inter)]) + 40)
    let clean = painted(scene(size, [text("Push %s & up", inter, baseline: 45)]))
    for dirty in ["Push %s\u{0} & up\u{7}", "Push\t%s\n& up", "\u{FEFF}Push %s & up\u{1B}", "Pu\u{202D}sh %s & up\u{2069}"] {
        #expect(painted(scene(size, [text(dirty, inter, baseline: 45)])) == clean)
    }
}

@Test func noSpanReordersTheOneBesideIt() {
    let size = PixelSize(width: 900, height: 70)
    func pair(_ name: String) -> Raster {
        painted(
            scene(
                size,
                [
                    .text(
                        TextItem(
                            [Span("Next ", inter), Span(name, inter), Span(" 30 s", inter)], color: ink, x: 10, baseline: 45, width: 880))
                ]))
    }
    #expect(pair("\u{202E}abc") == pair("abc"))
    #expect(pair("abc\u{202E}\u{2067}") == pair("abc"))
    // A right-to-left name stays between the words of its sentence.
    let typesetter = Typesetter()
    let lead = typesetter.width([Span("Next ", inter)])
    let name = typesetter.width([Span("שלום", inter)])
    let sentence = pair("שלום")
    let alone = painted(scene(size, [text("שלום", inter, x: 10 + lead, baseline: 45)]))
    let tail = painted(scene(size, [text("30 s", inter, x: 10 + lead + name + typesetter.width([Span(" ", inter)]), baseline: 45)]))
    let middle = alone.inkBounds(field: paper)
    let end = tail.inkBounds(field: paper)
    for y in 0..<size.height {
        for x in middle.x..<middle.maxX where abs(Int(sentence[x, y] & 255) - Int(alone[x, y] & 255)) > 96 {
            Issue.record("the name moved at \(x), \(y)")
            return
        }
    }
    #expect(abs(sentence.inkBounds(field: paper).maxX - end.maxX) <= 1)
}

@Test func lettersThatJoinAreNotTornByTracking() {
    let typesetter = Typesetter()
    var tracked = inter
    tracked.tracking = 0.2
    #expect(typesetter.width([Span("جسر", tracked)]) == typesetter.width([Span("جسر", inter)]))
}

@Test func textWithoutAnyFontIsNotDrawn() {
    let typesetter = Typesetter(fontFolders: ["/nowhere/at <all> & \"never\""])
    #expect(typesetter.lines([Span("Bridge", inter)], width: 100) != 0)
    _ = typesetter.metrics(inter)
    let size = PixelSize(width: 300, height: 70)
    let picture = painted(scene(size, [text("Bridge 4 💪", inter, baseline: 45), text("8", inter, baseline: 45, hollow: 3)]), typesetter)
    #expect(picture == painted(scene(size, [])) || !picture.inkBounds(field: paper).isEmpty)
}

@Test func aCharacterThatNoFontHasIsABox() {
    let size = PixelSize(width: 300, height: 70)
    let box = painted(scene(size, [text("\u{10FFFD}", inter, baseline: 45)])).inkBounds(field: paper)
    #expect(box.height >= 27 && box.width >= 15 && box.width <= 25)
}

@Test func measuringGoesOnAfterThousandsOfTexts() {
    let typesetter = Typesetter()
    let first = typesetter.width([Span("Bridge", inter)])
    for number in 0..<3000 { _ = typesetter.width([Span("\(number)", Font(.text, weight: 400, size: 10 + Double(number % 300)))]) }
    #expect(typesetter.width([Span("Bridge", inter)]) == first)
}

@Test func whatIsIsolatedKeepsItsOwnDirectionAndTurnsNothingAround() {
    let typesetter = Typesetter()
    let font = Font(.text, weight: 500, size: 20)
    // The side is that of what stands outside; of nothing but isolates, that of their letters.
    #expect(typesetter.isRightToLeft([Span("\u{2068}Squats\u{2069} ثم راحة", font)]))
    #expect(!typesetter.isRightToLeft([Span("\u{200E}Rest \u{2068}15 ث\u{2069}", font)]))
    #expect(typesetter.isRightToLeft([Span("\u{2068}راحة\u{2069}, \u{2068}A\u{2069}", font)]))
    // Isolated, the Arabic argument cannot draw the words behind it to its other side: the x of "each" is behind it either way.
    let isolated = typesetter.width([Span("\u{200E}40 \u{2068}ث\u{2069}, each", font)])
    #expect(abs(isolated - typesetter.width([Span("\u{200E}40 ث, each", font)])) < 0.1)
    // One that a name leaves open is dropped, as every override is.
    #expect(typesetter.width([Span("a\u{2068}b\u{202E}c", font)]) == typesetter.width([Span("abc", font)]))
}
