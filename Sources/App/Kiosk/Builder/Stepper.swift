import Playback
import Ports
import Stage
import Words
import Workouts

/// The values of one step, one at a time. Hands the changed `RoutineDraft` back.
struct Stepper: Place {
    private(set) var draft: RoutineDraft
    private let index: Int
    private var value = StepValue.work
    private var cursor = Cursor()
    /// As it was before each value that was changed, with that value.
    private var past: [(value: StepValue, draft: RoutineDraft)] = []
    /// The changes that follow belong to the last entry of `past`.
    private var isChanging = false
    /// As the step came.
    private let original: Step
    private var timeline: Timeline?

    init(_ draft: RoutineDraft, at index: Int) {
        self.draft = draft
        self.index = index
        original = draft[index]
        timeline = draft.timeline
    }

    private var step: Step { draft[index] }

    /// What PLAY goes on to; nil: it is done.
    private var nextValue: StepValue? {
        let all = StepValue.allCases
        return all[(all.firstIndex(of: value)! + 1)...].first { $0.isAsked(of: step) }
    }

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let words = facts.words
        switch key {
        case .back, .skip:
            let isMore = key == .skip
            guard let next = reachable(isMore: isMore) else { return nil }
            let verb = value.verb(from: value.number(in: step), to: next, words)
            return KeyUse(Deed(isMore ? .more : .less, isMore ? .plus : .minus, verb), repeats: words("key.hold.faster"))
        case .pause:
            let go = nextValue.map { Deed(.nextValue, .tab, $0.label(words)) } ?? Deed(.nextValue, .check, words("key.done"))
            guard !past.isEmpty else { return KeyUse(go) }
            let undo = Deed(.undo, .restart, words("key.undo"))
            return KeyUse(go, hold: .init(deed: undo, note: words("key.hold.undo")))
        case .home, .up, .down: return nil
        }
    }

    /// The neighbour, unless the routine would be longer than routines can be.
    private func reachable(isMore: Bool) -> Int? {
        guard let next = value.neighbour(of: step, isMore: isMore) else { return nil }
        guard isMore else { return next }
        let added = value.setting(next, in: step).playedSeconds - step.playedSeconds
        return draft.totalSeconds + added <= Limits.totalSeconds.upperBound ? next : nil
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        switch act {
        case .less, .more:
            for _ in 0..<max(1, steps) { change(isMore: act == .more) }
            timeline = draft.timeline
        case .nextValue:
            guard let next = nextValue else { return [.hand(finished)] }
            go(to: next, at: now)
        case .undo:
            guard let last = past.popLast() else { return [] }
            draft = last.draft
            timeline = draft.timeline
            go(to: last.value, at: now)
        default: break
        }
        return []
    }

    private mutating func change(isMore: Bool) {
        guard let next = reachable(isMore: isMore) else { return }
        let before = draft
        guard draft.set(value.setting(next, in: step), at: index, saysRest: value == .rest) else { return }
        if !isChanging { past.append((value, before)) }
        isChanging = true
        // Back where it was: there is nothing to take back.
        guard let last = past.last, last.draft[index] == step else { return }
        draft = last.draft
        past.removeLast()
        isChanging = false
    }

    private mutating func go(to next: StepValue, at now: Instant) {
        let all = StepValue.allCases
        let (from, to) = (all.firstIndex(of: value)!, all.firstIndex(of: next)!)
        value = next
        isChanging = false
        if abs(to - from) == 1 { cursor.step(to - from, of: all.count, at: now) } else { cursor.jump(to: to) }
    }

    /// A pause between sets that there are no longer is not kept.
    private var finished: RoutineDraft {
        var finished = draft
        if step.sets == 1, original.sets > 1 { _ = finished.set(StepValue.between.setting(0, in: step), at: index) }
        return finished
    }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        let (large, unit) = value.large(value.number(in: step), words)
        return .stepper(
            StepperPicture(
                title: step.name, note: note(words),
                tabs: StepValue.allCases.map { .init(label: $0.label(words), value: $0.text(of: step, words)) },
                focus: cursor.focus(at: now, isStill: facts.settings.reducedMotion), value: large, unit: unit,
                less: reachable(isMore: false).map { value.large($0, words).value },
                more: reachable(isMore: true).map { value.large($0, words).value },
                total: Phrase(words("stepper.total", .text(words.clock(draft.totalSeconds)))), timeline: timeline,
                edited: .init(step: index, part: value.part), legend: legend))
    }

    private func note(_ words: Words) -> String {
        step.eachSide
            ? words("stepper.stepEachSide", .number(index + 1), .number(draft.count))
            : words("stepper.step", .number(index + 1), .number(draft.count))
    }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        (step.name, facts.words("stepper.aloud", .text(value.label(facts.words)), .text(value.text(of: step, facts.words))))
    }
}
