import Records
import Workouts

/// Everything that was read from a store, file by file, kept so that one changed file costs little: files are put and taken away one at a
/// time, and a `Library` is decided from all of them. A value without a thread of its own; large, so hold it in one place.
public struct Shelves: Sendable {
    /// The bundled gallery.
    private let gallery: Catalog
    /// `ContentDigest`s of each starter as it is seeded in each language, by its key.
    private let starters: [String: Set<UInt64>]
    /// All but sessions, in byte order of their paths.
    public private(set) var files: [StoredFile] = []
    public private(set) var sessions = SessionShelf()
    /// Nil until it is asked for.
    private var log: SessionLog?
    private var own: OwnGallery

    /// - Parameter starters: key and `ContentDigest`s of the bytes of every starter that is seeded, in each language.
    public init(gallery: Catalog, starters: [String: Set<UInt64>]) {
        self.gallery = gallery
        self.starters = starters
        own = OwnGallery(gallery, [])
    }

    /// Instead of all that was here, in any order. A path that comes twice counts once, the last.
    public mutating func replaceAll(with all: [StoredFile], sessions: SessionShelf = SessionShelf()) {
        log = nil
        self.sessions = sessions
        files = []
        for file in all {
            if case .session(let fact) = file.content {
                self.sessions.put(file.path, fact, stamp: file.stamp, isYoung: file.isYoung)
            } else {
                files.append(file)
            }
        }
        files = Self.inOrder(files)
        findOwnWorkouts()
    }

    /// All but the sessions.
    public mutating func replaceFiles(with all: [StoredFile]) {
        files = Self.inOrder(all)
        findOwnWorkouts()
    }

    /// Nothing but the sessions.
    public mutating func replaceSessions(with all: SessionShelf) {
        log = nil
        sessions = all
    }

    /// Adds a file, or puts it in the place of the one with the same path.
    public mutating func put(_ file: StoredFile) {
        if case .session(let fact) = file.content {
            Self.remove(file.path, from: &files)
            if sessions.put(file.path, fact, stamp: file.stamp, isYoung: file.isYoung) { log?.add(fact) } else { log = nil }
        } else {
            if sessions.remove(file.path) { log = nil }
            let isWorkout = file.isWorkout || self[file.path]?.isWorkout ?? false
            Self.put(file, into: &files)
            if isWorkout { findOwnWorkouts() }
        }
    }

    /// Takes a file away; one that is not here is fine.
    public mutating func remove(_ path: String) {
        if sessions.remove(path) { log = nil }
        let isWorkout = self[path]?.isWorkout ?? false
        Self.remove(path, from: &files)
        if isWorkout { findOwnWorkouts() }
    }

    /// Takes away everything below a folder.
    public mutating func removeAll(below folder: String) {
        let start = folder + "/"
        files.removeAll { ByteOrder.begins($0.path, with: start) }
        let before = sessions.count
        sessions.removeAll(below: folder)
        if sessions.count != before { log = nil }
        findOwnWorkouts()
    }

    /// The file with exactly this path, byte for byte.
    public subscript(path: String) -> StoredFile? {
        let index = ByteOrder.index(of: path, in: files, path: \.path)
        if index < files.count, ByteOrder.areEqual(files[index].path, path) { return files[index] }
        return sessions[path]
    }

    /// The path itself and all paths below it, of files that are here.
    public func paths(at path: String) -> [String] {
        let index = ByteOrder.index(of: path, in: files, path: \.path)
        var paths = index < files.count && ByteOrder.areEqual(files[index].path, path) ? [path] : []
        let below = path + "/"
        for file in files[ByteOrder.index(of: below, in: files, path: \.path)...] {
            guard ByteOrder.begins(file.path, with: below) else { break }
            paths.append(file.path)
        }
        return paths + sessions.paths(at: path)
    }

    /// The gallery with the person's own workouts behind it.
    public var catalog: Catalog { own.catalog }

    /// The person's own workouts in it. Routines that were read when it had others have to be read again.
    public var ownWorkouts: [OwnWorkout] { own.entries.map(\.workout) }

    private mutating func findOwnWorkouts() {
        own = OwnGallery(gallery, files.compactMap { if case .workout(let entry) = $0.content { entry } else { nil } })
    }

    /// What all of it comes to. Linear in the number of files; sessions are gone through only when one was changed or taken away.
    public mutating func library(_ status: StoreStatus) -> Library {
        var choice = Choice(starters: starters, sessions: sessions, attention: own.attention)
        for file in files { choice.take(file) }
        choice.settle()
        return Library(
            status: status, catalog: own.catalog, ownWorkouts: own.paths, ownEntries: own.entries, routines: choice.routines,
            plans: choice.plans,
            week: choice.week, attention: choice.attention, sessions: sessionLog())
    }

    private mutating func sessionLog() -> SessionLog {
        if let log { return log }
        let made = sessions.log
        log = made
        return made
    }

    /// A store may be large, so what is in order already, as a walk and an index give it, is not copied again.
    private static func inOrder(_ files: [StoredFile]) -> [StoredFile] {
        let isInOrder = files.indices.dropFirst().allSatisfy { ByteOrder.precedes(files[$0 - 1].path, files[$0].path) }
        if isInOrder { return files }
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

    private static func put(_ file: StoredFile, into shelf: inout [StoredFile]) {
        let index = ByteOrder.index(of: file.path, in: shelf, path: \.path)
        if index < shelf.count, ByteOrder.areEqual(shelf[index].path, file.path) {
            shelf[index] = file
        } else {
            shelf.insert(file, at: index)
        }
    }

    private static func remove(_ path: String, from shelf: inout [StoredFile]) {
        let index = ByteOrder.index(of: path, in: shelf, path: \.path)
        if index < shelf.count, ByteOrder.areEqual(shelf[index].path, path) { shelf.remove(at: index) }
    }
}

extension StoredFile {
    fileprivate var isWorkout: Bool { if case .workout = content { true } else { false } }
}
