extension RoutineText {
    /// A routine in its one canonical form: `parse` of it gives the same routine, id included.
    /// Precondition: it is one that a reader or an editor made, so its names are clean and its steps' ids, names and categories are the catalog's.
    public static func text(of routine: Routine, catalog: Catalog) -> String { text(of: RoutineDocument(routine), catalog: catalog) }

    /// A document in canonical form, with its comments, notes and explicit lines.
    ///
    ///     Morning core
    ///
    ///     Bridge 30s x3, rest 10s
    ///     then 15s rest
    ///     Bicycle crunch 30s, ~20 reps
    public static func text(of document: RoutineDocument, catalog: Catalog) -> String {
        var printer = RoutinePrinter(catalog: catalog, document: document)
        return printer.printed()
    }
}

/// Writes what a person would have typed. Whether a name may stand as it is, is not guessed: the line is read back by the reader itself,
/// and the name goes into quotes when something else comes out.
struct RoutinePrinter {
    private let catalog: Catalog
    private let document: RoutineDocument
    private var text = ""
    /// Names repeat in long routines.
    private var quotedNames: [Step: String] = [:]

    init(catalog: Catalog, document: RoutineDocument) {
        self.catalog = catalog
        self.document = document
    }

    mutating func printed() -> String {
        for comment in document.comments { line("#" + comment) }
        var hasHeader = false
        if let name = document.name {
            line(behind(nameLine(name), document.nameComment))
            hasHeader = true
        } else if let comment = document.nameComment {
            line("#" + comment)
        }
        for (directive, value) in [
            (Directive.id, document.id), (.updated, document.updated), (.starter, document.starter),
            (.category, document.category?.rawValue), (.category, document.unknownCategory),
        ] {
            guard let value, !Name.isBlank(value) else { continue }
            line(directiveLine(directive, value))
            hasHeader = true
        }
        for note in document.notes {
            line(directiveLine(.note, note))
            hasHeader = true
        }
        if hasHeader { line("") }
        for entry in document.entries { write(entry) }
        for comment in document.lastComments { line("#" + comment) }
        return text
    }

    private mutating func line(_ content: String) {
        text += content
        text += "\n"
    }

    private func behind(_ content: String, _ comment: String?) -> String { comment.map { content + " #" + $0 } ?? content }

    private mutating func write(_ entry: RoutineDocument.Entry) {
        for comment in entry.comments { line("#" + comment) }
        line(behind(stepLine(entry.step), entry.comment))
        if entry.step.workoutID == nil, entry.step.category != document.category ?? .fullBody {
            line(directiveLine(.category, entry.step.category.rawValue))
        }
        if let category = entry.unknownCategory, !Name.isBlank(category) { line(directiveLine(.category, category)) }
        for note in entry.notes { line(directiveLine(.note, note)) }
        for comment in entry.restComments { line("#" + comment) }
        if entry.step.restAfterSeconds > 0 {
            line(behind(Self.spaced("then", Self.time(entry.step.restAfterSeconds), "rest"), entry.restComment))
        } else if let comment = entry.restComment {
            line("#" + comment)
        }
    }

    // MARK: Steps

    private mutating func stepLine(_ step: Step) -> String {
        var quantities = " " + Self.time(step.workSeconds)
        if step.eachSide { quantities += " " + Self.spaced("each", "side") }
        if step.sets > 1 { quantities += " x\(step.sets)" }
        if step.setRestSeconds > 0 {
            let time = Self.time(step.setRestSeconds)
            quantities += step.sets > 1 ? ", rest \(time)" : ", \(time) between"
        }
        if let reps = step.repGuidance { quantities += ", ~\(reps) reps" }
        var bare = step
        bare.restAfterSeconds = 0
        // A category of its own stands on a line of its own.
        if bare.workoutID == nil { bare.category = .fullBody }
        // The name's spelling does not depend on the numbers, only on the forms they come in.
        var shape = bare
        shape.workSeconds = 1
        if let name = quotedNames[shape] { return name + quantities }
        let plain = step.workoutID.flatMap { catalog[$0]?.name } ?? step.name
        let name = Self.reads(plain + quantities, as: bare, catalog) ? plain : Quotes.around(plain)
        quotedNames[shape] = name
        return name + quantities
    }

    private static func reads(_ line: String, as step: Step, _ catalog: Catalog) -> Bool {
        guard let document = read(line, catalog, isFirst: false) else { return false }
        return document.entries.count == 1 && document.entries[0].step == step && document.entries[0].comment == nil && document.name == nil
    }

    private static func read(_ text: String, _ catalog: Catalog, isFirst: Bool) -> RoutineDocument? {
        var reader = RoutineReader(catalog: catalog)
        reader.isTelling = false
        reader.isAtFirst = isFirst
        reader.read(text)
        // A name alone is no routine, but that is asked elsewhere.
        if isFirst { return reader.drafts.isEmpty && reader.findings.problems.isEmpty ? reader.document : nil }
        return reader.finish()
    }

    private static func spaced(_ words: String...) -> String { words.joined(separator: " ") }

    // MARK: Header

    func nameLine(_ name: String) -> String {
        if let document = Self.read(name, catalog, isFirst: true), document == Self.named(name) { return name }
        return directiveLine(.name, name)
    }

    private static func named(_ name: String) -> RoutineDocument {
        var document = RoutineDocument()
        document.name = name
        return document
    }

    private func directiveLine(_ directive: Directive, _ value: String) -> String {
        let clean = Name.clean(value)
        let plain = "\(directive.rawValue): \(clean)"
        let scalars = Array(plain.unicodeScalars)
        if Comment.start(in: scalars[...]) == nil, let read = Directive.of(scalars[...]), read.value == clean { return plain }
        return "\(directive.rawValue): \(Quotes.around(clean))"
    }

    // MARK: Times

    /// 45s, 2 min, 1:30, 1:10:00.
    static func time(_ seconds: Int) -> String {
        if seconds < 60 { return "\(seconds)s" }
        if seconds >= 3600 { return "\(seconds / 3600):\(twoDigits(seconds / 60 % 60)):\(twoDigits(seconds % 60))" }
        return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60):\(twoDigits(seconds % 60))"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
