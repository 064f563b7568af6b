import Playback
import Ports
import Stage
import Words

/// The languages, each under its own name, so that whoever cannot read the screen finds theirs. What is chosen applies at once: to the
/// screen, the voice and the side that text begins at.
struct LanguageList: Place {
    private var cursor: Cursor

    init(_ facts: Facts) {
        cursor = Cursor(facts.settings.languages.all.firstIndex { $0.identifier == facts.words.language } ?? 0)
    }

    private func languages(_ facts: Facts) -> [Languages.Language] { facts.settings.languages.all }

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let choose = Deed(.choose, .check, facts.words("key.choose"))
        return ListKeys(facts.words, count: languages(facts).count, choose: choose).use(of: key)
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        switch act {
        case .previous, .next: cursor.step(act == .next ? 1 : -1, of: languages(facts).count, at: now)
        case .leave: return [.close]
        case .choose:
            var settings = facts.settings.personal
            settings.language = languages(facts)[cursor.index].identifier
            return [.set(settings), .close]
        default: break
        }
        return []
    }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        let rows = languages(facts).map { language in
            ListPicture.Row(
                title: language.name, detail: language.isPartial ? words("preference.language.partial") : nil,
                isChecked: language.identifier == words.language)
        }
        return .list(
            ListPicture(
                title: words("setting.language"), rows: Rows(rows),
                focus: cursor.focus(at: now, isStill: facts.settings.reducedMotion), legend: legend))
    }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        (facts.words("setting.language"), languages(facts)[cursor.index].name)
    }
}
