import Bridge
import Library
import Workouts

/// What commands are judged against, from what the store's thread knows of its store. Belongs to that thread.
final class BridgeJudge {
    /// The bundled one, in English.
    private let gallery: Catalog
    /// Making one takes milliseconds, and only own workouts make it another.
    private var made: (own: [OwnWorkoutEntry], catalog: Catalog)?

    init(gallery: Catalog) { self.gallery = gallery }

    /// - Parameter library: nil: there is no store.
    func store(_ library: Library?) -> BridgeStore {
        let library = library ?? Library(status: .missing, catalog: gallery)
        if let made, made.own == library.ownEntries { return BridgeStore(library: library, catalog: made.catalog) }
        let catalog = BridgeStore.catalog(gallery, with: library.ownEntries)
        made = (library.ownEntries, catalog)
        return BridgeStore(library: library, catalog: catalog)
    }
}
