import CLinux
import Glibc
import Linux

/// What the keys of a keyboard type. The layout is the kernel's own, the one that Debian loads for the text console at boot, so that no
/// library of layouts is needed for a name now and then.
struct ConsoleKeymap {
    /// The kernel's symbol for a key: `table` 0 without Shift, 1 with it; nil where there is no console to ask.
    let symbol: (_ table: UInt8, _ code: UInt8) -> Int32?

    /// Asks the console whose keyboard it is: the process's own terminal, else the first one, else the one that is shown.
    static func ofThisMachine() -> ConsoleKeymap {
        for path in ["/dev/tty", "/dev/tty1", "/dev/tty0"] {
            // Whatever is wrong with it, the next one is asked, and in the end the usual layout serves.
            guard let console = try? Console(path) else { continue }
            return ConsoleKeymap { table, code in console.symbol(table, code) }
        }
        return ConsoleKeymap { _, _ in nil }
    }

    /// The letter, digit or mark of a key; nil for keys that type nothing.
    func letter(_ code: UInt16, isShifted: Bool) -> Character? {
        if code == UInt16(KEY_BACKSPACE) { return "\u{8}" }
        guard let code = UInt8(exactly: code) else { return nil }
        guard let symbol = symbol(isShifted ? 1 : 0, code) else { return ConsoleKeymap.usual(code, isShifted: isShifted) }
        return ConsoleKeymap.character(symbol)
    }

    /// keyboard.h: a type in the high byte, of which 0 and 11 are Latin-1; anything from 0xF000 ^ a code point is that character.
    static func character(_ symbol: Int32) -> Character? {
        let scalar: UInt32
        switch symbol >> 8 {
        case 0, 11: scalar = UInt32(symbol & 0xFF)
        case 15...: scalar = UInt32(symbol ^ 0xF000)
        default: return nil
        }
        guard let scalar = Unicode.Scalar(scalar), scalar.properties.generalCategory != .control else { return nil }
        return Character(scalar)
    }

    /// The American layout, row by row from its first key code.
    private static func usual(_ code: UInt8, isShifted: Bool) -> Character? {
        let rows: [(first: UInt8, keys: String)] = [
            (2, "1234567890-="), (16, "qwertyuiop"), (30, "asdfghjkl;'"), (44, "zxcvbnm,./"), (57, " "),
        ]
        for row in rows where code >= row.first && Int(code - row.first) < row.keys.count {
            let key = row.keys[row.keys.index(row.keys.startIndex, offsetBy: Int(code - row.first))]
            return isShifted && key.isLetter ? Character(key.uppercased()) : key
        }
        return nil
    }
}

/// A console whose keymap can be read.
private final class Console {
    private let descriptor: Descriptor

    init(_ path: String) throws(SystemError) {
        let descriptor = try Descriptor(opening: path, O_RDONLY | O_NOCTTY)
        let raw = descriptor.raw
        try systemCall("read the keymap of \(path)") { stepback_console_symbol(raw, 0, UInt8(KEY_A)) }
        self.descriptor = descriptor
    }

    func symbol(_ table: UInt8, _ code: UInt8) -> Int32? {
        let symbol = stepback_console_symbol(descriptor.raw, table, code)
        return symbol < 0 ? nil : symbol
    }
}
