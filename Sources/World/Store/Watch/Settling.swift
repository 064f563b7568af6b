import Library
import Playback

/// What happened to a path below the store.
enum StoreChange: Hashable, Sendable {
    /// Something is being done to it, or was done and nobody told when it ended.
    case touched(String)
    /// It is whole: its writer closed it, or it was renamed into place.
    case complete(String)
    case gone(String)
    /// What happened is not known: all of it may be another.
    case everything
}

/// Decides when a file that changed counts. One that its writer closed counts at once; one of which only touches are known (a copy that
/// is under way, a share that tells nothing) counts once its size and times held still over two looks. Pure: time is moved by its caller.
struct Settling {
    /// Between two looks.
    static let stillness = Duration.seconds(1)

    private struct Waiting {
        /// At the last look; nil since it was touched again.
        var stamp: FileStamp?
        var at: Instant
    }

    private var waiting: [StorePath: Waiting] = [:]
    private var due: Set<StorePath> = []
    private var isEverythingDue = false

    /// When the next look is due; nil while nothing waits.
    var nextLook: Instant? { waiting.values.map(\.at).min() }

    /// True when `take` has something to give.
    var hasDue: Bool { isEverythingDue || !due.isEmpty }

    mutating func note(_ change: StoreChange, at now: Instant) {
        switch change {
        case .touched(let text):
            let path = StorePath(text)
            // What is due already is read again in any case, and again after this.
            waiting[path] = Waiting(stamp: nil, at: max(now, waiting[path]?.at ?? now))
        case .complete(let path), .gone(let path):
            waiting[StorePath(path)] = nil
            due.insert(StorePath(path))
        case .everything:
            isEverythingDue = true
            // A copy that is under way now is seen again by its next touch, and all that is still is read.
            due = []
        }
    }

    /// Looks at what waits long enough. `stamp` gives size and times of a path now, nil when nothing is there.
    mutating func look(at now: Instant, stamp: (String) -> FileStamp?) {
        for (path, entry) in waiting where entry.at <= now {
            let found = stamp(path.text)
            if let found, found != entry.stamp {
                waiting[path] = Waiting(stamp: found, at: now + Settling.stillness)
            } else {
                waiting[path] = nil
                due.insert(path)
            }
        }
    }

    /// What is to be read again, there or gone, in the order of its bytes; nil: everything.
    mutating func take() -> [String]? {
        defer { (due, isEverythingDue) = ([], false) }
        return isEverythingDue ? nil : due.sorted().map(\.text)
    }
}
