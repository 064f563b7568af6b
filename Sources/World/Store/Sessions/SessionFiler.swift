import Glibc
import Linux
import Playback
import Ports
import Workouts

/// Puts sessions where they belong, once: into the store, or into the outbox in local state until the store is back and the clock is
/// known. Belongs to the store's thread; each call takes as long as the disks do.
///
/// Nothing is lost and nothing is there twice, wherever the power goes: a session leaves the outbox only when the store has it for good,
/// and whenever it is filed it gets the same name, since everything its date comes from is written down first.
public struct SessionFiler {
    /// Where a session is now.
    public enum Filed: Hashable, Sendable {
        /// In the store, for good, with its final date.
        case inStore(Session, place: String)
        /// In the outbox. Why the store could not take it, if it was asked.
        case locally(Session, StoreError?)
    }

    /// What came of going through the outbox.
    public struct Moved: Hashable, Sendable {
        /// What is in the store now, and where below it.
        public var filed: [(session: Session, place: String)] { zip(sessions, places).map { ($0, $1) } }
        fileprivate(set) var sessions: [Session] = []
        fileprivate(set) var places: [String] = []
        /// Sessions that still wait for the clock.
        public internal(set) var waiting = 0
        /// The store took no more; what is left is tried again later.
        public internal(set) var failure: StoreError?
        /// Names in the outbox that hold no session, and are left there.
        public internal(set) var unreadable: [String] = []
    }

    /// What waits in local state.
    struct Outbox: Hashable, Sendable {
        var sessions: [Session] = []
        /// Names that hold no session, and are left there.
        var unreadable: [String] = []
    }

    static let folder = "outbox"
    static let bookName = "clock.json"

    private let local: KeptFolder?
    private let device: String
    private let bootID: String?
    private var book: ClockBook

    /// - Parameters:
    ///   - local: local state; nil when nothing can be kept there.
    ///   - device: 8 hex digits.
    ///   - bootID: the boot that is running; nil where the kernel does not say.
    public init(local: KeptFolder?, device: String, bootID: String?) {
        self.local = local
        self.device = device
        self.bootID = bootID
        // As good as none when it cannot be read: `ClockBook.init`.
        book = ClockBook(local.flatMap { try? $0.read(Self.bookName, limit: Limits.fileBytes) })
    }

    /// The clock became known: dates of this boot are certain from here on. Call it again until it does not throw: before it is written
    /// down, no session is dated by it.
    public mutating func learn(_ clock: WallTime, at now: Instant) throws(StoreError) {
        guard clock.isKnown, let local else { return }
        let nowSeconds = clock.seconds(at: now)
        var learnt = book
        learnt.learn(clock, bootID: bootID, nowSeconds: nowSeconds, waiting: try bootsInOutbox())
        // Once an hour is often enough for the latest known date; one that was put back must not date anything any more.
        let isLatest = book.latestKnownSeconds.map { (0..<3600).contains(nowSeconds - $0) } ?? false
        if learnt.clocks == book.clocks, isLatest { return }
        try local.write(learnt.bytes, to: Self.bookName)
        book = learnt
    }

    /// What is written as a document's `updatedAt`, in seconds since 1970 UTC: never later than a date that was known.
    public func updatedSeconds(_ clock: WallTime, at now: Instant) -> Int {
        book.updatedSeconds(clock, nowSeconds: clock.seconds(at: now))
    }

    /// Files a session: two flushes when its month's folder is there.
    /// - Parameter store: the store if it can be written now, as `StoreKeeper` judges; else nil.
    /// - Throws: what is wrong with local state, when neither takes it: then only the journal has it.
    public func file(_ finished: FinishedSession, into store: KeptFolder?) throws(StoreError) -> Filed {
        let entry = OutboxEntry(finished, device: device, latestKnownSeconds: book.latestKnownSeconds)
        let date = date(of: entry)
        var failure: StoreError?
        if let store {
            do throws(StoreError) { if let filed = try put(entry, at: date, into: store) { return filed } } catch { failure = error }
        }
        guard let local else {
            throw failure ?? StoreError(action: "keep a session", cause: .init(action: "find local state", code: ENOENT))
        }
        try local.write(entry.bytes, to: Self.place(entry.random))
        return .locally(entry.session(at: date), failure)
    }

    /// Keeps a session in the outbox, without a filer: `HeldSessions`.
    static func hold(_ finished: FinishedSession, in local: KeptFolder, device: String) throws(StoreError) {
        let book = ClockBook(try local.read(bookName, limit: Limits.fileBytes))
        let entry = OutboxEntry(finished, device: device, latestKnownSeconds: book.latestKnownSeconds)
        try local.write(entry.bytes, to: place(entry.random))
    }

