/// What one look at the store's folder sees. Plain facts; `StoreKeeper` gathers them.
struct StoreObservation: Hashable, Sendable {
    /// False: there is no folder, or it cannot be opened.
    var isThere = true
    /// What the marker says; nil: there is none.
    var markerID: String?
    /// Any of routines, workouts, plans, sessions and bridge.
    var hasOurFolders = false
    /// On the file system that local state is on.
    var isBesideLocalState = true
    /// The system's table of mounts (fstab) wants something there or above it that is not mounted.
    var awaitsMount = false
    /// The configuration names no folder, so that it is ours to make.
    var isUsual = false
    var isReadOnly = false
    var isFull = false
}

/// The store as local state remembers it.
struct KnownStore: Hashable, Sendable {
    var path: String
    /// Of its marker.
    var id: String
    var wasBesideLocalState: Bool
}

/// Whether the folder is the store. An empty or missing mount point is not an empty store. Pure.
enum StoreJudgement: Hashable, Sendable {
    /// It is not, or not now.
    case missing
    /// It is to be made, and then looked at again.
    case toBeMade
    /// It is, for the first time: it gets a marker, and starters if it has no routines.
    case new
    /// It is, and had its marker taken away: it gets the one that it had.
    case unmarked(id: String)
    /// It is, with this marker.
    case known(id: String)

    init(_ seen: StoreObservation, known: KnownStore?) {
        // Only what was known of this very path counts.
        guard seen.isThere else {
            // One that was there before was taken away, and comes back: another in its place would hide what it holds.
            self = seen.isUsual && !seen.awaitsMount && known == nil ? .toBeMade : .missing
            return
        }
        if let marker = seen.markerID, marker == known?.id {
            // No doubt.
            self = .known(id: marker)
        } else if seen.awaitsMount {
            self = .missing
        } else if let known, !known.wasBesideLocalState, seen.isBesideLocalState {
            // The folder below a mount point, whatever an earlier mishap left in it.
            self = .missing
        } else if let marker = seen.markerID {
            // Another player's store, or another stick.
            self = .known(id: marker)
        } else if let known {
            // Someone's clean-up took the marker; or this is a mount point, or an empty stick, which `mkdir routines` makes a store.
            self = seen.hasOurFolders || seen.isUsual ? .unmarked(id: known.id) : .missing
        } else {
            self = .new
        }
    }
}

/// Which mounts the system wants and has.
enum MountTable {
    /// Whether fstab names a mount point that is the path or above it, and that mountinfo (proc(5)) does not.
    static func awaits(_ path: String, fstab: String, mountinfo: String) -> Bool {
        // A folder mounted onto itself is only the service's sandbox: nothing came there.
        let mounted = Set(mountinfo.split(separator: "\n").compactMap { field(3, of: $0) == field(4, of: $0) ? nil : field(4, of: $0) })
        return fstab.split(separator: "\n").contains { line in
            guard !line.drop(while: { $0 == " " || $0 == "\t" }).hasPrefix("#"), let point = field(1, of: line), point.hasPrefix("/"),
                point != "/"
            else { return false }
            let folder = point.hasSuffix("/") ? String(point.dropLast()) : point
            return (path == folder || path.hasPrefix(folder + "/")) && !mounted.contains(folder)
        }
    }

    /// Blanks and backslashes are written in octal in both files.
    private static func field(_ index: Int, of line: Substring) -> String? {
        let fields = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
        guard fields.count > index else { return nil }
        var bytes: [UInt8] = []
        var rest = Array(fields[index].utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3, let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8) {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
