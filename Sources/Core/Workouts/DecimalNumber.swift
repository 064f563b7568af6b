/// Decimal numbers as JSON writes them, read exactly: no floating point, and an exponent of a million digits costs nothing.
public enum DecimalNumber {
    /// Whether the text is a JSON number.
    static func isNumber(_ text: String) -> Bool { parts(text) != nil }

    /// The whole number that the text is ("30", "3e1", "30.0"); nil when it has a fraction or is beyond ±10^15.
    public static func whole(_ text: String) -> Int? {
        guard let (isNegative, allDigits, power) = parts(text) else { return nil }
        var (digits, exponent) = (allDigits, power)
        while digits.last == 0, digits.count > 1 {
            digits.removeLast()
            exponent += 1
        }
        if digits == [0] || digits.isEmpty { return 0 }
        guard exponent >= 0, digits.count + exponent <= 15 else { return nil }
        var value = 0
        for digit in digits { value = value * 10 + digit }
        for _ in 0..<exponent { value *= 10 }
        return isNegative ? -value : value
    }

    /// Sign, digits without leading zeros, and the power of ten behind them (bounded).
    private static func parts(_ text: String) -> (isNegative: Bool, digits: [Int], exponent: Int)? {
        var bytes = Array(text.utf8)[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { bytes = bytes.dropFirst() }
        var digits: [Int] = []
        var exponent = 0
        var count = 0
        while let byte = bytes.first, (0x30...0x39).contains(byte) {
            digits.append(Int(byte) - 0x30)
            bytes = bytes.dropFirst()
            count += 1
        }
        guard count > 0 else { return nil }
        if bytes.first == UInt8(ascii: ".") {
            bytes = bytes.dropFirst()
            let before = digits.count
            while let byte = bytes.first, (0x30...0x39).contains(byte) {
                digits.append(Int(byte) - 0x30)
                bytes = bytes.dropFirst()
            }
            guard digits.count > before else { return nil }
            exponent = before - digits.count
        }
        if let byte = bytes.first, byte | 0x20 == UInt8(ascii: "e") {
            bytes = bytes.dropFirst()
            let isSmall = bytes.first == UInt8(ascii: "-")
            if isSmall || bytes.first == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
            guard !bytes.isEmpty else { return nil }
            var power = 0
            while let byte = bytes.first, (0x30...0x39).contains(byte) {
                power = min(power * 10 + Int(byte) - 0x30, 10_000_000)
                bytes = bytes.dropFirst()
            }
            exponent += isSmall ? -power : power
        }
        guard bytes.isEmpty else { return nil }
        return (isNegative, Array(digits.drop { $0 == 0 }), exponent)
    }
}
