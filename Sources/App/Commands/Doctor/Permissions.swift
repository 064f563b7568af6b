import Glibc
import Words

/// Whether this user, or for root the service's, may open the screen, the buttons and the sound card: the groups that own their device
/// files.
enum Permissions {
    /// Who we are, as the kernel and the group file have it.
    struct Identity: Hashable, Sendable {
        var user: String
        var isRoot: Bool
        /// Of the groups we ask about: those the system has, and whether we are in them.
        var membership: [String: Bool]
        /// Those without which the service does not start, and the system has them not.
        var absent: [String] = []

        /// - Parameter absent: of the service, whoever asks.
        static func ofThisProcess(absent: [String] = []) -> Identity {
            var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
            // It fails only when groups were added in between, and says -1 then: no groups are known.
            let count = getgroups(Int32(groups.count), &groups)
            let own = Set(groups.prefix(Int(max(0, count)))).union([getegid()])
            var membership: [String: Bool] = [:]
            for name in Permissions.groups {
                if let entry = getgrnam(name) { membership[name] = own.contains(entry.pointee.gr_gid) }
            }
            let user = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? String(geteuid())
            return Identity(user: user, isRoot: geteuid() == 0, membership: membership, absent: absent)
        }

        /// The service's user, with the groups that its unit gives it.
        static func of(_ service: PlayersService) -> Identity {
            var membership: [String: Bool] = [:]
            for name in Permissions.groups {
                if let entry = getgrnam(name) { membership[name] = service.groupIDs.contains(entry.pointee.gr_gid) }
            }
            return Identity(user: service.user, isRoot: false, membership: membership, absent: service.absentGroups)
        }

        /// Root asks for the service; everybody else for themselves.
        static func of(_ service: PlayersService?, isRoot: Bool) -> Identity {
            guard let service else { return ofThisProcess() }
            return isRoot ? of(service) : ofThisProcess(absent: service.absentGroups)
        }
    }

    /// video and render own /dev/dri, input /dev/input, gpio /dev/gpiochip* (on Raspberry Pi OS), audio /dev/snd.
    static let groups = ["video", "render", "input", "gpio", "audio"]

    static func examine(_ identity: Identity) -> [Finding] {
        let absent = identity.absent.map { Finding.broken(.permissions, Sentence("doctor.groupAbsent", .text($0))) }
        if identity.isRoot { return absent + [.works(.permissions, Sentence("doctor.root"))] }
        let missing = groups.filter { identity.membership[$0] == false }
        if missing.isEmpty, absent.isEmpty {
            let names = groups.filter { identity.membership[$0] == true }.joined(separator: ", ")
            return [.works(.permissions, Sentence("doctor.groups", .text(identity.user), .text(names)))]
        }
        return absent + missing.map { .broken(.permissions, Sentence("doctor.groupMissing", .text(identity.user), .text($0))) }
    }
}
