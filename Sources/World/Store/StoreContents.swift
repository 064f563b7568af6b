import Dispatch
import Glibc
import Library
import Synchronization
import Words
import Workouts

/// What the store holds, read and kept: looked at as a whole once, then path by path. Belongs to the store's thread; while it reads, other
/// threads help, and none of them is left when a call returns.
public final class StoreContents {
    private let folder: StoreFolder
    private let edition: String
    private var shelves: Shelves
    /// The catalog that the routines in `shelves` were read against.
    private var routinesCatalog: UInt64
    /// Folders below sessions/ without folders in them, as they were when their files were read.
    private var sessionFolders: [String: FileStamp] = [:]
    /// Files that had changed so shortly before they were read that another change could hide behind the same stamp.
    private var young: Set<[UInt8]> = []
    /// Nanoseconds since 1970 on the clock that the disk stamps files with; tests move it by hand.
    var wallNanoseconds: () -> Int = {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int(now.tv_sec) * 1_000_000_000 + Int(now.tv_nsec)
    }
    /// How many files were opened so far.
    private(set) var filesRead = 0

    /// - Parameters:
    ///   - gallery: the bundled catalog, in the language shown.
    ///   - starters: key and `ContentDigest` of the bytes of every starter as it is seeded.
    ///   - edition: the program's version; another one may read files differently, so its index is not used.
    public init(folder: StoreFolder, gallery: Catalog, starters: [String: UInt64] = [:], edition: String = "") {
        self.folder = folder
        self.edition = edition
        shelves = Shelves(gallery: gallery, starters: starters)
        routinesCatalog = StoreIndex.digest(shelves.catalog, edition)
    }

    /// Looks through all of it. What the index of an earlier run knows and what did not change since is not read again.
    /// - Parameters:
    ///   - index: what `index()` gave; anything else (torn, foreign, of another version) is as good as none.
    ///   - publish: called with the routines and plans before the sessions are read, where those take time.
    public func start(index: [UInt8]? = nil, publish: (Library) -> Void = { _ in }) {
        if let known = index.flatMap({ StoreIndex(decoding: $0) }) {
            shelves.replaceAll(with: known.files)
            routinesCatalog = known.catalog
            sessionFolders = known.folders
        }
        _ = refresh(trustsFolders: true, publish: publish)
    }

    /// Looks at every file's stamp and reads what changed: where nobody tells of changes (a network share), and once in the quiet after a
    /// start with an index, since that trusts folders of sessions as a whole. True: the library may be another.
    public func sweep() -> Bool { refresh(trustsFolders: false) { _ in } }

    /// Looks again at paths below the store, "routines/legs.json", that something happened to: files or folders (with all below them),
    /// there or gone. True: the library may be another.
    public func look(at paths: [String]) -> Bool {
        var hasChanged = false
        for path in paths {
            var walk = StoreWalk(folder: folder)
            if !path.utf8.contains(UInt8(ascii: "/")) { walk.lookAtTop() }
            _ = walk.walk(at: path)
            let result = read(walk.found)
            let there = Set((walk.found.map(\.path) + walk.listed.map(\.path)).map { Array($0.utf8) })
            for gone in shelves.paths(at: path) where !there.contains(Array(gone.utf8)) || result.gone.contains(Array(gone.utf8)) {
                shelves.remove(gone)
                hasChanged = true
            }
            for file in result.read + walk.listed {
                shelves.put(file)
                hasChanged = true
            }
        }
        // The gallery's digest takes milliseconds, and only own workouts make it another.
        if hasChanged, paths.contains(where: { $0.hasPrefix(StoreShelf.workouts.rawValue) }) { rereadRoutines() }
        return hasChanged
    }

    /// What all of it comes to.
    public func library(_ status: StoreStatus) -> Library { shelves.library(status) }

    /// True for a file with errors that had only just changed when it was read: it may be a copy on its way.
    public func isUnsettled(_ path: String) -> Bool {
        guard young.contains(Array(path.utf8)), case .listed? = shelves[path]?.content else { return false }
        return true
    }

    /// For local state: what a later start need not read again. May be deleted at any time.
    public func index() -> [UInt8] {
        let files = (shelves.files + shelves.sessions).filter { $0.stamp != .none && !young.contains(Array($0.path.utf8)) }
        return StoreIndex(catalog: routinesCatalog, folders: sessionFolders, files: files).encoded()
    }

    // MARK: Looking

    private func refresh(trustsFolders: Bool, publish: (Library) -> Void) -> Bool {
        let countBefore = shelves.files.count
        let listedBefore = Self.listedByName(shelves.files)
        var walk = StoreWalk(folder: folder)
        walk.lookAtTop()
        walk.walk(.workouts)
        let workouts = read(walk.found)
        // The gallery comes first: routines are read against it.
        for path in shelves.paths(at: StoreShelf.workouts.rawValue) { shelves.remove(path) }
        for file in workouts.all { shelves.put(file) }
        forgetRoutinesOfAnotherGallery()
        let atWorkouts = walk.found.count
        walk.walk(.routines)
        walk.walk(.plans)
        let others = read(Array(walk.found[atWorkouts...]))
        // Sessions that could not be read are known by their stamps too.
        let refusedSessions = shelves.files.filter { $0.stamp != .none && $0.path.hasPrefix("sessions/") }
        shelves.replaceFiles(with: walk.listed + workouts.all + others.all + refusedSessions)
        // Without sessions there is something to show, and reading them may take seconds.
        if shelves.sessions.isEmpty { publish(shelves.library(.reading)) }
        let atSessions = walk.found.count
        let foldersBefore = walk.folders.count
        if trustsFolders {
            let folders = sessionFolders
            walk.isKnown = { folders[$0] == $1 }
        }
        walk.walk(.sessions)
        let sessions = read(Array(walk.found[atSessions...]))
        let folders = walk.folders[foldersBefore...]
        let haveSessionsChanged = takeSessions(sessions, found: walk.found.count - atSessions, folders, trustsFolders: trustsFolders)
        let listedSessions = sessions.all.filter { if case .session = $0.content { false } else { true } }
        shelves.replaceFiles(with: walk.listed + workouts.all + others.all + listedSessions)
        keepSessionFolders(folders, files: sessions.all)
        return haveSessionsChanged || !workouts.read.isEmpty || !others.read.isEmpty || shelves.files.count != countBefore
            || Self.listedByName(shelves.files) != listedBefore
    }

