/// The String Catalog could not be read.
public enum WordsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Not the JSON of a String Catalog; the offset is in bytes from the start.
    case notACatalog(expected: String, byte: Int)

    public var description: String {
        switch self {
        case .notACatalog(let expected, let byte):
            "the String Catalog is not readable at byte \(byte): \(expected) is missing; install Localizable.xcstrings again"
        }
    }
}
