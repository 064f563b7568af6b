import CLinux
import Glibc
import Linux

/// What belongs to this machine alone and is never shared: /var/lib/stepback, else the person's own state folder.
public struct LocalState: Sendable {
    /// Exists and can be written; nil: nothing can be kept here.
    public let folder: String?

    /// - Parameter variables: the environment: STATE_DIRECTORY is the service manager's word, XDG_STATE_HOME and HOME a person's.
    public init(_ variables: [String: String]) {
        folder = LocalState.candidates(variables).first { LocalState.make($0) && access($0, W_OK) == 0 }
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

    private init() { folder = nil }

    private static func candidates(_ variables: [String: String], _ players: String = playersFolder) -> [String] {
        var candidates = [variables["STATE_DIRECTORY"], players].compactMap { $0 }
        if let home = variables["XDG_STATE_HOME"] ?? variables["HOME"].map({ $0 + "/.local/state" }) {
            candidates.append(home + "/stepback")
        }
        return candidates
    }

    /// Where its files are kept.
    public var kept: KeptFolder? { folder.map(LocalState.kept) }

    /// The same for a folder that is known to be it.
    public static func kept(in folder: String) -> KeptFolder { KeptFolder(path: folder, owner: SafeFile.owner) }

    /// Where the store is when nobody says otherwise.
    public var usualStore: String? { folder.map { $0 + "/store" } }

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
        return true
    }
}
