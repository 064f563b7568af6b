import Library
import Playback
import Ports
import Workouts

extension Instant {
    /// A number for what is asked of the store at this instant: one press asks one thing. Never 0, which is nobody's.
    var ticket: Int { Int(nanoseconds) &+ 1 }
}

extension StoreAnswer {
    /// Of the command that it answers; 0 for a session's and a setting's.
    var ticket: Int {
        switch self {
        case .filed, .found: 0
        case .contents(_, let ticket), .written(_, let ticket), .conflict(_, let ticket), .failed(_, let ticket): ticket
        }
    }
}

extension Facts {
    /// The id of a new document. Made of what no other player can have: the wall clock as it stood, to the nanosecond, when this one got
    /// its power, and the nanosecond of the press since.
    func freshID(_ name: String, at now: Instant) -> String {
        let seed = "\(name)|\(now.nanoseconds)|\(clock?.zeroNanoseconds ?? 0)"
        let digits = String(ContentDigest.of(Array(seed.utf8)), radix: 16)
        return String(repeating: "0", count: max(0, 16 - digits.count)) + digits
    }

    /// `updatedAt` of what is written now; nil while the clock is not known, so that it is never later than a known one.
    func timestamp(at now: Instant) -> String? { knownSeconds(at: now).map { Timestamp.text(seconds: $0) } }
}
