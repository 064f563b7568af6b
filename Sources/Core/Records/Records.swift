import Foundation
import Workouts

/// What the sessions add up to at one instant, in one zone. Made anew whenever a session, the day or the zone changes: a few milliseconds
/// for 100,000 sessions.
///
/// Completed sessions count; partial ones give their seconds and their place in the order. Nothing is said that depends on the wall clock
/// while that is not known. A session of a clock that was wrong harms nothing: one that begins after today waits, unseen by everything but
/// the counts, until its day has come.
public struct Records: Sendable {
    /// Consecutive local days with a completed session, the last of them today or yesterday. Nil while the clock is not known.
    public let streakDays: Int?
    /// Active seconds of this week's sessions, partial ones included; the week begins on the calendar's first weekday. Nil while the
    /// clock is not known.
    public let weekSeconds: Int?
    /// Active seconds of all sessions.
    public let totalSeconds: Int
    /// True before the first session.
    public let isEmpty: Bool

    private struct Totals {
        var completed = 0
        var seconds = 0
        var lastDone: Int?
        var lastPlayed: Int?
    }

    private let log: SessionLog
    private var totals: [Totals]
    private let zone: TimeZone
    let firstWeekday: Int
    /// Counted from 1970-01-01; nil while the clock is not known.
    let today: Int?
    /// How often each routine of the log was completed on the days of this week, the first day first; empty while the clock is not known.
    private var completedThisWeek: [[Int32: Int]]

    /// Before it no session can have begun; a Pi without a clock starts in 1970.
    private static let earliest = 946_684_800

    /// - Parameters:
    ///   - nowSeconds: since 1970 UTC; nil while the wall clock is not known.
    ///   - calendar: its zone and its first weekday are what counts.
    public init(_ log: SessionLog, nowSeconds: Int?, calendar: Calendar) {
        self.log = log
        zone = calendar.timeZone
        firstWeekday = (1...7).contains(calendar.firstWeekday) ? calendar.firstWeekday : 1
        isEmpty = log.isEmpty
        var days = LocalDays(calendar.timeZone)
        // Instants that no file can hold stand for a clock that is beyond use.
        let now = nowSeconds.flatMap { Timestamp.range.contains($0) ? $0 : nil }.map { days.day(of: $0) }
        today = now?.day
        totals = Array(repeating: Totals(), count: log.routineIDs.count)
        var total = 0
        let future = now.map { now in Records.firstAfter(now.day, in: log.entries, offset: now.offset, &days) } ?? log.entries.count
        for (index, entry) in log.entries.enumerated() {
            let routine = Int(entry.routine)
            total += Int(entry.activeSeconds)
            totals[routine].seconds += Int(entry.activeSeconds)
            if entry.wasCompleted { totals[routine].completed += 1 }
            guard index < future else { continue }
            totals[routine].lastPlayed = entry.startedSeconds
            if entry.wasCompleted, entry.startedSeconds >= Records.earliest { totals[routine].lastDone = entry.startedSeconds }
        }
        totalSeconds = total
        guard let now else {
            (streakDays, weekSeconds, completedThisWeek) = (nil, nil, [])
            return
        }
        let past = log.entries[..<future]
        streakDays = Records.streak(past, today: now, &days)
        let firstDay = now.day - Records.position(of: LocalDays.weekday(of: now.day), firstWeekday)
        completedThisWeek = Array(repeating: [:], count: 7)
        var seconds = 0
        for entry in past.reversed() {
            let day = days.day(of: entry.startedSeconds).day
            // Where a clock is set back over midnight, a day's last instants lie behind the next one's first.
            if day < firstDay - 1 { break }
            guard (firstDay...now.day).contains(day) else { continue }
            seconds += Int(entry.activeSeconds)
            if entry.wasCompleted { completedThisWeek[day - firstDay][entry.routine, default: 0] += 1 }
        }
        weekSeconds = seconds
    }

    // MARK: Of one routine

