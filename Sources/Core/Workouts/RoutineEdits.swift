extension RoutineText {
    /// A routine's text under another name and with another date, every other line as the person wrote it; nil where that cannot be done
    /// without changing what else it says. Whether it can is not guessed: the text that comes out is read, and must be that document.
    /// - Parameters:
    ///   - bytes: of a file in UTF-8; of any other encoding the lines are the same, and come out in UTF-8.
    ///   - document: what `bytes` were read as, with another `name` or `updated`.
    public static func changing(_ bytes: [UInt8], to document: RoutineDocument, catalog: Catalog) -> [UInt8]? {
        // What is no text is no routine.
        guard let decoded = try? decode(bytes).text, let before = parse(decoded, fallbackName: "-", catalog: catalog).document else {
            return nil
        }
        var rest = document
        (rest.name, rest.updated) = (before.name, before.updated)
        guard rest == before else { return nil }
        let isUTF8 = String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
        var edit = RoutineEdit(isUTF8 ? bytes : Array(decoded.utf8), before, catalog)
        if let name = document.name, name != before.name, !edit.rename(to: name) { return nil }
        if let updated = document.updated, updated != before.updated, !edit.date(updated) { return nil }
        return edit.bytes
    }
}

/// A text that is changed line by line.
private struct RoutineEdit {
    /// Without their line feeds; a carriage return is the line's own.
    private var lines: [ArraySlice<UInt8>]
    /// What they are read as.
    private var document: RoutineDocument
    private let catalog: Catalog
    /// Names and dates stand at the front.
    private static let depth = 100

    init(_ bytes: [UInt8], _ document: RoutineDocument, _ catalog: Catalog) {
        lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        self.document = document
        self.catalog = catalog
    }

    var bytes: [UInt8] { Array(lines.joined(separator: [0x0A])) }

    mutating func rename(to name: String) -> Bool {
        var wanted = document
        wanted.name = name
        let line = Array(RoutinePrinter(catalog: catalog, document: wanted).nameLine(name).utf8)
        guard let old = document.name else { return insert(line, at: [0, 1, 2], wanted) }
        // Behind a line that says that it is the name, a comment is the file's.
        var other = wanted
        if let comment = wanted.nameComment { (other.nameComment, other.comments) = (nil, wanted.comments + [comment]) }
        for index in lines.indices.prefix(Self.depth) {
            guard let range = lines[index].range(of: Array(old.utf8)) else { continue }
            // The name alone, or, where it needs another form, all but the comment behind it.
            let comment = lines[index].firstIndex(of: UInt8(ascii: "#")) ?? lines[index].endIndex
            let last = lines[index][..<comment].lastIndex(where: { $0 > 0x20 })
            let end = last.map { $0 + 1 } ?? comment
            if replace(index, with: Array(lines[index][..<range.lowerBound]) + Array(name.utf8) + lines[index][range.upperBound...], wanted)
            {
                return true
            }
            if replace(index, with: line + lines[index][end...], wanted) || replace(index, with: line + lines[index][end...], other) {
                return true
            }
        }
        return false
    }

    mutating func date(_ updated: String) -> Bool {
        var wanted = document
        wanted.updated = updated
        let line = Array("\(Directive.updated.rawValue): \(updated)".utf8)
        for index in lines.indices.prefix(Self.depth) {
            let scalars = Array(String(decoding: lines[index], as: UTF8.self).unicodeScalars)
            guard Directive.of(scalars[...])?.directive == .updated else { continue }
            let ending: [UInt8] = lines[index].last == 0x0D ? [0x0D] : []
            return replace(index, with: line + ending, wanted)
        }
        // Behind the name, as it is written anew.
        let name = document.name.flatMap { name in lines.prefix(Self.depth).firstIndex { $0.range(of: Array(name.utf8)) != nil } }
        return insert(line, at: [name.map { $0 + 1 }, 0, 1, 2].compactMap { $0 }, wanted)
    }

    private mutating func replace(_ index: Int, with line: [UInt8], _ wanted: RoutineDocument) -> Bool {
        let before = lines
        lines[index] = line[...]
        return keeps(before, wanted)
    }

    /// Puts a line at the first of these places where it means what it should.
    private mutating func insert(_ line: [UInt8], at places: [Int], _ wanted: RoutineDocument) -> Bool {
        let before = lines
        let ending: [UInt8] = lines.first?.last == 0x0D ? [0x0D] : []
        // A byte order mark stays at the front.
        for index in places where index < lines.count && !(index == 0 && lines[0].starts(with: [0xEF, 0xBB, 0xBF])) {
            lines.insert((line + ending)[...], at: index)
            if keeps(before, wanted) { return true }
        }
        return false
    }

    /// True when the text is read as the document now; else it is put back.
    private mutating func keeps(_ before: [ArraySlice<UInt8>], _ wanted: RoutineDocument) -> Bool {
        // What is no text any more is not what was wanted either.
        if let text = try? RoutineText.decode(bytes).text,
            RoutineText.parse(text, fallbackName: "-", catalog: catalog).document == wanted
        {
            document = wanted
            return true
        }
        lines = before
        return false
    }
}

extension ArraySlice<UInt8> {
    /// Where these bytes stand first.
    fileprivate func range(of other: [UInt8]) -> Range<Int>? {
        guard !other.isEmpty, count >= other.count else { return nil }
        for start in startIndex...(endIndex - other.count) where self[start..<(start + other.count)].elementsEqual(other) {
            return start..<(start + other.count)
        }
        return nil
    }
}
