import Canvas
import Workouts

/// What the field says: the state of the player, paper, or the amber band on it.
enum Mood: Hashable { case ready, work, rest, paused, done, paper, focus }

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
        case (.bright, .focus): (field, on, toCome, media) = (Color(0xFFAE2B), Color(0x14110D), 0.3, 0.09)
        case (.dark, .focus): (field, on, toCome, media) = (Color(0xF0A32A), Color(0x14110D), 0.3, 0.09)
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
    /// Secondary text, on paper and on the band.
    case secondary
    /// Between rows; the band has none.
    case rule
    /// A category's own colour, on paper; on the band it is ink.
    case hue(Category)
    /// The ground behind it: so many hundredths of its colour.
    case tile(Category, Int)
    /// The same on every field: the strip, the flag, the amber answer.
    case own(Color)

    func color(_ palette: Palette) -> Color {
        switch self {
        case .on: palette.on
        case .faded(let alpha): palette.on.opacity(alpha)
        case .toCome: palette.on.opacity(palette.toCome)
        case .media: palette.on.opacity(palette.media)
        case .field: palette.field
        case .secondary: palette.on.opacity(palette.mood == .focus ? Palette.focusSecondary : Palette.secondary)
        case .rule: palette.on.opacity(palette.mood == .focus ? 0 : palette.rule)
        case .hue(let category): palette.mood == .focus ? palette.on : category.hue(palette.light)
        case .tile(let category, let percent):
            palette.mood == .focus ? palette.on.opacity(0.1) : category.hue(palette.light).mixed(into: palette.field, percent)
        case .own(let color): color
        }
    }
}

extension Category {
    /// Values: design tokens, "color.category". Never on the stage.
    func hue(_ light: StageStyle.Light) -> Color {
        switch (self, light) {
        case (.fullBody, .bright): Color(0x6A4FA3)
        case (.core, .bright): Color(0x00708F)
        case (.armsShoulders, .bright): Color(0xA03A66)
        case (.chestBack, .bright): Color(0x85458D)
        case (.legsGlutes, .bright): Color(0x1B7437)
        case (.cardio, .bright): Color(0xA63C2F)
        case (.mobilityStretch, .bright): Color(0x00746F)
        case (.balance, .bright): Color(0x616A00)
        case (.fullBody, .dark): Color(0xBCA8F5)
        case (.core, .dark): Color(0x6CC4E6)
        case (.armsShoulders, .dark): Color(0xF09ABB)
        case (.chestBack, .dark): Color(0xDC9FE0)
        case (.legsGlutes, .dark): Color(0x84CC94)
        case (.cardio, .dark): Color(0xF79C8E)
        case (.mobilityStretch, .dark): Color(0x5CCDC6)
        case (.balance, .dark): Color(0xB9C06A)
        }
    }
}

extension Color {
    /// So many hundredths of it in another one, as CSS's `color-mix(in srgb)`.
    func mixed(into ground: Color, _ percent: Int) -> Color {
        let share = Double(percent) / 100
        func mix(_ own: Double, _ other: Double) -> Double { own * share + other * (1 - share) }
        return Color(red: mix(red, ground.red), green: mix(green, ground.green), blue: mix(blue, ground.blue))
    }
}
