import Foundation
import Testing
import Workouts

// The text form, line by line: names, rests, comments, explicit lines, and what is doubtful.

// MARK: One line or many

private let sampleSteps = [
    "bridge Bridge 30 x3 rest 10 then 15", "squat Squats 30 x2 then 15", "russian-twist Russian twist 30 then 20",
    "bicycle-crunch Bicycle crunch 30 then 20 ~20", "mountain-climber Mountain climbers 30",
]

private let sampleParts = [
    "Bridge — 30 seconds, 3 sets with 10 seconds rest between sets", "then 15s rest", "Squats — 30 seconds, 2 sets", "then 15s rest",
    "Russian twist — 30 seconds", "then 20s rest", "Bicycle crunch — 30 seconds (~20 reps guidance)", "then 20s rest",
    "Mountain climbers — 30 seconds.",
]

@Test(arguments: [" · ", "\n", "; ", ";", "·", "\r\n", "\r", "\n\n", "\u{2028}", "\u{85}", "\n# a comment\n", " •  ", "\n\t"])
func theSampleIsReadOnOneLineOrMany(separator: String) throws {
    let reading = read(sampleParts.joined(separator: separator))
    #expect(drawn(reading) == sampleSteps && reading.problems == [])
    #expect(reading.routine?.name == "file")
    #expect(Timeline(try #require(reading.routine), getReadySeconds: 5).totalSeconds == 330)
    let named = read("Morning core" + separator + sampleParts.joined(separator: separator))
    #expect(drawn(named) == sampleSteps && named.routine?.name == "Morning core" && named.problems == [])
}

@Test func theShippedSampleIsTheOwnersSample() throws {
    let reading = try shippedRoutine("morning-core")
    #expect(drawn(reading) == sampleSteps && reading.problems == [] && reading.routine?.name == "Morning core")
    #expect(reading.document?.comments.isEmpty == false)
}

// MARK: The name

@Test(arguments: [
    ("Morning core\nSquats 30", "Morning core"), ("  Morning core  \n\nSquats 30", "Morning core"),
    ("Morning core:\nSquats 30", "Morning core"),
    ("Morning core.\nSquats 30", "Morning core"), ("Squats 30", "file"), ("name: Evening\nSquats 30", "Evening"),
    ("NAME : Evening\nSquats 30", "Evening"), ("Squats 30\nname: Evening", "Evening"), ("name: \"7 minutes\"\nSquats 30", "7 minutes"),
    ("Push · Pull · Legs\nSquats 30", "Push · Pull · Legs"), ("Legs and lungs\nSquats 30", "Legs and lungs"),
    ("With and for\nSquats 30", "With and for"), ("# comment\n\nMorning\nSquats 30", "Morning"), ("\"Rest 10\"\nSquats 30", "Rest 10"),
    ("“Week 1 #2”\nSquats 30", "Week 1 #2"), ("Комплекс\nSquats 30", "Комплекс"), ("🔥 Leg day\nSquats 30", "🔥 Leg day"),
    ("كامل الجسم\nSquats 30", "كامل الجسم"), ("Day 1\nSquats 30", "Day 1"), ("Week 12\nSquats 30", "Week 12"),
    ("Leg day 2\nSquats 30", "Leg day 2"),
])
func theNameIsTheFirstLineWithoutAQuantity(text: String, name: String) {
    let reading = read(text)
    #expect(reading.routine?.name == name)
    #expect(drawn(reading) == ["squat Squats 30"])
}

@Test func aFirstLineWithAQuantityIsAStep() {
    #expect(drawn(read("Wiggle 45\nSquats 30")) == ["- Wiggle 45", "squat Squats 30"])
    #expect(drawn(read("Plank 5\nSquats 30")) == ["plank Plank 5", "squat Squats 30"], "the gallery knows it, so it is no title")
    #expect(drawn(read("Side plank each side\nSquats 30")) == ["side-plank Side plank 30 each side", "squat Squats 30"])
}

