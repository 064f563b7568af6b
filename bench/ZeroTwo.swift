import Foundation

/// What counted instructions would take on the smallest machine this is for, a Pi Zero 2, with the arithmetic in words.
struct ZeroTwo {
    /// Instructions: of a digit frame, of a second of play, from PLAY to the first picture, from the start to it.
    let frame, second, play, start: Double

    private static let cyclesASecond = 1e9
    /// Half an instruction a cycle.
    private static let cyclesAnInstruction = 2.0
    private static let bytesASecond = 1e9
    /// What a digit changes: a fifth of 1920 x 1080 pixels of four bytes.
    private static let digitBytes = 1920.0 * 1080 * 4 / 5
    /// Painted, read and copied.
    private static let passes = 3.0

    /// Of the processor.
    func milliseconds(_ instructions: Double) -> Double {
        instructions * ZeroTwo.cyclesAnInstruction / ZeroTwo.cyclesASecond * 1000
    }
    var memoryMilliseconds: Double { ZeroTwo.digitBytes * ZeroTwo.passes / ZeroTwo.bytesASecond * 1000 }
    var frameMilliseconds: Double { milliseconds(frame) + memoryMilliseconds }

    var text: String {
        func number(_ value: Double, _ places: Int) -> String { String(format: "%.\(places)f", value) }
        func millions(_ value: Double, _ places: Int) -> String { number(value / 1e6, places) }
        let cycles = ZeroTwo.cyclesAnInstruction
        return
            "A Pi Zero 2 (four Cortex-A53 at 1 GHz), reasoned from the counts with half an instruction a cycle and 1 GB/s to and from memory, "
            + "both assumed and both low: a digit frame is \(millions(frame, 2)) million instructions / 0.5 = "
            + "\(millions(frame * cycles, 1)) million cycles, \(number(milliseconds(frame), 1)) ms, and a fifth of the picture "
            + "(\(millions(ZeroTwo.digitBytes, 1)) MB) painted, read and copied, \(number(memoryMilliseconds, 1)) ms; together "
            + "\(number(frameMilliseconds, 1)) ms of the 16.7 that a frame has, and all of it before the digit is due: at its "
            + "boundary only a flip is left. A second of play is \(millions(second, 1)) million / 0.5 = "
            + "\(millions(second * cycles, 0)) million cycles, \(number(milliseconds(second) / 10, 1)) % of one core. PLAY to the first "
            + "picture is \(millions(play, 0)) million / 0.5, \(number(milliseconds(play) / 1000, 2)) s of the 0.3 that it may take; the start "
            + "of the program to a first picture \(millions(start, 0)) million / 0.5, \(number(milliseconds(start) / 1000, 2)) s of the 1 that "
            + "it may take, reading the card left aside."
    }
}
