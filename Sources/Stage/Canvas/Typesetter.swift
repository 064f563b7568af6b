import CCairo

/// Measures and breaks text with Pango; keeps what it measured, within bounds. Text is plain: no markup, control characters and bidi
/// overrides are dropped, and no span reorders another. A font that is missing is replaced; without any font nothing is drawn and
/// every width is 0. Not thread-safe: it belongs to the loop's thread, with the canvases and stages that use it.
public final class Typesetter {
    /// How far over the edge a line may reach and still count as fitting, in pixels: rounding must not cost a size.
    private static let slack = 1.0 / 64

    /// The lines of a text in a box.
    final class Setting {
        let lines: [ShapedLine]
        /// An ellipsis stands for the rest.
        let isCut: Bool

        init(lines: [ShapedLine], isCut: Bool) {
            self.lines = lines
            self.isCut = isCut
        }
    }

    private struct Box: Hashable {
        var spans: [Span]
        var width: Double
        var maxLines: Int
    }

    private let shaper: Shaper
    private var paragraphs = Recent<[Span], Paragraph>(budget: 512)
    private var settings = Recent<Box, Setting>(budget: 512)
    private var counts = Recent<Box, Int?>(budget: 1024)
    private var metricsOfFonts = Recent<Font, FontMetrics>(budget: 128)

    /// Uses the fonts that are installed for everybody.
    public convenience init() { self.init(fontFolders: ["/usr/share/fonts", "/usr/local/share/fonts"]) }

    /// Uses the fonts in these folders and below them only.
    public init(fontFolders: [String]) { shaper = Shaper(folders: fontFolders) }

    /// The advance of one line, in pixels: everything that is in the spans, spaces at the ends included. Tracking is added between
    /// letters, not after the last one.
    public func width(_ spans: [Span]) -> Double { whole(paragraph(spans)).width }

    /// How many lines the text takes when broken at spaces, hyphens and soft hyphens; nil when one word alone is wider. No text is
    /// one line.
    public func lines(_ spans: [Span], width: Double) -> Int? {
        counts.value(Box(spans: spans, width: width, maxLines: 0)) {
            let paragraph = paragraph(spans)
            var count = 0
            var start = 0
            repeat {
                guard let line = fill(paragraph, from: start, width: width) else { return nil }
                count += 1
                start = line.next
            } while start < paragraph.scalars.count
            return count
        }
    }

    /// The ink of one line: from its start on the baseline, y down, in pixels. nil when there is none.
    public func ink(_ spans: [Span]) -> Rect? { ink(whole(paragraph(spans))) }

    /// Distances from the baseline, in pixels.
    public func metrics(_ font: Font) -> FontMetrics {
        metricsOfFonts.value(font) {
            let description = shaper.book.description(font)
            defer { pango_font_description_free(description) }
            let capital = ink([Span("H", font)])
            guard let metrics = FontBook.inTurn({ pango_context_get_metrics(shaper.book.context, description, nil) }) else {
                return FontMetrics(ascent: 0, descent: 0, capHeight: 0)
            }
            defer { pango_font_metrics_unref(metrics) }
            let unit = FontBook.size(font) / FontBook.reference / Double(PANGO_SCALE)
            return FontMetrics(
                ascent: Double(pango_font_metrics_get_ascent(metrics)) * unit,
                descent: Double(pango_font_metrics_get_descent(metrics)) * unit, capHeight: -(capital?.y ?? 0))
        }
    }

    /// Fits a text into a box as the design says: one line at the sizes listed, largest first; then several lines at the wrap sizes;
    /// then the smallest size, with an ellipsis on the last line. Every span takes the size that is tried.
    /// - Parameters:
    ///   - width: the box's, in pixels.
    ///   - oneLine: em sizes in pixels, largest first; may be empty.
    ///   - wrapped: em sizes in pixels, largest first; may be empty.
    ///   - maxLines: how many lines there is room for at a wrapped size; at least 1.
    public func fit(_ spans: [Span], width: Double, oneLine: [Double], wrapped: [Double], maxLines: (Double) -> Int) -> Fitting {
        for size in oneLine {
            let sized = spans.sized(size)
            if self.width(sized) <= width + Typesetter.slack { return Fitting(spans: sized, size: size, lines: 1, isCut: false) }
        }
        for size in wrapped {
            let sized = spans.sized(size)
            if let count = lines(sized, width: width), count <= max(1, maxLines(size)) {
                return Fitting(spans: sized, size: size, lines: count, isCut: false)
            }
        }
        guard let size = wrapped.last ?? oneLine.last else { return Fitting(spans: spans, size: 0, lines: 1, isCut: true) }
        let sized = spans.sized(size)
        let setting = setting(sized, width: width, maxLines: wrapped.isEmpty ? 1 : max(1, maxLines(size)))
        return Fitting(spans: sized, size: size, lines: max(1, setting.lines.count), isCut: setting.isCut)
    }

    // The fonts that the lines hold go before the book that they are from.
    deinit {
        settings.removeAll()
        paragraphs.removeAll()
    }

    // MARK: - For the canvas

    /// The lines as they are drawn: at most `maxLines`, the last with an ellipsis when the text does not fit.
    func setting(_ spans: [Span], width: Double, maxLines: Int) -> Setting {
        settings.value(Box(spans: spans, width: width, maxLines: maxLines)) {
            if spans.count == 1, let clock = shaper.clock(spans[0].string, spans[0].font), clock.width <= width + Typesetter.slack {
                return Setting(lines: [clock], isCut: false)
            }
            let paragraph = paragraph(spans)
            var lines: [ShapedLine] = []
            var start = 0
            while start < paragraph.scalars.count {
                guard lines.count + 1 < max(1, maxLines), let line = fill(paragraph, from: start, width: width) else {
                    return last(paragraph, from: start, width: width, after: lines)
                }
                lines.append(line.line)
                start = line.next
            }
            return Setting(lines: lines, isCut: false)
        }
    }

