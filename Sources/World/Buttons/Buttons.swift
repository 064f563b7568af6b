// Buttons: lines through libgpiod and keys through evdev, clean of bounce, as Ports' key events.
// Imports Ports, Linux, CGpiod and CLinux; no C type leaves it. Everything belongs to the loop's thread.
import Ports

/// What went wrong with a button or an input device, as a sentence with the next step.
public enum ButtonsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No chip has a line of this name, or the chip has fewer lines.
    case noLine(LineAddress)
    /// No chip of this path, name or label.
    case noChip(String)
    /// The line is in use; the consumer's name as the kernel gives it, or nil.
    case lineTaken(LineAddress, by: String?)
    /// The chip went away while its line was held.
    case chipVanished(LineAddress)
    /// The kernel has the line but will not give it as asked: a bias it cannot set, no permission, no interrupt.
    case lineRefused(LineAddress, code: Int32, reason: String)
    case inputRefused(path: String, code: Int32, reason: String)
    /// The keyboard or remote was unplugged.
    case inputVanished(path: String)

    /// What the screen says of it.
    public var fault: PanelEvent.ButtonFault {
        switch self {
        case .lineTaken: .taken
        case .chipVanished, .inputVanished: .vanished
        case .noLine, .noChip, .lineRefused, .inputRefused: .missing
        }
    }

    public var description: String {
        switch self {
        case .noLine(let address):
            "no GPIO line \(address) was found: see the lines there are with gpioinfo, and name one in the configuration"
        case .noChip(let chip):
            "no GPIO chip \(chip) was found: see the chips there are with gpiodetect, and name one in the configuration"
        case .lineTaken(let address, let consumer):
            "GPIO line \(address) is in use by \(consumer ?? "another program"): end that program, or wire the button to another line"
        case .chipVanished(let address):
            "the GPIO chip of line \(address) went away: it is looked for every few seconds"
        case .lineRefused(let address, let code, let reason):
            "GPIO line \(address) could not be used (\(reason), error \(code)): check the bias, and that this user is in the group gpio"
        case .inputRefused(let path, let code, let reason):
            "\(path) could not be read (\(reason), error \(code)): check that this user is in the group input"
        case .inputVanished(let path):
            "\(path) was unplugged: it is taken back when it returns"
        }
    }
}
