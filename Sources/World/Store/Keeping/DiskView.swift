import CLinux
import Glibc

/// What the system says about disks; a test says it instead.
struct DiskView: Sendable {
    struct Room: Hashable, Sendable {
        var isReadOnly = false
        /// Less is left than the smallest file needs.
        var isFull = false
    }

    /// Of the file system that a path is on, for this process; nil when it cannot be asked.
    var room: @Sendable (String) -> Room?
    /// The texts of /etc/fstab and /proc/self/mountinfo; empty when there are none.
    var fstab: @Sendable () -> String
    var mountinfo: @Sendable () -> String

    /// A session takes a block or two, its folder perhaps another.
    private static let leastBytes = 65_536

    static let ofThisMachine = DiskView(
        room: { path in
            var facts = statvfs()
            guard statvfs(path, &facts) == 0 else { return nil }
            let isReadOnly = facts.f_flag & 1 != 0 || access(path, W_OK) != 0
            // A file system without a table of inodes counts none.
            let hasInodes = facts.f_files == 0 || facts.f_favail > 0
            return Room(isReadOnly: isReadOnly, isFull: UInt64(facts.f_bavail) * UInt64(facts.f_frsize) < leastBytes || !hasInodes)
        },
        fstab: { text("/etc/fstab") }, mountinfo: { text("/proc/self/mountinfo") })

    private static func text(_ path: String) -> String {
        // Without the table nothing is awaited.
        String(decoding: (try? SafeFile.readVirtual(path, limit: 1_048_576)) ?? [], as: UTF8.self)
    }
}
