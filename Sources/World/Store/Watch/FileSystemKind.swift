import CLinux
import Glibc

/// What kind of file system a folder is on, as far as watching it goes.
enum FileSystemKind {
    /// Other machines, or programs behind the kernel's back, change files there without an event (statfs(2), linux/magic.h).
    private static let silent: Set<UInt32> = [
        0x6969,  // NFS
        0x517B, 0xFF53_4D42, 0xFE53_4D42,  // SMB, CIFS, SMB2
        0x6573_5546,  // FUSE: sshfs, rclone and others; a local one merely costs a look
        0x0102_1997,  // 9p: a virtual machine's host
        0x786F_4256,  // vboxsf
        0x5346_414F, 0x00C3_6400, 0x4741_5246,  // AFS, Ceph, and GFS2's kin
        0x7461_636F, 0x0BD0_0BD0, 0x2003_0528, 0x1980_0202,  // OCFS2, Lustre, OrangeFS, GPFS
    ]

    /// True where inotify does not tell of every change.
    static func isSilent(_ type: UInt32) -> Bool { silent.contains(type) }

    /// Of a path; nil when it cannot be asked.
    static func type(at path: String) -> UInt32? {
        let type = stepback_file_system_type(path)
        return type < 0 ? nil : UInt32(truncatingIfNeeded: type)
    }
}
