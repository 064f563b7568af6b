import Foundation

/// The languages that can be chosen: data, not code. What a language needs is its entries in the String Catalog and a line here.
///
///     {"de" : {"name" : "Deutsch", "voice" : "de"}, "ar" : {"name" : "العربية", "voice" : "ar", "isPartial" : true}}
public struct Languages: Hashable, Sendable {
    public struct Language: Hashable, Sendable {
        /// BCP 47, as the String Catalog calls it.
        public var identifier: String
        /// In the language itself: "Deutsch".
        public var name: String
        /// espeak-ng's voice that speaks it.
        public var voice: String
        /// Some of its strings are not translated yet; these are in English.
        public var isPartial: Bool

        public init(_ identifier: String, name: String, voice: String, isPartial: Bool = false) {
            self.identifier = identifier
            self.name = name
            self.voice = voice
            self.isPartial = isPartial
        }
    }

    /// In the order in which they are offered.
    public let all: [Language]

    public init(_ all: [Language]) { self.all = all }

    /// Reads languages.json. Pure; any thread.
    public init(parsing bytes: [UInt8]) throws(WordsError) {
        var all: [Language] = []
        var scanner = JSONScanner(bytes, of: .languages)
        try scanner.object { (scanner, identifier) throws(WordsError) in
            var language = Language(identifier, name: "", voice: "")
            try scanner.object { (scanner, member) throws(WordsError) in
                switch member {
                case "name": language.name = try scanner.string()
                case "voice": language.voice = try scanner.string()
                case "isPartial": language.isPartial = try scanner.boolean() ?? false
                default: try scanner.skip()
                }
            }
            guard !language.name.isEmpty, !language.voice.isEmpty else { throw scanner.missing("a name or a voice") }
            all.append(language)
        }
        self.all = all
    }

    /// The one whose words a person of this locale gets: "de-AT" is served by de, "pt" by pt-BR; nil: there are none.
    public func serving(_ locale: String) -> Language? {
        let locale = Locale(identifier: locale)
        guard Pseudo(locale: locale) == nil else { return nil }
        let names = Catalog.languages(for: locale)
        return names.lazy.compactMap { name in all.first { $0.identifier == name } }.first
    }

    /// Whether words can be had for it: a language that is here, in any country, or a pseudo-locale.
    public func knows(_ locale: String) -> Bool { serving(locale) != nil || Pseudo(locale: Locale(identifier: locale)) != nil }
}
