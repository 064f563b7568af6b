import Foundation
import Store
import Words

/// The calendar clock and its zone: no workout is timed by them, but days, streaks and "last done" are.
enum ClockFindings {
    /// What the machine says about its clock.
    struct Facts: Hashable, Sendable {
        /// "Europe/Berlin"; nil when none is set.
        var zone: String?
        /// False before the network, or a clock with a battery, has set it.
        var isSynchronised: Bool
        /// With a battery: it kept the time.
        var hasRealTimeClock: Bool

        static func ofThisMachine(_ variables: [String: String]) -> Facts {
            let evidence = ClockEvidence.ofThisMachine(isTrusted: false)
            return Facts(
                zone: variables["TZ"].flatMap { $0.isEmpty ? nil : $0 } ?? zoneFile(),
                isSynchronised: evidence.isTimesyncSynchronised || evidence.isKernelSynchronised,
                hasRealTimeClock: evidence.hasKeptTime)
        }

        private static func zoneFile() -> String? {
            // Neither file need be there: then no zone was ever set.
            if let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/etc/localtime"),
                let range = link.range(of: "zoneinfo/")
            {
                return String(link[range.upperBound...])
            }
            // The older way, still written by Debian's tools.
            return (try? String(contentsOfFile: "/etc/timezone", encoding: .utf8))?.trimmed
        }
    }

    static func examine(_ facts: Facts) -> [Finding] {
        var findings: [Finding] = []
        if let zone = facts.zone, !zone.isEmpty {
            findings.append(.works(.clock, Sentence("doctor.zone", .text(zone))))
        } else {
            findings.append(.doubtful(.clock, Sentence("doctor.zoneMissing")))
        }
        if facts.isSynchronised {
            findings.append(.works(.clock, Sentence("doctor.clock")))
        } else if facts.hasRealTimeClock {
            findings.append(.works(.clock, Sentence("doctor.clockBattery")))
        } else {
            findings.append(.doubtful(.clock, Sentence("doctor.clockUnset")))
        }
        return findings
    }
}
