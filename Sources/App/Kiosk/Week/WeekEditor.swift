import Library
import Playback
import Ports
import Stage
import Words
import Workouts

/// A plan's seven days, to be filled. What is changed here is kept in the file when it is saved, and nothing before.
struct WeekEditor: Place {
    /// Of the plan's file; nil for a new one.
    private let path: String?
    /// As it was when it was opened.
    private let original: Plan
    private(set) var plan: Plan
    /// What PLAY puts on a day, which is saved at once.
    private let adding: RoutineEntry?
    /// 1 to 7: the day that is focused.
    private var weekday: Int
    private var cursor = Cursor()
    private var saving: Int?
    private var isBusy = false
    /// What is being saved.
    private var wish: Plan
    private var savedAt: String?
    /// Its name is nobody's choice yet: the first letter takes its place.
    private var isSuggested: Bool
    /// Letters are the name's until another key is pressed.
    private var isNaming = false

    // MARK: Ways in

    /// A new plan.
    init(newPlan facts: Facts) { self.init(nil, nil, nil, facts) }

    /// A plan that is there, at one of its days; nil: today.
    init(plan: PlanEntry, weekday: Int?, _ facts: Facts) { self.init(plan, nil, weekday, facts) }

    /// Puts a routine into My Week; without one, into a new plan, which becomes it.
    init(adding routine: RoutineEntry, _ facts: Facts) { self.init(facts.library?.week, routine, nil, facts) }

    private init(_ entry: PlanEntry?, _ adding: RoutineEntry?, _ weekday: Int?, _ facts: Facts) {
        path = entry?.path
        original = entry?.plan ?? Plan(id: "", name: WeekEditor.freeName(facts))
        plan = original
        wish = original
        isSuggested = entry == nil
        self.adding = adding
        let weekdays = WeekDays.weekdays(facts)
        let index = weekday.flatMap(weekdays.firstIndex) ?? WeekDays(original, facts).today ?? 0
        self.weekday = weekdays[index]
        cursor.jump(to: index)
    }

    private static func freeName(_ facts: Facts) -> String {
        let names = Set((facts.library?.plans ?? []).map(\.plan.name))
        var name = facts.words("week.name.default")
        var number = 2
        while names.contains(name) {
            name = facts.words("week.name.numbered", .number(number))
            number += 1
        }
        return name
    }

    // MARK: Days

    private var isChanged: Bool { plan.days != original.days || plan.name != original.name || path == nil }
    /// A new plan without any day says nothing.
    private var canBeSaved: Bool { isChanged && !(path == nil && plan.isEmpty) }

    /// A routine on a day, behind those that are there or in the place of one of them; nil takes that one out.
    func putting(_ entry: RoutineEntry?, on weekday: Int, at index: Int? = nil) -> WeekEditor {
        var editor = self
        var slots = plan.slots(weekday: weekday)
        let slot = entry.map { Plan.Slot(routineID: $0.id, routineName: $0.routine.name) }
        if let index, slots.indices.contains(index) {
            slots.replaceSubrange(index...index, with: slot.map { [$0] } ?? [])
        } else if let slot {
            slots.append(slot)
        }
        editor.plan.days[weekday - 1] = slots
        return editor
    }

