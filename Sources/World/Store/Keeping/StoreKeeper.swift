import Glibc
import Library
import Linux
import Ports
import Workouts

/// Knows whether the store is there and can be written, makes it what it should be, and carries out edits. Belongs to the store's thread.
///
/// | status | what the kiosk does |
/// |---|---|
/// | ready | plays and edits; sessions go into the store |
/// | readOnly, full | plays; an edit says why it cannot be; sessions go into the outbox until a write succeeds again |
/// | missing | plays the starters of the bundle; sessions go into the outbox; what it knew of the store is not forgotten |
///
/// Whoever watches calls `look` at the start, when the folder changes and every few seconds; after a `.appeared` the folder is read anew,
/// and whenever `writable` is there the outbox is moved.
public struct StoreKeeper {
    /// What a look found out.
    public struct Look: Hashable, Sendable {
        public var status: StoreStatus
        public var change: Change?
        /// Starters that were put into a new store, as paths below it.
        public var seeded: [String] = []
        /// What a person should hear of in the log.
        public var failure: StoreError?
    }

    /// What is different from the last look.
    public enum Change: Hashable, Sendable {
        /// The store is there, and was not: everything is to be read.
        case appeared
        case vanished
        /// It can be written, and could not be.
        case becameWritable
    }

    /// A file by which a store is told from an empty mount point.
    public static let markerName = ".stepback-store"
    static let knownName = "store.json"
    private static let ourFolders: Set = ["routines", "workouts", "plans", "sessions", "bridge"]

    let store: KeptFolder
    let device: String
    /// Another language has others.
    var starters: [Starter]
    private let local: KeptFolder?
    private let isUsual: Bool
    private let view: DiskView
    private var known: KnownStore?
    private var status = StoreStatus.reading
    /// A write that failed though the disk seemed well, and where: the status stays until one there succeeds.
    private var trouble: (place: String, status: StoreStatus)?
    private var lastFailure: StoreError?

    /// - Parameters:
    ///   - path: the store's folder.
    ///   - isUsual: nobody named it; it is beside the local state, and made when it is missing.
    ///   - local: local state; nil when nothing can be kept there.
    ///   - device: 8 hex digits.
    ///   - starters: in the order in which they are seeded.
    public init(path: String, isUsual: Bool, local: KeptFolder?, device: String, starters: [Starter]) {
        self.init(
            store: KeptFolder(path: path, owner: device), isUsual: isUsual, local: local, device: device, starters: starters,
            view: .ofThisMachine)
    }

    init(store: KeptFolder, isUsual: Bool, local: KeptFolder?, device: String, starters: [Starter], view: DiskView) {
        self.store = store
        self.isUsual = isUsual
        self.local = local
        self.device = device
        self.starters = starters
        self.view = view
        // Unreadable or absent: nothing is known, and the marker tells.
        known = local.flatMap { (try? $0.read(Self.knownName, limit: Limits.fileBytes)).flatMap { $0 } }.flatMap { KnownStore($0) }
        if known?.path != store.path { known = nil }
    }

    /// The folder to read; nil while the store is missing.
    public var readable: KeptFolder? { status == .missing || status == .reading ? nil : store }

    /// The folder to write into; nil while that is hopeless. Looks whether it is still the store: a share may have gone a moment ago, and
    /// what is written below its mount point is hidden when it returns.
    public var writable: KeptFolder? {
        guard readable != nil, let known, markerID() == known.id, view.room(store.path)?.isReadOnly == false else { return nil }
        return store
    }

    /// Looks at the folder and does what is due: makes it, marks it, seeds it.
    public mutating func look() -> Look {
        let before = status
        var look = Look(status: .missing)
        do throws(StoreError) { look.seeded = try settle(&look) } catch { fail(error, &look) }
        status = look.status
        switch (before, status) {
        case (.missing, .missing), (.reading, .missing): break
        case (_, .missing): look.change = .vanished
        case (.missing, _), (.reading, _): look.change = .appeared
        case (.readOnly, .ready), (.full, .ready): look.change = .becameWritable
        default: break
        }
        return look
    }

    /// Tells of a write below the store that failed. The status to show from now on.
    public mutating func note(_ error: StoreError, at place: String) -> StoreStatus {
        let folder = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? ""
        switch error.fault {
        case .full: trouble = (folder, .full)
        case .readOnly: trouble = (folder, .readOnly)
        case .missing, .other: break
        }
        if let trouble, status != .missing { status = trouble.status }
        return status
    }

    /// Removes what this player left half-written in local state when it was last cut off; how many files. At the start, before
    /// anything is written there: the journal has a thread of its own.
    @discardableResult
    static func sweep(local: KeptFolder) -> Int { ["", SessionFiler.folder].reduce(0) { $0 + swept(local, $1) } }

    // What cannot be looked into or removed is in nobody's way.
    private static func swept(_ folder: KeptFolder, _ place: String) -> Int { (try? folder.sweep(place)) ?? 0 }

    /// The same in the store. Once after the start, when there is time: it lists every month of sessions. No other process of this player
    /// may be writing there.
    @discardableResult
    public func sweep() -> Int {
        func swept(_ folder: KeptFolder, _ place: String) -> Int { StoreKeeper.swept(folder, place) }
        func names(_ place: String) -> [String] { (try? store.names(in: place)).flatMap { $0 } ?? [] }  // As above.
        var count = 0
        guard let store = writable else { return count }
        for place in ["", "routines", "workouts", "plans", "bridge", "bridge/outcomes"] { count += swept(store, place) }
        for year in names("sessions") where year.allSatisfy(\.isNumber) {
            for month in names("sessions/" + year) where month.allSatisfy(\.isNumber) {
                count += swept(store, "sessions/\(year)/\(month)")
            }
        }
        return count
    }

