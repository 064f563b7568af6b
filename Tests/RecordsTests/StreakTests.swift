import Foundation
import Records
import TestSupport
import Testing
import Workouts

private func streak(_ starts: [String], now: String, _ zone: String = "Europe/Berlin") -> Int? {
    records(starts.map { played($0) }, now: now, zone).streakDays
}

@Test func aStreakIsTheDaysWithoutAGapUpToTodayOrYesterday() {
    let days = ["2026-03-02T07:00:00Z", "2026-03-03T07:00:00Z", "2026-03-04T07:00:00Z"]
    #expect(streak(days, now: "2026-03-04T20:00:00Z") == 3 && streak(days, now: "2026-03-05T20:00:00Z") == 3)
    #expect(streak(days, now: "2026-03-06T06:00:00Z") == 0 && streak([], now: "2026-03-06T06:00:00Z") == 0)
    #expect(streak([days[0], days[2]], now: "2026-03-04T20:00:00Z") == 1)
    #expect(streak(days + days.map { $0.replacing("07:", with: "09:") }, now: "2026-03-04T20:00:00Z") == 3, "two on a day count once")
}

@Test func partialSessionsKeepNoStreakAlive() {
    let facts = [
        played("2026-03-02T07:00:00Z"), played("2026-03-03T07:00:00Z", completed: false), played("2026-03-04T07:00:00Z"),
        played("2026-03-04T08:00:00Z", completed: false),
    ]
    #expect(records(facts, now: "2026-03-04T20:00:00Z").streakDays == 1)
}

@Test func aNightOfTwentyThreeOrTwentyFiveHoursIsOneNight() {
    // Case 13.
    let spring = ["2017-03-26T10:00:00Z", "2017-03-27T10:00:00Z"]
    #expect(streak(spring, now: "2017-03-27T12:00:00Z") == 2)
    let autumn = ["2016-10-29T10:00:00Z", "2016-10-30T10:00:00Z"]
    #expect(streak(autumn, now: "2016-10-30T20:00:00Z") == 2 && streak(autumn, now: "2016-10-31T20:00:00Z") == 2)
    #expect(streak(autumn, now: "2016-11-01T20:00:00Z") == 0)
    // The last minute of the short day and the first of the next; the zone is two hours ahead by then.
    #expect(streak(["2017-03-26T21:59:00Z", "2017-03-26T22:00:00Z"], now: "2017-03-26T22:30:00Z") == 2)
    #expect(streak(["2017-03-25T22:59:00Z", "2017-03-26T21:59:00Z"], now: "2017-03-26T21:59:30Z") == 2)
    // 2:30 comes twice and is the same day.
    #expect(streak(["2016-10-30T00:30:00Z", "2016-10-30T01:30:00Z"], now: "2016-10-30T02:00:00Z") == 1)
}

@Test func aDayThatBeginsAtOneOClockIsADay() {
    // Beirut and São Paulo left out the hour from midnight.
    #expect(streak(["2022-03-26T20:00:00Z", "2022-03-26T22:00:00Z"], now: "2022-03-26T23:00:00Z", "Asia/Beirut") == 2)
    #expect(streak(["2018-11-04T02:59:59Z", "2018-11-04T03:00:00Z"], now: "2018-11-04T12:00:00Z", "America/Sao_Paulo") == 2)
    // And its last hour came twice when that ended: from 24:00 back to 23:00.
    #expect(streak(["2018-02-18T01:30:00Z", "2018-02-18T02:30:00Z"], now: "2018-02-18T02:45:00Z", "America/Sao_Paulo") == 1)
}

@Test func aClockThatGoesBackOverMidnightBreaksNothing() {
    // Newfoundland, at one past midnight: 00:00:30 of the 7th, and then 23:30 of the 6th again.
    let starts = ["2010-11-06T12:00:00Z", "2010-11-07T02:30:30Z", "2010-11-07T03:00:00Z"]
    #expect(streak(starts, now: "2010-11-07T12:00:00Z", "America/St_Johns") == 2)
    #expect(streak(starts, now: "2010-11-07T03:00:00Z", "America/St_Johns") == 1, "it is the 6th once more")
    #expect(records(starts.map { played($0) }, now: "2010-11-07T12:00:00Z", "America/St_Johns").weekSeconds == 1800)
}

@Test func aDayThatAZoneLeftOutIsNoGap() {
    // Samoa went from the 29th to the 31st of December 2011.
    #expect(streak(["2011-12-29T20:00:00Z", "2011-12-30T20:00:00Z"], now: "2011-12-31T05:00:00Z", "Pacific/Apia") == 2)
    #expect(streak(["2011-12-28T20:00:00Z", "2011-12-30T20:00:00Z"], now: "2011-12-31T05:00:00Z", "Pacific/Apia") == 1)
}

