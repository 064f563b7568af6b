// Words: every string a person reads or hears, from the String Catalog. Imports Foundation for its formatters.
// Reads no file and no current locale: the catalog's bytes and the locale are arguments. Values are Sendable.
import Foundation

/// The words of one language. Made once; the look-up is a dictionary's.
public struct Words: Sendable {
    /// A positional argument: %1$@ takes text, %1$lld a number, which also chooses the plural form.
    public enum Argument: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        case text(String)
        case number(Int)
        public init(stringLiteral value: String) { self = .text(value) }
        public init(integerLiteral value: Int) { self = .number(value) }
    }

    /// What numbers, times and lists are formatted in; of a pseudo-locale the real one behind it. Always of the language of the words.
    public var locale: Locale { held.locale }
    /// The language of the words, as the String Catalog calls it: that of the locale, or the source language when it has none.
    public var language: String { held.language }
    /// True when text begins at the right and the layout is mirrored.
    public var isRightToLeft: Bool { held.isRightToLeft }
    var pseudo: Pseudo? { held.pseudo }
    private var languages: Languages { held.languages }
    private var hasOwnLetters: Bool { held.hasOwnLetters }
    private var catalog: Catalog { held.catalog }
    private var clocks: ClockTexts { held.clocks }

    /// By one reference: words are part of each state that is copied to ask for a picture, eighty times for a digit, and with the fifteen
    /// references that are in here that was a third of all retains of such a frame.
    private let held: Held

    private final class Held: Sendable {
        let locale: Locale
        let language: String
        let isRightToLeft: Bool
        let pseudo: Pseudo?
        let languages: Languages
        let hasOwnLetters: Bool
        let catalog: Catalog
        let clocks: ClockTexts

        init(locale: Locale, pseudo: Pseudo?, languages: Languages, catalog: Catalog) {
            self.locale = locale
            self.pseudo = pseudo
            self.languages = languages
            self.catalog = catalog
            // Asked for with every string, and looked up in a table each time.
            isRightToLeft = locale.language.characterDirection == .rightToLeft
            language = catalog.mainLanguage
            hasOwnLetters = Script.isOwn(of: Locale(identifier: language))
            clocks = ClockTexts(locale: locale)
        }
    }

    /// Whether pieces of another direction are kept together by invisible marks.
    private var marksDirection = true

    /// Parses the String Catalog (the JSON of an .xcstrings file), keeping only what this locale needs.
    /// `en-XA` and `ar-XB` are the pseudo-locales: longer English, and English from right to left. `languages` have the voices, and are those there are; without them every locale has its own formats.
    /// Of the keys that begin with one of `prefixes` the strings of all languages are kept, for `everyLanguage(of:)`.
    public init(
        catalog: Data, locale: Locale, languages: Languages = Languages([]), everyLanguageOf prefixes: [String] = []
    ) throws(WordsError) {
        try self.init(catalog: [UInt8](catalog), locale: locale, languages: languages, everyLanguageOf: prefixes)
    }

    /// The same from bytes.
    public init(
        catalog: [UInt8], locale: Locale, languages: Languages = Languages([]), everyLanguageOf prefixes: [String] = []
    ) throws(WordsError) {
        let pseudo = Pseudo(locale: locale)
        let isServed = pseudo != nil || languages.all.isEmpty || languages.serving(locale.identifier) != nil
        let formatting = (pseudo?.formatting ?? (isServed ? locale : Words.sourceLocale(of: locale))).withSettledDigits
        // A pseudo-locale is made from the source language, so it asks the catalog for none.
        let catalog = try Catalog(
            parsing: catalog, languages: pseudo == nil ? Catalog.languages(for: formatting) : [], reader: formatting,
            everyLanguageOf: prefixes)
        held = Held(locale: formatting, pseudo: pseudo, languages: languages, catalog: catalog)
    }

    /// For a person whose language is not there: all is in the source language, formats and direction too, since words, weekdays and digits
    /// of two languages make no sentence. What says nothing in a language stays the region's: whether the day has 24 hours, the first
    /// day of its week.
    private static func sourceLocale(of locale: Locale) -> Locale {
        Locale(identifier: locale.region.map { "en_\($0.identifier)" } ?? "en")
    }

    /// The string for a key, formatted. A key that is not in the catalog is a programmer's error, guarded by a test over the sources;
    /// a running routine shows the key itself.
    public func callAsFunction(_ key: String, _ arguments: Argument...) -> String { self(key, arguments: arguments) }

    /// The same with the arguments in an array, for a message that carries its own.
    public func callAsFunction(_ key: String, arguments: [Argument]) -> String {
        guard let entry = catalog.entries[key] else { return key }
        let language = catalog.languages[entry.language]
        let text = Formatter(
            arguments: arguments, language: language, pseudo: pseudo, isRightToLeft: isRightToLeft && marksDirection
        ).string(of: entry)
        return pseudo?.finish(text) ?? text
    }

    /// The same words without the invisible marks (U+200E, U+2068, U+2069) that keep a path or a name in one piece between words of the
    /// other direction: for a terminal, a file or a program, where they would be copied along with what they stand around.
    public func unmarked() -> Words {
        var words = self
        words.marksDirection = false
        return words
    }

    /// A string in each language there is, by the language's identifier; empty unless it was asked for at the start.
    public func everyLanguage(of key: String) -> [String: String] { catalog.everyLanguage[key] ?? [:] }

    /// The same in the order of the languages' identifiers: what is kept from one process to the next must not hang on the order of a
    /// dictionary, which is another in each.
    public func inEveryLanguage(_ key: String) -> [String] { everyLanguage(of: key).sorted { $0.key < $1.key }.map(\.value) }

    /// Whether the catalog has the key.
    public func has(_ key: String) -> Bool { catalog.entries[key] != nil }

    /// The language of the string behind a key, as a BCP 47 identifier: the locale's own, or the one it fell back to.
    public func language(of key: String) -> String {
        catalog.entries[key].map { catalog.languages[$0.language].identifier } ?? catalog.languages.last!.identifier
    }

    /// The voice that speaks the string behind a key: one that fell back to another language is spoken in that one.
    public func voice(of key: String) -> String { voice(speaking: language(of: key)) }

    /// The voice that reads a text which was put together from several strings: the language's own, unless the language has letters of
    /// its own and the text has none of them, like an English name.
    public func voice(reading text: String) -> String {
        let isForeign =
            hasOwnLetters && text.contains(where: \.isLetter) && !text.unicodeScalars.contains(where: Script.isBeyondLatin)
        return voice(speaking: isForeign ? catalog.languages.last!.identifier : language)
    }

    /// The voice that speaks a key's string, its arguments in it.
    public func voice(of key: String, reading text: String) -> String {
        let own = language(of: key)
        return own == language ? voice(reading: text) : voice(speaking: own)
    }

    private func voice(speaking language: String) -> String {
        languages.all.first { $0.identifier == language }?.voice ?? language
    }

}

