import Testing

@testable import Canvas

/// A comma behind a name in isolates stands behind it wherever the line ends: on the name's left, as in the words without isolates.
@Test func aLineThatEndsInsideAnIsolateKeepsItsOrder() {
    let typesetter = Typesetter()
    let marks: Set<Unicode.Scalar> = ["\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}"]
    let sentence = "توقف برنامج \u{2068}الجسم كله\u{2069} عند: \u{2068}\u{2068}اندفاع أمامي\u{2069}، المجموعة ٣ من ٣\u{2069}. قبل ٨ دقائق."
    let plain = String(String.UnicodeScalarView(sentence.unicodeScalars.filter { !marks.contains($0) }))
    for size in [24.0, 40] {
        let font = Font(.text, weight: 500, size: size)
        for width in stride(from: size * 6, to: size * 30, by: size / 3) {
            // From left to right, what is drawn. Blanks and marks draw nothing, and may be others.
            func lines(_ text: String) -> [[UInt32]] {
                typesetter.setting([Span(text, font)], width: width, maxLines: 9).lines.map { line in
                    line.glyphs.filter { typesetter.ink(ShapedLine(glyphs: [$0], width: 0)) != nil }.map(\.glyph)
                }
            }
            #expect(lines(sentence) == lines(plain), "\(width)")
        }
    }
}
