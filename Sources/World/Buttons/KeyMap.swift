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

    /// With one of these down a key is somebody else's: Alt with an arrow switches the console, Ctrl-Alt-Delete restarts it.
    static let modifiers: Set<UInt16> = Set(
        [KEY_LEFTCTRL, KEY_RIGHTCTRL, KEY_LEFTALT, KEY_RIGHTALT, KEY_LEFTMETA, KEY_RIGHTMETA].map { UInt16($0) })

    static let shifts: Set<UInt16> = Set([KEY_LEFTSHIFT, KEY_RIGHTSHIFT].map { UInt16($0) })

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
