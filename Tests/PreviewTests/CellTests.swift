import Foundation
import Ports
import Testing

@testable import Preview

/// As much of a terminal as the panel speaks to. Anything else it is sent is an error.
struct Emulator {
    var columns: Int
    var rows: Int
    /// Upper and lower colour of each cell, as a person would see them.
    var cells: [UInt64]
    var errors: [String] = []
    var isAlternate = false
    var isCursorVisible = true
    var wraps = true
    var updates = 0
    var characters = 0
    private var isUpdating = false
    private var (row, column) = (0, 0)
    private var (foreground, background): (UInt64, UInt64) = (0xFFFFFF, 0)
    private var pending: [UInt8] = []

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = Array(repeating: 0, count: columns * rows)
    }

    mutating func take(_ bytes: some Collection<UInt8>) {
        pending += bytes
        while let count = step() { pending.removeFirst(count) }
    }

    /// One character or sequence; nil when it is not whole yet.
    private mutating func step() -> Int? {
        guard let first = pending.first else { return nil }
        switch first {
        case 0x18: return 1
        case 0x20:
            put(background, background)
            return 1
        case 0xE2:
            guard pending.count >= 3 else { return nil }
            if Array(pending[..<3]) != Array("\u{2580}".utf8) { errors.append("another character") }
            put(foreground, background)
            return 3
        case 0x1B:
            guard let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else { return nil }
            if pending[1] != UInt8(ascii: "[") { errors.append("ESC \(pending[1])") }
            control(String(decoding: pending[2..<end], as: UTF8.self), Character(UnicodeScalar(pending[end])))
            return end + 1
        default:
            errors.append("byte \(first)")
            return 1
        }
    }

    private mutating func put(_ upper: UInt64, _ lower: UInt64) {
        characters += 1
        guard row < rows, column < columns else { return errors.append("outside at \(row),\(column)") }
        cells[row * columns + column] = upper << 32 | lower
        column += 1
    }

    private mutating func control(_ parameters: String, _ final: Character) {
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        switch (parameters, final) {
        case ("?2026", "h"): isUpdating = true
        case ("?2026", "l"):
            if isUpdating { updates += 1 }
            isUpdating = false
        case ("?1049", "h"): isAlternate = true
        case ("?1049", "l"): isAlternate = false
        case ("?25", "h"): isCursorVisible = true
        case ("?25", "l"): isCursorVisible = false
        case ("?7", "h"): wraps = true
        case ("?7", "l"): wraps = false
        case ("0", "m"): (foreground, background) = (0xFFFFFF, 0)
        case ("2", "J"): cells = Array(repeating: background << 32 | background, count: columns * rows)
        case (_, "H"): (row, column) = (numbers[0] - 1, numbers[1] - 1)
        case (_, "C"): column += max(1, numbers[0])
        case (_, "m") where numbers.count == 5 && numbers[1] == 2:
            colour(numbers[0], UInt64(numbers[2] << 16 | numbers[3] << 8 | numbers[4]))
        case (_, "m") where numbers.count == 3 && numbers[1] == 5: colour(numbers[0], UInt64(numbers[2]))
        default: errors.append("ESC [ \(parameters) \(final)")
        }
    }

    private mutating func colour(_ layer: Int, _ value: UInt64) {
        if layer == 38 { foreground = value } else if layer == 48 { background = value } else { errors.append("layer \(layer)") }
    }
}

private func grid(_ columns: Int, _ rows: Int, _ painting: Painting, aspect: Double = 0.5) -> CellGrid {
    var grid = CellGrid(window: TerminalWindow(columns: columns, rows: rows, cellAspect: aspect), frame: painting.size)
    painting.lend { grid.update(from: $0, damage: painting.bounds) }
    return grid
}

@Suite struct CellGridTests {
    @Test func aDotIsTheAverageOfItsArea() {
        // 4 x 4 pixels over one cell: two columns black, two white, above; and grey below.
        let picture = Painting(2, 4) { x, y in y < 2 ? (x == 0 ? 0 : 0xFFFFFF) : 0x204060 }
        #expect(grid(1, 1, picture).cells == [0x0080_8080_0020_4060])
    }

    @Test func anAverageIsExactWhateverTheSizes() {
        for (width, height) in [(480, 320), (853, 480), (1080, 1920), (7, 5)] {
            let even = Painting(width, height) { _, _ in 0x12_34_56 }
            for (columns, rows) in [(80, 24), (13, 7), (211, 61)] {
                let grid = grid(columns, rows, even)
                let dots = grid.cells.flatMap { [$0 >> 32, $0 & 0xFFFF_FFFF] }
                #expect(dots.count { $0 == 0x123456 } == grid.area.width * grid.area.height)
                #expect(dots.allSatisfy { $0 == 0x123456 || $0 == 0 })
            }
        }
    }