    /// When it was last completed, in seconds since 1970 UTC; nil when never, or when no such date is known.
    public func lastDone(_ routineID: String) -> Int? { totals(of: routineID).lastDone }

    /// When it was last played, to its end or not, in seconds since 1970 UTC.
    public func lastPlayed(_ routineID: String) -> Int? { totals(of: routineID).lastPlayed }

    public func timesCompleted(_ routineID: String) -> Int { totals(of: routineID).completed }

    /// Seconds of work and rest of all its sessions, partial ones included.
    public func activeSeconds(_ routineID: String) -> Int { totals(of: routineID).seconds }

    /// Whole minutes, rounded down, of summed seconds.
    public static func minutes(_ seconds: Int) -> Int { seconds / 60 }

    /// Local days from an instant to today: 0 today, 1 yesterday, less than 0 in days to come; nil while the clock is not known.
    public func daysSince(_ seconds: Int) -> Int? {
        guard let today else { return nil }
        var days = LocalDays(zone)
        return today - days.day(of: min(max(seconds, Timestamp.range.lowerBound), Timestamp.range.upperBound)).day
    }

    /// Routines, most recently played first; those never played keep their order behind them.
    public func mostRecentlyPlayedFirst<Routine>(_ routines: [Routine], id: (Routine) -> String) -> [Routine] {
        var played: [(at: Int, offset: Int)] = []
        var rest: [Routine] = []
        for (offset, routine) in routines.enumerated() {
            if let at = lastPlayed(id(routine)) { played.append((at, offset)) } else { rest.append(routine) }
        }
        played.sort { $0.at != $1.at ? $0.at > $1.at : $0.offset < $1.offset }
        return played.map { routines[$0.offset] } + rest
    }

    private func totals(of routineID: String) -> Totals { log.indexOfRoutine[routineID].map { totals[Int($0)] } ?? Totals() }

    // MARK: For the plan

    /// How often each of these routines was completed on a day of this week; 0 is its first day.
    func completions(onDay position: Int, of routineID: String) -> Int {
        guard completedThisWeek.indices.contains(position), let routine = log.indexOfRoutine[routineID] else { return 0 }
        return completedThisWeek[position][routine] ?? 0
    }

    /// Where a weekday stands in a week: 0 to 6.
    static func position(of weekday: Int, _ firstWeekday: Int) -> Int { (weekday - firstWeekday + 7) % 7 }

    // MARK: Days

    /// The first entry that is later than today, whose local day is found by arithmetic first: two days on, it is beyond doubt.
    private static func firstAfter(_ today: Int, in entries: [SessionLog.Entry], offset: Int, _ days: inout LocalDays) -> Int {
        let beyondDoubt = (today + 3) * 86_400 - offset
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = low + (high - low) / 2
            if entries[middle].startedSeconds < beyondDoubt { low = middle + 1 } else { high = middle }
        }
        while low > 0, days.day(of: entries[low - 1].startedSeconds).day > today { low -= 1 }
        return low
    }

    private static func streak(
        _ entries: ArraySlice<SessionLog.Entry>, today: (day: Int, offset: Int), _ days: inout LocalDays
    ) -> Int {
        // Days first, and counting afterwards: where a clock is set back over midnight, instants and days are not in one order.
        var offsets: [Int: Int] = [:]
        var lowest = today.day
        for entry in entries.reversed() where entry.wasCompleted {
            let next = days.day(of: entry.startedSeconds)
            if lowest - next.day > 3 { break }
            if offsets[next.day] == nil { offsets[next.day] = next.offset }
            lowest = min(lowest, next.day)
        }
        var streak = offsets[today.day] == nil ? 0 : 1
        var last = today
        while true {
            if let offset = offsets[last.day - 1] {
                last = (last.day - 1, offset)
            } else if let offset = offsets[last.day - 2], last.offset - offset >= 86_400 {
                // A zone that moved across the date line has left out a day, and nobody could train on it.
                last = (last.day - 2, offset)
            } else {
                return streak
            }
            streak += 1
        }
    }
}
