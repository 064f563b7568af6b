import CCairo

/// A small picture with colours of its own (an emoji): premultiplied 0xAARRGGBB.
final class Sticker: Sendable {
    let left: Int
    let top: Int
    let width: Int
    let height: Int
    let pixels: [UInt32]

    init(left: Int, top: Int, width: Int, height: Int, pixels: [UInt32]) {
        self.left = left
        self.top = top
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}

/// Cuts stencils from outlines with Cairo, and keeps them within a budget: rasterising a big digit costs a hundred times what
/// painting it does.
final class Cutter {
    /// What a glyph is painted with.
    enum Shape {
        case stencil(Stencil)
        case sticker(Sticker)
    }

    private struct GlyphKey: Hashable {
        var face: Int32
        var glyph: UInt32
        var phaseX: UInt8
        var phaseY: UInt8
        var hollow: Double
    }

    private struct PathKey: Hashable {
        var path: Path
        var width: Double?
        var join: Path.Join?
    }

    private struct FrameKey: Hashable {
        var rect: Rect
        var thickness: Double
    }

    /// Of coverage, cut a band at a time.
    private static let scratchBytes = 1 << 18
    /// A corner reaches no further than this many times half the stroke: the waist of a hollow 8 (in Inter 4.1) must not become a spike.
    private static let miterLimit = 4.0
    /// Emoji larger than this are not drawn: a hostile size must not eat the memory.
    private static let largestSticker = 1024

    private let scratch = UnsafeMutablePointer<UInt8>.allocate(capacity: Cutter.scratchBytes)
    private let bounds: Extent
    private var glyphs = Recent<GlyphKey, Shape>(budget: 3 << 20)
    private var paths = Recent<PathKey, Stencil>(budget: 1 << 20)
    private var frames = Recent<FrameKey, [Stencil]>(budget: 1 << 18)

    /// Paths are cut to this much of the plane, in pixels; glyphs, which are kept by where they stand in a pixel, are not.
    init(width: Int, height: Int) { bounds = Extent(left: 0, top: 0, right: width, bottom: height) }

    deinit { scratch.deallocate() }

    /// What is kept, in bytes.
    var keptBytes: Int { glyphs.cost + paths.cost + frames.cost }

    // MARK: - Glyphs

    /// The shape of a glyph whose origin is that far into its pixel, in `grid`ths of a pixel; `hollow` is the outline's width, or 0.
    func glyph(_ glyph: ShapedGlyph, phaseX: Int, phaseY: Int, grid: Int, hollow: Double) -> Shape {
        let key = GlyphKey(
            face: glyph.face.id, glyph: glyph.glyph, phaseX: UInt8(phaseX), phaseY: UInt8(phaseY), hollow: hollow)
        return glyphs.value(key) { shape in
            switch shape {
            case .stencil(let stencil): stencil.byteCount
            case .sticker(let sticker): sticker.pixels.count * 4 + 128
            }
        } make: {
            let x = Double(phaseX) / Double(grid)
            let y = Double(phaseY) / Double(grid)
            if glyph.isMissing { return .stencil(missing(glyph.face.size, x: x, y: y)) }
            return FontBook.inTurn {
                guard let scaled = glyph.face.scaled else { return .stencil(Cutter.nothing) }
                if glyph.face.hasColors { return sticker(glyph, scaled) }
                return .stencil(
                    cut(hollow > 0 ? .stroke(hollow, .miter) : .fill) { context in
                        cairo_set_scaled_font(context, scaled)
                        var placed = cairo_glyph_t(index: UInt(glyph.glyph), x: x, y: y)
                        cairo_glyph_path(context, &placed, 1)
                    })
            }
        }
    }

    /// A character that no font has: an upright box.
    private func missing(_ size: Double, x: Double, y: Double) -> Stencil {
        let rim = size * 0.05
        let width = size * (Shaper.missingAdvance - 0.16)
        return cut(.stroke(rim, .miter)) { context in
            cairo_rectangle(context, x + size * 0.08 + rim / 2, y - size * 0.72 + rim / 2, width - rim, size * 0.72 - rim)
        }
    }

