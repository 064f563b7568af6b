import CLinux
import Playback
import Ports

/// Events of input devices to key events: several devices and several codes may mean one key, which is down while any of them is. Pure.
struct HeldKeys {
    private struct Contact: Hashable {
        var device: String
        var code: UInt16
    }

    /// What a key types, with Shift and without.
    let letter: (_ code: UInt16, _ isShifted: Bool) -> Character?
    private var contacts: [Contact: Key] = [:]
    private var shifts: Set<Contact> = []
    private var modifiers: Set<Contact> = []
    /// Keys that went down as a console's, with Ctrl and Alt.
    private var consoles: [Contact: Int] = [:]
    /// Devices whose events are not to be trusted until their next report.
    private var distrusted: Set<String> = []

    init(letter: @escaping (_ code: UInt16, _ isShifted: Bool) -> Character? = { _, _ in nil }) { self.letter = letter }

    /// Key events, and the console that was asked for: the nth, from 1.
    /// - Parameter heldCodes: asks the device; only after events were lost.
    mutating func take(_ event: InputEvent, from device: String, heldCodes: () -> Set<UInt16>) -> (events: [PanelEvent], console: Int?) {
        switch event.kind {
        case .dropped:
            distrusted.insert(device)
            return ([], nil)
        case .report:
            guard distrusted.remove(device) != nil else { return ([], nil) }
            let codes = heldCodes()
            return (release(at: event.at) { $0.device == device && !codes.contains($0.code) }, nil)
        case .key(let code, let value):
            if distrusted.contains(device) { return ([], nil) }
            let contact = Contact(device: device, code: code)
            if let console = console(contact, value: value) { return ([], console) }
            return (key(contact, value: value, at: event.at), nil)
        }
    }

    /// These are down on a device that begins to be ours: of its modifiers we only get the end. What else is down was not meant for us.
    mutating func begin(_ device: String, with codes: Set<UInt16>) {
        let contacts = codes.map { Contact(device: device, code: $0) }
        modifiers.formUnion(contacts.filter { KeyMap.modifiers.contains($0.code) })
        shifts.formUnion(contacts.filter { KeyMap.shifts.contains($0.code) })
    }

    /// Whether a key is down there that changes what others mean.
    func isModified(by device: String) -> Bool { modifiers.union(shifts).contains { $0.device == device } }

    /// The device is gone: what it held is let go.
    mutating func forget(_ device: String, at now: Instant) -> [PanelEvent] {
        distrusted.remove(device)
        return release(at: now) { $0.device == device }
    }

    /// The keys are somebody else's for now.
    mutating func releaseAll(at now: Instant) -> [PanelEvent] { release(at: now) { _ in true } }

    /// A console is asked for when its key comes up. Were it down still, the kernel would type its repetition at the login that is there.
    private mutating func console(_ contact: Contact, value: Int32) -> Int? {
        if value == 0 { return consoles.removeValue(forKey: contact) }
        let codes = Set(modifiers.map(\.code))
        if value == 1, !codes.isDisjoint(with: KeyMap.controls), !codes.isDisjoint(with: KeyMap.alts) {
            consoles[contact] = KeyMap.console(of: contact.code)
        }
        return nil
    }

    private mutating func key(_ contact: Contact, value: Int32, at instant: Instant) -> [PanelEvent] {
        if KeyMap.shifts.contains(contact.code) {
            if value == 0 { shifts.remove(contact) } else { shifts.insert(contact) }
            return []
        }
        if KeyMap.modifiers.contains(contact.code) {
            if value == 0 { modifiers.remove(contact) } else { modifiers.insert(contact) }
            return []
        }
        switch (value, KeyMap.meaning(of: contact.code)) {
        case (1, .key(let key)?) where modifiers.isEmpty:
            let isFirst = !contacts.values.contains(key)
            contacts[contact] = key
            guard isFirst else { return [] }
            let down = KeyEvent(key, .down, at: instant)
            // The space bar is a key, and a space where a name is typed.
            return contact.code == UInt16(KEY_SPACE) ? [.typed(" ", else: .key(down))] : [.key(down)]
        case (1, .hold(let key)?) where modifiers.isEmpty: return [.key(KeyEvent(key, .escape, at: instant))]
        case (1, nil) where modifiers.isEmpty, (2, nil) where modifiers.isEmpty:
            return letter(contact.code, !shifts.isEmpty).map { [.typed($0, else: nil)] } ?? []
        case (0, _): return letGo(at: instant) { $0 == contact }
        // Two is the keyboard's own repetition: ours is counted from the press.
        default: return []
        }
    }

    /// No key of these is down any more, whatever it is.
    private mutating func release(at instant: Instant, where isGone: (Contact) -> Bool) -> [PanelEvent] {
        modifiers = modifiers.filter { !isGone($0) }
        shifts = shifts.filter { !isGone($0) }
        consoles = consoles.filter { !isGone($0.key) }
        return letGo(at: instant, where: isGone)
    }

    private mutating func letGo(at instant: Instant, where isGone: (Contact) -> Bool) -> [PanelEvent] {
        var keys: Set<Key> = []
        for (contact, key) in contacts where isGone(contact) {
            contacts[contact] = nil
            keys.insert(key)
        }
        return Key.allCases.filter { keys.contains($0) && !contacts.values.contains($0) }.map { .key(KeyEvent($0, .up, at: instant)) }
    }
}
