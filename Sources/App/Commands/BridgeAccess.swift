import Bridge
import Foundation
import Linux
import Store
import Words
import Workouts

/// A store's bridge as a command works on it: by the player's own code, whether or not a player is running. Two players may work on one
/// store, and this is the second.
struct BridgeAccess {
    let path: String
    let store: KeptFolder
    let desk: BridgeDesk

    /// The names in the inbox, in their order.
    func inbox() throws(StoreError) -> [String] { try store.names(in: BridgePlaces.inbox) ?? [] }
}

extension Invocation {
    /// Opens the store's bridge. Throws a sentence when there is no store: an empty folder may be one that is not mounted.
    func openBridge() throws(CommandError) -> BridgeAccess {
        let path = try storePath()
        let gallery = try readBridgeCatalog()
        let folder: StoreFolder
        let store = KeptFolder(path: path, owner: HexDigits.random())
        let names: [String]
        do throws(StoreError) {
            folder = try StoreFolder(path: path)
            names = try store.names(in: "") ?? []
        } catch { throw .failed([Sentence("lookUp.closed", .text(path), .text(String(cString: strerror(error.cause.code))))]) }
        guard names.contains(StoreKeeper.markerName) || names.contains(StoreShelf.routines.rawValue) else {
            throw .failed([Sentence("lookUp.none")])
        }
        let contents = StoreContents(folder: folder, gallery: gallery)
        contents.start()
        let desk = BridgeDesk(store: store, folder: folder) { again in
            if !again.isEmpty { _ = contents.look(at: again) }
            let library = contents.library(.ready)
            return BridgeStore(library: library, catalog: BridgeStore.catalog(gallery, with: library.ownEntries))
        }
        return BridgeAccess(path: path, store: store, desk: desk)
    }
}
