import Ports

/// Where a line is: by the name the device tree gives it, or by chip and offset.
public enum LineAddress: Hashable, Sendable, CustomStringConvertible {
    /// "GPIO17". Chips are searched in the order of their numbers: the header's chip is not the same on every Pi.
    case name(String)
    /// The chip by path ("/dev/gpiochip0"), name ("gpiochip0") or label ("pinctrl-bcm2711"); the offset counts from 0.
    case offset(Int, chip: String)

    public var description: String {
        switch self {
        case .name(let name): name
        case .offset(let offset, let chip): "\(chip):\(offset)"
        }
    }

    /// Reads what `description` writes: "GPIO17", "pinctrl-bcm2711:17", "/dev/gpiochip0:17". Nil for empty text, an empty chip or
    /// an offset that is no number from 0 to 65,535.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else {
            if text.isEmpty { return nil }
            self = .name(text)
            return
        }
        let chip = String(text[..<colon])
        let digits = text[text.index(after: colon)...]
        guard !chip.isEmpty, !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }), let offset = UInt16(digits) else {
            return nil
        }
        self = .offset(Int(offset), chip: chip)
    }
}

/// How one button is wired.
public struct Wiring: Hashable, Sendable {
    /// The resistor inside the chip. A bare button between the line and ground wants `up` and `isActiveLow`.
    public enum Bias: String, Hashable, Sendable, CaseIterable {
        case up, down, none
        /// Whatever the firmware or an overlay set.
        case asIs = "as-is"
    }

    public var key: Key
    public var address: LineAddress
    public var bias: Bias
    /// Pressed pulls the line to ground.
    public var isActiveLow: Bool
    /// How long a level must hold to count: 1 ms to 1 s.
    public var debounce: Duration

    public init(
        _ key: Key, _ address: LineAddress, bias: Bias = .up, isActiveLow: Bool = true, debounce: Duration = Debouncer.usualSettleTime
    ) {
        precondition((.milliseconds(1) ... .seconds(1)).contains(debounce), "a debounce time is 1 ms to 1 s")
        self.key = key
        self.address = address
        self.bias = bias
        self.isActiveLow = isActiveLow
        self.debounce = debounce
    }
}
