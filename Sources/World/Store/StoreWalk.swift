import Library
import Linux
import Workouts

/// Goes through the store's folders and finds what there is, without reading any file. Belongs to the thread that reads the store.
struct StoreWalk {
    /// What is looked through at most; what is beyond is told about and not read.
    enum Bounds {
        /// Folders below one of the four.
        static let depth = 16
        /// Files of one of the four, sessions apart.
        static let files = 50_000
        static let sessions = 1_000_000
        /// Names of one folder.
        static let names = 200_000
    }

    /// A file to read.
    struct Found: Hashable, Sendable {
        var path: String
        var shelf: StoreShelf
        var kind: StoreFolder.Kind
    }

    let folder: StoreFolder
    private(set) var found: [Found] = []
    /// What the names alone say.
    private(set) var listed: [StoredFile] = []
    /// Every folder that was looked through, with its stamp from before its names were.
    private(set) var folders: [(path: String, stamp: FileStamp, hasFolders: Bool)] = []
    /// Folders and files that the disk or the share would not show: nobody knows what is there now.
    private(set) var failed: [String] = []
    /// Of sessions there may be very many: each time that so many are found, they are handed over.
    static let batch = 4_096
    var takeBatch: (([Found]) -> Void)?
    private var counts: [StoreShelf: Int] = [:]
    private var isFull: Set<StoreShelf> = []
    /// Asked for each folder below sessions/ that has no folders in it; true leaves it out, because its files are known.
    var isKnown: (_ path: String, FileStamp) -> Bool = { _, _ in false }

    init(folder: StoreFolder) { self.folder = folder }

    /// The store's own folder: what lies beside the four, and where it should be.
    mutating func lookAtTop() {
        // If the store goes while it is looked at, the thread that owns it finds that out.
        guard let top = try? folder.openFolder(""), let entries = try? folder.entries(in: top, limit: Bounds.names) else { return }
        for entry in entries {
            guard let name = entry.name, !FileNames.isPassedOver(name), StoreShelf(rawValue: name) == nil else { continue }
            if FileNames.split(name).ending.lowercased() == "routine" {
                list(name, .error("problem.store.outside", at: .file))
            } else if let shelf = StoreShelf(rawValue: name.lowercased()), entry.kind == .folder {
                list(name, .error("problem.store.capitals", at: .file, .text(shelf.rawValue)))
            }
        }
    }

    /// One of the four folders with all below it.
    mutating func walk(_ shelf: StoreShelf) {
        // It need not be there.
        look(into: shelf.rawValue, shelf, depth: 0)
    }

    /// What was found since the last call.
    mutating func takeFound() -> [Found] {
        defer { found = [] }
        return found
    }

    /// Whether a path is, or lies below, one that could not be looked at.
    func hasFailed(at path: String) -> Bool {
        failed.contains { StorePath(path) == StorePath($0) || path.utf8.starts(with: ($0 + "/").utf8) }
    }

    /// A path below the store that something happened to: a file, or a folder with all below it. False: nothing is there.
    mutating func walk(at path: String) -> Bool {
        let names = path.split(separator: "/").map(String.init)
        guard let first = names.first, let shelf = StoreShelf(rawValue: first), let last = names.last,
            !names.dropFirst().contains(where: FileNames.isPassedOver)
        else { return false }
        if names.count == 1 {
            walk(shelf)
            return true
        }
        let parent = names.dropLast().joined(separator: "/")
        do throws(StoreFolder.Fault) {
            let kind = try folder.look(last, in: try folder.openFolder(parent)).kind
            take(last, shown: last, kind: kind, in: parent, shelf, depth: names.count - 2)
            return true
        } catch {
            // A parent that may not be opened has nothing in it that could be.
            if case .system = error { failed.append(path) }
            return false
        }
    }

    private mutating func look(into path: String, _ shelf: StoreShelf, depth: Int) {
        guard depth <= Bounds.depth else { return list(path, .error("problem.store.deep", at: .file, .number(Bounds.depth))) }
        let entries: [StoreFolder.Entry]
        let stamp: FileStamp
        do throws(StoreFolder.Fault) {
            let descriptor = try folder.openFolder(path)
            stamp = try StoreFolder.look(descriptor.raw).stamp
            if shelf == .sessions, isKnown(path, stamp) {
                folders.append((path, stamp, false))
                return
            }
            entries = try folder.entries(in: descriptor, limit: Bounds.names)
        } catch {
            if let problem = Problem(error, isFolder: true) { list(path, problem) }
            if case .system = error { failed.append(path) }
            return
        }
        folders.append((path, stamp, false))
        if entries.count == Bounds.names { list(path, .error("problem.store.tooMany", at: .file, .number(Bounds.names))) }
        for entry in entries where !isFull.contains(shelf) {
            guard let name = entry.name else {
                list(path + "/" + entry.shown, .error("problem.store.name", at: .file))
                continue
            }
            take(name, shown: entry.shown, kind: entry.kind, in: path, shelf, depth: depth)
        }
    }

