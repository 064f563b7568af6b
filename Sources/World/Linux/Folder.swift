import Glibc

/// The names in a folder, in no order, without `.` and `..`. Throws when it cannot be opened: it is missing, no folder, or not to be read.
public func namesInFolder(_ path: String) throws(SystemError) -> [String] {
    guard let folder = opendir(path) else { throw SystemError(action: "look into \(path)", code: errno) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names
}
