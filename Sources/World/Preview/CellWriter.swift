/// Cells to terminal text: only what differs from the last cells, between the marks of a synchronized update (mode 2026; terminals that do not
/// know it pass over it). Colours are direct (SGR 38;2) or the 256 of xterm.
struct CellWriter {
    enum Colours: Hashable, Sendable { case direct, indexed }

    let colours: Colours
    /// What the terminal shows; nil cells are not known.
    private var shown: [CellGrid.Cell?] = []
    private var window = TerminalWindow(columns: 0, rows: 0)

    init(colours: Colours) { self.colours = colours }

    /// The terminal was cleared, or drawn in by others: everything is to be sent.
    mutating func forget() { shown = [] }

    /// The text that turns what is shown into the grid; empty when they are equal.
    mutating func update(to grid: CellGrid) -> [UInt8] {
        var text: [UInt8] = []
        if window != grid.window || shown.count != grid.cells.count {
            window = grid.window
            shown = Array(repeating: nil, count: grid.cells.count)
            text += "\u{1B}[0m\u{1B}[2J".utf8
        }
        var (foreground, background): (UInt32?, UInt32?) = (nil, nil)
        // Where the next character would land; nil when it is not known.
        var cursor: (row: Int, column: Int)?
        for row in 0..<window.rows {
            for column in 0..<window.columns {
                let index = row * window.columns + column
                let cell = grid.cells[index]
                if shown[index] == cell { continue }
                shown[index] = cell
                move(to: (row, column), from: cursor, &text)
                let (upper, lower) = (seen(UInt32(cell >> 32)), seen(UInt32(cell & 0xFFFF_FFFF)))
                if background != lower { colour(lower, layer: 4, &text) }
                background = lower
                if upper == lower {
                    text.append(UInt8(ascii: " "))
                } else {
                    if foreground != upper { colour(upper, layer: 3, &text) }
                    foreground = upper
                    text += "\u{2580}".utf8
                }
                // In the last column the cursor waits at the edge, and terminals do not agree where it is.
                cursor = column + 1 < window.columns ? (row, column + 1) : nil
            }
        }
        if text.isEmpty { return [] }
        return Array("\u{1B}[?2026h".utf8) + text + Array("\u{1B}[0m\u{1B}[?2026l".utf8)
    }

    private func move(to place: (row: Int, column: Int), from cursor: (row: Int, column: Int)?, _ text: inout [UInt8]) {
        if let cursor, cursor == place { return }
        text += "\u{1B}[".utf8
        if let cursor, cursor.row == place.row {
            if place.column - cursor.column > 1 { number(place.column - cursor.column, &text) }
            text.append(UInt8(ascii: "C"))
            return
        }
        number(place.row + 1, &text)
        text.append(UInt8(ascii: ";"))
        number(place.column + 1, &text)
        text.append(UInt8(ascii: "H"))
    }

    /// The colour as the terminal will show it: in 256 colours many are one.
    private func seen(_ colour: UInt32) -> UInt32 { colours == .direct ? colour : UInt32(CellWriter.index(of: colour)) }

    private func colour(_ value: UInt32, layer: Int, _ text: inout [UInt8]) {
        text += "\u{1B}[".utf8
        number(layer * 10 + 8, &text)
        if colours == .indexed {
            text += ";5;".utf8
            number(Int(value), &text)
        } else {
            text += ";2;".utf8
            number(Int(value >> 16 & 255), &text)
            text.append(UInt8(ascii: ";"))
            number(Int(value >> 8 & 255), &text)
            text.append(UInt8(ascii: ";"))
            number(Int(value & 255), &text)
        }
        text.append(UInt8(ascii: "m"))
    }

    private func number(_ number: Int, _ text: inout [UInt8]) { text += String(number).utf8 }

    /// The nearest of xterm's 256 colours: the cube of six steps (0, 95, 135, ... 255) or the 24 greys (8, 18, ... 238).
    static func index(of colour: UInt32) -> UInt8 {
        let channels = [colour >> 16 & 255, colour >> 8 & 255, colour & 255].map(Int.init)
        func distance(_ other: [Int]) -> Int { zip(channels, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
        let steps = channels.map { $0 < 48 ? 0 : $0 < 115 ? 1 : ($0 - 35) / 40 }
        let cube = steps.map { $0 == 0 ? 0 : 55 + 40 * $0 }
        let grey = max(0, min(23, (channels.reduce(0, +) / 3 - 3) / 10))
        return distance(Array(repeating: 8 + 10 * grey, count: 3)) < distance(cube)
            ? UInt8(232 + grey) : UInt8(16 + 36 * steps[0] + 6 * steps[1] + steps[2])
    }
}
