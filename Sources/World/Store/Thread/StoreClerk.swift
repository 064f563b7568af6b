import Bridge
import Library
import Linux
import Playback
import Ports
import Records
import Words
import Workouts

/// What the store's thread does: looks after the folder, reads what changed, files, edits, and tells. Belongs to that thread; its time is
/// the loop's.
final class StoreClerk {
    /// Between two looks at whether the store is there and can be written.
    static let lookInterval = Duration.seconds(2)
    /// Without a change, until PROBLEMS.txt says how things are now.
    static let quiet = Duration.seconds(2)
    /// Without a change, until the index is kept: a card does not live for ever.
    static let longQuiet = Duration.seconds(20)

    private static let indexName = "index"
    /// Stands for whichever could not be written.
    private static let anySession = "sessions/session.json"
    /// An index of the largest store that is read; beyond it every start looks through all of it.
    private static let indexLimit = 256 * 1_048_576

    private var place: StoreThread.Place
    private let loop: EventLoop
    private let log: (String) -> Void
    private let tell: (StoreEvent) -> Void
    private var bridge: BridgeClerk!
    private let local: KeptFolder?
    private var keeper: StoreKeeper
    private var filer: SessionFiler
    private let held: HeldSessions
    /// Nil until the store was there.
    private var contents: StoreContents?
    private var watch: StoreWatch?
    private let openFolder: (String) throws(StoreError) -> StoreFolder
    /// It is there, and opening it failed: it is tried again at every look.
    private var owesOpening = false
    private var status = StoreStatus.reading
    private var outbox = SessionFiler.Outbox()
    private var clock: WallTime?
    private var attention: [Attention] = []
    private var tickAlarm: EventLoop.Token?
    private var quietAlarm: EventLoop.Token?
    private var indexAlarm: EventLoop.Token?
    /// The index was trusted at the start, or the disk failed; each file is looked at once, when there is time.
    private var owesSweep = false
    /// What an earlier process left half-written is swept up once, when there is time.
    private var owesCleaning = true
    private var lookedAgain: Set<StorePath> = []
    private var lastComplaint: String?

    /// - Parameters:
    ///   - held: what is put into the outbox beside this thread.
    ///   - receipt: what became of each command of the bridge.
    ///   - openFolder: for tests, whose disk fails.
    init(
        _ place: StoreThread.Place, loop: EventLoop, held: HeldSessions? = nil, log: @escaping (String) -> Void,
        tell: @escaping (StoreEvent) -> Void, receipt: @escaping (BridgeReceipt) -> Void = { _ in },
        openFolder: @escaping (String) throws(StoreError) -> StoreFolder = { path throws(StoreError) in try StoreFolder(path: path) }
    ) {
        self.openFolder = openFolder
        self.place = place
        self.place.gallery = place.gallery.knowingForeignNames()
        self.loop = loop
        self.log = log
        self.tell = tell
        local = place.state.kept
        self.held = held ?? HeldSessions(local: place.state.kept, device: place.device)
        keeper = StoreKeeper(
            path: place.path, isUsual: place.isUsual, local: place.state.kept, device: place.device, starters: place.starters)
        filer = SessionFiler(local: place.state.kept, device: place.device, bootID: place.bootID)
        bridge = BridgeClerk(
            loop: loop, gallery: place.gallery.named { place.english($0) },
            .init(
                store: { [unowned self] in keeper.writable },
                library: { [unowned self] again in
                    if !again.isEmpty { _ = contents?.look(at: again) }
                    return contents?.library(status)
                },
                publish: { [unowned self] in
                    publish()
                    wait()
                },
                trouble: { [unowned self] in trouble($0, at: $1) }, receipt: receipt))
    }

    func start() {
        readOutbox()
        tick()
    }

    func perform(_ errand: StoreErrand) {
        switch errand {
        case .command(let command): perform(command)
        case .gallery(let gallery, let starters):
            place.gallery = gallery.knowingForeignNames()
            place.starters = starters
            keeper.starters = starters
            if contents == nil { publish() } else { open() }
        case .clock(let clock, let now): learn(clock, at: now)
        case .close: close()
        }
    }

    // MARK: The folder

    private func tick() {
        tickAlarm = loop.at(loop.now + Self.lookInterval) { [weak self] in self?.tick() }
        lookAfter()
        if let clock { learn(clock, at: loop.now) }
        moveOutbox()
        bridge.tick()
    }

    /// Whether the store is there and can be written, and what is due when that has changed.
    private func lookAfter() {
        let before = status
        let look = keeper.look()
        if let failure = look.failure { complain(failure) }
        status = look.status
        // Taken away and put back, or mounted over, between two looks.
        let isAnother = watch?.hasEnded == true && status != .missing
        if look.change == .appeared || isAnother || owesOpening && status != .missing {
            open()
        } else if look.change == .vanished {
            forget()
            publish()
        } else if status != before {
            publish()
        }
    }

