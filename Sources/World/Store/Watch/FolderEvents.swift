import Bridge
import CLinux
import Glibc
import Library
import Linux

/// What the kernel tells of the store's folders (inotify(7)). New folders are watched as they come, with what is in them already. Belongs
/// to the store's thread.
final class FolderEvents {
    /// Polled for reading.
    let descriptor: Int32
    /// Whether anything at all was told so far.
    private(set) var hasHeard = false
    /// Some folder is not watched: the kernel had no watches left, or would not. Whoever needs the truth polls.
    private(set) var isIncomplete = false
    /// The store's own folder went, was renamed or unmounted: nothing more will be told.
    private(set) var hasEnded = false

    private let inotify: Descriptor
    private let folder: StoreFolder
    private var pathOfWatch: [Int32: String] = [:]
    private var watchOfPath: [StorePath: Int32] = [:]
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    private static let interest = UInt32(
        IN_CREATE | IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
            | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK)

    /// Watches the store's folder and its four shelves. From now on nothing is missed; what is there already is not told.
    init(_ folder: StoreFolder) throws(SystemError) {
        self.folder = folder
        inotify = Descriptor(owning: try systemCall("watch folders") { inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)) })
        descriptor = inotify.raw
        var changes: [StoreChange] = []
        watchAll(&changes)
    }

    /// What happened since the last call.
    func read() -> [StoreChange] {
        var changes: [StoreChange] = []
        // Bounded, so that a storm does not hold the loop: it calls again while there is more.
        for _ in 0..<16 {
            let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            // EAGAIN: that was all.
            guard count > 0 else { break }
            parse(count, into: &changes)
        }
        return changes
    }

    // MARK: Events

    private func parse(_ count: Int, into changes: inout [StoreChange]) {
        let header = MemoryLayout<inotify_event>.size
        var at = 0
        while at + header <= count {
            let (event, name) = buffer.withUnsafeBytes { bytes in
                let event = bytes.loadUnaligned(fromByteOffset: at, as: inotify_event.self)
                let text = bytes[(at + header)..<min(count, at + header + Int(event.len))]
                return (event, Array(text.prefix { $0 != 0 }))
            }
            at += header + Int(event.len)
            hasHeard = true
            take(event.wd, event.mask, name, &changes)
        }
    }

    private func take(_ watch: Int32, _ mask: UInt32, _ name: [UInt8], _ changes: inout [StoreChange]) {
        func told(_ flag: Int32) -> Bool { mask & UInt32(bitPattern: flag) != 0 }
        if told(Int32(IN_Q_OVERFLOW)) {
            // Folders may have come and gone untold.
            for watch in watchOfPath.values { inotify_rm_watch(descriptor, watch) }
            (pathOfWatch, watchOfPath) = ([:], [:])
            watchAll(&changes)
            changes.append(.everything)
            return
        }
        guard let parent = pathOfWatch[watch] else { return }
        if told(Int32(IN_IGNORED)) {
            pathOfWatch[watch] = nil
            if watchOfPath[StorePath(parent)] == watch { watchOfPath[StorePath(parent)] = nil }
            if parent.isEmpty { hasEnded = true }
            return
        }
        if told(Int32(IN_UNMOUNT)) || told(Int32(IN_DELETE_SELF)) || told(Int32(IN_MOVE_SELF)) {
            // Of any other folder its parent tells.
            if parent.isEmpty { hasEnded = true }
            return
        }
        guard let name = String(validating: name, as: UTF8.self) else {
            // No path can be made of it; its folder's listing shows it.
            if !parent.isEmpty { changes.append(.complete(parent)) }
            return
        }
        guard !name.isEmpty, !FileNames.isPassedOver(name) else { return }
        let path = parent.isEmpty ? name : parent + "/" + name
        if path == BridgePlaces.folder || parent == BridgePlaces.folder { return changedBridge(path, &changes) }
        guard !parent.isEmpty || !StoreWatch.ours.contains(name) else { return }
        let isGone = told(Int32(IN_DELETE)) || told(Int32(IN_MOVED_FROM))
        if told(Int32(IN_ISDIR)) {
            changedFolder(path, name, isGone: isGone, isMoved: told(Int32(IN_MOVED_TO)), &changes)
        } else if isGone {
            changes.append(.gone(path))
        } else {
            changes.append(told(Int32(IN_CLOSE_WRITE)) || told(Int32(IN_MOVED_TO)) ? .complete(path) : .touched(path))
        }
    }

    /// Of the bridge the inbox counts, and the way to it.
    private func changedBridge(_ path: String, _ changes: inout [StoreChange]) {
        guard BridgePlaces.inbox == path || BridgePlaces.inbox.hasPrefix(path + "/") else { return }
        forget(path)
        watchInbox(tells: true, &changes)
    }

    private func changedFolder(_ path: String, _ name: String, isGone: Bool, isMoved: Bool, _ changes: inout [StoreChange]) {
        if isGone {
            forget(path)
            changes.append(.gone(path))
            return
        }
        if path.hasPrefix(BridgePlaces.inbox + "/") { return changes.append(.complete(path)) }
        guard let shelf = path.split(separator: "/").first.flatMap({ StoreShelf(rawValue: String($0)) }) else {
            changes.append(.complete(path))
            return
        }
        if isMoved {
            forget(path)
            watch(path, tells: false, &changes)
            changes.append(.complete(path))
        } else if watchOfPath[StorePath(path)] == nil {
            // It was made, or may be looked into now. What is in it already may still be on its way.
            watch(path, tells: true, &changes)
            if FileNames.looksLikeAFile(folder: name, in: shelf) { changes.append(.touched(path)) }
        } else if (try? folder.openFolder(path)) == nil {  // Whatever the reason: its permissions changed, and it is closed to us.
            changes.append(.complete(path))
        }
    }

    // MARK: Watches

    private func watchAll(_ changes: inout [StoreChange]) {
        add("", at: folder.path)
        for shelf in StoreShelf.allCases { watch(shelf.rawValue, tells: false, &changes) }
        watchInbox(tells: false, &changes)
    }

    private func watchInbox(tells: Bool, _ changes: inout [StoreChange]) {
        add(BridgePlaces.folder, at: folder.path + "/" + BridgePlaces.folder)
        // Folders below it hold no commands.
        watch(BridgePlaces.inbox, tells: tells, &changes, depth: StoreWalk.Bounds.depth)
    }

    /// Watches a folder and those below it. The watch comes first and the listing afterwards: nothing falls between them.
    /// - Parameter tells: the files that are there already are told as touched.
    private func watch(_ path: String, tells: Bool, _ changes: inout [StoreChange], depth: Int = 0) {
        guard depth <= StoreWalk.Bounds.depth, add(path, at: folder.path + "/" + path) else { return }
        // Gone again meanwhile, or not ours to look into: then there is nothing to tell.
        guard let descriptor = try? folder.openFolder(path),
            let entries = try? folder.entries(in: descriptor, limit: StoreWalk.Bounds.names)
        else { return }
        for entry in entries {
            guard let name = entry.name else {
                if tells { changes.append(.complete(path)) }
                continue
            }
            if FileNames.isPassedOver(name) { continue }
            var kind = entry.kind
            // Some file systems do not say it with the name.
            if kind == .unknown { kind = (try? folder.look(name, in: descriptor))?.kind ?? .unknown }
            if kind == .folder {
                watch(path + "/" + name, tells: tells, &changes, depth: depth + 1)
            } else if tells {
                changes.append(.touched(path + "/" + name))
            }
        }
    }

    @discardableResult
    private func add(_ path: String, at place: String) -> Bool {
        // The store's own folder may be reached by a link; nothing below it may.
        let interest = path.isEmpty ? Self.interest & ~UInt32(IN_DONT_FOLLOW) : Self.interest
        let watch = inotify_add_watch(descriptor, place, interest)
        guard watch >= 0 else {
            // Not there, no folder, or closed to us: then nobody reads it either. Anything else leaves it unwatched.
            if ![ENOENT, ENOTDIR, EACCES, ELOOP].contains(errno) { isIncomplete = true }
            if path.isEmpty { hasEnded = true }
            return false
        }
        if let old = pathOfWatch[watch].map({ StorePath($0) }), watchOfPath[old] == watch { watchOfPath[old] = nil }
        pathOfWatch[watch] = path
        watchOfPath[StorePath(path)] = watch
        return true
    }

    private func forget(_ path: String) {
        let below = path + "/"
        for (known, watch) in watchOfPath where known == StorePath(path) || known.text.utf8.starts(with: below.utf8) {
            inotify_rm_watch(descriptor, watch)
            watchOfPath[known] = nil
            pathOfWatch[watch] = nil
        }
    }
}
