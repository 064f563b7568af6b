import Glibc
import Ports

/// What a mark is painted with: a pixel, and how much of it, 0 to 255.
struct Ink: Hashable {
    var pixel: UInt32
    var alpha: UInt32

    init(_ color: Color) {
        func byte(_ value: Double) -> UInt32 { value.isNaN ? 0 : UInt32((min(max(value, 0), 1) * 255).rounded()) }
        pixel = 0xFF00_0000 | byte(color.red) << 16 | byte(color.green) << 8 | byte(color.blue)
        alpha = byte(color.alpha)
    }

    var isOpaque: Bool { alpha == 255 }
}

/// The one buffer of pixels, and the few ways to paint on it. Each way gives a pixel the same value whatever it is clipped to:
/// that is what makes repainting a part equal to repainting the whole.
final class Sheet {
    let size: PixelSize
    private let memory: UnsafeMutableRawPointer
    private let pixels: UnsafeMutablePointer<UInt32>
    private let shades = UnsafeMutablePointer<UInt32>.allocate(capacity: 256)
    private var shadesBase: UInt32 = 0
    private var shadesInk = Ink(Color(0))

    /// Of no certain colour until it is painted on, and a canvas paints all of it first.
    init(size: PixelSize) {
        precondition(size.width > 0 && size.height > 0, "A canvas has a width and a height")
        self.size = size
        let count = size.width * size.height
        // Asked for in huge pages: of small ones a picture needs two thousand, and the first time that each is touched costs a fault.
        // A kernel that has none gives small ones.
        let page = 1 << 21
        let isLarge = count * 4 >= page
        let bytes = isLarge ? (count * 4 + page - 1) / page * page : count * 4
        memory = .allocate(byteCount: bytes, alignment: isLarge ? page : 64)
        if isLarge { madvise(memory, bytes, MADV_HUGEPAGE) }
        pixels = memory.bindMemory(to: UInt32.self, capacity: count)
        shades.initialize(repeating: 0xFF00_0000, count: 256)
    }

    deinit {
        memory.deallocate()
        shades.deallocate()
    }

    var bounds: PixelRect { PixelRect(x: 0, y: 0, width: size.width, height: size.height) }
    var lent: Pixels { Pixels(base: UnsafeRawPointer(pixels), size: size, stride: size.width * 4) }

    // Below, `clip` lies within the sheet and is not empty. `base` is the pixel that is known to be everywhere under the mark, or nil:
    // with it nothing has to be read, and see-through ink is painted like opaque.

    /// Covers every pixel of the rectangle.
    func fill(_ clip: PixelRect, _ ink: Ink) {
        if ink.isOpaque, clip.width == size.width {
            (pixels + clip.y * size.width).update(repeating: ink.pixel, count: clip.height * size.width)
            return
        }
        let first = pixels + (clip.y * size.width + clip.x)
        Sheet.span(first, clip.width, ink.pixel, ink.alpha, nil)
        for line in 1..<max(1, clip.height) {
            let row = first + line * size.width
            // Copying a row that is at hand is quicker than making it anew: the library has wider stores on newer processors.
            if ink.isOpaque { memcpy(row, first, clip.width * 4) } else { Sheet.span(row, clip.width, ink.pixel, ink.alpha, nil) }
        }
    }

    /// Covers a rectangle whose edges may lie within pixels.
    func fill(_ rect: Rect, _ ink: Ink, base: UInt32?, clip: PixelRect) {
        let box = rect.touched.intersection(clip)
        if box.isEmpty { return }
        // Columns from the left: the edge's, those covered whole, the other edge's.
        let whole = Sheet.whole(rect.x, rect.maxX, within: box.x..<box.maxX)
        let left = Sheet.overlap(box.x, rect.x, rect.maxX)
        let right = Sheet.overlap(box.maxX - 1, rect.x, rect.maxX)
        for y in box.y..<box.maxY {
            let vertical = Sheet.overlap(y, rect.y, rect.maxY) * Double(ink.alpha)
            let row = pixels + y * size.width
            if box.x < whole.lowerBound {
                Sheet.span(row + box.x, whole.lowerBound - box.x, ink.pixel, UInt32(left * vertical + 0.5), base)
            }
            Sheet.span(row + whole.lowerBound, whole.count, ink.pixel, UInt32(vertical + 0.5), base)
            if whole.upperBound < box.maxX {
                Sheet.span(row + whole.upperBound, box.maxX - whole.upperBound, ink.pixel, UInt32(right * vertical + 0.5), base)
            }
        }
    }

