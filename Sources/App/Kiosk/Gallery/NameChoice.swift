import Playback
import Ports
import Stage
import Words
import Workouts

/// Names for a workout of one's own, for a kiosk without a keyboard: those that routines use and the gallery does not know, and one that
/// is free.
struct NameChoice: Place {
    /// More than anybody leafs through.
    private static let most = 100

    private let editor: OwnWorkoutEditor
    private let names: [String]
    private var cursor = Cursor()

    init(for editor: OwnWorkoutEditor, _ facts: Facts) {
        self.editor = editor
        var names: [String] = []
        var seen: Set<String> = []
        for entry in facts.library?.routines ?? [] {
            for step in entry.routine.steps where step.workoutID == nil && names.count < NameChoice.most {
                if seen.insert(step.name.lowercased()).inserted { names.append(step.name) }
            }
        }
        names.append(NameChoice.freeName(facts))
        self.names = names
        cursor.jump(to: names.firstIndex(of: editor.name) ?? 0)
    }

    /// "My workout", "My workout 2": the first that the gallery does not have yet.
    static func freeName(_ facts: Facts) -> String {
        let words = facts.words
        var name = words("own.name.default")
        var number = 2
        while facts.library?.catalog.workout(called: name) != nil {
            name = words("own.name.numbered", .number(number))
            number += 1
        }
        return name
    }

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        ListKeys(facts.words, count: names.count, choose: Deed(.choose, .check, facts.words("key.choose"))).use(of: key)
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        switch act {
        case .previous, .next: cursor.step(act == .next ? 1 : -1, of: names.count, at: now)
        case .choose: return [.become(editor.renamed(names[cursor.index]))]
        case .leave: return [.become(editor)]
        default: break
        }
        return []
    }

    /// A keyboard is quicker.
    var isTyping: Bool { true }

    mutating func type(_ character: Character, _ facts: Facts) -> [Move] {
        var editor = editor
        let moves = editor.type(character, facts)
        return [.become(editor)] + moves
    }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        .list(
            ListPicture(
                title: facts.words("own.name"), rows: Rows(count: names.count, around: cursor.index) { .init(title: names[$0]) },
                focus: cursor.focus(at: now, isStill: facts.settings.reducedMotion), foot: facts.words("own.foot"), legend: legend))
    }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) { (facts.words("own.name"), names[cursor.index]) }
}