    private func forget() {
        watch?.end()
        watch = nil
        owesOpening = false
    }

    private func open() {
        let isTriedAgain = owesOpening
        forget()
        do throws(StoreError) {
            let folder = try openFolder(place.path)
            if let store = keeper.writable { do throws(StoreError) { try BridgeClerk.makeInbox(in: store) } catch { complain(error) } }
            // Before the first look at what is there, so that nothing falls between.
            watch = StoreWatch(folder, loop: loop) { [weak self] in self?.changed($0) }
            let contents = StoreContents(
                folder: folder, gallery: place.gallery, starters: Starter.digests(of: place.starters), edition: place.edition)
            self.contents = contents
            // One that cannot be read is as good as none.
            let index = try? local?.read(Self.indexName, limit: Self.indexLimit)
            contents.start(index: index) { tell(.library(completed($0))) }
            owesSweep = index != nil || contents.isDoubtful
            publish()
            tryWriting()
            wait()
            for path in bridge.open(folder) { watch?.note(.touched(path)) }
        } catch {
            // A server that was gone for a moment, or a disk that failed once.
            owesOpening = true
            status = .missing
            complain(error)
            if !isTriedAgain { publish() }
        }
    }

    /// A file for a moment: if the kernel tells nothing of it, it tells nothing of others.
    private func tryWriting() {
        guard let store = keeper.writable else { return }
        do throws(StoreError) {
            try store.probe("")
            watch?.expectEvent()
        } catch { trouble(error, at: ProblemsFile.name) }
    }

    // MARK: Changes

    private func changed(_ all: [String]?) {
        guard let contents else { return }
        let isCommand = { (path: String) in path == BridgePlaces.inbox || path.hasPrefix(BridgePlaces.inbox + "/") }
        let paths = all?.filter { !isCommand($0) }
        defer { if let all { bridge.look(at: all.filter(isCommand)) } else { bridge.look(at: nil) } }
        if paths?.isEmpty == true { return }
        if paths.map(contents.look(at:)) ?? contents.sweep() {
            publish()
            wait()
        }
        // A disk that failed for a moment is looked at once more in the quiet; one that fails then, too, at the next change.
        if contents.isDoubtful, !owesSweep {
            owesSweep = true
            wait()
        }
        // What is young and wrong may be a copy on its way: it gets one more look, however long the clocks say that it is young.
        for path in paths ?? [] where contents.isUnsettled(path) {
            if lookedAgain.remove(StorePath(path)) == nil {
                lookedAgain.insert(StorePath(path))
                watch?.note(.touched(path))
            }
        }
    }

    /// Reads what was written here, without waiting for the kernel to tell it.
    private func reread(_ paths: [String]) {
        guard contents?.look(at: paths) == true else { return }
        publish()
        wait()
    }

    private func publish() {
        var library = known ?? bundled()
        library.attention = bridge.attention + library.attention
        attention = library.attention
        tell(.library(completed(library)))
    }

    /// What was read of the store, also while it is away. One that was emptied on its way out leaves what comes with the program.
    private var known: Library? {
        guard let library = contents?.library(status) else { return nil }
        guard status == .missing, library.routines.isEmpty else { return library }
        return Library(
            status: status, catalog: library.catalog, ownWorkouts: library.ownWorkouts, routines: bundled().routines, plans: library.plans,
            week: library.week, attention: library.attention, sessions: library.sessions)
    }

    /// With the sessions that wait in local state.
    private func completed(_ library: Library) -> Library {
        var library = library
        for session in outbox.sessions { library.sessions.add(SessionFact(session)) }
        return library
    }

    /// While there is no store: what comes with the program.
    private func bundled() -> Library { Starter.library(of: place.starters, place.gallery, status) }

    // MARK: Quiet

    private func wait() {
        for alarm in [quietAlarm, indexAlarm].compactMap({ $0 }) { loop.end(alarm) }
        quietAlarm = loop.at(loop.now + Self.quiet) { [weak self] in self?.becomeQuiet() }
        bridge.noteChange()
        indexAlarm = loop.at(loop.now + Self.longQuiet) { [weak self] in self?.keepIndex() }
    }

    private func becomeQuiet() {
        quietAlarm = nil
        if owesSweep {
            owesSweep = false
            if contents?.sweep() == true { publish() }
        }
        if owesCleaning, keeper.writable != nil {
            owesCleaning = false
            keeper.sweep()
        }
        keepProblems()
    }

