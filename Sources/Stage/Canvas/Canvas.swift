import Ports

/// Pixels that follow a scene. Keeps the last scene and repaints only what differs; equal scenes give equal pixels, whatever was
/// painted before. Belongs to the thread of its typesetter.
public final class Canvas {
    public let size: PixelSize
    private let sheet: Sheet
    private let drafter: Drafter
    private var layers: [DraftedLayer] = []
    private var hasPainted = false
    private var damage = Damage()

    /// A black canvas. `size` is at least one pixel each way.
    public init(size: PixelSize, typesetter: Typesetter) {
        self.size = size
        sheet = Sheet(size: size)
        drafter = Drafter(typesetter: typesetter, cutter: Cutter(width: size.width, height: size.height))
    }

    /// Paints the scene and returns what changed against the one before (everything the first time), at most eight rectangles
    /// within the canvas; none when nothing did.
    public func draw(_ scene: Scene) -> [PixelRect] {
        let drafted = scene.layers.enumerated().map { index, layer in draft(layer, after: index < layers.count ? layers[index] : nil) }
        damage.removeAll()
        if hasPainted {
            Comparison(old: layers, new: drafted).damage(into: &damage)
        } else {
            damage.add(sheet.bounds)
        }
        layers = drafted
        hasPainted = true
        for rect in damage.rects { repaint(rect) }
        return damage.rects
    }

    /// Lends the pixels for the length of the call.
    public func withPixels<Result>(_ body: (Pixels) throws -> Result) rethrows -> Result {
        if !hasPainted { sheet.fill(sheet.bounds, Ink(Color(0))) }
        return try body(sheet.lent)
    }

    /// A layer's drawings. What stands in the same place as before is not drawn up again.
    private func draft(_ layer: Layer, after last: DraftedLayer?) -> DraftedLayer {
        let clip = layer.clip.intersection(sheet.bounds)
        if let last, last.items == layer.items {
            return DraftedLayer(clip: clip, field: Ink(layer.field), items: layer.items, drawings: last.drawings)
        }
        var drawings: [Drawing] = []
        drawings.reserveCapacity(layer.items.count)
        for (index, item) in layer.items.enumerated() {
            if let last, index < last.items.count, last.items[index] == item {
                drawings.append(last.drawings[index])
            } else {
                drawings.append(drafter.drawing(item))
            }
        }
        return DraftedLayer(clip: clip, field: Ink(layer.field), items: layer.items, drawings: drawings)
    }

    /// Paints everything that shows in the rectangle, from the lowest thing that hides what is below it.
    private func repaint(_ rect: PixelRect) {
        let lowest = layers.lastIndex { $0.hides(rect) } ?? 0
        // Where no layer is, the canvas is black.
        if !layers.indices.contains(lowest) || !layers[lowest].hides(rect) { sheet.fill(rect, Ink(Color(0))) }
        for layer in layers[min(lowest, layers.count)...] {
            let clip = rect.intersection(layer.clip)
            if clip.isEmpty { continue }
            var first = 0
            var base: UInt32?
            if let hiding = layer.drawings.lastIndex(where: { $0.hides(clip) }) {
                first = hiding
            } else {
                sheet.fill(clip, layer.field)
                base = layer.field.isOpaque ? layer.field.pixel : nil
            }
            for index in first..<layer.drawings.count where layer.drawings[index].bounds.intersects(clip) {
                paint(layer.drawings[index], over: layer.drawings[first..<index], base, clip)
                if index == first, base == nil, layer.drawings[index].hides(clip) { base = layer.drawings[index].ink.pixel }
            }
        }
    }

    /// `base` is the field that shows wherever none of `below` is.
    private func paint(_ drawing: Drawing, over below: ArraySlice<Drawing>, _ base: UInt32?, _ clip: PixelRect) {
        let place = drawing.bounds.intersection(clip)
        let isBare = base != nil && !below.contains { $0.touches(place) }
        for mark in drawing.marks where mark.bounds.intersects(clip) {
            mark.paint(on: sheet, drawing.ink, base: isBare && mark.isAlone ? base : nil, clip: clip)
        }
    }
}
