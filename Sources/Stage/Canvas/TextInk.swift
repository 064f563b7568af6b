/// Where a text item's ink lies when it is drawn.
public struct TextInk: Hashable, Sendable {
    /// Of each line that has any, in pixels.
    public var lines: [Rect]
    /// An ellipsis stands for the rest.
    public var isCut: Bool
}

extension Typesetter {
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
