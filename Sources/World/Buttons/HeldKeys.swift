import Playback
import Ports

/// Events of input devices to key events: several devices and several codes may mean one key, which is down while any of them is. Pure.
struct HeldKeys {
    private struct Contact: Hashable {
        var device: String
        var code: UInt16
    }

    private var contacts: [Contact: Key] = [:]
    private var modifiers: Set<Contact> = []
    /// Devices whose events are not to be trusted until their next report.
    private var distrusted: Set<String> = []

    /// - Parameter heldCodes: asks the device; only after events were lost.
    mutating func take(_ event: InputEvent, from device: String, heldCodes: () -> Set<UInt16>) -> [KeyEvent] {
        switch event.kind {
        case .dropped:
            distrusted.insert(device)
            return []
        case .report:
            guard distrusted.remove(device) != nil else { return [] }
            let codes = heldCodes()
            modifiers = modifiers.filter { $0.device != device || codes.contains($0.code) }
            return release(at: event.at) { $0.device == device && !codes.contains($0.code) }
        case .key(let code, let value):
            if distrusted.contains(device) { return [] }
            return key(Contact(device: device, code: code), value: value, at: event.at)
        }
    }

    /// The device is gone: what it held is let go.
    mutating func forget(_ device: String, at now: Instant) -> [KeyEvent] {
        distrusted.remove(device)
        modifiers = modifiers.filter { $0.device != device }
        return release(at: now) { $0.device == device }
    }

    /// The keys are somebody else's for now.
    mutating func releaseAll(at now: Instant) -> [KeyEvent] {
        modifiers = []
        return release(at: now) { _ in true }
    }

    private mutating func key(_ contact: Contact, value: Int32, at instant: Instant) -> [KeyEvent] {
        if KeyMap.modifiers.contains(contact.code) {
            if value == 0 { modifiers.remove(contact) } else { modifiers.insert(contact) }
            return []
        }
        switch (value, KeyMap.meaning(of: contact.code)) {
        case (1, .key(let key)?) where modifiers.isEmpty:
            let isFirst = !contacts.values.contains(key)
            contacts[contact] = key
            return isFirst ? [KeyEvent(key, .down, at: instant)] : []
        case (1, .hold(let key)?) where modifiers.isEmpty: return [KeyEvent(key, .hold, at: instant)]
        case (0, _): return release(at: instant) { $0 == contact }
        // Two is the keyboard's own repetition: ours is counted from the press.
        default: return []
        }
    }

    private mutating func release(at instant: Instant, where isGone: (Contact) -> Bool) -> [KeyEvent] {
        var keys: Set<Key> = []
        for (contact, key) in contacts where isGone(contact) {
            contacts[contact] = nil
            keys.insert(key)
        }
        return Key.allCases.filter { keys.contains($0) && !contacts.values.contains($0) }.map { KeyEvent($0, .up, at: instant) }
    }
}
