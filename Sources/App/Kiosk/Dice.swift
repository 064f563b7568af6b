/// Numbers drawn from a seed, so that the kiosk stays a pure function: SplitMix64 (Steele, Lea and Flood, 2014).
struct Dice: Hashable, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Eight hexadecimal digits.
    mutating func hexadecimal() -> String {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        let digits = String((z ^ (z >> 31)) >> 32, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