    // MARK: Keys

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let words = facts.words
        var keys = ListKeys(words, count: 7)
        // What is on its way to the disk is not changed any more.
        if isBusy { return keys.use(of: key) }
        if adding != nil {
            keys.choose = Deed(.choose, .plus, words("key.putHere"))
        } else {
            keys.choose = Deed(.choose, .choose, words("key.change"))
            if canBeSaved { keys.options = .init(deed: Deed(.options, .check, words("key.save")), note: words("key.hold.save")) }
        }
        return keys.use(of: key)
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        isNaming = false
        switch act {
        case .previous, .next:
            cursor.step(act == .next ? 1 : -1, of: 7, at: now)
            weekday = WeekDays.weekdays(facts)[cursor.index]
        case .choose:
            if let adding { return save(putting(adding, on: weekday).plan, facts, at: now) }
            let isEmpty = plan.slots(weekday: weekday).isEmpty
            return [.become(isEmpty ? RoutineChoice(self, weekday: weekday, slot: nil, facts) : DayEditor(self, weekday: weekday))]
        case .options: return save(plan, facts, at: now)
        case .leave:
            let isLeft = adding != nil || !isChanged || path == nil && plan.isEmpty
            return isLeft ? [.close] : [.open(Question.leaving(facts.words))]
        default: break
        }
        return []
    }

    /// From the second letter on: the first may be a key's.
    var isTyping: Bool { isNaming }

    /// A keyboard gives the plan its name.
    mutating func type(_ character: Character, _ facts: Facts) -> [Move] {
        guard adding == nil, !isBusy else { return [] }
        if character.beginsTyping, !isNaming {
            isNaming = true
            return []
        }
        var name = isSuggested ? "" : plan.name
        guard name.edit(character), !name.isEmpty else { return [] }
        plan.name = name
        (isSuggested, isNaming) = (false, true)
        return []
    }

    // MARK: Saving

    /// The first plan becomes My Week by itself; any other only when the person says so.
    private mutating func save(_ plan: Plan, _ facts: Facts, at now: Instant) -> [Move] {
        guard !isBusy else { return [] }
        isBusy = true
        saving = now.ticket
        savedAt = facts.timestamp(at: now)
        wish = plan
        if let path { return [.store(.read(path: path, ticket: now.ticket))] }
        wish.name = plan.name.trimmed
        wish.id = facts.freshID(wish.name, at: now)
        wish.isActive = facts.library?.week == nil
        wish.updated = savedAt
        var document = PlanDocument(wish)
        document.created = savedAt
        return [.store(.edit(StoreEdit(new: .plans, ending: "json", bytes: WeekEditor.bytes(document)), ticket: now.ticket))]
    }

    private static func bytes(_ document: PlanDocument) -> [UInt8] { Array(PlanJSON.text(of: document).utf8) }

    mutating func hear(_ answer: StoreAnswer, _ facts: Facts) -> [Move] {
        guard let saving else { return [] }
        switch answer {
        case .contents(let bytes, saving), .conflict(let bytes, saving): return write(over: bytes, ticket: saving, facts)
        // The first screen has the week now.
        case .written(_, saving): return path == nil && wish.isActive ? [.homeAtToday] : [.close]
        case .failed(let fault, saving):
            isBusy = false
            // What was to be put on a day is not on the screen any more.
            return [.open(adding == nil ? Question.notSaved(fault, facts.words) : Question.notDone(fault, facts.words))]
        default: return []
        }
    }

    mutating func take(_ handed: any Sendable, _ facts: Facts, at now: Instant) -> [Move] {
        guard let answer = handed as? BuilderAnswer else { return [] }
        switch answer {
        case .keepFile: return [.close]
        case .keepMine(let fileHolds):
            isBusy = true
            saving = now.ticket
            savedAt = facts.timestamp(at: now)
            return write(over: fileHolds, ticket: now.ticket, isMeant: true, facts)
        case .save, .keepBoth: return []
        }
    }

    /// What the file says beyond the days stays in it. One that is gone, or has other days than those that were shown, is asked about.
    /// - Parameter isMeant: it was.
    private mutating func write(over bytes: [UInt8]?, ticket: Int, isMeant: Bool = false, _ facts: Facts) -> [Move] {
        guard let path else { return [] }
        var document: PlanDocument
        if let bytes {
            guard let read = PlanJSON.read(bytes, fileName: path, fallbackID: "").document else {
                isBusy = false
                return [.open(Question.unreadable(facts.words))]
            }
            document = read
            let there = read.plan(fallbackID: original.id, fallbackName: original.name)
            // The same was done elsewhere.
            if adding == nil, there.name == wish.name, there.says(wish) { return [.close] }
            if !isMeant, there.name != original.name || !there.says(original) {
                isBusy = false
                return [.open(whichQuestion(fileHolds: bytes, facts.words))]
            }
            document.fill(from: wish)
            if wish.name != original.name { document.name = wish.name.trimmed }
        } else {
            guard isMeant else {
                isBusy = false
                return [.open(Question.removedElsewhere(facts.words))]
            }
            document = PlanDocument(wish)
        }
        if let savedAt { document.updated = savedAt }
        return [.store(.edit(StoreEdit(path: path, bytes: WeekEditor.bytes(document), expecting: bytes), ticket: ticket))]
    }

    /// The file was changed elsewhere while it was edited here.
    private func whichQuestion(fileHolds: [UInt8], _ words: Words) -> Question {
        Question(
            title: words("week.which.title", .text(original.name)), line: words("week.which.line"),
            back: .init(
                text: words("week.which.theirs"), consequence: words("question.conflict.fileHold"), icon: .left,
                handed: BuilderAnswer.keepFile, isHeld: true),
            pause: .init(text: words("question.leave.keep"), consequence: words("question.leave.keepHow"), icon: .choose),
            skip: .init(
                text: words("week.which.mine"), consequence: words("week.which.mineHow"), icon: .right,
                handed: BuilderAnswer.keepMine(fileHolds: fileHolds)))
    }

    // MARK: Picture

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        let days = WeekDays(isBusy ? wish : plan, facts)
        let minutes = words.duration(days.weekSeconds, in: .minutes)
        return .week(
            WeekPicture(
                title: adding.map { words("week.putting", .text($0.routine.name)) } ?? plan.name,
                note: isBusy ? Phrase(words("builder.label.saving")) : Phrase(words("week.minutes", .text(minutes))),
                days: (0..<7).map { days.row($0, isEditor: true) },
                focus: cursor.focus(at: now, isStill: facts.settings.reducedMotion), isEditor: true, legend: legend))
    }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        let row = WeekDays(plan, facts).row(cursor.index, isEditor: true)
        return (plan.name, facts.words("week.aloud", .text(row.name), .text(row.routines)))
    }
}

extension Plan {
    /// Whether its days hold the same routines as another's. A slot of a file may have only a name, where the library has found the id.
    func says(_ known: Plan) -> Bool {
        (1...7).allSatisfy { weekday in
            let (here, there) = (slots(weekday: weekday), known.slots(weekday: weekday))
            return here.count == there.count
                && zip(here, there).allSatisfy { $0.routineName == $1.routineName && ($0.routineID == nil || $0.routineID == $1.routineID) }
        }
    }
}
