import Foundation
import Testing

@testable import Kiosk

/// Somebody, or something, presses whatever comes: nothing crashes, nothing is a dead end, the strip never lies, and play is on time.
@Suite struct WalkerTests {
    /// How many presses in all; STEPBACK_WALK says another number, for the long walk.
    private static let presses = ProcessInfo.processInfo.environment["STEPBACK_WALK"].flatMap { Int($0) } ?? 4_000
    private static let pressesPerSeed = 250

    @Test(arguments: 0..<max(1, presses / pressesPerSeed))
    func whateverHappensItGoesOnAndTheStripIsTrue(seed: Int) {
        var walker = Walker(seed: UInt64(seed))
        do {
            try walker.begin()
            var steps = 0
            while walker.presses < Self.pressesPerSeed {
                try walker.step()
                steps += 1
                if steps % 25 == 0 { try walker.checkHome() }
            }
        } catch {
            Issue.record("seed \(seed), after \(walker.presses) presses: \(error)\n\(walker.trail.joined(separator: " · "))")
        }
    }
}