    private mutating func take(_ name: String, shown: String, kind: StoreFolder.Kind, in parent: String, _ shelf: StoreShelf, depth: Int) {
        let verdict = FileNames.verdict(name, in: shelf)
        if verdict == .passOver { return }
        let path = parent + "/" + name
        switch kind {
        case .folder:
            if let place = folders.lastIndex(where: { StorePath($0.path) == StorePath(parent) }) { folders[place].hasFolders = true }
            if FileNames.looksLikeAFile(folder: name, in: shelf) { list(path, .note("problem.store.folder", at: .file)) }
            return look(into: path, shelf, depth: depth + 1)
        case .special: return list(path, .error("problem.store.special", at: .file))
        case .unknown:
            // Some file systems do not say it with the name.
            do throws(StoreFolder.Fault) {
                let kind = try folder.look(name, in: try folder.openFolder(parent)).kind
                if kind != .unknown { take(name, shown: shown, kind: kind, in: parent, shelf, depth: depth) }
            } catch {
                // One that is gone meanwhile is no failure.
                if case .system = error { failed.append(path) }
            }
            return
        case .link where verdict != .read:
            // A name that no file should have is nothing to mend when it is the name of no file.
            if let problem = problem(ofLink: path) { return list(path, problem) }
        case .file, .link: break
        }
        counts[shelf, default: 0] += 1
        let most = shelf == .sessions ? Bounds.sessions : Bounds.files
        if counts[shelf, default: 0] > most {
            isFull.insert(shelf)
            return list(shelf.rawValue, .error("problem.store.tooMany", at: .file, .number(most)))
        }
        switch verdict {
        case .read:
            found.append(Found(path: path, shelf: shelf, kind: kind))
            if shelf == .sessions, let takeBatch, found.count == Self.batch { takeBatch(takeFound()) }
        case .passOver: break
        case .conflictCopy(let original): list(path, .error("problem.store.conflict", at: .file, .quoted(original)))
        case .misnamed(let better):
            list(path, .error("problem.store.misnamed.\(shelf.rawValue)", at: .file, .quoted(better)))
        case .foreign: list(path, .error("problem.store.foreign.\(shelf.rawValue)", at: .file))
        }
    }

    /// What is wrong with where a link leads; nil: to a file.
    private func problem(ofLink path: String) -> Problem? {
        do throws(StoreFolder.Fault) {
            switch try folder.lookThrough(path) {
            case .folder: return Problem(.link)
            case .special: return Problem(.special)
            case .file, .link, .unknown: return nil
            }
        } catch { return error == .gone ? Problem(.link) : Problem(error) }
    }

    private mutating func list(_ path: String, _ problem: Problem) {
        listed.append(StoredFile(path: path, stamp: .none, content: .listed([problem])))
    }
}

extension FileStamp {
    /// Of what is listed for its name: it has no contents that could change.
    static let none = FileStamp(size: 0, modifiedNanoseconds: 0, changedNanoseconds: 0, inode: 0)
}

extension Problem {
    /// What a person is told when something cannot be opened; nil when it is simply gone.
    init?(_ fault: StoreFolder.Fault, isFolder: Bool = false) {
        switch fault {
        case .gone: return nil
        case .forbidden: self = .error("problem.store.forbidden", at: .file)
        case .leadsOut: self = .error("problem.store.leadsOut", at: .file)
        case .loop: self = .error("problem.store.loop", at: .file)
        case .link: self = .error("problem.store.link", at: .file)
        case .special: self = .error("problem.store.special", at: .file)
        case .otherKind: self = .error(isFolder ? "problem.store.noFolder" : "problem.store.folder", at: .file)
        case .tooBig(let bytes): self = .error("problem.file.tooBig", at: .file, .number(bytes), .number(Limits.fileBytes))
        case .system(let code): self = .error("problem.store.unreadable", at: .file, .text(systemSentence(code)))
        }
    }
}
