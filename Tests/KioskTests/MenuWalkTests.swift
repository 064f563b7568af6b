import Ports
import Stage
import TestSupport
import Testing
import Workouts

@testable import Kiosk

/// What a short press of a key is said to do; nil: nothing.
private func verb(_ key: Key, _ bench: MenuBench) -> String? {
    if let question = bench.question {
        let answer = key == .back ? question.back : key == .pause ? question.pause : question.skip
        return answer?.text
    }
    guard let legend = bench.legend else { return nil }
    let cell = key == .back ? legend.back : key == .pause ? legend.pause : legend.skip
    return cell?.verb
}

private func crowded() -> MenuBench {
    MenuBench([
        "routines/core.routine": sampleText, "routines/legs.routine": "Legs\nsquatt 40s x2\nLedge sit 30s",
        "routines/bad.json": "{\"name\": 3}", "workouts/ledge.json": #"{"id": "w", "name": "Ledge sit"}"#,
        "plans/a.json": #"{"id": "a", "name": "A", "isActive": true, "slots": [{"weekdayLabelIndex": 2, "routineID": "core.routine"}]}"#,
        "plans/b.json": #"{"id": "b", "name": "B", "slots": []}"#,
    ])
}

@Test func whateverIsPressedTheLegendIsTrueAndHomeIsReached() {
    var dice = Seeded(11)
    let places: [(Facts) -> any Place] = [
        { _ in Gallery() }, { Week($0) }, { _ in Problems() }, { _ in PlanList() }, { WeekEditor(newPlan: $0) },
        { OwnWorkoutEditor(named: "", in: nil, $0) },
    ]
    for round in 0..<24 {
        let bench = crowded()
        bench.open(places[round % places.count])
        for _ in 0..<120 {
            let key = [Key.back, .pause, .skip][Int(dice.next() % 3)]
            if bench.player != nil || bench.isHome { break }
            let said = verb(key, bench)
            let before = bench.picture
            let edits = bench.edits.count
            switch dice.next() % 8 {
            case 0: bench.hold(key, for: .milliseconds(1300))
            case 1: bench.type(String("abcdefgh ".randomElement(using: &dice)!))
            default:
                bench.tap(key)
                // A key that is said to do nothing does nothing.
                if said == nil { #expect(bench.picture == before && bench.edits.count == edits) }
            }
        }
        if bench.player != nil { continue }
        for _ in 0..<200 where !bench.isHome && bench.player == nil {
            if bench.question != nil {
                // Any answer, held as those that forget something have to be.
                bench.hold([.back, .pause, .skip][Int(dice.next() % 3)], for: .milliseconds(1300))
            } else if bench.kiosk.use(of: .back)?.hold == nil {
                bench.tap(.pause)
            } else {
                bench.hold(.back)
            }
        }
        if bench.player != nil { continue }
        #expect(bench.isHome, "round \(round): \(bench.picture)")
    }
}
