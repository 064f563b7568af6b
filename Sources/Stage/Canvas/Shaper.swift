import CCairo

/// One glyph of a line, from the line's start on its baseline, in pixels, y down.
struct ShapedGlyph {
    var face: Face
    /// The font's number for it, or Pango's "no such glyph" flag with the character.
    var glyph: UInt32
    var x: Double
    var y: Double
    /// How far it stands from where its advance begins, and its advance without tracking.
    var shift: Double
    var advance: Double

    /// Not in any font: drawn as an empty box.
    var isMissing: Bool { glyph & 0x1000_0000 != 0 }
}

/// A line of glyphs in the order in which they are drawn, from left to right.
final class ShapedLine {
    let glyphs: [ShapedGlyph]
    /// From the first origin to the end of the last advance, in pixels.
    let width: Double
    /// Every character had a glyph.
    let isWhole: Bool

    init(glyphs: [ShapedGlyph], width: Double, isWhole: Bool = true) {
        self.glyphs = glyphs
        self.width = width
        self.isWhole = isWhole
    }
}

/// One font's glyphs for what a clock shows, by the character and the one behind it.
private final class Figures {
    var glyphs: [UInt64: ShapedGlyph] = [:]

    /// ASCII digits, their colon, and the minus (U+2212) before what remains.
    static func holds(_ scalar: Unicode.Scalar) -> Bool {
        (0x30...0x3A).contains(scalar.value) || scalar.value == 0x2212
    }
}

/// Turns characters into glyphs with Pango, a line at a time.
final class Shaper {
    enum Ending: String {
        case none = ""
        case hyphen = "-"
        case ellipsis = "\u{2026}"
    }

    /// How wide the box of a missing glyph is, in em.
    static let missingAdvance = 0.62

    /// Noto's Arabic reaches 1.4 em from its highest mark to its lowest tail, where Inter's letters take 1 em: set a little smaller, it
    /// looks as large and keeps to lines that were measured for Latin.
    static let arabicScale = 0.86

    let book: FontBook
    /// With every font there is, once a character was met that the named ones do not have.
    private lazy var wholeBook = FontBook(folders: folders, isWhole: true)
    private let folders: [String]
    private var figures = Recent<Font, Figures>(budget: 16)
    private var digitAdvances = Recent<Font, Double>(budget: 128)

    init(folders: [String]) {
        self.folders = folders
        book = FontBook(folders: folders)
    }

    /// The widest digit's advance. Inter Display 4.0 beta, Debian 12's, has tabular figures of nine widths, and even Inter's differ in a
    /// hundredth of an em: so tabular digits are set in slots of this width.
    private func digitAdvance(_ font: Font) -> Double {
        var reference = font
        reference.size = FontBook.reference
        let advance = digitAdvances.value(reference) {
            (0...9).map { digit in
                let paragraph = Paragraph([Span(String(digit), reference)])
                return shape(String(digit), [(0, 1, 0)], paragraph, inSlots: false).width
            }.max() ?? 0
        }
        return advance * FontBook.size(font) / FontBook.reference
    }

    /// Digits and the marks between them as one line, put together from glyphs that were shaped before: the digits of a clock change every
    /// second, and nothing else does. The same as `line` would make, since only two neighbours bear on each other in these fonts when
    /// contextual alternates are off, which they are for tabular digits. Nil for any other text.
    func clock(_ text: String, _ font: Font) -> ShapedLine? {
        guard font.tabular, (1...16).contains(text.utf8.count) else { return nil }
        let figures = figures.value(font) { Figures() }
        var glyphs: [ShapedGlyph] = []
        glyphs.reserveCapacity(text.utf8.count)
        // As in `read`.
        var x = 0.0
        var lastTracking = 0.0
        var scalars = text.unicodeScalars.makeIterator()
        var current = scalars.next()
        while let scalar = current {
            current = scalars.next()
            guard Figures.holds(scalar), var glyph = figure(scalar, before: current, font, figures) else { return nil }
            glyph.x = x + glyph.shift
            glyphs.append(glyph)
            x += glyph.advance
            if glyph.advance > 0 {
                lastTracking = font.tracking * font.size
                x += lastTracking
            }
        }
        return ShapedLine(glyphs: glyphs, width: x - lastTracking)
    }

