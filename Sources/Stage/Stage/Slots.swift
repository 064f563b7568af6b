/// A place of a list: a row, a block, a card.
struct Slot: Hashable {
    /// Across; nil for all of it.
    var x: Double?
    var width: Double?
    var y: Double
    var height: Double
    /// A rule at its upper edge, unless the band is at either side of it.
    var hasRule = true
}

extension Page {
    /// Draws what stands in the slots, their rules and the band. While the band is on its way from a neighbour, what it crosses stands
    /// both on paper and in the band, and each layer shows its part.
    /// - Parameters:
    ///   - focus: which of the list's rows is focused; nil when none is.
    ///   - first: the row in the first slot.
    ///   - rules: where rules begin and end; nil for the margins.
    ///   - draw: one slot's words.
    mutating func place(
        _ slots: [Slot], focus: Focus?, first: Int = 0, rules: (from: Double, to: Double)? = nil,
        draw: (Int, Slot, inout Drawing) -> Void
    ) {
        let focused = focus.map { $0.index - first }
        let bandSlot = focus.flatMap { band(slots, $0, first) }
        let (from, to) = rules ?? (start, end)
        for (index, slot) in slots.enumerated() {
            if bandSlot != slot { draw(index, slot, &paper) }
            if let bandSlot, slot.meets(bandSlot) { draw(index, slot, &band) }
            let isBeside = focused.map { index == $0 || index == $0 + 1 } ?? false
            if index > 0, slot.hasRule, !isBeside { paper.fill(x: from, y: slot.y, width: to - from, height: Page.rule, .rule) }
        }
        if let bandSlot { setBand(x: bandSlot.x, y: bandSlot.y, width: bandSlot.width, height: bandSlot.height) }
    }

    /// Where the band is: at its slot, or between it and the one that it leaves.
    private func band(_ slots: [Slot], _ focus: Focus, _ first: Int) -> Slot? {
        guard slots.indices.contains(focus.index - first) else { return nil }
        let own = slots[focus.index - first]
        guard focus.way > 0, let leaving = focus.leaving, slots.indices.contains(leaving - first) else { return own }
        let other = slots[leaving - first]
        let share = min(1, focus.way)
        func between(_ own: Double, _ other: Double) -> Double { own + (other - own) * share }
        return Slot(
            x: own.x.map { between($0, other.x ?? $0) }, width: own.width.map { between($0, other.width ?? $0) },
            y: between(own.y, other.y), height: between(own.height, other.height), hasRule: own.hasRule)
    }
}

extension Slot {
    func meets(_ other: Slot) -> Bool {
        if y >= other.y + other.height || y + height <= other.y { return false }
        guard let x, let width, let otherX = other.x, let otherWidth = other.width else { return true }
        return x < otherX + otherWidth && x + width > otherX
    }
}
