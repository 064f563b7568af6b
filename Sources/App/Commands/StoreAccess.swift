import Foundation
import Library
import Store
import Words
import Workouts

/// A store as a command reads it: once, without an index, changing nothing.
struct OpenedStore {
    let path: String
    let folder: StoreFolder
    let library: Library
}

extension Invocation {
    /// Where the store is: the command line's or the configuration's word, else the folder beside the local state. Nil: there is none.
    var storePath: String? {
        if let store = configuration.store { return store }
        guard let path = LocalState.existing(surroundings.variables).map({ $0 + "/store" }) else { return nil }
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    /// Reads the whole store. Throws a sentence when there is none.
    func openStore() throws(CommandError) -> OpenedStore {
        guard let path = storePath else { throw .failed([Sentence("lookUp.none")]) }
        return try openStore(at: path)
    }

    func openStore(at path: String) throws(CommandError) -> OpenedStore {
        let folder: StoreFolder
        do throws(StoreError) { folder = try StoreFolder(path: path) } catch {
            throw .failed([Sentence("lookUp.closed", .text(path), .text(String(cString: strerror(error.cause.code))))])
        }
        let gallery = try readCatalog()
        let contents = StoreContents(folder: folder, gallery: gallery, starters: Starter.digests(of: try starters(gallery)))
        contents.start()
        return OpenedStore(path: path, folder: folder, library: contents.library(.ready))
    }

    /// The routine that a person named: a file, or a name, id or path in the store. Throws every error in the file as a sentence, and none
    /// of its notes.
    func routine(called name: String) throws(CommandError) -> Routine {
        // A path is a path, and so is whatever is there under that name.
        let looksLikeAPath = name.contains("/") || [".routine", ".json"].contains { name.lowercased().hasSuffix($0) }
        if FileManager.default.fileExists(atPath: name) { return try routine(at: name) }
        guard storePath != nil else { return try routine(at: name) }
        do throws(CommandError) { return try entry(called: name, in: try openStore()).routine } catch {
            // For something that looks like a path the sentence about the file says more.
            if looksLikeAPath { return try routine(at: name) }
            throw error
        }
    }

    /// The one routine of the store that a person means; throws a sentence when there is none or there are several.
    func entry(called name: String, in store: OpenedStore) throws(CommandError) -> RoutineEntry {
        switch store.library.lookUp(name) {
        case .one(let entry): return entry
        case .several(let entries):
            throw .failed([Sentence("lookUp.several", .text(name), .text(words.list(entries.map(\.path))))])
        case .none(let near?): throw .failed([Sentence("lookUp.unknownNear", .text(name), .text(store.path), .text(near))])
        case .none(nil): throw .failed([Sentence("lookUp.unknown", .text(name), .text(store.path))])
        }
    }
}
