// Canvas: scene to pixels with Cairo and Pango; what changed, and nothing else, is repainted. Knows no screen.
// Imports Ports and CCairo; no C type leaves it. Belongs to the loop's thread.
import Ports

/// sRGB, not premultiplied, each 0 to 1.
public struct Color: Hashable, Sendable {
    public var red: Double
    public var green: Double
    public var blue: Double
    public var alpha: Double

    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// 0xRRGGBB.
    public init(_ hex: UInt32, alpha: Double = 1) {
        self.init(
            red: Double(hex >> 16 & 255) / 255, green: Double(hex >> 8 & 255) / 255, blue: Double(hex & 255) / 255, alpha: alpha)
    }

    public func opacity(_ alpha: Double) -> Color { Color(red: red, green: green, blue: blue, alpha: self.alpha * alpha) }
}

/// In pixels, from the top left; fractions are antialiased.
public struct Rect: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public var maxX: Double { x + width }
    public var maxY: Double { y + height }
}

/// An outline of lines, cubic curves and circles, in pixels.
public struct Path: Hashable, Sendable {
    public enum Element: Hashable, Sendable {
        case move(x: Double, y: Double)
        case line(x: Double, y: Double)
        case curve(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double)
        /// A whole circle, or an arc from one angle to another clockwise, in radians from the positive x axis.
        case arc(centerX: Double, centerY: Double, radius: Double, from: Double, to: Double)
        case close
    }

    public enum Join: Hashable, Sendable { case miter, round, bevel }

    public var elements: [Element]
    public init(_ elements: [Element]) { self.elements = elements }
}

/// Inter for text, Inter Display from 6u up; Noto behind them.
public struct Font: Hashable, Sendable {
    public enum Family: String, Hashable, Sendable {
        case text = "Inter"
        case display = "Inter Display"
    }

    public var family: Family
    /// 100 to 900, CSS weights.
    public var weight: Int
    /// The em in pixels.
    public var size: Double
    /// Added between letters, in em; not after a line's last one, and not between letters that join (Arabic).
    public var tracking: Double
    /// tnum: the digits 0 to 9 have one width, the widest one's, even where the font's own tabular figures differ.
    public var tabular: Bool

    public init(_ family: Family, weight: Int, size: Double, tracking: Double = 0, tabular: Bool = false) {
        self.family = family
        self.weight = weight
        self.size = size
        self.tracking = tracking
        self.tabular = tabular
    }
}

/// A run of styled text within one text item: "Next **Squats**".
public struct Span: Hashable, Sendable {
    public var string: String
    public var font: Font

    public init(_ string: String, _ font: Font) {
        self.string = string
        self.font = font
    }
}

/// Text that is already fitted: one item is one paragraph of one or more lines, broken by the typesetter at `width`.
public struct TextItem: Hashable, Sendable {
    /// Leading is left and trailing is right, whatever the text's direction: a right-to-left layout is mirrored by who makes it.
    public enum Alignment: Hashable, Sendable { case leading, center, trailing }

    public var spans: [Span]
    public var color: Color
    /// The left edge of the box and the first line's baseline.
    public var x: Double
    public var baseline: Double
    /// The box's width: alignment and line breaks happen in it.
    public var width: Double
    public var alignment: Alignment
    /// From baseline to baseline, in pixels.
    public var lineHeight: Double
    /// 1 = one line; the last line ends in an ellipsis when the text does not fit.
    public var maxLines: Int
    /// Draws the outline only, this many pixels thick; half of it lies outside of the letters.
    public var hollow: Double?

    public init(
        _ spans: [Span], color: Color, x: Double, baseline: Double, width: Double, alignment: Alignment = .leading,
        lineHeight: Double = 0, maxLines: Int = 1, hollow: Double? = nil
    ) {
        self.spans = spans
        self.color = color
        self.x = x
        self.baseline = baseline
        self.width = width
        self.alignment = alignment
        self.lineHeight = lineHeight
        self.maxLines = maxLines
        self.hollow = hollow
    }
}

public enum Item: Hashable, Sendable {
    case fill(Rect, Color)
    /// Inside the rectangle, this thick.
    case frame(Rect, thickness: Double, Color)
    case filled(Path, Color)
    case stroked(Path, width: Double, join: Path.Join, Color)
    case text(TextItem)
}

/// Items over a field, clipped to a rectangle. The wipe is two layers side by side.
public struct Layer: Hashable, Sendable {
    public var clip: PixelRect
    public var field: Color
    public var items: [Item]

    public init(clip: PixelRect, field: Color, items: [Item]) {
        self.clip = clip
        self.field = field
        self.items = items
    }
}

/// A whole picture: layers from the bottom up. Two equal scenes give equal pixels.
public struct Scene: Hashable, Sendable {
    public var size: PixelSize
    public var layers: [Layer]

    public init(size: PixelSize, layers: [Layer]) {
        self.size = size
        self.layers = layers
    }
}
