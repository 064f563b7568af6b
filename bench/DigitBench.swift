import Foundation

/// The program's own digit frame, at 1920 × 1080: the turn that shows a digit and draws the next one, from the state through the stage and
/// the canvas to what the screen takes over, against filling the screen once. Issue 7: at most one and a half times.
func benchDigit() {
    do {
        let bytes = 1920 * 1080 * 4
        let screen = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 4096)
        // More than any processor's caches hold.
        let others = UnsafeMutableRawPointer.allocate(byteCount: 1 << 28, alignment: 4096)
        defer {
            screen.deallocate()
            others.deallocate()
        }
        memset(screen, 1, bytes)
        memset(others, 1, 1 << 28)
        for isAlone in [true, false] {
            // In a play a second lies between two digits, and others use the caches in it.
            func prepare(_ run: Int) { if !isAlone { memset(others, Int32(run & 255), 1 << 28) } }
            let fill = (0..<200).map { run in
                prepare(run)
                return ContinuousClock().measure { memset(screen, Int32(run & 255), bytes) }.milliseconds
            }.median
            var turns: [Double] = []
            // The digits from 49 to 10, as `bench counted frames` has them.
            _ = try SetsOfDigits().play(49) { number, turn in
                guard number >= 9 else { return turn() }
                prepare(number)
                turns.append(ContinuousClock().measure(turn).milliseconds)
            }
            if isAlone {
                report(
                    "a digit's turn of the program's own loop, against filling the screen, p50 of \(turns.count)", turns.median / fill,
                    .times,
                    goal: 1.5, note: "\(Unit.milliseconds.text(turns.median)) to \(Unit.milliseconds.text(fill))")
            } else {
                // How long filling takes then hangs on what the memory is at, so it is no measure for anything.
                report(
                    "the same, when others had the caches before, p50 of \(turns.count)", turns.median, .milliseconds,
                    note: "filling the screen \(Unit.milliseconds.text(fill))")
            }
            say("digit: p99 \(Unit.milliseconds.text(turns.percentile(0.99))), worst \(Unit.milliseconds.text(turns.percentile(1)))")
        }
    } catch { notMeasured("digit: \(error)") }
}
