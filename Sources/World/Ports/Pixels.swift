// Ports: the protocols that the kiosk's effects run against, and the values that cross them.
// Imports Core. Everything here is used on the loop's thread unless it says otherwise.

/// Width and height in pixels, upright.
public struct PixelSize: Hashable, Sendable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// A rectangle in pixels, from the top left.
public struct PixelRect: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public var isEmpty: Bool { width <= 0 || height <= 0 }
    public var maxX: Int { x + width }
    public var maxY: Int { y + height }

    public func intersection(_ other: PixelRect) -> PixelRect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return PixelRect(x: left, y: top, width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
    }

    public func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let left = min(x, other.x)
        let top = min(y, other.y)
        return PixelRect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }
}

/// A picture lent for the length of a call: native-endian 0xXXRRGGBB, rows `stride` bytes apart, upright.
public struct Pixels {
    public let base: UnsafeRawPointer
    public let size: PixelSize
    public let stride: Int

    public init(base: UnsafeRawPointer, size: PixelSize, stride: Int) {
        self.base = base
        self.size = size
        self.stride = stride
    }
}

/// How the panel is mounted: the picture is turned clockwise by this much on its way to the glass.
public enum Rotation: Int, Hashable, Sendable, CaseIterable {
    case none = 0
    case quarter = 90
    case half = 180
    case threeQuarters = 270
}
