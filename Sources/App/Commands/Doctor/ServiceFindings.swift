import Foundation
import Glibc
import Words

/// Whether the player starts with the machine, and whether it runs.
enum ServiceFindings {
    /// As systemd's files and the kernel have it, which everybody may read.
    struct Facts: Hashable, Sendable {
        var isMasked: Bool
        var isEnabled: Bool
        var isRunning: Bool

        /// Nil where no such service is installed.
        static func ofThisMachine(unitFolders: [String] = PlayersService.unitFolders, _ processes: Processes = Processes()) -> Facts? {
            guard PlayersService.unit(in: unitFolders) != nil else { return nil }
            return Facts(
                isMasked: isMasked(in: unitFolders), isEnabled: unitFolders.contains(where: isWanted), isRunning: processes.run(unit))
        }

        private static let unit = "stepback.service"

        /// systemd.unit(5): a unit is masked that is empty, or a link to /dev/null. The first folder that has it counts.
        private static func isMasked(in folders: [String]) -> Bool {
            for folder in folders {
                var status = stat()
                if stat("\(folder)/\(unit)", &status) == 0 { return status.st_size == 0 }
            }
            return false
        }

        /// Whether some target of that folder wants it, by its own name or another one.
        private static func isWanted(in folder: String) -> Bool {
            names(in: folder).filter { $0.hasSuffix(".wants") || $0.hasSuffix(".requires") }.contains { target in
                names(in: "\(folder)/\(target)").contains { name in
                    // Without the right to it or as a file of its own it has no destination, and its name counts.
                    let path = "\(folder)/\(target)/\(name)"
                    let destination = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? path
                    return name == unit || destination.split(separator: "/").last.map(String.init) == unit
                }
            }
        }

        /// None where there is no such folder.
        private static func names(in folder: String) -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }
    }

    static func examine(_ facts: Facts?) -> [Finding] {
        guard let facts else { return [] }
        if facts.isMasked { return [.broken(.service, Sentence("doctor.service.masked"))] }
        if !facts.isEnabled { return [.broken(.service, Sentence("doctor.service.disabled"))] }
        if !facts.isRunning { return [.broken(.service, Sentence("doctor.service.stopped"))] }
        return [.works(.service, Sentence("doctor.service"))]
    }
}
