import Canvas
import Ports
import TestSupport

/// Scenes of every kind of item, and small and large changes to them.
struct RandomScenes {
    var generator: Seeded
    let size: PixelSize

    private static let colors: [Color] = [
        Color(0x14110D), Color(0xFFAE2B), Color(0x0E2F7C), Color(0xFFFFFF), Color(0x14110D, alpha: 0.28), Color(0xFFFFFF, alpha: 0.72),
        Color(0x00FF00, alpha: 0),
    ]
    private static let strings = [
        "29", "28", "8", "88", "888", "10:00", "9:59", "Bridge", "Боковая планка", "جسر الورك", "Mountain climbers",
        "Rumänisches Kreuzheben",
        "a\u{AD}b", "",
        "\u{202E}x", "💪 up",
    ]

    init(seed: UInt64, size: PixelSize) {
        generator = Seeded(seed)
        self.size = size
    }

    mutating func scene() -> Scene {
        Scene(size: size, layers: (0..<Int.random(in: 1...3, using: &generator)).map { layer($0) })
    }

    /// The scene after a change like those that a routine brings.
    mutating func next(after scene: Scene) -> Scene {
        var scene = scene
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: return self.scene()
        case 1 where scene.layers.count < 3:
            scene.layers.insert(layer(1), at: Int.random(in: 0...scene.layers.count, using: &generator))
        case 2 where scene.layers.count > 1: scene.layers.remove(at: scene.layers.indices.randomElement(using: &generator) ?? 0)
        case 3, 4:
            let index = scene.layers.indices.randomElement(using: &generator) ?? 0
            scene.layers[index].clip = clip()
        case 5:
            let index = scene.layers.indices.randomElement(using: &generator) ?? 0
            let place = Int.random(in: 0...scene.layers[index].items.count, using: &generator)
            scene.layers[index].items.insert(item(), at: place)
        case 6:
            let index = scene.layers.indices.randomElement(using: &generator) ?? 0
            if !scene.layers[index].items.isEmpty { scene.layers[index].items.removeFirst() }
        default:
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                let index = scene.layers.indices.randomElement(using: &generator) ?? 0
                guard let place = scene.layers[index].items.indices.randomElement(using: &generator) else { continue }
                scene.layers[index].items[place] = nudged(scene.layers[index].items[place])
            }
        }
        return scene
    }

    private mutating func layer(_ index: Int) -> Layer {
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        return Layer(
            clip: index == 0 ? whole : clip(), field: color(), items: (0..<Int.random(in: 0...8, using: &generator)).map { _ in item() })
    }

    private mutating func clip() -> PixelRect {
        let x = Int.random(in: -20..<size.width, using: &generator)
        let y = Bool.random(using: &generator) ? 0 : Int.random(in: -20..<size.height, using: &generator)
        return PixelRect(
            x: x, y: y, width: Int.random(in: 0...size.width, using: &generator), height: Int.random(in: 0...size.height, using: &generator)
        )
    }

    private mutating func color() -> Color { RandomScenes.colors.randomElement(using: &generator) ?? Color(0) }

    /// A fraction of a pixel matters as much as a pixel.
    private mutating func place(_ limit: Int) -> Double {
        let whole = Double(Int.random(in: -30..<(limit + 30), using: &generator))
        return Bool.random(using: &generator) ? whole : whole + Double.random(in: 0..<1, using: &generator)
    }

    private mutating func rect() -> Rect {
        if Int.random(in: 0..<8, using: &generator) == 0 {
            return Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        }
        return Rect(x: place(size.width), y: place(size.height), width: abs(place(60)), height: abs(place(40)))
    }

    private mutating func item() -> Item {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0, 1: return .fill(rect(), color())
        case 2: return .frame(rect(), thickness: Double.random(in: 0.3..<9, using: &generator), color())
        case 3: return .filled(path(), color())
        case 4: return .stroked(path(), width: Double.random(in: 0.5..<9, using: &generator), join: .bevel, color())
        default: return .text(text())
        }
    }

    private mutating func path() -> Path {
        let x = place(size.width)
        let y = place(size.height)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: return Path([.arc(centerX: x, centerY: y, radius: abs(place(20)) + 1, from: 0, to: 2 * Double.pi)])
        case 1: return Path([.move(x: x, y: y), .line(x: x + 30, y: y + 9), .line(x: x + 3, y: place(size.height)), .close])
        default: return Path([.move(x: x, y: y), .curve(x1: x + 40, y1: y, x2: x, y2: y + 40, x: x + 33, y: y + 33)])
        }
    }

    private mutating func text() -> TextItem {
        let family: Font.Family = Bool.random(using: &generator) ? .text : .display
        let font = Font(
            family, weight: [300, 600, 800].randomElement(using: &generator) ?? 400,
            size: [9.6, 20, 37.5, 90].randomElement(using: &generator) ?? 20, tracking: -0.03, tabular: Bool.random(using: &generator))
        let string = RandomScenes.strings.randomElement(using: &generator) ?? ""
        return TextItem(
            [Span(string, font)], color: color(), x: place(size.width), baseline: place(size.height), width: abs(place(size.width)),
            alignment: [.leading, .center, .trailing].randomElement(using: &generator) ?? .leading, lineHeight: font.size,
            maxLines: Int.random(in: 1...3, using: &generator), hollow: Int.random(in: 0..<4, using: &generator) == 0 ? 3 : nil)
    }

    private mutating func nudged(_ item: Item) -> Item {
        switch item {
        case .fill(var rect, let color):
            switch Int.random(in: 0..<5, using: &generator) {
            case 4: return .fill(rect, self.color())
            case 0: rect.width += 3.25
            case 1: rect.x += 1
            case 2: rect.height = max(0, rect.height - 2.5)
            default: rect.y -= 0.75
            }
            return .fill(rect, color)
        case .text(var text):
            guard let font = text.spans.first?.font, Bool.random(using: &generator) else { return .text(self.text()) }
            if Bool.random(using: &generator) { text.color = color() }
            text.spans = [Span(RandomScenes.strings.randomElement(using: &generator) ?? "", font)]
            return .text(text)
        default: return self.item()
        }
    }
}
