import Canvas
import Words

/// The big digits: how they are written and how wide they can get. Remembers what it measured.
final class Numerals {
    private let words: Words
    private let typesetter: Typesetter
    private let digits: [Character]
    private var widest: [Int: Character] = [:]
    private var widths: [Measured: Double] = [:]

    private struct Measured: Hashable {
        var pattern: String
        var weight: Int
        var isHollow: Bool
    }

    init(words: Words, typesetter: Typesetter) {
        self.words = words
        self.typesetter = typesetter
        digits = (0...9).compactMap { words.number($0).first }
    }

    /// Below one minute the seconds, without a leading zero; from there m:ss, from an hour h:mm:ss.
    func string(_ seconds: Int) -> String { seconds < 60 ? words.number(seconds) : words.clock(seconds) }

    /// The widest that anything written like this many seconds can be, in em of the digits' font; as the design measures it, with the
    /// tracking after the last digit too.
    func width(_ seconds: Int, weight: Int, isHollow: Bool = false) -> Double {
        let zero = digit(weight)
        let pattern = String(string(seconds).map { digits.contains($0) ? zero : $0 })
        return width(of: pattern, weight, isHollow)
    }

    static func font(_ size: Double, weight: Int, isHollow: Bool) -> Font {
        Font(.display, weight: weight, size: size, tracking: isHollow ? 0 : -0.03, tabular: true)
    }

    /// How high a flat digit stands, in em. The design's is that of Inter Display 4.0 beta, Debian 12's; Debian 13's 4.1 is drawn a
    /// hundredth of an em higher, and would touch a name's tails.
    private(set) lazy var cap: Double = {
        let font = Numerals.font(4096, weight: 800, isHollow: false)
        guard let ink = typesetter.ink([Span("7", font)]) else { return Metrics.cap }
        // In steps that hide what a pixel's edge adds.
        return max(Metrics.cap, (-ink.y / 8).rounded(.down) * 8 / font.size)
    }()

    private func width(of pattern: String, _ weight: Int, _ isHollow: Bool) -> Double {
        let key = Measured(pattern: pattern, weight: weight, isHollow: isHollow)
        if let known = widths[key] { return known }
        let font = Numerals.font(200, weight: weight, isHollow: isHollow)
        let width = typesetter.width([Span(pattern, font)]) / font.size + font.tracking
        widths[key] = width
        return width
    }

    private func digit(_ weight: Int) -> Character {
        if let known = widest[weight] { return known }
        let found = digits.max { width(of: String($0), weight, false) < width(of: String($1), weight, false) } ?? "0"
        widest[weight] = found
        return found
    }
}
