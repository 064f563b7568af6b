import Foundation
import Testing
import Workouts

// Every number against its range, and numbers made to hurt.

@Test(arguments: [
    ("Squats 1", "squat Squats 1"), ("Squats 86400", "squat Squats 86400"), ("Squats 24:00:00", "squat Squats 86400"),
    ("Squats 24 h", "squat Squats 86400"),
    ("Squats 1s x999", "squat Squats 1 x999"), ("Squats 30 x1", "squat Squats 30"), ("Squats 30 ~1 reps", "squat Squats 30 ~1"),
    ("Squats 30 ~9999 reps", "squat Squats 30 ~9999"), ("Squats 30 x2 rest 0", "squat Squats 30 x2"),
    ("Squats 30 x2 rest 24h", "squat Squats 30 x2 rest 86400"), ("Squats 000030", "squat Squats 30"),
])
func theEndsOfEveryRangeAreAllowed(text: String, meant: String) {
    #expect(step(text) == meant)
}

@Test(arguments: [
    ("Squats 0", "work", "0"), ("Squats 0s", "work", "0s"), ("Squats 86401", "work", "86401"), ("Squats 24:00:01", "work", "24:00:01"),
    ("Squats 25 hours", "work", "25 hours"), ("Squats -5s", "work", "-5s"), ("Squats −5s", "work", "−5s"),
    ("Squats -1:30", "work", "-1:30"),
    ("Squats 99999999999999999999999s", "work", "99999999999999999999999s"), ("Squats 9223372036854775807", "work", "9223372036854775807"),
    ("Squats 9223372036854775807 hours", "work", "9223372036854775807 hours"),
    ("Squats 153722867280912931 min", "work", "153722867280912931 min"),
    ("Squats 9999999999:59:59", "work", "9999999999:59:59"), ("Squats 30 x0", "sets", "x0"), ("Squats 30 x1000", "sets", "x1000"),
    ("Squats 30s 0 sets", "sets", "0 sets"), ("Squats 30s -3 sets", "sets", "-3 sets"),
    ("Squats 30 x99999999999999999999", "sets", "x99999999999999999999"),
    ("Squats 99999999999999999999 x 30s", "sets", "99999999999999999999 x"), ("Squats 30 ~0 reps", "reps", "~0 reps"),
    ("Squats 30 10000 reps", "reps", "10000 reps"), ("Squats 30 ~18446744073709551616 reps", "reps", "~18446744073709551616 reps"),
    ("Squats 30 -4 reps", "reps", "-4 reps"), ("Squats 30 x2 rest 86401", "rest", "86401"), ("Squats 30 x2 rest -1", "rest", "-1"),
    ("Squats 30 x2, 25 h between", "rest", "25 h"),
])
func whatIsOutOfRangeIsRefusedWithTheValueAndTheRange(text: String, what: String, value: String) throws {
    let reading = read("name: T\n\n" + text)
    #expect(reading.routine == nil)
    let errors = reading.problems.filter { $0.severity == .error }
    let problem = try #require(errors.first)
    #expect(errors.count == 1 && problem.place == .line(3) && problem.what.key == "problem.range.\(what)", "\(text)")
    let range = ["work": Limits.workSeconds, "sets": Limits.sets, "reps": Limits.reps, "rest": Limits.restSeconds][what]!
    #expect(problem.what.arguments == [.text(value), .number(range.lowerBound), .number(range.upperBound)], "\(text)")
    #expect(problem.remedy.key == problem.what.key + ".fix")
}

@Test func restsAreComparedWithTheirRangeAlsoWhenTheyAddUp() {
    #expect(told(read("name: T\nSquats 30\nthen 86400\nthen 1\nPlank 30")) == ["4: range.rest"])
    #expect(told(read("name: T\nSquats 30\nthen 86401\nPlank 30")) == ["3: range.rest"])
}

@Test func theLargestRoutineIsReadAndOneStepMoreIsNot() {
    let line = "Squats 30s\n"
    let most = read("name: T\n" + String(repeating: line, count: Limits.steps.upperBound))
    #expect(most.routine?.steps.count == 10_000 && most.problems == [])
    let more = read("name: T\n" + String(repeating: line, count: Limits.steps.upperBound + 1))
    #expect(more.routine == nil && told(more) == ["10002: tooManySteps"])
}

@Test func sevenDaysAreAllowedAndASecondMoreIsNot() {
    // 7 days: 7 steps of 24 hours.
    let days = "name: T\n" + String(repeating: "Squats 24:00:00\n", count: 7)
    #expect(read(days).routine.map { Timeline($0, getReadySeconds: 5).totalSeconds } == Limits.totalSeconds.upperBound)
    #expect(told(read(days + "Plank 1s")) == ["9: total"])
    // The last rest is not played, so it does not count.
    #expect(read(days + "then 24:00:00").routine != nil)
    #expect(
        told(read(days.replacingOccurrences(of: "Squats 24:00:00\nSquats", with: "Squats 24:00:00\nthen 1s\nSquats"))).last == "11: total")
    #expect(told(read("name: T\nSquats 24:00:00 x999, rest 24:00:00")) == ["2: total"])
}

@Test func namesOfThreeHundredLettersAreReadAndLongerOnesAreNot() {
    let long = String(repeating: "Very ", count: 74) + "long"
    #expect(long.count == 374)
    #expect(read(long + "\nSquats 30").routine?.name == long)
    #expect(step(long + " 30s") == "- \(long) 30")
    for more in [long + "x", String(repeating: "é", count: 301), String(repeating: "👩‍👩‍👧", count: 301)] {
        #expect(told(read(more + "\nSquats 30")) == ["1: nameTooLong"])
        #expect(told(read("name: \(more)\nSquats 30")) == ["1: nameTooLong"])
        #expect(told(read("name: T\n\(more) 30s")) == ["2: nameTooLong"])
    }
    #expect(read(String(repeating: "👩‍👩‍👧", count: 300) + "\nSquats 30").routine?.name.count == 300)
    // One letter with a million marks on it is no name.
    let stack = "a" + String(repeating: "\u{301}", count: 100_000)
    #expect(told(read("name: T\n\(stack) 30s")) == ["2: nameTooLong"])
}

@Test func aNameWithNothingToSeeIsRefused() {
    #expect(told(read("name: T\n\u{200B}\u{FE0F} 30s")) == ["2: nameBlank"])
    #expect(told(read("name: T\n\"  \" 30s")) == ["2: nameBlank"])
}

@Test func aFileOfRubbishIsToldOfAHundredTimesAtMost() {
    let reading = read("name: T\n" + String(repeating: "Wiggle 0s\n", count: 20_000))
    #expect(reading.problems.count <= 101 && reading.routine == nil)
    // An error at the end is not lost behind notes.
    let late = read("name: T\n" + String(repeating: "Squats\n", count: 5_000) + "Squats 0s")
    #expect(late.problems.count == 102 && late.routine == nil && told(late).suffix(2) == ["5002: range.work", "~5002: more"])
}
