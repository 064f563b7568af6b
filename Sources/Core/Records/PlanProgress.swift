import Workouts

/// A day of this week, against the plan.
public struct PlanDay: Hashable, Sendable {
    public enum Mark: Hashable, Sendable {
        /// Every routine of the day was completed on it.
        case done
        case planned
        /// The plan has nothing on it.
        case rest
    }

    /// 1 (Sunday) to 7, as Calendar counts.
    public var weekday: Int
    public var slots: [Plan.Slot]
    /// One a slot: whether a completed session of that day stands for it.
    public var isDone: [Bool]
    public var isToday: Bool

    public var mark: Mark { slots.isEmpty ? .rest : isDone.allSatisfy { $0 } ? .done : .planned }
}

/// What the plan says for today.
public enum PlanToday: Hashable, Sendable {
    /// A day of the plan that comes next.
    public struct Next: Hashable, Sendable {
        public var weekday: Int
        /// 1 tomorrow, to 7.
        public var daysAhead: Int
        public var slots: [Plan.Slot]

        public init(weekday: Int, daysAhead: Int, slots: [Plan.Slot]) {
            self.weekday = weekday
            self.daysAhead = daysAhead
            self.slots = slots
        }
    }

    /// This is the first of today's routines that is not done yet and can be played; its index in the day.
    case play(Plan.Slot, index: Int)
    /// What is left today is gone from the store, the first of it here: the editor mends it.
    case removed(Plan.Slot, index: Int)
    /// All of today's are done.
    case done(next: Next?)
    /// Nothing is planned today; `next` is nil when nothing is planned at all.
    case rest(next: Next?)
}

extension Records {
    /// This week's seven days in their local order; nil while the clock is not known. Of slots with the same routine, as many are done as
    /// sessions of it were completed that day, the first slots first.
    public func week(of plan: Plan) -> [PlanDay]? {
        guard let today else { return nil }
        return (0..<7).map { position in
            let weekday = (firstWeekday - 1 + position) % 7 + 1
            let slots = plan.slots(weekday: weekday)
            var taken: [String: Int] = [:]
            let isDone = slots.map { slot in
                guard let id = slot.routineID else { return false }
                let count = taken[id, default: 0] + 1
                taken[id] = count
                return count <= completions(onDay: position, of: id)
            }
            return PlanDay(weekday: weekday, slots: slots, isDone: isDone, isToday: weekday == LocalDays.weekday(of: today))
        }
    }

    /// What the plan says for today; nil while the clock is not known.
    /// - Parameter exists: whether a routine with this id can be played.
    public func today(of plan: Plan, exists: (String) -> Bool) -> PlanToday? {
        guard let day = week(of: plan)?.first(where: \.isToday) else { return nil }
        if day.slots.isEmpty { return .rest(next: next(of: plan, after: day.weekday)) }
        let left = day.slots.indices.filter { !day.isDone[$0] }
        if let index = left.first(where: { day.slots[$0].routineID.map(exists) ?? false }) { return .play(day.slots[index], index: index) }
        if let index = left.first { return .removed(day.slots[index], index: index) }
        return .done(next: next(of: plan, after: day.weekday))
    }

    private func next(of plan: Plan, after weekday: Int) -> PlanToday.Next? {
        for daysAhead in 1...7 {
            let weekday = (weekday - 1 + daysAhead) % 7 + 1
            let slots = plan.slots(weekday: weekday)
            if !slots.isEmpty { return PlanToday.Next(weekday: weekday, daysAhead: daysAhead, slots: slots) }
        }
        return nil
    }
}