    @Test func aDotOfManyRowsIsTheirAverageToo() {
        // 1,000 rows in two dots: more than can be added up in one go.
        let picture = Painting(4, 1_000) { x, y in y < 500 ? (y % 2 == 0 ? 0xFF_FF_FF : 0x01_03_05) : (x < 2 ? 0xFF_00_80 : 0x01_40_00) }
        var grid = CellGrid(window: TerminalWindow(columns: 1, rows: 1, cellAspect: 0.004), frame: picture.size)
        picture.lend { grid.update(from: $0, damage: picture.bounds) }
        #expect(grid.area == PixelRect(x: 0, y: 0, width: 1, height: 2))
        #expect(grid.cells == [0x0080_8182_0080_2040])
    }

    @Test func halvesOfPixelsCountAsHalves() {
        // Three pixels over two dots: each takes one and a half.
        let picture = Painting(3, 2) { x, _ in [0x30, 0x60, 0x90][x] }
        #expect(grid(2, 1, picture).area == PixelRect(x: 0, y: 0, width: 2, height: 1))
        #expect(grid(2, 1, picture).cells.map { $0 >> 32 } == [0x40, 0x80])
    }

    @Test func thePictureKeepsItsShapeInTheMiddle() {
        let wide = Painting(160, 90) { _, _ in 0xFFFFFF }
        let tall = Painting(90, 160) { _, _ in 0xFFFFFF }
        #expect(grid(80, 24, wide).area == PixelRect(x: 0, y: 1, width: 80, height: 45))
        #expect(grid(80, 60, wide).area == PixelRect(x: 0, y: 37, width: 80, height: 45))
        #expect(grid(80, 24, tall).area == PixelRect(x: 26, y: 0, width: 27, height: 48))
        // Cells 1 to 1: a dot is twice as wide as high.
        #expect(grid(80, 60, wide, aspect: 1).area == PixelRect(x: 0, y: 15, width: 80, height: 90))
        let rows = grid(80, 24, wide).cells.map { $0 >> 32 }
        #expect(rows[0] == 0 && rows[80] == 0xFFFFFF, "black above")
    }

    @Test(arguments: 0..<40)
    func updatingTheDamageAloneGivesTheSameAsEverything(seed: Int) {
        let size = PixelSize(width: 97, height: 61)
        let (columns, rows) = [(40, 12), (97, 31), (200, 80), (5, 3)][seed % 4]
        let damage = PixelRect(x: seed * 7 % 90, y: seed * 5 % 55, width: 1 + seed % 30, height: 1 + seed * 3 % 20)
        let before = Painting(size.width, size.height) { x, y in UInt32(x * 2 << 16 | y * 3 << 8) }
        let after = Painting(size.width, size.height) { x, y in
            let isInside = x >= damage.x && x < damage.maxX && y >= damage.y && y < damage.maxY
            return isInside ? 0xFF_FF_FF : UInt32(x * 2 << 16 | y * 3 << 8)
        }
        var partly = grid(columns, rows, before)
        after.lend { partly.update(from: $0, damage: damage) }
        #expect(partly.cells == grid(columns, rows, after).cells)
    }

    @Test func damageOutsideIsCut() {
        let picture = Painting(20, 20) { _, _ in 0x808080 }
        var partly = grid(10, 5, picture)
        let before = partly.cells
        picture.lend {
            partly.update(from: $0, damage: PixelRect(x: -10, y: -10, width: 100, height: 100))
            partly.update(from: $0, damage: PixelRect(x: 30, y: 0, width: 5, height: 5))
        }
        #expect(partly.cells == before)
    }
}

@Suite struct TerminalWindowTests {
    @Test(arguments: [
        (80, 24, 532, 320), (200, 60, 800, 480), (300, 50, 710, 400), (120, 90, 480, 852), (120, 40, 480, 320), (40, 60, 320, 568),
        (1500, 400, 1920, 1080), (1200, 400, 1620, 1080), (2, 1, 480, 320),
    ])
    func theFrameHasAShapeOfTheDesign(columns: Int, rows: Int, width: Int, height: Int) {
        #expect(TerminalWindow(columns: columns, rows: rows).frameSize == PixelSize(width: width, height: height))
    }
}

