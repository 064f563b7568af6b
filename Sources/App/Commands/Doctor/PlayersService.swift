import Foundation
import Glibc
import Words

/// The player as the system's service runs it: its user, its groups, and where its sandbox lets it write. What the person may do who asks,
/// and root above all, says nothing about that, and so the doctor looks with these eyes.
struct PlayersService: Hashable, Sendable {
    var user: String
    var userID: UInt32
    /// Its own groups, and those that the unit adds.
    var groupIDs: Set<UInt32>
    /// Groups that the unit adds and the machine has not: systemd does not start the service then.
    var absentGroups: [String] = []
    /// It and what is below it can be written; all else is only read. Nil: the unit forbids nothing.
    var places: [String]?

    /// The unit's file, as packages and then its owner have it; drop-ins add to it.
    static let unitFolders = ["/etc/systemd/system", "/run/systemd/system", "/usr/lib/systemd/system"]

    /// Nil where there is no service.
    static func ofThisMachine() -> PlayersService? { of(unit(in: unitFolders)) }

    /// The unit's settings with those of its drop-ins; nil when there is no such unit.
    static func unit(in folders: [String]) -> [(key: String, value: String)]? {
        // A file that is not there, or cannot be read, says nothing.
        let texts = { (path: String) in (try? RegularFile.read(path)).map { String(decoding: $0, as: UTF8.self) } }
        guard let main = folders.lazy.compactMap({ texts($0 + "/stepback.service") }).first else { return nil }
        let extras = folders.flatMap { folder in
            // Most have no drop-ins.
            ((try? FileManager.default.contentsOfDirectory(atPath: folder + "/stepback.service.d")) ?? [])
                .filter { $0.hasSuffix(".conf") }.map { (name: $0, path: "\(folder)/stepback.service.d/\($0)") }
        }
        return ([main] + extras.sorted { $0.name < $1.name }.compactMap { texts($0.path) }).flatMap(settings)
    }

    private static func settings(_ text: String) -> [(key: String, value: String)] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let words = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0).trimmed }
            return words.count == 2 && !words[0].hasPrefix("#") && !words[0].hasPrefix(";") ? (words[0], words[1]) : nil
        }
    }

    /// What a list of paths or names comes to: an empty value forgets those before it.
    private static func list(_ key: String, _ unit: [(key: String, value: String)]) -> [String] {
        unit.filter { $0.key == key }.reduce(into: []) { list, setting in
            if setting.value.isEmpty { list = [] } else { list += setting.value.split(separator: " ").map(String.init) }
        }
    }

    /// Nil when there is no unit, or its user is not on this machine.
    static func of(_ unit: [(key: String, value: String)]?) -> PlayersService? {
        guard let unit, let name = unit.last(where: { $0.key == "User" })?.value, let entry = getpwnam(name) else { return nil }
        let (userID, groupID) = (entry.pointee.pw_uid, entry.pointee.pw_gid)
        var count: Int32 = 64
        var own = [gid_t](repeating: 0, count: Int(count))
        // More groups than that are of no player's; those that fit are taken.
        _ = getgrouplist(name, groupID, &own, &count)
        let added = list("SupplementaryGroups", unit).map { (name: $0, id: getgrnam($0)?.pointee.gr_gid) }
        return PlayersService(
            user: name, userID: userID, groupIDs: Set(own.prefix(Int(max(0, min(count, 64)))) + added.compactMap(\.id)),
            absentGroups: added.filter { $0.id == nil }.map(\.name), places: places(unit))
    }

    static func places(_ unit: [(key: String, value: String)]) -> [String]? {
        guard unit.last(where: { $0.key == "ProtectSystem" })?.value == "strict" else { return nil }
        return list("StateDirectory", unit).map { "/var/lib/" + $0 }
            + list("ReadWritePaths", unit).map { String($0.drop { "-+".contains($0) }) }
    }

    /// Whether a folder is in none of the places; links are followed before.
    func isShutOut(of path: String) -> Bool {
        guard let places else { return false }
        let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        return !places.contains { real == $0 || real.hasPrefix($0 == "/" ? $0 : $0 + "/") }
    }

    /// Reading (4), writing (2) and passing (1).
    static let read: mode_t = 0o4
    static let everything: mode_t = 0o7

    /// Whether it has those rights to a file or folder and may go down to it, by owner, group and mode of all on the way. What is not there
    /// is not judged; nil: who asks may not look there.
    func has(_ needed: mode_t, to path: String) -> Bool? {
        var above = ""
        let parts = path.split(separator: "/")
        for (index, part) in parts.enumerated() {
            above += "/\(part)"
            var status = stat()
            guard stat(above, &status) == 0 else { return errno == EACCES ? nil : true }
            let due: mode_t = index == parts.count - 1 ? needed : 0o1
            guard rights(status) & due == due else { return false }
        }
        return true
    }

    /// What the doctor finds when the configuration is one that this process reads and the service does not; nil: it reads it too.
    func closedConfiguration(_ path: String) -> Finding? {
        guard has(PlayersService.read, to: path) == false else { return nil }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        return .doubtful(.configuration, Sentence("doctor.configurationPlayers", .text(path), .text(user), .text(folder)))
    }

    private func rights(_ status: stat) -> mode_t {
        if status.st_uid == userID { return status.st_mode >> 6 & 0o7 }
        return (groupIDs.contains(status.st_gid) ? status.st_mode >> 3 : status.st_mode) & 0o7
    }
}
