import Library
import Playback
import Ports
import Stage
import Words
import Workouts

/// The plans there are: which of them is My Week, and the way to a new one.
struct PlanList: Place {
    private var cursor = Cursor()
    private var focused: String?

    init() {}

    private func plans(_ facts: Facts) -> [PlanEntry] { facts.library?.plans ?? [] }
    /// Nil on the row for a new one.
    private func plan(_ facts: Facts) -> PlanEntry? {
        let plans = plans(facts)
        return plans.indices.contains(cursor.index) ? plans[cursor.index] : nil
    }

    mutating func settle(_ facts: Facts) -> [Move] {
        if let focused, let index = plans(facts).firstIndex(where: { $0.id == focused }) { cursor.jump(to: index) }
        cursor.clamp(to: plans(facts).count + 1)
        focused = plan(facts)?.id
        return []
    }

    // MARK: Keys

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        let words = facts.words
        let choose = plan(facts) == nil ? Deed(.choose, .plus, words("key.new")) : Deed(.choose, .choose, words("key.open"))
        return ListKeys(words, count: plans(facts).count + 1, choose: choose).use(of: key)
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        switch act {
        case .previous, .next:
            cursor.step(act == .next ? 1 : -1, of: plans(facts).count + 1, at: now)
            focused = plan(facts)?.id
        case .choose:
            guard let plan = plan(facts) else { return [.open(WeekEditor(newPlan: facts))] }
            return [.open(PlanOptions(plan, under: self))]
        case .leave: return [.close]
        default: break
        }
        return []
    }

    // MARK: Picture

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        let plans = plans(facts)
        let rows = Rows<ListPicture.Row>(count: plans.count + 1, around: cursor.index) { index in
            guard index < plans.count else { return .init(title: words("week.new")) }
            let isWeek = plans[index].id == facts.library?.week?.id
            let seconds = WeekDays(plans[index].plan, facts).weekSeconds
            return .init(
                title: plans[index].plan.name,
                detail: isWeek ? words("week.title") : words("week.minutesShort", .text(words.duration(seconds, in: .minutes))),
                isChecked: isWeek)
        }
        return .list(
            ListPicture(
                title: words("week.plans"), rows: rows, focus: cursor.focus(at: now, isStill: facts.settings.reducedMotion),
                foot: plans.isEmpty ? words("week.plans.none") : facts.library?.week == nil ? words("week.plans.choose") : nil,
                legend: legend))
    }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        (facts.words("week.plans"), plan(facts)?.plan.name ?? facts.words("week.new"))
    }
}

/// What can be done with a plan: a sheet over the list.
struct PlanOptions: Place {
    enum Option: Hashable, Sendable { case activate, edit, delete }

    private var entry: PlanEntry
    private let under: PlanList
    private var cursor = Cursor()

    init(_ entry: PlanEntry, under: PlanList) {
        self.entry = entry
        self.under = under
    }

    private func options(_ facts: Facts) -> [Option] {
        facts.library?.week?.id == entry.id ? [.edit, .delete] : [.activate, .edit, .delete]
    }

    mutating func settle(_ facts: Facts) -> [Move] {
        cursor.clamp(to: options(facts).count)
        guard let plans = facts.library?.plans else { return [] }
        guard let entry = plans.first(where: { $0.id == entry.id }) else { return [.close] }
        self.entry = entry
        return []
    }

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        ListKeys(facts.words, count: options(facts).count, choose: Deed(.choose, .choose, facts.words("key.choose"))).use(of: key)
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        let options = options(facts)
        switch act {
        case .previous, .next: cursor.step(act == .next ? 1 : -1, of: options.count, at: now)
        case .leave: return [.close]
        case .choose:
            switch options[cursor.index] {
            case .activate:
                let activation = Activation(of: entry, among: facts.library?.plans ?? [], updated: facts.timestamp(at: now), now.ticket)
                return [.close, .activate(activation)]
            case .edit: return [.become(WeekEditor(plan: entry, weekday: nil, facts))]
            case .delete: return [.close] + Deletion.asking(deletion(facts.words), facts.words, at: now)
            }
        default: break
        }
        return []
    }

    private func deletion(_ words: Words) -> Deletion.Subject {
        let plan = entry.plan
        let fileName = entry.path.split(separator: "/").last.map(String.init) ?? entry.path
        return Deletion.Subject(
            path: entry.path, name: plan.name, line: words("week.delete.line"), consequence: words("week.delete.consequence")
        ) { bytes, _ in
            let found = PlanJSON.read(bytes, fileName: fileName, fallbackID: plan.id).plan
            return (found.map { $0.id == plan.id && $0.name == plan.name && $0.says(plan) } ?? false, found?.name)
        }
    }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        .options(
            OptionsPicture(
                under: under.picture(facts, Legend(back: nil, pause: nil, skip: nil), at: now), title: entry.plan.name,
                rows: Rows(options(facts).map { title($0, facts.words) }),
                focus: cursor.focus(at: now, isStill: facts.settings.reducedMotion), legend: legend))
    }

    private func title(_ option: Option, _ words: Words) -> String {
        switch option {
        case .activate: words("week.activate")
        case .edit: words("key.change")
        case .delete: words("key.delete")
        }
    }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        let options = options(facts)
        return (entry.plan.name, options.indices.contains(cursor.index) ? title(options[cursor.index], facts.words) : "")
    }
}
