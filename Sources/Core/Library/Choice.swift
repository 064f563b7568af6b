import Workouts

/// Goes through the files in byte order of their paths and decides which routines show, and who needs a person.
struct Choice {
    private let starters: [String: Set<UInt64>]
    private let sessions: SessionShelf
    private var entries: [RoutineEntry] = []
    private var planEntries: [PlanEntry] = []
    private(set) var routines: [RoutineEntry] = []
    private(set) var plans: [PlanEntry] = []
    private(set) var week: PlanEntry?
    private(set) var attention: [Attention]

    /// - Parameter attention: what is known without looking at routines and plans.
    init(starters: [String: Set<UInt64>], sessions: SessionShelf, attention: [Attention]) {
        self.attention = attention
        self.starters = starters
        self.sessions = sessions
    }

    mutating func take(_ file: StoredFile) {
        switch file.content {
        case .routine(let entry): entries.append(entry)
        case .listed(let problems): attention.append(Attention(path: file.path, problems: problems))
        case .plan(let entry): planEntries.append(entry)
        case .workout, .session: break
        }
    }

    mutating func settle() {
        let hidden = hiddenStarters()
        var winners: [String: Int] = [:]
        winners.reserveCapacity(entries.count)
        for (index, entry) in entries.enumerated() where !hidden.contains(index) {
            guard let other = winners[entry.id] else {
                winners[entry.id] = index
                continue
            }
            if isNewer(entry.updated, than: entries[other].updated) { winners[entry.id] = index }
        }
        routines.reserveCapacity(winners.count)
        for (index, entry) in entries.enumerated() where !hidden.contains(index) {
            guard let winner = winners[entry.id] else { continue }
            if winner == index {
                routines.append(entry)
                if !entry.notes.isEmpty { attention.append(Attention(path: entry.path, problems: entry.notes)) }
            } else {
                let twin = Problem.error("problem.store.sameID", at: .file, .text(entries[winner].path))
                attention.append(Attention(path: entry.path, problems: [twin] + entry.notes))
            }
        }
        let choice = PlanChoice(planEntries, routines: routines)
        (plans, week) = (choice.plans, choice.week)
        attention += choice.attention
        attention.sort { ByteOrder.precedes($0.path, $1.path) }
    }

    /// Copies of a starter that are as they were seeded and were never played, where another such copy, or one that was played, shows.
    private func hiddenStarters() -> Set<Int> {
        var copies: [String: [Int]] = [:]
        for (index, entry) in entries.enumerated() {
            guard let key = entry.starter, starters[key]?.contains(entry.digest) == true else { continue }
            copies[key, default: []].append(index)
        }
        copies = copies.filter { $0.value.count > 1 }
        if copies.isEmpty { return [] }
        let played = sessions.played(among: Set(copies.values.joined().map { entries[$0].id }))
        var hidden: Set<Int> = []
        for group in copies.values {
            // The one that was played stays, with its history; else the first.
            let shown = group.first { played.contains(entries[$0].id) } ?? group[0]
            for index in group where index != shown && (!played.contains(entries[index].id) || entries[index].id == entries[shown].id) {
                hidden.insert(index)
            }
        }
        return hidden
    }
}