    private func keepProblems() {
        guard contents != nil, let store = keeper.writable else { return }
        let bytes = ProblemsFile.bytes(attention, place.english)
        do throws(StoreError) {
            // Several players share the file.
            let found = try store.read(ProblemsFile.name, limit: 16 * 1_048_576)
            if found == bytes { return }
            if let bytes {
                try store.write(bytes, to: ProblemsFile.name)
            } else {
                try store.remove(ProblemsFile.name)
            }
        } catch { trouble(error, at: ProblemsFile.name) }
    }

    private func keepIndex() {
        indexAlarm = nil
        guard let contents, let local else { return }
        // It only makes the next start quicker.
        do throws(StoreError) { try local.write(contents.index(), to: Self.indexName) } catch { complain(error) }
    }

    private func close() {
        for alarm in [tickAlarm, quietAlarm].compactMap({ $0 }) { loop.end(alarm) }
        if quietAlarm != nil { keepProblems() }
        bridge.close()
        if let indexAlarm {
            loop.end(indexAlarm)
            keepIndex()
        }
        watch?.end()
        loop.stop()
    }

    // MARK: Sessions

    private func learn(_ clock: WallTime, at now: Instant) {
        let isNews = clock != self.clock
        self.clock = clock
        do throws(StoreError) { try filer.learn(clock, at: now) } catch { complain(error) }
        guard isNews, !outbox.sessions.isEmpty else { return }
        readOutbox()
        publish()
        moveOutbox()
    }

    private func readOutbox() {
        do throws(StoreError) {
            let found = try filer.outbox()
            for name in found.unreadable where !outbox.unreadable.contains(name) {
                log("the store: no session can be read from \(local?.path ?? "")/\(SessionFiler.folder)/\(name); it stays there")
            }
            outbox = found
        } catch { complain(error) }
    }

    private func find(_ finished: FinishedSession) {
        var isFiled = false
        do throws(StoreError) { isFiled = try filer.contains(finished, in: keeper.readable) } catch { complain(error) }
        tell(.answer(.found(random: finished.random, isFiled: isFiled)))
    }

    private func moveOutbox() {
        guard !outbox.sessions.isEmpty, let store = keeper.writable else { return }
        do throws(StoreError) {
            let moved = try filer.moveOutbox(into: store)
            if let failure = moved.failure { trouble(failure, at: Self.anySession) }
            guard !moved.filed.isEmpty else { return }
            readOutbox()
            _ = contents?.look(at: moved.filed.map(\.place))
            publish()
            wait()
        } catch { complain(error) }
    }

    private func file(_ finished: FinishedSession) {
        let random = finished.random
        do throws(StoreError) {
            switch try filer.file(finished, into: keeper.writable) {
            case .inStore(_, let place):
                do throws(StoreError) { try held.release(finished) } catch { complain(error) }
                tell(.answer(.filed(random: random, .inStore)))
                reread([place])
            case .locally(let session, let failure):
                tell(.answer(.filed(random: random, .locally)))
                if let failure { trouble(failure, at: Self.anySession) }
                outbox.sessions.append(session)
                publish()
            }
        } catch {
            complain(error)
            tell(.answer(.filed(random: random, .nowhere)))
        }
    }

    // MARK: Commands

    private func perform(_ command: StoreCommand) {
        switch command {
        case .file(let finished): file(finished)
        case .find(let finished): find(finished)
        case .read(let path, let ticket): tell(.answer(keeper.read(path: path, ticket: ticket)))
        case .edit(let edit, let ticket):
            let answer = keeper.edit(edit, ticket: ticket)
            tell(.answer(answer))
            switch (answer, edit.place) {
            case (.written(let path?, _), _): reread([path])
            case (.written, .existing(let path)), (.conflict, .existing(let path)): reread([path])
            default: lookAfter()
            }
        case .restoreStarters(let ticket):
            let present = Set((contents?.library(status).routines ?? []).compactMap(\.starter))
            tell(.answer(keeper.restoreStarters(present: present, ticket: ticket)))
            reread([StoreShelf.routines.rawValue])
            lookAfter()
        case .keep(let settings):
            guard let local else { return tell(.answer(.failed(.missing, ticket: 0))) }
            do throws(StoreError) { try SettingsFile(local).write(settings) } catch {
                complain(error)
                tell(.answer(.failed(error.fault, ticket: 0)))
            }
        }
    }

    /// A file of the store could not be written: how the store is from now on.
    private func trouble(_ error: StoreError, at place: String) {
        complain(error)
        let now = keeper.note(error, at: place)
        guard now != status else { return }
        status = now
        publish()
    }

    /// Once, not every few seconds.
    private func complain(_ error: StoreError) {
        guard error.description != lastComplaint else { return }
        lastComplaint = error.description
        log("the store: \(error)")
    }
}
