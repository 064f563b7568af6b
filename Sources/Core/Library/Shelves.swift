import Records
import Workouts

/// Everything that was read from a store, file by file, kept so that one changed file costs little: files are put and taken away one at a
/// time, and a `Library` is decided from all of them. A value without a thread of its own; large, so hold it in one place.
public struct Shelves: Sendable {
    /// The bundled gallery.
    private let gallery: Catalog
    /// `ContentDigest` of each starter as it is seeded, by its key.
    private let starters: [String: UInt64]
    /// All but sessions, in byte order of their paths.
    public private(set) var files: [StoredFile] = []
    /// A store may have a hundred thousand of them; in byte order of their paths.
    public private(set) var sessions: [StoredFile] = []
    /// Nil until it is asked for.
    private var log: SessionLog?

    /// - Parameter starters: key and `ContentDigest` of the bytes of every starter that is seeded.
    public init(gallery: Catalog, starters: [String: UInt64]) {
        self.gallery = gallery
        self.starters = starters
    }

    /// Instead of all that was here, in any order. A path that comes twice counts once, the last.
    public mutating func replaceAll(with all: [StoredFile]) {
        files = []
        sessions = []
        log = nil
        for file in all { if file.isSession { sessions.append(file) } else { files.append(file) } }
        files = Self.sorted(files)
        sessions = Self.sorted(sessions)
    }

    /// Adds a file, or puts it in the place of the one with the same path.
    public mutating func put(_ file: StoredFile) {
        if file.isSession {
            Self.remove(file.path, from: &files)
            let isNew = Self.put(file, into: &sessions)
            if case .session(let fact) = file.content, isNew { log?.add(fact) } else { log = nil }
        } else {
            if Self.remove(file.path, from: &sessions) { log = nil }
            Self.put(file, into: &files)
        }
    }

    /// Takes a file away; one that is not here is fine.
    public mutating func remove(_ path: String) {
        if Self.remove(path, from: &sessions) { log = nil }
        Self.remove(path, from: &files)
    }

    /// The file with exactly this path, byte for byte.
    public subscript(path: String) -> StoredFile? {
        for shelf in [files, sessions] {
            let index = ByteOrder.index(of: path, in: shelf, path: \.path)
            if index < shelf.count, ByteOrder.areEqual(shelf[index].path, path) { return shelf[index] }
        }
        return nil
    }

    /// The path itself and all paths below it, of files that are here.
    public func paths(at path: String) -> [String] {
        var paths = self[path].map { [$0.path] } ?? []
        let below = path + "/"
        for shelf in [files, sessions] {
            var index = ByteOrder.index(of: below, in: shelf, path: \.path)
            while index < shelf.count, ByteOrder.begins(shelf[index].path, with: below) {
                paths.append(shelf[index].path)
                index += 1
            }
        }
        return paths
    }

    /// The gallery with the person's own workouts behind it.
    public var catalog: Catalog { gallery }

    /// What all of it comes to. Linear in the number of files; sessions are gone through only when one was changed or taken away.
    public mutating func library(_ status: StoreStatus) -> Library {
        let log = log ?? SessionLog(sessions.lazy.compactMap { if case .session(let fact) = $0.content { fact } else { nil } })
        self.log = log
        var choice = Choice(starters: starters, sessions: sessions)
        for file in files { choice.take(file) }
        choice.settle()
        return Library(status: status, catalog: gallery, routines: choice.routines, attention: choice.attention, sessions: log)
    }

    private static func sorted(_ files: [StoredFile]) -> [StoredFile] {
        let sorted = files.sorted { ByteOrder.precedes($0.path, $1.path) }
        var unique: [StoredFile] = []
        unique.reserveCapacity(sorted.count)
        // The sort is stable, so the last of equal paths is the last one given.
        for file in sorted {
            if let last = unique.last, ByteOrder.areEqual(last.path, file.path) { unique.removeLast() }
            unique.append(file)
        }
        return unique
    }

    /// True when there was none with this path.
    @discardableResult
    private static func put(_ file: StoredFile, into shelf: inout [StoredFile]) -> Bool {
        let index = ByteOrder.index(of: file.path, in: shelf, path: \.path)
        if index < shelf.count, ByteOrder.areEqual(shelf[index].path, file.path) {
            shelf[index] = file
            return false
        }
        shelf.insert(file, at: index)
        return true
    }

    @discardableResult
    private static func remove(_ path: String, from shelf: inout [StoredFile]) -> Bool {
        let index = ByteOrder.index(of: path, in: shelf, path: \.path)
        guard index < shelf.count, ByteOrder.areEqual(shelf[index].path, path) else { return false }
        shelf.remove(at: index)
        return true
    }
}

extension StoredFile {
    fileprivate var isSession: Bool { if case .session = content { true } else { false } }
}
