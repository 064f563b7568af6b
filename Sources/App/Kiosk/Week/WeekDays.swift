import Library
import Playback
import Records
import Stage
import Words
import Workouts

/// Seven days as the overview and the editor show them, in the order of the person's calendar.
struct WeekDays {
    let facts: Facts
    let plan: Plan
    private let progress: [PlanDay]?

    init(_ plan: Plan, _ facts: Facts) {
        self.facts = facts
        self.plan = plan
        progress = facts.records?.week(of: plan)
    }

    /// 1 (Sunday) to 7 in their local order.
    static func weekdays(_ facts: Facts) -> [Int] {
        let first = (1...7).contains(facts.calendar.firstWeekday) ? facts.calendar.firstWeekday : 1
        return (0..<7).map { (first - 1 + $0) % 7 + 1 }
    }

    /// Where today stands among them; nil while the clock is not known.
    var today: Int? { progress?.firstIndex(where: \.isToday) }

    func progress(onDay position: Int) -> PlanDay? { progress?[position] }

    /// The routines of a day that are here to be played, with their slots.
    func playable(_ weekday: Int) -> [(slot: Int, entry: RoutineEntry)] {
        plan.slots(weekday: weekday).enumerated().compactMap { index, slot in
            slot.routineID.flatMap(facts.entry(id:)).map { (index, $0) }
        }
    }

    /// Seconds of a day's routines; those that are gone have none.
    func seconds(_ weekday: Int) -> Int { playable(weekday).reduce(0) { $0 + $1.entry.totalSeconds } }
    var weekSeconds: Int { (1...7).reduce(0) { $0 + seconds($1) } }

    /// What a slot is called now; the name that the plan kept when its routine is gone.
    func name(_ slot: Plan.Slot) -> String {
        if let entry = slot.routineID.flatMap(facts.entry(id:)) { return entry.routine.name }
        return facts.words("week.gone", .text(slot.routineName))
    }

    func row(_ position: Int, isEditor: Bool) -> WeekPicture.Day {
        let words = facts.words
        let weekday = WeekDays.weekdays(facts)[position]
        let slots = plan.slots(weekday: weekday)
        let mark: WeekDay.Mark =
            switch isEditor ? nil : progress?[position].mark {
            case .done: .done
            case .planned: .planned
            case .rest: .rest
            case nil: slots.isEmpty ? .rest : .planned
            }
        let playable = playable(weekday)
        return .init(
            mark: mark, name: words.weekday(weekday), shortName: words.weekday(weekday, .short),
            routines: slots.isEmpty ? words("week.rest") : words.list(slots.map(name)),
            timeline: isEditor ? nil : playable.first.map { Timeline($0.entry.routine, getReadySeconds: 0) },
            total: playable.isEmpty ? nil : words.clock(seconds(weekday)), state: mark == .done ? words("week.done") : nil)
    }
}