@Test func aSessionBelongsToTheDayItBeganWhereverThatIsReadLater() {
    // Case 12: from 23:53 to 00:04.
    let late = [played("2026-03-02T22:53:00Z", for: 660)]
    #expect(records(late, now: "2026-03-02T23:04:00Z").daysSince(late[0].startedSeconds) == 1)
    #expect(records(late, now: "2026-03-03T23:30:00Z").streakDays == 0 && records(late, now: "2026-03-03T22:30:00Z").streakDays == 1)
    #expect(records(late, now: "2026-03-03T22:30:00Z").weekSeconds == 660)
    // The same sessions are other days in another zone.
    let two = ["2026-03-02T07:00:00Z", "2026-03-02T13:00:00Z"]
    #expect(streak(two, now: "2026-03-02T14:00:00Z") == 1 && streak(two, now: "2026-03-02T14:00:00Z", "Pacific/Kiritimati") == 2)
    #expect(streak(["2026-03-02T10:00:00Z", "2026-03-02T13:00:00Z"], now: "2026-03-02T14:00:00Z", "Pacific/Kiritimati") == 1)
    #expect(streak(["2026-03-02T09:00:00Z", "2026-03-02T10:30:00Z"], now: "2026-03-02T14:00:00Z", "Pacific/Kiritimati") == 2)
}

@Test func aClockThatWasWrongBreaksNoStreak() {
    let good = [played("2026-03-03T07:00:00Z"), played("2026-03-04T07:00:00Z")]
    let wrong = ["1970-01-01T00:00:20Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2038-01-19T03:14:08Z", "2026-03-05T23:00:00Z"]
    let all = records(good + wrong.map { played($0, "w", for: 60) }, now: "2026-03-04T20:00:00Z")
    #expect(all.streakDays == 2 && all.weekSeconds == 1200 && all.totalSeconds == 1500 && all.timesCompleted("w") == 5)
    #expect(all.lastDone("w") == nil && all.lastPlayed("w") == 20 && all.lastDone("a") == seconds("2026-03-04T07:00:00Z"))
    // What is dated tomorrow counts when tomorrow comes; another player's clock may be some minutes ahead today.
    #expect(records(good + [played("2026-03-04T20:10:00Z", for: 60)], now: "2026-03-04T20:00:00Z").weekSeconds == 1260)
    #expect(records(good + [played("2026-03-05T07:00:00Z")], now: "2026-03-05T08:00:00Z").streakDays == 3)
    // Our own clock may be the one that is wrong.
    for now in [0, -5, Timestamp.range.lowerBound, Timestamp.range.upperBound, .min, .max] {
        let records = Records(SessionLog(good), nowSeconds: now, calendar: calendar("America/St_Johns"))
        #expect(records.streakDays ?? 0 == 0 && records.weekSeconds ?? 0 == 0 && records.totalSeconds == 1200)
    }
}

@Test func withoutAClockNothingIsSaidThatNeedsOne() {
    let records = records([played("2026-03-03T07:00:00Z"), played("2026-03-04T07:00:00Z", "b", completed: false)], now: nil)
    #expect(records.streakDays == nil && records.weekSeconds == nil && records.daysSince(0) == nil)
    #expect(records.week(of: Plan(id: "p", name: "P")) == nil && records.today(of: Plan(id: "p", name: "P")) { _ in true } == nil)
    #expect(records.timesCompleted("a") == 1 && records.activeSeconds("b") == 600 && records.totalSeconds == 1200)
    #expect(records.mostRecentlyPlayedFirst(["c", "a", "b"]) { $0 } == ["b", "a", "c"])
}

/// The same by asking the calendar about every session: slow and plain.
private func plainStreak(_ facts: [SessionFact], now: Int, _ calendar: Calendar) -> Int {
    func day(_ seconds: Int) -> Date { calendar.startOfDay(for: Date(timeIntervalSince1970: Double(seconds))) }
    let days = Set(facts.filter(\.wasCompleted).map { day($0.startedSeconds) })
    func before(_ date: Date) -> Date { calendar.startOfDay(for: date.addingTimeInterval(-3_600)) }
    var at = day(now)
    if !days.contains(at) { at = before(at) }
    var streak = 0
    while days.contains(at) {
        streak += 1
        at = before(at)
    }
    return streak
}

@Test(arguments: [
    "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Chatham", "America/Sao_Paulo", "Africa/Casablanca", "Asia/Beirut",
    "Australia/Lord_Howe", "Pacific/Apia", "UTC",
])
func theQuickWayAndThePlainWayAgree(zone: String) {
    var random = Seeded(31)
    let calendar = calendar(zone)
    for round in 0..<40 {
        let now = Int.random(in: 1_262_304_000...1_767_225_600, using: &random)
        // Hours apart mostly, so that runs of days come up and are broken.
        var at = now
        let facts = (0..<200).map { index in
            at -= Int.random(in: 0...(index % 7 == 0 ? 150_000 : 90_000), using: &random)
            return SessionFact(
                key: UInt64(index), routineID: "a", startedSeconds: at, activeSeconds: 60,
                wasCompleted: Int.random(in: 0..<20, using: &random) > round % 4)
        }
        let records = Records(SessionLog(facts), nowSeconds: now, calendar: calendar)
        #expect(records.streakDays == plainStreak(facts, now: now, calendar), "\(zone) \(now)")
        let week = calendar.dateInterval(of: .weekOfYear, for: Date(timeIntervalSince1970: Double(now)))
        let inWeek = facts.filter { week?.contains(Date(timeIntervalSince1970: Double($0.startedSeconds))) == true }
        #expect(records.weekSeconds == inWeek.reduce(0) { $0 + $1.activeSeconds }, "\(zone) \(now)")
    }
}
