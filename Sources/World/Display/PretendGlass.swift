import Ports

/// Ordinary memory in a screen's place, so that a benchmark can say what taking over a picture costs without one.
public final class PretendGlass: PixelBuffer {
    let id: UInt32 = 0
    let memory: UnsafeMutableRawPointer
    let stride: Int
    private let copier: PictureCopy

    /// The picture it takes, upright.
    public var size: PixelSize { copier.placement.picture }

    /// `glass` is in the mode's own pixels, 32 bits each.
    public init(_ glass: PixelSize, _ rotation: Rotation) {
        copier = PictureCopy(placement: Placement(glass: glass, rotation: rotation, margins: .init()), format: .xrgb8888)
        stride = glass.width * 4
        memory = .allocate(byteCount: stride * glass.height, alignment: 4096)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: stride * glass.height)
    }

    deinit { memory.deallocate() }

    /// As `Screen.prepare` does it with each damaged part. The picture must be of `size`, the part within it.
    public func take(_ pixels: Pixels, _ part: PixelRect) {
        precondition(pixels.size == size && part.intersection(size.bounds) == part)
        copier.copy(part, of: pixels, to: self)
    }
}
