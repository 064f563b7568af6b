import Canvas
import Foundation
import Ports

/// The player at 1920 × 1080, drawn as the design has it, without the stage: what is measured is the canvas alone.
private struct PlayerScene {
    static let size = PixelSize(width: 1920, height: 1080)
    static let amber = Color(0xFFAE2B)
    static let blue = Color(0x0E2F7C)
    static let ink = Color(0x14110D)
    static let white = Color(0xFFFFFF)
    private let u = 10.8

    /// A digit is left of a segment; a routine of 330 s, of which `elapsed` are gone.
    func layer(digit: Int, elapsed: Int, isRest: Bool, clip: PixelRect? = nil) -> Layer {
        let color = isRest ? PlayerScene.white : PlayerScene.ink
        let whole = PixelRect(x: 0, y: 0, width: PlayerScene.size.width, height: PlayerScene.size.height)
        var items: [Item] = []
        let cap = 58.5 * u
        items.append(text("Mountain climbers", 13, 800, x: 5, baseline: 14.5, width: 110, color))
        items.append(text(isRest ? "Rest" : "Work", 13, isRest ? 300 : 800, x: 130, baseline: 14.5, width: 42.7, color, .trailing))
        let hero = Font(.display, weight: isRest ? 300 : 800, size: cap / 0.71875, tracking: -0.03, tabular: true)
        items.append(.text(TextItem([Span("\(digit)", hero)], color: color, x: 5 * u, baseline: 80.5 * u, width: 1800)))
        let media = Rect(x: 113 * u, y: 22 * u, width: 59.7 * u, height: 38 * u)
        items.append(.fill(media, color.opacity(0.09)))
        let glyph = Path([.move(x: 1430, y: 600), .line(x: 1540, y: 300), .line(x: 1650, y: 600)])
        items.append(.stroked(glyph, width: 60, join: .bevel, color))
        items.append(text("MC", 5.4, 700, x: 115, baseline: 58, width: 30, color))
        items.append(text("Set 1 of 3", 8, 700, x: 113, baseline: 76, width: 50, color))
        for block in 0..<3 {
            let rect = Rect(x: (113 + Double(block) * 20) * u, y: 78.1 * u, width: 18.6 * u, height: 2.4 * u)
            items.append(block == 0 ? .fill(rect, color) : .frame(rect, thickness: 0.5 * u, color))
        }
        items += line(elapsed: elapsed, color)
        return Layer(clip: clip ?? whole, field: isRest ? PlayerScene.blue : PlayerScene.amber, items: items)
    }

    private func line(elapsed: Int, _ color: Color) -> [Item] {
        let segments = [30, 10, 30, 10, 30, 15, 30, 30, 15, 30, 20, 30, 20, 30]
        let left = 22 * u
        let width = 133.8 * u - 13 * 0.45 * u
        var items: [Item] = []
        var at = 0
        var x = left
        for (index, seconds) in segments.enumerated() {
            let isWork = ![1, 3, 5, 8, 10, 12].contains(index)
            let height = isWork ? 3.8 * u : 0.24 * 3.8 * u
            let full = width * Double(seconds) / 330
            let played = full * min(1, max(0, Double(elapsed - at) / Double(seconds)))
            let y = 90.6 * u - height / 2
            items.append(.fill(Rect(x: x, y: y, width: played, height: height), color))
            items.append(.fill(Rect(x: x + played, y: y, width: full - played, height: height), color.opacity(0.28)))
            at += seconds
            x += full + 0.45 * u
        }
        let head = left + 133.8 * u * Double(elapsed) / 330
        items.append(.fill(Rect(x: head - 0.4 * u, y: 87.5 * u, width: 0.8 * u, height: 6.2 * u), color))
        items.append(text(time(elapsed), 5.2, 600, x: 5, baseline: 92.5, width: 17, color))
        items.append(text("−" + time(330 - elapsed), 5.2, 600, x: 155.8, baseline: 92.5, width: 17, color, .trailing))
        return items
    }

