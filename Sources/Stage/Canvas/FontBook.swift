import CCairo
import Synchronization

/// The fonts there are, found by our own rules: the same input gives the same pixels whatever the desktop's settings say.
/// Owns fontconfig's configuration, Pango's font map and one context; frees them in `deinit`.
final class FontBook {
    /// Behind Inter, in this order; what is not installed is passed over. Anything else installed comes after them.
    private static let behind = [
        "Inter", "Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "Noto Sans Thai", "Noto Sans CJK SC",
        "Noto Sans Symbols", "Noto Sans Symbols2", "Noto Sans Math", "Noto Color Emoji", "Noto Emoji", "DejaVu Sans",
    ]
    private static let namesBehind = behind.joined(separator: ",")

    /// Nothing but those and the two that are asked for. Pango has fontconfig sort all fonts there are for every weight, twice, before the
    /// first picture: of four hundred that was a fifth of a start's instructions.
    private static let onlyNamed: String = {
        let families = [Font.Family.display.rawValue] + behind
        let accepted = families.map {
            "<pattern><patelt name=\"family\"><string>\($0)</string></patelt><patelt name=\"scalable\"><bool>true</bool></patelt></pattern>"
        }
        return "<selectfont><acceptfont>\(accepted.joined())</acceptfont><rejectfont><pattern></pattern></rejectfont></selectfont>"
    }()

    /// Bitmap fonts of one size are no use here; colour emoji are bitmaps that may be scaled, by fontconfig's own recipe
    /// (conf.avail/10-scale-bitmap-fonts.conf).
    private static let bitmapRules = """
        <selectfont><rejectfont><pattern><patelt name="scalable"><bool>false</bool></patelt></pattern></rejectfont></selectfont>
        <match target="font"><test name="outline"><bool>false</bool></test>
        <edit name="pixelsizefixupfactor" mode="assign">
        <divide><name target="pattern">pixelsize</name><name target="font">pixelsize</name></divide></edit>
        <edit name="matrix" mode="assign"><times><name>matrix</name><matrix><name>pixelsizefixupfactor</name><double>0</double>
        <double>0</double><name>pixelsizefixupfactor</name></matrix></times></edit>
        <edit name="size" mode="assign"><divide><name>size</name><name>pixelsizefixupfactor</name></divide></edit></match>
        """

    /// The em that everything is shaped at, in pixels. Pango keeps its fonts by their size, and finding one for a new size has fontconfig
    /// match and sort every installed font again (8 million instructions on Debian 12): so there is one size, and what comes of it is
    /// scaled. Nothing is hinted and no position rounded, so a glyph is the same at any size.
    static let reference = 1024.0

    private static let turn = Mutex(())

    /// Does what may make Cairo open a font's file or read from it, one thread at a time. Two typesetters on two threads share Cairo's table of open faces, and
    /// Cairo 1.16 closes a face that another thread has just taken: it looks at the count of takers without their lock
    /// (`_has_unlocked_face` in cairo-ft-font.c). Not within itself.
    static func inTurn<Result>(_ body: () -> Result) -> Result {
        var result: Result?
        turn.withLock { _ in result = body() }
        guard let result else { preconditionFailure("The lock ran nothing") }
        return result
    }

    /// Pango's context, for shaping; lives as long as the book.
    let context: OpaquePointer
    private let fontMap: UnsafeMutablePointer<PangoFontMap>
    private let configuration: OpaquePointer?
    private var faces: [FaceKey: Face] = [:]
    private var nextFaceID: Int32

    private struct FaceKey: Hashable {
        var font: OpaquePointer
        var size: Double
    }

    /// `folders` are searched for fonts, with what is below them. A folder that is missing is no error: text then falls back to
    /// what there is, and without any font at all it is not drawn.
    /// - Parameter isWhole: with every font in them; else only with those that have a name here, which most text never goes beyond.
    init(folders: [String], isWhole: Bool = false) {
        configuration = FontBook.configure(folders, isWhole: isWhole)
        // Two books' faces may be in one picture.
        nextFaceID = isWhole ? 1 << 30 : 0
        guard let fontMap = pango_cairo_font_map_new(), let context = pango_font_map_create_context(fontMap) else {
            preconditionFailure("Pango was built without its FreeType fonts; install libpangocairo-1.0-0 from Debian")
        }
        self.fontMap = fontMap
        self.context = context
        pango_fc_font_map_set_config(OpaquePointer(fontMap), configuration)
        pango_context_set_round_glyph_positions(context, 0)
        // The language decides between fonts that draw one character differently; the desktop's must not.
        pango_context_set_language(context, pango_language_from_string("en"))
        pango_context_set_base_dir(context, PANGO_DIRECTION_LTR)
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
    }

    deinit {
        faces.removeAll()
        g_object_unref(UnsafeMutableRawPointer(context))
        g_object_unref(UnsafeMutableRawPointer(fontMap))
        if let configuration { FcConfigDestroy(configuration) }
    }

