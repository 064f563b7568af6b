import CCairo
import Ports

/// Pixels that follow a scene. Keeps the last scene and repaints only what differs.
public final class Canvas {
    public let size: PixelSize
    private let typesetter: Typesetter
    private let surface: OpaquePointer
    private let context: OpaquePointer
    private var last: Scene?

    public init(size: PixelSize, typesetter: Typesetter) {
        precondition(size.width > 0 && size.height > 0, "A canvas has a width and a height")
        self.size = size
        self.typesetter = typesetter
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(size.width), Int32(size.height)),
            let context = cairo_create(surface)
        else { preconditionFailure("Cairo gave no surface") }
        self.surface = surface
        self.context = context
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// Paints the scene and returns what changed against the one before (everything the first time), at most a few rectangles.
    public func draw(_ scene: Scene) -> [PixelRect] {
        if scene == last { return [] }
        last = scene
        for layer in scene.layers {
            cairo_save(context)
            cairo_rectangle(context, Double(layer.clip.x), Double(layer.clip.y), Double(layer.clip.width), Double(layer.clip.height))
            cairo_clip(context)
            paint(layer.field)
            cairo_paint(context)
            for item in layer.items { paint(item) }
            cairo_restore(context)
        }
        return [PixelRect(x: 0, y: 0, width: size.width, height: size.height)]
    }

    /// Lends the pixels.
    public func withPixels<Result>(_ body: (Pixels) throws -> Result) rethrows -> Result {
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface) else { preconditionFailure("Cairo gave no pixels") }
        return try body(Pixels(base: data, size: size, stride: Int(cairo_image_surface_get_stride(surface))))
    }

    private func paint(_ color: Color) { cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha) }

    private func paint(_ item: Item) {
        switch item {
        case .fill(let rect, let color):
            paint(color)
            cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
            cairo_fill(context)
        case .frame(let rect, let thickness, let color):
            paint(color)
            cairo_set_line_join(context, CAIRO_LINE_JOIN_MITER)
            cairo_set_line_width(context, thickness)
            cairo_rectangle(
                context, rect.x + thickness / 2, rect.y + thickness / 2, rect.width - thickness, rect.height - thickness)
            cairo_stroke(context)
        case .filled(let path, let color):
            paint(color)
            trace(path)
            cairo_fill(context)
        case .stroked(let path, let width, let join, let color):
            paint(color)
            trace(path)
            cairo_set_line_width(context, width)
            cairo_set_line_join(
                context, join == .miter ? CAIRO_LINE_JOIN_MITER : join == .round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_BEVEL)
            cairo_stroke(context)
        case .text(let text): paint(text)
        }
    }

    private func trace(_ path: Path) {
        cairo_new_path(context)
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

    private func paint(_ text: TextItem) {
        let setting = typesetter.setting(text.spans, width: text.width, maxLines: text.maxLines)
        paint(text.color)
        for (number, line) in setting.lines.enumerated() {
            let spare = text.width - line.width
            let left = text.x + (text.alignment == .leading ? 0 : text.alignment == .center ? spare / 2 : spare)
            let baseline = text.baseline + Double(number) * text.lineHeight
            for glyph in line.glyphs where !glyph.isMissing {
                guard let scaled = glyph.face.scaled else { continue }
                cairo_set_scaled_font(context, scaled)
                var placed = cairo_glyph_t(index: UInt(glyph.glyph), x: left + glyph.x, y: baseline + glyph.y)
                cairo_new_path(context)
                cairo_glyph_path(context, &placed, 1)
                if let hollow = text.hollow {
                    cairo_set_line_width(context, hollow)
                    cairo_set_line_join(context, CAIRO_LINE_JOIN_MITER)
                    cairo_stroke(context)
                } else {
                    cairo_fill(context)
                }
            }
        }
    }
}
