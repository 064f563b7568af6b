import Testing
import Workouts

@Test func aNameThatTheGalleryDoesNotKnowIsSaidOnceAFile() {
    let reading = read("Evening\nFrobnik 30s\nSquats 30s\nfrobnik 40s\nFrobnik 20s\nBrige 30s\nBrige 40s")
    #expect(told(reading) == ["~2: unknown", "~6: unknownNear"])
    let json = RoutineJSON.parse(
        #"{"name": "T", "steps": [{"workoutNameSnapshot": "Frobnik", "workSeconds": 9}, {"workoutNameSnapshot": "Frobnik", "workSeconds": 8}]}"#,
        fallbackName: "x", catalog: gallery)
    #expect(told(json.problems) == ["~$.steps[0].workoutNameSnapshot: unknown"])
}

/// Names of nothing, all different and near to nothing.
private func wildSteps(_ count: Int) -> [String] { (0..<count).map { "Zq\(String(repeating: "w", count: $0 % 9))vx\($0 + 100)kj 30s" } }

@Test func aListThatEndsEarlySaysSoInItsLastNote() throws {
    let steps = wildSteps(200)
    let reading = read("Evening\n" + steps.joined(separator: "\n"))
    #expect(reading.routine?.steps.count == 200 && reading.problems.count == 101)
    #expect(told(reading).dropLast().allSatisfy { $0.hasSuffix(": unknown") })
    let last = try #require(reading.problems.last)
    #expect(last.severity == .note && last.what.key == "problem.more" && last.what.arguments == [.number(100)])
    #expect(last.place == .line(102), "where the list ends")
    // Exactly as many as there is room for are all of them.
    #expect(told(read("Evening\n" + steps.prefix(100).joined(separator: "\n"))).last == "~101: unknown")
}

@Test func anErrorBehindAFullListIsToldAndTheListStillEndsWithItsNote() {
    let reading = read("Evening\n" + wildSteps(150).joined(separator: "\n") + "\nSquats 30s x0\nSquats 30s x0")
    #expect(reading.routine == nil)
    #expect(told(reading).filter { !$0.hasPrefix("~") } == ["152: range.sets"])
    #expect(told(reading).last == "~152: more" && reading.problems.count == 102)
}

