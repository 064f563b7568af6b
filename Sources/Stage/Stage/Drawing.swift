import Canvas

/// An item without its colour.
struct Piece: Hashable {
    var item: Item
    var tint: Tint

    func item(_ palette: Palette, opacity: Double, shiftX: Double, shiftY: Double) -> Item {
        let color = opacity == 1 ? tint.color(palette) : tint.color(palette).opacity(opacity)
        switch item {
        case .fill(let rect, _): return .fill(rect.shifted(shiftX, shiftY), color)
        case .frame(let rect, let thickness, _): return .frame(rect.shifted(shiftX, shiftY), thickness: thickness, color)
        case .filled(let path, _): return .filled(path.shifted(shiftX, shiftY), color)
        case .stroked(let path, let width, let join, _): return .stroked(path.shifted(shiftX, shiftY), width: width, join: join, color)
        case .text(var text):
            text.color = color
            text.x += shiftX
            text.baseline += shiftY
            return .text(text)
        }
    }
}

extension [Piece] {
    func items(_ palette: Palette, opacity: Double = 1, shiftX: Int = 0, shiftY: Int = 0) -> [Item] {
        map { $0.item(palette, opacity: opacity, shiftX: Double(shiftX), shiftY: Double(shiftY)) }
    }
}

/// Collects pieces in u. The colours come when a palette does.
struct Drawing {
    enum Side { case leading, center, trailing }

    let grid: Grid
    private(set) var pieces: [Piece] = []
    private static let uncoloured = Color(0)

    init(_ grid: Grid) { self.grid = grid }

    mutating func add(_ other: [Piece]) { pieces += other }

    mutating func fill(x: Double, y: Double, width: Double, height: Double, _ tint: Tint = .on) {
        guard width > 0, height > 0 else { return }
        pieces.append(Piece(item: .fill(grid.rect(x: x, y: y, width: width, height: height), Drawing.uncoloured), tint: tint))
    }

    mutating func frame(x: Double, y: Double, width: Double, height: Double, thickness: Double, _ tint: Tint = .on) {
        let rect = grid.rect(x: x, y: y, width: width, height: height)
        let pixels = min(max(1, (thickness * grid.u).rounded()), rect.width / 2, rect.height / 2)
        pieces.append(Piece(item: .frame(rect, thickness: pixels, Drawing.uncoloured), tint: tint))
    }

    /// Many rectangles, in pixels, as one piece.
    mutating func rects(_ rects: [Rect], _ tint: Tint = .on) {
        guard let first = rects.first else { return }
        let item: Item = rects.count == 1 ? .fill(first, Drawing.uncoloured) : .filled(Path(rects: rects), Drawing.uncoloured)
        pieces.append(Piece(item: item, tint: tint))
    }

    mutating func filled(_ path: Path, _ tint: Tint = .on) {
        pieces.append(Piece(item: .filled(path, Drawing.uncoloured), tint: tint))
    }

    mutating func stroked(_ path: Path, width: Double, join: Path.Join, _ tint: Tint = .on) {
        pieces.append(Piece(item: .stroked(path, width: width, join: join, Drawing.uncoloured), tint: tint))
    }

    /// One paragraph in a box. `lineHeight` and `hollow` are in u, like the rest.
    mutating func text(
        _ spans: [Span], x: Double, baseline: Double, width: Double, side: Side = .leading, lineHeight: Double = 0, maxLines: Int = 1,
        hollow: Double? = nil, _ tint: Tint = .on
    ) {
        guard width > 0, !spans.allSatisfy(\.string.isEmpty) else { return }
        let left = ((grid.isMirrored ? grid.width - x - width : x) + grid.insetX) * grid.u
        let alignment: TextItem.Alignment =
            switch side {
            case .leading: grid.isMirrored ? .trailing : .leading
            case .center: .center
            case .trailing: grid.isMirrored ? .leading : .trailing
            }
        let item = TextItem(
            spans, color: Drawing.uncoloured, x: left, baseline: grid.baseline(baseline), width: width * grid.u, alignment: alignment,
            lineHeight: (lineHeight * grid.u).rounded(), maxLines: maxLines, hollow: hollow.map { $0 * grid.u })
        pieces.append(Piece(item: .text(item), tint: tint))
    }

    mutating func text(
        _ string: String, _ font: Font, x: Double, baseline: Double, width: Double, side: Side = .leading, _ tint: Tint = .on
    ) {
        text([Span(string, font)], x: x, baseline: baseline, width: width, side: side, tint)
    }
}

extension Rect {
    func shifted(_ dx: Double, _ dy: Double) -> Rect { Rect(x: x + dx, y: y + dy, width: width, height: height) }
}

extension Path {
    init(rects: [Rect]) {
        var elements: [Element] = []
        elements.reserveCapacity(rects.count * 5)
        for rect in rects {
            elements += [
                .move(x: rect.x, y: rect.y), .line(x: rect.maxX, y: rect.y), .line(x: rect.maxX, y: rect.maxY),
                .line(x: rect.x, y: rect.maxY), .close,
            ]
        }
        self.init(elements)
    }

    func shifted(_ dx: Double, _ dy: Double) -> Path { dx == 0 && dy == 0 ? self : transformed(scale: 1, dx: dx, dy: dy) }

    func transformed(scale: Double, dx: Double, dy: Double) -> Path {
        Path(
            elements.map { element in
                switch element {
                case .move(let x, let y): .move(x: x * scale + dx, y: y * scale + dy)
                case .line(let x, let y): .line(x: x * scale + dx, y: y * scale + dy)
                case .curve(let x1, let y1, let x2, let y2, let x, let y):
                    .curve(
                        x1: x1 * scale + dx, y1: y1 * scale + dy, x2: x2 * scale + dx, y2: y2 * scale + dy, x: x * scale + dx,
                        y: y * scale + dy)
                case .arc(let x, let y, let radius, let from, let to):
                    .arc(centerX: x * scale + dx, centerY: y * scale + dy, radius: radius * scale, from: from, to: to)
                case .close: .close
                }
            })
    }

    static func circle(x: Double, y: Double, radius: Double) -> Path {
        Path([.move(x: x + radius, y: y), .arc(centerX: x, centerY: y, radius: radius, from: 0, to: 2 * .pi), .close])
    }
}
