/// The names of files that are still being written: ".stepback-0a1b2c3d-4e5f6071.tmp". Every reader passes over them, for the leading dot
/// and for the ending; they carry the player, so that two players never share one and each sweeps only its own; and they are short, so
/// that the name of a file may be as long as the disk allows.
public struct TemporaryNames: Hashable, Sendable {
    private let beginning: String

    /// - Parameter owner: the device's 8 hex digits.
    public init(owner: String) { beginning = ".stepback-\(owner)-" }

    /// A name that nothing has.
    func next() -> String { beginning + HexDigits.random() + ".tmp" }

    /// Whether this player made a file of that name, and did not come to its end.
    public func isOurs(_ name: String) -> Bool { name.hasPrefix(beginning) && name.hasSuffix(".tmp") }
}

/// Numbers as file names carry them.
public enum HexDigits {
    /// 8 lower case digits: 32 random bits.
    public static func random() -> String { text(UInt32.random(in: .min ... .max)) }

    /// 8 digits that are the same for the same text (FNV-1a).
    static func digest(_ text: String) -> String {
        HexDigits.text(text.utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 })
    }

    private static func text(_ number: UInt32) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// Whether the text is 8 lower case hex digits and nothing else.
    public static func areValid(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 8 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
