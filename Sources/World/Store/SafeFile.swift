import CLinux
import Glibc
import Linux

/// A file of this machine's own by its path, where there is no `KeptFolder` yet: the journal's.
public enum SafeFile {
    /// What the temporary files in local state carry in place of a device: they are nobody else's.
    static let owner = "local"

    /// As `KeptFolder.write`. The folder must be there.
    public static func write(_ bytes: [UInt8], to path: String) throws(StoreError) {
        let (folder, name) = split(path)
        try folder.write(bytes, to: name)
    }

    /// Removes a file and makes that last; a file that is not there is fine.
    public static func remove(_ path: String) throws(StoreError) {
        let (folder, name) = split(path)
        try folder.remove(name)
    }

    /// The whole file if it is a regular one of at most `limit` bytes; nil when there is none.
    public static func read(_ path: String, limit: Int) throws(StoreError) -> [UInt8]? {
        let (folder, name) = split(path)
        return try folder.read(name, limit: limit)
    }

    /// A file of /proc, /sys or /run: its size says 0, so it is read until it ends or `limit` is reached.
    static func readVirtual(_ path: String, limit: Int) throws(StoreError) -> [UInt8] {
        do throws(SystemError) {
            let file = try Descriptor(opening: path, O_RDONLY)
            let raw = file.raw
            var bytes: [UInt8] = []
            while bytes.count < limit {
                var part = [UInt8](repeating: 0, count: min(4096, limit - bytes.count))
                let count = try systemCall("read \(path)") { part.withUnsafeMutableBytes { Glibc.read(raw, $0.baseAddress, $0.count) } }
                if count == 0 { break }
                bytes += part.prefix(count)
            }
            return bytes
        } catch { throw StoreError(action: "read \(path)", cause: error) }
    }

    private static func split(_ path: String) -> (folder: KeptFolder, name: String) {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        return (KeptFolder(path: folder, owner: owner), name)
    }
}