@Test func aNameThatIsAWorkoutOrHasANumberIsDoubtful() {
    #expect(told(read("Squats\nPlank 30")) == ["~1: nameIsWorkout"])
    #expect(told(read("Circuit 7\nPlank 30")) == ["~1: nameHasNumber"])
    #expect(told(read("Circuit 2\nPlank 30")) == [], "nobody works for two seconds")
    #expect(told(read("Day 12\nPlank 30")) == [], "a day is counted")
    #expect(told(read("name: Squats\nPlank 30")) == [])
}

@Test func withAnExplicitNameTheFirstLineIsAStep() {
    let reading = read("name: Test\nSquats\nPlank 30")
    #expect(drawn(reading) == ["squat Squats 30", "plank Plank 30"] && told(reading) == ["~2: noTime"])
}

// MARK: Steps and rests

@Test func aLaterLineWithoutAQuantityIsAStepOfThirtySecondsWithANote() {
    let reading = read("Morning\nSquats\nPlank\nDead bug x3")
    #expect(drawn(reading) == ["squat Squats 30", "plank Plank 30", "dead-bug Dead bug 30 x3"])
    #expect(told(reading) == ["~2: noTime", "~3: noTime", "~4: noTime"])
}

@Test(arguments: [
    "then 15s rest", "then 15", "then 15s", "rest 15", "rest 15s", "Rest: 15 seconds", "15s rest", "15 seconds of rest", "then rest 15s",
    "then a 15s rest",
    "then take a 15 second rest", "rest for 15 seconds", "THEN 15S REST", "- then 15s rest", "rest — 15s", "then :15", "rest 0:15",
    "then 15s rest.",
    "then 15s rest,", "(rest 15s)", "15s rest after", "rest after: 15s",
])
func aRestOnItsOwnComesAfterTheStepBefore(line: String) {
    let reading = read("Morning\nSquats 30s x2\n\(line)\nPlank 20")
    #expect(drawn(reading) == ["squat Squats 30 x2 then 15", "plank Plank 20"], "\(line)")
    #expect(told(reading) == [])
}

@Test func aRestAfterTheLastStepIsKeptThoughNothingPlaysIt() {
    let reading = read("Squats 30\nthen 15")
    #expect(drawn(reading) == ["squat Squats 30 then 15"])
    #expect(reading.routine.map { Timeline($0, getReadySeconds: 0).totalSeconds } == 30)
}

@Test func doubtfulRestsAreReadTheLikeliestWay() {
    #expect(told(read("rest 10\nSquats 30")) == ["~1: restFirst"])
    let twice = read("Squats 30s, rest 10\nthen 15")
    #expect(drawn(twice) == ["squat Squats 30 then 25"] && told(twice) == ["~2: restsAdded"])
    let bare = read("Squats 30\nrest\nPlank 30")
    #expect(drawn(bare) == ["squat Squats 30 then 15", "plank Plank 30"] && told(bare) == ["~2: restLength"])
    let between = read("Squats 30s, 10s between")
    #expect(drawn(between) == ["squat Squats 30 rest 10"] && told(between) == ["~1: betweenOneSet"])
}

@Test func aLineWithoutAWorkoutSaysMoreAboutTheStepBefore() {
    let reading = read("Morning\nSquats\n45 seconds\n3 sets\n10s rest between sets\n~12 reps\nthen 15s rest\nPlank 20")
    #expect(drawn(reading) == ["squat Squats 45 x3 rest 10 then 15 ~12", "plank Plank 20"])
    #expect(told(reading) == ["~3: continued", "~4: continued", "~5: continued", "~6: continued"])
    #expect(drawn(read("Bridge · 30s × 3 · 10s between sets")) == ["bridge Bridge 30 x3 rest 10"])
    // What is said already is not said again.
    #expect(told(read("Squats 30s\n45s")) == ["2: nameless"])
    #expect(told(read("Squats 30s\nthen 15s\nx3")) == ["3: nameless"])
    #expect(told(read("Squats 30s\nPlank 30s\n3 rounds")) == ["3: rounds"])
    #expect(told(read("30s")) == ["1: nameless", "1: noSteps"])
}

