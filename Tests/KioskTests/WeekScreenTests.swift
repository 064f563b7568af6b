import Playback
import Ports
import Stage
import Testing
import Workouts

@testable import Kiosk

private let routines = [
    "routines/core.routine": sampleText, "routines/legs.routine": "id: legs\nLegs\nSquats 40s x2, 20s between",
    "routines/yoga.routine": "Yoga\nCat-cow 60s",
]

private func plan(_ path: String, _ bench: MenuBench) -> Plan? {
    bench.files[path].flatMap { PlanJSON.read($0, fileName: path, fallbackID: path).plan }
}

private func file(
    _ name: String, id: String, active: Bool = false, updated: String = "2026-03-01T07:00:00Z", _ slots: [(Int, String)]
) -> String {
    var plan = Plan(id: id, name: name, updated: updated, isActive: active)
    for (weekday, routine) in slots { plan.days[weekday - 1].append(.init(routineID: routine, routineName: routine)) }
    return PlanJSON.text(of: PlanDocument(plan))
}

@Test func theFirstPlanGoesFromNothingToTodayOnTheFirstScreen() throws {
    let bench = MenuBench(routines)
    bench.open { Week($0) }
    #expect(bench.list?.title == "Plans" && bench.list?.rows.count == 1)
    #expect(bench.list?.foot == "A plan puts your routines on weekdays. The first one becomes your week.")
    bench.tap(.pause)
    #expect(bench.week?.isEditor == true && bench.week?.title == "Week plan")
    // Today is focused: Monday.
    #expect(bench.week?.days.map(\.name).first == "Monday" && bench.focusedTitle == "Monday")
    bench.tap(.pause)
    bench.go(to: "Morning core")
    bench.tap(.pause)
    #expect(bench.week?.days[0].routines == "Morning core" && bench.week?.days[0].total == "5:30")
    #expect(bench.legend?.pause?.hold == "Hold: save")
    bench.hold(.pause)
    #expect(bench.isHome)
    let path = try #require(bench.paths("plans").first)
    let saved = try #require(plan(path, bench))
    #expect(saved.isActive && saved.slots(weekday: 2).map(\.routineID) == ["core.routine"])
    guard case .home(let home) = bench.picture else { return #expect(Bool(false), "not the first screen") }
    #expect(home.today?.title == "Morning core" && home.today?.week.count == 7)
    // Playing it to its end marks the day.
    bench.tap(.pause)
    #expect(bench.player != nil)
    bench.run(to: bench.now + .seconds(340))
    bench.tap(.pause)
    bench.open { Week($0) }
    #expect(bench.week?.days[0].mark == .done && bench.week?.days[0].state == "Done")
    #expect(bench.week?.days[1].mark == .rest && bench.week?.days[1].routines == "Rest")
    #expect(bench.sessions.first?.wasCompleted == true)
}

@Test func theOverviewPlaysADaysRoutineAsPartOfThePlan() {
    let bench = MenuBench(
        routines.merging(["plans/a.json": file("Spring", id: "a", active: true, [(2, "core.routine"), (4, "legs"), (4, "yoga.routine")])]) {
            $1
        })
    bench.open { Week($0) }
    #expect(bench.week?.title == "My week" && bench.week?.note == "Spring")
    #expect(bench.legend?.pause?.verb == "Play" && bench.legend?.pause?.hold == "Hold: change")
    #expect(bench.legend?.skip?.hold == "Hold: plans")
    bench.tap(.pause)
    #expect(bench.player != nil)
    #expect(bench.kiosk.playable?.planID == "a" && bench.kiosk.playable?.planName == "Spring")
    // Another bench: a day of rest has nothing to play, one with several asks which.
    let other = MenuBench(bench.files.mapValues { String(decoding: $0, as: UTF8.self) })
    other.open { Week($0) }
    other.tap(.skip)
    #expect(other.legend?.pause?.verb == "Change" && other.legend?.pause?.hold == nil)
    other.tap(.skip)
    #expect(other.focusedTitle == "Wednesday" && other.legend?.pause?.verb == "Open")
    #expect(other.week?.days[2].routines == "Legs and Yoga" && other.week?.days[2].total == "2:40")
    other.tap(.pause)
    #expect(other.list?.title == "Wednesday")
    other.go(to: "Yoga")
    other.tap(.pause)
    #expect(other.kiosk.playable?.routine.name == "Yoga" && other.kiosk.playable?.planID == "a")
}

@Test func theSameRoutineTwiceNeedsTwoSessions() {
    let bench = MenuBench([
        "routines/yoga.routine": "Yoga\nCat-cow 10s",
        "plans/a.json": file("Spring", id: "a", active: true, [(2, "yoga.routine"), (2, "yoga.routine")]),
    ])
    bench.open { Week($0) }
    for mark in [WeekDay.Mark.planned, .planned, .done] {
        #expect(bench.week?.days[0].mark == mark)
        bench.tap(.pause)
        if bench.list != nil { bench.tap(.pause) }
        bench.run(to: bench.now + .seconds(20))
        bench.tap(.pause)
    }
}

@Test func aSecondPlanIsFollowedOnlyThroughSetAsMyWeek() throws {
    let old = file("Old", id: "old", active: true, updated: "2026-03-02T06:00:00Z", [(2, "legs")])
    let bench = MenuBench(routines.merging(["plans/old.json": old]) { $1 })
    bench.open { Week($0) }
    bench.hold(.skip)
    bench.go(to: "New plan")
    bench.tap(.pause)
    bench.tap(.pause)
    bench.go(to: "Yoga")
    bench.tap(.pause)
    bench.hold(.pause)
    let path = try #require(bench.paths("plans").first { $0 != "plans/old.json" })
    #expect(plan(path, bench)?.isActive == false && plan("plans/old.json", bench)?.isActive == true)
    #expect(bench.list?.title == "Plans" && bench.kiosk.facts.plan?.id == "old")
    bench.go(to: "Week plan")
    bench.tap(.pause)
    #expect(bench.sheet?.rows.rows == ["Set as My Week", "Change", "Delete"])
    bench.tap(.pause)
    #expect(plan(path, bench)?.isActive == true && plan("plans/old.json", bench)?.isActive == false)
    #expect(bench.kiosk.facts.plan?.name == "Week plan")
    #expect(bench.list?.rows[bench.list?.focus.index ?? 0]?.isChecked == true)
}

@Test func aPlanThatWasChosenElsewhereMeanwhileKeepsItsMark() {
    let old = file("Old", id: "old", active: true, updated: "2026-03-01T06:00:00Z", [(2, "legs")])
    let later = file("Old", id: "old", active: true, updated: "2026-03-02T09:00:00Z", [(2, "legs")])
    let bench = MenuBench(routines.merging(["plans/a.json": file("A", id: "a", [(3, "legs")]), "plans/old.json": old]) { $1 })
    bench.open { _ in PlanList() }
    bench.go(to: "A")
    bench.tap(.pause)
    bench.meanwhile = { $0["plans/old.json"] = Array(later.utf8) }
    bench.tap(.pause)
    #expect(bench.text("plans/old.json") == later)
    // Both are marked; the later one counts.
    #expect(plan("plans/a.json", bench)?.isActive == true && bench.kiosk.facts.plan?.id == "old")
}

@Test func withoutAKnownClockTheOldMarkIsTakenAndNoDateIsWritten() {
    let old = file("Old", id: "old", active: true, [(2, "legs")])
    let bench = MenuBench(
        routines.merging(["plans/a.json": file("A", id: "a", [(3, "legs")]), "plans/old.json": old]) { $1 }, isClockKnown: false)
    bench.open { _ in PlanList() }
    bench.go(to: "A")
    bench.tap(.pause)
    bench.tap(.pause)
    #expect(plan("plans/a.json", bench)?.isActive == true && plan("plans/old.json", bench)?.isActive == false)
    #expect(plan("plans/a.json", bench)?.updated == "2026-03-01T07:00:00Z")
    #expect(bench.kiosk.facts.plan?.id == "a")
}

@Test func anEditedPlanKeepsWhatElseItsFileSays() {
    let json = """
        {"id": "a", "name": "Spring", "isActive": true, "theme": "green", "slots": [
          {"weekdayLabelIndex": 2, "routineID": "legs", "routineNameSnapshot": "Legs", "mood": "fresh"},
          {"weekdayLabelIndex": 9, "routineID": "legs"}]}
        """
    let bench = MenuBench(routines.merging(["plans/a.json": json]) { $1 })
    bench.open { WeekEditor(plan: $0.library!.week!, weekday: 3, $0) }
    #expect(bench.focusedTitle == "Tuesday")
    bench.tap(.pause)
    bench.go(to: "Yoga")
    bench.tap(.pause)
    bench.hold(.pause)
    #expect(bench.isHome)
    let text = bench.text("plans/a.json") ?? ""
    #expect(text.contains(#""theme": "green""#) && text.contains(#""mood": "fresh""#) && text.contains(#""weekdayLabelIndex": 9"#))
    #expect(plan("plans/a.json", bench)?.slots(weekday: 3).map(\.routineName) == ["Yoga"])
    #expect(plan("plans/a.json", bench)?.isActive == true)
}

@Test func aDayIsChangedRoutineByRoutine() {
    let bench = MenuBench(routines.merging(["plans/a.json": file("A", id: "a", active: true, [(2, "legs"), (2, "gone")])]) { $1 })
    bench.open { WeekEditor(plan: $0.library!.week!, weekday: 2, $0) }
    #expect(bench.week?.days[0].routines == "Legs and gone (not here any more)")
    bench.tap(.pause)
    #expect(bench.list?.rows.count == 3 && bench.legend?.pause?.hold == "Hold: take out")
    bench.tap(.skip)
    bench.hold(.pause)
    #expect(bench.list?.rows.count == 2)
    bench.go(to: "Add a routine")
    bench.tap(.pause)
    bench.type("y")
    #expect(bench.focusedTitle == "Yoga")
    bench.tap(.pause)
    #expect(bench.list?.rows.rows.map(\.title) == ["Legs", "Yoga", "Add a routine"])
    bench.tap(.pause)
    #expect(bench.focusedTitle == "Legs")
    bench.go(to: "Take it out")
    bench.tap(.pause)
    bench.hold(.back)
    #expect(bench.week?.days[0].routines == "Yoga")
    bench.hold(.pause)
    #expect(plan("plans/a.json", bench)?.slots(weekday: 2).map(\.routineID) == ["yoga.routine"])
}

@Test func leavingAnEditedPlanAsksAndDiscardsOnlyByAHold() {
    let bench = MenuBench(routines.merging(["plans/a.json": file("A", id: "a", active: true, [(2, "legs")])]) { $1 })
    bench.open { WeekEditor(plan: $0.library!.week!, weekday: 3, $0) }
    bench.hold(.back)
    #expect(bench.isHome)
    bench.open { WeekEditor(plan: $0.library!.week!, weekday: 3, $0) }
    bench.tap(.pause)
    bench.tap(.pause)
    bench.hold(.back)
    #expect(bench.question?.title == "Leave without saving?")
    bench.tap(.pause)
    #expect(bench.week?.isEditor == true)
    bench.hold(.back)
    bench.hold(.skip, for: .milliseconds(1300))
    #expect(bench.isHome && bench.edits.isEmpty)
}

@Test func aPlanThatChangedElsewhereAsksWhichToKeep() {
    let before = file("A", id: "a", active: true, [(2, "legs")])
    let theirs = file("A", id: "a", active: true, [(5, "legs")])
    for keepsMine in [true, false] {
        let bench = MenuBench(routines.merging(["plans/a.json": before]) { $1 })
        bench.open { WeekEditor(plan: $0.library!.week!, weekday: 3, $0) }
        bench.tap(.pause)
        bench.go(to: "Yoga")
        bench.tap(.pause)
        bench.change("plans/a.json", theirs)
        bench.hold(.pause)
        #expect(bench.question?.title == "A was changed elsewhere" && bench.question?.pause?.text == "Keep editing")
        bench.tap(.pause)
        #expect(bench.week?.days[1].routines == "Yoga" && bench.text("plans/a.json") == theirs)
        bench.hold(.pause)
        bench.tap(.back)
        #expect(bench.question != nil, "a tap drops nothing")
        if keepsMine { bench.tap(.skip) } else { bench.hold(.back, for: .milliseconds(1300)) }
        #expect(bench.isHome)
        let slots = plan("plans/a.json", bench)
        #expect(slots?.slots(weekday: 3).count == (keepsMine ? 1 : 0) && slots?.slots(weekday: 5).count == (keepsMine ? 0 : 1))
    }
}

@Test func aRoutineIsPutIntoMyWeekOnADay() {
    let bench = MenuBench(routines.merging(["plans/a.json": file("A", id: "a", active: true, [(2, "legs")])]) { $1 })
    bench.open { WeekEditor(adding: $0.entry(id: "core.routine")!, $0) }
    #expect(bench.week?.title == "Morning core on which day?" && bench.legend?.pause?.verb == "Put here")
    bench.tap(.pause)
    #expect(bench.isHome)
    #expect(plan("plans/a.json", bench)?.slots(weekday: 2).map(\.routineID) == ["legs", "core.routine"])
    // Without a plan it makes the first one.
    let first = MenuBench(routines)
    first.open { WeekEditor(adding: $0.entry(id: "core.routine")!, $0) }
    first.tap(.skip)
    first.tap(.pause)
    #expect(first.isHome && first.kiosk.facts.plan?.slots(weekday: 3).count == 1)
}

@Test func aPlanIsDeletedAfterAQuestionAndAFullStoreIsTold() {
    let bench = MenuBench(routines.merging(["plans/a.json": file("A", id: "a", active: true, [(2, "legs")])]) { $1 })
    bench.open { _ in PlanList() }
    bench.tap(.pause)
    bench.go(to: "Delete")
    bench.tap(.pause)
    #expect(bench.question?.title == "Delete A?" && bench.question?.back == nil)
    bench.fault = .full
    bench.tap(.skip)
    #expect(bench.question?.title == "Not done" && bench.question?.line == "The store is full. Make room, then try again.")
    #expect(bench.text("plans/a.json") != nil)
    bench.tap(.pause)
    bench.fault = nil
    bench.tap(.pause)
    bench.go(to: "Delete")
    bench.tap(.pause)
    bench.tap(.skip)
    #expect(bench.text("plans/a.json") == nil && bench.list?.rows.count == 1)
}

@Test func theWeekBeginsOnTheCalendarsFirstDay() {
    let bench = MenuBench(
        routines.merging(["plans/a.json": file("A", id: "a", active: true, [(1, "legs")])]) { $1 }, firstWeekday: 1)
    bench.open { Week($0) }
    #expect(bench.week?.days.map(\.shortName) == ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"])
    #expect(bench.week?.days[0].routines == "Legs")
    // Monday is today.
    #expect(bench.week?.focus.index == 1)
}

@Test func anAnswerThatComesLateFindsTheScreenThatAsked() {
    let bench = MenuBench(routines.merging(["plans/a.json": file("A", id: "a", active: true, [(2, "legs")])]) { $1 })
    bench.isSlow = true
    bench.open { WeekEditor(plan: $0.library!.week!, weekday: 3, $0) }
    bench.tap(.pause)
    bench.go(to: "Yoga")
    bench.tap(.pause)
    bench.hold(.pause)
    // Once is enough.
    bench.hold(.pause)
    bench.hold(.back)
    #expect(bench.question != nil)
    bench.deliver()
    #expect(bench.isHome && bench.edits.count == 1)
    #expect(plan("plans/a.json", bench)?.slots(weekday: 3).count == 1)
}

@Test func theFirstWeekPutsTodayInSightWhicheverWayItWasBegun() {
    let bench = MenuBench(routines)
    // Down among the ways, where Today would be scrolled out of sight.
    for _ in 0..<9 where bench.picture.focused != "My week" { bench.tap(.skip) }
    bench.tap(.pause)
    bench.tap(.pause)
    bench.go(to: "Morning core")
    bench.tap(.pause)
    bench.hold(.pause)
    #expect(bench.picture.focused == "Morning core")
    guard case .home(let home) = bench.picture else { return #expect(Bool(false), "not the first screen") }
    #expect(home.focus.index == -1 && home.legend.pause?.verb == "Play", "the band is on Today")
    bench.tap(.pause)
    #expect(bench.player != nil)
}

/// As a terminal sends it: a letter that also stands for a key.
private func type(_ text: String, _ bench: MenuBench) {
    for character in text {
        switch character {
        case "P": bench.send(.typed("P", else: .key(KeyEvent(.pause, .hold, at: bench.now))))
        case "s": bench.send(.typed("s", else: .key(KeyEvent(.skip, .tap, at: bench.now))))
        case " ": bench.send(.typed(" ", else: .key(KeyEvent(.pause, .tap, at: bench.now))))
        default: bench.send(.typed(character, else: nil))
        }
    }
}

@Test func aPlansNameIsTypedWithItsSpacesAndNothingIsSavedMeanwhile() {
    let bench = MenuBench(routines)
    bench.open { WeekEditor(newPlan: $0) }
    type("Da ", bench)
    type("sy", bench)
    #expect(bench.week?.title == "Da sy", "a space and an s that begins no key")
    bench.type("\u{8}\u{8}")
    #expect(bench.week?.title == "Da ")
    // The first letter may be a key's: a stroke says that it is not.
    bench.tap(.skip)
    bench.tap(.back)
    bench.hold(.back)
    bench.open { WeekEditor(newPlan: $0) }
    type("Push day", bench)
    #expect(bench.edits.isEmpty && bench.isHome == false, "a plan without a day is not saved")
    bench.hold(.back)
    bench.open { WeekEditor(newPlan: $0) }
    type("/Push day", bench)
    #expect(bench.week?.title == "Push day" && bench.edits.isEmpty)
    #expect(bench.picture.said(of: .pause)?.note == nil, "there is nothing to save yet")
    bench.tap(.skip)
    bench.tap(.pause)
    bench.go(to: "Morning core")
    bench.tap(.pause)
    // Another key was pressed: letters are keys again.
    type("P", bench)
    #expect(bench.paths("plans").count == 1 && bench.text(bench.paths("plans")[0])?.contains(#""Push day""#) == true)
}
