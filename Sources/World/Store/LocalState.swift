import CLinux
import Glibc
import Linux

/// What belongs to this machine alone and is never shared: /var/lib/stepback, else the person's own state folder.
public struct LocalState: Sendable {
    /// Exists and can be written; nil: nothing can be kept here.
    public let folder: String?

    /// Where the store is when nobody says otherwise: beside what is kept; where nothing can be kept (a disk that the kernel made read-only,
    /// a write-protected card) in the folder where something was, since what is there can be played all the same. Nil: nowhere.
    public let usualStore: String?

    /// - Parameters:
    ///   - variables: the environment: STATE_DIRECTORY is the service manager's word, and where it is said no other folder counts;
    ///     XDG_STATE_HOME and HOME are a person's.
    ///   - players: `playersFolder`; tests have their own.
    ///   - isWritable: as for `existing`.
    public init(
        _ variables: [String: String], players: String = playersFolder, isWritable: (String) -> Bool = { access($0, W_OK) == 0 }
    ) {
        let candidates = LocalState.candidates(variables, players)
        folder = candidates.first { LocalState.make($0) && isWritable($0) }
        let read = candidates.first { access($0 + "/store", R_OK | X_OK) == 0 }
        usualStore = (folder ?? read ?? variables["STATE_DIRECTORY"]).map { $0 + "/store" }
    }

    /// The folder that `init` would choose, if it is there already; makes none. For what only reads.
    ///
    /// - Parameters:
    ///   - players: `playersFolder`; tests have their own.
    ///   - isWritable: access(2)'s answer; tests have their own.
    public static func existing(
        _ variables: [String: String], players: String = playersFolder, isWritable: (String) -> Bool = { access($0, W_OK) == 0 }
    ) -> String? { candidates(variables, players).first(where: isWritable) }

    /// The state of the player that this machine is for, as the package makes it: its user and its group go in, and root.
    public static let playersFolder = "/var/lib/stepback"

    /// For a program beside the player, which keeps nothing on this machine: the player's files are its own.
    public static let none = LocalState()

    private init() { (folder, usualStore) = (nil, nil) }

    private static func candidates(_ variables: [String: String], _ players: String) -> [String] {
        if let folder = variables["STATE_DIRECTORY"] { return [folder] }
        var candidates = [players]
        if let home = variables["XDG_STATE_HOME"] ?? variables["HOME"].map({ $0 + "/.local/state" }) {
            candidates.append(home + "/stepback")
        }
        return candidates
    }

    /// Where its files are kept.
    public var kept: KeptFolder? { folder.map(LocalState.kept) }

    /// The same for a folder that is known to be it.
    public static func kept(in folder: String) -> KeptFolder { KeptFolder(path: folder, owner: SafeFile.owner) }

    /// The kernel's id of this boot; instants of the monotonic clock mean nothing beyond it. Nil where /proc is not mounted.
    public var bootID: String? {
        // Nothing to tell: without it a crash is not resumed, and that is all.
        guard let bytes = try? SafeFile.readVirtual("/proc/sys/kernel/random/boot_id", limit: 64) else { return nil }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init)
    }

    private static func make(_ path: String) -> Bool {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/\(part)"
            if mkdir(made, 0o750) == -1, errno != EEXIST { return false }
        }
        // A file has no such place.
        return access(path + "/.", F_OK) == 0
    }
}
