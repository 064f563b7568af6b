import Workouts

extension Invocation {
    /// The gallery for reading files: its names in the language of the invocation, those of all others understood.
    func readCatalog() throws(CommandError) -> Catalog { try readGallery().knowingForeignNames() }

    /// The gallery, its names in the language of the invocation.
    func readGallery() throws(CommandError) -> Catalog {
        try readEnglishCatalog().named(by: { words($0) }, in: words.language, everywhere: { words.inEveryLanguage($0) })
    }

    /// The gallery as the bridge has it: English names, since what it writes is the same whatever a kiosk speaks, and those of all other
    /// languages understood, since what it reads a person may have written.
    func readBridgeCatalog() throws(CommandError) -> Catalog {
        try readEnglishCatalog().named(by: { $0 }, everywhere: { words.inEveryLanguage($0) }).knowingForeignNames()
    }

    /// The same under its English names.
    func readEnglishCatalog() throws(CommandError) -> Catalog {
        let bytes = try resources.bytes(of: "catalog.json")
        do throws(Problem) {
            return try Catalog(parsing: bytes)
        } catch {
            let path = try resources.path(of: "catalog.json")
            throw .failed([Sentence("file.whole", .text(path), .text(error.what.text(words)), .text(error.remedy.text(words)))])
        }
    }

    /// The routine in a file, to play or render it. Throws every error in the file as a sentence, and none of its notes.
    func routine(at path: String) throws(CommandError) -> Routine {
        let file = CheckedFile(path: path, catalog: try readCatalog(), words: words)
        if let routine = file.routine { return routine }
        // A plan or a session is no routine, however good it is.
        if let summary = file.summary { throw .failed([Sentence("file.noRoutine", .text(path), .text(summary.text(words)))]) }
        throw .told(file.sentences(words))
    }
}
