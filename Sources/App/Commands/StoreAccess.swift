import Foundation
import Glibc
import Library
import Store
import Words
import Workouts

/// A store as a command reads it: once, without an index, changing nothing.
struct OpenedStore {
    let path: String
    let folder: StoreFolder
    let library: Library

    /// The file of a routine that a person named and that cannot be used.
    func unusable(_ name: String) -> Attention? {
        library.unusable(name) { path in
            guard let bytes = folder.contents(of: path) else { return nil }
            return RoutineFile.read(bytes, fileName: path, catalog: library.catalog).name
        }
    }
}

extension Invocation {
    /// What belongs to this machine or this person alone; nil: there is none yet.
    var stateFolder: String? {
        let written = LocalState.existing(surroundings.variables, players: surroundings.playersFolder) {
            surroundings.access($0, W_OK) == 0
        }
        // The service's own is read also where its disk has become read-only.
        return written ?? surroundings.variables["STATE_DIRECTORY"].flatMap { surroundings.access($0, R_OK | X_OK) == 0 ? $0 : nil }
    }

    /// Where the store is when nobody has to look into it yet.
    enum StorePlace: Hashable {
        case at(String)
        /// The player's own, and this user may not enter it.
        case closed(String)
        case none
    }

    /// Where the store is: the command line's or the configuration's word; else the folder beside the local state, as for `run`; else,
    /// unless the service manager names the state, the store of the player that this machine is for. So a person without a store of their
    /// own means the kiosk's.
    var storePlace: StorePlace {
        if let store = configuration.store { return .at(store) }
        let variables = surroundings.variables
        if let own = stateFolder.map({ $0 + "/store" }), FileManager.default.fileExists(atPath: own) { return .at(own) }
        guard variables["STATE_DIRECTORY"] == nil else { return .none }
        let players = surroundings.playersFolder + "/store"
        switch surroundings.access(players, R_OK | X_OK) {
        case 0: return .at(players)
        case EACCES: return .closed(players)
        default: return .none
        }
    }

    /// Where the store is. Throws a sentence when there is none, or none for this user.
    func storePath() throws(CommandError) -> String {
        switch storePlace {
        case .at(let path): return path
        case .closed(let path):
            let user = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? String(geteuid())
            throw .failed([Sentence("lookUp.playersClosed", .text(path), .text(user))])
        case .none: throw .failed([Sentence("lookUp.none")])
        }
    }

    /// Reads the whole store. Throws a sentence when there is none.
    func openStore() throws(CommandError) -> OpenedStore { try openStore(at: try storePath()) }

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
        guard storePlace != .none else { return try routine(at: name) }
        // For something that looks like a path, and is none in the store, the sentence about the file says more.
        let store: OpenedStore
        do throws(CommandError) { store = try openStore() } catch {
            if looksLikeAPath { return try routine(at: name) }
            throw error
        }
        if case .one(let entry) = store.library.lookUp(name) { return entry.routine }
        if looksLikeAPath, store.unusable(name) == nil { return try routine(at: name) }
        return try entry(called: name, in: store).routine
    }

    /// The one routine of the store that a person means; throws a sentence when there is none or there are several.
    func entry(called name: String, in store: OpenedStore) throws(CommandError) -> RoutineEntry {
        switch store.library.lookUp(name) {
        case .one(let entry): return entry
        case .several(let entries):
            throw .failed([Sentence("lookUp.several", .text(name), .text(words.list(entries.map(\.path))))])
        case .none(let near):
            if let file = store.unusable(name) { throw refusal(of: file, in: store) }
            if let near { throw .failed([Sentence("lookUp.unknownNear", .text(name), .text(store.path), .text(near))]) }
            throw .failed([Sentence("lookUp.unknown", .text(name), .text(store.path))])
        }
    }

    /// Why a file of the store cannot be used, or where that is said.
    private func refusal(of file: Attention, in store: OpenedStore) -> CommandError {
        // What only the whole store shows, a check of the file would not find.
        let own = file.problems.filter { $0.severity == .error && $0.what.key.hasPrefix("problem.store.") }
        if own.isEmpty { return .failed([Sentence("lookUp.broken", .text(file.path), .text(store.path))]) }
        return .told(own.map { $0.sentence("\(store.path)/\(file.path)", words) })
    }
}
