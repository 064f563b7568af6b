import Glibc
import Library
import Linux
import Playback

/// Watches the store and says which paths are to be read again. Events where the file system sends them, looking around every few seconds
/// where it does not, and both where that is in doubt. Belongs to the store's thread; its time is the loop's.
final class StoreWatch {
    /// At the top of the store, and nothing that the reader of the store reads; the bridge's inbox is watched apart.
    static let ours: Set = ["PROBLEMS.txt", "bridge"]
    /// Between two looks around.
    static let pollInterval = Duration.milliseconds(2_500)
    /// Within it an event that is due has long come.
    static let patience = Duration.seconds(1)
    /// Between two calls of the handler at least; and no more than a third of the time is spent in it.
    static let pause = Duration.milliseconds(30)

    private let loop: EventLoop
    private let folder: StoreFolder
    /// Paths below the store, there or gone; nil: everything.
    private let handler: ([String]?) -> Void
    private var settling = Settling()
    private var events: FolderEvents?
    private var poll: PollScan?
    private var eventsToken: EventLoop.Token?
    private var alarms: [EventLoop.Token] = []
    private var lookAlarm: (at: Instant, token: EventLoop.Token)?
    private var restUntil: Instant?
    private var handAlarm: EventLoop.Token?

    /// Nothing after this call is missed; what is there now is not told.
    /// - Parameters:
    ///   - isSilent: the file system sends no events of other machines; nil asks what kind it is.
    ///   - hears: false in tests: nothing is heard, as on a share that is changed by others.
    init(_ folder: StoreFolder, loop: EventLoop, isSilent: Bool? = nil, hears: Bool = true, _ handler: @escaping ([String]?) -> Void) {
        self.folder = folder
        self.loop = loop
        self.handler = handler
        // Why it fails is no matter (its instances are counted too): looking around does for everything then.
        events = hears ? try? FolderEvents(folder) : nil
        if let events {
            eventsToken = loop.watch(events.descriptor, for: .read) { [weak self] _ in self?.hear() }
        }
        if isSilent ?? FileSystemKind.type(at: folder.path).map(FileSystemKind.isSilent) ?? true || events == nil { startPolling() }
        pollIfIncomplete()
    }

    deinit { end() }

    /// Nothing more is told.
    func end() {
        if let eventsToken { loop.end(eventsToken) }
        for token in alarms + [lookAlarm?.token, handAlarm].compactMap({ $0 }) { loop.end(token) }
        (eventsToken, alarms, lookAlarm, handAlarm) = (nil, [], nil, nil)
        (events, poll) = (nil, nil)
    }

    /// The folder that is watched is not the store any more: it went, was renamed or unmounted, or something was mounted over it, of which
    /// nobody tells. To be asked every few seconds.
    var hasEnded: Bool {
        if events?.hasEnded == true { return true }
        var (watched, there) = (stat(), stat())
        // Whatever the reason, one that cannot be opened is not the store any more.
        guard let descriptor = try? folder.openFolder("") else { return true }
        guard fstat(descriptor.raw, &watched) == 0, fstatat(AT_FDCWD, folder.path, &there, 0) == 0 else { return true }
        return watched.st_ino != there.st_ino || watched.st_dev != there.st_dev || watched.st_nlink == 0
    }

    var isPolling: Bool { poll != nil }

    /// A file was written into the store's folder just now, so that an event is on its way; if none comes, none ever will.
    func expectEvent() {
        guard let events, !events.hasHeard, poll == nil else { return }
        alarms.append(
            loop.at(loop.now + Self.patience) { [weak self] in
                guard let self, let events = self.events, !events.hasHeard else { return }
                startPolling()
            })
    }

    /// As if the file system had told it.
    func note(_ change: StoreChange) {
        settling.note(change, at: loop.now)
        settle()
    }

    // MARK: Events

    private func hear() {
        guard let events else { return }
        for change in events.read() { settling.note(change, at: loop.now) }
        if events.hasEnded, let token = eventsToken {
            loop.end(token)
            eventsToken = nil
        }
        pollIfIncomplete()
        settle()
    }

    private func pollIfIncomplete() {
        if events?.isIncomplete == true, poll == nil { startPolling() }
    }

    // MARK: Looking around

    private func startPolling() {
        poll = PollScan(folder)
        pollAgain()
    }

    private func pollAgain() {
        alarms = [
            loop.at(loop.now + Self.pollInterval) { [weak self] in
                guard let self else { return }
                for change in poll?.scan() ?? [] { settling.note(change, at: loop.now) }
                settle()
                pollAgain()
            }
        ]
    }

    // MARK: Settling and telling

    private func settle() {
        settling.look(at: loop.now, stamp: { folder.glance(at: $0)?.stamp })
        if let next = settling.nextLook, lookAlarm.map({ $0.at > next || $0.at <= loop.now }) ?? true {
            if let lookAlarm { loop.end(lookAlarm.token) }
            lookAlarm = (next, loop.at(next) { [weak self] in self?.lookAgain() })
        }
        hand()
    }

    private func lookAgain() {
        lookAlarm = nil
        settle()
    }

    private func hand() {
        guard settling.hasDue, handAlarm == nil else { return }
        if let restUntil, restUntil > loop.now {
            handAlarm = loop.at(restUntil) { [weak self] in
                self?.handAlarm = nil
                self?.hand()
            }
            return
        }
        let before = EventLoop.clock()
        handler(settling.take())
        let spent = EventLoop.clock() - before
        restUntil = loop.now + max(Self.pause, spent + spent + spent)
    }
}
