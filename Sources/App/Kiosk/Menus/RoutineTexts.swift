import Library
import Playback
import Records
import Stage
import Words
import Workouts

/// What is said of routines, the same on every screen.
struct RoutineTexts {
    let facts: Facts
    private var words: Words { facts.words }

    init(_ facts: Facts) { self.facts = facts }

    /// "5 workouts"
    func count(_ routine: Routine) -> String { words("list.workouts", .number(routine.steps.count)) }

    /// "5 workouts, 8 sets"
    func countAndSets(_ routine: Routine) -> String {
        let sets = routine.steps.reduce(0) { $0 + $1.sets }
        return words("list.workoutsAndSets", .number(routine.steps.count), .number(sets))
    }

    /// "Today", "2 days ago", "Not played yet"; empty when the day cannot be known.
    func lastDone(_ id: String) -> String {
        guard let records = facts.records else { return "" }
        guard records.timesCompleted(id) > 0 || records.lastPlayed(id) != nil else { return words("list.notPlayed") }
        guard records.timesCompleted(id) > 0 else { return words("list.notFinished") }
        guard let last = records.lastDone(id), let days = records.daysSince(last) else { return "" }
        return days <= 0 ? words("date.today") : words.ago(days: days)
    }

    /// "21 times"; nil before the first.
    func times(_ id: String) -> String? {
        let times = facts.records?.timesCompleted(id) ?? 0
        return times > 0 ? words("list.times", .number(times)) : nil
    }

    /// "229 min in all"; nil under a minute.
    func minutes(_ id: String) -> String? {
        let seconds = facts.records?.activeSeconds(id) ?? 0
        return seconds >= 60 ? words("list.inAll", .text(words.duration(seconds, in: .minutes))) : nil
    }

    /// The categories of its steps, each once, in their order.
    func categories(_ routine: Routine) -> [Category] {
        var seen: [Category] = []
        for step in routine.steps where !seen.contains(step.category) {
            seen.append(step.category)
            if seen.count == Category.allCases.count { break }
        }
        return seen
    }

    func row(_ entry: RoutineEntry) -> HomePicture.Routine {
        .init(
            name: entry.routine.name, count: count(entry.routine), categories: categories(entry.routine),
            timeline: Timeline(entry.routine, getReadySeconds: 0), total: words.clock(entry.totalSeconds), lastDone: lastDone(entry.id),
            times: times(entry.id), minutes: minutes(entry.id))
    }

    /// The week strip; empty while the day is not known.
    func week(_ plan: Plan) -> [WeekDay] {
        facts.records?.week(of: plan)?.map { day in
            let mark: WeekDay.Mark =
                switch day.mark {
                case .done: .done
                case .planned: .planned
                case .rest: .rest
                }
            return WeekDay(name: words.weekday(day.weekday, .two), mark: mark, isToday: day.isToday)
        } ?? []
    }
}
