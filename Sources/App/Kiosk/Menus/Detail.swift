import Library
import Playback
import Ports
import Stage
import Words
import Workouts

/// A routine as it will play. The focus is always on Play; BACK and SKIP move the script.
struct Detail: Place {
    private(set) var entry: RoutineEntry
    private var script: RoutineScript
    /// The first row of the script that is shown.
    private var top = 0

    init(_ entry: RoutineEntry) {
        self.entry = entry
        script = RoutineScript(entry.routine.steps)
    }

    /// With it the end of the script is in sight.
    private var lastTop: Int { max(0, script.rows.count + entry.notes.count - Detail.kept) }

    /// Rows that are kept in sight at the end of the script.
    private static let kept = 4

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let words = facts.words
        switch key {
        case .back: return KeyUse(top > 0 ? Deed(.previous, .up, words("key.up")) : nil, hold: .leave(words))
        case .pause:
            let options = Deed(.options, .choose, words("key.options"))
            return KeyUse(Deed(.choose, .play, words("key.play")), hold: .init(deed: options, note: words("key.hold.options")))
        case .skip: return top < lastTop ? KeyUse(Deed(.next, .down, words("key.down"))) : nil
        case .home, .up, .down: return nil
        }
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        switch act {
        case .previous: top = max(0, top - 1)
        case .next: top = min(top + 1, lastTop)
        case .leave: return [.close]
        case .choose: return [.play(facts.playable(entry))]
        case .options: return [.open(RoutineOptions(entry, under: self))]
        default: break
        }
        return []
    }

    /// Its file changed, or is gone.
    mutating func settle(_ facts: Facts) -> [Move] {
        guard facts.library != nil else { return [] }
        guard let entry = facts.entry(id: entry.id) else { return [.close] }
        if entry.routine.steps != self.entry.routine.steps { script = RoutineScript(entry.routine.steps) }
        self.entry = entry
        top = min(top, lastTop)
        return []
    }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        let rows = Rows<ScriptRow>(count: script.rows.count + entry.notes.count, around: top) { index in
            index < script.rows.count
                ? script.row(index, words) : .note(entry.notes[index - script.rows.count].sentence(words))
        }
        return .detail(
            DetailPicture(
                facts: Script.facts(entry.routine, label: words("detail.label"), history: history(facts), words),
                script: rows, top: top, play: words("key.play"), legend: legend))
    }

    /// "2 days ago, **12** times, **66 min** in all", and shorter.
    private func history(_ facts: Facts) -> [Phrase] {
        let texts = RoutineTexts(facts)
        let last = texts.lastDone(entry.id)
        guard let times = texts.times(entry.id) else { return last.isEmpty ? [] : [Phrase(last)] }
        let short = last.isEmpty ? times : facts.words("list.two", .text(last), .text(times))
        guard let minutes = texts.minutes(entry.id) else { return [Phrase(short)] }
        return [Phrase(facts.words("list.two", .text(short), .text(minutes))), Phrase(short)]
    }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) { (entry.routine.name, facts.words("key.play")) }
}

extension KeyUse.Hold {
    /// BACK held: back to the screen below.
    static func leave(_ words: Words) -> KeyUse.Hold {
        .init(deed: Deed(.leave, .left, words("key.leave")), note: words("key.hold.leave"))
    }
}

extension Problem {
    /// What and how to mend it, in one line.
    func sentence(_ words: Words) -> String {
        words("detail.whatAndFix", .text(what.text(words)), .text(remedy.text(words)))
    }
}

extension Message {
    func text(_ words: Words) -> String {
        words(
            key,
            arguments: arguments.map { argument in
                switch argument {
                case .text(let text): .text(text)
                case .number(let number): .number(number)
                case .named(let key, let english): .text(words.has(key) ? words(key) : english)
                }
            })
    }
}
