import Foundation
import Playback
import Ports
import Stage
import Words
import Workouts

/// What the routine is to be called: the first name is one press away, others below it, and a keyboard can type one. Hands `Name` back.
struct SaveNames: Place {
    /// Never blank.
    struct Name: Hashable, Sendable { var text: String }

    private let names: [String]
    private var typed = ""
    private var cursor = Cursor()

    init(_ draft: RoutineDraft, _ facts: Facts, at now: Instant) {
        let suggestions = RoutineNames(facts).suggestions(for: draft.steps, facts, at: now)
        names = (draft.name.map { [$0] } ?? []) + suggestions.filter { $0 != draft.name }
    }

    private var entered: String? {
        let text = typed.trimmingCharacters(in: .whitespaces)
        return text.isEmpty ? nil : text
    }

    private var count: Int { names.count + (entered == nil ? 0 : 1) }

    private func name(_ index: Int) -> String? {
        guard let entered else { return names.indices.contains(index) ? names[index] : nil }
        return index == 0 ? entered : names.indices.contains(index - 1) ? names[index - 1] : nil
    }

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let words = facts.words
        switch key {
        case .back:
            let cancel = Deed(.leave, .left, words("picker.key.cancel"))
            let up = count > 1 ? Deed(.previous, .up, words("key.up")) : nil
            return KeyUse(up, hold: .init(deed: cancel, note: words("picker.key.holdCancel")))
        case .pause: return count > 0 ? KeyUse(Deed(.choose, .check, words("key.save"))) : nil
        case .skip: return count > 1 ? KeyUse(Deed(.next, .down, words("key.down"))) : nil
        case .home, .up, .down: return nil
        }
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        switch act {
        case .previous, .next: cursor.step(act == .next ? 1 : -1, of: count, at: now)
        case .choose: return name(cursor.index).map { [.hand(Name(text: $0))] } ?? []
        case .leave: return [.close]
        default: break
        }
        return []
    }

    /// The list is left and answered with other keys.
    var isTyping: Bool { true }

    mutating func type(_ character: Character, _ facts: Facts) -> [Move] {
        guard typed.edit(character) else { return [] }
        cursor.jump(to: 0)
        return []
    }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        let rows = Rows<ListPicture.Row>(count: count, around: cursor.index) { index in
            let name = name(index) ?? ""
            return .init(title: entered != nil && index == 0 ? words("saveNames.typed", .text(name)) : name)
        }
        return .list(
            ListPicture(
                title: words("saveNames.title"), typed: typed.isEmpty ? nil : typed, rows: rows,
                focus: cursor.focus(at: now, isStill: facts.settings.reducedMotion), legend: legend))
    }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) { (facts.words("saveNames.title"), name(cursor.index) ?? "") }
}