    /// Paints through a stencil whose origin is at (x, y).
    func stamp(_ stencil: Stencil, x: Int, y: Int, _ ink: Ink, base: UInt32?, clip: PixelRect) {
        let left = x + stencil.left
        let top = y + stencil.top
        let first = max(clip.y, top)
        let last = min(clip.maxY, top + stencil.height)
        if first >= last { return }
        let from = clip.x - left
        let to = clip.maxX - left
        let shades = base.map { self.shades(from: $0, to: ink) }
        let isWhole = from <= 0 && to >= stencil.width
        stencil.withRows(first - top..<last - top) { line, runs in
            // Where the stencil's left edge would be, which may lie outside of the sheet: only what is within the clip is touched.
            let row = pixels + ((line + top) * size.width + left)
            switch (shades, isWhole) {
            case (let shades?, true): Sheet.stamp(runs, row, shades)
            case (let shades?, false): Sheet.stamp(runs, row, shades, from, to)
            case (nil, _): Sheet.stamp(runs, row, ink, from, to)
            }
        }
    }

    /// The common case, made fast: everything shows, and what is below is known.
    @inline(__always)
    private static func stamp(_ runs: Stencil.Runs, _ row: UnsafeMutablePointer<UInt32>, _ shades: UnsafePointer<UInt32>) {
        var runs = runs
        let full = shades[255]
        while let run = runs.next() {
            if let coverage = run.coverage {
                for x in 0..<run.length { row[run.start &+ x] = shades[Int(coverage[x])] }
            } else {
                cover(row + run.start, run.length, full)
            }
        }
    }

    @inline(__always)
    private static func stamp(
        _ runs: Stencil.Runs, _ row: UnsafeMutablePointer<UInt32>, _ shades: UnsafePointer<UInt32>, _ from: Int, _ to: Int
    ) {
        var runs = runs
        while let run = runs.next() {
            let low = max(run.start, from)
            let high = min(run.start &+ run.length, to)
            if low >= high { continue }
            if let coverage = run.coverage {
                for x in low..<high { row[x] = shades[Int(coverage[x &- run.start])] }
            } else {
                cover(row + low, high &- low, shades[255])
            }
        }
    }

    @inline(__always)
    private static func stamp(_ runs: Stencil.Runs, _ row: UnsafeMutablePointer<UInt32>, _ ink: Ink, _ from: Int, _ to: Int) {
        var runs = runs
        while let run = runs.next() {
            let low = max(run.start, from)
            let high = min(run.start &+ run.length, to)
            if low >= high { continue }
            if let coverage = run.coverage {
                for x in low..<high { row[x] = mix(row[x], ink.pixel, product(UInt32(coverage[x &- run.start]), ink.alpha)) }
            } else {
                span(row + low, high &- low, ink.pixel, ink.alpha, nil)
            }
        }
    }

    /// What each coverage makes of `base`; valid until the next call.
    private func shades(from base: UInt32, to ink: Ink) -> UnsafePointer<UInt32> {
        if base != shadesBase || ink != shadesInk {
            for coverage in 0..<256 { shades[coverage] = Sheet.mix(base, ink.pixel, Sheet.product(UInt32(coverage), ink.alpha)) }
            shadesBase = base
            shadesInk = ink
        }
        return UnsafePointer(shades)
    }

    /// Lays down a picture whose origin is at (x, y).
    func lay(_ sticker: Sticker, x: Int, y: Int, _ ink: Ink, clip: PixelRect) {
        let place = PixelRect(x: x + sticker.left, y: y + sticker.top, width: sticker.width, height: sticker.height)
        let box = place.intersection(clip)
        if box.isEmpty { return }
        for y in box.y..<box.maxY {
            let source = (y - place.y) * sticker.width - place.x
            for x in box.x..<box.maxX {
                let pixel = sticker.pixels[source + x]
                let alpha = Sheet.product(pixel >> 24, ink.alpha)
                let target = pixels + (y * size.width + x)
                var mixed: UInt32 = 0xFF
                for shift in stride(from: UInt32(16), through: 0, by: -8) {
                    let over = Sheet.product(pixel >> shift & 255, ink.alpha)
                    let under = Sheet.product(target.pointee >> shift & 255, 255 - alpha)
                    mixed = mixed << 8 | min(255, over + under)
                }
                target.pointee = mixed
            }
        }
    }

