/// A mask of coverage, kept as runs: most of a big glyph is either full or empty, so a stencil takes a tenth of the mask's bytes and is
/// painted with plain row fills.
///
/// A row is a list of runs: where it starts (from `left`), its length, and for a run that is not solid one byte of coverage a
/// pixel, two in a word. Rows that look the same are kept once.
final class Stencil: Sendable {
    /// Where its pixels are, from the origin that it was cut for.
    let left: Int
    let top: Int
    let width: Int
    let height: Int
    /// Where each row's runs start in `words`.
    fileprivate let rows: [UInt32]
    fileprivate let words: [UInt16]

    fileprivate static let end: UInt16 = 0xFFFF
    fileprivate static let solid: UInt16 = 0x8000
    /// A run's length has 15 bits, a start must not look like the end.
    static let widest = 0x7FFF

    fileprivate init(left: Int, top: Int, width: Int, rows: [UInt32], words: [UInt16]) {
        self.left = left
        self.top = top
        self.width = width
        height = rows.count
        self.rows = rows
        self.words = words
    }

    var isEmpty: Bool { width == 0 || rows.isEmpty }
    var byteCount: Int { words.count * 2 + rows.count * 4 + 128 }

    /// Calls with each of those rows and its runs.
    @inline(__always)
    func withRows(_ range: Range<Int>, _ body: (_ row: Int, _ runs: Runs) -> Void) {
        rows.withUnsafeBufferPointer { rows in
            words.withUnsafeBufferPointer { words in
                guard let start = words.baseAddress else { return }
                for row in range { body(row, Runs(word: start + Int(rows[row]))) }
            }
        }
    }

    /// The runs of a row, from the left; lent for the length of `withRows`.
    struct Runs {
        fileprivate var word: UnsafePointer<UInt16>

        /// A run's start and length; its coverage is nil where it is solid.
        @inline(__always)
        mutating func next() -> (start: Int, length: Int, coverage: UnsafePointer<UInt8>?)? {
            let start = word[0]
            if start == Stencil.end { return nil }
            let length = Int(word[1] & ~Stencil.solid)
            if word[1] & Stencil.solid != 0 {
                word += 2
                return (Int(start), length, nil)
            }
            let coverage = UnsafeRawPointer(word + 2).assumingMemoryBound(to: UInt8.self)
            word += 2 &+ (length &+ 1) / 2
            return (Int(start), length, coverage)
        }
    }
}

/// Makes a stencil from rows of coverage, one after the other from the top.
struct StencilCutting {
    private let left: Int
    private let top: Int
    private let width: Int
    private var rows: [UInt32] = []
    private var words: [UInt16] = []

    init(left: Int, top: Int, width: Int) {
        precondition(width <= Stencil.widest, "A stencil is at most 32,767 pixels wide")
        self.left = left
        self.top = top
        self.width = width
    }

    /// Takes a row of `width` bytes, 0 empty to 255 full.
    mutating func add(row: UnsafePointer<UInt8>) {
        let start = words.count
        var x = 0
        while true {
            x = skip(row, from: x, while: 0)
            if x >= width { break }
            if row[x] == 255 {
                let end = skip(row, from: x, while: 255)
                if end - x >= 4 || end == width || row[end] == 0 {
                    words.append(UInt16(x))
                    words.append(UInt16(end - x) | Stencil.solid)
                    x = end
                    continue
                }
            }
            x = addPartial(row, from: x)
        }
        words.append(Stencil.end)
        keep(start)
    }

    func finish() -> Stencil {
        Stencil(left: left, top: top, width: width, rows: rows, words: words)
    }

    /// A run of partial coverage; a few full pixels among them are not worth a run of their own.
    private mutating func addPartial(_ row: UnsafePointer<UInt8>, from start: Int) -> Int {
        var end = start
        var full = 0
        while end < width, row[end] != 0 {
            full = row[end] == 255 ? full + 1 : 0
            end += 1
            if full == 4 { break }
        }
        // Four full ones start a solid run.
        if full == 4 { end -= 4 }
        words.append(UInt16(start))
        words.append(UInt16(end - start))
        var x = start
        while x < end {
            words.append(UInt16(littleEndian: UInt16(row[x]) | (x + 1 < end ? UInt16(row[x + 1]) << 8 : 0)))
            x += 2
        }
        return end
    }

    /// The first place from `start` on that is not `value`; eight bytes at a time.
    private func skip(_ row: UnsafePointer<UInt8>, from start: Int, while value: UInt8) -> Int {
        let pattern: UInt64 = value == 0 ? 0 : ~0
        var x = start
        while x + 8 <= width, UnsafeRawPointer(row + x).loadUnaligned(as: UInt64.self) == pattern { x += 8 }
        while x < width, row[x] == value { x += 1 }
        return x
    }

    /// Keeps what was written from `start` on as a row, or points to the row above when that is the same.
    private mutating func keep(_ start: Int) {
        // The last row's runs are the last that were written, be they its own or shared.
        if let last = rows.last, words[Int(last)..<start].elementsEqual(words[start...]) {
            words.removeLast(words.count - start)
            rows.append(last)
            return
        }
        rows.append(UInt32(start))
    }
}

extension Stencil {
    /// Two stencils with their origins as one with its origin at 0, 0: what both cover in part they cover together. nil when it
    /// would be too wide.
    static func joining(_ one: (stencil: Stencil, x: Int, y: Int), _ two: (stencil: Stencil, x: Int, y: Int)) -> Stencil? {
        let parts = [one, two]
        var extent = Extent(left: Int.max, top: Int.max, right: Int.min, bottom: Int.min)
        for part in parts {
            extent.left = min(extent.left, part.x + part.stencil.left)
            extent.top = min(extent.top, part.y + part.stencil.top)
            extent.right = max(extent.right, part.x + part.stencil.left + part.stencil.width)
            extent.bottom = max(extent.bottom, part.y + part.stencil.top + part.stencil.height)
        }
        guard extent.width <= widest else { return nil }
        var cutting = StencilCutting(left: extent.left, top: extent.top, width: extent.width)
        var row = [UInt8](repeating: 0, count: extent.width)
        for y in extent.top..<extent.bottom {
            row.withUnsafeMutableBufferPointer { row in
                guard let base = row.baseAddress else { return }
                base.update(repeating: 0, count: extent.width)
                for part in parts {
                    let own = y - part.y - part.stencil.top
                    guard own >= 0, own < part.stencil.height else { continue }
                    let offset = part.x + part.stencil.left - extent.left
                    part.stencil.withRows(own..<own + 1) { _, runs in
                        var runs = runs
                        while let run = runs.next() {
                            for x in 0..<run.length {
                                let target = base + (offset + run.start + x)
                                target.pointee = UInt8(min(255, UInt32(target.pointee) + UInt32(run.coverage?[x] ?? 255)))
                            }
                        }
                    }
                }
                cutting.add(row: base)
            }
        }
        return cutting.finish()
    }
}
