import Foundation
import Glibc
import Store
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

        /// `access`: access(2)'s answer.
        static func look(_ path: String, mounts: [Mount], access: (String, Int32) -> Int32) -> Folder {
            let code = access(path, W_OK | X_OK)
            return Folder(path: path, errorCode: code == 0 ? nil : code, mount: Mount.holding(path, of: mounts))
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

    /// Who asks.
    struct Asker {
        /// Who may do everything, and so asks for the service.
        var isRoot = geteuid() == 0
        /// The kiosk's own folder: below it the service's rights count, whoever asks. A person's own store is theirs.
        var playersFolder = LocalState.playersFolder
        /// access(2): 0, or an error number.
        var access: (_ path: String, _ rights: Int32) -> Int32 = { Glibc.access($0, $1) == 0 ? 0 : errno }

        fileprivate func asksForTheService(_ path: String) -> Bool {
            isRoot || path == playersFolder || path.hasPrefix(playersFolder + "/")
        }
    }

    /// `state`: the player's own folder, with the journal and the settings. `store`: the routines', to which people copy. `service`: whose
    /// rights count instead of this process's.
    static func examine(state: String, store: String, service: PlayersService? = nil, asker: Asker = Asker()) -> [Finding] {
        // Without /proc nothing is known of mounts; the folders are looked at all the same.
        let bytes = (try? RegularFile.read("/proc/self/mountinfo")) ?? []
        let mounts = Mount.parse(String(decoding: bytes, as: UTF8.self))
        let findings = [state, store].map { path in
            judge(
                Folder.look(path, mounts: mounts, access: asker.access), isOthersToo: path == store,
                asker.asksForTheService(path) ? service : nil)
        }
        // Where it may not even use the folder, the remedy is for everything in it.
        guard let service, asker.asksForTheService(store), ![state, store].contains(where: { obstacle(service, $0) != nil }) else {
            return findings
        }
        return findings + PlayersPlaces(state: state, store: store).findings(service)
    }

    /// `isOthersToo`: whether people write there, not the player alone.
    private static func judge(_ folder: Folder, isOthersToo: Bool, _ service: PlayersService?) -> Finding {
        switch folder.errorCode {
        case nil:
            return service.flatMap { obstacle($0, folder.path, isOthersToo: isOthersToo) } ?? finding(folder)
        case EACCES? where folder.mount?.isReadOnly != true:
            guard let service, service.has(PlayersService.everything, to: folder.path) != nil else {
                return .doubtful(.storage, Sentence("doctor.storage.unseen", .text(folder.path)))
            }
            if let obstacle = obstacle(service, folder.path, isOthersToo: isOthersToo) { return obstacle }
            if isOthersToo { return finding(folder) }
            let players = finding(Folder(path: folder.path, mount: folder.mount))
            guard players.state == .works else { return players }
            return .works(.storage, Sentence("doctor.storage.keptByPlayer", .text(folder.path), .text(folder.mount?.kind ?? "?")))
        default:
            // The kernel's own answer, as of a disk that is only read, comes first.
            return finding(folder)
        }
    }

    /// What keeps the service from using a folder that is otherwise in order; nil: nothing, or it cannot be seen.
    static func obstacle(_ service: PlayersService, _ path: String, isOthersToo: Bool = true) -> Finding? {
        let folder = Words.Argument.text(path)
        if service.isShutOut(of: path) {
            return .doubtful(.storage, Sentence("doctor.storage.place", folder, .text((service.places ?? []).joined(separator: ", "))))
        }
        if service.has(PlayersService.everything, to: path) == false {
            let what = Sentence("doctor.storage.players", folder, .text(service.user))
            // Nobody but the player has files of theirs in its own folder.
            let whole = Sentence("doctor.storage.closed.fix", folder, .text(service.user), folder)
            return Finding(area: .storage, state: .doubtful, what: what, remedy: isOthersToo ? what.fix : whole)
        }
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
