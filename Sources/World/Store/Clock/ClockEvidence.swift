import CLinux
import Foundation
import Glibc
import Ports

/// What speaks for the wall clock being right: after a start without a battery it shows the last shutdown's time, or 1970, until the
/// network sets it. Plain facts.
public struct ClockEvidence: Hashable, Sendable {
    /// systemd-timesyncd has set it.
    public var isTimesyncSynchronised = false
    /// The kernel was told by some time service that it is right (adjtimex(2), which chrony and ntpd tell too).
    public var isKernelSynchronised = false
    /// What clock chips with a battery show, in seconds since 1970 UTC.
    public var chipSeconds: [Int] = []
    /// The wall clock itself, in seconds since 1970 UTC.
    public var wallSeconds: Int
    /// The configuration says so: someone sets it by hand, or by a way that we do not know.
    public var isTrusted = false

    public init(wallSeconds: Int) { self.wallSeconds = wallSeconds }

    /// No clock shows an earlier time by right: the year in which this was written. A chip that lost its battery begins at 1970 or 2000.
    static let earliestSeconds = 1_735_689_600
    /// A chip that kept the time and the clock that was set from it stay this close.
    static let agreement = 60

    /// Whether dates can be told from it.
    public var isKnown: Bool {
        wallSeconds >= ClockEvidence.earliestSeconds
            && (isTimesyncSynchronised || isKernelSynchronised || isTrusted || hasKeptTime)
    }

    /// Whether a clock chip kept the time while there was no power, and the clock was set from it.
    public var hasKeptTime: Bool {
        chipSeconds.contains { $0 >= ClockEvidence.earliestSeconds && abs($0 - wallSeconds) <= ClockEvidence.agreement }
    }

    /// What this machine says now.
    /// - Parameter isTrusted: `clock = trusted` in the configuration.
    public static func ofThisMachine(isTrusted: Bool) -> ClockEvidence {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        var evidence = ClockEvidence(wallSeconds: Int(time.tv_sec))
        evidence.isTrusted = isTrusted
        evidence.isTimesyncSynchronised = access("/run/systemd/timesync/synchronized", F_OK) == 0
        // A sandbox may forbid to ask (-1): then the others must tell.
        let state = stepback_clock_state()
        evidence.isKernelSynchronised = state >= 0 && state != TIME_ERROR
        for number in 0..<4 {
            // A machine has none, one, or two of them.
            guard let bytes = try? SafeFile.readVirtual("/sys/class/rtc/rtc\(number)/since_epoch", limit: 32),
                let seconds = Int(String(decoding: bytes, as: UTF8.self).prefix { $0.isNumber })
            else { continue }
            evidence.chipSeconds.append(seconds)
        }
        return evidence
    }
}

extension WallTime {
    /// How the wall clock of this machine stands now.
    public static func ofThisMachine(isKnown: Bool) -> WallTime {
        var (wall, monotonic) = (timespec(), timespec())
        clock_gettime(CLOCK_MONOTONIC, &monotonic)
        clock_gettime(CLOCK_REALTIME, &wall)
        func nanoseconds(_ time: timespec) -> Int64 { Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) }
        return WallTime(zeroNanoseconds: nanoseconds(wall) - nanoseconds(monotonic), isKnown: isKnown)
    }
}
