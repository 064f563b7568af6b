import Testing
import Foundation
@testable import Workouts
@Test func scratch() throws {
    let text = try String(contentsOfFile: "/tmp/wk/scratch.txt", encoding: .utf8)
    for block in text.components(separatedBy: "\n====\n") {
        let r = read(block)
        print("--------\n" + block)
        print("=> \(r.routine?.name ?? "nil") \(drawn(r) ?? []) \(told(r))")
        if let d = r.document { print(RoutineText.text(of: d, catalog: gallery)) }
    }
}
