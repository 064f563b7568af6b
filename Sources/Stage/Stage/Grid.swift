import Canvas
import Ports

/// The measure of a panel: the inset rectangle in u, from the left (in a right-to-left language from the right) and from the top.
struct Grid: Hashable {
    let size: PixelSize
    /// One u in pixels.
    let u: Double
    /// Of the inset rectangle, in u.
    let width: Double
    let height: Double
    /// Kept free at each edge, in u.
    let insetX: Double
    let insetY: Double
    let sizeClass: SizeClass
    let isPortrait: Bool
    let isMirrored: Bool
    let metrics: Metrics

    /// - Parameter isPaper: of a screen whose words grow with the style's big text; they take the next smaller class's layout.
    init(_ style: StageStyle, isMirrored: Bool, isPaper: Bool = false) {
        let share = Double(min(max(style.insetPercent, 0), 5)) / 100
        let panel = (width: Double(style.size.width), height: Double(style.size.height))
        let inner = (width: panel.width * (1 - 2 * share), height: panel.height * (1 - 2 * share))
        size = style.size
        u = min(inner.width, inner.height) / 100
        width = inner.width / u
        height = inner.height / u
        insetX = panel.width * share / u
        insetY = panel.height * share / u
        // The class follows the panel: an inset changes no layout.
        let own = SizeClass(shortSide: min(style.size.width, style.size.height))
        sizeClass = isPaper && style.hasBigText ? own.withBigText : own
        isPortrait = style.size.width < style.size.height
        self.isMirrored = isMirrored
        switch (isPortrait, sizeClass) {
        case (true, let sizeClass): metrics = .portrait(sizeClass)
        case (false, .regular): metrics = .regular
        case (false, .compact): metrics = .compact
        case (false, .mini): metrics = .mini
        }
    }

    /// One t in u.
    var t: Double { sizeClass.textFactor }

    /// All of it.
    var panel: PixelRect { PixelRect(x: 0, y: 0, width: size.width, height: size.height) }

    /// Whole pixels, so that edges are sharp; nothing that has a size vanishes.
    func rect(x: Double, y: Double, width: Double, height: Double) -> Rect {
        let left = ((isMirrored ? self.width - x - width : x) + insetX) * u
        let top = (y + insetY) * u
        let (x0, y0) = (left.rounded(), top.rounded())
        let x1 = max((left + width * u).rounded(), width > 0 ? x0 + 1 : x0)
        let y1 = max((top + height * u).rounded(), height > 0 ? y0 + 1 : y0)
        return Rect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
    }

    /// The baseline is a whole pixel.
    func baseline(_ y: Double) -> Double { ((y + insetY) * u).rounded() }

    /// Inter Display from 6u up, Inter below. Sizes in u.
    func font(_ size: Double, _ weight: Int, tracking: Double = 0, tabular: Bool = false) -> Font {
        Font(size >= 6 ? .display : .text, weight: weight, size: size * u, tracking: tracking, tabular: tabular)
    }

    /// From the middle of a line of text to its baseline: half the cap height, in u. Both families stand in the middle of their lines.
    static func drop(_ size: Double) -> Double { size * (size >= 6 ? Metrics.cap : Metrics.textCap) / 2 }

    /// Where something may begin under large letters, in u: below their ink, since Arabic has tails where Latin lines leave room. 0 where
    /// there is none.
    static func below(_ spans: [Span], _ baseline: Double, _ grid: Grid, _ typesetter: Typesetter) -> Double {
        typesetter.ink(spans).map { baseline + $0.maxY / grid.u + 3 } ?? 0
    }
}

extension Rect {
    /// Of a rectangle of whole pixels.
    var pixels: PixelRect { PixelRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)) }
}
