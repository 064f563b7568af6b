import Ports
import Workouts

/// What this player was once sure of about dates: how the wall clock stood in boots that have sessions waiting, and the last date that
/// it knew. Pure; `clock.json` in local state.
struct ClockBook: Hashable, Sendable {
    /// By boot id; only known clocks.
    private(set) var clocks: [String: WallTime] = [:]
    /// Seconds since 1970 UTC.
    private(set) var latestKnownSeconds: Int?

    init() {}

    /// Takes down how the clock stands in a boot. The first word on a boot is the last: sessions may have been filed by it.
    /// - Parameter waiting: the boots that sessions are waiting for; all others are forgotten.
    mutating func learn(_ clock: WallTime, bootID: String?, nowSeconds: Int, waiting: Set<String>) {
        guard clock.isKnown else { return }
        if let bootID, clocks[bootID] == nil { clocks[bootID] = clock }
        clocks = clocks.filter { $0.key == bootID || waiting.contains($0.key) }
        // An earlier one counts too: somebody has put right a clock that was known and wrong.
        latestKnownSeconds = nowSeconds
    }

    /// What is written as a document's `updatedAt`: now, but while the clock is not known never later than a date that was.
    func updatedSeconds(_ clock: WallTime, nowSeconds: Int) -> Int {
        clock.isKnown ? nowSeconds : min(nowSeconds, latestKnownSeconds ?? nowSeconds)
    }

    // MARK: Its file

    /// A book that cannot be read is an empty one: dates are less sure, and that is all.
    init(_ bytes: [UInt8]?) {
        // As said above.
        guard let bytes, let json = try? JSON(parsing: String(decoding: bytes, as: UTF8.self)) else { return }
        latestKnownSeconds = json["latestKnown"]?.string.flatMap(Timestamp.seconds)
        guard case .object(let members)? = json["boots"]?.kind else { return }
        for member in members {
            guard case .number(let text)? = member.value["zeroNanoseconds"]?.kind, let zero = Int64(text) else { continue }
            clocks[member.key] = WallTime(zeroNanoseconds: zero, isKnown: true)
        }
    }

    var bytes: [UInt8] {
        var members: [JSON.Member] = []
        if let latestKnownSeconds { members.append(JSON.Member("latestKnown", JSON(.string(Timestamp.text(seconds: latestKnownSeconds))))) }
        let boots = clocks.sorted { $0.key < $1.key }.map { boot, clock in
            JSON.Member(
                boot, JSON(.object([JSON.Member("zeroNanoseconds", JSON(.number(String(clock.zeroNanoseconds))))])))
        }
        members.append(JSON.Member("boots", JSON(.object(boots))))
        return Array(JSON(.object(members)).printed().utf8)
    }
}
