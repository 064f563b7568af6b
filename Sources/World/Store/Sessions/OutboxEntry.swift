import Playback
import Ports
import Workouts

/// A session that waits in local state, for the store or for the clock. Pure.
struct OutboxEntry: Hashable, Sendable {
    /// Its `id` is provisional as long as its date is; `device` is this player.
    var session: Session
    /// 8 hex digits.
    var random: String
    var started: Instant
    var bootID: String?
    var isDateKnown: Bool

    /// - Parameter latestKnownSeconds: the last date that this player was sure of. A clock that was not set may show an
    ///   earlier one, but it cannot be earlier: the later of the two is the best bound there is, and is fixed here, so that the session
    ///   gets one date whenever and however often it is filed.
    init(_ finished: FinishedSession, device: String, latestKnownSeconds: Int?) {
        let name = SessionName(startedSeconds: 0, device: device, random: finished.random)
        session = finished.session
        session.device = device
        random = name.random
        started = finished.started
        bootID = finished.bootID
        isDateKnown = finished.isDateKnown
        if !isDateKnown, let latestKnownSeconds, latestKnownSeconds > session.startedSeconds { session.move(to: latestKnownSeconds) }
        session.id = SessionName(startedSeconds: session.startedSeconds, device: device, random: random).text
    }

    /// The session as it stands at a date.
    func session(at date: SessionDate) -> Session {
        var session = session
        session.move(to: date.seconds)
        if case .uncertain = date { session.isDateUncertain = true }
        session.id = SessionName(startedSeconds: date.seconds, device: session.device, random: random).text
        return session
    }

    /// Where it goes in the store.
    func name(at date: SessionDate) -> SessionName {
        SessionName(startedSeconds: date.seconds, device: session.device, random: random)
    }

    // MARK: Its file

    /// Nil when the bytes are no entry.
    init?(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        // Whatever is wrong with it, it is left where it is, and the caller says so.
        guard let json = try? JSON(parsing: text), let random = json["random"]?.string, HexDigits.areValid(random),
            case .number(let nanoseconds)? = json["startedNanoseconds"]?.kind, let nanoseconds = Int64(nanoseconds),
            case .bool(let isDateKnown)? = json["isDateKnown"]?.kind, let inner = json["session"],
            let session = SessionJSON.parse(inner.printed(), fallbackID: random).session, HexDigits.areValid(session.device)
        else { return nil }
        self.session = session
        self.random = random
        started = Instant(nanoseconds: nanoseconds)
        bootID = json["bootID"]?.string
        self.isDateKnown = isDateKnown
    }

    var bytes: [UInt8] {
        var members = [
            JSON.Member("random", JSON(.string(random))), JSON.Member("isDateKnown", JSON(.bool(isDateKnown))),
            JSON.Member("startedNanoseconds", JSON(.number(String(started.nanoseconds)))),
        ]
        if let bootID { members.append(JSON.Member("bootID", JSON(.string(bootID)))) }
        // What was printed can be read.
        if let session = try? JSON(parsing: SessionJSON.text(of: session)) { members.append(JSON.Member("session", session)) }
        return Array(JSON(.object(members)).printed().utf8)
    }
}

/// When a session began, and how sure that is.
enum SessionDate: Hashable, Sendable {
    case known(seconds: Int)
    /// The clock may still become known in this boot: the session waits.
    case provisional(seconds: Int)
    /// It never will: the boot is over.
    case uncertain(seconds: Int)

    var seconds: Int {
        switch self {
        case .known(let seconds), .provisional(let seconds), .uncertain(let seconds): seconds
        }
    }

    /// - Parameters:
    ///   - clocks: of boots whose clock became known; written down before any session is filed by them.
    ///   - bootID: the boot that is running.
    init(of entry: OutboxEntry, clocks: [String: WallTime], bootID: String?) {
        if entry.isDateKnown {
            self = .known(seconds: entry.session.startedSeconds)
        } else if let boot = entry.bootID, let clock = clocks[boot] {
            self = .known(seconds: clock.seconds(at: entry.started))
        } else if let boot = entry.bootID, boot == bootID {
            self = .provisional(seconds: entry.session.startedSeconds)
        } else {
            self = .uncertain(seconds: entry.session.startedSeconds)
        }
    }
}

extension Session {
    /// Gives it another start and moves its end by as much.
    fileprivate mutating func move(to seconds: Int) {
        endedSeconds? += seconds - startedSeconds
        startedSeconds = seconds
    }
}
