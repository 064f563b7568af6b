import Library
import Workouts

/// A routine that comes with the program, as a file that is copied into a new store, in the language of the kiosk. Under the same name on
/// every player, and whichever language it is seeded in, all of them know it as theirs: two of them seeding one store make one file.
public struct Starter: Hashable, Sendable {
    /// What `starter:` says in it.
    public let key: String
    /// In routines/.
    public let fileName: String
    public let bytes: [UInt8]
    /// The same in every language.
    let editions: Set<[UInt8]>

    /// Nil for a file that is no routine or says no `starter:`.
    /// - Parameter others: its bytes in other languages.
    public init?(fileName: String, bytes: [UInt8], others: [[UInt8]] = [], catalog: Catalog) {
        guard let key = RoutineFile.read(bytes, fileName: fileName, catalog: catalog).document?.starter else { return nil }
        self.key = key
        self.fileName = fileName
        self.bytes = bytes
        editions = Set(others + [bytes])
    }

    /// Key and digests of each, by which untouched copies are known.
    public static func digests(of starters: [Starter]) -> [String: Set<UInt64>] {
        Dictionary(starters.map { ($0.key, Set($0.editions.map(ContentDigest.of))) }, uniquingKeysWith: { first, _ in first })
    }

    /// What a player shows that has no store: the starters alone.
    public static func library(of starters: [Starter], _ gallery: Catalog, _ status: StoreStatus) -> Library {
        let routines = starters.compactMap { starter -> RoutineEntry? in
            let path = starter.place
            let reading = RoutineFile.read(
                starter.bytes, fileName: starter.fileName, fallbackID: Identity.fallback(path: path), catalog: gallery)
            return reading.routine.map {
                RoutineEntry(
                    path: path, routine: $0, updated: reading.document?.updated, starter: starter.key,
                    digest: ContentDigest.of(starter.bytes), notes: reading.problems)
            }
        }
        return Library(
            status: status, catalog: gallery, routines: routines.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) })
    }

    var place: String { "routines/" + fileName }

    /// Where it goes when its own name is another file's: "routines/short-2.routine".
    func place(_ number: Int) -> String {
        let dot = fileName.lastIndex(of: ".") ?? fileName.endIndex
        return number == 1 ? place : "routines/\(fileName[..<dot])-\(number)\(fileName[dot...])"
    }
}
