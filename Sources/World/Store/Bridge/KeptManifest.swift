import Library
import Playback

/// What is known of the manifest's file: whether it says what it should. Others may take it away or put an older one in its place (a
/// person, a copying tool, a player of another version), and nobody tells of that. Pure: time and the disk are its caller's.
struct KeptManifest {
    /// How long another's manifest is left alone: whoever wrote it may have seen what is not seen here yet.
    static let forbearance = Duration.seconds(4)
    /// Two players that do not agree end with a change an hour.
    private static let longestForbearance = Duration.seconds(3_600)

    /// It could not be written, or is to be written again.
    var isOwed = false
    /// What it says.
    private var written: Library?
    private var revision: Revision?
    /// Of the file when it was last seen to be that one.
    private var stamp: FileStamp?
    private var strangeSince: Instant?
    private var forbearance = Self.forbearance

    /// Whether a library would come to the same manifest.
    func says(_ library: Library) -> Bool {
        guard let written else { return false }
        return written.routines == library.routines && written.plans == library.plans && written.ownEntries == library.ownEntries
            && written.week == library.week
    }

    mutating func wrote(_ library: Library, _ revision: Revision) {
        // For a change of the store's own there is no quarrel.
        if revision != self.revision { forbearance = Self.forbearance }
        (written, self.revision, isOwed, stamp, strangeSince) = (library, revision, false, nil, nil)
    }

    /// True when the file holds something else, or is not there, for long enough: it is time to write it again.
    /// - Parameters:
    ///   - stamp: of the file; nil: there is none.
    ///   - revision: of its bytes; asked for only where the stamp is another.
    mutating func isStrange(_ found: FileStamp?, at now: Instant, revision read: () -> Revision?) -> Bool {
        guard let revision, !isOwed else { return false }
        if let found, found == stamp || read() == revision {
            (stamp, strangeSince) = (found, nil)
            return false
        }
        guard let since = strangeSince else {
            strangeSince = now
            return false
        }
        guard now >= since + forbearance else { return false }
        forbearance = min(forbearance + forbearance, Self.longestForbearance)
        strangeSince = nil
        return true
    }
}
