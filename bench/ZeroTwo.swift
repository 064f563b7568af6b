import Foundation

/// What was counted, reckoned up for the smallest machine this is for, a Pi Zero 2, with the arithmetic in words.
struct ZeroTwo {
    /// Instructions of the program's own code and the pixels that it changes: of a digit frame, of a second of play, from PLAY to the first
    /// picture and from the start to it.
    struct Work {
        var instructions: Double
        var pixels: Double
    }
    var frame, second, play, start: Work
    /// What the virtual Pi took for the last three, with the kernel and all else that runs there.
    var measured: VirtualPi

    private static let cyclesASecond = 1e9
    private static let instructionsACycle = 0.5
    private static let bytesASecond = 1e9
    /// Painted, read and copied.
    private static let passes = 3.0
    private static let whole = 1920.0 * 1080

    /// Of the processor.
    func milliseconds(_ instructions: Double) -> Double {
        instructions / ZeroTwo.instructionsACycle / ZeroTwo.cyclesASecond * 1000
    }
    /// Of memory.
    func milliseconds(pixels: Double) -> Double { pixels * 4 * ZeroTwo.passes / ZeroTwo.bytesASecond * 1000 }
    private func total(_ work: Work) -> Double { milliseconds(work.instructions) + milliseconds(pixels: work.pixels) }
    var frameMilliseconds: Double { total(frame) }

    /// For the table's foot.
    var sentences: [String] {
        func number(_ value: Double, _ places: Int) -> String { String(format: "%.\(places)f", value) }
        func millions(_ value: Double, _ places: Int) -> String { number(value / 1e6, places) }
        func megabytes(_ pixels: Double) -> String { number(pixels * 4 / 1e6, 1) }
        /// "A million / 0.5, 12.3 ms, and B MB painted, read and copied, 4.5 ms"
        func own(_ work: Work, _ places: Int) -> String {
            "\(millions(work.instructions, places)) million / \(ZeroTwo.instructionsACycle), "
                + "\(number(milliseconds(work.instructions), 1)) ms, and \(megabytes(work.pixels)) MB of picture painted, read and copied, "
                + "\(number(milliseconds(pixels: work.pixels), 1)) ms: \(number(total(work), 1)) ms"
        }
        /// The virtual Pi's seconds are as many billion instructions at most: its processor also waits in them.
        func there(_ seconds: Double, _ work: Work) -> Double { milliseconds(seconds * 1e9) + milliseconds(pixels: work.pixels) }
        let second = there(measured.processorSecondsAMinute / 60, self.second)
        return [
            "A Pi Zero 2 (four Cortex-A53 at 1 GHz), reasoned from the counts with half an instruction a cycle and 1 GB/s to and from memory. "
                + "Both are assumed, not measured: such a core begins two instructions a cycle at most, and one that waits for memory none. "
                + "callgrind counts the program's own code and nothing of the kernel's. The virtual Pi's figures, which stand below, have the "
                + "kernel, the drivers and the service's start in them; each of its seconds is a billion instructions at most, since its "
                + "processor also waits in them.",
            "There a digit frame is \(own(frame, 2)) of the 16.7 that a frame has, the kernel left aside, and all of it before the digit is "
                + "due: at its boundary only a flip is left. It changes \(number(frame.pixels / ZeroTwo.whole * 100, 0)) % of the picture, the "
                + "mean of the digits from 49 to 10.",
            "A second of play is \(own(self.second, 1)). By the virtual Pi's \(number(measured.processorSecondsAMinute, 3)) s of processor a "
                + "minute it is \(number(measured.processorSecondsAMinute / 60 * 1e3, 1)) million / \(ZeroTwo.instructionsACycle) and the same "
                + "memory, \(number(second, 1)) ms: \(number(second / 10, 1)) % of one core.",
            "PLAY to the first picture, and the next one drawn, is \(own(play, 0)). By the virtual Pi's "
                + "\(number(measured.playSeconds, 3)) s it is at most \(number(there(measured.playSeconds, play) / 1000, 2)) s of the 0.3 that "
                + "it may take. The start to a first picture is \(own(start, 0)); by the virtual Pi's "
                + "\(number(measured.startSeconds, 2)) s from the service's start it is at most "
                + "\(number(there(measured.startSeconds, start) / 1000, 1)) s, where what is not the program's own is systemd's, the kernel's "
                + "and the card's. The second that it may take lies between the two: only such a machine can say whether it is kept.",
        ]
    }
}

/// What the virtual Pi measured in its own time, a billion instructions a second, as the README's table of deploy/test-virtual-pi has it.
struct VirtualPi: Equatable {
    /// While it plays.
    var processorSecondsAMinute: Double
    /// From the service's start to its first picture, and from PLAY let go to the routine's, at 1920 × 1080.
    var startSeconds, playSeconds: Double

    /// - Throws: a sentence, when one of them does not stand there.
    init(readme: String) throws(Refusal) {
        func seconds(_ what: String) throws(Refusal) -> Double {
            let row = readme.split(separator: "\n").first { $0.contains("| \(what) |") }
            let words = row?.split(separator: "|").dropFirst(2).first?.split(separator: " ") ?? []
            guard words.count == 2, let value = Double(words[0]), let factor = ["s": 1, "ms": 0.001][words[1]] else {
                throw Refusal(sentence: "README.md has no figure of the virtual Pi's for: \(what)")
            }
            return value * factor
        }
        processorSecondsAMinute = try seconds("processor seconds a minute, at a billion instructions a second")
        startSeconds = try seconds("service start to first picture, 1920x1080")
        playSeconds = try seconds("PLAY let go to the routine's first picture, 1920x1080")
    }
}
