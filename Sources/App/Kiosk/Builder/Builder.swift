import Library
import Playback
import Ports
import Stage
import Words
import Workouts

/// The routine that is being composed: its steps, "Add workouts" and "Save". Picker, stepper, options, names and questions open above
/// it and hand back what was done there.
struct Builder: Place {
    enum Phase: Hashable {
        /// The file is to be asked for, and was asked for.
        case toRead, reading
        case editing
        case saving(Writing)
        /// The file could not be read, and is asked for again when the library changes.
        case unreadable
        /// The file cannot be edited; it can only be looked at and left.
        case closed
    }

    /// What was sent to the store, to know its answer by.
    struct Writing: Hashable {
        var place: StoreEdit.Place
        var bytes: [UInt8]
        /// The same bytes to the same place are the same wish: an answer that comes late answers it as well.
        var ticket: Int
    }

    /// A step that is being moved, and the order as it was.
    struct Lifted: Hashable {
        var from: Int
        var before: RoutineDraft
    }

    /// Of what the focus can stand on.
    enum Spot: Hashable {
        case step(Int)
        case add, save
    }

    static let undoDepth = 32

    var draft: RoutineDraft { didSet { timeline = draft.timeline } }
    private(set) var timeline: Timeline?
    /// As it was read, or nothing: what leaving is measured by.
    var original: RoutineDraft
    /// The routine's file; nil for a new one.
    var file: RoutineEntry?
    /// What the file held when it was read.
    var fileBytes: [UInt8]?
    var phase: Phase
    /// Said above the actions: why it was not saved, or was not changed.
    var fault: String?
    private var cursor = Cursor()
    private var lifted: Lifted?
    /// Earlier states, for undo.
    private var past: [RoutineDraft] = []
    /// To be added once the file is read.
    private var waiting: [Workout]

    /// A new routine.
    init(new facts: Facts) { self.init(RoutineDraft(), file: nil, adding: []) }

    /// The routine of a file. It shows at once, and can be edited when the store has given the file's bytes.
    init(editing entry: RoutineEntry, _ facts: Facts) { self.init(RoutineDraft(RoutineDocument(entry.routine)), file: entry, adding: []) }

    /// A copy to be changed: a new routine until it is saved.
    init(duplicating entry: RoutineEntry, _ facts: Facts) {
        var draft = RoutineDraft(RoutineDocument(entry.routine)).withoutIdentity
        draft.name = RoutineNames(facts).unused(entry.routine.name, facts.words)
        self.init(draft, file: nil, adding: [])
        original = RoutineDraft()
    }

    /// A workout goes behind the last step of a routine, or begins a new one.
    init(adding workout: Workout, to entry: RoutineEntry?, _ facts: Facts) {
        self.init(entry.map { RoutineDraft(RoutineDocument($0.routine)) } ?? RoutineDraft(), file: entry, adding: [workout])
        if entry == nil { addWaiting(facts) }
    }

    private init(_ draft: RoutineDraft, file: RoutineEntry?, adding workouts: [Workout]) {
        self.draft = draft
        original = draft
        timeline = draft.timeline
        self.file = file
        phase = file == nil ? .editing : .toRead
        waiting = workouts
    }

    var isEditing: Bool { phase == .editing }
    var hasChanges: Bool { draft.differs(from: original) }

    // MARK: Focus

    private var rowCount: Int { draft.isEmpty ? 1 : draft.count + 2 }

    private var spot: Spot {
        if cursor.index < draft.count { return .step(cursor.index) }
        return cursor.index == draft.count ? .add : .save
    }

    mutating func settle(_ facts: Facts) -> [Move] {
        guard phase == .toRead || phase == .unreadable, let file else { return [] }
        phase = .reading
        return [.store(.read(path: file.path, ticket: Builder.readingTicket(of: file)))]
    }

