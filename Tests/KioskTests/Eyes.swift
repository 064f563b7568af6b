import Canvas
import Foundation
import Ports
import Readings
import Stage
import Words

/// A picture as a person sees it on a panel: its words, what is wrong with their places, and how well they stand out.
struct Eyes {
    var style = StageStyle(size: PixelSize(width: 800, height: 480))
    var words = english
    private let typesetter = Typesetter()

    init(_ style: StageStyle? = nil, words: Words = english) {
        if let style { self.style = style }
        self.words = words
    }

    func reading(_ picture: Picture) -> Readings.Reading {
        var reading = Readings.Reading(
            scene: Stage(style: style, words: words, typesetter: typesetter).scene(picture), typesetter: typesetter)
        reading.slack = Double(min(style.size.width, style.size.height)) / 100 * 0.25
        return reading
    }

    func texts(_ picture: Picture) -> [String] { reading(picture).texts.map(\.string) }

    /// Texts that meet, leave the panel, or count and are cut.
    func complaints(_ picture: Picture) -> [String] {
        reading(picture).complaints(
            inner: Rect(x: 0, y: 0, width: Double(style.size.width), height: Double(style.size.height)))
    }

    /// Of every text that is meant to be read, to the ground that it stands on. What is only hinted at (a stepper's neighbours) is not.
    func contrasts(_ picture: Picture) -> [(text: String, ratio: Double)] {
        let scene = reading(picture).scene
        return scene.layers.flatMap { layer in
            layer.items.enumerated().compactMap { place, item -> (text: String, ratio: Double)? in
                guard case .text(let text) = item, text.color.alpha >= 0.5 else { return nil }
                let box = typesetter.ink(of: text).lines.first
                let ground = layer.items[..<place].reversed().lazy.compactMap { below -> Color? in
                    guard case .fill(let rect, let color) = below, color.alpha == 1, let box, rect.holds(box) else {
                        return nil
                    }
                    return color
                }.first
                let field = ground ?? layer.field
                return (text.spans.map(\.string).joined(), text.color.over(field).contrast(to: field))
            }
        }
    }
}

extension Rect {
    fileprivate func holds(_ other: Rect) -> Bool {
        other.x >= x - 0.5 && other.y >= y - 0.5 && other.maxX <= maxX + 0.5 && other.maxY <= maxY + 0.5
    }
}

extension Color {
    func over(_ ground: Color) -> Color {
        func mix(_ one: Double, _ other: Double) -> Double { one * alpha + other * (1 - alpha) }
        return Color(red: mix(red, ground.red), green: mix(green, ground.green), blue: mix(blue, ground.blue))
    }

    /// WCAG 2.2, relative luminance.
    var luminance: Double {
        func linear(_ value: Double) -> Double {
            if value <= 0.04045 { return value / 12.92 }
            return pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// WCAG 2.2, 1 to 21.
    func contrast(to other: Color) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }
}
