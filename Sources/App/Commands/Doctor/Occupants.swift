import Foundation
import Glibc

/// Who has what this process cannot have: the screen, the sound card.
struct Occupants: Hashable, Sendable {
    enum ScreenHolder: Hashable, Sendable {
        /// A StepBack, and it is what is seen.
        case player
        /// A StepBack has this terminal, and another is in front of it.
        case behind(own: Int, front: Int)
        case desktop
        case another
    }

    var players: [RunningPlayer] = []
    /// The number of the virtual terminal that is shown; nil where there are none.
    var front: Int?
    var hasDesktop = false
    /// The processes that have a sound card open to play on.
    var soundOwners: Set<Int32> = []

    /// - Parameters:
    ///   - shown: the kernel's file that names the terminal in front.
    ///   - desktop: the link by which systemd knows the display manager that this machine has, if it has one.
    static func look(
        _ processes: Processes = Processes(), shown: String = "/sys/class/tty/tty0/active",
        desktop: String = "/etc/systemd/system/display-manager.service", exceptFor own: Int32 = getpid()
    ) -> Occupants {
        // Neither needs to be there: a kernel without virtual terminals, a machine without a desktop.
        let name = (try? RegularFile.read(shown)).map { String(decoding: $0, as: UTF8.self).trimmed }
        let manager = (try? FileManager.default.destinationOfSymbolicLink(atPath: desktop))?.split(separator: "/").last.map(String.init)
        return Occupants(
            players: processes.players(exceptFor: own), front: name.flatMap { $0.hasPrefix("tty") ? Int($0.dropFirst(3)) : nil },
            hasDesktop: manager.map(processes.run) ?? false, soundOwners: processes.soundOwners())
    }

    /// Whose picture is on the card that could not be had.
    func holder(of card: String) -> ScreenHolder {
        let holders = players.filter { $0.mayHave(card) }
        // Only the terminal in front is drawn on.
        if holders.contains(where: { front == nil || $0.terminal == front }) { return .player }
        if hasDesktop { return .desktop }
        // Without a terminal of its own, as over SSH, a player is not told to make room.
        if holders.contains(where: { !$0.isService && $0.terminal == nil }) { return .player }
        let waiting = players.filter { $0.isService || $0.mayHave(card) }
        if let front, let own = waiting.lazy.compactMap(\.terminal).first(where: { $0 != front }) {
            return .behind(own: own, front: front)
        }
        return .another
    }

    /// Whether a StepBack has a sound card to play on.
    var soundIsOurs: Bool { players.contains { $0.hasSoundCard || soundOwners.contains($0.process) } }
}
