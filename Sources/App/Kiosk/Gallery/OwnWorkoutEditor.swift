import Library
import Playback
import Ports
import Stage
import Words
import Workouts

/// A workout of one's own: what it is called, and where it belongs. Without a keyboard its name is one of those that are suggested.
struct OwnWorkoutEditor: Place {
    enum Row: Int, Hashable, Sendable, CaseIterable { case name, category, save }

    /// Of the file; nil for a new one.
    private let path: String?
    private let original: Workout?
    private(set) var name: String
    /// A name that nobody has chosen: the first letter that is typed takes its place.
    private var isSuggested: Bool
    private(set) var category: Category
    /// The category is being stepped through; the value it began with.
    private var stepping: Category?
    private var cursor = Cursor()
    private var saving: Int?
    /// `updatedAt` of what is being saved.
    private var savedAt: String?

    /// A new one.
    /// - Parameter typed: what was searched for in vain; empty: a name is suggested.
    init(named typed: String, in category: Category?, _ facts: Facts) {
        path = nil
        original = nil
        self.category = category ?? .fullBody
        isSuggested = typed.isEmpty
        name = typed.isEmpty ? NameChoice.freeName(facts) : typed.prefix(1).uppercased(with: facts.words.locale) + typed.dropFirst()
    }

    /// One that is there.
    init(_ workout: Workout, path: String) {
        self.path = path
        original = workout
        name = workout.name
        category = workout.category
        isSuggested = false
    }

    private var row: Row { Row(rawValue: cursor.index) ?? .name }
    private var isChanged: Bool {
        if let original { return original.name != name || original.category != category }
        return !isSuggested
    }

    /// Another name was chosen from those suggested.
    func renamed(_ name: String) -> OwnWorkoutEditor {
        var editor = self
        editor.name = name
        editor.isSuggested = false
        return editor
    }

