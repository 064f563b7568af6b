import Ports

/// A picture of its own: the kiosk lends pixels only for the length of a call.
final class Frame {
    let size: PixelSize
    private let words: UnsafeMutableBufferPointer<UInt32>

    /// Black.
    init(size: PixelSize) {
        self.size = size
        words = .allocate(capacity: size.width * size.height)
        words.initialize(repeating: 0)
    }

    deinit { words.deallocate() }

    var bounds: PixelRect { PixelRect(x: 0, y: 0, width: size.width, height: size.height) }

    func copy(_ pixels: Pixels, _ damage: PixelRect) {
        precondition(pixels.size == size, "a picture of \(pixels.size.width) x \(pixels.size.height) for \(size.width) x \(size.height)")
        let damage = damage.intersection(bounds)
        if damage.isEmpty { return }
        for row in damage.y..<damage.maxY {
            UnsafeMutableRawPointer(words.baseAddress! + row * size.width + damage.x).copyMemory(
                from: pixels.base + row * pixels.stride + damage.x * 4, byteCount: damage.width * 4)
        }
    }

    var pixels: Pixels { Pixels(base: UnsafeRawPointer(words.baseAddress!), size: size, stride: size.width * 4) }
}
