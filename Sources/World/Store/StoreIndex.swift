import Library
import Records
import Workouts

/// What a start need not read again: a cache in local state of what was read, with the stamps by which it is found unchanged. Everything
/// in it can be read from the store; whatever is wrong with it (torn, foreign, another version), it counts as none.
struct StoreIndex {
    /// Of the gallery that the routines were read against, and the program that read them.
    var catalog: UInt64
    /// Folders of sessions whose names and files are all here while they have this stamp.
    var folders: [StorePath: FileStamp]
    /// Routines, those with errors too. Plans and own workouts are few, and are read anew.
    var files: [StoredFile]
    /// Those that are young are left out.
    var sessions: SessionShelf

    /// "StepBack" as bytes, and the version of all that follows.
    private static let magic: UInt64 = 0x5374_6570_4261_636b
    private static let version: UInt64 = 4

    private static let headSize = 32

    init(catalog: UInt64, folders: [StorePath: FileStamp], files: [StoredFile], sessions: SessionShelf) {
        self.catalog = catalog
        self.folders = folders
        self.files = files
        self.sessions = sessions
    }

    /// Names in the language shown are in every routine, so another language is another gallery.
    static func digest(_ catalog: Catalog, _ edition: String) -> UInt64 {
        var text = edition + "\0\(catalog.version)\0"
        for workout in catalog.workouts {
            text += workout.id + "\0" + workout.name + "\0" + workout.englishName + "\0" + workout.category.rawValue + "\0"
            text += workout.foreignNames.joined(separator: "\0") + "\0"
            for language in workout.aliases.keys.sorted() { text += (workout.aliases[language] ?? []).joined(separator: "\0") + "\0" }
        }
        for category in Category.allCases { text += catalog.name(of: category) + "\0" }
        return ContentDigest.of(text.utf8)
    }

    // MARK: Writing

    func encoded() -> [UInt8] {
        var writer = IndexWriter()
        writer.fixed(catalog)
        let folders = folders.sorted { $0.key < $1.key }
        writer.number(folders.count)
        for (path, stamp) in folders {
            writer.text(path.text)
            writer.stamp(stamp)
        }
        var routines = 0
        for file in files {
            switch file.content {
            case .routine: routines += 1
            case .listed where file.path.hasPrefix("routines/"): routines += 1
            default: break
            }
        }
        writer.number(routines)
        for file in files {
            switch file.content {
            case .routine(let entry):
                writer.number(0)
                writer.file(file)
                writer.routine(entry)
            case .listed(let problems) where file.path.hasPrefix("routines/"):
                writer.number(1)
                writer.file(file)
                writer.problems(problems)
            default: break
            }
        }
        var places = Array(repeating: -1, count: sessions.routineIDs.count)
        writer.number(sessions.folders.count)
        for folder in sessions.folders {
            writer.text(folder.path)
            writer.number(folder.items.count { !$0.isYoung })
            for (index, item) in folder.items.enumerated() where !item.isYoung {
                let routine = Int(item.entry.routine)
                if places[routine] < 0 { places[routine] = writer.place(of: sessions.routineIDs[routine]) }
                writer.session(item, name: folder.name(at: index), routine: places[routine])
            }
        }
        return writer.finish(headSize: Self.headSize) { payload in
            var head = IndexWriter()
            for value in [Self.magic, Self.version, UInt64(payload.count), Self.checksum(payload)] { head.fixed(value) }
            return head.bytes
        }
    }

    /// Words of eight bytes at a time: eight megabytes in a millisecond or two.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.withUnsafeBytes { buffer in
            var digest: UInt64 = 0x9E37_79B9_7F4A_7C15
            var index = 0
            while index + 8 <= buffer.count {
                digest =
                    (digest ^ UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self))) &* 0xff51_afd7_ed55_8ccd
                digest ^= digest >> 32
                index += 8
            }
            while index < buffer.count {
                digest = (digest ^ UInt64(buffer[index])) &* 0x0000_0100_0000_01b3
                index += 1
            }
            return digest
        }
    }

    // MARK: Reading

    /// Nil for anything but what `encoded()` gave.
    init?(decoding bytes: [UInt8]) {
        guard bytes.count >= Self.headSize else { return nil }
        let decoded: StoreIndex? = bytes.withUnsafeBytes { buffer in
            var head = IndexReader(UnsafeRawBufferPointer(rebasing: buffer[..<Self.headSize]))
            do throws(IndexReader.Torn) {
                guard try head.fixed() == Self.magic, try head.fixed() == Self.version,
                    try head.fixed() == UInt64(bytes.count - Self.headSize),
                    try head.fixed() == Self.checksum(bytes[Self.headSize...])
                else { return nil }
                var reader = IndexReader(UnsafeRawBufferPointer(rebasing: buffer[Self.headSize...]))
                return try StoreIndex(&reader)
            } catch { return nil }
        }
        guard let decoded else { return nil }
        self = decoded
    }

    private init(_ reader: inout IndexReader) throws(IndexReader.Torn) {
        try reader.readTable()
        catalog = try reader.fixed()
        folders = [:]
        files = []
        sessions = SessionShelf()
        for _ in 0..<(try reader.count()) {
            let path = StorePath(try reader.text())
            folders[path] = try reader.stamp()
        }
        let routines = try reader.count()
        files.reserveCapacity(routines)
        for _ in 0..<routines {
            let isListed = try reader.number() == 1
            let path = try reader.text()
            let stamp = try reader.stamp()
            let content: StoredFile.Content = isListed ? .listed(try reader.problems()) : .routine(try reader.routine(path: path))
            files.append(StoredFile(path: path, stamp: stamp, content: content))
        }
        var numbers: [Int32] = []
        for _ in 0..<(try reader.count()) {
            var folder = SessionShelf.Folder(path: try reader.text())
            for _ in 0..<(try reader.count()) {
                let name = try reader.rawText()
                let item = try reader.session(&numbers, &sessions)
                guard folder.append(item, name: name) else { throw IndexReader.Torn() }
            }
            sessions.put(folder)
        }
    }
}
