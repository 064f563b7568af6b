import Playback
import Ports
import Stage
import Testing
import Workouts

@testable import Kiosk

/// Unseen: with everything read aloud, a routine is built, played and completed by ear alone.
@Suite struct AcceptanceAloudTests {
    @Test func everyFocusIsSaidFromTheBuilderToTheSummary() throws {
        let wall = try Wall(SharedFolder()) { $0.personal.readsAloud = true }
        var last = wall.picture.focused
        var count = 0
        wall.look = { wall in
            let picture = wall.picture
            defer { last = picture.focused ?? picture.screen }
            guard (picture.focused ?? picture.screen) != last, picture.screen != "player" else { return }
            count += 1
            let said = wall.spoken.last ?? ""
            // "Bridge 30 s" is read as "Bridge, 30 s".
            let name = (picture.focused ?? "").split(separator: " ").first.map { String($0) } ?? ""
            #expect(name.isEmpty ? !said.isEmpty : said.contains(name), "\(picture.focused ?? picture.screen): \(said)")
        }
        #expect(wall.spoken.last?.hasSuffix("Get started") == true)
        wall.tap(.pause)
        try wall.options(of: "Morning core")
        try wall.choose("Delete")
        #expect(wall.spoken.last?.contains("Keep") == true, "the answers are said: \(wall.spoken.last ?? "")")
        wall.tap(.skip)
        try AcceptanceTests.buildSample(wall)
        try wall.walk(to: "Morning core")
        wall.tap(.pause)
        wall.run(for: .seconds(20))
        // To end it is a question; going on is an answer.
        wall.hold(.back)
        #expect(wall.spoken.last?.contains("Keep going and End and save") == true)
        wall.tap(.pause)
        wall.run(for: .seconds(337))
        #expect(wall.picture.screen == "summary")
        let end = wall.spoken.suffix(2)
        #expect(end.first == "Done. Morning core complete")
        #expect(end.last?.contains("5:30 active") == true && end.last?.contains("Finish and Go again") == true, "\(end)")
        wall.tap(.pause)
        #expect(wall.spoken.last?.contains("Morning core") == true)
        #expect(count > 50)
    }

    @Test func theHeaderOfTheHomeAndTheQuestionOfAStartAreSaid() throws {
        let played = [session("legs", days: 0), session("mobility", days: 1)]
        let bench = Bench(menus: library(sessions: played, status: .full), clock: thursdayEvening) { $0.personal.readsAloud = true }
        bench.run(to: seconds(1))
        func said() -> String {
            bench.speaker.handed.compactMap { if case .voice(let utterance) = $0.sound { utterance.text } else { nil } }.last ?? ""
        }
        #expect(said().hasPrefix("Home. The store is full. 2-day streak. 11 min this week. Legs and lungs"))
        bench.tap(.skip)
        bench.run(to: seconds(2))
        #expect(said().hasPrefix("Evening mobility"), "it is said once: \(said())")
        var run = Run(Timeline(sample, getReadySeconds: 5), zero: seconds(0))
        run.advance(to: seconds(57))
        let entry = JournalEntry(
            bootID: "another", written: seconds(57), clock: nil,
            origin: PlayOrigin(random: "01234567", started: seconds(0), planID: nil, planName: nil), routine: sample, getReadySeconds: 5,
            run: run.snapshot)
        let question = ResumeQuestion(entry: entry, run: run).aloud(bench.host.kiosk.facts)
        #expect(question.screen == "Pick up where you were?")
        #expect(question.focus == "Morning core stopped in Bridge, set 2 of 3. Discard, Resume, and Save and end.")
    }
}
