import CLinux
import Glibc
import Library
import Linux
import Workouts

/// The store's folder, held open. Everything below it is opened through here, and nothing outside it ever is: neither by a link, nor by
/// "..", nor by a folder that is exchanged for a link at the wrong moment. Any thread.
public final class StoreFolder: Sendable {
    /// Who keeps a path below the folder.
    enum Guard: Hashable, Sendable {
        /// openat2 with RESOLVE_BENEATH (Linux 5.6).
        case kernel
        /// Step by step, each step on a descriptor, for a kernel or a sandbox without it.
        case steps
    }

    /// What stands under a name.
    enum Kind: Hashable, Sendable { case file, folder, link, special, unknown }

    struct Entry: Hashable, Sendable {
        /// Nil: its bytes are no UTF-8.
        var name: String?
        /// With "\xFC" for bytes that are no UTF-8.
        var shown: String
        var kind: Kind
    }

    /// Why something was not opened or read.
    enum Fault: Error, Hashable, Sendable {
        /// Not there, or not any more.
        case gone
        case forbidden
        /// A link, or "..", out of the store.
        case leadsOut
        /// Links that lead round in a circle, or too many of them.
        case loop
        /// A link where none is followed, or one that leads nowhere.
        case link
        /// A pipe, a socket, a device.
        case special
        /// A folder where a file is asked for, or the other way round.
        case otherKind
        case tooBig(bytes: Int)
        case system(Int32)
    }

    public let path: String
    private let root: Descriptor
    let keeper: Guard
    private let failure: (@Sendable (String) -> Int32?)?

    /// Opens the folder; throws when there is none.
    public convenience init(path: String) throws(StoreError) { try self.init(path: path, keeper: nil) }

    /// - Parameters:
    ///   - keeper: for tests; nil asks the kernel.
    ///   - failure: for tests; the number of the error that opening a path below the store has, nil where it has none.
    init(path: String, keeper: Guard?, failure: (@Sendable (String) -> Int32?)? = nil) throws(StoreError) {
        self.path = path
        self.failure = failure
        do throws(SystemError) { root = try Descriptor(opening: path, O_RDONLY | O_DIRECTORY) } catch {
            throw StoreError(action: "open the store", cause: error)
        }
        if let keeper {
            self.keeper = keeper
        } else {
            // ENOSYS, or EPERM where a sandbox does not know the call: then step by step.
            let probe = stepback_open_beneath(root.raw, ".", stepback_O_PATH | O_CLOEXEC, UInt64(RESOLVE_BENEATH))
            if probe >= 0 { _ = close(probe) }
            self.keeper = probe >= 0 ? .kernel : .steps
        }
    }

    // MARK: Folders

    /// A folder below the store, "" for the store itself. No link on the way is followed.
    func openFolder(_ path: String) throws(Fault) -> Descriptor {
        try open(path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY, followsLinks: false)
    }

