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
    private var sessionFolders: [StorePath: FileStamp] = [:]
    /// Nanoseconds since 1970 on the clock that the disk stamps files with; tests move it by hand.
    var wallNanoseconds: () -> Int = {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int(now.tv_sec) * 1_000_000_000 + Int(now.tv_nsec)
    }
    /// The disk or the share failed to show something at the last look; what was known of that stays.
    private(set) var isDoubtful = false
    /// How many files were opened so far.
    private(set) var filesRead = 0

    /// - Parameters:
    ///   - gallery: the bundled catalog, in the language shown.
    ///   - starters: key and `ContentDigest`s of the bytes of every starter as it is seeded, in each language.
    ///   - edition: the program's version; another one may read files differently, so its index is not used.
    public init(folder: StoreFolder, gallery: Catalog, starters: [String: Set<UInt64>] = [:], edition: String = "") {
        self.folder = folder
        self.edition = edition
        shelves = Shelves(gallery: gallery, starters: starters)
        routinesCatalog = StoreIndex.digest(shelves.catalog, edition)
    }

    /// Looks through all of it. What the index of an earlier run knows and what did not change since is not read again.
    /// - Parameters:
    ///   - index: what `index()` gave; anything else (torn, foreign, of another version) is as good as none.
    ///   - publish: called with the routines and plans before the sessions are read, where those take time.
    public func start(index: consuming [UInt8]? = nil, publish: (Library) -> Void = { _ in }) {
        if let known = index.flatMap({ StoreIndex(decoding: $0) }) {
            shelves.replaceAll(with: known.files, sessions: known.sessions)
            routinesCatalog = known.catalog
            sessionFolders = known.folders
        }
        // Megabytes that nobody needs any more.
        index = nil
        _ = refresh(trustsFolders: true, publish: publish)
    }

    /// Looks at every file's stamp and reads what changed: where nobody tells of changes (a network share), and once in the quiet after a
    /// start with an index, since that trusts folders of sessions as a whole. True: the library may be another.
    public func sweep() -> Bool { refresh(trustsFolders: false) { _ in } }

    /// Looks again at paths below the store, "routines/legs.json", that something happened to: files or folders (with all below them),
    /// there or gone. True: the library may be another.
    public func look(at paths: [String]) -> Bool {
        var hasChanged = false
        isDoubtful = false
        for path in paths {
            var walk = StoreWalk(folder: folder)
            if !path.utf8.contains(UInt8(ascii: "/")) { walk.lookAtTop() }
            _ = walk.walk(at: path)
            let result = read(walk.takeFound())
            if !walk.failed.isEmpty { isDoubtful = true }
            let there = Set((result.files.map(\.path) + walk.listed.map(\.path)).map { Array($0.utf8) })
            // What the disk does not show for now is not gone.
            for gone in shelves.paths(at: path) where !there.contains(Array(gone.utf8)) && !walk.hasFailed(at: gone) {
                shelves.remove(gone)
                hasChanged = true
            }
            for file in result.fresh.map({ result.files[$0] }) + walk.listed {
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
        guard let file = shelves[path], file.isYoung, case .listed = file.content else { return false }
        return true
    }

    /// For local state: what a later start need not read again. May be deleted at any time.
    public func index() -> [UInt8] {
        let files = shelves.files.filter { $0.stamp != .none && !$0.isYoung }
        return StoreIndex(catalog: routinesCatalog, folders: sessionFolders, files: files, sessions: shelves.sessions).encoded()
    }

    // MARK: Looking

    private func refresh(trustsFolders: Bool, publish: (Library) -> Void) -> Bool {
        isDoubtful = false
        let countBefore = shelves.files.count
        let listedBefore = Self.listedByName(shelves.files)
        var walk = StoreWalk(folder: folder)
        walk.lookAtTop()
        walk.walk(.workouts)
        let workouts = read(walk.takeFound())
        // The gallery comes first: routines are read against it.
        for path in shelves.paths(at: StoreShelf.workouts.rawValue) where !walk.hasFailed(at: path) { shelves.remove(path) }
        for file in workouts.files { shelves.put(file) }
        forgetRoutinesOfAnotherGallery()
        walk.walk(.routines)
        walk.walk(.plans)
        let others = read(walk.takeFound())
        // Sessions that could not be read are known by their stamps too.
        let refusedSessions = shelves.files.filter { $0.stamp != .none && $0.path.hasPrefix("sessions/") }
        shelves.replaceFiles(with: walk.listed + notShown(walk) + workouts.files + others.files + refusedSessions)
        // Without sessions there is something to show, and reading them may take seconds.
        if shelves.sessions.isEmpty { publish(shelves.library(.reading)) }
        let sessions = refreshSessions(&walk, trustsFolders: trustsFolders)
        shelves.replaceFiles(with: walk.listed + notShown(walk) + workouts.files + others.files + sessions.listed)
        return sessions.haveChanged || !workouts.fresh.isEmpty || !others.fresh.isEmpty || shelves.files.count != countBefore
            || Self.listedByName(shelves.files) != listedBefore
    }

    /// Goes through the sessions a few thousand at a time, so that what is in between takes no room; the files among them that are listed.
    private func refreshSessions(_ walk: inout StoreWalk, trustsFolders: Bool) -> (listed: [StoredFile], haveChanged: Bool) {
        let before = shelves.sessions
        let trusted = trustsFolders ? sessionFolders : [:]
        let foldersBefore = walk.folders.count
        var now = before.emptied()
        var listed: [StoredFile] = []
        var fresh = 0
        func take(_ found: [StoreWalk.Found]) {
            let result = read(found)
            fresh += result.fresh.count
            for file in result.files {
                if case .session(let fact) = file.content {
                    now.put(file.path, fact, stamp: file.stamp, isYoung: file.isYoung)
                } else {
                    listed.append(file)
                }
            }
        }
        walk.isKnown = { path, stamp in
            guard trusted[StorePath(path)] == stamp else { return false }
            if let folder = before.folder(path) { now.put(folder) }
            return true
        }
        walk.takeBatch = take
        walk.walk(.sessions)
        (walk.isKnown, walk.takeBatch) = ({ _, _ in false }, nil)
        take(walk.takeFound())
        // What the disk does not show for now is not gone.
        if !walk.failed.isEmpty { for folder in before.folders where walk.hasFailed(at: folder.path) { now.put(folder) } }
        let haveChanged = fresh > 0 || now.count != before.count
        if haveChanged { shelves.replaceSessions(with: now) }
        if !walk.failed.isEmpty { isDoubtful = true }
        keepSessionFolders(walk.folders[foldersBefore...], listed: listed)
        return (listed, haveChanged)
    }

    /// Files that are known and that the disk does not show for now.
    private func notShown(_ walk: StoreWalk) -> [StoredFile] {
        walk.failed.isEmpty ? [] : shelves.files.filter { $0.stamp != .none && walk.hasFailed(at: $0.path) }
    }

    /// What is told for a name alone has no stamp to compare.
    private static func listedByName(_ files: [StoredFile]) -> [[UInt8]] {
        files.filter { $0.stamp == .none }.map { Array($0.path.utf8) }
    }

    /// Which folders a later start may trust: those without folders in them, older than a moment, with nothing in them that failed.
    private func keepSessionFolders(_ folders: ArraySlice<(path: String, stamp: FileStamp, hasFolders: Bool)>, listed: [StoredFile]) {
        let limit = youth()
        var doubtful = Set(listed.compactMap { file in file.path.lastIndex(of: "/").map { StorePath(String(file.path[..<$0])) } })
        for folder in shelves.sessions.folders where folder.items.contains(where: \.isYoung) { doubtful.insert(StorePath(folder.path)) }
        sessionFolders = [:]
        for folder in folders
        where !folder.hasFolders && folder.stamp.changedNanoseconds < limit && !doubtful.contains(StorePath(folder.path)) {
            sessionFolders[StorePath(folder.path)] = folder.stamp
        }
    }

    /// Own workouts came, went or changed: names in routines mean other things now.
    private func rereadRoutines() {
        guard forgetRoutinesOfAnotherGallery() else { return }
        var walk = StoreWalk(folder: folder)
        walk.walk(.routines)
        for file in walk.listed + read(walk.takeFound()).files { shelves.put(file) }
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

    private struct Result: Sendable {
        /// Those that are there, in the order in which they were found.
        var files: [StoredFile] = []
        /// Indices of those of them that were not known, or had changed.
        var fresh: [Int] = []
        var hasFailed = false
    }

    /// Stamps compared, what is new or another is read; many files by several threads.
    private func read(_ found: [StoreWalk.Found]) -> Result {
        if found.isEmpty { return Result() }
        let reader = StoreReader(folder: folder, catalog: shelves.catalog)
        let known = shelves
        // Few files are not worth waking anyone.
        let pieceSize = 64
        let pieces = (found.count + pieceSize - 1) / pieceSize
        let results = Mutex<[Result]>(Array(repeating: Result(), count: pieces))
        let limit = youth()
        @Sendable func readPiece(_ piece: Int) {
            let found = found[(piece * pieceSize)..<min(found.count, (piece + 1) * pieceSize)]
            let result = Self.read(found, known, reader, youth: limit)
            results.withLock { $0[piece] = result }
        }
        if pieces == 1 { readPiece(0) } else { DispatchQueue.concurrentPerform(iterations: pieces, execute: readPiece) }
        var whole = Result()
        whole.files.reserveCapacity(found.count)
        for result in results.withLock({ $0 }) {
            whole.fresh += result.fresh.map { $0 + whole.files.count }
            whole.files += result.files
            if result.hasFailed { isDoubtful = true }
        }
        filesRead += whole.fresh.count
        return whole
    }

    private static func read(_ found: ArraySlice<StoreWalk.Found>, _ known: Shelves, _ reader: StoreReader, youth: Int) -> Result {
        var result = Result()
        result.files.reserveCapacity(found.count)
        var parent: StoreReader.Parent?
        for found in found {
            let before = known[found.path]
            if let before, before.stamp != .none, !before.isYoung, reader.stamp(of: found, in: &parent) == before.stamp {
                result.files.append(before)
                continue
            }
            switch reader.read(found) {
            case .read(var file):
                file.isYoung = max(file.stamp.changedNanoseconds, file.stamp.modifiedNanoseconds) >= youth
                result.fresh.append(result.files.count)
                result.files.append(file)
            case .failed(let file):
                // What was known of it stays.
                result.hasFailed = true
                if before == nil { result.fresh.append(result.files.count) }
                result.files.append(before ?? file)
            case .gone: break
            }
        }
        return result
    }

    /// What changed after this is young. Two seconds, because that is how coarse the times of FAT are.
    private func youth() -> Int { wallNanoseconds() - 2_000_000_000 }
}
