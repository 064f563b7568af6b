// Documents that get another content: what a person or a newer version wrote around it stays with what it belongs to.

extension PlanDocument {
    /// The days of a plan in the place of its own. What its file says of a slot beyond the routine stays with that slot, wherever it went.
    public mutating func fill(from plan: Plan) {
        var old = entries
        var filled: [Entry] = []
        for weekday in 1...7 {
            for slot in plan.slots(weekday: weekday) {
                func isSame(_ entry: Entry) -> Bool {
                    entry.slot.routineID == nil ? entry.slot.routineName == slot.routineName : entry.slot.routineID == slot.routineID
                }
                let index = old.firstIndex { $0.weekday == weekday && isSame($0) } ?? old.firstIndex(where: isSame)
                var entry = index.map { old.remove(at: $0) } ?? Entry(weekday: weekday, slot: slot)
                entry.weekday = weekday
                filled.append(entry)
            }
        }
        entries = filled
    }
}

extension RoutineDocument {
    /// Steps in the place of its own. What the file says around a step stays with the step of the same workout, first at the same place.
    /// Filling a second time with the same steps changes nothing.
    public mutating func fill(with steps: [Step]) {
        var old: [Entry?] = entries
        // Next unused entry of each workout, so that long routines stay linear.
        var places: [Step.Kind: [Int]] = [:]
        for (index, entry) in entries.enumerated().reversed() { places[entry.step.kind, default: []].append(index) }
        entries = steps.enumerated().map { index, step in
            var place: Int?
            if index < old.count, old[index]?.step.kind == step.kind {
                place = index
            } else {
                // Those that were taken by their own place are passed over.
                while let last = places[step.kind]?.popLast() {
                    if old[last] != nil {
                        place = last
                        break
                    }
                }
            }
            guard let place, var entry = old[place] else { return Entry(step) }
            old[place] = nil
            entry.step = step
            return entry
        }
    }
}

extension Step {
    /// Which movement it is: the gallery's, or one that only has a name.
    fileprivate enum Kind: Hashable {
        case known(String)
        case named(String)
    }

    fileprivate var kind: Kind { workoutID.map(Kind.known) ?? .named(name) }
}
