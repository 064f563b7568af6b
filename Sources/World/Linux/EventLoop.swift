import CLinux
import Glibc
import Playback
import Ports

/// The one poll loop: descriptors, absolute deadlines, posts from other threads. The clock is read once a turn.
public final class EventLoop {
    public struct Interest: OptionSet, Hashable, Sendable {
        public let rawValue: Int16
        public init(rawValue: Int16) { self.rawValue = rawValue }
        public static let read = Interest(rawValue: Int16(POLLIN))
        public static let write = Interest(rawValue: Int16(POLLOUT))
        public static let urgent = Interest(rawValue: Int16(POLLPRI))
        /// Only ever reported: the other end is gone, or the descriptor is broken.
        public static let failed = Interest(rawValue: Int16(POLLERR | POLLHUP | POLLNVAL))
    }

    /// Names a watch or a timer, so that it can be ended. Never reused.
    public struct Token: Hashable, Sendable { fileprivate let number: Int }

    private struct Watch {
        var descriptor: Int32
        var interest: Interest
        var handler: (Interest) -> Void
    }

    private struct Alarm {
        var at: Instant
        var handler: () -> Void
    }

    private var watches: [Int: Watch] = [:]
    private var alarms: [Int: Alarm] = [:]
    private var lastToken = 0
    private var isStopping = false
    private let timer: Descriptor
    private let mailbox: Mailbox
    private var slots: [pollfd] = []
    private var slotTokens: [Int] = []
    private var slotsAreStale = true

    /// The instant of this turn.
    public private(set) var now: Instant

    public init() throws(SystemError) {
        timer = Descriptor(owning: try systemCall("make a timer") { timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK)) })
        mailbox = try Mailbox()
        now = EventLoop.clock()
        let timerDescriptor = timer.raw
        watch(timerDescriptor, for: .read) { _ in
            var expirations: UInt64 = 0
            // EAGAIN when the timer was set anew in between: then there is nothing to clear.
            _ = read(timerDescriptor, &expirations, 8)
        }
        watch(mailbox.descriptor, for: .read) { [mailbox] _ in mailbox.deliver() }
    }

    /// CLOCK_MONOTONIC, read now. Callers inside a turn use `now`.
    public static func clock() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// What other threads use to enter this one.
    public var poster: Poster { Poster(mailbox: mailbox) }

    /// Calls the handler in each turn in which the descriptor is ready. The loop does not own the descriptor: end the watch before it closes.
    @discardableResult
    public func watch(_ descriptor: Int32, for interest: Interest, _ handler: @escaping (Interest) -> Void) -> Token {
        lastToken += 1
        watches[lastToken] = Watch(descriptor: descriptor, interest: interest, handler: handler)
        slotsAreStale = true
        return Token(number: lastToken)
    }

    /// Calls the handler once, in the first turn at or after the instant.
    @discardableResult
    public func at(_ instant: Instant, _ handler: @escaping () -> Void) -> Token {
        lastToken += 1
        alarms[lastToken] = Alarm(at: instant, handler: handler)
        return Token(number: lastToken)
    }

    /// Ends a watch or a timer; an event that is already on its way to it is dropped.
    public func end(_ token: Token) {
        if watches.removeValue(forKey: token.number) != nil { slotsAreStale = true }
        alarms.removeValue(forKey: token.number)
    }

    /// Ends `run` after this turn.
    public func stop() { isStopping = true }

    /// Runs until `stop()`. After each turn's events `turn` is called with the turn's instant and returns its next deadline, if any.
    public func run(turn: (Instant) -> Instant?) throws(SystemError) {
        isStopping = false
        now = EventLoop.clock()
        var deadline = turn(now)
        while !isStopping {
            try arm(earliest(deadline))
            try waitAndDispatch()
            if isStopping { break }
            deadline = turn(now)
        }
    }

    private func earliest(_ deadline: Instant?) -> Instant? {
        let first = alarms.values.map(\.at).min()
        guard let deadline else { return first }
        return first.map { min($0, deadline) } ?? deadline
    }

    /// An absolute deadline: the time between reading the clock and sleeping costs nothing.
    private func arm(_ instant: Instant?) throws(SystemError) {
        var setting = itimerspec()
        if let instant {
            let nanoseconds = max(1, instant.nanoseconds)
            setting.it_value = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        }
        try systemCall("set a timer") { timerfd_settime(timer.raw, Int32(TFD_TIMER_ABSTIME), &setting, nil) }
    }

    private func waitAndDispatch() throws(SystemError) {
        if slotsAreStale {
            slotTokens = watches.keys.sorted()
            slots = slotTokens.map { pollfd(fd: watches[$0]!.descriptor, events: watches[$0]!.interest.rawValue, revents: 0) }
            slotsAreStale = false
        }
        try systemCall("wait for events") { poll(&slots, nfds_t(slots.count), -1) }
        now = EventLoop.clock()
        let tokens = slotTokens
        let results = slots.map(\.revents)
        for (token, result) in zip(tokens, results) where result != 0 {
            watches[token]?.handler(Interest(rawValue: result))
        }
        let due = alarms.filter { $0.value.at <= now }.sorted { ($0.value.at, $0.key) < ($1.value.at, $1.key) }
        for (number, alarm) in due where alarms.removeValue(forKey: number) != nil { alarm.handler() }
    }
}