    /// At most `limit` names of a folder, in the order of their bytes, without "." and "..".
    func entries(in folder: borrowing Descriptor, limit: Int) throws(Fault) -> [Entry] {
        // fdopendir takes its descriptor over.
        let copy = stepback_create_at(folder.raw, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard copy >= 0 else { throw Self.fault(errno) }
        guard let stream = fdopendir(copy) else {
            let code = errno
            _ = close(copy)
            throw Self.fault(code)
        }
        defer { closedir(stream) }
        var entries: [Entry] = []
        while entries.count < limit {
            // The end and a failure look alike but for errno.
            errno = 0
            guard let entry = readdir(stream) else {
                let code = errno
                if code != 0 { throw Self.fault(code) }
                break
            }
            let kind = Self.kind(ofEntry: entry.pointee.d_type)
            withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                let name = UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self)
                if strcmp(name, ".") == 0 || strcmp(name, "..") == 0 { return }
                let valid = String(validatingCString: name)
                entries.append(Entry(name: valid, shown: valid ?? Self.escaped(name), kind: kind))
            }
        }
        return entries.sorted { $0.shown.utf8.lexicographicallyPrecedes($1.shown.utf8) }
    }

    /// What stands under a name in a folder, links not followed.
    func look(_ name: String, in folder: borrowing Descriptor) throws(Fault) -> (kind: Kind, stamp: FileStamp) {
        var status = stat()
        guard fstatat(folder.raw, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw Self.fault(errno) }
        return (Self.kind(status), FileStamp(status))
    }

    /// What stands under a path now, links not followed; nil: nothing that could be read, whatever the reason.
    func glance(at path: String) -> (kind: Kind, stamp: FileStamp)? {
        let (parent, name) = path.lastIndex(of: "/").map { (String(path[..<$0]), String(path[path.index(after: $0)...])) } ?? ("", path)
        // As said: whatever the reason.
        guard let descriptor = try? openFolder(parent) else { return nil }
        // The same.
        return try? look(name, in: descriptor)
    }

    /// What a link below the store leads to inside it, without opening that.
    func lookThrough(_ path: String) throws(Fault) -> Kind {
        let seen = try open(path, stepback_O_PATH, followsLinks: true)
        return try Self.look(seen.raw).kind
    }

    // MARK: Files

    /// The whole of a regular file of at most `limit` bytes. Links are followed inside the store. Pipes and devices are not opened.
    /// - Parameter kind: what the folder said it is; only a `.file` is opened without being looked at first.
    func read(_ path: String, kind: Kind, limit: Int) throws(Fault) -> (bytes: [UInt8], stamp: FileStamp) {
        if kind != .file {
            // To look at it without opening it: opening can already be an act (a tape, a watchdog's device).
            switch try lookThrough(path) {
            case .file: break
            case .folder: throw kind == .link ? .link : .otherKind
            default: throw .special
            }
        }
        // O_NONBLOCK: it may have been exchanged for a pipe meanwhile.
        let file = try open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, followsLinks: kind != .file)
        let found = try Self.look(file.raw)
        guard found.kind == .file else { throw found.kind == .folder ? .otherKind : .special }
        guard found.stamp.size <= limit else { throw .tooBig(bytes: found.stamp.size) }
        return (try Self.bytes(of: file, size: found.stamp.size, limit: limit), found.stamp)
    }

    /// The bytes of a file below the store, to show or edit it; nil when it is gone or is nothing that is read. Blocks for as long as the
    /// disk takes.
    public func contents(of path: String) -> [UInt8]? {
        // Whatever the reason: the look at the whole store tells it.
        try? read(path, kind: .unknown, limit: Limits.fileBytes).bytes
    }

    private static func bytes(of file: borrowing Descriptor, size: Int, limit: Int) throws(Fault) -> [UInt8] {
        var bytes: [UInt8] = []
        // A byte more than it should have, so that its end is seen in the first call.
        var room = size + 1
        while true {
            let before = bytes.count
            let raw = file.raw
            var code: Int32 = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                var result = Glibc.read(raw, buffer.baseAddress, buffer.count)
                while result == -1, errno == EINTR { result = Glibc.read(raw, buffer.baseAddress, buffer.count) }
                code = result == -1 ? errno : 0
                count = max(0, result)
            }
            guard code == 0 else { throw fault(code) }
            if before == 0 { bytes = chunk } else { bytes += chunk }
            guard bytes.count <= limit else { throw .tooBig(bytes: bytes.count) }
            // Less than was asked for is the end of a regular file.
            if chunk.count < room { return bytes }
            room = 65_536
        }
    }

    /// Opens a path below the store.
    func open(_ path: String, _ flags: Int32, followsLinks: Bool) throws(Fault) -> Descriptor {
        if let code = failure?(path) { throw Self.fault(code) }
        switch keeper {
        case .kernel:
            let resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | (followsLinks ? 0 : RESOLVE_NO_SYMLINKS)
            // EAGAIN: something was renamed on the way.
            for _ in 0..<8 {
                let raw = stepback_open_beneath(root.raw, path, flags | O_CLOEXEC, UInt64(resolve))
                if raw >= 0 { return Descriptor(owning: raw) }
                let code = errno
                if code == EAGAIN || code == EINTR { continue }
                if code == ELOOP, !followsLinks { throw .link }
                // A link's end that is missing, or is beyond what we may see.
                throw Self.fault(code)
            }
            throw .gone
        case .steps: return try Steps.open(path, below: root.raw, flags, followsLinks: followsLinks)
        }
    }

    // MARK: What the kernel says

    static func look(_ raw: Int32) throws(Fault) -> (kind: Kind, stamp: FileStamp) {
        var status = stat()
        guard fstat(raw, &status) == 0 else { throw fault(errno) }
        return (kind(status), FileStamp(status))
    }

    static func kind(_ status: stat) -> Kind {
        switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        case S_IFLNK: .link
        default: .special
        }
    }

    private static func kind(ofEntry type: UInt8) -> Kind {
        // DT_… of dirent.h, which are an enumeration without a name and arrive as Int.
        switch Int(type) {
        case Int(DT_REG): .file
        case Int(DT_DIR): .folder
        case Int(DT_LNK): .link
        case Int(DT_UNKNOWN): .unknown
        default: .special
        }
    }

    static func fault(_ code: Int32) -> Fault {
        switch code {
        case ENOENT: .gone
        case EACCES, EPERM: .forbidden
        case EXDEV: .leadsOut
        case ELOOP: .loop
        case ENOTDIR, EISDIR: .otherKind
        // A socket, or a device without a driver.
        case ENXIO, ENODEV: .special
        default: .system(code)
        }
    }

    private static func escaped(_ name: UnsafePointer<CChar>) -> String {
        var shown = ""
        let bytes = UnsafeBufferPointer(start: name, count: strlen(name)).map { UInt8(bitPattern: $0) }
        for byte in bytes {
            if (0x20..<0x7F).contains(byte) {
                shown.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                shown += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return shown
    }
}

extension FileStamp {
    init(_ status: stat) {
        self.init(
            size: Int(status.st_size), modifiedNanoseconds: Int(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int(status.st_mtim.tv_nsec),
            changedNanoseconds: Int(status.st_ctim.tv_sec) &* 1_000_000_000 &+ Int(status.st_ctim.tv_nsec),
            inode: UInt64(status.st_ino))
    }
}
