import Foundation
import Playback
import Ports
import Stage
import Words
import Workouts

/// Workouts by name: of a category, of all, or those that typed letters find; and behind them the way to one of one's own.
struct WorkoutList: Place {
    /// Nil is all of them.
    private(set) var category: Category?
    /// Not empty: a search, over all of them.
    private(set) var typed = ""
    /// A search was begun, and has no letter yet.
    private var isSearching = false
    private var cursor = Cursor()
    /// The id of the workout that is focused; nil on the last row, which adds one of one's own.
    private var focused: String?
    private var found: [Workout] = []
    /// What `found` was found in, so that it is looked up only when the gallery changed.
    private var source: [Workout] = []

    init(_ category: Category?, _ facts: Facts) {
        self.category = category
        find(facts)
        focused = found.first?.id
    }

    // MARK: Rows

    private var count: Int { found.count + 1 }
    private var focusedWorkout: Workout? { found.indices.contains(cursor.index) ? found[cursor.index] : nil }

    private mutating func find(_ facts: Facts) {
        source = facts.library?.catalog.workouts ?? []
        if !typed.isEmpty {
            found = facts.library?.catalog.search(typed) ?? []
            return
        }
        let locale = facts.words.locale
        found = source.filter { category == nil || $0.category == category }.sorted {
            $0.name.compare($1.name, options: [.caseInsensitive, .numeric], range: nil, locale: locale) == .orderedAscending
        }
    }

    mutating func settle(_ facts: Facts) -> [Move] {
        if facts.library?.catalog.workouts ?? [] != source { find(facts) }
        if let focused, let index = found.firstIndex(where: { $0.id == focused }) { cursor.jump(to: index) }
        cursor.clamp(to: count)
        focused = focusedWorkout?.id
        return []
    }

    // MARK: Keys

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let words = facts.words
        let choose = focusedWorkout == nil ? Deed(.choose, .plus, words("key.add")) : Deed(.choose, .choose, words("key.open"))
        var keys = ListKeys(words, count: count, choose: choose)
        if focusedWorkout != nil {
            keys.options = .init(deed: Deed(.options, .plus, words("key.add")), note: words("key.hold.add"))
        }
        if typed.isEmpty {
            keys.section = .init(deed: Deed(.nextSection, .next, words("key.nextCategory")), note: words("key.hold.nextCategory"))
        }
        return keys.use(of: key)
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        isSearching = false
        switch act {
        case .previous, .next:
            cursor.step(act == .next ? 1 : -1, of: count, at: now)
            focused = focusedWorkout?.id
        case .nextSection: self = WorkoutList(following, facts)
        case .choose:
            guard let workout = focusedWorkout else { return [.open(OwnWorkoutEditor(named: typed, in: category, facts))] }
            return WorkoutDetail.opening(workout, facts, at: now)
        case .options: return focusedWorkout.map { [.open(AddToRoutine($0))] } ?? []
        case .leave: return [.close]
        default: break
        }
        return []
    }

    /// The next category; behind the last one all of them.
    private var following: Category? {
        guard let category else { return Category.allCases.first }
        let next = Category.allCases.firstIndex(of: category)! + 1
        return next < Category.allCases.count ? Category.allCases[next] : nil
    }

    /// From the second letter on: the first may be a key's.
    var isTyping: Bool { !typed.isEmpty || isSearching }

    /// Letters search; taking all of them back shows the category again.
    mutating func type(_ character: Character, _ facts: Facts) -> [Move] {
        if character.beginsTyping, typed.isEmpty {
            isSearching = true
            return []
        }
        guard typed.edit(character) else { return [] }
        find(facts)
        cursor.jump(to: 0)
        focused = focusedWorkout?.id
        return []
    }

    // MARK: Picture

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        let rows = Rows<WorkoutListPicture.Row>(count: count, around: cursor.index) { index in
            guard index < found.count else { return .init(name: addTitle(words), category: category ?? .fullBody) }
            let workout = found[index]
            return .init(
                name: workout.name, category: workout.category,
                note: facts.isOwn(workout.id) ? words("gallery.yours") : nil)
        }
        let note: Phrase? =
            focusedWorkout == nil
            ? Phrase(words("gallery.count", .number(found.count)))
            : Phrase(words("gallery.position", .number(cursor.index + 1), .number(found.count)))
        return .workouts(
            WorkoutListPicture(
                title: title(words), note: note, typed: isTyping ? typed : nil, rows: rows,
                focus: cursor.focus(at: now, isStill: facts.settings.reducedMotion), legend: legend))
    }

    private func title(_ words: Words) -> String { category.map { words($0.nameKey) } ?? words("gallery.all") }

    private func addTitle(_ words: Words) -> String {
        typed.isEmpty ? words("gallery.addOwn") : words("gallery.addOwnNamed", .text(typed))
    }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        (typed.isEmpty ? title(facts.words) : typed, focusedWorkout?.name ?? addTitle(facts.words))
    }
}

extension Facts {
    /// Whether a workout is the person's own.
    func isOwn(_ workoutID: String) -> Bool { library?.ownWorkouts[workoutID] != nil }
}

extension Character {
    /// Where the first letter may be a key's, this says that letters follow.
    var beginsTyping: Bool { self == "/" }
}

extension String {
    /// A letter from a keyboard, or a step back. False: it meant nothing.
    mutating func edit(_ character: Character) -> Bool {
        if character == "\u{8}" || character == "\u{7F}" {
            guard !isEmpty else { return false }
            removeLast()
            return true
        }
        // A name begins with something to see.
        let isText = character.isLetter || character.isNumber || character.isPunctuation || character.isSymbol
        guard isText || character == " " && !isEmpty, count < 60 else { return false }
        append(character)
        return true
    }
}