    // MARK: - Pixels

    @inline(__always)
    private static func span(
        _ start: UnsafeMutablePointer<UInt32>, _ count: Int, _ pixel: UInt32, _ alpha: UInt32, _ base: UInt32?
    ) {
        if alpha == 255 {
            cover(start, count, pixel)
        } else if let base {
            cover(start, count, mix(base, pixel, alpha))
        } else if alpha > 0 {
            for index in 0..<count { start[index] = mix(start[index], pixel, alpha) }
        }
    }

    /// Eight pixels at a time; the last eight may be covered twice, which is quicker than one by one.
    @inline(__always)
    private static func cover(_ start: UnsafeMutablePointer<UInt32>, _ count: Int, _ pixel: UInt32) {
        if count < 8 {
            for index in 0..<count { start[index] = pixel }
            return
        }
        let eight = SIMD8<UInt32>(repeating: pixel)
        let raw = UnsafeMutableRawPointer(start)
        let last = (count &- 8) &* 4
        var offset = 0
        while offset < last {
            raw.storeBytes(of: eight, toByteOffset: offset, as: SIMD8<UInt32>.self)
            offset &+= 32
        }
        raw.storeBytes(of: eight, toByteOffset: last, as: SIMD8<UInt32>.self)
    }

    /// How much of pixel `index` lies between two edges, 0 to 1.
    private static func overlap(_ index: Int, _ low: Double, _ high: Double) -> Double {
        max(0, min(high, Double(index + 1)) - max(low, Double(index)))
    }

    /// The pixels that lie between two edges as a whole, of a range that both touch.
    private static func whole(_ low: Double, _ high: Double, within range: Range<Int>) -> Range<Int> {
        let first = low <= Double(range.lowerBound) ? range.lowerBound : range.lowerBound + 1
        let last = high >= Double(range.upperBound) ? range.upperBound : range.upperBound - 1
        // Both edges in one pixel: it is the left edge's.
        return first <= last ? first..<last : range.upperBound..<range.upperBound
    }

    /// a × b / 255, rounded.
    @inline(__always)
    private static func product(_ a: UInt32, _ b: UInt32) -> UInt32 {
        let sum = a &* b &+ 128
        return (sum &+ sum >> 8) >> 8
    }

    /// `over` upon `under`, each channel rounded; two channels at a time (Blinn, "Three Wrongs Make a Right").
    @inline(__always)
    private static func mix(_ under: UInt32, _ over: UInt32, _ alpha: UInt32) -> UInt32 {
        let rest = 255 &- alpha
        var even = (under & 0x00FF_00FF) &* rest &+ (over & 0x00FF_00FF) &* alpha &+ 0x0080_0080
        even = (even &+ (even >> 8 & 0x00FF_00FF)) >> 8 & 0x00FF_00FF
        var odd = (under >> 8 & 0x00FF_00FF) &* rest &+ (over >> 8 & 0x00FF_00FF) &* alpha &+ 0x0080_0080
        odd = (odd &+ (odd >> 8 & 0x00FF_00FF)) & 0xFF00_FF00
        return even | odd
    }
}

extension Rect {
    /// Every pixel that it touches; empty when it has no area or is no rectangle.
    var touched: PixelRect {
        guard width > 0, height > 0, x.isFinite, y.isFinite, width.isFinite, height.isFinite else {
            return PixelRect(x: 0, y: 0, width: 0, height: 0)
        }
        return Extent(left: x, top: y, right: maxX, bottom: maxY).rect
    }
}

extension Rect {
    /// The pixels that it covers as a whole; empty when there are none.
    var whole: PixelRect {
        guard width > 0, height > 0, x.isFinite, y.isFinite, width.isFinite, height.isFinite else {
            return PixelRect(x: 0, y: 0, width: 0, height: 0)
        }
        // Rounding inwards is rounding the mirror image outwards.
        let mirrored = Extent(left: -x, top: -y, right: -maxX, bottom: -maxY)
        let extent = Extent(left: -mirrored.left, top: -mirrored.top, right: -mirrored.right, bottom: -mirrored.bottom)
        return extent.rect
    }
}

extension Extent {
    var rect: PixelRect { PixelRect(x: left, y: top, width: max(0, width), height: max(0, height)) }
}
