import CLinux
import Glibc
import Linux

/// The one way a file is written: a temporary file beside it, fsync, rename, fsync of the folder. The power may go at any instant: the
/// file is afterwards old or new, never torn.
public enum SafeFile {
    /// Any thread; blocks for as long as the disk takes.
    public static func write(_ bytes: [UInt8], to path: String) throws(StoreError) {
        let temporary = path + ".tmp"
        do throws(SystemError) {
            try writeWhole(bytes, to: temporary)
            try systemCall("rename \(temporary)") { rename(temporary, path) }
            try flushFolder(of: path)
        } catch {
            // What is left of the attempt is in nobody's way; the file itself is untouched.
            _ = unlink(temporary)
            throw StoreError(action: "keep \(path)", cause: error)
        }
    }

    /// Removes a file and makes that last; a file that is not there is fine.
    public static func remove(_ path: String) throws(StoreError) {
        do throws(SystemError) {
            if unlink(path) == -1 {
                guard errno != ENOENT else { return }
                throw SystemError(action: "remove \(path)", code: errno)
            }
            try flushFolder(of: path)
        } catch { throw StoreError(action: "remove \(path)", cause: error) }
    }

    /// The whole file if it is a regular one of at most `limit` bytes; nil when there is none.
    public static func read(_ path: String, limit: Int) throws(StoreError) -> [UInt8]? {
        do throws(SystemError) {
            // O_NONBLOCK: a FIFO in its place must not hold us.
            let raw = stepback_create(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0)
            if raw == -1 {
                guard errno != ENOENT else { return nil }
                throw SystemError(action: "open \(path)", code: errno)
            }
            let file = Descriptor(owning: raw)
            var status = stat()
            try systemCall("look at \(path)") { fstat(file.raw, &status) }
            guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError(action: "read \(path)", code: EINVAL) }
            guard status.st_size <= limit else { throw SystemError(action: "read \(path)", code: EFBIG) }
            var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
            var filled = 0
            while filled < bytes.count {
                let count = try systemCall("read \(path)") {
                    bytes.withUnsafeMutableBytes { Glibc.read(file.raw, $0.baseAddress! + filled, $0.count - filled) }
                }
                if count == 0 { break }
                filled += count
            }
            return Array(bytes.prefix(filled))
        } catch { throw StoreError(action: "read \(path)", cause: error) }
    }

    /// A file of /proc: its size says 0, so it is read until it ends.
    static func readVirtual(_ path: String, limit: Int) throws(StoreError) -> [UInt8] {
        do throws(SystemError) {
            let file = try Descriptor(opening: path, O_RDONLY)
            let raw = file.raw
            var bytes = [UInt8](repeating: 0, count: limit)
            let count = try systemCall("read \(path)") { bytes.withUnsafeMutableBytes { Glibc.read(raw, $0.baseAddress, $0.count) } }
            return Array(bytes.prefix(count))
        } catch { throw StoreError(action: "read \(path)", cause: error) }
    }

    private static func writeWhole(_ bytes: [UInt8], to path: String) throws(SystemError) {
        let file = Descriptor(
            owning: try systemCall("make \(path)") {
                stepback_create(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
            })
        let raw = file.raw
        var written = 0
        while written < bytes.count {
            written += try systemCall("write \(path)") {
                bytes.withUnsafeBytes { Glibc.write(raw, $0.baseAddress! + written, $0.count - written) }
            }
        }
        try systemCall("flush \(path)") { fsync(raw) }
    }

    private static func flushFolder(of path: String) throws(SystemError) {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = try Descriptor(opening: folder, O_RDONLY | O_DIRECTORY)
        let raw = descriptor.raw
        try systemCall("flush \(folder)") { fsync(raw) }
    }
}
