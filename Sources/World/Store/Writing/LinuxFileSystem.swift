import CLinux
import Glibc
import Linux

/// The real one.
public struct LinuxFileSystem: FileSystem {
    public init() {}

    public func openRoot(_ path: String) throws(SystemError) -> Int32 {
        try call("open \(path)") { stepback_create(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }
    }

    public func openFolder(_ name: String, in folder: Int32) throws(SystemError) -> Int32 {
        try call("open \(name)") { stepback_create_at(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW, 0) }
    }

    public func makeFolder(_ name: String, in folder: Int32) throws(SystemError) {
        try call("make \(name)") { mkdirat(folder, name, 0o777) }
        let made = stepback_create_at(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW, 0)
        // Another player has removed it again: then there is nothing to give rights to.
        guard made >= 0 else { return }
        Self.adopt(made, from: folder, 0o2777, least: 0o700)
        _ = Glibc.close(made)
    }

    public func create(_ name: String, in folder: Int32) throws(SystemError) -> Int32 {
        let file = try call("make \(name)") {
            stepback_create_at(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        }
        Self.adopt(file, from: folder, 0o666, least: 0o600)
        return file
    }

    /// Gives what was just made the rights of the folder it is in, against the umask, and from root's hands its owner: a store is written
    /// by the service's user and by people of its group, and root or a person with the usual umask must not shut the others out.
    ///
    /// What fails here changes nothing: a disk that knows no rights (vfat, many shares) has the same for everything on it, and the service's
    /// sandbox forbids to set setgid, which what is made there has from its folder already.
    private static func adopt(_ made: Int32, from folder: Int32, _ bits: mode_t, least: mode_t) {
        var (above, own) = (stat(), stat())
        guard fstat(folder, &above) == 0, fstat(made, &own) == 0 else { return }
        if geteuid() == 0, own.st_uid == 0, (own.st_uid, own.st_gid) != (above.st_uid, above.st_gid) {
            _ = fchown(made, above.st_uid, above.st_gid)
        }
        let wanted = above.st_mode & bits | least
        if own.st_mode & 0o7777 != wanted { _ = fchmod(made, wanted) }
    }

    public func open(_ name: String, in folder: Int32) throws(SystemError) -> Int32 {
        // O_NONBLOCK: a FIFO in its place must not hold us; O_NOCTTY: nor may a terminal become ours.
        try call("open \(name)") { stepback_create_at(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY, 0) }
    }

    public func facts(of descriptor: Int32) throws(SystemError) -> FileFacts {
        var status = stat()
        try call("look at a file") { fstat(descriptor, &status) }
        return FileFacts(
            isRegular: status.st_mode & S_IFMT == S_IFREG, size: Int(status.st_size), permissions: UInt32(status.st_mode & 0o777),
            fileSystem: UInt64(status.st_dev))
    }

    public func read(_ file: Int32, count: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let got = Glibc.read(file, buffer.baseAddress, count)
            if got < 0 { failure = SystemError(action: "read", code: errno) }
            filled = max(0, got)
        }
        if let failure { throw failure }
        return bytes
    }

    public func write(_ bytes: ArraySlice<UInt8>, to file: Int32) throws(SystemError) -> Int {
        try call("write") { bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) } }
    }

    public func setPermissions(_ mode: UInt32, of file: Int32) throws(SystemError) {
        try call("set the permissions") { fchmod(file, mode_t(mode & 0o777)) }
    }

    public func flush(_ descriptor: Int32) throws(SystemError) { try call("flush") { fsync(descriptor) } }

    public func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
        try call("rename to \(newName)") { renameat(folder, name, folder, newName) }
    }

    public func renameToNew(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
        do throws(SystemError) {
            try call("rename to \(newName)") { stepback_rename_new(folder, name, newName) }
        } catch {
            // NFS and some others know no such flag (EINVAL): a look before the rename must do there.
            guard error.code == EINVAL || error.code == ENOSYS else { throw error }
            var status = stat()
            guard fstatat(folder, newName, &status, AT_SYMLINK_NOFOLLOW) == -1 && errno == ENOENT else {
                throw SystemError(action: error.action, code: EEXIST)
            }
            try rename(name, to: newName, in: folder)
        }
    }

    public func move(_ name: String, in folder: Int32, to newName: String, in other: Int32) throws(SystemError) {
        try call("move to \(newName)") { renameat(folder, name, other, newName) }
    }

    public func remove(_ name: String, in folder: Int32) throws(SystemError) {
        try call("remove \(name)") { unlinkat(folder, name, 0) }
    }

    public func names(in folder: Int32) throws(SystemError) -> [String] {
        // A descriptor of its own: the stream closes it, and the place in the listing is not shared.
        let copy = try call("look into a folder") { stepback_create_at(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }
        guard let stream = fdopendir(copy) else {
            let code = errno
            _ = Glibc.close(copy)
            throw SystemError(action: "look into a folder", code: code)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw SystemError(action: "look into a folder", code: errno) }
                return names
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name != ".", name != ".." { names.append(name) }
        }
    }

    public func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

    /// Unlike `systemCall`, tells of EINTR.
    @discardableResult
    private func call<Result: FixedWidthInteger>(_ action: @autoclosure () -> String, _ call: () -> Result) throws(SystemError) -> Result {
        let result = call()
        guard result == -1 else { return result }
        let code = errno
        throw SystemError(action: action(), code: code)
    }
}
