import Canvas
import Ports

/// A scene read back without drawing it: where its ink is, and what crosses what.
public struct Reading {
    public struct Text: CustomStringConvertible {
        public var item: TextItem
        /// Of each line.
        public var ink: [Rect]
        public var isCut: Bool

        public var string: String { item.spans.map(\.string).joined() }
        public var description: String {
            "“\(string.prefix(40))” \(ink.map { "\(Int($0.x)),\(Int($0.y)) \(Int($0.width))x\(Int($0.height))" })"
        }
    }

    public let scene: Scene
    public let typesetter: Typesetter
    /// How far lines may reach into each other, in pixels. The pseudo-locale's bracketed, accented capitals are taller than any
    /// language's words.
    public var slack = 0.5

    public init(scene: Scene, typesetter: Typesetter) {
        self.scene = scene
        self.typesetter = typesetter
    }

    private func text(_ item: TextItem) -> Text {
        let shown = typesetter.ink(of: item)
        return Text(item: item, ink: shown.lines, isCut: shown.isCut)
    }

    /// Every text of the picture that is seen.
    public var texts: [Text] { scene.layers.flatMap(texts) }

    private func texts(_ layer: Layer) -> [Text] {
        layer.items.compactMap { if case .text(let item) = $0, item.color.alpha > 0 { text(item) } else { nil } }
    }

    /// Everything that is wrong with the picture: texts that meet, cross an edge of what they stand on, leave the inset rectangle, or
    /// are cut although they count something.
    public func complaints(inner: Rect) -> [String] {
        scene.layers.flatMap { layer in complaints(layer, inner: inner) }
    }

    private func complaints(_ layer: Layer, inner: Rect) -> [String] {
        var found: [String] = []
        let texts = texts(layer)
        for (index, text) in texts.enumerated() {
            for ink in text.ink where !ink.isInside(inner, slack: 0.5) { found.append("\(text) leaves \(inner)") }
            if text.isCut, text.item.spans.contains(where: \.font.tabular), text.string.contains(where: \.isNumber) {
                let own = typesetter.width(text.item.spans)
                found.append("\(text) counts and is cut: \(own) in \(text.item.width)")
            }
            for other in texts[(index + 1)...] where text.meets(other, slack: slack) { found.append("\(text) meets \(other)") }
        }
        var seen = 0
        for (place, item) in layer.items.enumerated() {
            guard case .text(let item) = item, item.color.alpha > 0 else { continue }
            let text = texts[seen]
            seen += 1
            found += crossings(text, layer.items[..<place], "over", layer.clip)
            found += crossings(text, layer.items[(place + 1)...], "under", layer.clip)
        }
        return found
    }

    /// A text stands on a ground or beside it, never half on it. What a ground hides does not count.
    private func crossings(_ text: Text, _ items: ArraySlice<Item>, _ side: String, _ clip: PixelRect) -> [String] {
        guard let first = text.ink.first else { return [] }
        let box = text.ink.reduce(first) { $0.union($1) }
        var found: [String] = []
        for item in items.reversed() {
            guard let shape = item.box, shape.meets(box, slack: 1), !item.isSeam(clip, of: scene.size) else { continue }
            if case .fill(let rect, let color) = item, box.isInside(rect, slack: 0.5) {
                if color.alpha == 1 { return found }
                continue
            }
            // Inside a frame, or a circle's or glyph's box far larger than the letters, there is room.
            if case .frame = item, box.isInside(shape, slack: 0) { continue }
            if text.ink.contains(where: { shape.meets($0, slack: 1) }) {
                found.append("\(text) lies \(side) \(item)".prefix(300).description)
            }
        }
        return found
    }
}

extension Reading.Text {
    func meets(_ other: Self, slack: Double) -> Bool { ink.contains { one in other.ink.contains { one.meets($0, slack: slack) } } }
}

extension Rect {
    func meets(_ other: Rect, slack: Double) -> Bool {
        min(maxX, other.maxX) - max(x, other.x) > slack && min(maxY, other.maxY) - max(y, other.y) > slack
    }

    func isInside(_ other: Rect, slack: Double) -> Bool {
        x >= other.x - slack && y >= other.y - slack && maxX <= other.maxX + slack && maxY <= other.maxY + slack
    }

    func union(_ other: Rect) -> Rect {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }
}

extension Item {
    /// The edge of the incoming field in the dark, which crosses what it will.
    func isSeam(_ clip: PixelRect, of size: PixelSize) -> Bool {
        guard case .fill(let rect, _) = self else { return false }
        if clip.width < size.width {
            let isAtBorder = clip.x > 0 ? Int(rect.x) == clip.x : Int(rect.maxX) == clip.maxX
            return isAtBorder && Int(rect.height) * 10 >= size.height * 9 && Int(rect.width) < size.width / 10
        }
        return clip.height < size.height && Int(rect.y) == clip.y && Int(rect.width) * 10 >= size.width * 9
            && Int(rect.height) < size.height / 10
    }

    /// What a shape covers at most; nil for text.
    var box: Rect? {
        switch self {
        case .fill(let rect, let color): color.alpha == 0 ? nil : rect
        case .frame(let rect, _, let color): color.alpha == 0 ? nil : rect
        case .filled(let path, let color): color.alpha == 0 ? nil : path.box
        case .stroked(let path, let width, _, let color):
            color.alpha == 0
                ? nil : path.box.map { Rect(x: $0.x - width / 2, y: $0.y - width / 2, width: $0.width + width, height: $0.height + width) }
        case .text: nil
        }
    }
}

extension Path {
    var box: Rect? {
        let points = elements.flatMap { element -> [(Double, Double)] in
            switch element {
            case .move(let x, let y), .line(let x, let y): [(x, y)]
            case .curve(let x1, let y1, let x2, let y2, let x, let y): [(x1, y1), (x2, y2), (x, y)]
            case .arc(let x, let y, let radius, _, _): [(x - radius, y - radius), (x + radius, y + radius)]
            case .close: []
            }
        }
        guard let first = points.first else { return nil }
        return points.reduce(Rect(x: first.0, y: first.1, width: 0, height: 0)) { $0.union(Rect(x: $1.0, y: $1.1, width: 0, height: 0)) }
    }
}
