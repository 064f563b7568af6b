/// ISO 8601 in UTC, as files carry it: 2026-03-02T07:00:00Z, with or without a fraction. Such texts compare as their instants do.
enum Timestamp {
    static func isValid(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"), bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: "T"),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":")
        else { return false }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in bytes[range] {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int(byte) - 0x30
            }
            return value
        }
        guard number(0..<4) != nil, let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
            let minute = number(14..<16),
            let second = number(17..<19)
        else { return false }
        guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60 else { return false }
        if bytes.count == 20 { return true }
        return bytes[19] == UInt8(ascii: ".") && bytes.count > 21 && bytes.count <= 30
            && bytes[20..<(bytes.count - 1)].allSatisfy { (0x30...0x39).contains($0) }
    }
}
