/// Names as people give them: any text, shown and spoken as plain text.
public enum Name {
    /// The text without control characters (line ends and tabs become spaces, the rest goes, embeddings and overrides of the
    /// reading direction too, since they would reach beyond the name) and without white space at its ends.
    public static func clean(_ text: String) -> String {
        // Most names are plain and stay as they are.
        if text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F || $0 == 0x20 }), text.utf8.first != 0x20, text.utf8.last != 0x20 { return text }
        if let first = text.unicodeScalars.first, let last = text.unicodeScalars.last, !isSpace(first), !isSpace(last),
            !text.unicodeScalars.contains(where: { isLineEnd($0) || isControl($0) })
        {
            return text
        }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isLineEnd(scalar) || scalar == "\t" { scalars.append(" ") } else if !isControl(scalar) { scalars.append(scalar) }
        }
        return trimmed(scalars)
    }

    static func trimmed(_ scalars: String.UnicodeScalarView) -> String {
        guard let first = scalars.firstIndex(where: { !Name.isSpace($0) }),
            let last = scalars.lastIndex(where: { !Name.isSpace($0) })
        else { return "" }
        return String(scalars[first...last])
    }

    static func withoutTrailingSpace(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var scalars = scalars
        while let last = scalars.last, Name.isSpace(last) { scalars = scalars.dropLast() }
        return String(String.UnicodeScalarView(scalars.filter { $0 == "\t" || !isControl($0) }))
    }

    /// A file's name without its ending: what is behind the last dot, unless that dot begins the name.
    public static func withoutEnding(_ fileName: String) -> String {
        guard let dot = fileName.lastIndex(of: "."), dot != fileName.startIndex else { return fileName }
        return String(fileName[..<dot])
    }

    /// True when there is nothing to see: no text, or only white space and invisible marks.
    public static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { Name.isSpace($0) || $0.properties.isDefaultIgnorableCodePoint || isControl($0) }
    }

    /// Letters as a person counts them: characters, without the spaces between them.
    static func letters(_ text: String) -> Int { text.count { !$0.isWhitespace } }

    /// Code points of a name, however they are stacked: ten a letter are plenty.
    public static let mostScalars = 10 * Limits.nameLength.upperBound

    /// True beyond `Limits.nameLength`, and where marks are stacked on letters without end: see `mostScalars`.
    public static func isTooLong(_ text: String) -> Bool {
        let most = Limits.nameLength.upperBound
        if text.utf8.count <= most { return false }
        return text.unicodeScalars.count > mostScalars || letters(text) > most
    }

    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar.value == 0x20 || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
    }

    public static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// C0, DEL, C1, a byte order mark, embeddings, overrides and isolates of direction. Left-to-right and right-to-left marks are text.
    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0xFEFF, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: true
        default: false
        }
    }
}