@Test func aLongListOfAJSONFileSaysSoToo() {
    let steps = (0..<150).map { _ in #"{"workoutID": "squat"}"# }.joined(separator: ",\n")
    let reading = RoutineJSON.parse("{\"name\": \"T\", \"steps\": [\(steps)]}", fallbackName: "x", catalog: gallery)
    #expect(reading.problems.count == 101 && told(reading.problems).last == "~$.steps[100].workSeconds: more")
    let bad = (0..<150).map { _ in #"{"workoutID": "squat", "workSeconds": 0}"# }.joined(separator: ",\n")
    let refused = RoutineJSON.parse("{\"name\": \"T\", \"steps\": [\(bad)]}", fallbackName: "x", catalog: gallery)
    #expect(refused.problems.count == 101 && told(refused.problems).last == "~$.steps[100].workSeconds: more")
}

@Test(arguments: [
    ("Squats x3 x4 30s", "x3", "x4"), ("Squats x3 × 4 30s", "x3", "× 4"), ("x3 x4 30s Squats", "x3", "x4"),
    ("Squats 30s x3 x4", "x3", "x4"),
])
func twoNumbersOfSetsAreAnError(line: String, first: String, second: String) {
    let reading = read("name: T\n" + line)
    #expect(told(reading) == ["2: twoSets"])
    #expect(reading.problems.first?.what.arguments == [.text(first), .text(second)])
}

@Test(arguments: [
    ("Squats x3 x3 30s", "squat Squats 30 x3"), ("Squats x3 x30", "squat Squats 30 x3"), ("Squats x3 x 30s", "squat Squats 30 x3"),
    ("Squats 30s x3", "squat Squats 30 x3"), ("Hold 3 plank 30s", "- Hold 3 plank 30"),
    // As behind the time: the time is given, so the other number counts repetitions.
    ("Squats 3 x 12 30s", "squat Squats 30 x3 ~12"),
])
func numbersBehindATimesSignAreReadOnce(line: String, meant: String) { #expect(step(line) == meant) }

@Test(arguments: [
    ("Bridge 30 minuts", 1800, "30 minuts"), ("Bridge 2 mintes", 120, "2 mintes"), ("Bridge 2 minuets x3", 120, "2 minuets"),
    ("Bridge 90 secons", 90, "90 secons"), ("Bridge 45 secomds", 45, "45 secomds"), ("2 Minuten Bridge", 120, "2 Minuten"),
    ("Bridge 1 minut 30", 90, "1 minut 30"), ("Bridge 1 min 30 secnds", 90, "1 min 30 secnds"),
])
func aUnitWithATypingSlipIsReadWithANote(line: String, seconds: Int, written: String) {
    let reading = read("name: T\n" + line)
    #expect(reading.routine?.steps.map(\.workSeconds) == [seconds] && reading.routine?.steps.first?.workoutID == "bridge")
    #expect(told(reading) == ["~2: unitSpelling"])
    #expect(reading.problems.first?.what.arguments == [.text(written), .number(seconds)])
}

@Test(arguments: ["Squats 30s, rest 10 secnds, x2", "Squats 30s x2, 10 secnds rest"])
func aRestsUnitWithATypingSlipIsReadToo(line: String) {
    #expect(step(line) == "squat Squats 30 x2 rest 10" && told(read("name: T\n" + line)) == ["~2: unitSpelling"])
}

@Test(arguments: [
    ("Plank 2’", 120), ("Plank 2'", 120), ("Plank 2′", 120), ("Plank 90”", 90), ("Plank 90″", 90), ("Plank 1’30", 90),
    ("Plank 1’30”", 90), ("Plank 2’ x3", 120),
])
func theSignsOfMinutesAndSecondsAreReadAsAKeyboardWritesThem(line: String, seconds: Int) {
    let reading = read("name: T\n" + line)
    #expect(reading.routine?.steps.map(\.workSeconds) == [seconds] && reading.routine?.steps.first?.workoutID == "plank")
    #expect(told(reading) == [])
}

@Test(arguments: ["‘Hold 2’ 30s", "“Hold 2” 30s"]) func aClosingQuotationMarkIsNoSign(line: String) {
    #expect(read("name: T\n" + line).routine?.steps.map(\.workSeconds) == [30])
}

@Test(arguments: ["then", "then then", "and", "— then, and —", "Plank 20s; then"]) func whatSaysNothingGetsANote(line: String) {
    let reading = read("name: T\nSquats 30s\n" + line)
    #expect(told(reading) == ["~3: saysNothing"] && reading.routine != nil)
}

@Test(arguments: ["***", "— —", "· ·", ";", "Squats 30s, then\nthen 15s rest", "Squats 30s;\nPlank 20s ·"])
func marksAloneAreADrawingAndGetNone(text: String) { #expect(told(read("name: T\nSquats 30s\n" + text)) == []) }

@Test func jsonGetsTheRemediesOfJSON() throws {
    func problems(_ step: String) -> [Problem] {
        RoutineJSON.parse("{\"name\": \"T\", \"steps\": [\(step)]}", fallbackName: "x", catalog: gallery).problems
    }
    let timeless = problems(#"{"workoutNameSnapshot": "Squats"}"#)
    #expect(told(timeless) == ["~$.steps[0].workSeconds: json.noTime"])
    #expect(timeless[0].remedy.key == "problem.json.noTime.fix")
    let nobody = problems(#"{"workoutID": "nope", "workSeconds": 30}"#)
    #expect(told(nobody) == ["~$.steps[0].workoutID: json.unknownID"])
    #expect(nobody[0].what.arguments == [.text("nope"), .named(key: "category.full-body", english: "full-body")])
    // What was probably meant can be used.
    let near = problems(#"{"workoutID": "squatt", "workSeconds": 30}"#)
    #expect(told(near) == ["~$.steps[0].workoutID: unknownNear"] && near[0].suggestion == "squat")
}
