import Foundation
import Glibc
import Linux

/// Finds the files that come with the program: beside the binary or in a Resources folder above it (a build in the project), then
/// in the share folder that belongs to its prefix, then in /usr/share.
struct Resources: Sendable {
    /// In the order they are looked through.
    let folders: [String]

    init(executable: String) {
        let binary = URL(fileURLWithPath: executable).deletingLastPathComponent().standardizedFileURL
        var folders = [binary.path]
        var ancestor = binary
        while ancestor.path != "/" {
            folders.append(ancestor.appendingPathComponent("Resources").path)
            ancestor = ancestor.deletingLastPathComponent()
        }
        folders.append(binary.deletingLastPathComponent().appendingPathComponent("share/stepback").path)
        folders.append("/usr/share/stepback")
        self.folders = folders
    }

    init(folders: [String]) { self.folders = folders }

    /// The path of a file or folder, "catalog.json" or "routines".
    func path(of name: String) throws(CommandError) -> String {
        for folder in folders {
            let path = folder + "/" + name
            if FileManager.default.fileExists(atPath: path) { return path }
        }
        // There may be no words to say this in: they are such a file.
        throw .broken("stepback: \(name) is missing; it was looked for in \(folders.joined(separator: ", ")); install stepback again")
    }

    /// The bytes of a file. A file that is there and cannot be read is as good as missing.
    func bytes(of name: String) throws(CommandError) -> [UInt8] {
        let path = try path(of: name)
        // Whatever it was that failed, a person mends it in one way.
        guard let file = try? Descriptor(opening: path, O_RDONLY), let bytes = wholeFile(file) else {
            throw .broken("stepback: \(path) could not be read; install stepback again")
        }
        return bytes
    }

    /// Nil where it cannot be read to its end.
    private func wholeFile(_ file: borrowing Descriptor) -> [UInt8]? {
        let descriptor = file.raw
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        var isWhole = true
        // Straight into the array: the String Catalog has two million bytes, and the first picture waits for it.
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            while count < buffer.count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                // The same.
                guard let more = try? systemCall("read a resource", { read(descriptor, rest.baseAddress, rest.count) }) else {
                    isWhole = false
                    return
                }
                if more == 0 { return }
                count += more
            }
        }
        return isWhole ? bytes : nil
    }
}
