import CLinux
import Ports

/// What the keys of keyboards, remotes and presenters mean (linux/input-event-codes.h). Letters are free, for typing names.
enum KeyMap {
    enum Meaning: Hashable, Sendable {
        /// Down and up like a button.
        case key(Key)
        /// A whole hold at once.
        case hold(Key)
    }

    static func meaning(of code: UInt16) -> Meaning? { meanings[code] }

    static let controls: Set<UInt16> = Set([KEY_LEFTCTRL, KEY_RIGHTCTRL].map { UInt16($0) })
    static let alts: Set<UInt16> = Set([KEY_LEFTALT, KEY_RIGHTALT].map { UInt16($0) })
    static let shifts: Set<UInt16> = Set([KEY_LEFTSHIFT, KEY_RIGHTSHIFT].map { UInt16($0) })

    /// With one of these down a key is none of the player's. While we are in front nobody else gets it either: of all such chords only
    /// the consoles' own does something. Alt with an arrow and Ctrl-Alt-Delete are nothing; a login, on another console, has them.
    static let modifiers: Set<UInt16> = controls.union(alts).union([UInt16(KEY_LEFTMETA), UInt16(KEY_RIGHTMETA)])

    /// Ctrl and Alt with this key ask for that console, from F1 for the first to F12, as the kernel's own keymap has it (keymaps(5)).
    static func console(of code: UInt16) -> Int? { consoles[code] }

    private static let consoles: [UInt16: Int] = {
        // The last two came to keyboards later.
        let keys = Array(UInt16(KEY_F1)...UInt16(KEY_F10)) + [UInt16(KEY_F11), UInt16(KEY_F12)]
        return Dictionary(uniqueKeysWithValues: zip(keys, 1...))
    }()

    private static let meanings: [UInt16: Meaning] = {
        let table: [(Meaning, [Int32])] = [
            (.key(.back), [KEY_LEFT, KEY_PREVIOUSSONG, KEY_REWIND, KEY_PAGEUP, KEY_PREVIOUS]),
            (
                .key(.pause),
                [KEY_SPACE, KEY_ENTER, KEY_KPENTER, KEY_PLAYPAUSE, KEY_PLAY, KEY_PLAYCD, KEY_PAUSE, KEY_PAUSECD, KEY_OK, KEY_SELECT]
            ),
            (.key(.skip), [KEY_RIGHT, KEY_NEXTSONG, KEY_FASTFORWARD, KEY_PAGEDOWN, KEY_NEXT]),
            (.key(.up), [KEY_UP]),
            (.key(.down), [KEY_DOWN]),
            (.key(.home), [KEY_HOME, KEY_HOMEPAGE, KEY_MENU]),
            // A remote's own way back.
            (.hold(.back), [KEY_ESC, KEY_BACK, KEY_EXIT, KEY_STOP, KEY_STOPCD]),
        ]
        var meanings: [UInt16: Meaning] = [:]
        for (meaning, codes) in table { for code in codes { meanings[UInt16(code)] = meaning } }
        return meanings
    }()
}
