/// Which plural form a language uses for a whole number. Source: Unicode CLDR 44, plural rules, cardinal, for integers.
struct PluralRule: Hashable, Sendable {
    enum Category: String, Hashable, Sendable { case zero, one, two, few, many, other }

    private enum Family: Hashable, Sendable {
        /// No forms: ja, zh, ko ..., and every language that is not known here.
        case none
        /// One for 1: en, de, nl ...
        case one
        /// One for 1, many for whole millions: es, it, pt-PT.
        case oneMillions
        /// One for 0 and 1, many for whole millions: fr, pt.
        case zeroOneMillions
        /// By the last digits: ru, uk, be.
        case eastSlavic
        case polish
        /// One, 2 to 4, the rest: cs, sk.
        case czech
        case arabic
        /// One, two, the rest: he.
        case dual
    }

    private let family: Family

    /// A BCP 47 identifier.
    init(language identifier: String) {
        let language = identifier.split(separator: "-").first.map(String.init) ?? ""
        family =
            switch language {
            case "pt" where identifier == "pt-PT": .oneMillions
            case "en", "de", "nl", "sv", "da", "nb", "nn", "no", "fi", "et", "el", "hu", "tr", "bg", "ca": .one
            case "es", "it": .oneMillions
            case "fr", "pt": .zeroOneMillions
            case "ru", "uk", "be": .eastSlavic
            case "pl": .polish
            case "cs", "sk": .czech
            case "ar": .arabic
            case "he": .dual
            default: .none
            }
    }

    func category(_ number: Int) -> Category {
        let n = number.magnitude
        let endsInFew = (2...4).contains(n % 10) && !(12...14).contains(n % 100)
        let isMillions = n != 0 && n % 1_000_000 == 0
        switch family {
        case .none: return .other
        case .one: return n == 1 ? .one : .other
        case .oneMillions: return n == 1 ? .one : isMillions ? .many : .other
        case .zeroOneMillions: return n <= 1 ? .one : isMillions ? .many : .other
        case .eastSlavic: return n % 10 == 1 && n % 100 != 11 ? .one : endsInFew ? .few : .many
        case .polish: return n == 1 ? .one : endsInFew ? .few : .many
        case .czech: return n == 1 ? .one : (2...4).contains(n) ? .few : .other
        case .arabic:
            if n < 3 { return [.zero, .one, .two][Int(n)] }
            return (3...10).contains(n % 100) ? .few : (11...99).contains(n % 100) ? .many : .other
        case .dual: return n == 1 ? .one : n == 2 ? .two : .other
        }
    }
}
