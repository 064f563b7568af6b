/// Which letters a voice is given. espeak-ng reads a foreign letter by its name ("Arabic letter alif"), which tells nobody anything,
/// and a phrase that mixes many scripts makes it write past its buffers (1.51: "buffer overflow detected" in about one of a thousand
/// random phrases). So a voice gets Latin, Greek and Cyrillic letters, which it survives, and those of its own language.
enum Scripts {
    /// Latin with its extensions, Greek, Cyrillic, and the punctuation that goes with any of them.
    private static let everywhere: [ClosedRange<UInt32>] = [
        0x20...0x7E, 0xA0...0x24F, 0x370...0x3FF, 0x400...0x52F, 0x1E00...0x1EFF, 0x2010...0x2027, 0x2030...0x205E, 0x20AC...0x20AC,
        0x2212...0x2212,
    ]

    private static let arabic: [ClosedRange<UInt32>] = [0x600...0x6FF, 0x750...0x77F]
    private static let hebrew: [ClosedRange<UInt32>] = [0x590...0x5FF]
    private static let devanagari: [ClosedRange<UInt32>] = [0x900...0x97F]
    private static let bengali: [ClosedRange<UInt32>] = [0x980...0x9FF]
    private static let eastAsian: [ClosedRange<UInt32>] = [0x3000...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3]

    /// By primary subtag; a language that is not here is written in Latin, Greek or Cyrillic letters, or has none of our voices.
    private static let own: [String: [ClosedRange<UInt32>]] = [
        "ar": arabic, "fa": arabic, "ur": arabic, "ku": arabic, "sd": arabic, "ug": arabic, "he": hebrew, "iw": hebrew, "yi": hebrew,
        "hi": devanagari, "mr": devanagari, "ne": devanagari, "kok": devanagari, "bn": bengali, "as": bengali, "bpy": bengali,
        "pa": [0xA00...0xA7F], "gu": [0xA80...0xAFF], "or": [0xB00...0xB7F], "ta": [0xB80...0xBFF], "te": [0xC00...0xC7F],
        "kn": [0xC80...0xCFF], "ml": [0xD00...0xD7F], "si": [0xD80...0xDFF], "th": [0xE00...0xE7F], "my": [0x1000...0x109F],
        "ka": [0x10A0...0x10FF], "hy": [0x530...0x58F], "am": [0x1200...0x137F], "chr": [0x13A0...0x13FF],
        "zh": eastAsian, "cmn": eastAsian, "yue": eastAsian, "hak": eastAsian, "ja": eastAsian, "ko": eastAsian,
        // Greek with its accents of old.
        "el": [0x1F00...0x1FFF], "grc": [0x1F00...0x1FFF],
    ]

    /// What a language's own voice can say.
    static func ranges(for language: String) -> [ClosedRange<UInt32>] {
        let primary = language.lowercased().prefix { $0 != "-" && $0 != "_" }
        return everywhere + (own[String(primary)] ?? [])
    }
}
