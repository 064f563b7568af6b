import Canvas
import Workouts

/// What the field says: the state of the player, or paper.
enum Mood: Hashable { case ready, work, rest, paused, done, paper }

extension Segment.Kind {
    /// The field that a segment is played on.
    var mood: Mood {
        switch self {
        case .getReady: .ready
        case .work: .work
        case .setRest, .rest: .rest
        }
    }
}

/// One field and what is drawn on it. Values: design tokens, "color".
struct Palette: Hashable {
    let mood: Mood
    let light: StageStyle.Light
    let field: Color
    let on: Color
    /// Opacity of what of the Line is still to come.
    let toCome: Double
    /// Opacity of the media region's ground.
    let media: Double

    init(_ mood: Mood, _ light: StageStyle.Light) {
        self.mood = mood
        self.light = light
        switch (light, mood) {
        case (.bright, .ready): (field, on, toCome, media) = (Color(0xFBF8F2), Color(0x14110D), 0.24, 0.09)
        case (.bright, .work): (field, on, toCome, media) = (Color(0xFFAE2B), Color(0x14110D), 0.28, 0.09)
        case (.bright, .rest): (field, on, toCome, media) = (Color(0x0E2F7C), Color(0xFFFFFF), 0.3, 0.09)
        case (.bright, .paused): (field, on, toCome, media) = (Color(0xABA69C), Color(0x14110D), 0.28, 0.09)
        case (.bright, .done), (.bright, .paper): (field, on, toCome, media) = (Color(0xF1ECE3), Color(0x14110D), 0.3, 0.09)
        case (.dark, .ready): (field, on, toCome, media) = (Color(0x0B0B0B), Color(0xF4EFE6), 0.34, 0.09)
        case (.dark, .work): (field, on, toCome, media) = (Color(0x0C0A07), Color(0xFFB43C), 0.34, 0.13)
        case (.dark, .rest): (field, on, toCome, media) = (Color(0x060A12), Color(0x9CC0FF), 0.34, 0.13)
        case (.dark, .paused): (field, on, toCome, media) = (Color(0x0B0B0A), Color(0xB9B3A8), 0.34, 0.13)
        case (.dark, .done), (.dark, .paper): (field, on, toCome, media) = (Color(0x0C0B0A), Color(0xEFE9DD), 0.34, 0.13)
        }
    }

    /// Secondary text, on paper and on stone.
    static let secondary = 0.72
    /// Secondary text on the amber answer.
    static let focusSecondary = 0.84
    /// What holding a key does.
    static let stripHold = 0.66
    /// A key without a meaning.
    static let unusedKey = 0.28
    static let onFocus = Color(0x14110D)
    /// The ring of a held key: amber in any light.
    static let ring = Color(0xFFAE2B)
    static let flagWork = Color(0xFFAE2B)
    static let flagRest = Color(0x0E2F7C)

    var rule: Double { light == .bright ? 0.16 : 0.18 }
    var focus: Color { light == .bright ? Color(0xFFAE2B) : Color(0xF0A32A) }
    var strip: Color { light == .bright ? Color(0x14110D) : Color(0x201D19) }
    var onStrip: Color { light == .bright ? Color(0xF1ECE3) : Color(0xEFE9DD) }
}

/// Which of the palette's colours a piece takes; the wipe draws one layout in two palettes.
enum Tint: Hashable {
    case on
    case faded(Double)
    case toCome
    case media
    case field
    /// The same on every field: the strip, the flag, the amber answer.
    case own(Color)

    func color(_ palette: Palette) -> Color {
        switch self {
        case .on: palette.on
        case .faded(let alpha): palette.on.opacity(alpha)
        case .toCome: palette.on.opacity(palette.toCome)
        case .media: palette.on.opacity(palette.media)
        case .field: palette.field
        case .own(let color): color
        }
    }
}
