/// The words could not be read.
public enum WordsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A file that comes with the program.
    public enum File: String, Hashable, Sendable {
        /// The JSON of a String Catalog.
        case catalog = "Localizable.xcstrings"
        /// The list of languages.
        case languages = "languages.json"
    }

    /// Not the JSON that the file should hold; the offset is in bytes from the start.
    case notReadable(File, expected: String, byte: Int)

    public var description: String {
        switch self {
        case .notReadable(let file, let expected, let byte):
            let what = file == .catalog ? "the String Catalog" : "the list of languages"
            return "\(what) is not readable at byte \(byte): \(expected) is missing; install \(file.rawValue) again"
        }
    }
}
