import Dispatch
import Library
import Linux
import Playback
import Ports
import Synchronization
import Words
import Workouts

/// The store, on a thread of its own named "store": it reads and watches the folder, files sessions and carries out edits. The main loop
/// never waits for the store's disk. Belongs to the main loop's thread; what the store tells arrives there through the poster.
public final class StoreThread: StorePort {
    /// Where the store is, and what it needs to know.
    public struct Place: Sendable {
        /// The store's folder.
        public var path: String
        /// Nobody named the folder: it is beside local state, and made when it is missing.
        public var isUsual: Bool
        public var state: LocalState
        /// 8 hex digits.
        public var device: String
        /// Of the boot that is running; nil where the kernel does not say.
        public var bootID: String?
        /// In the order in which they are seeded.
        public var starters: [Starter]
        /// The bundled catalog, its names in the language shown.
        public var gallery: Catalog
        /// For PROBLEMS.txt, which is English whatever the kiosk speaks.
        public var english: Words
        /// The program's version: another one may read files differently, and does not use this one's index.
        public var edition: String

        public init(
            path: String, isUsual: Bool, state: LocalState, device: String, bootID: String?, starters: [Starter], gallery: Catalog,
            english: Words, edition: String
        ) {
            self.path = path
            self.isUsual = isUsual
            self.state = state
            self.device = device
            self.bootID = bootID
            self.starters = starters
            self.gallery = gallery
            self.english = english
            self.edition = edition
        }
    }

    private let inbox = StoreInbox()
    private let outlet: StoreOutlet
    private let log: @Sendable (String) -> Void
    private let held: HeldSessions
    /// Local state is another disk than the store's, and does not wait for it.
    private let holding = DispatchQueue(label: "outbox")

    /// Sweeps local state, into which nothing may be written yet, and starts the thread; the first library comes as soon as there is anything to show.
    /// - Parameters:
    ///   - poster: of the main loop.
    ///   - log: any thread; a sentence for whoever looks after the machine.
    ///   - deliver: on the main loop.
    public init(
        _ place: Place, poster: Poster, log: @escaping @Sendable (String) -> Void, deliver: @escaping (StoreEvent) -> Void
    ) throws(SystemError) {
        if let local = place.state.kept { StoreKeeper.sweep(local: local) }
        let outlet = StoreOutlet(poster: poster, deliver: deliver)
        let held = HeldSessions(local: place.state.kept, device: place.device)
        self.outlet = outlet
        self.log = log
        self.held = held
        try WorkerThread.start("store") { [inbox] in
            defer { inbox.ended.signal() }
            do throws(SystemError) {
                let loop = try EventLoop()
                let clerk = StoreClerk(place, loop: loop, held: held, log: log, tell: { outlet.put($0) })
                inbox.open(loop.poster)
                clerk.start()
                try loop.run { _ in
                    for errand in inbox.take() { clerk.perform(errand) }
                    return nil
                }
            } catch { log("the store is not read or written: \(error); end other programs and start again") }
        }
    }

    /// Returns at once. Commands are carried out in their order, those sent before the store was read after it.
    public func perform(_ command: StoreCommand) { inbox.put(.command(command)) }

    /// Returns at once.
    public func hold(_ session: FinishedSession) {
        holding.async { [outlet, log, held] in
            do throws(StoreError) {
                if try held.hold(session) { outlet.put(.answer(.filed(random: session.random, .locally))) }
            } catch { log("the store: \(error)") }
        }
    }

    /// The gallery in another language: everything is read anew, since what a routine's text means depends on the names. What is in the
    /// store stays as it is written; starters that are put there later are in the new language.
    public func name(_ gallery: Catalog, starters: [Starter]) { inbox.put(.gallery(gallery, starters)) }

    /// How the wall clock stands: whenever it changes.
    public func learn(_ clock: WallTime, at now: Instant) { inbox.put(.clock(clock, now)) }

    /// Waits until all commands are carried out and the index is kept; five seconds at most, since a share that hangs must not keep the
    /// program from ending. Nothing is told afterwards that was not told before.
    public func close() {
        let end = DispatchTime.now() + 5
        let held = DispatchSemaphore(value: 0)
        holding.async { held.signal() }
        inbox.put(.close)
        _ = held.wait(timeout: end)
        _ = inbox.ended.wait(timeout: end)
    }
}

/// What is sent to the store's thread.
enum StoreErrand: Sendable {
    case command(StoreCommand)
    case gallery(Catalog, [Starter])
    case clock(WallTime, Instant)
    case close
}

/// Errands on their way to the store's thread, in their order.
private final class StoreInbox: Sendable {
    private struct State {
        var errands: [StoreErrand] = []
        /// Nil until the thread has its loop.
        var poster: Poster?
    }

    private let state = Mutex(State())
    let ended = DispatchSemaphore(value: 0)

    func open(_ poster: Poster) { state.withLock { $0.poster = poster } }

    func put(_ errand: StoreErrand) {
        let poster = state.withLock { state in
            state.errands.append(errand)
            return state.poster
        }
        poster?.post {}
    }

    func take() -> [StoreErrand] {
        state.withLock { state in
            defer { state.errands = [] }
            return state.errands
        }
    }
}

/// Events on their way to the main loop. A library that was not fetched yet gives way to a newer one.
final class StoreOutlet: Sendable {
    /// Called on the main loop's thread only, inside posted closures.
    private struct Listener: @unchecked Sendable {
        // Safe: made on the main loop's thread, and called nowhere but in what `poster` runs there.
        let deliver: (StoreEvent) -> Void
    }

    private let poster: Poster
    private let listener: Listener
    private let events = Mutex<[StoreEvent]>([])

    init(poster: Poster, deliver: @escaping (StoreEvent) -> Void) {
        self.poster = poster
        listener = Listener(deliver: deliver)
    }

    func put(_ event: StoreEvent) {
        let isFirst = events.withLock { events in
            let isFirst = events.isEmpty
            if case .library = event {
                events.removeAll { if case .library = $0 { true } else { false } }
            }
            events.append(event)
            return isFirst
        }
        guard isFirst else { return }
        poster.post { [self] in
            let all = events.withLock { events in
                defer { events = [] }
                return events
            }
            for event in all { listener.deliver(event) }
        }
    }
}
