import Testing
import Workouts

private func read(_ text: String) -> (session: Session?, problems: [Problem]) { SessionJSON.parse(text, fallbackID: "file") }

/// A session with these members beside the two that it needs.
private func readWith(_ members: String) -> (session: Session?, problems: [Problem]) {
    read("{\"startedAt\": \"2026-03-02T07:00:00Z\", \"activeSeconds\": 330,\n\(members)}")
}

@Test func aSessionHasTheFieldsOfTheDataModelAndIsPrintedAsItStands() throws {
    let bytes = try bytes(ofCase: "session.json")
    let result = SessionJSON.read(bytes, fileName: "other.json")
    #expect(result.problems == [])
    let session = try #require(result.session)
    #expect(session.id == "20260302T070000Z-0a1b2c3d-4e5f6071" && session.routineID == "b6c1a2f0-0001-4000-8000-000000000001")
    #expect(session.routineName == "Legs" && session.device == "0a1b2c3d")
    #expect(session.startedSeconds == 1_772_434_800 && session.endedSeconds == 1_772_435_130)
    #expect(session.wasCompleted && session.completedStepCount == 2 && session.totalStepCount == 2 && session.activeSeconds == 330)
    #expect(session.planID == "p1" && session.planName == "Steady" && !session.isDateUncertain)
    #expect(session.steps.map(\.name) == ["Squats", "Wiggle"] && session.steps.map(\.workoutID) == ["squat", nil])
    #expect(session.unknown.map(\.key) == ["weather"] && session.steps[0].unknown.map(\.key) == ["effort"])
    #expect(SessionJSON.text(of: session) == String(decoding: bytes, as: UTF8.self))
}

@Test func aSessionThatWasWrittenReadsBackTheSame() {
    var session = Session(
        id: "a", routineID: "sub/übung.routine", routineName: "", device: "00000000", startedSeconds: 0, wasCompleted: false,
        completedStepCount: 0, totalStepCount: 10_000, activeSeconds: 0, isDateUncertain: true)
    #expect(read(SessionJSON.text(of: session)).session == session)
    session.steps = (0..<300).map { Session.StepResult(name: "“\($0)”", wasCompleted: $0 % 2 == 0) }
    session.endedSeconds = -5
    session.planID = "p"
    #expect(read(SessionJSON.text(of: session)).session == session)
    // The clock may be anywhere, and a counter that ran away must not make a file that cannot be read.
    session.startedSeconds = .max
    session.endedSeconds = .min
    session.activeSeconds = .max
    session.totalStepCount = -1
    session.completedStepCount = 5
    let again = read(SessionJSON.text(of: session))
    #expect(again.problems == [] && again.session?.startedSeconds == Timestamp.range.upperBound)
    #expect(again.session?.activeSeconds == Limits.activeSeconds.upperBound && again.session?.completedStepCount == 0)
}

@Test func aSessionNeedsOnlyItsStartAndItsSeconds() {
    let result = readWith("\"x\": 1")
    #expect(result.problems == [] && result.session?.id == "file" && result.session?.routineID == "")
    #expect(result.session?.wasCompleted == false && result.session?.endedSeconds == nil && result.session?.steps == [])
    #expect(
        told(readWith("\"completedStepCount\": 3").problems) == [] && readWith("\"completedStepCount\": 3").session?.totalStepCount == 3)
}

@Test(arguments: [
    ("[]", "$: json.noObject"), ("{}", "$.startedAt: json.missing"),
    ("{\"startedAt\": \"2026-03-02T07:00:00Z\"}", "$.activeSeconds: json.missing"),
    ("{\"startedAt\": \"yesterday\", \"activeSeconds\": 1}", "$.startedAt: json.date"),
    ("{\"startedAt\": 1772434800, \"activeSeconds\": 1}", "$.startedAt: json.type"),
    ("{\"startedAt\": \"2026-02-30T07:00:00Z\", \"activeSeconds\": 1}", "$.startedAt: json.date"), ("{\n", "2: json.unfinished"),
])
func whatIsNoSessionIsListedWithItsReason(text: String, error: String) {
    let result = read(text)
    #expect(result.session == nil && told(result.problems).first == error)
}

@Test(arguments: [
    ("\"activeSeconds\": -1", "activeSeconds", "json.range"), ("\"activeSeconds\": 31536001", "activeSeconds", "json.range"),
    ("\"activeSeconds\": 1.5", "activeSeconds", "json.range"), ("\"activeSeconds\": 1e999999999", "activeSeconds", "json.range"),
    ("\"totalStepCount\": 10001", "totalStepCount", "json.range"), ("\"totalStepCount\": -1", "totalStepCount", "json.range"),
    ("\"totalStepCount\": 2, \"completedStepCount\": 3", "completedStepCount", "json.range"),
    ("\"completedStepCount\": 99999999999999999999", "completedStepCount", "json.range"), ("\"steps\": 5", "steps", "json.type"),
    ("\"steps\": [5]", "steps[0]", "json.noObject"), ("\"steps\": [{\"wasCompleted\": 1}]", "steps[0].wasCompleted", "json.bool"),
    ("\"wasCompleted\": \"yes\"", "wasCompleted", "json.bool"), ("\"endedAt\": \"x\"", "endedAt", "json.date"),
    ("\"routineID\": {}", "routineID", "json.type"),
])
func aHostileValueOfASessionIsListedAtItsPath(members: String, path: String, key: String) {
    let result = readWith(members)
    #expect(result.session == nil)
    #expect(told(result.problems).last == "$.\(path): \(key)")
    #expect(result.problems.last?.place == .path("$." + path, line: 2))
}

@Test func numbersInQuotationMarksAreReadWithANote() {
    let result = readWith("\"activeSeconds\": \"45\", \"wasCompleted\": \"true\", \"routineID\": 5")
    #expect(result.session?.activeSeconds == 45 && result.session?.wasCompleted == true && result.session?.routineID == "5")
    #expect(
        Set(told(result.problems)) == [
            "~$.activeSeconds: json.twice", "~$.activeSeconds: json.numberText", "~$.wasCompleted: json.numberText",
            "~$.routineID: json.textNumber",
        ])
}

/// A document whose file says no id has its path for one; names have a length all the same.
@Test func theIdsOfOtherDocumentsAreOfAnyLength() {
    let path = String(repeating: "folder/", count: 580) + "x"
    let session = readWith("\"routineID\": \"\(path)\", \"planIDSnapshot\": \"\(path)\", \"steps\": [{\"workoutID\": \"\(path)\"}]").session
    #expect(session?.routineID == path && session?.planID == path && session?.steps.map(\.workoutID) == [path])
    #expect(told(readWith("\"routineNameSnapshot\": \"\(path)\"").problems).last == "$.routineNameSnapshot: nameTooLong")
    let plan = PlanJSON.parse(
        "{\"name\": \"W\", \"slots\": [{\"weekdayLabelIndex\": 1, \"routineID\": \"\(path)\"}]}", fallbackName: "w", fallbackID: "w.json")
    #expect(plan.problems == [] && plan.plan?.days[0].map(\.routineID) == [path])
    let own = gallery.adding([Workout(OwnWorkout(id: path, name: "Hop", category: .cardio))])
    let routine = RoutineJSON.parse(
        "{\"name\": \"R\", \"steps\": [{\"workoutID\": \"\(path)\", \"workSeconds\": 20}]}", fallbackName: "r", fallbackID: "r.json",
        catalog: own)
    #expect(routine.problems == [] && routine.routine?.steps.map(\.workoutID) == [path])
}