    /// The glyph of a figure before another, or at the end.
    private func figure(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?, _ font: Font, _ figures: Figures) -> ShapedGlyph? {
        let key = UInt64(scalar.value) << 32 | UInt64(next?.value ?? 0)
        if let known = figures.glyphs[key] { return known }
        guard next.map(Figures.holds) ?? true else { return nil }
        var pair = String(scalar)
        if let next { pair.unicodeScalars.append(next) }
        let shaped = line(Paragraph([Span(pair, font)]), 0..<pair.unicodeScalars.count)
        guard shaped.glyphs.count == pair.unicodeScalars.count, !shaped.glyphs[0].isMissing else { return nil }
        figures.glyphs[key] = shaped.glyphs[0]
        return shaped.glyphs[0]
    }

    /// The scalars of `range` as one line, with the ending in the last scalar's font.
    func line(_ paragraph: Paragraph, _ range: Range<Int>, ending: Ending = .none) -> ShapedLine {
        guard !range.isEmpty || ending != .none, !paragraph.fonts.isEmpty else { return ShapedLine(glyphs: [], width: 0) }
        var text = ""
        // The spans' bytes, in order.
        var runs: [(start: Int, end: Int, owner: Int)] = []
        let isolates = paragraph.fonts.count > 1
        var index = range.lowerBound
        func append(_ owner: Int, _ body: (inout String) -> Void) {
            let start = text.utf8.count
            // A span of one direction must not reorder the others beside it.
            if isolates { text.unicodeScalars.append(Paragraph.isolate(paragraph.areRightToLeft[owner])) }
            body(&text)
            if isolates { text.unicodeScalars.append(Paragraph.popIsolate) }
            runs.append((start, text.utf8.count, owner))
        }
        while index < range.upperBound {
            let owner = paragraph.owners[index]
            var end = index
            while end < range.upperBound, paragraph.owners[end] == owner { end += 1 }
            append(Int(owner)) { text in
                text.unicodeScalars.append(contentsOf: paragraph.openIsolates(before: index))
                for scalar in paragraph.scalars[index..<end] where scalar.value != 0xAD { text.unicodeScalars.append(scalar) }
                if end < paragraph.scalars.count, paragraph.owners[end] == owner {
                    for _ in paragraph.openIsolates(before: end) { text.unicodeScalars.append(Paragraph.popIsolate) }
                }
                if end == range.upperBound { text += ending.rawValue }
            }
            index = end
        }
        if range.isEmpty { append(0) { $0 += ending.rawValue } }
        return shape(text, runs, paragraph)
    }

    private func shape(
        _ text: String, _ runs: [(start: Int, end: Int, owner: Int)], _ paragraph: Paragraph, inSlots: Bool = true
    ) -> ShapedLine {
        let slots = paragraph.fonts.map { inSlots && $0.tabular ? digitAdvance($0) : nil }
        return FontBook.inTurn {
            let line = shape(text, runs, paragraph, slots, book)
            return line.isWhole ? line : shape(text, runs, paragraph, slots, wholeBook)
        }
    }

    private func shape(
        _ text: String, _ runs: [(start: Int, end: Int, owner: Int)], _ paragraph: Paragraph, _ slots: [Double?], _ book: FontBook
    ) -> ShapedLine {
        guard let layout = pango_layout_new(book.context), let attributes = pango_attr_list_new() else {
            return ShapedLine(glyphs: [], width: 0)
        }
        defer {
            pango_attr_list_unref(attributes)
            g_object_unref(UnsafeMutableRawPointer(layout))
        }
        var arabic: [Range<Int>] = []
        for run in runs {
            let font = paragraph.fonts[run.owner]
            let description = book.description(font)
            insert(pango_attr_font_desc_new(description), run.start, run.end, attributes)
            pango_font_description_free(description)
            for part in Shaper.arabic(in: text, run.start..<run.end) {
                arabic.append(part)
                let description = book.description(font, scale: Shaper.arabicScale)
                insert(pango_attr_font_desc_new(description), part.lowerBound, part.upperBound, attributes)
                pango_font_description_free(description)
            }
            // Digits of one width, and a colon between them on the baseline: Inter's contextual alternates would raise it.
            if font.tabular { insert(pango_attr_font_features_new("tnum=1, calt=0"), run.start, run.end, attributes) }
        }
        pango_context_set_base_dir(book.context, paragraph.isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
        pango_layout_set_auto_dir(layout, 0)
        pango_layout_set_single_paragraph_mode(layout, 1)
        pango_layout_set_text(layout, text, Int32(text.utf8.count))
        pango_layout_set_attributes(layout, attributes)
        guard let line = pango_layout_get_line_readonly(layout, 0) else { return ShapedLine(glyphs: [], width: 0) }
        return read(line.pointee.runs, Array(text.utf8), runs, paragraph, slots, arabic, book)
    }

    /// The stretches of Arabic letters and marks, in bytes; none in almost every text.
    private static func arabic(in text: String, _ range: Range<Int>) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var place = 0
        for scalar in text.unicodeScalars {
            let end = place + UTF8.width(scalar)
            defer { place = end }
            guard place >= range.lowerBound, end <= range.upperBound, isArabic(scalar) else { continue }
            if let last = found.last, last.upperBound == place {
                found[found.count - 1] = last.lowerBound..<end
            } else {
                found.append(place..<end)
            }
        }
        return found
    }

