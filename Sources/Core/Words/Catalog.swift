import Foundation

/// What one locale needs of a String Catalog: of every key the string of the best language that has it.
/// Source: the .xcstrings format, version 1.0 and 1.1 (strings, localizations, stringUnit, variations.plural, substitutions).
struct Catalog: Sendable {
    /// A language that strings were taken from, best first; the source language is the last.
    struct Language: Sendable {
        var identifier: String
        var plural: PluralRule
        /// What numbers inside its strings are written in: the reader's locale, but a fallback's own, so that its voice can read them.
        var numbers: Locale
        var isRightToLeft: Bool

        init(_ identifier: String, reader: Locale) {
            self.identifier = identifier
            plural = PluralRule(language: identifier)
            let own = Locale(identifier: identifier)
            isRightToLeft = own.language.characterDirection == .rightToLeft
            numbers = own.language.languageCode == reader.language.languageCode ? reader : own
        }
    }

    /// One string, or one for each plural form.
    enum Text: Hashable, Sendable {
        case plain(String)
        case plural([PluralRule.Category: String])
    }

    /// A part of a string that is chosen by an argument of its own: %#@name@.
    struct Substitution: Hashable, Sendable {
        /// From 0.
        var argument: Int
        var text: Text
    }

    struct Entry: Sendable {
        var text: Text
        var substitutions: [String: Substitution]
        /// Index into `languages`.
        var language: Int
    }

    private(set) var languages: [Language]
    /// The one that most strings are meant to be in: the last of the locale's own that any string has, else the source language. "de" of
    /// "de-AT" and "de": a country has only what it says otherwise.
    private(set) var mainLanguage: String
    private(set) var entries: [String: Entry] = [:]
    private(set) var everyLanguage: [String: [String: String]] = [:]

    /// `wanted` are the acceptable languages, best first; the catalog's source language comes after them.
    init(parsing bytes: [UInt8], languages wanted: [String], reader locale: Locale, everyLanguageOf prefixes: [String] = [])
        throws(WordsError)
    {
        let reader = try CatalogReader(bytes, languages: wanted, everyLanguageOf: prefixes)
        everyLanguage = reader.everyLanguage
        languages = reader.languages.map { Language($0, reader: locale) }
        entries = reader.entries
        let used = Set(reader.entries.values.map(\.language))
        let main = used.filter { $0 < reader.languages.count - 1 }.max() ?? reader.languages.count - 1
        mainLanguage = reader.languages[main]
    }

    /// The catalog's names for a locale, best first: "de-AT" may be served by de-AT, then de; "zh-TW" by zh-Hant-TW, zh-Hant, never zh-Hans.
    static func languages(for locale: Locale) -> [String] {
        let language = locale.language
        let maximal = Locale.Language(identifier: language.maximalIdentifier)
        guard let code = language.languageCode?.identifier else { return [] }
        let script = maximal.script?.identifier
        let region = locale.region?.identifier ?? maximal.region?.identifier
        var names: [String] = []
        if let script, let region { names.append("\(code)-\(script)-\(region)") }
        if let region { names.append("\(code)-\(region)") }
        if let script { names.append("\(code)-\(script)") }
        names.append(code)
        // Brazilian words serve Portugal better than English ones.
        if code == "pt" { names.append("pt-BR") }
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }
}