    // MARK: Keys

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let words = facts.words
        if stepping != nil {
            switch key {
            case .back: return KeyUse(Deed(.less, .left, words("key.previous")), repeats: words("key.repeats"))
            case .pause:
                return KeyUse(
                    Deed(.nextValue, .check, words("key.done")),
                    hold: .init(deed: Deed(.undo, .restart, words("key.undo")), note: words("key.hold.undo")))
            case .skip: return KeyUse(Deed(.more, .right, words("key.nextCell")), repeats: words("key.repeats"))
            case .home, .up, .down: return nil
            }
        }
        let choose: Deed? =
            switch row {
            // What is on its way to the disk is not changed any more.
            case _ where saving != nil: nil
            case .name: Deed(.choose, .choose, words("key.change"))
            case .category: Deed(.choose, .choose, words("key.change"))
            case .save: name.isEmpty ? nil : Deed(.choose, .check, words("key.save"))
            }
        return ListKeys(words, count: Row.allCases.count, choose: choose).use(of: key)
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        switch act {
        case .previous, .next: cursor.step(act == .next ? 1 : -1, of: Row.allCases.count, at: now)
        case .less: step(-1)
        case .more: step(1)
        case .nextValue: stepping = nil
        case .undo:
            if let stepping { category = stepping }
            stepping = nil
        case .choose:
            switch row {
            case .name: return [.become(NameChoice(for: self, facts))]
            case .category: stepping = category
            case .save: return save(facts, at: now)
            }
        case .leave: return isChanged ? [.open(Question.leaving(facts.words))] : [.close]
        default: break
        }
        return []
    }

    private mutating func step(_ delta: Int) {
        let all = Category.allCases
        category = all[(all.firstIndex(of: category)! + delta + all.count) % all.count]
    }

    /// The rows are chosen with other keys, and so is the category.
    var isTyping: Bool { row == .name && stepping == nil }

    mutating func type(_ character: Character, _ facts: Facts) -> [Move] {
        var text = isSuggested ? "" : name
        guard saving == nil, text.edit(character) else { return [] }
        name = text
        isSuggested = false
        return []
    }

    // MARK: Saving

    /// One that is there is read first, so that whatever else its file says stays in it.
    private mutating func save(_ facts: Facts, at now: Instant) -> [Move] {
        guard saving == nil, !name.isEmpty else { return [] }
        saving = now.ticket
        savedAt = facts.timestamp(at: now)
        if let path { return [.store(.read(path: path, ticket: now.ticket))] }
        let workout = OwnWorkout(
            id: facts.freshID(name, at: now), name: name.trimmed, category: category, created: savedAt, updated: savedAt)
        let text = OwnWorkoutJSON.text(of: OwnWorkoutDocument(workout))
        return [.store(.edit(StoreEdit(new: .workouts, ending: "json", bytes: Array(text.utf8)), ticket: now.ticket))]
    }

    mutating func hear(_ answer: StoreAnswer, _ facts: Facts) -> [Move] {
        guard let saving else { return [] }
        switch answer {
        case .contents(let bytes, saving), .conflict(let bytes, saving): return write(over: bytes, ticket: saving, facts)
        case .written(_, saving): return [.close]
        case .failed(let fault, saving):
            self.saving = nil
            return [.open(Question.notSaved(fault, facts.words))]
        default: return []
        }
    }

    mutating func take(_ handed: any Sendable, _ facts: Facts, at now: Instant) -> [Move] {
        guard let answer = handed as? BuilderAnswer else { return [] }
        switch answer {
        case .keepFile: return [.close]
        case .keepMine(let fileHolds):
            saving = now.ticket
            savedAt = facts.timestamp(at: now)
            return write(over: fileHolds, ticket: now.ticket, isMeant: true, facts)
        case .save, .keepBoth: return []
        }
    }

    /// Only what was changed here is changed in the file. One that is gone, or says something else of just that, is asked about.
    /// - Parameter isMeant: it was.
    private mutating func write(over bytes: [UInt8]?, ticket: Int, isMeant: Bool = false, _ facts: Facts) -> [Move] {
        guard let path, let original else { return [] }
        var document = OwnWorkoutDocument(OwnWorkout(id: original.id, name: name.trimmed, category: category))
        if let bytes {
            guard let read = OwnWorkoutJSON.read(bytes, fallbackID: original.id).document else {
                saving = nil
                return [.open(Question.unreadable(facts.words))]
            }
            document = read
            let isName = original.name != name
            let isCategory = original.category != category
            if !isMeant,
                isName && differs(read.name, original.name, name.trimmed)
                    || isCategory && differs(read.category, original.category, category)
            {
                saving = nil
                return [.open(Question.changedElsewhere(fileHolds: bytes, facts.words))]
            }
            if isName { document.rename(to: name.trimmed) }
            if isCategory { document.category = category }
        } else if !isMeant {
            saving = nil
            return [.open(Question.removedElsewhere(facts.words))]
        }
        if let savedAt { document.updated = savedAt }
        let text = Array(OwnWorkoutJSON.text(of: document).utf8)
        return [.store(.edit(StoreEdit(path: path, bytes: text, expecting: bytes), ticket: ticket))]
    }

    /// Neither as it was nor as it is to be.
    private func differs<Value: Equatable>(_ there: Value?, _ before: Value, _ here: Value) -> Bool {
        there.map { $0 != before && $0 != here } ?? false
    }

    // MARK: Picture

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        let rows = Row.allCases.map { row in
            switch row {
            case .name: ListPicture.Row(title: words("own.name"), detail: words("own.name.other"))
            case .category: ListPicture.Row(title: words("own.category"), detail: words(category.nameKey), category: category)
            case .save: ListPicture.Row(title: words("key.save"))
            }
        }
        return .list(
            ListPicture(
                title: words(path == nil ? "gallery.addOwn" : "own.edit"), typed: name, rows: Rows(rows),
                focus: cursor.focus(at: now, isStill: facts.settings.reducedMotion), foot: foot(facts), legend: legend))
    }

    /// Two of one name are allowed, and said.
    private func foot(_ facts: Facts) -> String {
        if saving != nil { return facts.words("builder.label.saving") }
        guard let other = facts.library?.catalog.workout(called: name), other.id != original?.id else { return facts.words("own.foot") }
        return facts.words("own.twin", .text(other.name))
    }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        let words = facts.words
        return switch row {
        case .name: (words("gallery.addOwn"), name)
        case .category: (words("gallery.addOwn"), words(category.nameKey))
        case .save: (words("gallery.addOwn"), words("key.save"))
        }
    }
}

extension String {
    /// Without the spaces that were typed at its end.
    var trimmed: String {
        var text = self[...]
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }
}
