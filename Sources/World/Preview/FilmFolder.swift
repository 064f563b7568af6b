import Glibc
import Linux

/// The folder of a film's frames. Holds nothing but NUMBER.png files, and that is how it is known again.
enum FilmFolder {
    private static let temporaryName = ".frame.tmp"

    /// Makes the folder and those above it, or empties it of frames.
    static func prepare(_ path: String) throws(PreviewError) {
        do throws(SystemError) { try makeFolders(path) } catch { throw .notWritten(path: path, error) }
        let names: [String]
        do throws(SystemError) { names = try namesInFolder(path) } catch { throw .notWritten(path: path, error) }
        if let other = names.filter({ !isFrame($0) }).sorted().first { throw .folderInUse(path: path, example: other) }
        for name in names {
            do throws(SystemError) { try systemCall("remove \(path)/\(name)") { unlink("\(path)/\(name)") } } catch {
                throw .notWritten(path: path, error)
            }
        }
    }

    /// The file is there whole or not at all (a full disk leaves none); no promise is made about a power cut.
    static func write(_ bytes: [UInt8], to path: String) throws(PreviewError) {
        let temporary = path[..<path.lastIndex(of: "/")!] + "/" + temporaryName
        do throws(SystemError) {
            try make(temporary, bytes)
            try systemCall("rename it") { rename(temporary, path) }
        } catch {
            // What is half written is of no use; if it cannot be removed either, the first error says why.
            _ = unlink(temporary)
            throw .notWritten(path: path, error)
        }
    }

    private static func make(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
        let file = Descriptor(owning: try systemCall("make it") { open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) })
        let raw = file.raw
        var done = 0
        while done < bytes.count {
            done += try systemCall("write to it") { bytes.withUnsafeBytes { Glibc.write(raw, $0.baseAddress! + done, $0.count - done) } }
        }
    }

    static func isFrame(_ name: String) -> Bool {
        if name == temporaryName { return true }
        let digits = name.dropLast(4)
        return name.hasSuffix(".png") && !digits.isEmpty && digits.utf8.allSatisfy { (48...57).contains($0) }
    }
}
