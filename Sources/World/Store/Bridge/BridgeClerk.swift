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
    /// How long a file holds still whose JSON is not complete before it counts as it is.
    static let stillness = Duration.seconds(30)
    /// Between two tries of what something stands in the way of.
    static let retry = Duration.seconds(10)
    /// Spent on commands at a time.
    private static let slice = Duration.milliseconds(20)

    /// A file in the inbox that waits for its time.
    private struct Rest {
        enum Reason {
            case others, writer, busy
            case blocked(Attention)
        }
        var until: Instant
        var reason: Reason
    }

    private let loop: EventLoop
    private let around: Surroundings
    private var folder: StoreFolder?
    private let judge: BridgeJudge
    /// Names in the inbox to look at.
    private var waiting: Set<StorePath> = []
    /// Those of them that are this round's, in their order.
    private var round: ArraySlice<StorePath> = []
    /// Those of them that wait for their time.
    private var resting: [StorePath: Rest] = [:]
    /// Those of them that came, or whose time came, after everything was looked at last.
    private var unswept: Set<StorePath> = []
    /// What is no command's file, by its name.
    private var refused: [StorePath: Problem] = [:]
    /// Names there that are not written in UTF-8, as they are shown.
    private var nameless: [String] = []
    private var sliceAlarm: EventLoop.Token?
    private var restAlarm: (at: Instant, token: EventLoop.Token)?
    private var manifestAlarm: (first: Instant, token: EventLoop.Token)?
    private var manifest = KeptManifest()

    /// - Parameter gallery: the bundled one, in English.
    init(loop: EventLoop, gallery: Catalog, _ around: Surroundings) {
        self.loop = loop
        self.around = around
        judge = BridgeJudge(gallery: gallery)
    }

    /// A store appeared and was read. The inbox's files, which may still be on their way: to be noted as touched.
    func open(_ folder: StoreFolder) -> [String] {
        self.folder = folder
        (waiting, round, resting, unswept, refused, nameless, manifest) = ([], [], [:], [], [:], [], KeptManifest())
        return entriesInInbox().map { BridgePlaces.inbox + "/" + $0 }
    }

    /// The names in the inbox. One that is not written in UTF-8 opens nothing; a person is told of it.
    private func entriesInInbox() -> [String] {
        // Not there, or closed to us: then there is nothing to do in it.
        guard let folder, let inbox = try? folder.openFolder(BridgePlaces.inbox),
            let entries = try? folder.entries(in: inbox, limit: StoreWalk.Bounds.names)
        else { return [] }
        nameless = entries.filter { $0.name == nil && !FileNames.isPassedOver($0.shown) }.map(\.shown)
        return entries.compactMap(\.name)
    }

    /// Makes the inbox, so that it is there to be found and watched.
    static func makeInbox(in store: KeptFolder) throws(StoreError) { try store.makeFolder(BridgePlaces.inbox) }

    /// Files that need a person.
    var attention: [Attention] {
        var all = Dictionary(
            refused.map { (StorePath(BridgePlaces.inbox + "/" + $0.key.text), [$0.value]) }, uniquingKeysWith: { first, _ in first })
        for name in nameless { all[StorePath(BridgePlaces.inbox + "/" + name)] = [.error("problem.store.name", at: .file)] }
        // One thing may be in the way of several commands.
        for case .blocked(let attention) in resting.values.map(\.reason) { all[StorePath(attention.path)] = attention.problems }
        return all.sorted { $0.key < $1.key }.map { Attention(path: $0.key.text, problems: $0.value) }
    }

    /// Every few seconds, and when the store can be written again.
    func tick() {
        if let folder, let store = around.store() {
            keepInbox(folder, store)
            checkManifest(folder)
        }
        if !waiting.isEmpty { work() }
        if manifest.isOwed, around.store() != nil { noteChange() }
    }

    /// Somebody cleared the bridge away, and with it perhaps what needed a person.
    private func keepInbox(_ folder: StoreFolder, _ store: KeptFolder) {
        do throws(StoreFolder.Fault) { _ = try folder.openFolder(BridgePlaces.inbox) } catch {
            guard error == .gone else { return }
            do throws(StoreError) { try Self.makeInbox(in: store) } catch { around.trouble(error, BridgePlaces.inbox) }
            look(at: nil)
        }
    }

    /// Writes what is due.
    func close() {
        for token in [sliceAlarm, restAlarm?.token, manifestAlarm?.token].compactMap({ $0 }) { loop.end(token) }
        if manifestAlarm != nil { keepManifest() }
    }

    // MARK: Commands

    /// Paths at or below the inbox that something happened to; nil: anything may have.
    func look(at paths: [String]?) {
        let isAll = paths?.contains(BridgePlaces.inbox) ?? true
        var names = (paths ?? []).filter { $0 != BridgePlaces.inbox }.map { StorePath(String($0.dropFirst(BridgePlaces.inbox.count + 1))) }
        // What was waited for may have come. Not another player's outcome: that lies elsewhere, and this is all one to it.
        for name in names {
            if case .others? = resting[name]?.reason { continue }
            resting[name] = nil
        }
        let before = attention
        if isAll {
            nameless = []
            names += entriesInInbox().map { StorePath($0) } + refused.keys
        }
        for name in names {
            waiting.insert(name)
            unswept.insert(name)
        }
        if attention != before { around.publish() }
        if !waiting.isEmpty { work() }
    }

    private func work() {
        guard sliceAlarm == nil, let store = around.store(), let folder else { return }
        if round.isEmpty { round = waiting.filter { resting[$0].map { $0.until <= loop.now } ?? true }.sorted()[...] }
        let before = attention
        var hasWritten = false
        let desk = desk(store, folder) { hasWritten = true }
        let end = EventLoop.clock() + Self.slice
        while EventLoop.clock() < end, let name = round.popFirst() {
            // What fails for the whole store comes with the next tick.
            if waiting.contains(name), !perform(name, desk) { round = [] }
        }
        if hasWritten || attention != before { around.publish() }
        if !round.isEmpty {
            sliceAlarm = loop.at(loop.now) { [weak self] in
                self?.sliceAlarm = nil
                self?.work()
            }
        }
        setRestAlarm()
    }

    /// False: the disk fails, and the rest would fare no better.
    private func perform(_ name: StorePath, _ desk: BridgeDesk) -> Bool {
        var patience: BridgeDesk.Patience = [.others, .writer]
        let rest = resting[name]
        if let rest, rest.until <= loop.now {
            // Much may have come meanwhile.
            unswept.insert(name)
            if case .others = rest.reason { patience.remove(.others) }
            if case .writer = rest.reason { patience.remove(.writer) }
        }
        do throws(StoreError) {
            let result = try desk.perform(name.text, patience: patience, sweeps: unswept.contains(name))
            unswept.remove(name)
            switch result {
            case .settled(let receipt):
                resting[name] = nil
                refused[name] = nil
                if !receipt.remains { waiting.remove(name) }
                around.receipt(receipt)
            case .refused, .nothing:
                if case .refused(let problem) = result { refused[name] = problem } else { refused[name] = nil }
                resting[name] = nil
                waiting.remove(name)
            case .later: resting[name] = Rest(until: loop.now + Self.quiet, reason: .busy)
            case .doubtful:
                var until = loop.now + Self.patience
                if let rest, case .others = rest.reason { until = rest.until }
                resting[name] = Rest(until: until, reason: .others)
            case .unfinished: resting[name] = Rest(until: loop.now + Self.stillness, reason: .writer)
            case .blocked(let attention): resting[name] = Rest(until: loop.now + Self.retry, reason: .blocked(attention))
            }
            return true
        } catch {
            around.trouble(error, BridgePlaces.inbox + "/" + name.text)
            return false
        }
    }

    private func setRestAlarm() {
        let next = resting.values.map(\.until).filter { $0 > loop.now }.min()
        if restAlarm?.at == next { return }
        if let restAlarm { loop.end(restAlarm.token) }
        restAlarm = next.map { next in
            (
                next,
                loop.at(next) { [weak self] in
                    self?.restAlarm = nil
                    self?.work()
                }
            )
        }
    }

    /// - Parameter onChange: documents were written, or looked at again.
    private func desk(_ store: KeptFolder, _ folder: StoreFolder, onChange: @escaping () -> Void = {}) -> BridgeDesk {
        BridgeDesk(store: store, folder: folder) { [unowned self] again in
            if !again.isEmpty { onChange() }
            if again == BridgeDesk.all { unswept = [] }
            return judge.store(around.library(again))
        }
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
            manifest.isOwed = true
            return
        }
        if !manifest.isOwed, manifest.says(library) { return }
        do throws(StoreError) {
            manifest.wrote(library, try desk(store, folder).keepManifest())
        } catch {
            manifest.isOwed = true
            around.trouble(error, BridgePlaces.manifest)
        }
    }

    /// Whether the manifest is the one that was written.
    private func checkManifest(_ folder: StoreFolder) {
        guard manifestAlarm == nil, let store = around.store() else { return }
        let stamp = folder.glance(at: BridgePlaces.manifest)?.stamp
        // One that cannot be read, whatever the reason, does not say what it should.
        guard manifest.isStrange(stamp, at: loop.now, revision: { try? desk(store, folder).manifestRevision() }) else { return }
        // Another player may know better: everything is looked at before its word is replaced.
        _ = around.library(BridgeDesk.all)
        manifest.isOwed = true
        keepManifest()
    }
}