    /// The ink of a shaped line, as `ink(_:)`.
    func ink(_ line: ShapedLine) -> Rect? {
        var left = Double.infinity
        var top = Double.infinity
        var right = -Double.infinity
        var bottom = -Double.infinity
        for glyph in line.glyphs {
            var box = PangoRectangle()
            if glyph.isMissing { continue }
            pango_font_get_glyph_extents(glyph.face.font, glyph.glyph, &box, nil)
            guard box.width > 0, box.height > 0 else { continue }
            let face = glyph.face
            left = min(left, glyph.x + face.pixels(box.x))
            top = min(top, glyph.y + face.pixels(box.y))
            right = max(right, glyph.x + face.pixels(box.x + box.width))
            bottom = max(bottom, glyph.y + face.pixels(box.y + box.height))
        }
        return left < right ? Rect(x: left, y: top, width: right - left, height: bottom - top) : nil
    }

    // MARK: - Breaking

    func paragraph(_ spans: [Span]) -> Paragraph { paragraphs.value(spans) { Paragraph(spans) } }

    private func whole(_ paragraph: Paragraph) -> ShapedLine {
        if let whole = paragraph.whole { return whole }
        let whole = shaper.line(paragraph, paragraph.scalars.indices)
        paragraph.whole = whole
        return whole
    }

    private func line(_ paragraph: Paragraph, _ range: Range<Int>) -> ShapedLine {
        let visible = paragraph.trimmed(range)
        if visible == paragraph.scalars.indices { return whole(paragraph) }
        let isSoft = range.upperBound < paragraph.scalars.count && paragraph.scalars[range.upperBound - 1].value == 0xAD
        return shaper.line(paragraph, visible, ending: isSoft ? .hyphen : .none)
    }

    /// As much as fits on a line that starts at `start`, and where the next one starts; nil when the first word alone is wider.
    private func fill(_ paragraph: Paragraph, from start: Int, width: Double) -> (line: ShapedLine, next: Int)? {
        let ends = paragraph.breaks.drop { $0 <= start }
        guard let end = ends.last else { return (ShapedLine(glyphs: [], width: 0), paragraph.scalars.count) }
        let rest = line(paragraph, start..<end)
        if rest.width <= width + Typesetter.slack { return (rest, end) }
        return longest(Array(ends.dropLast()), width: width) { line(paragraph, start..<$0) }
    }

    /// The last line there is room for: the rest of the text, or what fits before an ellipsis. It ends between words unless the
    /// first word alone is too wide; then it ends between letters.
    private func last(_ paragraph: Paragraph, from start: Int, width: Double, after lines: [ShapedLine]) -> Setting {
        let end = paragraph.scalars.count
        let rest = line(paragraph, start..<end)
        if rest.width <= width + Typesetter.slack { return Setting(lines: lines + [rest], isCut: false) }
        let cut = { (end: Int) in
            self.shaper.line(paragraph, paragraph.trimmedForEllipsis(start..<end), ending: .ellipsis)
        }
        let words = paragraph.breaks.filter { $0 > start && $0 < end && !paragraph.trimmedForEllipsis(start..<$0).isEmpty }
        if let best = longest(words, width: width, make: cut) { return Setting(lines: lines + [best.line], isCut: true) }
        let first = words.first ?? end
        let letters = (start + 1..<max(first, start + 1)).filter { paragraph.startsLetter[$0] }
        if let best = longest(Array(letters), width: width, make: cut) { return Setting(lines: lines + [best.line], isCut: true) }
        let bare = shaper.line(paragraph, start..<start, ending: .ellipsis)
        return Setting(lines: bare.width <= width + Typesetter.slack ? lines + [bare] : lines, isCut: true)
    }

    /// The last of the ends whose line fits; a longer text is taken to be a wider one.
    private func longest(_ ends: [Int], width: Double, make: (Int) -> ShapedLine) -> (line: ShapedLine, next: Int)? {
        var best: (line: ShapedLine, next: Int)?
        var low = 0
        var high = ends.count
        while low < high {
            let middle = (low + high) / 2
            let line = make(ends[middle])
            if line.width <= width + Typesetter.slack {
                best = (line, ends[middle])
                low = middle + 1
            } else {
                high = middle
            }
        }
        return best
    }
}

/// Distances from the baseline, in pixels, all positive.
public struct FontMetrics: Hashable, Sendable {
    public var ascent: Double
    public var descent: Double
    /// The height of a flat capital letter (H).
    public var capHeight: Double
}

/// What `Typesetter.fit` found.
public struct Fitting: Hashable, Sendable {
    /// The spans at the size that fits.
    public var spans: [Span]
    /// The em, in pixels.
    public var size: Double
    /// How many lines it takes.
    public var lines: Int
    /// Not even the smallest size shows it whole: it ends in an ellipsis.
    public var isCut: Bool

    public init(spans: [Span], size: Double, lines: Int, isCut: Bool) {
        self.spans = spans
        self.size = size
        self.lines = lines
        self.isCut = isCut
    }
}

extension [Span] {
    /// The same text at another em size, in pixels.
    public func sized(_ size: Double) -> [Span] {
        map { span in
            var span = span
            span.font.size = size
            return span
        }
    }
}