    /// Takes it out of the outbox again, if it is there.
    static func release(_ finished: FinishedSession, in local: KeptFolder, device: String) throws(StoreError) {
        try local.remove(place(OutboxEntry(finished, device: device, latestKnownSeconds: nil).random))
    }

    /// Moves over what can be, oldest first.
    public func moveOutbox(into store: KeptFolder) throws(StoreError) -> Moved {
        var moved = Moved()
        guard let local else { return moved }
        let (entries, unreadable) = try waiting()
        moved.unreadable = unreadable
        for entry in entries {
            do throws(StoreError) {
                guard case .inStore(let session, let place)? = try put(entry, at: date(of: entry), into: store) else {
                    moved.waiting += 1
                    continue
                }
                moved.sessions.append(session)
                moved.places.append(place)
            } catch {
                moved.failure = error
                break
            }
            try local.remove(Self.place(entry.random))
        }
        return moved
    }

    /// The sessions in the outbox, oldest first, with the best date there is: they count in the records.
    public func sessionsInOutbox() throws(StoreError) -> [Session] { try outbox().sessions }

    /// The same, and what else is there.
    func outbox() throws(StoreError) -> Outbox {
        let (entries, unreadable) = try waiting()
        let sessions = entries.map { $0.session(at: date(of: $0)) }
        return Outbox(sessions: sessions.sorted { ($0.startedSeconds, $0.id) < ($1.startedSeconds, $1.id) }, unreadable: unreadable)
    }

    /// Whether a session was filed already, in either place: a journal may outlive its session by a crash. Looks into the months around
    /// every date it can have had.
    public func contains(_ finished: FinishedSession, in store: KeptFolder?) throws(StoreError) -> Bool {
        let entry = OutboxEntry(finished, device: device, latestKnownSeconds: book.latestKnownSeconds)
        if let local, try local.read(Self.place(entry.random), limit: Limits.fileBytes) != nil { return true }
        guard let store else { return false }
        let month = 31 * 86_400
        let dates = Set([finished.session.startedSeconds, entry.session.startedSeconds, date(of: entry).seconds])
        let folders = Set(
            dates.flatMap { date in
                [-month, 0, month].map { SessionName(startedSeconds: date + $0, device: device, random: entry.random).folder }
            })
        let ending = SessionName(startedSeconds: 0, device: device, random: entry.random).ending + ".json"
        for folder in folders { if try store.names(in: folder)?.contains(where: { $0.hasSuffix(ending) }) == true { return true } }
        return false
    }

    // MARK: Steps

    private static func place(_ random: String) -> String { "\(folder)/\(random).json" }

    private func date(of entry: OutboxEntry) -> SessionDate { SessionDate(of: entry, clocks: book.clocks, bootID: bootID) }

    /// Nil: its date is not final yet.
    private func put(_ entry: OutboxEntry, at date: SessionDate, into store: KeptFolder) throws(StoreError) -> Filed? {
        if case .provisional = date { return nil }
        let (session, place) = (entry.session(at: date), entry.name(at: date).place)
        let bytes = Array(SessionJSON.text(of: session).utf8)
        var outcome = try store.write(bytes, to: place, expecting: .absent)
        // Somebody of this name is there: this session, from before a cut, and perhaps not flushed. What is whole stays as it is, but is
        // written once more, so that it lasts; what a dying disk left of it is replaced.
        for _ in 0..<3 {
            guard case .conflict(let found) = outcome else { break }
            guard let found else {
                outcome = try store.write(bytes, to: place, expecting: .absent)
                continue
            }
            let isWhole = SessionJSON.read(found, fileName: entry.name(at: date).text + ".json").session != nil
            outcome = try store.write(isWhole ? found : bytes, to: place, expecting: .bytes(found))
        }
        guard outcome == .done else {
            throw StoreError(action: "keep \(store.path)/\(place)", cause: .init(action: "find it unchanged", code: EAGAIN))
        }
        return .inStore(session, place: place)
    }

    private func waiting() throws(StoreError) -> (entries: [OutboxEntry], unreadable: [String]) {
        var entries: [OutboxEntry] = []
        var unreadable: [String] = []
        guard let local, let names = try local.names(in: Self.folder) else { return ([], []) }
        for name in names where !name.hasPrefix(".") {
            // One that cannot be read must not hold up the others; it is named, and left.
            let bytes = try? local.read(Self.folder + "/" + name, limit: Limits.fileBytes)
            guard let entry = bytes.flatMap(OutboxEntry.init), Self.place(entry.random) == Self.folder + "/" + name else {
                unreadable.append(name)
                continue
            }
            entries.append(entry)
        }
        return (entries.sorted { ($0.session.startedSeconds, $0.random) < ($1.session.startedSeconds, $1.random) }, unreadable)
    }

    private func bootsInOutbox() throws(StoreError) -> Set<String> { Set(try waiting().entries.compactMap(\.bootID)) }
}
