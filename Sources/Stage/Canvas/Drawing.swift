import Ports

/// An item as marks on the sheet: where each one goes, and what it touches.
struct Drawing {
    enum Shape {
        case box(Rect)
        case stencil(Stencil)
        case sticker(Sticker)
    }

    struct Mark {
        var shape: Shape
        var x: Int
        var y: Int
        /// The pixels that it touches.
        var bounds: PixelRect
        /// No mark before it in its drawing touches the same pixels.
        var isAlone = true
    }

    var ink: Ink
    var marks: [Mark]
    var bounds: PixelRect

    static let blank = Drawing(ink: Ink(Color(0, alpha: 0)), marks: [])

    init(ink: Ink, marks: [Mark]) {
        self.ink = ink
        var marks = ink.alpha == 0 ? [] : marks.contains { $0.bounds.isEmpty } ? marks.filter { !$0.bounds.isEmpty } : marks
        for index in marks.indices.dropFirst() {
            let bounds = marks[index].bounds
            // Of a long text the later letters are not looked into: that only costs the painting of them a little.
            marks[index].isAlone = index < 64 && !marks[..<index].contains { $0.bounds.intersects(bounds) }
        }
        self.marks = marks
        bounds = marks.reduce(PixelRect(x: 0, y: 0, width: 0, height: 0)) { $0.union($1.bounds) }
    }

    func touches(_ rect: PixelRect) -> Bool { bounds.intersects(rect) && marks.contains { $0.bounds.intersects(rect) } }

    /// True when nothing shows through it anywhere in the rectangle.
    func hides(_ rect: PixelRect) -> Bool {
        guard ink.isOpaque, marks.count == 1, case .box(let box) = marks[0].shape else { return false }
        return box.x <= Double(rect.x) && box.y <= Double(rect.y) && box.maxX >= Double(rect.maxX) && box.maxY >= Double(rect.maxY)
    }
}

extension Drawing.Mark {
    init(_ box: Rect) { self.init(shape: .box(box), x: 0, y: 0, bounds: box.touched) }

    init(_ stencil: Stencil, x: Int = 0, y: Int = 0) {
        let bounds = PixelRect(x: x + stencil.left, y: y + stencil.top, width: stencil.width, height: stencil.height)
        self.init(shape: .stencil(stencil), x: x, y: y, bounds: bounds)
    }

    init(_ sticker: Sticker, x: Int, y: Int) {
        let bounds = PixelRect(x: x + sticker.left, y: y + sticker.top, width: sticker.width, height: sticker.height)
        self.init(shape: .sticker(sticker), x: x, y: y, bounds: bounds)
    }

    /// True when both put the same on the same pixels.
    func equals(_ other: Drawing.Mark) -> Bool {
        guard x == other.x, y == other.y else { return false }
        switch (shape, other.shape) {
        case (.box(let one), .box(let two)): return one == two
        case (.stencil(let one), .stencil(let two)): return one === two
        case (.sticker(let one), .sticker(let two)): return one === two
        default: return false
        }
    }

    /// `base`: the pixel that is everywhere under it, if that is known.
    func paint(on sheet: Sheet, _ ink: Ink, base: UInt32?, clip: PixelRect) {
        switch shape {
        case .box(let box): sheet.fill(box, ink, base: base, clip: clip)
        case .stencil(let stencil): sheet.stamp(stencil, x: x, y: y, ink, base: base, clip: clip)
        case .sticker(let sticker): sheet.lay(sticker, x: x, y: y, ink, clip: clip)
        }
    }
}

/// Turns items into drawings.
struct Drafter {
    let typesetter: Typesetter
    let cutter: Cutter

    func drawing(_ item: Item) -> Drawing {
        switch item {
        case .fill(let rect, let color): return Drawing(ink: Ink(color), marks: [Drawing.Mark(rect)])
        case .frame(let rect, let thickness, let color):
            return Drawing(ink: Ink(color), marks: cutter.frame(rect, thickness: thickness).map { Drawing.Mark($0) })
        case .filled(let path, let color): return Drawing(ink: Ink(color), marks: [Drawing.Mark(cutter.filled(path))])
        case .stroked(let path, let width, let join, let color):
            return Drawing(ink: Ink(color), marks: [Drawing.Mark(cutter.stroked(path, width: width, join: join))])
        case .text(let text): return drawing(text)
        }
    }

    private func drawing(_ text: TextItem) -> Drawing {
        let ink = Ink(text.color)
        guard ink.alpha > 0, text.x.isFinite, text.baseline.isFinite, text.width.isFinite, text.lineHeight.isFinite else { return .blank }
        var marks: [Drawing.Mark] = []
        for (number, line) in typesetter.setting(text.spans, width: text.width, maxLines: text.maxLines).lines.enumerated() {
            let spare = text.width - line.width
            let left = text.x + (text.alignment == .leading ? 0 : text.alignment == .center ? spare / 2 : spare)
            let baseline = text.baseline + Double(number) * text.lineHeight
            let first = marks.count
            marks.reserveCapacity(first + line.glyphs.count)
            for glyph in line.glyphs {
                if let mark = mark(glyph, x: left + glyph.x, y: baseline + glyph.y, hollow: text.hollow ?? 0) { marks.append(mark) }
            }
            if !ink.isOpaque { join(&marks, from: first) }
        }
        return Drawing(ink: ink, marks: marks)
    }

    /// Glyphs stand on a grid finer than pixels, so that the same letter in another place is mostly the same stencil. What is large
    /// stands on a finer one: there the eye compares edges, and there are few of them.
    private func mark(_ glyph: ShapedGlyph, x: Double, y: Double, hollow: Double) -> Drawing.Mark? {
        guard abs(x) < 1e6, abs(y) < 1e6 else { return nil }
        let shift = glyph.face.size < 64 ? 2 : 4
        let grid = 1 << shift
        let column = Int((x * Double(grid)).rounded())
        let row = Int((y * Double(grid)).rounded())
        let shape = cutter.glyph(glyph, phaseX: column & (grid - 1), phaseY: row & (grid - 1), grid: grid, hollow: hollow)
        switch shape {
        case .stencil(let stencil): return stencil.isEmpty ? nil : Drawing.Mark(stencil, x: column >> shift, y: row >> shift)
        case .sticker(let sticker): return Drawing.Mark(sticker, x: column >> shift, y: row >> shift)
        }
    }

    /// Glyphs that touch (Arabic letters join) become one stencil: see-through ink would be darker where they overlap.
    private func join(_ marks: inout [Drawing.Mark], from first: Int) {
        var result: [Drawing.Mark] = []
        for mark in marks[first...] {
            if case .stencil(let stencil) = mark.shape, let last = result.last, case .stencil(let before) = last.shape,
                last.bounds.intersects(mark.bounds),
                let joined = Stencil.joining((before, last.x, last.y), (stencil, mark.x, mark.y))
            {
                result[result.count - 1] = Drawing.Mark(joined)
            } else {
                result.append(mark)
            }
        }
        marks.replaceSubrange(first..., with: result)
    }
}
