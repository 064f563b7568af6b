import Foundation
import Glibc
import Words

/// Where the player keeps things: whether the folders can be written, and whether what is written outlives the power.
enum StorageFindings {
    /// A folder as the kernel has it.
    struct Folder: Hashable, Sendable {
        var path: String
        /// What stands in the way of writing there: an error number of access(2); nil when nothing does.
        var errorCode: Int32?
        var mount: Mount?

        init(path: String, errorCode: Int32? = nil, mount: Mount? = nil) {
            self.path = path
            self.errorCode = errorCode
            self.mount = mount
        }

        /// - Parameter isOthersToo: whether people write there, not the player alone.
        static func look(_ path: String, isOthersToo: Bool, mounts: [Mount]) -> Folder {
            // The code is read at once, before anything else can set it.
            var code = access(path, W_OK | X_OK) == 0 ? nil : errno
            if code == EACCES, !isOthersToo { code = nil }
            return Folder(path: path, errorCode: code, mount: Mount.holding(path, of: mounts))
        }
    }

    /// A line of /proc/self/mountinfo.
    struct Mount: Hashable, Sendable {
        var point: String
        /// "ext4", "tmpfs", "overlay" ...
        var kind: String
        var isReadOnly: Bool

        /// What is written to these is in memory, and gone without power. Raspberry Pi OS' read-only root is such an overlay.
        var isForgotten: Bool { ["tmpfs", "ramfs", "overlay"].contains(kind) }

        /// `36 35 98:0 /root /point ro,noatime [fields] - ext4 /dev/sda1 rw`; a space in a path is \040.
        static func parse(_ text: String) -> [Mount] {
            text.split(separator: "\n").compactMap { line in
                let halves = line.split(separator: " ").split(separator: "-")
                guard halves.count >= 2, let before = halves.first.map(Array.init), let after = halves.dropFirst().first.map(Array.init),
                    before.count >= 6, after.count >= 2
                else { return nil }
                let options = before[5].split(separator: ",") + after[after.count - 1].split(separator: ",")
                return Mount(
                    point: before[4].replacingOccurrences(of: "\\040", with: " "), kind: String(after[0]),
                    isReadOnly: options.contains("ro"))
            }
        }

        /// The one that a path lies on: the longest point above it, and of equal ones the last, which covers the others.
        static func holding(_ path: String, of mounts: [Mount]) -> Mount? {
            let above = mounts.filter { $0.point == "/" || path == $0.point || path.hasPrefix($0.point + "/") }
            let longest = above.map(\.point.utf8.count).max()
            return above.last { $0.point.utf8.count == longest }
        }
    }

    /// `state`: the player's own folder, with the journal and the settings. `store`: the routines', to which people copy. `service`: whose
    /// rights count instead of this process's.
    static func examine(state: String, store: String, service: PlayersService? = nil) -> [Finding] {
        // Without /proc nothing is known of mounts; the folders are looked at all the same.
        let bytes = (try? RegularFile.read("/proc/self/mountinfo")) ?? []
        let mounts = Mount.parse(String(decoding: bytes, as: UTF8.self))
        return [
            Folder.look(state, isOthersToo: false, mounts: mounts), Folder.look(store, isOthersToo: true, mounts: mounts),
        ].map { folder in
            // The kernel's own answer, a disk that is only read, comes first.
            folder.errorCode == nil ? service.flatMap { obstacle($0, folder.path) } ?? finding(folder) : finding(folder)
        }
    }

    /// What keeps the service from writing into a folder that is otherwise in order; nil: nothing.
    static func obstacle(_ service: PlayersService, _ path: String) -> Finding? {
        let folder = Words.Argument.text(path)
        if service.isShutOut(of: path) {
            return .doubtful(.storage, Sentence("doctor.storage.place", folder, .text((service.places ?? []).joined(separator: ", "))))
        }
        if !service.mayWrite(into: path) { return .doubtful(.storage, Sentence("doctor.storage.players", folder, .text(service.user))) }
        return nil
    }

    static func finding(_ folder: Folder) -> Finding {
        let path = Words.Argument.text(folder.path)
        let mount = folder.mount
        switch folder.errorCode {
        case ENOENT?, ENOTDIR?: return .doubtful(.storage, Sentence("doctor.storage.missing", path))
        case EROFS?: return .broken(.storage, Sentence("doctor.storage.readOnly", path))
        case let code?:
            if mount?.isReadOnly == true { return .broken(.storage, Sentence("doctor.storage.readOnly", path)) }
            return .doubtful(.storage, Sentence("doctor.storage.forbidden", path, .text(String(cString: strerror(code)))))
        case nil: break
        }
        if let mount, mount.isForgotten { return .doubtful(.storage, Sentence("doctor.storage.forgotten", path, .text(mount.kind))) }
        return .works(.storage, Sentence("doctor.storage.kept", path, .text(mount?.kind ?? "?")))
    }
}