    // MARK: Keys

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let words = facts.words
        if let lifted { return use(of: key, moving: lifted, words) }
        let moves = rowCount > 1 && !isSaving
        switch key {
        case .back:
            return KeyUse(moves ? Deed(.previous, .up, words("key.up")) : nil, hold: .leave(words))
        case .pause: return isEditing ? choice(words) : nil
        case .skip:
            guard moves else { return nil }
            let isAtSteps = cursor.index < draft.count
            let section = Deed(.nextSection, .next, words(isAtSteps ? "builder.key.toActions" : "builder.key.toSteps"))
            let note = words(isAtSteps ? "builder.key.holdToActions" : "builder.key.holdToSteps")
            return KeyUse(Deed(.next, .down, words("key.down")), hold: .init(deed: section, note: note))
        case .home, .up, .down: return nil
        }
    }

    private var isSaving: Bool { if case .saving = phase { true } else { false } }

    private func choice(_ words: Words) -> KeyUse {
        switch spot {
        case .step:
            let options = Deed(.options, .choose, words("key.options"))
            return KeyUse(
                Deed(.choose, .choose, words("key.edit")), hold: .init(deed: options, note: words("builder.key.holdOptions")))
        case .add:
            let add = Deed(.choose, .plus, words("key.add"))
            guard !past.isEmpty else { return KeyUse(add) }
            let undo = Deed(.undo, .restart, words("key.undo"))
            return KeyUse(add, hold: .init(deed: undo, note: words("key.hold.undo")))
        case .save:
            let save = Deed(.choose, .check, words("key.save"))
            guard file != nil else { return KeyUse(save) }
            let rename = Deed(.options, .choose, words("builder.key.rename"))
            return KeyUse(save, hold: .init(deed: rename, note: words("builder.key.holdRename")))
        }
    }

    private func use(of key: Key, moving lifted: Lifted, _ words: Words) -> KeyUse? {
        switch key {
        case .back where cursor.index > 0:
            return KeyUse(Deed(.previous, .up, words("builder.key.moveUp")), repeats: words("key.repeats"))
        case .skip where cursor.index + 1 < draft.count:
            return KeyUse(Deed(.next, .down, words("builder.key.moveDown")), repeats: words("key.repeats"))
        case .pause:
            let undo = Deed(.undo, .restart, words("key.undo"))
            return KeyUse(
                Deed(.choose, .check, words("builder.key.putDown")), hold: .init(deed: undo, note: words("key.hold.undo")))
        default: return nil
        }
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        if lifted != nil {
            move(act)
            return []
        }
        switch act {
        case .previous, .next:
            cursor.step(act == .next ? 1 : -1, of: rowCount, at: now)
        case .nextSection: cursor.jump(to: cursor.index < draft.count ? draft.count : 0)
        case .choose: return choose(facts, at: now)
        case .options:
            if spot == .save { return [.open(SaveNames(draft, facts, at: now))] }
            let under = picture(facts, Legend(back: nil, pause: nil, skip: nil), at: now)
            return [.open(StepOptions(of: draft[cursor.index], over: under, canMove: draft.count > 1, canUndo: !past.isEmpty))]
        case .undo: undo()
        case .leave:
            guard isEditing, hasChanges else { return [.close] }
            return [.open(Question.leaving(draft, named: file == nil ? nil : title(facts.words), facts.words))]
        default: break
        }
        return []
    }

    private mutating func choose(_ facts: Facts, at now: Instant) -> [Move] {
        fault = nil
        switch spot {
        case .step(let index): return [.open(Stepper(draft, at: index))]
        case .add: return [.open(Picker(facts, defaults: draft.defaults))]
        case .save: return save(facts, at: now)
        }
    }

    // MARK: What the screens above hand back

    mutating func take(_ handed: any Sendable, _ facts: Facts, at now: Instant) -> [Move] {
        switch handed {
        case let picks as Picker.Picks: add(picks.workouts, facts)
        case let changed as RoutineDraft: change(to: changed)
        case let option as StepOptions.Option: apply(option, facts)
        case let name as SaveNames.Name:
            draft.name = name.text
            return write(facts, at: now)
        case let answer as BuilderAnswer: return follow(answer, facts, at: now)
        default: break
        }
        return []
    }

    mutating func addWaiting(_ facts: Facts) {
        let workouts = waiting
        waiting = []
        if !workouts.isEmpty { add(workouts, facts) }
    }

    /// The file could not be read. Where the focus stands it is said why, however long the routine is; what was to be added waits.
    mutating func failToRead(_ facts: Facts) {
        phase = .unreadable
        fault = facts.words("builder.fault.unreadable")
        cursor.jump(to: draft.count)
    }

    /// The file was read, and may hold fewer steps than were shown until now.
    mutating func begin(with document: RoutineDocument) {
        draft = RoutineDraft(document)
        original = draft
        phase = .editing
        fault = nil
        cursor.clamp(to: rowCount)
    }

    private mutating func add(_ workouts: [Workout], _ facts: Facts) {
        let before = draft
        let first = draft.count
        guard draft.add(workouts) else { return refuse(facts) }
        remember(before)
        cursor.jump(to: first)
    }

    private mutating func change(to changed: RoutineDraft) {
        guard changed != draft else { return }
        remember(draft)
        draft = changed
    }

    private mutating func apply(_ option: StepOptions.Option, _ facts: Facts) {
        let index = cursor.index
        guard index < draft.count else { return }
        let before = draft
        switch option {
        case .move:
            lifted = Lifted(from: index, before: draft)
            return
        case .duplicate:
            guard draft.duplicate(at: index) else { return refuse(facts) }
            cursor.jump(to: index + 1)
        case .eachSide:
            var step = draft[index]
            step.eachSide.toggle()
            guard draft.set(step, at: index) else { return refuse(facts) }
        case .remove:
            draft.remove(at: index)
            cursor.clamp(to: max(1, draft.count))
        case .undo: return undo()
        }
        remember(before)
    }

    private mutating func refuse(_ facts: Facts) {
        fault = facts.words("builder.fault.tooLong", .text(facts.words.number(Limits.steps.upperBound)))
    }

    private mutating func remember(_ state: RoutineDraft) {
        past.append(state)
        if past.count > Builder.undoDepth { past.removeFirst() }
    }

    private mutating func undo() {
        guard let last = past.popLast() else { return }
        let wasAdding = spot == .add
        draft = last
        if wasAdding { cursor.jump(to: draft.count) } else { cursor.clamp(to: rowCount) }
    }

    // MARK: Moving a step

    private mutating func move(_ act: Act) {
        guard let lifted else { return }
        switch act {
        case .previous, .next:
            let target = cursor.index + (act == .next ? 1 : -1)
            guard target >= 0, target < draft.count else { return }
            draft.swap(cursor.index, target)
            cursor.jump(to: target)
        case .choose:
            self.lifted = nil
            if draft != lifted.before { remember(lifted.before) }
        case .undo:
            self.lifted = nil
            draft = lifted.before
            cursor.jump(to: lifted.from)
        default: break
        }
    }

    // MARK: Picture

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        let script = RoutineScript(draft.steps)
        let lines = script.rows.count
        let noted = fault == nil ? 0 : 1
        let actions = draft.isEmpty ? [words("builder.add")] : [words("builder.add"), words("builder.save")]
        func place(_ index: Int) -> Int { index < draft.count ? script.place(ofStep: index) : lines + noted + index - draft.count }
        let rows = Rows<ScriptRow>(count: lines + noted + actions.count, around: place(cursor.index)) { index in
            if index < lines { return script.row(index, lifted: lifted.map { _ in cursor.index }, words) }
            if index - lines < noted { return .note(fault ?? "") }
            return .action(actions[index - lines - noted])
        }
        return .builder(
            BuilderPicture(
                facts: Script.facts(
                    Routine(id: "", name: title(words), steps: draft.steps), timeline: timeline, label: label(words), words),
                timeline: timeline, script: rows,
                focus: cursor.focus(at: now, isStill: facts.settings.reducedMotion, place: place), legend: legend))
    }

    func title(_ words: Words) -> String { draft.name ?? file?.routine.name ?? words("builder.newName") }

    private func label(_ words: Words) -> String {
        if lifted != nil { return words("builder.label.moving") }
        switch phase {
        case .saving: return words("builder.label.saving")
        case .toRead, .reading: return words("builder.label.reading")
        case .unreadable, .closed: return words("builder.label.closed")
        case .editing: return file == nil ? words("builder.label.new") : words("builder.label.editing")
        }
    }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        let words = facts.words
        let screen = words("builder.aloud", .text(title(words)))
        switch spot {
        case .step(let index):
            return (screen, words("builder.aloud.step", .text(draft[index].name), .text(Script.timing(draft[index], words))))
        case .add: return (screen, words("builder.add"))
        case .save: return (screen, words("builder.save"))
        }
    }
}
