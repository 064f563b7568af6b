import CLinux
import Glibc
import Linux
import Playback
import Ports

/// Tells the loop how the wall clock stands: at once, whenever somebody sets it, and when it becomes known. Belongs to the loop's thread.
public final class WallClockSource {
    /// How often an unknown clock is looked at: timesyncd leaves its mark a moment after it has set the clock.
    public static let interval = Duration.seconds(5)

    private let loop: EventLoop
    private let evidence: () -> ClockEvidence
    private let wall: (Bool) -> WallTime
    private let handler: (WallTime) -> Void
    private let timer: Descriptor
    private var watch: EventLoop.Token?
    private var alarm: EventLoop.Token?
    private var last: WallTime?
    private var isKnown = false

    /// Calls the handler now, before it returns, and at every change.
    /// - Parameters:
    ///   - evidence: `ClockEvidence.ofThisMachine`. Once it was enough, the clock stays known: a clock that has been set does not become
    ///     wrong because the network has gone.
    ///   - wall: how the clock stands, given whether it is known.
    public init(
        loop: EventLoop, evidence: @escaping () -> ClockEvidence, wall: @escaping (Bool) -> WallTime = WallTime.ofThisMachine,
        _ handler: @escaping (WallTime) -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.evidence = evidence
        self.wall = wall
        self.handler = handler
        timer = Descriptor(
            owning: try systemCall("make a timer") { timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK)) })
        try arm()
        let descriptor = timer.raw
        watch = loop.watch(descriptor, for: .read) { [weak self] _ in
            var expirations: UInt64 = 0
            // ECANCELED is what it is for: the clock was set. Reading it arms the cancellation anew.
            _ = Glibc.read(descriptor, &expirations, 8)
            self?.look()
        }
        look()
    }

    deinit { end() }

    /// Nothing more is told.
    public func end() {
        if let watch { loop.end(watch) }
        if let alarm { loop.end(alarm) }
        (watch, alarm) = (nil, nil)
    }

    /// A timer that never comes, and is cancelled when the clock is set.
    private func arm() throws(SystemError) {
        var setting = itimerspec()
        setting.it_value.tv_sec = Int(Int32.max) * 16
        let descriptor = timer.raw
        // 1: TFD_TIMER_ABSTIME, 2: TFD_TIMER_CANCEL_ON_SET.
        try systemCall("watch the clock") { timerfd_settime(descriptor, 1 | 2, &setting, nil) }
    }

    private func look() {
        isKnown = isKnown || evidence().isKnown
        let now = wall(isKnown)
        // Two readings differ by the moment between the clocks; a second is what anybody sees.
        let isNews = last.map { $0.isKnown != isKnown || abs($0.zeroNanoseconds - now.zeroNanoseconds) > 100_000_000 } ?? true
        if isNews {
            last = now
            handler(now)
        }
        if let alarm { loop.end(alarm) }
        alarm = isKnown ? nil : loop.at(loop.now + WallClockSource.interval) { [weak self] in self?.look() }
    }
}
