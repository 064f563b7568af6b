import TestSupport
import Testing
import Workouts

// Properties over routines made from seeds: what is printed is read as it was.

private func reread(_ text: String) -> Reading {
    RoutineText.parse(text, fallbackName: "fallback", fallbackID: "fallback", catalog: gallery)
}

@Test func aPrintedRoutineIsReadAsItWas() throws {
    var random = Seeded(1)
    for _ in 0..<1500 {
        let routine = random.routine()
        let text = RoutineText.text(of: routine, catalog: gallery)
        let reading = reread(text)
        #expect(reading.routine == routine, "\(text)")
        guard let document = reading.document, reading.routine == routine else { continue }
        #expect(RoutineText.text(of: document, catalog: gallery) == text)
        #expect(RoutineText.text(of: routine, catalog: gallery) == text)
    }
}

@Test func aRoutineSurvivesEveryEncodingOfItsFile() throws {
    var random = Seeded(2)
    for _ in 0..<100 {
        let routine = random.routine()
        let text = RoutineText.text(of: routine, catalog: gallery)
        let windows = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        var utf16: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { utf16 += [UInt8(unit & 255), UInt8(unit >> 8)] }
        for bytes in [Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(windows.utf8), utf16] {
            #expect(RoutineFile.read(bytes, fileName: "x.routine", catalog: gallery).routine == routine)
        }
    }
}

@Test func aRoutineAsJSONIsReadAsItWas() throws {
    var random = Seeded(3)
    for _ in 0..<400 {
        let routine = random.routine()
        let text = RoutineJSON.text(of: RoutineDocument(routine))
        let reading = RoutineJSON.parse(text, fallbackName: "fallback", catalog: gallery)
        #expect(reading.routine == routine, "\(text)")
        guard let document = reading.document else { continue }
        #expect(RoutineJSON.text(of: document) == text)
    }
}

@Test func everyCommentSurvivesARewrite() throws {
    var random = Seeded(4)
    for round in 0..<200 {
        // Comments behind lines and on lines of their own, wherever there is room.
        var count = 0
        func comment() -> String {
            count += 1
            return "#c\(count)."
        }
        var lines: [String] = []
        for line in RoutineText.text(of: random.routine(), catalog: gallery).split(separator: "\n", omittingEmptySubsequences: false) {
            if random.once(in: 3) { lines.append(comment()) }
            lines.append(random.once(in: 3) && !line.isEmpty ? line + " " + comment() : String(line))
        }
        let first = reread(lines.joined(separator: "\n"))
        let document = try #require(first.document)
        let text = RoutineText.text(of: document, catalog: gallery)
        for number in 1..<max(count + 1, 1) { #expect(text.contains("#c\(number)."), "round \(round): \(text)") }
        let second = reread(text)
        #expect(second.routine == first.routine)
        #expect(second.document.map { RoutineText.text(of: $0, catalog: gallery) } == text, "round \(round)")
    }
}

@Test func whateverIsReadIsPrintedInAFormThatMeansTheSame() throws {
    // Lines of arbitrary pieces: whatever comes of them, printing and reading gives it again.
    var random = Seeded(5)
    var read = 0
    for _ in 0..<1500 {
        let text = (0..<Int.random(in: 1...5, using: &random)).map { _ in random.name() + random.pick(["", " 30s", " 30s x2", " 10 reps"]) }
            .joined(separator: "\n")
        let reading = reread(text)
        guard let routine = reading.routine, let document = reading.document else { continue }
        read += 1
        let printed = RoutineText.text(of: document, catalog: gallery)
        #expect(reread(printed).routine == routine, "\(text)\n--\n\(printed)")
        #expect(reread(printed).document.map { RoutineText.text(of: $0, catalog: gallery) } == printed)
    }
    #expect(read > 400)
}

@Test func theCanonicalFormIsWhatAPersonWouldHaveTyped() {
    let reading = reread(
        "Bridge — 30 seconds, 3 sets with 10 seconds rest between sets · then 15s rest · Squats — 90 seconds, 2 sets · 3/4 Sit-Up 2 minutes each side · rest 1 min · "
            + "Bicycle crunch 4200 (~20 reps guidance), 10s between · Side bend 30s x2 ~12 reps each side, rest 1:05")
    #expect(
        reading.document.map { RoutineText.text(of: $0, catalog: gallery) } == """
            Bridge 30s x3, rest 10s
            then 15s rest
            Squats 1:30 x2
            3/4 Sit-Up 2 min each side
            then 1 min rest
            Bicycle crunch 1:10:00, 10s between, ~20 reps
            Side bends 30s each side x2, rest 1:05, ~12 reps

            """)
}

@Test func noGalleryNameNeedsQuotationMarks() {
    for workout in gallery.workouts {
        let step = Step(
            workoutID: workout.id, name: workout.name, category: workout.category, workSeconds: 75, sets: 3, setRestSeconds: 5,
            repGuidance: 8, eachSide: true)
        let text = RoutineText.text(of: Routine(id: "1", name: "T", steps: [step]), catalog: gallery)
        #expect(text == "T\nid: 1\n\n\(workout.name) 1:15 each side x3, rest 5s, ~8 reps\n")
    }
    for name in [
        "Wiggle", "Kick and clap", "B12 twist", "20kg swing", "Wackelknie", "Übung", "كامل", "🔥", "Squat (slow)", "3-way lunge",
        "L/R reach",
    ] {
        #expect(
            RoutineText.text(of: Routine(id: "1", name: "T", steps: [Step(name: name)]), catalog: gallery).hasSuffix("\n\(name) 30s\n"),
            "\(name)")
    }
}
