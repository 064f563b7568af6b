import Linux

/// The system calls that reading and writing kept files is made of, one method each, so that a test can cut the power after any of them.
/// Names are single parts of a path, looked up in an open folder; none of them follows a link. A call that a signal interrupted throws
/// EINTR, and the caller makes it again. Any thread; a call takes as long as the disk does.
public protocol FileSystem: Sendable {
    /// The folder that is the root of all others: a path, and here links are followed. ENOENT, ENOTDIR, EACCES, ESTALE ...
    func openRoot(_ path: String) throws(SystemError) -> Int32
    /// A folder in a folder. ELOOP or ENOTDIR where a link or a file has its name.
    func openFolder(_ name: String, in folder: Int32) throws(SystemError) -> Int32
    /// With the permissions of the folder it is made in, whatever the umask, and made by root also with its owner. EEXIST when the name is
    /// taken.
    func makeFolder(_ name: String, in folder: Int32) throws(SystemError)
    /// A new file, to be written, by those who may write into its folder, and made by root also with the folder's owner. EEXIST when the
    /// name is taken, by a link too.
    func create(_ name: String, in folder: Int32) throws(SystemError) -> Int32
    /// A file that is there, to be read. Never waits, whatever the name belongs to.
    func open(_ name: String, in folder: Int32) throws(SystemError) -> Int32
    /// What a descriptor is of.
    func facts(of descriptor: Int32) throws(SystemError) -> FileFacts
    /// At most `count` bytes from where the last call ended; none at the end of the file.
    func read(_ file: Int32, count: Int) throws(SystemError) -> [UInt8]
    /// How many of the bytes were written: fewer than there are when the disk or a signal would have it so.
    func write(_ bytes: ArraySlice<UInt8>, to file: Int32) throws(SystemError) -> Int
    /// Gives a file the permissions of the one it replaces.
    func setPermissions(_ mode: UInt32, of file: Int32) throws(SystemError)
    /// fsync: when it returns, a file's bytes or a folder's names outlast a power cut. After a failure nothing is known about them, and
    /// a second try may lie: the file is given up.
    func flush(_ descriptor: Int32) throws(SystemError)
    /// Within one folder. What had the new name is replaced, in one instant for every reader.
    func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError)
    /// The same, with EEXIST when the new name is taken.
    func renameToNew(_ name: String, to newName: String, in folder: Int32) throws(SystemError)
    /// From one folder into another of the same file system. What had the new name is replaced, in one instant for every reader.
    func move(_ name: String, in folder: Int32, to newName: String, in other: Int32) throws(SystemError)
    /// A file's name; not a folder's.
    func remove(_ name: String, in folder: Int32) throws(SystemError)
    /// In no order, without `.` and `..`. A name that is not UTF-8 comes repaired, and then names nothing.
    func names(in folder: Int32) throws(SystemError) -> [String]
    /// Cannot fail in a way that matters: what must last was flushed before.
    func close(_ descriptor: Int32)
}

/// What is known of an open file.
public struct FileFacts: Hashable, Sendable {
    public var isRegular: Bool
    /// Bytes.
    public var size: Int
    /// The lower nine bits of its mode.
    public var permissions: UInt32
    /// The file system it is on; the kernel's number, which lasts as long as it is mounted.
    public var fileSystem: UInt64

    public init(isRegular: Bool, size: Int, permissions: UInt32, fileSystem: UInt64 = 0) {
        self.isRegular = isRegular
        self.size = size
        self.permissions = permissions
        self.fileSystem = fileSystem
    }
}
