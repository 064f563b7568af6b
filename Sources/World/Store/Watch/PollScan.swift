import Bridge
import CLinux
import Library
import Linux

/// Finds what changed by looking: for file systems that send no events. Files of sessions are never changed, so that of them only the
/// folders are looked at. Belongs to the store's thread.
struct PollScan {
    private struct Known {
        var stamp: FileStamp
        var folders: [String]
        /// Times of folders are coarse on some disks: a changed one is listed again this often.
        var looksLeft: Int
    }

    private let folder: StoreFolder
    private var files: [StorePath: FileStamp] = [:]
    private var sessionFolders: [StorePath: Known] = [:]
    private var isFirst = true

    /// What is there now is not told.
    init(_ folder: StoreFolder) {
        self.folder = folder
        _ = scan()
    }

    /// What changed since the last call. Nothing while the disk or the share fails: then nobody knows, and what was known stays.
    mutating func scan() -> [StoreChange] {
        var next = self
        var changes: [StoreChange] = []
        do throws(StoreFolder.Fault) {
            try next.lookAtFiles(&changes)
            var folders: [StorePath: Known] = [:]
            try next.lookAtSessions(StoreShelf.sessions.rawValue, depth: 0, into: &folders, &changes)
            for path in sessionFolders.keys where folders[path] == nil { changes.append(.gone(path.text)) }
            next.sessionFolders = folders
        } catch { return [] }
        next.isFirst = false
        self = next
        return changes
    }

    private mutating func lookAtFiles(_ changes: inout [StoreChange]) throws(StoreFolder.Fault) {
        var found: [StorePath: FileStamp] = [:]
        found.reserveCapacity(files.count)
        try look(into: "") { (name, kind, stamp) throws(StoreFolder.Fault) in
            if StoreShelf(rawValue: name) == nil, !StoreWatch.ours.contains(name) { found[StorePath(name)] = stamp }
        }
        for shelf in StoreShelf.allCases where shelf != .sessions { try list(shelf.rawValue, depth: 0, into: &found) }
        // Folders below it hold no commands.
        try look(into: BridgePlaces.inbox) { (name, _, stamp) throws(StoreFolder.Fault) in
            found[StorePath(BridgePlaces.inbox + "/" + name)] = stamp
        }
        for (path, stamp) in found where files[path] != stamp { changes.append(.touched(path.text)) }
        for path in files.keys where found[path] == nil { changes.append(.gone(path.text)) }
        files = found
    }

    private func list(_ path: String, depth: Int, into found: inout [StorePath: FileStamp]) throws(StoreFolder.Fault) {
        var folders: [String] = []
        try look(into: path) { (name, kind, stamp) throws(StoreFolder.Fault) in
            if kind == .folder { folders.append(path + "/" + name) } else { found[StorePath(path + "/" + name)] = stamp }
        }
        guard depth < StoreWalk.Bounds.depth else { return }
        for folder in folders { try list(folder, depth: depth + 1, into: &found) }
    }

    private func lookAtSessions(
        _ path: String, depth: Int, into folders: inout [StorePath: Known], _ changes: inout [StoreChange]
    ) throws(StoreFolder.Fault) {
        guard depth <= StoreWalk.Bounds.depth, let stamp = try present({ () throws(StoreFolder.Fault) in try stamp(ofFolder: path) }) else {
            return
        }
        var known = sessionFolders[StorePath(path)] ?? Known(stamp: stamp, folders: [], looksLeft: isFirst ? 0 : 3)
        if known.stamp != stamp {
            known.stamp = stamp
            known.looksLeft = 3
        }
        if known.looksLeft > 0 || isFirst {
            known.looksLeft = max(0, known.looksLeft - 1)
            changes.append(.complete(path))
            known.folders = []
            // Not by their stamps: there may be very many files, and the names say which are folders.
            try look(into: path, stampsFiles: false) { (name, kind, _) throws(StoreFolder.Fault) in
                if kind == .folder { known.folders.append(name) }
            }
        }
        folders[StorePath(path)] = known
        for name in known.folders { try lookAtSessions(path + "/" + name, depth: depth + 1, into: &folders, &changes) }
    }

    // MARK: Folders

    private func stamp(ofFolder path: String) throws(StoreFolder.Fault) -> FileStamp {
        // Under a name it stays open to the end of the scope.
        let descriptor = try folder.openFolder(path)
        return try StoreFolder.look(descriptor.raw).stamp
    }

    /// Nil for what is not there or not to be looked into, which is as good as empty; a failure of the disk is thrown.
    private func present<Value>(_ body: () throws(StoreFolder.Fault) -> Value) throws(StoreFolder.Fault) -> Value? {
        do throws(StoreFolder.Fault) { return try body() } catch {
            if case .system = error { throw error }
            return nil
        }
    }

    private func look(
        into path: String, stampsFiles: Bool = true,
        _ take: (String, StoreFolder.Kind, FileStamp) throws(StoreFolder.Fault) -> Void
    ) throws(StoreFolder.Fault) {
        let entries = try present { () throws(StoreFolder.Fault) in
            try folder.entries(in: try folder.openFolder(path), limit: StoreWalk.Bounds.names)
        }
        guard let entries, !entries.isEmpty else { return }
        let descriptor = try folder.openFolder(path)
        for entry in entries {
            guard let name = entry.name, !FileNames.isPassedOver(name) else { continue }
            if !stampsFiles, entry.kind != .unknown {
                try take(name, entry.kind, .none)
                continue
            }
            guard let look = try present({ () throws(StoreFolder.Fault) in try folder.look(name, in: descriptor) }) else { continue }
            try take(name, look.kind, look.stamp)
        }
    }
}
