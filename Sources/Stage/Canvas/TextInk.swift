/// Where a text item's ink lies when it is drawn.
public struct TextInk: Hashable, Sendable {
    /// Of each line that has any, in pixels.
    public var lines: [Rect]
    /// An ellipsis stands for the rest.
    public var isCut: Bool
}

extension Typesetter {
    /// Whether the text begins at the right: by its first letter that has a direction, as CSS's `unicode-bidi: plaintext`.
    public func isRightToLeft(_ spans: [Span]) -> Bool { paragraph(spans).isRightToLeft }

    /// How far two lines from right to left, their baselines `distance` pixels apart, reach into each other: Arabic has tails and marks
    /// where Latin lines leave room. 0 for any other script, whose lines were measured when the design was.
    public func overlap(_ upper: [Span], above lower: [Span], distance: Double) -> Double {
        guard isRightToLeft(upper), let tail = ink(upper), let head = ink(lower) else { return 0 }
        return max(0, tail.maxY - (distance + head.y) + 1)
    }

    /// What the canvas would draw of it, without drawing it.
    public func ink(of item: TextItem) -> TextInk {
        let setting = setting(item.spans, width: item.width, maxLines: item.maxLines)
        let grow = (item.hollow ?? 0) / 2
        let lines = setting.lines.enumerated().compactMap { number, line -> Rect? in
            guard let box = ink(line) else { return nil }
            let spare = item.width - line.width
            let left = item.x + (item.alignment == .leading ? 0 : item.alignment == .center ? spare / 2 : spare)
            return Rect(
                x: left + box.x - grow, y: item.baseline + Double(number) * item.lineHeight + box.y - grow, width: box.width + 2 * grow,
                height: box.height + 2 * grow)
        }
        return TextInk(lines: lines, isCut: setting.isCut)
    }
}