    // MARK: Steps

    private mutating func fail(_ error: StoreError, _ look: inout Look) {
        switch error.fault {
        case .full: look.status = .full
        case .readOnly: look.status = .readOnly
        case .missing, .other: look.status = .missing
        }
        mention(error, &look)
    }

    private mutating func mention(_ error: StoreError, _ look: inout Look) {
        // Once, not every few seconds.
        if error != lastFailure { look.failure = error }
        lastFailure = error
    }

    private mutating func settle(_ look: inout Look) throws(StoreError) -> [String] {
        var judgement = StoreJudgement(observe(), known: known)
        if judgement == .toBeMade {
            do throws(SystemError) { try makeFolders(store.path) } catch {
                // Whatever the reason: there is nothing in it to show.
                mention(StoreError(action: "make the store", cause: error), &look)
                return []
            }
            judgement = StoreJudgement(observe(), known: known)
        }
        let room = view.room(store.path) ?? DiskView.Room()
        var seeded: [String] = []
        switch judgement {
        case .missing, .toBeMade: return []
        case .known(let id): remember(id)
        case .unmarked(let id):
            if !room.isReadOnly { try mark(id) }
            remember(id)
        case .new:
            // Seeding comes first: after a cut in the middle of it the store is still new.
            if !room.isReadOnly, !room.isFull {
                if try hasNoOtherRoutines() { seeded = try seed() }
                try mark(HexDigits.random() + HexDigits.random())
            }
        }
        look.status = room.isReadOnly ? .readOnly : room.isFull ? .full : troubleStatus() ?? .ready
        if look.status == .ready { lastFailure = nil }
        return seeded
    }

    /// Still in trouble? Tries.
    private mutating func troubleStatus() -> StoreStatus? {
        guard let trouble else { return nil }
        do throws(StoreError) {
            try store.probe(trouble.place)
            self.trouble = nil
            return nil
        } catch { return trouble.status }
    }

    private func observe() -> StoreObservation {
        var seen = StoreObservation(isUsual: isUsual)
        // Whatever the reason, a folder that cannot be looked into is not there.
        guard let facts = try? store.rootFacts(), let names = (try? store.names(in: "")).flatMap({ $0 }) else {
            seen.isThere = false
            seen.awaitsMount = MountTable.awaits(store.path, fstab: view.fstab(), mountinfo: view.mountinfo())
            return seen
        }
        seen.markerID = markerID()
        seen.hasOurFolders = names.contains(where: Self.ourFolders.contains)
        // Without local state nothing is remembered either.
        seen.isBesideLocalState = (try? local?.rootFacts())?.fileSystem == facts.fileSystem
        seen.awaitsMount = MountTable.awaits(store.path, fstab: view.fstab(), mountinfo: view.mountinfo())
        return seen
    }

    private func markerID() -> String? {
        // A marker that cannot be read is none, and then the store is missing or gets it anew.
        guard let bytes = (try? store.read(Self.markerName, limit: 4096)).flatMap({ $0 }) else { return nil }
        let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).last { $0.hasPrefix("id: ") }
        guard let id = line?.dropFirst(4), id.count == 16, HexDigits.areValid(id.prefix(8)), HexDigits.areValid(id.suffix(8)) else {
            return nil
        }
        return String(id)
    }

    private mutating func mark(_ id: String) throws(StoreError) {
        let text = """
            StepBack keeps routines, plans and sessions in this folder.
            This file tells it from an empty mount point; leave it here.
            id: \(id)

            """
        switch try store.write(Array(text.utf8), to: Self.markerName, expecting: .absent) {
        case .done: remember(id)
        case .conflict(let found):
            // Another player was quicker, or this one is spoilt.
            if markerID() == nil { try store.write(Array(text.utf8), to: Self.markerName, expecting: found.map { .bytes($0) } ?? .absent) }
            if let id = markerID() { remember(id) }
        }
    }

    private mutating func remember(_ id: String) {
        // Where nothing can be told, it is as if the store had always been there.
        let isBeside = (try? local?.rootFacts())?.fileSystem == (try? store.rootFacts())?.fileSystem
        let now = KnownStore(path: store.path, id: id, wasBesideLocalState: isBeside)
        guard now != known else { return }
        known = now
        // If it cannot be kept, the next start trusts the marker alone.
        _ = try? local?.write(now.bytes, to: Self.knownName)
    }
}

extension KnownStore {
    init?(_ bytes: [UInt8]) {
        // A note that cannot be read is none.
        guard let json = try? JSON(parsing: String(decoding: bytes, as: UTF8.self)), let path = json["path"]?.string,
            let id = json["id"]?.string, case .bool(let isBeside)? = json["isBesideLocalState"]?.kind
        else { return nil }
        self.init(path: path, id: id, wasBesideLocalState: isBeside)
    }

    var bytes: [UInt8] {
        let members = [
            JSON.Member("path", JSON(.string(path))), JSON.Member("id", JSON(.string(id))),
            JSON.Member("isBesideLocalState", JSON(.bool(wasBesideLocalState))),
        ]
        return Array(JSON(.object(members)).printed().utf8)
    }
}