    private static func isArabic(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Its own digits (660 to 669) keep the size of all digits.
        case 0x660...0x669, 0x6F0...0x6F9: false
        case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFC: true
        default: false
        }
    }

    private func insert(
        _ attribute: UnsafeMutablePointer<PangoAttribute>?, _ start: Int, _ end: Int, _ list: OpaquePointer
    ) {
        guard let attribute else { return }
        attribute.pointee.start_index = UInt32(start)
        attribute.pointee.end_index = UInt32(end)
        pango_attr_list_insert(list, attribute)
    }

    private func read(
        _ list: UnsafeMutablePointer<GSList>?, _ text: [UInt8], _ runs: [(start: Int, end: Int, owner: Int)], _ paragraph: Paragraph,
        _ slots: [Double?], _ arabic: [Range<Int>], _ book: FontBook
    ) -> ShapedLine {
        var glyphs: [ShapedGlyph] = []
        var x = 0.0
        // What stands after the last letter belongs to no gap: taken off again at the end.
        var lastTracking = 0.0
        var isWhole = true
        var node = list
        while let current = node {
            node = current.pointee.next
            guard let data = current.pointee.data else { continue }
            let run = data.assumingMemoryBound(to: PangoGlyphItem.self).pointee
            guard let item = run.item?.pointee, let string = run.glyphs?.pointee else { continue }
            guard let font = item.analysis.font else {
                isWhole = false
                continue
            }
            let owner = runs.first { Int(item.offset) < $0.end }?.owner ?? 0
            let style = paragraph.fonts[owner]
            let scale = arabic.contains { $0.contains(Int(item.offset)) } ? Shaper.arabicScale : 1
            let face = book.face(font, of: style, scale: scale)
            let tracking = Shaper.isCursive(item.analysis.script) ? 0 : style.tracking * style.size
            let slot = slots[owner]
            let count = Int(string.num_glyphs)
            var clusterWidth = 0.0
            for index in 0..<count {
                let info = string.glyphs[index]
                let cluster = string.log_clusters[index]
                let isFirst = index == 0 || string.log_clusters[index - 1] != cluster
                let isLast = index + 1 == count || string.log_clusters[index + 1] != cluster
                var width = face.pixels(info.geometry.width)
                let isMissing = info.glyph & 0x1000_0000 != 0
                var shift = face.pixels(info.geometry.x_offset)
                if isMissing {
                    isWhole = false
                    width = Shaper.missingAdvance * face.size
                    shift = 0
                } else if let slot, isFirst, isLast, (48...57).contains(text[Int(item.offset + cluster)]) {
                    shift += (slot - width) / 2
                    width = slot
                }
                if info.glyph != 0x0FFF_FFFF {
                    glyphs.append(
                        ShapedGlyph(
                            face: face, glyph: info.glyph, x: x + shift, y: face.pixels(info.geometry.y_offset), shift: shift,
                            advance: width))
                }
                x += width
                clusterWidth += width
                if isLast {
                    if clusterWidth > 0 {
                        x += tracking
                        lastTracking = tracking
                    }
                    clusterWidth = 0
                }
            }
        }
        return ShapedLine(glyphs: glyphs, width: x - lastTracking, isWhole: isWhole)
    }

    /// Scripts whose letters join: a gap between them would tear words (CSS Text 3, section 8.2.1).
    private static func isCursive(_ script: UInt8) -> Bool {
        let cursive = [
            G_UNICODE_SCRIPT_ARABIC, G_UNICODE_SCRIPT_SYRIAC, G_UNICODE_SCRIPT_MONGOLIAN, G_UNICODE_SCRIPT_NKO, G_UNICODE_SCRIPT_MANDAIC,
            G_UNICODE_SCRIPT_PHAGS_PA, G_UNICODE_SCRIPT_ADLAM,
        ]
        return cursive.contains { UInt32(bitPattern: $0.rawValue) == UInt32(script) }
    }
}