@Test func stepsInAListWithCommasAreReadWithANote() {
    let reading = read("Squats 30s, Plank 45s, then 10s rest, Dead bug 20")
    #expect(drawn(reading) == ["squat Squats 30", "plank Plank 45 then 10", "dead-bug Dead bug 20"])
    #expect(read("Squats 30s x3, Plank 45s x2").routine?.steps.map(\.sets) == [3, 2])
    #expect(told(read("Squats 30s, Plank 45s")) == ["~1: commas"])
    // A word that is misspelt makes no step.
    #expect(told(read("Squats 30s, 10s betwen sets")).last == "1: twoTimes")
}

@Test func thenPartsAStepFromItsRestOnOneLine() {
    let reading = read("Squats 30s x3 rest 10, then 15s rest, then Plank 45s then 5")
    #expect(drawn(reading) == ["squat Squats 30 x3 rest 10 then 15", "plank Plank 45 then 5"] && told(reading) == [])
    // Within a name it is a word like any other.
    #expect(step("Squat then press 30s") == "- Squat then press 30")
}

@Test(arguments: [
    ("Squats 30s 45s", "1: twoTimes"), ("Squats 30s x3 4 sets", "1: twoSets"), ("Squats 30s 10 reps 12 reps", "1: twoReps"),
    ("Squats 30s rest 10 rest 20", "1: twoRests"), ("Squats 30s x3, 10s between, 20s between", "1: twoRests"), ("Squats 1:75", "1: clock"),
    ("Squats 1:5", "1: clock"), ("Squats 1:00:00:00", "1: clock"), ("Squats 12:30:61", "1: clock"), ("Squats 29.5s", "1: fraction"),
    ("Squats 1.33 min", "1: fraction"), ("Squats 30s, rest 0.5", "1: fraction"), ("Squats 0.0000001 h", "1: fraction"),
])
func whatCannotBeReadIsAnErrorWithItsLine(text: String, error: String) {
    let reading = read("name: T\n# line two\n" + text)
    #expect(told(reading).filter { !$0.hasPrefix("~") } == [error.replacingOccurrences(of: "1:", with: "3:")], "\(text)")
    #expect(reading.routine == nil && reading.document == nil)
}

@Test(arguments: [
    ("Squats 20 x 4", "squat Squats 20 x4", "timesOrder"), ("Squats 45s 3 x 12", "squat Squats 45 x3 ~12", "timesReps"),
    ("Squats 30s 8-12 reps", "squat Squats 30 ~12", "repsRange"), ("Squats 30s 8–12 reps", "squat Squats 30 ~12", "repsRange"),
    ("Squats 30s 3 repetitions", "squat Squats 30 x3", "repetitions"), ("Squats 5m", "squat Squats 300", "minutes"),
    ("Hold 3 plank 30s", "- Hold 3 plank 30", "numberInName"),
])
func whatIsDoubtfulIsReadTheLikeliestWayWithANote(text: String, meant: String, note: String) {
    #expect(step(text) == meant)
    #expect(told(read("name: T\n" + text)).contains("~2: \(note)"), "\(text)")
}

@Test func repetitionsAreRepetitionsWhenTheyAreManyOrAbout() {
    #expect(step("Squats 30s about 8 repetitions") == "squat Squats 30 ~8")
    #expect(step("Squats 30s 20 repetitions") == "squat Squats 30 ~20")
    #expect(step("Squats 30s x2 8 repetitions") == "squat Squats 30 x2 ~8")
}

// MARK: Workouts that the gallery does not know

@Test func anUnknownWorkoutPlaysUnderItsOwnNameWithANote() {
    let reading = read("Evening\nBrige 30s x3 rest 10\nRussion twist 45\nWackelknie 30s")
    #expect(drawn(reading) == ["- Brige 30 x3 rest 10", "- Russion twist 45", "- Wackelknie 30"])
    #expect(told(reading) == ["~2: unknownNear", "~3: unknownNear", "~4: unknown"])
    #expect(reading.problems.map(\.suggestion) == ["bridge", "russian-twist", nil])
    #expect(reading.problems[0].what.arguments == [.text("Brige"), .named(key: "workout.bridge", english: "Bridge")])
    #expect(reading.routine?.steps.allSatisfy { $0.category == .fullBody } == true)
}