    private func sticker(_ glyph: ShapedGlyph, _ scaled: OpaquePointer) -> Shape {
        var placed = cairo_glyph_t(index: UInt(glyph.glyph), x: 0, y: 0)
        var extents = cairo_text_extents_t()
        cairo_scaled_font_glyph_extents(scaled, &placed, 1, &extents)
        let extent = Extent(
            left: extents.x_bearing, top: extents.y_bearing, right: extents.x_bearing + extents.width,
            bottom: extents.y_bearing + extents.height)
        guard extent.width > 0, extent.height > 0, max(extent.width, extent.height) <= Cutter.largestSticker else {
            return .stencil(Cutter.nothing)
        }
        var pixels = [UInt32](repeating: 0, count: extent.width * extent.height)
        pixels.withUnsafeMutableBytes { bytes in
            let surface = cairo_image_surface_create_for_data(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(extent.width), Int32(extent.height),
                Int32(extent.width * 4))
            let context = cairo_create(surface)
            cairo_set_scaled_font(context, scaled)
            placed.x = Double(-extent.left)
            placed.y = Double(-extent.top)
            cairo_show_glyphs(context, &placed, 1)
            cairo_destroy(context)
            cairo_surface_flush(surface)
            cairo_surface_destroy(surface)
        }
        return .sticker(Sticker(left: extent.left, top: extent.top, width: extent.width, height: extent.height, pixels: pixels))
    }

    // MARK: - Paths

    func filled(_ path: Path) -> Stencil {
        paths.value(PathKey(path: path, width: nil, join: nil), costing: \.byteCount) { cut(.fill, within: bounds) { trace(path, $0) } }
    }

    func stroked(_ path: Path, width: Double, join: Path.Join) -> Stencil {
        paths.value(PathKey(path: path, width: width, join: join), costing: \.byteCount) {
            guard width > 0, width.isFinite else { return Cutter.nothing }
            return cut(.stroke(width, join), within: bounds) { trace(path, $0) }
        }
    }

    /// A rectangle's rim, inside it: four sides that share no pixel.
    func frame(_ rect: Rect, thickness: Double) -> [Stencil] {
        frames.value(FrameKey(rect: rect, thickness: thickness)) { sides in
            sides.reduce(0) { $0 + $1.byteCount }
        } make: {
            sides(rect, thickness)
        }
    }

    private func sides(_ rect: Rect, _ thickness: Double) -> [Stencil] {
        let place = rect.touched
        guard !place.isEmpty, thickness > 0 else { return [] }
        let inner = Rect(
            x: rect.x + thickness, y: rect.y + thickness, width: rect.width - 2 * thickness, height: rect.height - 2 * thickness)
        return place.subtracting(inner.whole).map { side in
            let side = Extent(left: side.x, top: side.y, right: side.maxX, bottom: side.maxY)
            return cut(.fill, within: side.intersection(bounds)) { context in
                cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
                cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
                if inner.width > 0, inner.height > 0 { cairo_rectangle(context, inner.x, inner.y, inner.width, inner.height) }
            }
        }
    }

    private func trace(_ path: Path, _ context: OpaquePointer?) {
        for element in path.elements {
            switch element {
            case .move(let x, let y): cairo_move_to(context, x, y)
            case .line(let x, let y): cairo_line_to(context, x, y)
            case .curve(let x1, let y1, let x2, let y2, let x, let y): cairo_curve_to(context, x1, y1, x2, y2, x, y)
            case .arc(let x, let y, let radius, let from, let to): cairo_arc(context, x, y, radius, from, to)
            case .close: cairo_close_path(context)
            }
        }
    }

    // MARK: - Cutting

    static let nothing = StencilCutting(left: 0, top: 0, width: 0).finish()

    private enum Tool {
        case fill
        case stroke(Double, Path.Join)
    }

