/// A bounded memory: keeps what was used of late and forgets the rest. Two generations, so that both keeping and forgetting are
/// constant-time: when the young one is full it becomes the old one, and what was old is let go.
struct Recent<Key: Hashable, Value> {
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]
    private var youngCost = 0
    private var oldCost = 0
    private let generationCost: Int

    /// At most `budget` of cost is kept, in the unit that `insert` is told.
    init(budget: Int) { generationCost = max(1, budget / 2) }

    /// The cost of what is kept.
    var cost: Int { youngCost + oldCost }

    /// What was kept, or what `make` says; `costing` is asked once for each value made.
    mutating func value(_ key: Key, costing: (Value) -> Int = { _ in 1 }, make: () -> Value) -> Value {
        if let value = young[key] { return value }
        if let value = old.removeValue(forKey: key) {
            let cost = costing(value)
            oldCost -= cost
            insert(value, for: key, cost: cost)
            return value
        }
        let value = make()
        insert(value, for: key, cost: costing(value))
        return value
    }

    mutating func removeAll() {
        young = [:]
        old = [:]
        youngCost = 0
        oldCost = 0
    }

    private mutating func insert(_ value: Value, for key: Key, cost: Int) {
        if youngCost + cost > generationCost, !young.isEmpty {
            swap(&young, &old)
            young.removeAll(keepingCapacity: true)
            oldCost = youngCost
            youngCost = 0
        }
        young[key] = value
        youngCost += cost
    }
}
