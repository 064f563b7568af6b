import Canvas
import Ports
import TestSupport

let ink = Color(0x14110D)
let field = Color(0xFBF8F2)

/// A scene of one layer that covers everything.
func scene(_ size: PixelSize, field: Color = field, _ items: [Item]) -> Scene {
    Scene(
        size: size, layers: [Layer(clip: PixelRect(x: 0, y: 0, width: size.width, height: size.height), field: field, items: items)])
}

/// What a fresh canvas makes of a scene.
func painted(_ scene: Scene, _ typesetter: Typesetter = Typesetter()) -> Raster {
    let canvas = Canvas(size: scene.size, typesetter: typesetter)
    _ = canvas.draw(scene)
    return canvas.withPixels { Raster($0) }
}

func text(
    _ string: String, _ font: Font, x: Double = 10, baseline: Double, width: Double = 1000, color: Color = ink, maxLines: Int = 1,
    hollow: Double? = nil
) -> Item {
    .text(
        TextItem(
            [Span(string, font)], color: color, x: x, baseline: baseline, width: width, lineHeight: font.size, maxLines: maxLines,
            hollow: hollow))
}

extension Raster {
    /// The smallest rectangle around every pixel that is not of the field's colour.
    func inkBounds(field: UInt32) -> PixelRect {
        var left = size.width
        var top = size.height
        var right = 0
        var bottom = 0
        for y in 0..<size.height {
            for x in 0..<size.width where self[x, y] != field {
                left = min(left, x)
                top = min(top, y)
                right = max(right, x + 1)
                bottom = max(bottom, y + 1)
            }
        }
        return left < right
            ? PixelRect(x: left, y: top, width: right - left, height: bottom - top) : PixelRect(x: 0, y: 0, width: 0, height: 0)
    }
}

let paper: UInt32 = 0xFBF8F2
let black: UInt32 = 0x14110D