    /// Rasterises what `trace` traces, a band of rows at a time: the scratch memory stays small however big the shape is.
    private func cut(_ tool: Tool, within limit: Extent? = nil, trace: (OpaquePointer?) -> Void) -> Stencil {
        guard var extent = extent(tool, trace) else { return Cutter.nothing }
        if let limit { extent = extent.intersection(limit) }
        guard extent.width > 0, extent.height > 0, extent.width <= Stencil.widest, extent.height <= Stencil.widest else {
            return Cutter.nothing
        }
        let stride = Int(cairo_format_stride_for_width(CAIRO_FORMAT_A8, Int32(extent.width)))
        let bandHeight = max(1, Cutter.scratchBytes / stride)
        var cutting = StencilCutting(left: extent.left, top: extent.top, width: extent.width)
        var top = extent.top
        while top < extent.bottom {
            let rows = min(bandHeight, extent.bottom - top)
            scratch.update(repeating: 0, count: stride * rows)
            let surface = cairo_image_surface_create_for_data(
                scratch, CAIRO_FORMAT_A8, Int32(extent.width), Int32(rows), Int32(stride))
            let context = cairo_create(surface)
            cairo_translate(context, Double(-extent.left), Double(-top))
            prepare(context, tool)
            trace(context)
            switch tool {
            case .fill: cairo_fill(context)
            case .stroke: cairo_stroke(context)
            }
            cairo_destroy(context)
            cairo_surface_flush(surface)
            cairo_surface_destroy(surface)
            for row in 0..<rows { cutting.add(row: scratch + row * stride) }
            top += rows
        }
        return cutting.finish()
    }

    private func prepare(_ context: OpaquePointer?, _ tool: Tool) {
        cairo_set_antialias(context, CAIRO_ANTIALIAS_GRAY)
        cairo_set_tolerance(context, 0.05)
        cairo_new_path(context)
        guard case .stroke(let width, let join) = tool else { return }
        cairo_set_line_width(context, width)
        switch join {
        case .miter:
            cairo_set_line_join(context, CAIRO_LINE_JOIN_MITER)
            cairo_set_miter_limit(context, Cutter.miterLimit)
        case .round: cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        case .bevel: cairo_set_line_join(context, CAIRO_LINE_JOIN_BEVEL)
        }
    }

    /// The pixels that a shape touches; nil when it has none.
    private func extent(_ tool: Tool, _ trace: (OpaquePointer?) -> Void) -> Extent? {
        let surface = cairo_image_surface_create_for_data(scratch, CAIRO_FORMAT_A8, 1, 1, cairo_format_stride_for_width(CAIRO_FORMAT_A8, 1))
        let context = cairo_create(surface)
        defer {
            cairo_destroy(context)
            cairo_surface_destroy(surface)
        }
        prepare(context, tool)
        trace(context)
        var left = 0.0
        var top = 0.0
        var right = 0.0
        var bottom = 0.0
        switch tool {
        case .fill: cairo_fill_extents(context, &left, &top, &right, &bottom)
        case .stroke: cairo_stroke_extents(context, &left, &top, &right, &bottom)
        }
        guard cairo_status(context) == CAIRO_STATUS_SUCCESS, left < right, top < bottom else { return nil }
        return Extent(left: left, top: top, right: right, bottom: bottom)
    }
}

/// Whole pixels, from the origin.
struct Extent: Hashable {
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int

    init(left: Int, top: Int, right: Int, bottom: Int) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    /// Every pixel that is touched. Cairo's own numbers end at 2^23, and so do these.
    init(left: Double, top: Double, right: Double, bottom: Double) {
        func whole(_ value: Double) -> Int { value.isNaN ? 0 : Int(min(max(value, -8_388_608), 8_388_608)) }
        self.init(
            left: whole(left.rounded(.down)), top: whole(top.rounded(.down)), right: whole(right.rounded(.up)),
            bottom: whole(bottom.rounded(.up)))
    }

    var width: Int { right - left }
    var height: Int { bottom - top }

    func intersection(_ other: Extent) -> Extent {
        Extent(left: max(left, other.left), top: max(top, other.top), right: min(right, other.right), bottom: min(bottom, other.bottom))
    }
}
