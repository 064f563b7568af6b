import Foundation

/// A pseudo-locale, made from the source language: shows what a translation would break before there is one.
enum Pseudo: Hashable, Sendable {
    /// en-XA: accented, 30 to 40 % longer, in brackets. A letter without an accent was not in the catalog.
    case accented
    /// ar-XB: each word from right to left.
    case mirrored

    init?(locale: Locale) {
        switch (locale.language.languageCode?.identifier, locale.region?.identifier) {
        case ("en", "XA"): self = .accented
        case ("ar", "XB"): self = .mirrored
        default: return nil
        }
    }

    /// The real locale whose formatters and direction are used.
    var formatting: Locale { Locale(identifier: self == .accented ? "en" : "ar") }

    /// Changes a string's own words, and none that an argument brings.
    func transform(_ literal: String) -> String {
        switch self {
        case .accented: return String(literal.map { Self.accents[$0] ?? $0 })
        case .mirrored:
            // A right-to-left override around each run of letters; digits and marks keep their own direction.
            var result = ""
            var isInside = false
            for character in literal {
                if character.isLetter != isInside {
                    result += isInside ? "\u{202C}" : "\u{202E}"
                    isInside.toggle()
                }
                result.append(character)
            }
            return isInside ? result + "\u{202C}" : result
        }
    }

    /// Around the whole: brackets show a cut end, and filling makes it as long as a translation might be.
    func finish(_ text: String) -> String {
        guard self == .accented else { return text }
        let filling = (text.count * 35 + 99) / 100
        let words = Self.filling.prefix(max(0, filling - 3))
        return words.isEmpty ? "[\(text)]" : "[\(text) \(words)]"
    }

    private static let filling = String(repeating: "øñé ţŵö ţĥŕéé ƒöûŕ ƒîṽé šîẋ šéṽéñ éîĝĥţ ñîñé ţéñ ", count: 40)

    private static let accents: [Character: Character] = Dictionary(
        uniqueKeysWithValues: zip(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ"))
}
