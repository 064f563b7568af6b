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
        /// Turns in a row in which nothing but a failure was reported.
        var failures = 0
        /// Not polled until then.
        var restsUntil: Instant?
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

    /// A descriptor that reports only failures is polled this often in a row, and then rests: a device that is gone polls ready for ever,
    /// and its owner may not have noticed.
    private static let failureLimit = 16
    private static let rest = Duration.seconds(1)

    /// The instant of this turn.
    public private(set) var now: Instant

    /// - Parameter start: for a loop whose time is moved by hand with `advance`; nil reads the clock.
    public init(start: Instant? = nil) throws(SystemError) {
        timer = Descriptor(owning: try systemCall("make a timer") { timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK)) })
        mailbox = try Mailbox()
        now = start ?? EventLoop.clock()
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

    /// Calls the handler in each turn in which the descriptor is ready, or has failed; who gets `.failed` alone should end the watch, or
    /// is called less and less. The loop does not own the descriptor: end the watch before it closes. On a closed one the watch is called
    /// once, with `.failed`, and ends.
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
            try collect(waiting: -1)
            now = EventLoop.clock()
            dispatch()
            if isStopping { break }
            deadline = turn(now)
        }
    }

    /// Turns by hand up to an instant, for tests and films: alarms in their order, each at its own instant, descriptors as they are ready.
    /// Nothing waits, and the clock is not read.
    public func advance(to instant: Instant) throws(SystemError) {
        precondition(instant >= now, "time does not run backwards")
        while let next = alarms.values.map(\.at).min(), next <= instant { try turn(at: max(now, next)) }
        try turn(at: instant)
    }

    private func turn(at instant: Instant) throws(SystemError) {
        try collect(waiting: 0)
        now = instant
        dispatch()
    }

    private func earliest(_ deadline: Instant?) -> Instant? {
        var instants = alarms.values.map(\.at)
        instants += watches.values.compactMap(\.restsUntil)
        if let deadline { instants.append(deadline) }
        return instants.min()
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

    private func collect(waiting milliseconds: Int32) throws(SystemError) {
        if slotsAreStale {
            slotTokens = watches.keys.sorted()
            // A negative descriptor is passed over.
            slots = slotTokens.map { token in
                let watch = watches[token]!
                return pollfd(fd: watch.restsUntil == nil ? watch.descriptor : -1, events: watch.interest.rawValue, revents: 0)
            }
            slotsAreStale = false
        }
        try systemCall("wait for events") { poll(&slots, nfds_t(slots.count), milliseconds) }
    }

    private func dispatch() {
        let tokens = slotTokens
        let results = slots.map(\.revents)
        for (token, result) in zip(tokens, results) where result != 0 {
            guard let watch = watches[token] else { continue }
            let events = Interest(rawValue: result)
            // The number may be another descriptor's by the next turn.
            if result & Int16(POLLNVAL) != 0 { end(Token(number: token)) }
            watch.handler(events)
            noteFailure(token, isFailure: events.isDisjoint(with: watch.interest))
        }
        for (token, watch) in watches where watch.restsUntil.map({ $0 <= now }) == true {
            watches[token]?.restsUntil = nil
            slotsAreStale = true
        }
        let due = alarms.filter { $0.value.at <= now }.sorted { ($0.value.at, $0.key) < ($1.value.at, $1.key) }
        for (number, alarm) in due where alarms.removeValue(forKey: number) != nil { alarm.handler() }
    }

    private func noteFailure(_ token: Int, isFailure: Bool) {
        guard let watch = watches[token] else { return }
        if !isFailure {
            if watch.failures > 0 { watches[token]?.failures = 0 }
            return
        }
        watches[token]?.failures += 1
        if watch.failures + 1 >= EventLoop.failureLimit {
            watches[token]?.restsUntil = now + EventLoop.rest
            slotsAreStale = true
        }
    }
}
