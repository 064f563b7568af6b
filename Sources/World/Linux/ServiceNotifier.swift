import CLinux
import Glibc
import Playback

/// Tells systemd how the service is (sd_notify(3), without its library): one datagram to the socket that NOTIFY_SOCKET names.
public struct ServiceNotifier: Sendable {
    public enum State: Hashable, Sendable {
        case ready
        case stopping
        /// One line for `systemctl status`.
        case status(String)
        /// The loop still turns.
        case watchdog

        fileprivate var text: String {
            switch self {
            case .ready: "READY=1"
            case .stopping: "STOPPING=1"
            case .watchdog: "WATCHDOG=1"
            case .status(let line): "STATUS=" + String(line.map { $0.isNewline ? " " : $0 })
            }
        }
    }

    private let path: String
    /// How often `.watchdog` is due: half of what systemd allows; nil when it does not watch this process.
    public let watchdogInterval: Duration?

    /// Nil when no service manager started this process.
    /// - Parameters:
    ///   - environment: NOTIFY_SOCKET, a path or an abstract name after `@`; WATCHDOG_USEC and WATCHDOG_PID.
    ///   - process: our process id.
    public init?(environment: [String: String], process: Int32 = getpid()) {
        guard let path = environment["NOTIFY_SOCKET"], path.first == "/" || path.first == "@", path.utf8.count > 1 else { return nil }
        self.path = path
        let isOurs = environment["WATCHDOG_PID"].map { Int32($0) == process } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        watchdogInterval = isOurs && microseconds > 0 ? .microseconds(microseconds / 2) : nil
    }

    /// Sends the states in one message. Never waits: a manager that does not read loses it, and that is an error here.
    public func notify(_ states: State...) throws(SystemError) {
        let text = Array(states.map(\.text).joined(separator: "\n").utf8)
        let descriptor = Descriptor(
            owning: try systemCall("make a socket") { socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0) })
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(path.utf8)
        // An abstract name begins with a zero byte and ends with the address.
        if name[0] == UInt8(ascii: "@") { name[0] = 0 }
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard name.count < room else { throw SystemError(action: "notify \(path)", code: ENAMETOOLONG) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size - room + name.count)
        let raw = descriptor.raw
        try systemCall("notify \(path)") {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    sendto(raw, text, text.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT), $0, length)
                }
            }
        }
    }
}
