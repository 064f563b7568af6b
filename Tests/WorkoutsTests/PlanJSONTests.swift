import Testing
import Workouts

private func read(_ text: String) -> PlanReading { PlanJSON.parse(text, fallbackName: "file", fallbackID: "file.json") }

private func drawn(_ plan: Plan?) -> [String]? {
    plan.map { plan in (1...7).map { plan.slots(weekday: $0).map { $0.routineID ?? "(\($0.routineName))" }.joined(separator: " ") } }
}

@Test func aSlotOfNoWeekdayIsListedAndTheRestOfThePlanWorks() throws {
    let reading = PlanJSON.read(try bytes(ofCase: "week.json"), fileName: "week.json", fallbackID: "week.json")
    #expect(told(reading.problems) == ["$.slots[1].weekdayLabelIndex: json.range"])
    #expect(reading.problems.first?.place == .path("$.slots[1].weekdayLabelIndex", line: 13))
    #expect(reading.problems.first?.what.arguments == [.text("weekdayLabelIndex"), .text("9"), .number(1), .number(7)])
    let plan = try #require(reading.plan)
    #expect(plan.id == "p1" && plan.name == "Steady" && plan.isActive && plan.updated == "2026-03-02T07:00:00Z")
    #expect(plan.slots(weekday: 2) == [Plan.Slot(routineID: "b6c1a2f0-0001-4000-8000-000000000001", routineName: "Legs")])
    #expect([1, 3, 4, 5, 6, 7, 0, 9].allSatisfy { plan.slots(weekday: $0) == [] })
    // The refused slot is the person's and stays in the file.
    let again = read(PlanJSON.text(of: try #require(reading.document)))
    #expect(again.plan == plan && again.document == reading.document && told(again.problems) == told(reading.problems))
}

@Test func aPlanWithoutSlotsIsAWeekOfRest() throws {
    let reading = PlanJSON.read(try bytes(ofCase: "second-active.json"), fileName: "x.json", fallbackID: "x")
    #expect(reading.problems == [] && reading.plan?.isEmpty == true && reading.plan?.isActive == true)
}

@Test func slotsStandByWeekdayInSortIndexOrderOrElseAsTheyStand() {
    let reading = read(
        """
        {"name": "W", "slots": [
         {"weekdayLabelIndex": 7, "sortIndex": 2, "routineID": "c"}, {"weekdayLabelIndex": 1, "routineID": "x", "sortIndex": 1},
         {"weekdayLabelIndex": 7, "sortIndex": 0, "routineID": "a"}, {"weekdayLabelIndex": 7, "sortIndex": 0, "routineID": "b"},
         {"weekdayLabelIndex": 1, "routineID": "y"}, {"weekdayLabelIndex": 1, "routineID": "z", "sortIndex": 0}]}
        """)
    #expect(reading.problems == [] && drawn(reading.plan) == ["x y z", "", "", "", "", "", "a b c"])
}

@Test func aRewriteOfAPlanKeepsWhatThisVersionDoesNotKnow() throws {
    let reading = read(
        """
        {"id": "p", "name": "W", "createdAt": "2026-03-01T07:00:00Z", "weeklyScheduleVersion": 2, "isRepeating": false,
         "slots": [{"weekdayLabelIndex": 3, "weekIndex": 0, "routineID": "a", "routineNameSnapshot": "A", "colour": ["red", 1.50]},
                   {"weekdayLabelIndex": "three", "routineID": "b"}, 5], "cursor": null}
        """)
    #expect(told(reading.problems) == ["$.slots[1].weekdayLabelIndex: json.type", "$.slots[2]: json.noObject"])
    let text = PlanJSON.text(of: try #require(reading.document))
    for kept in ["\"weeklyScheduleVersion\": 2", "\"weekIndex\": 0", "1.50", "\"three\"", "\"cursor\": null", "\"createdAt\"", "    5\n"] {
        #expect(text.contains(kept), "\(kept)")
    }
    let again = try #require(read(text).document)
    #expect(again == reading.document && PlanJSON.text(of: again) == text)
}

@Test func aPlanThatWasMadeHereReadsBackTheSame() {
    let slot = Plan.Slot(routineID: "a", routineName: "A")
    let plan = Plan(id: "p", name: "Week", updated: "2026-03-01T07:00:00Z", isActive: true, days: [[slot, slot], [], [slot]])
    #expect(plan.days.count == 7 && read(PlanJSON.text(of: PlanDocument(plan))).plan == plan)
    #expect(Plan(id: "", name: "", days: Array(repeating: [slot], count: 9)).days.count == 7)
}

@Test(arguments: [
    ("[]", "$: json.noObject"), ("{\"title\": \"x\"}", "$.slots: json.missing"), ("{\"slots\": {}}", "$.slots: json.type"),
    ("{\"slots\": [], \"name\": []}", "$.name: json.type"), ("{\"slots\": [], \"isActive\": 1}", "$.isActive: json.bool"),
    ("{\"slots\": [}", "1: json.unexpected"),
    ("{\"slots\": [" + Array(repeating: "0", count: 1_001).joined(separator: ",") + "]}", "$.slots: plan.tooManySlots"),
])
func whatIsNoPlanIsListedWithItsReason(text: String, error: String) {
    let reading = read(text)
    #expect(reading.plan == nil && reading.document == nil && told(reading.problems) == [error])
}

@Test(arguments: [
    ("\"routineID\": \"a\"", "weekdayLabelIndex: json.missing"),
    ("\"weekdayLabelIndex\": 0, \"routineID\": \"a\"", "weekdayLabelIndex: json.range"),
    ("\"weekdayLabelIndex\": 1.5, \"routineID\": \"a\"", "weekdayLabelIndex: json.range"),
    ("\"weekdayLabelIndex\": -9223372036854775809, \"routineID\": \"a\"", "weekdayLabelIndex: json.range"),
    ("\"weekdayLabelIndex\": 1, \"routineID\": \"a\", \"sortIndex\": 1e300", "sortIndex: json.range"),
    ("\"weekdayLabelIndex\": 1", "routineID: json.missing"), ("\"weekdayLabelIndex\": 1, \"routineID\": \" \"", "routineID: json.missing"),
    ("\"weekdayLabelIndex\": 1, \"routineID\": []", "routineID: json.type"),
])
func aRefusedSlotIsListedAtItsPathAndCostsNothingElse(members: String, error: String) {
    let reading = read("{\"name\": \"W\", \"slots\": [{\(members)}, {\"weekdayLabelIndex\": 5, \"routineID\": \"b\"}]}")
    #expect(told(reading.problems) == ["$.slots[0].\(error)"] && drawn(reading.plan) == ["", "", "", "", "b", "", ""])
}

@Test func whatIsDoubtfulInAPlanIsReadWithANote() {
    let reading = read(
        "{\"slots\": [{\"weekdayLabelIndex\": \"2\", \"routineID\": 7}, {\"weekdayLabelIndex\": 2, \"routineNameSnapshot\": \"Legs\"}], \"updatedAt\": \"soon\"}"
    )
    #expect(
        told(reading.problems) == [
            "~$.updatedAt: updated", "~$.name: plan.noName", "~$.slots[0].weekdayLabelIndex: json.numberText",
            "~$.slots[0].routineID: json.textNumber", "~$.slots[1].routineID: plan.noRoutine",
        ])
    #expect(reading.plan?.name == "file" && reading.plan?.id == "file.json" && drawn(reading.plan)?[1] == "7 (Legs)")
}