// MARK: Formatters

extension Words {
    /// How wide a duration's unit is written.
    public enum Width: Hashable, Sendable {
        /// "18 sec", "96 min"
        case short
        /// "18 seconds", for speech
        case spoken
    }

    /// The one unit that a duration is written in.
    public enum Unit: Hashable, Sendable { case seconds, minutes }

    /// "0:52", "5:30", "1:10:00": minutes and seconds, hours when there are any. Seconds from 0.
    public func clock(_ seconds: Int) -> String { clocks.text(seconds) }

    /// A number with the locale's digits and grouping: "9,999".
    public func number(_ value: Int) -> String { clocks.number(value) ?? Self.number(value, in: locale) }

    /// A share of a hundred: "80%", "80 %" with a blank that does not break, "٨٠٪".
    public func percent(_ value: Int) -> String {
        (Double(value) / 100).formatted(.percent.precision(.fractionLength(0)).locale(locale))
    }

    /// A duration in one unit. Minutes are whole ones, rounded down.
    public func duration(_ seconds: Int, in unit: Unit = .seconds, width: Width = .short) -> String {
        let style = Duration.UnitsFormatStyle(
            allowedUnits: [unit == .seconds ? .seconds : .minutes], width: width == .short ? .abbreviated : .wide)
        return Duration.seconds(unit == .seconds ? seconds : seconds / 60 * 60).formatted(style.locale(locale))
    }

    /// "a, b and c", the way the locale joins them.
    public func list(_ items: [String]) -> String { items.formatted(.list(type: .and).locale(locale)) }

    static func number(_ value: Int, in locale: Locale) -> String { value.formatted(.number.locale(locale)) }
}

/// Letters, as far as a voice has to tell them apart.
private enum Script {
    /// Whether the locale is written in letters other than Latin ones.
    static func isOwn(of locale: Locale) -> Bool {
        let script = locale.language.script ?? Locale.Language(identifier: locale.language.maximalIdentifier).script
        return script.map { $0 != .latin } ?? false
    }

    /// Behind Latin Extended-B; and letters of the Latin script that stand further back are no English.
    static func isBeyondLatin(_ scalar: Unicode.Scalar) -> Bool { scalar.value > 0x24F && scalar.properties.isAlphabetic }
}
