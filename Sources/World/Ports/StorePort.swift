import Library
import Playback
import Workouts

/// The store, as the kiosk asks of it. Returns at once; what comes of it arrives as a `StoreEvent`. Commands are carried out in their order.
public protocol StorePort: AnyObject {
    func perform(_ command: StoreCommand)
    /// Keeps a session in local state while `file` waits for a store that hangs: not in the commands' order, and without the store. Is
    /// answered by `filed` with `locally`, or not at all when local state takes nothing.
    func hold(_ session: FinishedSession)
}

/// What the store tells the kiosk. Delivered on the loop's thread.
public enum StoreEvent: Sendable {
    /// Something in it changed. What an answer speaks of is in the next library.
    case library(Library)
    case answer(StoreAnswer)
}

/// A play-through that is over, on the clocks there were.
public struct FinishedSession: Hashable, Sendable {
    /// `startedSeconds` is the wall clock's best guess; `id` is made of it when it is filed.
    public var session: Session
    /// Eight hexadecimal digits, drawn when the play began, so that filing it twice writes the same file.
    public var random: String
    /// When it began on the monotonic clock of the boot `bootID`; what a wrong wall clock is mended by.
    public var started: Instant
    public var bootID: String?
    /// False: the wall clock had not been set when it ended, so its date is a guess.
    public var isDateKnown: Bool

    public init(session: Session, random: String, started: Instant, bootID: String?, isDateKnown: Bool) {
        self.session = session
        self.random = random
        self.started = started
        self.bootID = bootID
        self.isDateKnown = isDateKnown
    }
}

/// An edit made on the kiosk.
public struct StoreEdit: Hashable, Sendable {
    public enum Folder: String, Hashable, Sendable { case routines, workouts, plans }
    public enum Place: Hashable, Sendable {
        /// A file that was read, by its path below the store.
        case existing(path: String)
        /// A new one; its name is made by the store, never from what a person typed. The ending has no dot.
        case new(Folder, ending: String)
    }

    public var place: Place
    /// Nil deletes the file.
    public var bytes: [UInt8]?
    /// What the file held when the edit began; nil: it was not there. When it is otherwise by now, nothing is written or deleted and the
    /// answer is `.conflict`. There is no edit that takes whatever it finds.
    public var expecting: [UInt8]?

    /// An edit of a file that was read, or was found to be gone (`expecting` nil).
    public init(path: String, bytes: [UInt8]?, expecting: [UInt8]?) {
        place = .existing(path: path)
        self.bytes = bytes
        self.expecting = expecting
    }

    /// A new file.
    public init(new folder: Folder, ending: String, bytes: [UInt8]) {
        place = .new(folder, ending: ending)
        self.bytes = bytes
    }
}

/// What the kiosk wants of its store. `ticket` comes back in the answer.
public enum StoreCommand: Hashable, Sendable {
    /// Answered by `.filed`.
    case file(FinishedSession)
    /// Whether it is filed already, in the store or in local state. Answered by `.found`.
    case find(FinishedSession)
    /// A file's bytes, to edit it. Answered by `.contents`.
    case read(path: String, ticket: Int)
    /// Answered by `.written`, `.conflict` or `.failed`.
    case edit(StoreEdit, ticket: Int)
    /// Brings back the starters that are absent. Answered by `.written` or `.failed`.
    case restoreStarters(ticket: Int)
    /// This kiosk's own settings, into local state. No answer but a failure, as `.failed` with ticket 0.
    case keep(Settings)
}

/// What came of a command.
public enum StoreAnswer: Hashable, Sendable {
    public enum Kept: Hashable, Sendable {
        /// In the store.
        case inStore
        /// In local state, until the store is back or the clock is known.
        case locally
        /// Nowhere: neither disk takes it. It counts until the program ends.
        case nowhere
    }
    public enum Fault: Hashable, Sendable {
        case missing, readOnly, full
        /// The system's own sentence.
        case other(String)
    }

    case filed(random: String, Kept)
    /// False: it is filed nowhere, or that cannot be known.
    case found(random: String, isFiled: Bool)
    /// Nil: the file is gone.
    case contents([UInt8]?, ticket: Int)
    /// `path` is nil when a file was deleted or several were written.
    case written(path: String?, ticket: Int)
    /// What the file holds now; nil: it is gone.
    case conflict(with: [UInt8]?, ticket: Int)
    case failed(Fault, ticket: Int)
}

/// What a person set on the kiosk itself. Nil: as the configuration says.
public struct Settings: Hashable, Sendable {
    public enum Light: String, Hashable, Sendable, CaseIterable { case bright, dark, byClock }
    public enum LegendSide: String, Hashable, Sendable, CaseIterable { case below, trailing }

    public var hasVoice: Bool?
    public var hasTones: Bool?
    /// 0 to 100.
    public var volume: Int?
    /// 80 to 300.
    public var wordsPerMinute: Int?
    /// BCP 47.
    public var voiceLanguage: String?
    /// 0 to 60.
    public var getReadySeconds: Int?
    public var light: Light?
    /// 0 to 5.
    public var insetPercent: Int?
    public var legendSide: LegendSide?
    /// Until the clock shows, 1 to 60; 0 never.
    public var idleMinutes: Int?
    /// Until the glass goes black, 1 to 240; 0 never.
    public var offMinutes: Int?
    /// BCP 47.
    public var language: String?
    /// Reads the focused item and each screen's purpose aloud.
    public var readsAloud: Bool?
    public var hasBigText: Bool?
    /// The welcome screen was left.
    public var hasSeenWelcome: Bool?

    public init() {}
}
