import Foundation
import Records
import Testing
import Workouts

// 2026-03-02 is a Monday.
private func slot(_ id: String?) -> Plan.Slot { Plan.Slot(routineID: id, routineName: id ?? "Gone") }

/// Sunday first, routines' ids parted by spaces.
private func plan(_ days: String...) -> Plan {
    Plan(id: "p", name: "P", isActive: true, days: days.map { $0.split(separator: " ").map { slot(String($0)) } })
}

private func today(_ plan: Plan, _ facts: [SessionFact], now: String = "2026-03-02T20:00:00Z", gone: Set<String> = []) -> PlanToday? {
    records(facts, now: now).today(of: plan) { !gone.contains($0) }
}

@Test func todaysFirstUnfinishedRoutineLeads() {
    let week = plan("", "a b")
    #expect(today(week, []) == .play(slot("a"), index: 0))
    #expect(today(week, [played("2026-03-02T07:00:00Z", "a")]) == .play(slot("b"), index: 1))
    #expect(today(week, [played("2026-03-02T07:00:00Z", "b")]) == .play(slot("a"), index: 0))
    #expect(today(week, [played("2026-03-02T07:00:00Z", "a", completed: false)]) == .play(slot("a"), index: 0), "an abandoned one")
    #expect(today(week, [played("2026-03-01T07:00:00Z", "a"), played("2026-03-01T22:59:59Z", "a")]) == .play(slot("a"), index: 0))
    #expect(today(week, [played("2026-03-01T23:00:00Z", "a")]) == .play(slot("b"), index: 1), "midnight in Berlin")
    #expect(
        today(week, [played("2026-03-02T07:00:00Z", "b"), played("2026-03-02T08:00:00Z", "a")])
            == .done(next: .init(weekday: 2, daysAhead: 7, slots: [slot("a"), slot("b")])))
}

@Test func theSameRoutineTwiceNeedsTwoSessions() {
    let week = plan("", "a b a")
    let once = [played("2026-03-02T07:00:00Z", "a")]
    #expect(today(week, once) == .play(slot("b"), index: 1))
    let twoCopies = once + once
    #expect(today(week, twoCopies + [played("2026-03-02T08:00:00Z", "b")]) == .play(slot("a"), index: 2), "one file, copied")
    let both = once + [played("2026-03-02T09:00:00Z", "a"), played("2026-03-02T08:00:00Z", "b")]
    if case .done = today(week, both) {} else { Issue.record("\(String(describing: today(week, both)))") }
}

@Test func aRestDayShowsTheNextPlannedDay() {
    #expect(today(plan("", "", "", "a"), []) == .rest(next: .init(weekday: 4, daysAhead: 2, slots: [slot("a")])))
    #expect(today(plan("b"), []) == .rest(next: .init(weekday: 1, daysAhead: 6, slots: [slot("b")])))
    #expect(today(plan(), []) == .rest(next: nil))
    #expect(
        today(plan("", "", "", "a"), [played("2026-03-02T07:00:00Z", "a")])
            == .rest(next: .init(weekday: 4, daysAhead: 2, slots: [slot("a")])))
}

@Test func aRoutineThatIsGoneIsToldOnlyWhenNothingElseIsLeft() {
    let week = plan("", "a b")
    #expect(today(week, [], gone: ["a"]) == .play(slot("b"), index: 1))
    #expect(today(week, [], gone: ["a", "b"]) == .removed(slot("a"), index: 0))
    #expect(today(week, [played("2026-03-02T07:00:00Z", "b")], gone: ["a"]) == .removed(slot("a"), index: 0))
    // What was done before its routine went is done.
    #expect(today(week, [played("2026-03-02T07:00:00Z", "a")], gone: ["a"]) == .play(slot("b"), index: 1))
    let named = Plan(id: "p", name: "P", days: [[], [slot(nil)]])
    #expect(today(named, []) == .removed(slot(nil), index: 0))
}

@Test func theWeekStripStandsInTheOrderOfTheLocale() throws {
    let week = plan("s", "m", "", "w w", "t")
    let facts = [
        played("2026-03-01T12:00:00Z", "s"), played("2026-03-02T12:00:00Z", "m"), played("2026-03-03T12:00:00Z", "m"),
        played("2026-03-04T12:00:00Z", "w"), played("2026-02-26T12:00:00Z", "t"),
    ]
    let monday = try #require(records(facts, now: "2026-03-04T20:00:00Z").week(of: week))
    #expect(monday.map(\.weekday) == [2, 3, 4, 5, 6, 7, 1])
    #expect(monday.map(\.mark) == [.done, .rest, .planned, .planned, .rest, .rest, .planned], "Sunday's was last week's")
    #expect(monday.map(\.isToday) == [false, false, true, false, false, false, false] && monday[2].isDone == [true, false])
    let sunday = try #require(records(facts, now: "2026-03-04T20:00:00Z", firstWeekday: 1).week(of: week))
    #expect(sunday.map(\.weekday) == [1, 2, 3, 4, 5, 6, 7] && sunday[0].mark == .done && sunday[3].isToday)
    let saturday = try #require(records(facts, now: "2026-03-04T20:00:00Z", firstWeekday: 7).week(of: week))
    #expect(saturday.map(\.weekday) == [7, 1, 2, 3, 4, 5, 6] && saturday[1].mark == .done)
}
