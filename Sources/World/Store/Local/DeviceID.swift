import Workouts

/// This player's name among those that share a store: 8 hex digits, made once.
public enum DeviceID {
    static let name = "device"

    /// The one that local state has; made when it has none. Two processes that make it at once agree on one.
    public static func of(_ local: KeptFolder) throws(StoreError) -> String {
        let made = HexDigits.random()
        for _ in 0..<3 {
            let found = try local.read(name, limit: Limits.fileBytes)
            if let id = found.flatMap(read) { return id }
            // What is there and no id holds nothing that is missed.
            let expected = found.map(KeptFolder.Expectation.bytes) ?? .absent
            if try local.write(Array((made + "\n").utf8), to: name, expecting: expected) == .done { return made }
        }
        return made
    }

    private static func read(_ bytes: [UInt8]) -> String? {
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
        return HexDigits.areValid(line) ? line : nil
    }
}
