import Canvas
import Words

/// Lays pictures out. Holds the typesetter's measurements and the words; equal pictures give equal scenes.
public final class Stage {
    public let style: StageStyle

    public init(style: StageStyle, words: Words, typesetter: Typesetter) { self.style = style }

    public func scene(_ picture: Picture) -> Scene { Scene(size: style.size, layers: []) }
}
