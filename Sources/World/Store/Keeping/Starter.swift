import Workouts

/// A routine that comes with the program, as a file that is copied into a new store. The same bytes under the same name on every player,
/// so that two of them seeding one store make one file.
public struct Starter: Hashable, Sendable {
    /// What `starter:` says in it.
    public let key: String
    /// In routines/.
    public let fileName: String
    public let bytes: [UInt8]

    /// Nil for a file that is no routine or says no `starter:`.
    public init?(fileName: String, bytes: [UInt8], catalog: Catalog) {
        guard let key = RoutineFile.read(bytes, fileName: fileName, catalog: catalog).document?.starter else { return nil }
        self.key = key
        self.fileName = fileName
        self.bytes = bytes
    }

    var place: String { "routines/" + fileName }

    /// Where it goes when its own name is another file's: "routines/short-2.routine".
    func place(_ number: Int) -> String {
        let dot = fileName.lastIndex(of: ".") ?? fileName.endIndex
        return number == 1 ? place : "routines/\(fileName[..<dot])-\(number)\(fileName[dot...])"
    }
}