    private static func configure(_ folders: [String], isWhole: Bool) -> OpaquePointer? {
        guard let configuration = FcConfigCreate() else { return nil }
        let escaped = folders.map { "<dir>\($0.replacing("&", with: "&amp;").replacing("<", with: "&lt;"))</dir>" }
        let rules = """
            <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>\(escaped.joined())\
            <cachedir>/var/cache/fontconfig</cachedir><cachedir prefix="xdg">fontconfig</cachedir>\(FontBook.bitmapRules)\(isWhole ? "" : FontBook.onlyNamed)</fontconfig>
            """
        // Both answers are only "some of it could not be read": the fonts that could be are used.
        _ = rules.withCString { text in
            text.withMemoryRebound(to: FcChar8.self, capacity: rules.utf8.count) {
                FcConfigParseAndLoadFromMemory(configuration, $0, 0)
            }
        }
        _ = FcConfigBuildFonts(configuration)
        // Pango starts fontconfig, which would read the desktop's configuration, only for it not to be used.
        _ = FcConfigSetCurrent(configuration)
        return configuration
    }

    /// Pango's description of a font, at the reference size or a part of it; the caller frees it.
    func description(_ font: Font, scale: Double = 1) -> OpaquePointer? {
        let description = pango_font_description_new()
        pango_font_description_set_family(description, "\(font.family.rawValue),\(FontBook.namesBehind)")
        pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(min(900, max(100, font.weight)))))
        // Absolute: pixels, whatever resolution the desktop claims.
        pango_font_description_set_absolute_size(description, (FontBook.reference * scale * Double(PANGO_SCALE)).rounded())
        return description
    }

    /// The em in pixels that a font is drawn at: in whole units of Pango's, like everything that it measures.
    static func size(_ font: Font, scale: Double = 1) -> Double {
        let size = font.size * scale
        return ((size.isFinite ? min(max(size, 1), 8192) : 1) * Double(PANGO_SCALE)).rounded() / Double(PANGO_SCALE)
    }

    /// The face behind a font that Pango chose for a description; one object and one number for a size, for the life of the book.
    func face(_ font: UnsafeMutablePointer<PangoFont>, of style: Font, scale: Double) -> Face {
        let key = FaceKey(font: OpaquePointer(font), size: FontBook.size(style, scale: scale))
        if let face = faces[key] { return face }
        // A kiosk uses a few dozen; a resize storm must not keep thousands of sizes.
        if faces.count >= 256 { faces.removeAll(keepingCapacity: true) }
        nextFaceID &+= 1
        let face = Face(font, size: key.size, shapedAt: FontBook.reference * scale, id: nextFaceID)
        faces[key] = face
        return face
    }
}

/// One font at one size, ready to give outlines. Keeps Pango's font alive.
final class Face {
    /// Never used again for another face.
    let id: Int32
    /// At the size that it is shaped at.
    let font: UnsafeMutablePointer<PangoFont>
    /// The em in pixels.
    let size: Double
    /// What measures at the size that it is shaped at are multiplied by.
    private let scale: Double
    /// Its glyphs are pictures, not outlines.
    let hasColors: Bool
    private var made: OpaquePointer?

    init(_ font: UnsafeMutablePointer<PangoFont>, size: Double, shapedAt reference: Double, id: Int32) {
        self.font = font
        self.size = size
        scale = size / reference
        self.id = id
        g_object_ref(UnsafeMutableRawPointer(font))
        var colors: FcBool = 0
        let found = FcPatternGetBool(
            pango_fc_font_get_pattern(UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self)), FC_COLOR, 0, &colors)
        hasColors = found == FcResultMatch && colors != 0
    }

    /// A measure of Pango's, in its units, as it is at this size, in pixels: in whole units again, like everything that it measures.
    func pixels(_ units: Int32) -> Double { (Double(units) * scale).rounded() / Double(PANGO_SCALE) }

    deinit {
        if let made { cairo_scaled_font_destroy(made) }
        g_object_unref(UnsafeMutableRawPointer(font))
    }

    /// Cairo's view of it, lent: lives as long as the face. nil when the font's file went away.
    var scaled: OpaquePointer? {
        if let made { return made }
        guard let reference = pango_cairo_font_get_scaled_font(OpaquePointer(font)) else { return nil }
        var matrix = cairo_matrix_t()
        var plain = cairo_matrix_t()
        cairo_scaled_font_get_font_matrix(reference, &matrix)
        cairo_scaled_font_get_ctm(reference, &plain)
        cairo_matrix_scale(&matrix, scale, scale)
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        cairo_scaled_font_get_font_options(reference, options)
        made = cairo_scaled_font_create(cairo_scaled_font_get_font_face(reference), &matrix, &plain, options)
        return made
    }
}
