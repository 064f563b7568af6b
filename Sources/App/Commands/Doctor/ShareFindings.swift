import Foundation
import Words

/// Whether routines can be copied to the store from another machine, by Samba or by rsync.
enum ShareFindings {
    struct Facts: Hashable, Sendable {
        var store: String
        /// The text of Samba's configuration; nil when Samba is not there.
        var samba: String?
        var hasRsync: Bool

        static func ofThisMachine(store: String) -> Facts {
            // One that cannot be read is as good as none: nothing is shared by it that we could name.
            let samba = (try? RegularFile.read("/etc/samba/smb.conf")).map { String(decoding: $0, as: UTF8.self) }
            let hasServer = FileManager.default.fileExists(atPath: "/usr/sbin/smbd")
            return Facts(
                store: store, samba: hasServer ? samba ?? "" : nil,
                hasRsync: FileManager.default.isExecutableFile(atPath: "/usr/bin/rsync"))
        }
    }

    static func examine(_ facts: Facts) -> [Finding] {
        var findings: [Finding] = []
        let store = Words.Argument.text(facts.store)
        if let samba = facts.samba {
            let isShared = sharedFolders(samba).contains { facts.store == $0 || facts.store.hasPrefix($0 + "/") }
            findings.append(
                isShared
                    ? .works(.share, Sentence("doctor.share.samba", store))
                    : .doubtful(.share, Sentence("doctor.share.sambaElsewhere", store)))
        }
        if facts.hasRsync { findings.append(.works(.share, Sentence("doctor.share.rsync", store))) }
        return findings.isEmpty ? [.doubtful(.share, Sentence("doctor.share.none", store))] : findings
    }

    /// The values of `path =` in smb.conf, without a slash at the end.
    private static func sharedFolders(_ samba: String) -> [String] {
        samba.split(whereSeparator: \.isNewline).compactMap { line in
            let words = line.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
            guard words.count == 2, words[0].lowercased() == "path" else { return nil }
            return words[1].count > 1 && words[1].hasSuffix("/") ? String(words[1].dropLast()) : words[1]
        }
    }
}
