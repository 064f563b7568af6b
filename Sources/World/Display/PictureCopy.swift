import Glibc
import Ports

/// Copies parts of the upright picture into a buffer, turned and in the buffer's format. The buffer is only written, and written in
/// runs along its rows, because write-combined memory is slow in every other way.
struct PictureCopy {
    let placement: Placement
    let format: PixelFormat

    /// `part` is in the picture's pixels and inside it.
    func copy(_ part: PixelRect, of pixels: Pixels, to buffer: any PixelBuffer) {
        let target = placement.onGlass(part)
        let row = pixels.stride
        let to = Target(
            corner: buffer.memory + target.y * buffer.stride + target.x * format.bytesPerPixel, stride: buffer.stride,
            width: target.width, height: target.height)
        let topLeft = pixels.base + part.y * row + part.x * 4
        let bottomLeft = topLeft + (part.height - 1) * row
        let right = (part.width - 1) * 4
        switch (placement.rotation, format) {
        case (.none, .xrgb8888): copyRows(topLeft, row, to)
        case (.none, .rgb565): convertRows(topLeft, row, step: 4, to, RGB565.self)
        case (.half, .xrgb8888): convertRows(bottomLeft + right, -row, step: -4, to, XRGB8888.self)
        case (.half, .rgb565): convertRows(bottomLeft + right, -row, step: -4, to, RGB565.self)
        case (.quarter, .xrgb8888): turn(bottomLeft, right: -row, down: 4, to, XRGB8888.self)
        case (.quarter, .rgb565): turn(bottomLeft, right: -row, down: 4, to, RGB565.self)
        case (.threeQuarters, .xrgb8888): turn(topLeft + right, right: row, down: -4, to, XRGB8888.self)
        case (.threeQuarters, .rgb565): turn(topLeft + right, right: row, down: -4, to, RGB565.self)
        }
    }
}

/// The rectangle of the buffer that is written.
private struct Target {
    let corner: UnsafeMutableRawPointer
    let stride: Int
    let width: Int
    let height: Int
}

/// What is stored for one pixel of the picture.
private protocol StoredPixel {
    associatedtype Value
    /// The pixel itself, so that four can be moved at once.
    static var isCopy: Bool { get }
    static func value(of pixel: UInt32) -> Value
}

private enum XRGB8888: StoredPixel {
    @inline(__always) static var isCopy: Bool { true }
    @inline(__always) static func value(of pixel: UInt32) -> UInt32 { pixel }
}

private enum RGB565: StoredPixel {
    @inline(__always) static var isCopy: Bool { false }
    @inline(__always) static func value(of pixel: UInt32) -> UInt16 {
        UInt16(truncatingIfNeeded: (pixel &>> 8) & 0xF800 | (pixel &>> 5) & 0x07E0 | (pixel &>> 3) & 0x001F)
    }
}

private func copyRows(_ source: UnsafeRawPointer, _ row: Int, _ to: Target) {
    let bytes = to.width * 4
    if row == to.stride && bytes == row {
        memcpy(to.corner, source, bytes * to.height)
    } else {
        for line in 0..<to.height { memcpy(to.corner + line * to.stride, source + line * row, bytes) }
    }
}

/// Row by row; `step` is 4, or -4 to go through the source backwards.
@inline(__always)
private func convertRows<Pixel: StoredPixel>(_ source: UnsafeRawPointer, _ row: Int, step: Int, _ to: Target, _: Pixel.Type) {
    for line in 0..<to.height {
        let from = source + line * row
        let out = to.corner + line * to.stride
        var column = 0
        if Pixel.isCopy && step < 0 {
            while column + 4 <= to.width {
                let four = (from - (column + 3) * 4).loadUnaligned(as: SIMD4<UInt32>.self)
                (out + column * 4).storeBytes(of: SIMD4(four.w, four.z, four.y, four.x), as: SIMD4<UInt32>.self)
                column += 4
            }
        }
        let pixels = out.assumingMemoryBound(to: Pixel.Value.self)
        while column < to.width {
            pixels[column] = Pixel.value(of: (from + column &* step).load(as: UInt32.self))
            column &+= 1
        }
    }
}

/// A quarter turn, in blocks of 16 by 16: sixteen lines of the source stay in the first cache while each run of the target is one line
/// of it (64 bytes). `right` and `down` say how far the source moves, in bytes, when the target moves by a pixel.
@inline(__always)
private func turn<Pixel: StoredPixel>(_ source: UnsafeRawPointer, right: Int, down: Int, _ to: Target, _: Pixel.Type) {
    let block = 16
    let size = MemoryLayout<Pixel.Value>.stride
    for y in stride(from: 0, to: to.height, by: block) {
        let rows = min(block, to.height - y)
        for x in stride(from: 0, to: to.width, by: block) {
            let columns = min(block, to.width - x)
            let from = source + x * right + y * down
            let out = to.corner + y * to.stride + x * size
            let (fourRows, fourColumns) = Pixel.isCopy ? (rows & ~3, columns & ~3) : (0, 0)
            for line in stride(from: 0, to: fourRows, by: 4) {
                for column in stride(from: 0, to: fourColumns, by: 4) {
                    turnFour(from + column * right + line * down, right, down, out + line * to.stride + column * 4, to.stride)
                }
            }
            for line in 0..<rows {
                let pixels = (out + line * to.stride).assumingMemoryBound(to: Pixel.Value.self)
                for column in (line < fourRows ? fourColumns : 0)..<columns {
                    pixels[column] = Pixel.value(of: (from + column &* right + line &* down).load(as: UInt32.self))
                }
            }
        }
    }
}

/// Four pixels by four, transposed in registers: the source too is read along its rows.
@inline(__always)
private func turnFour(_ source: UnsafeRawPointer, _ right: Int, _ down: Int, _ out: UnsafeMutableRawPointer, _ stride: Int) {
    // One load takes four source pixels in a row: four lines of the target, from the top, or from the bottom when `down` is negative.
    let first = down > 0 ? source : source + 3 * down
    let a = first.loadUnaligned(as: SIMD4<UInt32>.self)
    let b = (first + right).loadUnaligned(as: SIMD4<UInt32>.self)
    let c = (first + 2 * right).loadUnaligned(as: SIMD4<UInt32>.self)
    let d = (first + 3 * right).loadUnaligned(as: SIMD4<UInt32>.self)
    let (start, step) = down > 0 ? (out, stride) : (out + 3 * stride, -stride)
    start.storeBytes(of: SIMD4(a.x, b.x, c.x, d.x), as: SIMD4<UInt32>.self)
    (start + step).storeBytes(of: SIMD4(a.y, b.y, c.y, d.y), as: SIMD4<UInt32>.self)
    (start + 2 * step).storeBytes(of: SIMD4(a.z, b.z, c.z, d.z), as: SIMD4<UInt32>.self)
    (start + 3 * step).storeBytes(of: SIMD4(a.w, b.w, c.w, d.w), as: SIMD4<UInt32>.self)
}
