import Records

/// The files of sessions and what was read of them, folder by folder: a store may have a hundred thousand, so that each takes 64 bytes and
/// its name. A value without a thread of its own; large, so hold it in one place.
public struct SessionShelf: Sendable {
    /// A file, but for its name.
    public struct Item: Sendable {
        public var stamp: FileStamp
        /// Its `routine` is an index into the shelf's `routineIDs`.
        public var entry: SessionLog.Entry
        /// As `StoredFile.isYoung`.
        public var isYoung: Bool
        fileprivate var nameEnd: Int32 = 0

        public init(stamp: FileStamp, entry: SessionLog.Entry, isYoung: Bool) {
            self.stamp = stamp
            self.entry = entry
            self.isYoung = isYoung
        }
    }

    /// The files of a folder itself, in byte order of their names.
    public struct Folder: Sendable {
        /// Below the store: "sessions/2026/03".
        public let path: String
        public private(set) var items: [Item] = []
        /// One behind another.
        private var names: [UInt8] = []

        public init(path: String) { self.path = path }

        /// The bytes of an item's name.
        public func name(at index: Int) -> ArraySlice<UInt8> { names[start(of: index)..<Int(items[index].nameEnd)] }

        /// Adds a file behind all others; false, and nothing is done, when its name does not come after theirs.
        public mutating func append(_ item: Item, name: UnsafeBufferPointer<UInt8>) -> Bool {
            if !items.isEmpty, compare(items.count - 1, name) >= 0 { return false }
            names += name
            items.append(item)
            items[items.count - 1].nameEnd = Int32(names.count)
            return true
        }

        /// True when there was none with this name.
        fileprivate mutating func put(_ item: Item, name: UnsafeBufferPointer<UInt8>) -> Bool {
            if append(item, name: name) { return true }
            let (index, isThere) = place(of: name)
            var item = item
            if isThere {
                item.nameEnd = items[index].nameEnd
                items[index] = item
                return false
            }
            let start = start(of: index)
            names.replaceSubrange(start..<start, with: name)
            item.nameEnd = Int32(start)
            items.insert(item, at: index)
            for later in index..<items.count { items[later].nameEnd += Int32(name.count) }
            return true
        }

        fileprivate mutating func remove(at index: Int) {
            let name = start(of: index)..<Int(items[index].nameEnd)
            names.removeSubrange(name)
            items.remove(at: index)
            for later in index..<items.count { items[later].nameEnd -= Int32(name.count) }
        }

        fileprivate func path(at index: Int) -> String { path + "/" + String(decoding: name(at: index), as: UTF8.self) }

        /// Where a name stands, or would stand.
        fileprivate func place(of name: UnsafeBufferPointer<UInt8>) -> (index: Int, isThere: Bool) {
            var (low, high) = (0, items.count)
            while low < high {
                let middle = (low + high) / 2
                let order = compare(middle, name)
                if order == 0 { return (middle, true) }
                if order < 0 { low = middle + 1 } else { high = middle }
            }
            return (low, false)
        }

        private func start(of index: Int) -> Int { index == 0 ? 0 : Int(items[index - 1].nameEnd) }

        /// Less than 0: ours comes first.
        private func compare(_ index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Int {
            let ours = start(of: index)..<Int(items[index].nameEnd)
            return names.withUnsafeBufferPointer { ByteOrder.compare(UnsafeBufferPointer(rebasing: $0[ours]), name) }
        }
    }

    /// None of them empty, in byte order of their paths.
    public private(set) var folders: [Folder] = []
    /// Of all sessions that are here or were; by canonical equivalence each is here once.
    public private(set) var routineIDs: [String] = []
    public private(set) var count = 0
    private var indexOfRoutine: [String: Int32] = [:]

    public init() {}

    public var isEmpty: Bool { count == 0 }

    /// Nothing but the ids of routines, so that folders can be taken over.
    public func emptied() -> SessionShelf {
        var shelf = self
        (shelf.folders, shelf.count) = ([], 0)
        return shelf
    }

    /// The same as a log: of sessions with one key the first by folder and name counts.
    public var log: SessionLog {
        var entries: [SessionLog.Entry] = []
        entries.reserveCapacity(count)
        for folder in folders { for item in folder.items { entries.append(item.entry) } }
        return SessionLog(entries, routineIDs: routineIDs)
    }

    // MARK: Files

    /// The file with exactly this path, byte for byte; nil when it is not here.
    public subscript(path: String) -> StoredFile? {
        guard let (folder, index) = place(of: path) else { return nil }
        return file(path, folders[folder].items[index])
    }