    /// Puts the sessions that were read beside those of folders that are known; true when they are others than before.
    private func takeSessions(
        _ result: Result, found: Int, _ folders: ArraySlice<(path: String, stamp: FileStamp, hasFolders: Bool)>, trustsFolders: Bool
    ) -> Bool {
        var kept: [StoredFile] = []
        if trustsFolders {
            let known = folders.filter { sessionFolders[$0.path] == $0.stamp }.map(\.path)
            for folder in known { kept += shelves.sessions(in: folder) }
        }
        let isSame = result.read.isEmpty && result.gone.isEmpty && kept.count + found == shelves.sessions.count
        if isSame { return false }
        let read = result.all.filter { if case .session = $0.content { true } else { false } }
        let before = shelves.sessions.count
        shelves.replaceSessions(with: kept + read)
        return !result.read.isEmpty || before != shelves.sessions.count
    }

    /// What is told for a name alone has no stamp to compare.
    private static func listedByName(_ files: [StoredFile]) -> [[UInt8]] {
        files.filter { $0.stamp == .none }.map { Array($0.path.utf8) }
    }

    /// Which folders a later start may trust: those without folders in them, older than a moment, with nothing in them that failed.
    private func keepSessionFolders(_ folders: ArraySlice<(path: String, stamp: FileStamp, hasFolders: Bool)>, files: [StoredFile]) {
        let limit = youth()
        var doubtful: Set<String> = []
        for file in files {
            let isFact = if case .session = file.content { true } else { false }
            guard !isFact || young.contains(Array(file.path.utf8)), let slash = file.path.lastIndex(of: "/") else { continue }
            doubtful.insert(String(file.path[..<slash]))
        }
        sessionFolders = [:]
        for folder in folders where !folder.hasFolders && folder.stamp.changedNanoseconds < limit && !doubtful.contains(folder.path) {
            sessionFolders[folder.path] = folder.stamp
        }
    }

    /// Own workouts came, went or changed: names in routines mean other things now.
    private func rereadRoutines() {
        guard forgetRoutinesOfAnotherGallery() else { return }
        var walk = StoreWalk(folder: folder)
        walk.walk(.routines)
        for file in walk.listed + read(walk.found).all { shelves.put(file) }
    }

    @discardableResult
    private func forgetRoutinesOfAnotherGallery() -> Bool {
        let catalog = StoreIndex.digest(shelves.catalog, edition)
        guard catalog != routinesCatalog else { return false }
        routinesCatalog = catalog
        shelves.removeAll(below: StoreShelf.routines.rawValue)
        return true
    }

    // MARK: Reading

    private struct Result {
        /// Known already, and unchanged.
        var same: [StoredFile] = []
        var read: [StoredFile] = []
        /// Found by name and then not there.
        var gone: Set<[UInt8]> = []
        var all: [StoredFile] { same + read }
    }

    /// Stamps compared, what is new or another is read; many files by several threads.
    private func read(_ found: [StoreWalk.Found]) -> Result {
        let reader = StoreReader(folder: folder, catalog: shelves.catalog)
        let known = shelves
        let young = young
        // Few files are not worth waking anyone.
        let pieceSize = 64
        let pieces = (found.count + pieceSize - 1) / pieceSize
        let results = Mutex<[Result]>(Array(repeating: Result(), count: pieces))
        let limit = youth()
        @Sendable func readPiece(_ piece: Int) {
            var result = Result()
            var parent: StoreReader.Parent?
            for found in found[(piece * pieceSize)..<min(found.count, (piece + 1) * pieceSize)] {
                if let file = known[found.path], file.stamp != .none, !young.contains(Array(found.path.utf8)),
                    reader.stamp(of: found, in: &parent) == file.stamp
                {
                    result.same.append(file)
                } else if let file = reader.read(found) {
                    result.read.append(file)
                } else {
                    result.gone.insert(Array(found.path.utf8))
                }
            }
            results.withLock { $0[piece] = result }
        }
        if pieces <= 1 {
            for piece in 0..<pieces { readPiece(piece) }
        } else {
            DispatchQueue.concurrentPerform(iterations: pieces, execute: readPiece)
        }
        var whole = Result()
        for result in results.withLock({ $0 }) {
            whole.same += result.same
            whole.read += result.read
            whole.gone.formUnion(result.gone)
        }
        filesRead += whole.read.count
        for file in whole.read {
            let isYoung = max(file.stamp.changedNanoseconds, file.stamp.modifiedNanoseconds) >= limit
            if isYoung { self.young.insert(Array(file.path.utf8)) } else { self.young.remove(Array(file.path.utf8)) }
        }
        return whole
    }

    /// What changed after this is young. Two seconds, because that is how coarse the times of FAT are.
    private func youth() -> Int { wallNanoseconds() - 2_000_000_000 }
}
