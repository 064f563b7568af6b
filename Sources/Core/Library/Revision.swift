/// What a file holds, as 256 bits: two files with the same revision hold the same bytes. SHA-256 as FIPS 180-4 writes it down.
///
/// Our own, since neither Swift nor its Foundation on Linux has one: a library for it would have to be there for two Debian releases and
/// two processors, and this is finished for ever and tested with the standard's own vectors.
public struct Revision: Hashable, Sendable, CustomStringConvertible {
    private var words: (UInt64, UInt64, UInt64, UInt64)

    /// Of a file's bytes. Linear: about 200 MB a second on a desktop's core.
    public init(of bytes: [UInt8]) {
        var state = Self.start
        let wholeBlocks = bytes.count / 64
        bytes.withUnsafeBytes { buffer in
            for block in 0..<wholeBlocks { Self.take(UnsafeRawBufferPointer(rebasing: buffer[(block * 64)..<(block * 64 + 64)]), &state) }
        }
        // A one, zeros, and the length in bits fill up the last block or two.
        var rest = Array(bytes[(wholeBlocks * 64)...]) + [0x80]
        rest += [UInt8](repeating: 0, count: (120 - rest.count % 64) % 64)
        withUnsafeBytes(of: (UInt64(bytes.count) &* 8).bigEndian) { rest += $0 }
        rest.withUnsafeBytes { buffer in
            for block in 0..<(rest.count / 64) {
                Self.take(UnsafeRawBufferPointer(rebasing: buffer[(block * 64)..<(block * 64 + 64)]), &state)
            }
        }
        func pair(_ index: Int) -> UInt64 { UInt64(state[index]) << 32 | UInt64(state[index + 1]) }
        words = (pair(0), pair(2), pair(4), pair(6))
    }

    /// The four quarters, the first bytes first, as an index keeps them.
    public init(quarters: (UInt64, UInt64, UInt64, UInt64)) { words = quarters }

    public var quarters: (UInt64, UInt64, UInt64, UInt64) { words }

    /// From its 64 lower case hex digits; nil for anything else.
    public init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 64 else { return nil }
        var quarters: [UInt64] = [0, 0, 0, 0]
        for (index, digit) in digits.enumerated() {
            let value: UInt64
            switch digit {
            case 0x30...0x39: value = UInt64(digit) - 0x30
            case 0x61...0x66: value = UInt64(digit) - 0x61 + 10
            default: return nil
            }
            quarters[index / 16] = quarters[index / 16] << 4 | value
        }
        words = (quarters[0], quarters[1], quarters[2], quarters[3])
    }

    /// 64 lower case hex digits.
    public var description: String {
        [words.0, words.1, words.2, words.3].map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    public static func == (left: Revision, right: Revision) -> Bool { left.words == right.words }

    public func hash(into hasher: inout Hasher) { hasher.combine(words.0) }

    // MARK: The algorithm

    /// The fractions of the square roots of the first eight primes.
    private static let start: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]

    /// The fractions of the cube roots of the first sixty-four.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]

    private static func take(_ block: UnsafeRawBufferPointer, _ state: inout [UInt32]) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
            for index in 0..<16 {
                schedule[index] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
            }
            for index in 16..<64 {
                let (early, late) = (schedule[index - 15], schedule[index - 2])
                let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
                let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
                schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
            }
            var (a, b, c, d, e, f, g, h) = (state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7])
            constants.withUnsafeBufferPointer { constants in
                for index in 0..<64 {
                    let mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
                    let one = h &+ mixed &+ (e & f ^ ~e & g) &+ constants[index] &+ schedule[index]
                    let two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ (a & b ^ a & c ^ b & c)
                    (h, g, f, e, d, c, b, a) = (g, f, e, d &+ one, c, b, a, one &+ two)
                }
            }
            for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] = state[index] &+ value }
        }
    }

    private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
}