@Suite struct CellWriterTests {
    @Test func theTerminalShowsExactlyTheCells() {
        let picture = Painting(64, 48) { x, y in UInt32(x * 4 << 16 | y * 5 << 8 | (x ^ y)) }
        let grid = grid(33, 11, picture)
        var writer = CellWriter(colours: .direct)
        var terminal = Emulator(columns: 33, rows: 11)
        terminal.take(writer.update(to: grid))
        #expect(terminal.cells == grid.cells)
        #expect(terminal.errors == [] && terminal.updates == 1)
    }

    @Test func onlyWhatDiffersIsSentAndTheEndIsTheSame() {
        var writer = CellWriter(colours: .direct)
        var terminal = Emulator(columns: 40, rows: 12)
        var state: UInt64 = 42
        var picture = Painting(80, 48) { _, _ in 0x335577 }
        for step in 0..<30 {
            // A few pixels change.
            for _ in 0..<step {
                state = state &* 6_364_136_223_846_793_005 &+ 1
                picture.words[Int(state >> 33) % picture.words.count] = UInt32(truncatingIfNeeded: state >> 20) & 0xFFFFFF
            }
            let before = terminal.cells
            let grid = grid(40, 12, picture)
            terminal.characters = 0
            terminal.take(writer.update(to: grid))
            #expect(terminal.cells == grid.cells)
            if step > 0 { #expect(terminal.characters == zip(before, grid.cells).count { $0 != $1 }) }
        }
        #expect(terminal.errors == [])
    }

    @Test func nothingNewIsNothingSent() {
        let picture = Painting(10, 10) { _, _ in 0xABCDEF }
        var writer = CellWriter(colours: .direct)
        _ = writer.update(to: grid(10, 5, picture))
        #expect(writer.update(to: grid(10, 5, picture)) == [])
        writer.forget()
        #expect(writer.update(to: grid(10, 5, picture)) != [])
    }

    @Test func theColourIsSentOnceForARun() {
        var writer = CellWriter(colours: .direct)
        let text = String(decoding: writer.update(to: grid(20, 5, Painting(20, 10) { _, _ in 0x010203 })), as: UTF8.self)
        #expect(text.components(separatedBy: "48;2;1;2;3m").count == 2)
        #expect(!text.contains("38;"), "an even cell is a space")
    }

    @Test func anotherWindowIsClearedAndDrawnWhole() {
        let picture = Painting(40, 30) { x, y in UInt32(x * y) }
        var writer = CellWriter(colours: .direct)
        _ = writer.update(to: grid(40, 15, picture))
        var terminal = Emulator(columns: 20, rows: 9)
        terminal.cells = terminal.cells.map { _ in 0xBAD }
        let smaller = grid(20, 9, picture)
        terminal.take(writer.update(to: smaller))
        #expect(terminal.cells == smaller.cells)
    }

    @Test func everyOneOfThe256ColoursIsItsOwnNearest() {
        let steps = [0, 95, 135, 175, 215, 255]
        for red in 0..<6 {
            for green in 0..<6 {
                for blue in 0..<6 {
                    let colour = UInt32(steps[red] << 16 | steps[green] << 8 | steps[blue])
                    #expect(CellWriter.index(of: colour) == UInt8(16 + 36 * red + 6 * green + blue))
                }
            }
        }
        for grey in 0..<24 {
            let level = UInt32(8 + 10 * grey)
            #expect(CellWriter.index(of: level << 16 | level << 8 | level) == UInt8(232 + grey))
        }
    }

    @Test func theNearestOfThe256IsReallyTheNearest() {
        let steps = [0, 95, 135, 175, 215, 255]
        var palette: [[Int]] = []
        for red in steps { for green in steps { for blue in steps { palette.append([red, green, blue]) } } }
        palette += (0..<24).map { Array(repeating: 8 + 10 * $0, count: 3) }
        for colour in stride(from: UInt32(0), to: 0xFFFFFF, by: 9973) {
            let channels = [Int(colour >> 16), Int(colour >> 8 & 255), Int(colour & 255)]
            func distance(_ other: [Int]) -> Int { zip(channels, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
            let chosen = distance(palette[Int(CellWriter.index(of: colour)) - 16])
            // The grey is chosen by the mean, which is the nearest grey to within half a step.
            #expect(chosen <= palette.map(distance).min()! + 75)
        }
    }

    @Test func in256ColoursTheIndicesAreSent() {
        var writer = CellWriter(colours: .indexed)
        var terminal = Emulator(columns: 4, rows: 2)
        terminal.take(writer.update(to: grid(4, 2, Painting(4, 4) { x, _ in x < 2 ? 0xFF0000 : 0x00FF00 })))
        #expect(terminal.errors == [])
        #expect(terminal.cells.prefix(4).map { $0 & 0xFF } == [196, 196, 46, 46])
    }
}
