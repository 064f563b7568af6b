import Bridge
import Foundation
import Library
import Workouts

/// A store's documents in memory, decided and changed by the rules that hold on a disk: what a command must come to.
public struct MemoryStore: Sendable {
    /// By their paths below the store.
    public var files: [String: [UInt8]]
    private let gallery: Catalog

    public init(_ files: [String: [UInt8]] = [:], gallery: Catalog) {
        self.files = files
        self.gallery = gallery
    }

    /// All files below a folder.
    public init(copying folder: URL, gallery: Catalog) throws {
        var files: [String: [UInt8]] = [:]
        for case let name as String in FileManager.default.enumerator(atPath: folder.path)! {
            var isFolder: ObjCBool = false
            let url = folder.appendingPathComponent(name)
            _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
            if !isFolder.boolValue { files[name] = [UInt8](try Data(contentsOf: url)) }
        }
        self.init(files, gallery: gallery)
    }

    public var library: Library {
        var shelves = Shelves(gallery: gallery, starters: [:])
        for (path, bytes) in files where path.hasPrefix("workouts/") {
            let reading = OwnWorkoutJSON.read(bytes, fallbackID: Identity.fallback(path: path))
            guard let workout = reading.workout else { continue }
            put(path, .workout(OwnWorkoutEntry(path: path, workout: workout, revision: Revision(of: bytes), notes: [])), &shelves)
        }
        let catalog = shelves.catalog
        for (path, bytes) in files {
            let name = String(path.split(separator: "/").last!)
            if path.hasPrefix("routines/") {
                let reading = RoutineFile.read(bytes, fileName: name, fallbackID: Identity.fallback(path: path), catalog: catalog)
                guard let routine = reading.routine else { continue }
                let entry = RoutineEntry(
                    path: path, routine: routine, updated: reading.document?.updated, starter: reading.document?.starter,
                    revision: Revision(of: bytes), notes: [])
                put(path, .routine(entry), &shelves)
            } else if path.hasPrefix("plans/") {
                let reading = PlanJSON.read(bytes, fileName: name, fallbackID: Identity.fallback(path: path))
                guard let plan = reading.plan else { continue }
                put(path, .plan(PlanEntry(path: path, plan: plan, revision: Revision(of: bytes), problems: [])), &shelves)
            }
        }
        return shelves.library(.ready)
    }

    private func put(_ path: String, _ content: StoredFile.Content, _ shelves: inout Shelves) {
        shelves.put(
            StoredFile(path: path, stamp: FileStamp(size: 0, modifiedNanoseconds: 0, changedNanoseconds: 0, inode: 0), content: content))
    }

    public var bridge: BridgeStore {
        let library = library
        return BridgeStore(library: library, catalog: BridgeStore.catalog(gallery, with: library.ownEntries))
    }

    public func verdict(_ submission: BridgeSubmission) -> BridgeVerdict {
        let store = bridge
        var documents: [StorePath: BridgeDocument] = [:]
        for path in submission.documents(in: store) { documents[StorePath(path)] = files[path].map(BridgeDocument.bytes) }
        return submission.decide(in: store, documents: documents)
    }

    /// Carries a command out; an outcome that is there already stands.
    @discardableResult
    public mutating func submit(_ bytes: [UInt8]) -> BridgeVerdict {
        let verdict = verdict(BridgeSubmission(bytes))
        guard files[verdict.outcome.place] == nil else { return verdict }
        for write in verdict.writes {
            precondition(files[write.place] == write.replacing, "a verdict replaces what it was given")
            files[write.place] = write.bytes
        }
        files[verdict.outcome.place] = verdict.outcome.bytes
        return verdict
    }
}
