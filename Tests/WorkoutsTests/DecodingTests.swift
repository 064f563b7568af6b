import Foundation
import Testing

@testable import Workouts

private let text = "Übung früh\n\nBridge 30s x3, rest 10s\nthen 15s\nSquats 30s x2 · “ok”\n"

private func decoded(_ bytes: [UInt8]) -> String? {
    do { return try RoutineText.decode(bytes).text } catch { return nil }
}

private func refused(_ bytes: [UInt8]) -> String? {
    do {
        _ = try RoutineText.decode(bytes)
        return nil
    } catch { return told([error])[0] }
}

private func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
    ([0xFEFF] + Array(text.utf16)).flatMap { bigEndian ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)] }
}

@Test func everyEncodingGivesTheSameText() {
    #expect(decoded(Array(text.utf8)) == text)
    #expect(decoded([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == text)
    #expect(decoded(utf16(text, bigEndian: false)) == text)
    #expect(decoded(utf16(text, bigEndian: true)) == text)
    #expect(decoded(utf16("🔥 Leg day", bigEndian: false)) == "🔥 Leg day")
}

@Test func everyLineEndGivesTheSameText() {
    for end in ["\r\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"] {
        #expect(decoded(Array(text.replacingOccurrences(of: "\n", with: end).utf8)) == text)
    }
    #expect(decoded(Array("a\n\rb\r\r\nc".utf8)) == "a\n\nb\n\nc")
}

@Test func anOldEncodingIsReadWithANote() throws {
    // "Übung früh" in Latin-1, and Windows' own quotation marks, dash and dot.
    let parts: [[UInt8]] = [
        [0xDC], Array("bung fr".utf8), [0xFC], Array("h\nBridge ".utf8), [0x97], Array(" 30s ".utf8), [0xB7], Array(" then 15\n".utf8),
    ]
    let decoded = try RoutineText.decode(Array(parts.joined()))
    #expect(decoded.text == "Übung früh\nBridge — 30s · then 15\n")
    #expect(told(decoded.problems) == ["~1: file.latin1"])
    let late = try RoutineText.decode(Array("Legs\n\nSquats 30s\n# f".utf8) + [0xFC] + Array("r dich\n".utf8))
    #expect(told(late.problems) == ["~4: file.latin1"])
}

@Test func whatWouldShowWrongLettersIsRefused() {
    // UTF-8 with a byte missing, Cyrillic of Windows-1251, a byte that Windows-1252 has no letter for.
    #expect(refused(Array("Ä".utf8) + Array("rger\nÜ".utf8).dropLast()) == "2: file.encoding")
    #expect(refused([0xCF, 0xF0, 0xE8, 0xF1, 0xE5, 0xE4, 0xE0, 0xED, 0xE8, 0xFF, 0x20, 0x33, 0x30]) == "1: file.encoding")
    #expect(refused(Array("Squats 30s\nPlank ".utf8) + [0x81]) == "2: file.encoding")
}

@Test func whatIsNoTextIsRefused() {
    #expect(refused([]) == "1: file.empty")
    #expect(refused([0xEF, 0xBB, 0xBF]) == "1: file.empty")
    #expect(refused([0xFF, 0xFE]) == "1: file.empty")
    #expect(refused(Array(repeating: 0, count: 4096)) == "1: file.zeros")
    #expect(refused(Array("Legs\nSquats 30s\n".utf8) + [0, 0, 0]) == "3: file.binary")
    // UTF-16 without its mark, UTF-32, a PNG, a gzip.
    #expect(refused(Array(utf16("Legs", bigEndian: true).dropFirst(2))) == "1: file.binary")
    #expect(refused([0xFF, 0xFE, 0, 0, 0x4C, 0, 0, 0]) == "1: file.binary")
    #expect(refused([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) != nil)
    #expect(refused([0x1F, 0x8B, 0x08, 0x00]) == "1: file.binary")
    // UTF-16 that ends within a unit, and with half a pair.
    #expect(refused(utf16("Legs\nX", bigEndian: false) + [0x41]) == "2: file.cut")
    #expect(refused(utf16("Legs\n", bigEndian: false) + [0x3D, 0xD8]) == "2: file.binary")
    #expect(refused(Array(String(repeating: "\u{1}\u{2}", count: 50).utf8)) == "1: file.binary")
}

@Test func oneMebibyteIsReadAndAByteMoreIsNot() {
    let most = Array(repeating: UInt8(ascii: "x"), count: Limits.fileBytes)
    #expect(decoded(most)?.utf8.count == Limits.fileBytes)
    #expect(refused(most + [0x78]) == "file: file.tooBig")
}

@Test func controlCharactersAreDropped() {
    #expect(decoded(Array("A\u{1B}[31mB\u{7}C\u{7F}D\u{9C}E\tF\u{202E}G\u{FEFF}H\u{2066}I".utf8)) == "A[31mBCDE\tFGHI")
    // What a person means by right-to-left marks and joiners stays.
    #expect(decoded(Array("\u{200F}x3 👩‍👩‍👧 \u{200E}".utf8)) == "\u{200F}x3 👩‍👩‍👧 \u{200E}")
}

@Test func everyInvalidByteSequenceIsSeen() {
    // Well-formed by table 3-7 of the Unicode standard, against Swift's own decoder.
    var seen = 0
    for first in UInt8(0xC0)...0xFF {
        for second in stride(from: UInt8(0x70), through: 0xD0, by: 0x10) {
            for tail: [UInt8] in [[], [0x80], [0x80, 0x80], [0xBF, 0xBF], [0x41, 0x80]] {
                // Enough plain letters around it that only well-formedness decides.
                let bytes = Array("plain letters ".utf8) + [first, second] + tail + Array(" and more of them".utf8)
                let isValid = String(validating: bytes, as: UTF8.self) != nil
                let problems = try? RoutineText.decode(bytes).problems
                #expect((problems == []) == isValid, "\(bytes)")
                seen += isValid ? 1 : 0
            }
        }
    }
    #expect(seen > 100)
}
