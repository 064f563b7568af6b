import Ports

/// A window full of character cells, each two square-ish dots of colour, one above the other.
struct TerminalWindow: Hashable, Sendable {
    var columns: Int
    var rows: Int
    /// A cell's width over its height; 0.5 where the terminal does not say.
    var cellAspect = 0.5

    /// The picture to draw for this window: the shape of the design that is nearest to the window's, no larger than a cell's dots can
    /// show by four in each direction, and never smaller than the smallest panel.
    var frameSize: PixelSize {
        let aspect = max(0.01, Double(columns) * cellAspect / Double(max(1, rows)))
        let shapes: [(width: Int, height: Int)] = [(16, 9), (5, 3), (3, 2), (9, 16)]
        func distance(_ shape: (width: Int, height: Int)) -> Double {
            let ratio = Double(shape.width) / Double(shape.height) / aspect
            return max(ratio, 1 / ratio)
        }
        let shape = shapes.min { distance($0) < distance($1) }!
        let short = max(320, min(1080, (shape.width > shape.height ? rows * 2 : columns) * 4))
        func scaled(_ side: Int) -> Int { side * short / min(shape.width, shape.height) / 2 * 2 }
        return PixelSize(width: scaled(shape.width), height: scaled(shape.height))
    }
}

/// The picture scaled to cells: each dot is the average of the area it covers, letterboxed in black, the picture's shape kept.
struct CellGrid {
    /// Two dots, 0x00RRGGBB each: the upper in the high half.
    typealias Cell = UInt64

    let window: TerminalWindow
    let frame: PixelSize
    /// Where the picture is, in dots.
    let area: PixelRect
    private(set) var cells: [Cell]
    private let columnSpans: [Span]
    private let rowSpans: [Span]
    private let columnShares: [UInt64]
    private let rowShares: [UInt64]

    /// The source pixels under one dot; `shares` say how much of each, in whole units of 1/dots of a pixel, so the average is exact.
    private struct Span {
        var first: Int
        var count: Int
        /// Index of the first pixel's share.
        var share: Int
    }

    init(window: TerminalWindow, frame: PixelSize) {
        self.window = window
        self.frame = frame
        // In dots a pixel of the picture may be wider than high, where the cells are not 1 to 2.
        let dotAspect = window.cellAspect * 2
        let (columns, dotRows) = (Double(window.columns), Double(window.rows * 2))
        let scale = min(columns * dotAspect / Double(frame.width), dotRows / Double(frame.height))
        let width = max(1, min(window.columns, Int((Double(frame.width) * scale / dotAspect).rounded())))
        let height = max(1, min(window.rows * 2, Int((Double(frame.height) * scale).rounded())))
        area = PixelRect(x: (window.columns - width) / 2, y: (window.rows * 2 - height) / 2, width: width, height: height)
        cells = Array(repeating: 0, count: window.columns * window.rows)
        (columnSpans, columnShares) = CellGrid.spans(frame.width, over: width)
        (rowSpans, rowShares) = CellGrid.spans(frame.height, over: height)
    }

    private static func spans(_ pixels: Int, over dots: Int) -> ([Span], [UInt64]) {
        var shares: [UInt64] = []
        let spans = (0..<dots).map { dot in
            let (from, to) = (dot * pixels, (dot + 1) * pixels)
            let (first, last) = (from / dots, (to - 1) / dots)
            let span = Span(first: first, count: last - first + 1, share: shares.count)
            for pixel in first...last { shares.append(UInt64(min(to, (pixel + 1) * dots) - max(from, pixel * dots))) }
            return span
        }
        return (spans, shares)
    }

    /// Computes the cells over the damage anew. A cell is of all its pixels, also of those beside the damage.
    mutating func update(from pixels: Pixels, damage: PixelRect) {
        let damage = damage.intersection(PixelRect(x: 0, y: 0, width: frame.width, height: frame.height))
        if damage.isEmpty || cells.isEmpty { return }
        let columns = damage.x * area.width / frame.width...(damage.maxX * area.width - 1) / frame.width
        let rows = damage.y * area.height / frame.height...(damage.maxY * area.height - 1) / frame.height
        let firstPixel = columnSpans[columns.lowerBound].first
        let width = columnSpans[columns.upperBound].first + columnSpans[columns.upperBound].count - firstPixel
        var sums = RowSums(width: width, whole: UInt64(area.height))
        for row in rows {
            sums.clear()
            let span = rowSpans[row]
            for offset in 0..<span.count {
                let line = pixels.base + (span.first + offset) * pixels.stride + firstPixel * 4
                sums.add(line.assumingMemoryBound(to: UInt32.self), share: rowShares[span.share + offset])
            }
            sums.spill()
            sums.weighted.withUnsafeBufferPointer { sums in
                for column in columns { set(column, row, average(columnSpans[column], sums, from: firstPixel)) }
            }
        }
    }

