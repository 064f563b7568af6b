import Store
import Words
import Workouts

/// A routine's file as a command reads it: its reading, or why the file could not be opened.
struct RoutineSource {
    /// As the person wrote it.
    let path: String
    /// Nil when the file could not be opened.
    let reading: Reading?
    let refusal: RegularFile.Refusal?

    /// Reads the file; nothing is thrown, since several files are checked at once.
    init(path: String, catalog: Catalog) {
        self.path = path
        do throws(RegularFile.Refusal) {
            let bytes = try RegularFile.read(path)
            reading = RoutineFile.read(bytes, fileName: path.split(separator: "/").last.map(String.init) ?? path, catalog: catalog)
            refusal = nil
        } catch {
            reading = nil
            refusal = error
        }
    }

    var routine: Routine? { reading?.routine }

    /// `file:line: what; remedy`, in the order of the lines; what concerns the whole file first.
    func sentences(_ words: Words) -> [String] {
        if let refusal { return [refusal.sentence(path, words)] }
        return sortedProblems.map { $0.sentence(path, words) }
    }

    var sortedProblems: [Problem] {
        let problems = reading?.problems ?? []
        return problems.enumerated().sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }.map(\.element)
    }
}

extension Invocation {
    /// The gallery, its names in the language of the invocation.
    func readCatalog() throws(CommandError) -> Catalog {
        let data = try resources.data(of: "catalog.json")
        do throws(Problem) {
            return try Catalog(parsing: [UInt8](data)).named(by: { words($0) })
        } catch {
            let path = try resources.path(of: "catalog.json")
            throw .failed([Sentence("file.whole", .text(path), .text(error.what.text(words)), .text(error.remedy.text(words)))])
        }
    }

    /// The routine in a file, to play or render it. Throws every error in the file as a sentence, and none of its notes.
    func routine(at path: String) throws(CommandError) -> Routine {
        let source = RoutineSource(path: path, catalog: try readCatalog())
        if let routine = source.routine { return routine }
        throw .told(source.sentences(words))
    }
}
