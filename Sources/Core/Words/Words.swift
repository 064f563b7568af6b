// Words: every string a person reads or hears, from the String Catalog. Imports Foundation for its formatters.
// Reads no file and no current locale: the catalog's bytes and the locale are arguments. Values are Sendable.
import Foundation

/// The words of one language. Made once; the look-up is a dictionary's.
public struct Words: Sendable {
    /// A positional argument: %1$@ takes text, %1$lld a number, which also chooses the plural form.
    public enum Argument: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        case text(String)
        case number(Int)
        public init(stringLiteral value: String) { self = .text(value) }
        public init(integerLiteral value: Int) { self = .number(value) }
    }

    public let locale: Locale

    /// Parses the String Catalog. Throws a sentence when it is not one.
    public init(catalog: Data, locale: Locale) throws { self.locale = locale }

    /// The string for a key, formatted. A key that is not in the catalog is a programmer's error: a test guards every key in the sources.
    public func callAsFunction(_ key: String, _ arguments: Argument...) -> String { key }

    /// "5:30", "1:10:00": minutes and seconds, hours when there are any.
    public func clock(_ seconds: Int) -> String { "" }
}
