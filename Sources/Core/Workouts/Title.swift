enum Title {
    /// The line as the name it is: without white space, a colon or a full stop at its end.
    static func text(_ content: ArraySlice<Unicode.Scalar>) -> String {
        var text = Name.clean(String(String.UnicodeScalarView(content)))
        for end in [".", ":"] where text.hasSuffix(end) && !text.hasSuffix("..") {
            text = Name.trimmed(String.UnicodeScalarView(text.unicodeScalars.dropLast()))
        }
        return collapsed(text)
    }

    private static func collapsed(_ text: String) -> String {
        var collapsed = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where scalar != " " || collapsed.last != " " { collapsed.append(scalar) }
        return String(collapsed)
    }

    /// "Day 1", "Leg day 2": a line of a name that the gallery does not know and one small number without a unit. Nobody works for
    /// two seconds; from five on it is doubtful, unless the word before says that it counts something ("Day 7").
    static func numberedTitle(
        _ parts: ArraySlice<Part>, _ content: ArraySlice<Unicode.Scalar>, catalog: Catalog
    ) -> (title: String, isDoubtful: Bool)? {
        guard parts.count == 1, let part = parts.first, let name = part.name, !part.isQuoted, !part.hasThen, part.work.count == 1,
            part.work[0].isBare, part.sets.isEmpty, part.reps.isEmpty, part.rests.isEmpty, !part.isEachSide,
            catalog.workout(called: name) == nil
        else { return nil }
        let isOrdinal = Folding.words(name).last.flatMap { Keywords.roles[$0] }?.contains(.ordinal) ?? false
        let number = part.work[0].value
        guard (0..<10).contains(number) || isOrdinal else { return nil }
        return (text(content), isDoubtful: number >= 5 && !isOrdinal)
    }
}
