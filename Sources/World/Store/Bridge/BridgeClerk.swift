import Bridge
import Library
import Linux
import Playback
import Workouts

/// The bridge of a store that is watched: carries out commands as they come and keeps the manifest fresh. Belongs to the store's thread;
/// its time is the loop's. Does a little at a time, so that whatever else the thread has to do comes in between.
final class BridgeClerk {
    /// What it needs of the clerk that owns it.
    struct Surroundings {
        /// Where to write; nil while that is hopeless.
        var store: () -> KeptFolder?
        /// Reads these paths again, and gives what the store holds then.
        var library: (_ again: [String]) -> Library?
        /// What was written, or who needs a person, has changed: tell it.
        var publish: () -> Void
        var trouble: (StoreError, _ place: String) -> Void
        var receipt: (BridgeReceipt) -> Void
    }

    /// Without a change, until the manifest says how things are now, and the longest that it waits while they go on.
    static let quiet = Duration.seconds(2)
    static let longest = Duration.seconds(10)
    /// How long another player's outcome is waited for where it seems to have done a command.
    static let patience = Duration.seconds(5)
    /// Spent on commands at a time.
    private static let slice = Duration.milliseconds(20)

    private let loop: EventLoop
    /// The bundled one, in English.
    private let gallery: Catalog
    private let around: Surroundings
    private var folder: StoreFolder?
    /// Names in the inbox to look at.
    private var waiting: Set<String> = []
    /// When names among them may be decided though it is doubtful.
    private var patientUntil: [String: Instant] = [:]
    /// What is no command's file, by its name.
    private var refused: [String: Problem] = [:]
    private var sliceAlarm: EventLoop.Token?
    private var manifestAlarm: (first: Instant, token: EventLoop.Token)?
    /// The manifest could not be written.
    private var owesManifest = false
    /// What the manifest says.
    private var written: Library?
    /// Making one takes milliseconds, and only own workouts make it another.
    private var catalog: (own: [OwnWorkoutEntry], catalog: Catalog)?

    init(loop: EventLoop, gallery: Catalog, _ around: Surroundings) {
        self.loop = loop
        self.gallery = gallery
        self.around = around
    }

    /// A store appeared and was read. The inbox's files, which may still be on their way: to be noted as touched.
    func open(_ folder: StoreFolder) -> [String] {
        self.folder = folder
        (waiting, patientUntil, refused, written) = ([], [:], [:], nil)
        do throws(StoreError) {
            return try around.store()?.names(in: BridgePlaces.inbox)?.map { BridgePlaces.inbox + "/" + $0 } ?? []
        } catch {
            around.trouble(error, BridgePlaces.inbox)
            return []
        }
    }

    /// Makes the inbox, so that it is there to be found and watched.
    static func makeInbox(in store: KeptFolder) throws(StoreError) { try store.makeFolder(BridgePlaces.inbox) }

    /// Files that need a person.
    var attention: [Attention] {
        refused.map { Attention(path: BridgePlaces.inbox + "/" + $0.key, problems: [$0.value]) }
            .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    /// Every few seconds, and when the store can be written again.
    func tick() {
        if !waiting.isEmpty { work() }
        if owesManifest, around.store() != nil { noteChange() }
    }

    /// Writes what is due.
    func close() {
        for token in [sliceAlarm, manifestAlarm?.token].compactMap({ $0 }) { loop.end(token) }
        if manifestAlarm != nil { keepManifest() }
    }

    // MARK: Commands

    /// Paths below the inbox that something happened to; nil: anything may have.
    func look(at paths: [String]?) {
        if let paths {
            waiting.formUnion(paths.map { String($0.dropFirst(BridgePlaces.inbox.count + 1)) })
        } else if let store = around.store() {
            do throws(StoreError) { waiting.formUnion((try store.names(in: BridgePlaces.inbox) ?? []) + refused.keys) } catch {
                around.trouble(error, BridgePlaces.inbox)
            }
        }
        if !waiting.isEmpty { work() }
    }

    private func work() {
        guard sliceAlarm == nil, let store = around.store(), let folder else { return }
        let refusedBefore = refused
        var hasWritten = false
        let desk = desk(store, folder) { hasWritten = true }
        let end = EventLoop.clock() + Self.slice
        var left = waiting.sorted()[...]
        var isFailing = false
        while !isFailing, EventLoop.clock() < end, let name = left.popFirst() { isFailing = !perform(name, desk) }
        if hasWritten || refused != refusedBefore { around.publish() }
        // What failed, and what has to wait for others, comes with the next tick.
        if !left.isEmpty, !isFailing {
            sliceAlarm = loop.at(loop.now) { [weak self] in
                self?.sliceAlarm = nil
                self?.work()
            }
        }
    }

    /// False: the disk fails, and the rest would fare no better.
    private func perform(_ name: String, _ desk: BridgeDesk) -> Bool {
        do throws(StoreError) {
            switch try desk.perform(name, isPatient: patientUntil[name].map { loop.now < $0 } ?? true) {
            case .settled(let receipt):
                refused[name] = nil
                around.receipt(receipt)
            case .refused(let problem): refused[name] = problem
            case .nothing: refused[name] = nil
            case .later: return true
            case .doubtful:
                if patientUntil[name] == nil { patientUntil[name] = loop.now + Self.patience }
                return true
            }
            waiting.remove(name)
            patientUntil[name] = nil
            return true
        } catch {
            around.trouble(error, BridgePlaces.inbox + "/" + name)
            return false
        }
    }

    /// - Parameter onChange: documents were written, or looked at again.
    private func desk(_ store: KeptFolder, _ folder: StoreFolder, onChange: @escaping () -> Void = {}) -> BridgeDesk {
        BridgeDesk(store: store, folder: folder) { [unowned self] again in
            if !again.isEmpty { onChange() }
            return judged(around.library(again))
        }
    }

    private func judged(_ library: Library?) -> BridgeStore {
        let library = library ?? Library(status: .missing, catalog: gallery)
        if catalog.map({ $0.own != library.ownEntries }) ?? true {
            catalog = (library.ownEntries, BridgeStore.catalog(gallery, with: library.ownEntries))
        }
        return BridgeStore(library: library, catalog: catalog?.catalog ?? gallery)
    }

    // MARK: The manifest

    /// Something in the store changed.
    func noteChange() {
        let first = manifestAlarm?.first ?? loop.now
        if let manifestAlarm { loop.end(manifestAlarm.token) }
        let due = min(loop.now + Self.quiet, first + Self.longest)
        manifestAlarm = (first, loop.at(due) { [weak self] in self?.keepManifest() })
    }

    private func keepManifest() {
        manifestAlarm = nil
        guard let folder, let library = around.library([]) else { return }
        guard let store = around.store() else {
            owesManifest = true
            return
        }
        if !owesManifest, let written, written.routines == library.routines, written.plans == library.plans,
            written.ownEntries == library.ownEntries, written.week == library.week
        {
            return
        }
        do throws(StoreError) {
            try desk(store, folder).keepManifest()
            written = library
            owesManifest = false
        } catch {
            owesManifest = true
            around.trouble(error, BridgePlaces.manifest)
        }
    }
}