    /// Becomes what the other is, a grid of the same window and picture.
    mutating func take(_ other: CellGrid) {
        precondition(other.cells.count == cells.count, "grids of one window")
        cells.withUnsafeMutableBufferPointer { cells in
            other.cells.withUnsafeBufferPointer { cells.baseAddress?.update(from: $0.baseAddress!, count: $0.count) }
        }
    }

    private func average(_ span: Span, _ sums: UnsafeBufferPointer<UInt64>, from firstPixel: Int) -> UInt64 {
        var (red, green, blue): (UInt64, UInt64, UInt64) = (0, 0, 0)
        for offset in 0..<span.count {
            let share = columnShares[span.share + offset]
            let sum = sums[span.first + offset - firstPixel]
            red += (sum >> 42) * share
            green += (sum >> 21 & 0x1F_FFFF) * share
            blue += (sum & 0x1F_FFFF) * share
        }
        // The shares of a row of pixels add up to the picture's width, those of a column to its height.
        let total = UInt64(frame.width * frame.height)
        let (meanRed, meanGreen, meanBlue) = ((red + total / 2) / total, (green + total / 2) / total, (blue + total / 2) / total)
        return meanRed << 16 | meanGreen << 8 | meanBlue
    }

    private mutating func set(_ column: Int, _ row: Int, _ colour: UInt64) {
        let (x, y) = (area.x + column, area.y + row)
        let index = y / 2 * window.columns + x
        cells[index] = y % 2 == 0 ? cells[index] & 0xFFFF_FFFF | colour << 32 : cells[index] & ~0xFFFF_FFFF | colour
    }
}

/// What the pixels above each other in a row of dots add up to, each by its share. A picture's every pixel comes by here: those that count
/// whole, nearly all, are only added up, four at a time.
private struct RowSums {
    /// Red, green and blue from the top, 21 bits each: 8,000 rows of pixels.
    private(set) var weighted: [UInt64]
    /// The sum of lines that count whole, of four pixels each: red and blue in 16 bits each, and green.
    private var redBlue: [SIMD4<UInt32>]
    private var green: [SIMD4<UInt32>]
    private var lines = 0
    private let whole: UInt64

    init(width: Int, whole: UInt64) {
        weighted = Array(repeating: 0, count: width)
        redBlue = Array(repeating: .zero, count: (width + 3) / 4)
        green = redBlue
        self.whole = whole
    }

    mutating func clear() {
        for index in weighted.indices { weighted[index] = 0 }
    }

    mutating func add(_ line: UnsafePointer<UInt32>, share: UInt64) {
        if share != whole {
            return weighted.withUnsafeMutableBufferPointer { sums in
                for index in 0..<sums.count {
                    let pixel = UInt64(line[index])
                    sums[index] &+= (pixel & 255 | (pixel & 0xFF00) << 13 | (pixel & 0xFF_0000) << 26) &* share
                }
            }
        }
        let pixels = UnsafeRawPointer(line)
        let fours = weighted.count / 4
        let rest = weighted.count % 4
        redBlue.withUnsafeMutableBufferPointer { redBlue in
            green.withUnsafeMutableBufferPointer { green in
                for index in 0..<fours {
                    let four = pixels.loadUnaligned(fromByteOffset: index * 16, as: SIMD4<UInt32>.self)
                    redBlue[index] &+= four & 0xFF_00FF
                    green[index] &+= four &>> 8 & 255
                }
                for index in 0..<rest {
                    redBlue[fours][index] &+= line[fours * 4 + index] & 0xFF_00FF
                    green[fours][index] &+= line[fours * 4 + index] >> 8 & 255
                }
            }
        }
        lines += 1
        // Sixteen bits hold 257 of them.
        if lines == 256 { spill() }
    }

    /// Weighs what was added up.
    mutating func spill() {
        if lines == 0 { return }
        lines = 0
        for index in weighted.indices {
            let (both, one) = (UInt64(redBlue[index / 4][index % 4]), UInt64(green[index / 4][index % 4]))
            weighted[index] &+= (both & 0xFFFF | one << 21 | (both >> 16) << 42) &* whole
        }
        for index in redBlue.indices { (redBlue[index], green[index]) = (.zero, .zero) }
    }
}
