/// Which plural form a language uses for a whole number. Source: Unicode CLDR, plural rules, cardinal, for integers; which languages are in
/// which family as ICU 72 answers for 0 to 300 and some thousands and millions.
struct PluralRule: Hashable, Sendable {
    enum Category: String, Hashable, Sendable { case zero, one, two, few, many, other }

    private enum Family: Hashable, Sendable {
        /// No forms: ja, zh, ko ...
        case none
        /// One for 1: en, de, nl ...
        case one
        /// One for 1, many for whole millions: ca, es, it, pt-PT.
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
    /// Whether the language is in one of the families; one that is not is counted without forms.
    let isKnown: Bool

    private static let languagesWithOne: Set<String> = Set(
        """
        af asa ast az bem bez bg brx ce cgg chr ckb da de ee el en eo et eu fi fo fur fy gl gsw ha haw hu ia jgo jmc ka kk kkj kl ks ksb ku ky
        lb lg mas mgo ml mn mr nb nd ne nl nn nnh no nyn om or os ps rm rof rwk saq sc sd seh sn so sq sv sw ta te teo tk tr ug ur uz vun wae
        xh xog yi
        """.split(whereSeparator: \.isWhitespace).map(String.init))
    private static let languagesWithoutForms: Set<String> = Set(
        """
        agq bas bgc bm bo ccp cv dav dje dua dyo dz ebu ewo guz id ig ii ja jv kam kde kea kgp khq ki kln km ko kok ksf lkt lo lrc lu luo luy
        mai mer mfe mgh mi mni ms mua my mzn nmg nus qu raj rn rw sa sah sbp ses sg su tg th to tt twq vai vi wo yav yo yrl yue zgh zh
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// A BCP 47 identifier.
    init(language identifier: String) {
        let language = identifier.split(separator: "-").first.map(String.init) ?? ""
        let known: Family? =
            switch language {
            case "pt" where identifier == "pt-PT": .oneMillions
            case "ca", "es", "it": .oneMillions
            case "fr", "pt": .zeroOneMillions
            case "ru", "uk", "be": .eastSlavic
            case "pl": .polish
            case "cs", "sk": .czech
            case "ar": .arabic
            case "he": .dual
            case _ where PluralRule.languagesWithOne.contains(language): .one
            case _ where PluralRule.languagesWithoutForms.contains(language): Family.none
            default: nil
            }
        family = known ?? Family.none
        isKnown = known != nil
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
