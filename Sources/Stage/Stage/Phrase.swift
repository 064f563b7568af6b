/// A sentence with words that stand out: "**4-day** streak". Ready to be shown.
public struct Phrase: Hashable, Sendable, ExpressibleByStringLiteral {
    public struct Part: Hashable, Sendable {
        public var text: String
        public var isStrong: Bool

        public init(_ text: String, isStrong: Bool) {
            self.text = text
            self.isStrong = isStrong
        }
    }

    public var parts: [Part]

    /// Reads pairs of `**` around what stands out, as the String Catalog writes them; an odd one out is shown as it is. Names that a
    /// person typed go through `quoting` before they are put into a text.
    public init(_ marked: String) {
        let pieces = marked.split(separator: "**", omittingEmptySubsequences: false)
        guard pieces.count % 2 == 1 else {
            parts = [Part(marked, isStrong: false)]
            return
        }
        parts = pieces.enumerated().map { Part(String($1), isStrong: $0 % 2 == 1) }.filter { !$0.text.isEmpty }
    }

    public init(stringLiteral value: String) { self.init(value) }

    /// A person's text such that no `**` in it is a mark: an invisible joiner goes between the two.
    public static func quoting(_ text: String) -> String { text.replacing("**", with: "*\u{2060}*") }

    /// Without marks: what is spoken.
    public var text: String { parts.map(\.text).joined() }
}
