import Ports

/// Pixels that follow a scene. Keeps the last scene and repaints only what differs.
public final class Canvas {
    public let size: PixelSize

    public init(size: PixelSize, typesetter: Typesetter) { self.size = size }

    /// Paints the scene and returns what changed against the one before (everything the first time), at most a few rectangles.
    public func draw(_ scene: Scene) -> [PixelRect] { [] }

    /// Lends the pixels.
    public func withPixels<Result>(_ body: (Pixels) throws -> Result) rethrows -> Result { fatalError() }
}

/// Measures and breaks text with Pango; keeps what it measured.
public final class Typesetter {
    public init() {}

    /// The advance of one line, in pixels.
    public func width(_ spans: [Span]) -> Double { 0 }

    /// How many lines the text takes when broken at spaces, hyphens and soft hyphens; nil when one word alone is wider.
    public func lines(_ spans: [Span], width: Double) -> Int? { 1 }
}
