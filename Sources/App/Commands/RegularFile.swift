import Glibc
import Linux
import Words
import Workouts

/// Reads a file that a person named, of a bounded size, without waiting for pipes or waking devices.
enum RegularFile {
    /// The whole file. What is thrown knows no path: whoever asked knows how the person named it.
    static func read(_ path: String) throws(Refusal) -> [UInt8] {
        do {
            // Asked before it is opened, because opening can already be an act (a watchdog's device, a tape); and again when it is
            // open, because it may have been exchanged in between.
            var status = stat()
            try systemCall("look at \(path)") { stat(path, &status) }
            try check(status)
            let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
            try systemCall("look at \(path)") { fstat(file.raw, &status) }
            try check(status)
            return try bytes(of: file, path)
        } catch let error as SystemError {
            throw Refusal(error)
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            preconditionFailure("only the two above are thrown")
        }
    }

    private static func check(_ status: stat) throws(Refusal) {
        if status.st_mode & S_IFMT == S_IFDIR { throw Refusal(.folder) }
        if status.st_mode & S_IFMT != S_IFREG { throw Refusal(Sentence("file.special")) }
        if Int(status.st_size) > Limits.fileBytes { throw Refusal(.tooLarge) }
    }

    private static func bytes(of file: borrowing Descriptor, _ path: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let descriptor = file.raw
        while true {
            let count = try systemCall("read \(path)") { Glibc.read(descriptor, &chunk, chunk.count) }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            // It may grow while it is read, or lie about its size.
            if bytes.count > Limits.fileBytes { throw Refusal(.tooLarge) }
        }
    }

    /// Why a file was not read.
    struct Refusal: Error, Hashable, Sendable {
        /// Its `fix` is the remedy.
        var what: Sentence

        init(_ what: Sentence) { self.what = what }

        /// `file: what; remedy`
        func sentence(_ path: String, _ words: Words) -> String {
            words("file.whole", .text(path), .text(what.text(words)), .text(what.fix.text(words)))
        }

        fileprivate init(_ error: SystemError) {
            what =
                switch error.code {
                case ENOENT, ENOTDIR: Sentence("file.missing")
                case EACCES, EPERM: Sentence("file.forbidden")
                case ELOOP: Sentence("file.loop")
                case ENAMETOOLONG: Sentence("file.nameTooLong")
                default: Sentence("file.unreadable", .text(String(cString: strerror(error.code))))
                }
        }
    }
}

extension Sentence {
    /// Where a file is wanted.
    static let folder = Sentence("file.folder")

    /// More than is read.
    static let tooLarge = Sentence("file.tooLarge", .number(Limits.fileBytes / 1024))
}
