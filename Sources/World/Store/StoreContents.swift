import Dispatch
import Library
import Synchronization
import Words
import Workouts

/// What the store holds, read and kept: looked at as a whole once, then path by path. Belongs to the store's thread; while it reads, other
/// threads help, and none of them is left when a call returns.
public final class StoreContents {
    private let folder: StoreFolder
    private var shelves: Shelves

    /// - Parameters:
    ///   - gallery: the bundled catalog, in the language shown.
    ///   - starters: key and `ContentDigest` of the bytes of every starter as it is seeded.
    public init(folder: StoreFolder, gallery: Catalog, starters: [String: UInt64] = [:]) {
        self.folder = folder
        shelves = Shelves(gallery: gallery, starters: starters)
    }

    /// Looks through all of it.
    public func start() {
        var walk = StoreWalk(folder: folder)
        walk.lookAtTop()
        for shelf in StoreShelf.allCases { walk.walk(shelf) }
        shelves.replaceAll(with: walk.listed + read(walk.found))
    }

    /// Looks again at paths below the store, "routines/legs.json", that something happened to: files or folders (with all below them),
    /// there or gone. True: the library may be another.
    public func look(at paths: [String]) -> Bool {
        var hasChanged = false
        for path in paths {
            var walk = StoreWalk(folder: folder)
            let isThere = walk.walk(at: path)
            var files = walk.listed
            for file in read(walk.found) {
                if shelves[file.path]?.stamp == file.stamp { continue }
                files.append(file)
            }
            let kept = Set((walk.found.map(\.path) + walk.listed.map(\.path)).map { Array($0.utf8) })
            for gone in shelves.paths(at: path) where !isThere || !kept.contains(Array(gone.utf8)) {
                shelves.remove(gone)
                hasChanged = true
            }
            for file in files {
                shelves.put(file)
                hasChanged = true
            }
        }
        return hasChanged
    }

    /// What all of it comes to.
    public func library(_ status: StoreStatus) -> Library { shelves.library(status) }

    private func read(_ found: [StoreWalk.Found]) -> [StoredFile] {
        let reader = StoreReader(folder: folder, catalog: shelves.catalog)
        // Few files are not worth waking anyone.
        let pieceSize = 64
        guard found.count > pieceSize else { return found.compactMap(reader.read) }
        let pieces = (found.count + pieceSize - 1) / pieceSize
        let read = Mutex<[[StoredFile]]>(Array(repeating: [], count: pieces))
        DispatchQueue.concurrentPerform(iterations: pieces) { piece in
            let files = found[(piece * pieceSize)..<min(found.count, (piece + 1) * pieceSize)].compactMap(reader.read)
            read.withLock { $0[piece] = files }
        }
        return read.withLock { $0 }.flatMap { $0 }
    }
}
