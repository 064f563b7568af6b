import Playback
import Ports
import Stage
import TestSupport
import Testing
import Workouts

@testable import Kiosk

/// What the strip says is what happens, wherever random fingers lead.
@Suite struct BuilderLegendTests {
    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func theLegendIsTrue(seed: UInt64) throws {
        var generator = Seeded(seed)
        let desk = BuilderDesk(files: ["routines/three.routine": BuilderTests.three, "routines/legs.json": BuilderSavingTests.json])
        for _ in 0..<400 {
            if desk.isAtHome {
                desk.readStore()
                if Bool.random(using: &generator) { desk.openNew() } else { desk.openEditing("routines/three.routine") }
            }
            if Int.random(in: 0..<40, using: &generator) == 0 {
                desk.files["routines/three.routine"] = Array((BuilderTests.three + "\n").utf8)
            }
            let key = [Key.back, .pause, .skip, .skip, .pause].randomElement(using: &generator)!
            let use = desk.kiosk.use(of: key)
            let before = Seen(desk)
            if Int.random(in: 0..<5, using: &generator) == 0 {
                guard use?.repeats == nil else { continue }
                desk.hold(key)
                // Without a hold meaning a press is a press, however long.
                check(use?.hold?.deed ?? use?.tap, before, desk)
            } else {
                desk.tap(key)
                check(use?.tap, before, desk)
            }
        }
    }

    /// What a walker compares.
    private struct Seen {
        var picture: Picture
        var depth: Int
        var focus: Int?
        var number: String?

        init(_ desk: BuilderDesk) {
            picture = desk.picture
            depth = desk.kiosk.places.count
            focus =
                desk.builder?.focus.index ?? desk.picker?.focus.index ?? desk.options?.focus.index ?? desk.list?.focus.index
                ?? desk.stepper?.focus.index
            number = desk.stepper?.value
        }
    }

    private func check(_ deed: Deed?, _ before: Seen, _ desk: BuilderDesk) {
        let after = Seen(desk)
        // A picture in a failed expectation would fill a page.
        let isChanged = after.depth != before.depth || after.picture != before.picture
        guard let deed else {
            #expect(!isChanged, "a key that says nothing does nothing")
            return
        }
        switch deed.act {
        case .previous, .next:
            #expect(after.depth == before.depth)
            #expect(after.focus != before.focus, "\(deed.verb)")
        case .nextSection: #expect(after.focus != before.focus, "\(deed.verb)")
        case .less, .more:
            #expect(after.depth == before.depth)
            #expect(after.number != before.number, "\(deed.verb)")
        default: #expect(isChanged, "\(deed.verb)")
        }
    }

    @Test func everyScreenSaysWhatItIsAloud() throws {
        let desk = BuilderDesk(files: ["routines/three.routine": BuilderTests.three])
        func aloud() -> [String] {
            let text = desk.kiosk.places.last!.aloud(desk.kiosk.facts)
            return [text.screen, text.focus]
        }
        desk.openEditing("routines/three.routine")
        #expect(aloud() == ["Editing Three", "Plank, 30 s"])
        desk.tap(.pause)
        #expect(aloud() == ["Plank", "Work: 30 s"])
        desk.tap(.pause, times: 4)
        desk.hold(.pause)
        #expect(aloud() == ["Plank", "Move"])
        desk.hold(.back)
        try desk.walk(to: "Add workouts")
        #expect(aloud() == ["Editing Three", "Add workouts"])
        desk.tap(.pause)
        desk.tap(.pause)
        #expect(aloud() == ["Pick workouts", "Plank, picked"])
    }
}
