import Playback
import Ports
import Testing

@testable import Preview

private func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

/// Feeds pieces at their instants; the deadline is served in between, as the loop would.
private func keys(_ pieces: [(Int64, String)], until end: Int64 = 10_000) -> [String] {
    var input = TerminalInput()
    var log: [String] = []
    func note(_ keys: [TerminalInput.Key]) {
        for key in keys {
            switch key {
            case .press(let key, let action), .letter(_, .press(let key, let action)): log.append("\(key) \(action)")
            case .letter(_, .stop): log.append("stop")
            case .letter(let letter, .nothing): log.append("letter \(letter)")
            case .suspend: log.append("suspend")
            case .stop: log.append("stop")
            }
        }
    }
    for (time, text) in pieces + [(end, "")] {
        while let deadline = input.nextDeadline, deadline <= at(time) { note(input.advance(to: deadline)) }
        note(input.feed(text.utf8, at: at(time)))
    }
    return log
}

private func keys(_ text: String) -> [String] { keys([(0, text)]) }

@Suite struct TerminalInputTests {
    @Test func lettersAreTapsAndCapitalsHolds() {
        #expect(keys("bps") == ["back tap", "pause tap", "skip tap"])
        #expect(keys("BPS") == ["back hold", "pause hold", "skip hold"])
        #expect(keys(" \r\n") == ["pause tap", "pause tap", "pause tap"])
        #expect(keys("q") == ["stop"] && keys("Q") == ["stop"] && keys("\u{3}") == ["stop"])
        #expect(keys("\u{1A}") == ["suspend"])
    }

    @Test(arguments: ["\u{1B}[", "\u{1B}O", "\u{1B}[1;5", "\u{1B}[1;2"])
    func arrowsAreKeysInEveryMode(prefix: String) {
        #expect(
            keys(["D", "C", "A", "B", "H"].map { prefix + $0 }.joined()) == ["back tap", "skip tap", "up tap", "down tap", "home tap"])
    }

    @Test func sequencesMayBeTornAnywhere() {
        let text = "b\u{1B}[D\u{1B}OC\u{1B}[1;5As\u{1B}[1~ "
        let whole = keys(text)
        #expect(whole == ["back tap", "back tap", "skip tap", "up tap", "skip tap", "home tap", "pause tap"])
        let bytes = Array(text.unicodeScalars)
        for cut in 1..<bytes.count {
            var (first, second) = (String.UnicodeScalarView(), String.UnicodeScalarView())
            first.append(contentsOf: bytes[..<cut])
            second.append(contentsOf: bytes[cut...])
            #expect(keys([(0, String(first)), (49, String(second))]) == whole, "cut at \(cut)")
        }
        #expect(keys(bytes.enumerated().map { (Int64($0.offset), String($0.element)) }) == whole)
    }

    @Test func aLoneEscapeIsKnownAfterFiftyMilliseconds() {
        var input = TerminalInput()
        #expect(input.feed([0x1B], at: at(100)) == [])
        #expect(input.nextDeadline == at(150))
        #expect(input.advance(to: at(149)) == [])
        #expect(input.advance(to: at(150)) == [.press(.back, .escape)])
        #expect(input.nextDeadline == nil)
        #expect(input.advance(to: at(500)) == [])
    }

    @Test func theNextByteDecidesAnEscapeAtOnce() {
        #expect(keys("\u{1B}s") == ["back escape", "skip tap"])
        #expect(keys("\u{1B}\u{1B}") == ["back escape", "back escape"])
        #expect(keys("\u{1B}\u{1B}[C") == ["back escape", "skip tap"])
    }

    @Test func theRestOfASequenceThatComesLateIsNoKey() {
        // ESC [ B is down; its B alone would hold BACK.
        #expect(keys([(0, "\u{1B}"), (300, "[B")]) == ["back escape"])
        #expect(keys([(0, "\u{1B}"), (300, "["), (400, "B"), (500, "b")]) == ["back escape", "back tap"])
        #expect(keys([(0, "\u{1B}"), (3000, "B")]) == ["back escape", "back hold"])
        #expect(keys([(0, "\u{1B}"), (3000, "[B")]) == ["back escape", "letter [", "back hold"], "so late it was typed")
    }

    @Test(arguments: [
        "\u{1B}[15~", "\u{1B}[3;5~", "\u{1B}[200~", "\u{1B}[?1;2c", "\u{1B}[<0;10;10M", "\u{1B}OP", "\u{1B}[Z", "\u{1B}[[A", "\u{1B}[[B",
        "\u{1B}[5~",
    ])
    func otherKeysAndRepliesAreNothing(sequence: String) {
        #expect(keys(sequence) == [])
        #expect(keys(sequence + "s") == ["skip tap"], "what follows is whole")
    }

    @Test func lettersAreThereToBeTyped() {
        #expect(keys("éБ😀x1-") == ["é", "Б", "😀", "x", "1", "-"].map { "letter \($0)" })
        #expect(keys("\u{7F}\u{8}") == ["letter \u{8}", "letter \u{8}"])
    }

    @Test func whatIsNoLetterIsNothing() {
        var input = TerminalInput()
        #expect(input.feed([0x80, 0xC3, 0x28, 0xFF, 0xE2, 0x82], at: at(0)) == [.letter("(", .nothing)])
    }

    @Test func aSequenceWithoutEndSwallowsNoMoreThanItself() {
        #expect(keys("\u{1B}[" + String(repeating: "1;", count: 1000) + "s").last == "skip tap")
        #expect(keys("\u{1B}[1\u{3}") == ["stop"], "a control byte ends it")
        #expect(keys("\u{1B}[1\u{1B}[C") == ["skip tap"])
    }

    @Test(arguments: 0..<50)
    func anyBytesEndQuietly(seed: UInt64) {
        var input = TerminalInput()
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        for step in 0..<500 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            _ = input.feed([UInt8(truncatingIfNeeded: state)], at: at(Int64(step)))
        }
        _ = input.advance(to: at(10_000))
        _ = input.feed("\u{18}".utf8, at: at(20_000))
        #expect(input.feed("s".utf8, at: at(20_000)) == [.letter("s", .press(.skip, .tap))])
    }
}
