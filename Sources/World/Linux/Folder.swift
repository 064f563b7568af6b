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

/// Makes a folder and those above it, where they are missing.
public func makeFolders(_ path: String) throws(SystemError) {
    var index = path.startIndex
    while index < path.endIndex {
        index = path[path.index(after: index)...].firstIndex(of: "/") ?? path.endIndex
        let part = String(path[..<index])
        do throws(SystemError) { try systemCall("make the folder \(part)") { mkdir(part, 0o777) } } catch {
            if error.code != EEXIST { throw error }
        }
    }
}
