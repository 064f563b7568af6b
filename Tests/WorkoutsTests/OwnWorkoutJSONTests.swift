import Testing
import Workouts

private func read(_ text: String) -> OwnWorkoutReading { OwnWorkoutJSON.parse(text, fallbackID: "file.json") }

@Test func aPersonsOwnWorkoutHasTheFieldsOfTheDataModelAndIsPrintedAsItStands() throws {
    let bytes = try bytes(ofCase: "workout.json")
    let reading = OwnWorkoutJSON.read(bytes, fallbackID: "file.json")
    #expect(reading.problems == [])
    #expect(
        reading.workout
            == OwnWorkout(
                id: "9f6d", name: "Wall Sit", category: .legsGlutes, notes: ["Back flat.", "Thighs level."], created: "2026-03-01T07:00:00Z"
            ))
    let document = try #require(reading.document)
    #expect(OwnWorkoutJSON.text(of: document) == String(decoding: bytes, as: UTF8.self))
    let made = OwnWorkout(id: "x", name: "Übung „1“", category: .balance, updated: "2026-03-01T07:00:00Z")
    #expect(read(OwnWorkoutJSON.text(of: OwnWorkoutDocument(made))).workout == made)
}

@Test func aNameIsEnoughForAWorkout() {
    let reading = read("{\"name\": \" Wall\\u0007 sit \"}")
    #expect(reading.problems == [] && reading.workout == OwnWorkout(id: "file.json", name: "Wall sit"))
}

@Test func aCategoryThatIsNotKnownYetStaysInTheFile() throws {
    let reading = read("{\"id\": 5, \"name\": \"Float\", \"categoryID\": \"swimming\"}")
    #expect(told(reading.problems) == ["~$.id: json.textNumber", "~$.categoryID: category"] && reading.workout?.category == .fullBody)
    let document = try #require(reading.document)
    #expect(OwnWorkoutJSON.text(of: document).contains("\"categoryID\": \"swimming\""))
}

/// Apart from the test's attribute, in which Swift 6.0.3 cannot compile an interpolation.
private let noWorkouts = [
    ("[]", "$: json.noObject"), ("{}", "$.name: json.missing"), ("{\"name\": \"\"}", "$.name: json.missing"),
    ("{\"title\": \"Tabata\"}", "$.name: json.missing"), ("{\"name\": 5}", "$.name: json.type"),
    ("{\"name\": \"a\", \"notes\": 5}", "$.notes: json.type"),
    ("{\"name\": \"a\", \"id\": []}", "$.id: json.type"), ("{\"name\": \"\(String(repeating: "x", count: 301))\"}", "$.name: nameTooLong"),
    ("{\"name\": \"a\", \"createdAt\": 1e99}", "$.createdAt: json.type"), ("nonsense", "1: json.unexpected"),
]

@Test(arguments: noWorkouts)
func whatIsNoWorkoutIsListedWithItsReason(text: String, error: String) {
    let reading = read(text)
    #expect(reading.workout == nil && reading.document == nil && told(reading.problems) == [error])
}
