/// The members of an object that is being written; nil values are left out.
struct JSONMembers {
    private(set) var list: [JSON.Member] = []

    mutating func add(_ key: String, _ text: String?) {
        if let text { list.append(JSON.Member(key, JSON(.string(text)))) }
    }

    mutating func add(_ key: String, _ number: Int) { list.append(JSON.Member(key, JSON(.number(String(number))))) }

    mutating func add(_ key: String, _ bool: Bool) { list.append(JSON.Member(key, JSON(.bool(bool)))) }

    mutating func add(_ key: String, _ elements: [JSON]) { list.append(JSON.Member(key, JSON(.array(elements)))) }
}

extension ClosedRange<Int> {
    /// The value, or the end of the range that it is beyond.
    func clamping(_ value: Int) -> Int { Swift.min(Swift.max(value, lowerBound), upperBound) }
}