    /// Adds a file, or puts it in the place of the one with the same path. True when there was none.
    @discardableResult
    public mutating func put(_ path: String, _ fact: SessionFact, stamp: FileStamp, isYoung: Bool) -> Bool {
        let item = Item(stamp: stamp, entry: SessionLog.Entry(fact, routine: routine(fact.routineID)), isYoung: isYoung)
        let isNew = Self.split(path) { parent, name in
            let (index, isThere) = place(ofFolder: parent)
            if !isThere { folders.insert(Folder(path: String(decoding: parent, as: UTF8.self)), at: index) }
            return folders[index].put(item, name: name)
        }
        if isNew { count += 1 }
        return isNew
    }

    /// Takes a file away; false when it was not here.
    @discardableResult
    public mutating func remove(_ path: String) -> Bool {
        guard let (folder, index) = place(of: path) else { return false }
        folders[folder].remove(at: index)
        if folders[folder].items.isEmpty { folders.remove(at: folder) }
        count -= 1
        return true
    }

    /// Takes away everything below a folder.
    public mutating func removeAll(below path: String) {
        folders.removeAll { Self.isAt(path, or: $0.path) }
        count = folders.reduce(0) { $0 + $1.items.count }
    }

    /// The path itself, if it is one of a file that is here, and all paths below it.
    public func paths(at path: String) -> [String] {
        var paths = place(of: path) == nil ? [] : [path]
        for folder in folders where Self.isAt(path, or: folder.path) {
            for index in folder.items.indices { paths.append(folder.path(at: index)) }
        }
        return paths
    }

    // MARK: Folders

    /// The files of a folder itself; nil when there are none.
    public func folder(_ path: String) -> Folder? {
        var path = path
        let (index, isThere) = path.withUTF8 { place(ofFolder: $0) }
        return isThere ? folders[index] : nil
    }

    /// Takes over a whole folder, instead of what was here of it. Its entries' routines are those of `routineIDs`; one that is not among
    /// them is a mistake of the program.
    public mutating func put(_ folder: Folder) {
        precondition(folder.items.allSatisfy { routineIDs.indices.contains(Int($0.entry.routine)) })
        var path = folder.path
        let (index, isThere) = path.withUTF8 { place(ofFolder: $0) }
        if isThere { count -= folders.remove(at: index).items.count }
        if folder.items.isEmpty { return }
        folders.insert(folder, at: index)
        count += folder.items.count
    }

    /// Where an id stands in `routineIDs`, put there if it is new.
    public mutating func routine(_ id: String) -> Int32 {
        if let index = indexOfRoutine[id] { return index }
        let index = Int32(routineIDs.count)
        routineIDs.append(id)
        indexOfRoutine[id] = index
        return index
    }

    /// Those of the ids that have a session.
    func played(among ids: Set<String>) -> Set<String> {
        let sought = Set(ids.compactMap { indexOfRoutine[$0] })
        var played: Set<Int32> = []
        for folder in folders { for item in folder.items where sought.contains(item.entry.routine) { played.insert(item.entry.routine) } }
        return Set(played.map { routineIDs[Int($0)] })
    }

    // MARK: Places

    private func file(_ path: String, _ item: Item) -> StoredFile {
        let entry = item.entry
        let fact = SessionFact(
            key: entry.key, routineID: routineIDs[Int(entry.routine)], startedSeconds: entry.startedSeconds,
            activeSeconds: Int(entry.activeSeconds), wasCompleted: entry.wasCompleted)
        return StoredFile(path: path, stamp: item.stamp, content: .session(fact), isYoung: item.isYoung)
    }

    private func place(of path: String) -> (folder: Int, index: Int)? {
        Self.split(path) { parent, name in
            let (folder, isThere) = place(ofFolder: parent)
            guard isThere else { return nil }
            let (index, isFile) = folders[folder].place(of: name)
            return isFile ? (folder, index) : nil
        }
    }

    private func place(ofFolder path: UnsafeBufferPointer<UInt8>) -> (index: Int, isThere: Bool) {
        var (low, high) = (0, folders.count)
        while low < high {
            // The last one first: files mostly come in order.
            let middle = high == folders.count ? high - 1 : (low + high) / 2
            var ours = folders[middle].path
            let order = ours.withUTF8 { ByteOrder.compare($0, path) }
            if order == 0 { return (middle, true) }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return (low, false)
    }

    private static func split<Value>(
        _ path: String, _ body: (_ parent: UnsafeBufferPointer<UInt8>, _ name: UnsafeBufferPointer<UInt8>) -> Value
    ) -> Value {
        var path = path
        return path.withUTF8 { bytes in
            let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
            return body(
                UnsafeBufferPointer(rebasing: bytes[..<(slash ?? 0)]), UnsafeBufferPointer(rebasing: bytes[(slash.map { $0 + 1 } ?? 0)...]))
        }
    }

    /// True for the path itself and what is below it.
    private static func isAt(_ path: String, or below: String) -> Bool {
        ByteOrder.areEqual(path, below) || ByteOrder.begins(below, with: path + "/")
    }
}