@Test func aNameInQuotesMeansExactlyItself() {
    // "RDL" is an alias; in quotes only display names count.
    #expect(step("RDL 30s") == "romanian-deadlift Romanian deadlift 30" && step("\"RDL\" 30s") == "- RDL 30")
    #expect(step("\"romanian deadlifts\" 30s") == "romanian-deadlift Romanian deadlift 30")
    #expect(step("\"then 3 sets; rest 10 # x\" 30s") == "- then 3 sets; rest 10 # x 30")
    // A quotation mark that never closes is a mark like any other.
    #expect(step("\"Wiggle 30s") == "- \"Wiggle 30")
}

// MARK: Comments and explicit lines

@Test func explicitLinesSayWhatTheySay() throws {
    let text = """
        name: Core #1
        id: ../../etc/passwd
        updated: 2026-03-02T07:00:00Z
        starter: morning
        category: core
        note: low lights; no music
        Wiggle 30s
        note: "slow # and low"
        Shake 20s
        category: Cardio
        Squats 10s
        """
    let reading = read(text)
    let document = try #require(reading.document)
    #expect(
        document.name == "Core" && document.id == "../../etc/passwd" && document.updated == "2026-03-02T07:00:00Z"
            && document.starter == "morning")
    #expect(document.notes == ["low lights; no music"] && document.entries.map(\.notes) == [["slow # and low"], [], []])
    #expect(document.comments == ["1"])
    #expect(reading.routine?.steps.map(\.category) == [.core, .cardio, .legsGlutes])
    #expect(reading.routine?.id == "../../etc/passwd")
    #expect(told(reading) == ["~7: unknown", "~9: unknown"])
}

@Test func theIdIsTheFilesWhenItSaysNone() {
    #expect(
        RoutineText.parse("Squats 30", fallbackName: "legs", fallbackID: "sub/legs.routine", catalog: gallery).routine?.id
            == "sub/legs.routine")
    #expect(RoutineText.parse("Squats 30", fallbackName: "legs", catalog: gallery).routine?.id == "legs")
    #expect(RoutineText.parse("id: a\nSquats 30", fallbackName: "legs", fallbackID: "b", catalog: gallery).routine?.id == "a")
}

@Test func explicitLinesThatSayNothingAreNoted() {
    let reading = read("name:\nid: a\nid: b\nupdated: yesterday\ncategory: legs\nSquats 30s\ncategory: core")
    #expect(told(reading) == ["~1: directiveEmpty", "~3: directiveTwice", "~4: updated", "~5: category", "~6: categoryKnown"])
    #expect(reading.document?.id == "a" && reading.document?.category == nil && reading.routine?.name == "file")
}

@Test func commentsMeanNothingAndStay() throws {
    let text = """
        # about the file
        Morning # of every day
        # about Squats
        Squats 30s x2 # low
        # before the rest
        then 15s rest # drink
        Plank 30s #hold
        # the end
        """
    let document = try #require(read(text).document)
    #expect(document.comments == [" about the file"] && document.nameComment == " of every day" && document.lastComments == [" the end"])
    let first = document.entries[0]
    #expect(
        first.comments == [" about Squats"] && first.comment == " low" && first.restComments == [" before the rest"]
            && first.restComment == " drink")
    #expect(document.entries[1].comment == "hold")
    #expect(
        RoutineText.text(of: document, catalog: gallery) == """
            # about the file
            Morning # of every day

            # about Squats
            Squats 30s x2 # low
            # before the rest
            then 15s rest # drink
            Plank 30s #hold
            # the end

            """)
}

@Test func aFileWithoutStepsIsAnError() {
    #expect(told(read("")) == ["1: noSteps"])
    #expect(told(read("Nothing yet\n")) == ["1: noSteps"])
    #expect(told(read("# only\n# comments\n")) == ["2: noSteps"])
    #expect(told(read("name: A\nid: b\n")) == ["2: noSteps"])
    #expect(told(read("· ; ·\n,,,\n—")) == ["3: noSteps"])
}
