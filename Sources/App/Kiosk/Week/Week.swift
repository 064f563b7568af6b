import Library
import Playback
import Ports
import Stage
import Words
import Workouts

/// My Week as it stands: seven days, what was done of them, and the day's routine one press away.
struct Week: Place {
    /// What PLAY does with a day.
    private enum Choice {
        case play(RoutineEntry)
        /// Several of them: which?
        case list
        /// Nothing to play.
        case change
    }

    private var cursor = Cursor()

    init(_ facts: Facts) {
        guard let plan = facts.library?.week?.plan else { return }
        cursor.jump(to: WeekDays(plan, facts).today ?? 0)
    }

    private func plan(_ facts: Facts) -> PlanEntry? { facts.library?.week }
    private func weekday(_ facts: Facts) -> Int { WeekDays.weekdays(facts)[cursor.index] }

    /// Without a plan that is followed there is only the list to choose one from.
    mutating func settle(_ facts: Facts) -> [Move] {
        facts.library != nil && plan(facts) == nil ? [.become(PlanList())] : []
    }

    private func choice(_ facts: Facts) -> Choice? {
        guard let plan = plan(facts)?.plan else { return nil }
        let days = WeekDays(plan, facts)
        let playable = days.playable(weekday(facts))
        guard playable.count > 0 else { return .change }
        if let day = days.progress(onDay: cursor.index), day.isToday, let next = playable.first(where: { !day.isDone[$0.slot] }) {
            return .play(next.entry)
        }
        return playable.count == 1 ? .play(playable[0].entry) : .list
    }

    // MARK: Keys

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let words = facts.words
        let change = Deed(.options, .choose, words("key.change"))
        let toPlans = KeyUse.Hold(deed: Deed(.plans, .choose, words("key.plans")), note: words("key.hold.plans"))
        var keys = ListKeys(words, count: 7, section: toPlans)
        switch choice(facts) {
        case .play: keys.choose = Deed(.choose, .play, words("key.play"))
        case .list: keys.choose = Deed(.choose, .choose, words("key.open"))
        case .change: keys.choose = change
        case nil: break
        }
        if keys.choose?.act == .choose { keys.options = .init(deed: change, note: words("key.hold.change")) }
        return keys.use(of: key)
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        guard let plan = plan(facts) else { return act == .leave ? [.close] : [] }
        switch act {
        case .previous, .next: cursor.step(act == .next ? 1 : -1, of: 7, at: now)
        case .choose:
            switch choice(facts) {
            case .play(let entry): return [.play(Playable(routine: entry.routine, planID: plan.id, planName: plan.plan.name))]
            case .list: return [.open(DayRoutines(weekday: weekday(facts)))]
            case .change, nil: break
            }
        case .options: return [.open(WeekEditor(plan: plan, weekday: weekday(facts), facts))]
        case .plans: return [.open(PlanList())]
        case .leave: return [.close]
        default: break
        }
        return []
    }

    // MARK: Picture

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        let plan = plan(facts)?.plan
        let days = plan.map { WeekDays($0, facts) }
        return .week(
            WeekPicture(
                title: words("week.title"), note: plan.map { Phrase(Phrase.quoting($0.name)) },
                days: (0..<7).compactMap { days?.row($0, isEditor: false) },
                focus: cursor.focus(at: now, isStill: facts.settings.reducedMotion), isEditor: false, legend: legend))
    }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        let words = facts.words
        guard let plan = plan(facts)?.plan else { return (words("week.title"), "") }
        let row = WeekDays(plan, facts).row(cursor.index, isEditor: false)
        return (words("week.title"), words("week.aloud", .text(row.name), .text(row.routines)))
    }
}

/// The routines of a day with several: which is played?
struct DayRoutines: Place {
    let weekday: Int
    private var cursor = Cursor()

    init(weekday: Int) { self.weekday = weekday }

    private func routines(_ facts: Facts) -> [(slot: Int, entry: RoutineEntry)] {
        facts.library?.week.map { WeekDays($0.plan, facts).playable(weekday) } ?? []
    }

    mutating func settle(_ facts: Facts) -> [Move] {
        let count = routines(facts).count
        cursor.clamp(to: count)
        return count == 0 ? [.close] : []
    }

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        ListKeys(facts.words, count: routines(facts).count, choose: Deed(.choose, .play, facts.words("key.play"))).use(of: key)
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        let routines = routines(facts)
        switch act {
        case .previous, .next: cursor.step(act == .next ? 1 : -1, of: routines.count, at: now)
        case .choose:
            guard routines.indices.contains(cursor.index), let plan = facts.library?.week else { return [] }
            return [.play(Playable(routine: routines[cursor.index].entry.routine, planID: plan.id, planName: plan.plan.name))]
        case .leave: return [.close]
        default: break
        }
        return []
    }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        let rows = routines(facts).map { ListPicture.Row(title: $0.entry.routine.name, detail: words.clock($0.entry.totalSeconds)) }
        return .list(
            ListPicture(
                title: words.weekday(weekday), rows: Rows(rows), focus: cursor.focus(at: now, isStill: facts.settings.reducedMotion),
                legend: legend))
    }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        let routines = routines(facts)
        return (facts.words.weekday(weekday), routines.indices.contains(cursor.index) ? routines[cursor.index].entry.routine.name : "")
    }
}
