import CLinux
import Glibc

/// What the kernel says when a device comes, goes or changes (kobject uevents over netlink, Documentation/core-api/kobject.rst).
public struct Uevent: Hashable, Sendable {
    /// `add`, `remove`, `change`, ...
    public var action: String
    /// Below /sys: `/devices/platform/gpu/drm/card1`.
    public var devicePath: String
    /// `drm`, `input`, `gpio`, `sound`, ...
    public var subsystem: String
    /// Everything else by its key, as `HOTPLUG` = `1`.
    public var properties: [String: String]

    /// Reads the kernel's message: `change@/devices/...`, then `KEY=value`s, each ended by a zero byte. nil for anything else.
    public init?(message: some Collection<UInt8>) {
        let fields = message.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        guard let head = fields.first, let at = head.firstIndex(of: "@") else { return nil }
        var properties: [String: String] = [:]
        for field in fields.dropFirst() {
            guard let equals = field.firstIndex(of: "=") else { continue }
            properties[String(field[..<equals])] = String(field[field.index(after: equals)...])
        }
        action = properties["ACTION"] ?? String(head[..<at])
        devicePath = properties["DEVPATH"] ?? String(head[head.index(after: at)...])
        subsystem = properties["SUBSYSTEM"] ?? ""
        self.properties = properties
    }
}

/// Listens to the kernel's uevents, without udev: they come before udev has set the permissions of a new device node.
public final class UeventSource {
    private let loop: EventLoop
    private let socket: Descriptor
    private var token: EventLoop.Token?

    /// Calls the handler on the loop's thread with each event; with nil when some were lost and everything should be looked at anew.
    public init(loop: EventLoop, _ handler: @escaping (Uevent?) -> Void) throws(SystemError) {
        self.loop = loop
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        socket = Descriptor(
            owning: try systemCall("open a uevent socket") { Glibc.socket(AF_NETLINK, type, Int32(NETLINK_KOBJECT_UEVENT)) })
        var address = sockaddr_nl()
        address.nl_family = sa_family_t(AF_NETLINK)
        // Group 1 is the kernel's own; 2 is udev's.
        address.nl_groups = 1
        let descriptor = socket.raw
        try systemCall("listen to uevents") {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_nl>.size))
                }
            }
        }
        token = loop.watch(descriptor, for: .read) { _ in UeventSource.receive(descriptor, handler) }
    }

    deinit { end() }

    /// No more are told.
    public func end() {
        if let token { loop.end(token) }
        token = nil
    }

    private static func receive(_ descriptor: Int32, _ handler: (Uevent?) -> Void) {
        // UEVENT_BUFFER_SIZE and more; a longer message would be cut, and is then no worse than a shorter one.
        var bytes = [UInt8](repeating: 0, count: 8192)
        while true {
            var sender = sockaddr_nl()
            var length = socklen_t(MemoryLayout<sockaddr_nl>.size)
            let count = withUnsafeMutablePointer(to: &sender) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { recvfrom(descriptor, &bytes, bytes.count, 0, $0, &length) }
            }
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == ENOBUFS {
                handler(nil)
                continue
            }
            if count <= 0 { return }
            // Only the kernel is port 0: another program could send us anything.
            if sender.nl_pid == 0, let event = Uevent(message: bytes[..<count]) { handler(event) }
        }
    }
}