    private func time(_ seconds: Int) -> String { "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)" }

    private func text(
        _ string: String, _ size: Double, _ weight: Int, x: Double, baseline: Double, width: Double, _ color: Color,
        _ alignment: TextItem.Alignment = .leading
    ) -> Item {
        let font = Font(size < 6 ? .text : .display, weight: weight, size: size * u, tracking: -0.016, tabular: size < 6)
        return .text(
            TextItem([Span(string, font)], color: color, x: x * u, baseline: baseline * u, width: width * u, alignment: alignment))
    }

    func scene(_ second: Int, isRest: Bool = false) -> Scene {
        Scene(size: PlayerScene.size, layers: [layer(digit: 59 - second % 50, elapsed: second, isRest: isRest)])
    }

    func wipe(_ edge: Int) -> Scene {
        let left = PixelRect(x: 0, y: 0, width: edge, height: PlayerScene.size.height)
        let right = PixelRect(x: edge, y: 0, width: PlayerScene.size.width - edge, height: PlayerScene.size.height)
        return Scene(
            size: PlayerScene.size,
            layers: [layer(digit: 3, elapsed: 27, isRest: false, clip: left), layer(digit: 3, elapsed: 27, isRest: true, clip: right)])
    }
}

/// The canvas alone, with a scene made by hand, again and again: what of a frame is painting. The program's own frame is `benchDigit`'s.
func benchCanvas() {
    let clock = ContinuousClock()
    let player = PlayerScene()
    let bytes = PlayerScene.size.width * PlayerScene.size.height * 4
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 4096)
    memset(memory, 1, bytes)
    let fill = median(of: 200) { memset(memory, Int32($0 & 255), bytes) }
    memory.deallocate()

    var canvas: Canvas?
    let start = clock.measure {
        let made = Canvas(size: PlayerScene.size, typesetter: Typesetter())
        _ = made.draw(player.scene(0))
        canvas = made
    }
    guard let canvas else { return }
    let firstDigits = median(of: 50) { _ = canvas.draw(player.scene($0)) }
    var damaged = 0
    let scenes = (0..<300).map { player.scene($0) }
    for scene in scenes { damaged += canvas.draw(scene).reduce(0) { $0 + $1.width * $1.height } }
    let digit = median(of: 300) { _ = canvas.draw(scenes[$0]) }

    let fields = [player.scene(1), player.scene(1, isRest: true)]
    for scene in fields { _ = canvas.draw(scene) }
    let full = median(of: 100) { _ = canvas.draw(fields[$0 & 1]) }

    let wipes = (0..<11).map { player.wipe(1920 - $0 * 44) }
    _ = canvas.draw(wipes[0])
    let wipe = median(of: 110) { _ = canvas.draw(wipes[$0 % 11]) }

    let typesetter = Typesetter()
    _ = Canvas(size: PlayerScene.size, typesetter: typesetter).draw(fields[0])
    let cut = median(of: 9) { _ = Canvas(size: PlayerScene.size, typesetter: typesetter).draw(fields[$0 & 1]) }

    report("canvas alone: a digit painted, against filling the frame", digit / fill, .times, note: digit.text)
    report("canvas alone: a digit not seen before", firstDigits / fill, .times, note: firstDigits.text)
    report("canvas alone: a whole frame painted, against filling it", full / fill, .times, goal: 4, note: full.text)
    report("canvas alone: a whole frame, every stencil cut anew", cut / fill, .times, note: cut.text)
    report("canvas alone: a frame of the wipe, 44 pixels further", wipe / fill, .times, note: wipe.text)
    report("canvas alone: fonts, typesetter and first frame", start)
    say(
        String(
            format: "canvas: filling the frame takes %@, a digit repaints %.1f %% of it", fill.text,
            Double(damaged) / 300 / Double(bytes / 4) * 100))
}
