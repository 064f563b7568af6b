import Foundation
import Records
import Testing
import Workouts

@Test func aRoutineKnowsWhenItWasLastDoneHowOftenAndForHowLong() {
    let all = records(
        [
            played("2026-03-02T07:00:00Z", for: 330), played("2026-03-03T07:00:00Z", for: 59),
            played("2026-03-04T07:00:00Z", for: 45, completed: false),
            played("2026-03-04T08:00:00Z", "b", for: 61, completed: false),
        ], now: "2026-03-04T20:00:00Z")
    #expect(all.lastDone("a") == seconds("2026-03-03T07:00:00Z") && all.lastPlayed("a") == seconds("2026-03-04T07:00:00Z"))
    #expect(all.timesCompleted("a") == 2 && all.activeSeconds("a") == 434 && Records.minutes(all.activeSeconds("a")) == 7)
    #expect(all.lastDone("b") == nil && all.timesCompleted("b") == 0 && all.activeSeconds("b") == 61)
    #expect(all.lastDone("nobody's") == nil && all.timesCompleted("nobody's") == 0 && all.lastPlayed("") == nil)
    #expect(all.totalSeconds == 495 && all.weekSeconds == 495 && !all.isEmpty)
    #expect(all.daysSince(seconds("2026-03-03T07:00:00Z")) == 1 && all.daysSince(seconds("2026-03-04T22:59:59Z")) == 0)
    #expect(all.daysSince(seconds("2026-03-04T23:00:00Z")) == -1 && all.daysSince(.max).map { $0 < 0 } == true)
}

@Test func minutesAreOfTheSummedSecondsRoundedDown() {
    // Three times 50 seconds are two minutes and not none; 20 minutes stay 20 whatever the wall clock did meanwhile (case 14).
    let all = records(
        (0..<3).map { played("2026-03-02T0\($0):00:00Z", for: 50) } + [played("2026-03-03T07:00:00Z", "b", for: 1200)],
        now: "2026-03-04T20:00:00Z")
    #expect(Records.minutes(all.activeSeconds("a")) == 2 && Records.minutes(all.activeSeconds("b")) == 20)
    #expect(all.weekSeconds == 1350)
}

@Test func theWeekBeginsOnTheFirstWeekdayOfTheLocale() {
    // Case 16: a Sunday and a Monday.
    let two = [played("2026-03-01T12:00:00Z", for: 60), played("2026-03-02T12:00:00Z", for: 120)]
    #expect(records(two, now: "2026-03-02T20:00:00Z", firstWeekday: 1).weekSeconds == 180)
    #expect(records(two, now: "2026-03-02T20:00:00Z", firstWeekday: 2).weekSeconds == 120)
    #expect(records(two, now: "2026-03-01T20:00:00Z", firstWeekday: 2).weekSeconds == 60, "Monday is still to come")
    #expect(records(two, now: "2026-03-07T20:00:00Z", firstWeekday: 1).weekSeconds == 180)
    #expect(records(two, now: "2026-03-08T20:00:00Z", firstWeekday: 1).weekSeconds == 0)
    #expect(records(two, now: "2026-03-02T20:00:00Z", firstWeekday: 7).weekSeconds == 180)
    // The week of the clock change has an hour less, and no session falls out of it.
    let edges = [played("2017-03-19T23:00:00Z", for: 1), played("2017-03-26T21:59:59Z", for: 2), played("2017-03-19T22:59:59Z", for: 4)]
    #expect(records(edges, now: "2017-03-26T21:59:59Z").weekSeconds == 3)
}

@Test func routinesStandMostRecentlyPlayedFirst() {
    let all = records(
        [
            played("2026-03-02T07:00:00Z", "b"), played("2026-03-03T07:00:00Z", "d", completed: false), played("2026-03-01T07:00:00Z", "d"),
            played("2030-01-01T00:00:00Z", "e"), played("2026-03-02T09:00:00Z", "gone"),
        ], now: "2026-03-04T20:00:00Z")
    #expect(all.mostRecentlyPlayedFirst(["a", "b", "c", "d", "e"]) { $0 } == ["d", "b", "a", "c", "e"])
    #expect(all.mostRecentlyPlayedFirst([String]()) { $0 } == [])
}

@Test func aYearsLongHistoryAddsUpInOnePass() {
    // 100,000 sessions of 10,000 routines, one every 50 minutes: every day of ten years is in the streak.
    let facts = (0..<100_000).map { index in
        SessionFact(
            key: UInt64(index), routineID: "routine \(index % 10_000)", startedSeconds: 1_450_000_000 + index * 3_000, activeSeconds: 100,
            wasCompleted: true)
    }
    let now = facts[99_999].startedSeconds
    let all = Records(SessionLog(facts), nowSeconds: now, calendar: calendar("Europe/Berlin"))
    let days = Set(facts.map { calendar("UTC").startOfDay(for: Date(timeIntervalSince1970: Double($0.startedSeconds))) }).count
    #expect(abs((all.streakDays ?? 0) - days) <= 1 && all.totalSeconds == 10_000_000 && all.timesCompleted("routine 77") == 10)
    #expect(all.lastDone("routine 9999") == now)
}
