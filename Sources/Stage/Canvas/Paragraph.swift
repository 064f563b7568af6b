import CCairo

/// The characters of one text item, cleaned, with the places where a line may end. Plain text: no markup, no control characters,
/// no bidi overrides. Indices below are into `scalars`.
final class Paragraph {
    /// Longer texts are cut here: a name has 300 letters, and the loop must not be held.
    static let limit = 4096

    let scalars: [Unicode.Scalar]
    /// Which span each scalar belongs to.
    let owners: [Int32]
    let fonts: [Font]
    /// By the first strong character, as CSS's `unicode-bidi: plaintext`.
    let isRightToLeft: Bool
    /// The same of each span.
    let areRightToLeft: [Bool]
    private let hasIsolates: Bool
    /// Where a line may end: before this index, or (the last one) at the end.
    let breaks: [Int]
    /// True before a scalar that starts a new letter as a person counts them.
    let startsLetter: [Bool]
    /// The whole text on one line; made when first asked for.
    var whole: ShapedLine?

    init(_ spans: [Span]) {
        var scalars: [Unicode.Scalar] = []
        var owners: [Int32] = []
        for (index, span) in spans.enumerated() {
            let isolates = Paragraph.wholeIsolates(in: span.string)
            for (place, scalar) in span.string.unicodeScalars.enumerated() where scalars.count < Paragraph.limit {
                guard let clean = isolates[place] ?? Paragraph.clean(scalar) else { continue }
                scalars.append(clean)
                owners.append(Int32(index))
            }
        }
        self.scalars = scalars
        self.owners = owners
        hasIsolates = scalars.contains { Paragraph.opensIsolate($0) }
        areRightToLeft = spans.map { Paragraph.direction(of: Array($0.string.unicodeScalars)) }
        fonts = spans.map(\.font)

        var text = String(String.UnicodeScalarView(scalars))
        let attributes = text.withUTF8 { bytes -> [PangoLogAttr] in
            var attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: scalars.count + 1)
            guard let base = bytes.baseAddress, !bytes.isEmpty else { return attributes }
            base.withMemoryRebound(to: CChar.self, capacity: bytes.count) { chars in
                pango_get_log_attrs(
                    chars, Int32(bytes.count), -1, pango_language_from_string("en"), &attributes, Int32(attributes.count))
            }
            return attributes
        }
        isRightToLeft = Paragraph.direction(of: scalars)
        startsLetter = attributes.map { $0.is_cursor_position != 0 }
        var breaks: [Int] = []
        for index in scalars.indices.dropFirst() where attributes[index].is_line_break != 0 {
            if Paragraph.mayBreak(after: scalars[index - 1], before: scalars[index]) { breaks.append(index) }
        }
        if !scalars.isEmpty { breaks.append(scalars.count) }
        self.breaks = breaks
    }

    /// The places of isolates (UAX 9: LRI, RLI, FSI up to PDI) that end where they began, in their span: what is in them cannot reorder
    /// what stands beside them, so they stay, unlike those that a name leaves open. An FSI says which direction it found: on a line that
    /// ends inside it there may be no letter left to find it by.
    private static func wholeIsolates(in text: String) -> [Int: Unicode.Scalar] {
        if !text.utf8.contains(0xE2) { return [:] }
        let scalars = Array(text.unicodeScalars)
        var open: [Int] = []
        var whole: [Int: Unicode.Scalar] = [:]
        for (place, scalar) in scalars.enumerated() {
            if opensIsolate(scalar) {
                open.append(place)
            } else if scalar == popIsolate, let start = open.popLast() {
                let isRightToLeft =
                    scalars[start] == "\u{2067}" || scalars[start] == "\u{2068}" && direction(of: scalars[(start + 1)..<place])
                whole[start] = isolate(isRightToLeft)
                whole[place] = scalar
            }
        }
        return whole
    }

    /// LRI or RLI.
    static func isolate(_ isRightToLeft: Bool) -> Unicode.Scalar { isRightToLeft ? "\u{2067}" : "\u{2066}" }
    static let popIsolate: Unicode.Scalar = "\u{2069}"
    private static func opensIsolate(_ scalar: Unicode.Scalar) -> Bool { (0x2066...0x2068).contains(scalar.value) }

    /// The isolates of its span that are open before this scalar: a line that begins or ends inside one opens or closes it itself.
    func openIsolates(before index: Int) -> [Unicode.Scalar] {
        guard hasIsolates, index > 0 else { return [] }
        let owner = index < owners.count ? owners[index] : owners[index - 1]
        var open: [Unicode.Scalar] = []
        for place in 0..<index where owners[place] == owner {
            if Paragraph.opensIsolate(scalars[place]) { open.append(scalars[place]) }
            if scalars[place] == Paragraph.popIsolate { _ = open.popLast() }
        }
        return open
    }

    /// By the first letter that has a direction; what is isolated does not count (rule P2).
    private static func direction(of scalars: some Collection<Unicode.Scalar>) -> Bool {
        var depth = 0
        for scalar in scalars {
            switch scalar.value {
            case 0x2066...0x2068: depth += 1
            case 0x2069: depth -= 1
            default: if depth == 0, let isRightToLeft = isRightToLeft(scalar) { return isRightToLeft }
            }
        }
        // Nothing but isolates: a list of names.
        return scalars.lazy.compactMap(isRightToLeft).first ?? false
    }

    /// nil for a character without a direction of its own (rule P2 of the bidi algorithm, UAX 9).
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool? {
        switch scalar.value {
        case 0x200E: return false
        case 0x200F, 0x061C: return true
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
            return scalar.properties.isAlphabetic ? true : nil
        default: return scalar.properties.isAlphabetic ? false : nil
        }
    }

    /// nil drops it. Tabs and ends of lines part words, so they become spaces.
    private static func clean(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029: return " "
        case 0x00...0x1F, 0x7F...0x9F: return nil
        // Embeddings, overrides and isolates that stay open: they reorder what stands beside them. Marks (200E, 200F, 061C) stay.
        case 0x202A...0x202E, 0x2066...0x2069: return nil
        // A byte-order mark and interlinear annotation: no ink, no meaning here.
        case 0xFEFF, 0xFFF9...0xFFFB: return nil
        default: return scalar
        }
    }

    /// Unicode's line breaking allows more than the design does ("and/or"): words break only at spaces, hyphens and soft hyphens,
    /// and, in scripts that write without spaces, where their own rules say.
    private static func mayBreak(after last: Unicode.Scalar, before next: Unicode.Scalar) -> Bool {
        if isSpace(last) || isHyphen(last) || last.value == 0xAD || last.value == 0x200B { return true }
        return writesWithoutSpaces(last) && writesWithoutSpaces(next)
    }

    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        // 00A0, 202F and 2007 do not break.
        switch scalar.value {
        case 0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: return true
        default: return false
        }
    }

    static func isHyphen(_ scalar: Unicode.Scalar) -> Bool {
        // Hyphen-minus, hyphen, en and em dash, Hebrew maqaf.
        switch scalar.value {
        case 0x2D, 0x2010, 0x2013, 0x2014, 0x05BE: return true
        default: return false
        }
    }

    private static func writesWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Thai, Lao, Myanmar, Khmer.
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: return true
        // Kana, ideographs, their punctuation and full-width forms.
        case 0x2E80...0x9FFF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF: return true
        default: return false
        }
    }

    /// The range without the spaces and soft hyphens at its ends, which a line does not show.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, isInvisible(scalars[lower]) { lower += 1 }
        while upper > lower, isInvisible(scalars[upper - 1]) { upper -= 1 }
        return lower..<upper
    }

    /// Where an ellipsis may follow: no spaces, and no dangling comma, dash or opening bracket, in front of it.
    func trimmedForEllipsis(_ range: Range<Int>) -> Range<Int> {
        var upper = range.upperBound
        while upper > range.lowerBound {
            let last = scalars[upper - 1]
            let dangles: Bool
            switch last.value {
            case 0x2C, 0x2E, 0x3A, 0x3B, 0x28, 0x5B, 0xB7, 0x2026: dangles = true
            default: dangles = isInvisible(last) || Paragraph.isHyphen(last)
            }
            if !dangles { break }
            upper -= 1
        }
        return trimmed(range.lowerBound..<upper)
    }

    private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        Paragraph.isSpace(scalar) || scalar.value == 0xAD || scalar.value == 0x200B
    }
}
