import Playback
import Ports

/// Bytes that a terminal sends to keys. Pure: time is what it is told. There is no key-up in a terminal, so every key is a whole press.
///
/// Escape is the start of a sequence or the key itself; which one shows the next byte, or that none comes in time.
struct TerminalInput {
    enum Key: Hashable, Sendable {
        case press(Ports.Key, KeyEvent.Action)
        /// A letter, and what it stands for where nothing is typed.
        case letter(Character, Letter)
        case suspend
        case stop
    }

    enum Letter: Hashable, Sendable {
        case press(Ports.Key, KeyEvent.Action)
        case stop
        case nothing
    }

    /// Sequences arrive in one piece, or nearly.
    static let escapeTime = Duration.milliseconds(50)
    /// A slow line may tear one: what comes this soon after a lone escape and looks like the rest of a sequence is no key.
    static let tornTime = Duration.milliseconds(1000)
    /// No key's sequence is longer; what is, is dropped.
    private static let longestSequence = 32

    private enum State: Hashable {
        case ground
        case escape(since: Instant)
        /// The escape was already taken for the key.
        case lateEscape(since: Instant)
        /// After ESC [ or ESC O: the parameters so far.
        case sequence([UInt8], isLate: Bool)
    }

    private var state = State.ground
    /// The bytes so far of a letter beyond ASCII.
    private var rune: [UInt8] = []

    /// When `advance` has something to do next.
    var nextDeadline: Instant? {
        if case .escape(let since) = state { return since + TerminalInput.escapeTime }
        return nil
    }

    mutating func advance(to now: Instant) -> [Key] {
        guard case .escape(let since) = state, now - since >= TerminalInput.escapeTime else { return [] }
        state = .lateEscape(since: since)
        return [.press(.back, .escape)]
    }

    mutating func feed(_ bytes: some Sequence<UInt8>, at now: Instant) -> [Key] {
        bytes.reduce(into: []) { keys, byte in keys += take(byte, at: now) }
    }

    private mutating func take(_ byte: UInt8, at now: Instant) -> [Key] {
        let opensSequence = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O")
        switch state {
        case .ground: return ground(byte, at: now)
        case .escape:
            if opensSequence {
                state = .sequence([], isLate: false)
                return []
            }
            return [.press(.back, .escape)] + ground(byte, at: now)
        case .lateEscape(let since):
            if opensSequence, now - since < TerminalInput.tornTime {
                state = .sequence([], isLate: true)
                return []
            }
            return ground(byte, at: now)
        case .sequence(let parameters, let isLate):
            switch byte {
            // The Linux console's function keys are ESC [ [ A and on: their letter is no arrow.
            case UInt8(ascii: "[") where parameters.isEmpty:
                state = .sequence([byte], isLate: isLate)
                return []
            case 0x40...0x7E:
                state = .ground
                return isLate ? [] : key(parameters, final: byte)
            case 0x20...0x3F where parameters.count < TerminalInput.longestSequence:
                state = .sequence(parameters + [byte], isLate: isLate)
                return []
            default: return ground(byte, at: now)
            }
        }
    }

    private mutating func ground(_ byte: UInt8, at now: Instant) -> [Key] {
        state = .ground
        if !(0x80...0xBF).contains(byte) { rune = [] }
        switch byte {
        case 0x1B: state = .escape(since: now)
        case UInt8(ascii: "b"): return [.letter("b", .press(.back, .tap))]
        case UInt8(ascii: "p"): return [.letter("p", .press(.pause, .tap))]
        case UInt8(ascii: " "): return [.letter(" ", .press(.pause, .tap))]
        case 0x0D, 0x0A: return [.press(.pause, .tap)]
        case UInt8(ascii: "s"): return [.letter("s", .press(.skip, .tap))]
        case UInt8(ascii: "B"): return [.letter("B", .press(.back, .hold))]
        case UInt8(ascii: "P"): return [.letter("P", .press(.pause, .hold))]
        case UInt8(ascii: "S"): return [.letter("S", .press(.skip, .hold))]
        case 0x08, 0x7F: return [.letter("\u{8}", .nothing)]
        case UInt8(ascii: "q"), UInt8(ascii: "Q"): return [.letter(Character(Unicode.Scalar(byte)), .stop)]
        case 0x03: return [.stop]
        case 0x1A: return [.suspend]
        case 0x21...0x7E: return [.letter(Character(Unicode.Scalar(byte)), .nothing)]
        case 0xC2...0xF4: rune = [byte]
        case 0x80...0xBF: return continued(byte)
        default: break
        }
        return []
    }

    /// A letter beyond ASCII, in its two to four bytes of UTF-8.
    private mutating func continued(_ byte: UInt8) -> [Key] {
        rune.append(byte)
        let length = rune.first.map { $0 < 0xE0 ? 2 : $0 < 0xF0 ? 3 : 4 } ?? 0
        guard length > 0, rune.count >= length else { return [] }
        defer { rune = [] }
        guard let text = String(validating: rune, as: UTF8.self), let letter = text.first else { return [] }
        return [.letter(letter, .nothing)]
    }

    /// ECMA-48 cursor keys as xterm sends them, with or without modifiers, and the numbered keys of the VT220.
    private func key(_ parameters: [UInt8], final: UInt8) -> [Key] {
        if parameters.first == UInt8(ascii: "[") { return [] }
        switch final {
        case UInt8(ascii: "A"): return [.press(.up, .tap)]
        case UInt8(ascii: "B"): return [.press(.down, .tap)]
        case UInt8(ascii: "C"): return [.press(.skip, .tap)]
        case UInt8(ascii: "D"): return [.press(.back, .tap)]
        case UInt8(ascii: "H"): return [.press(.home, .tap)]
        // The keypad's enter.
        case UInt8(ascii: "M") where parameters.isEmpty: return [.press(.pause, .tap)]
        case UInt8(ascii: "~") where parameters == Array("1".utf8) || parameters == Array("7".utf8): return [.press(.home, .tap)]
        default: return []
        }
    }
}
