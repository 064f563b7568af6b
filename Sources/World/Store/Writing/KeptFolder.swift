import Glibc
import Linux
import Workouts

/// A folder that this player keeps files in: the store, or local state. The one way a file is written: a temporary file beside it, fsync,
/// rename, fsync of the folder. The power may go at any instant: the file is afterwards old or new, never torn.
///
/// Holds no descriptor between calls, so that a share may be unmounted. Below its root no link is followed and nothing outside of it is
/// touched. Any thread; a call takes as long as the disk does.
public struct KeptFolder: Sendable {
    /// The root; a link here is followed.
    public let path: String
    let files: any FileSystem
    let temporary: TemporaryNames

    /// - Parameter owner: what temporary names carry, so that two players never share one: the device's 8 hex digits.
    public init(path: String, owner: String, files: any FileSystem = LinuxFileSystem()) {
        self.path = path
        self.files = files
        temporary = TemporaryNames(owner: owner)
    }

    /// What a file must hold for it to be replaced.
    public enum Expectation: Hashable, Sendable {
        case anything
        /// No file of that name, nor anything else.
        case absent
        case bytes([UInt8])
    }

    /// What came of a write or removal.
    public enum Outcome: Hashable, Sendable {
        case done
        /// The file holds something else than expected, nil: it is gone. Nothing was changed.
        case conflict(with: [UInt8]?)
    }

    /// Writes a file; folders above it that are missing are made, and made to last. A file that is expected to hold certain bytes keeps
    /// its permissions. Between the last look at it and the rename lie some microseconds in which another's change would be lost: no
    /// system call compares and replaces.
    ///
    /// When it throws, the file is old, or, if only the last flush failed, new and perhaps not lasting: write it again.
    /// - Parameter place: below the root: "sessions/2026/03/x.json".
    @discardableResult
    public func write(_ bytes: [UInt8], to place: String, expecting expected: Expectation = .anything) throws(StoreError) -> Outcome {
        do throws(SystemError) {
            let (parents, name) = try split(place)
            return try inFolder(parents, makes: true) { folder throws(SystemError) in
                let now = try current(name, in: folder, for: expected)
                if let now, now.bytes != expected.expectedBytes { return .conflict(with: now.bytes) }
                let temporary = try writeTemporary(bytes, in: folder, permissions: now?.permissions)
                do throws(SystemError) {
                    if let now = try current(name, in: folder, for: expected), now.bytes != expected.expectedBytes {
                        discard(temporary, in: folder)
                        return .conflict(with: now.bytes)
                    }
                    guard try putInPlace(temporary, as: name, in: folder, expected) else {
                        discard(temporary, in: folder)
                        // Another took the name between the look and the rename, and its bytes are asked for anew.
                        return .conflict(with: try current(name, in: folder, for: .bytes([]))?.bytes)
                    }
                } catch {
                    discard(temporary, in: folder)
                    throw error
                }
                try again { () throws(SystemError) in try files.flush(folder) }
                return .done
            }
        } catch { throw StoreError(action: "keep \(path)/\(place)", cause: error) }
    }

    /// Removes a file and makes that last; a file that is not there is fine.
    @discardableResult
    public func remove(_ place: String, expecting expected: Expectation = .anything) throws(StoreError) -> Outcome {
        do throws(SystemError) {
            let (parents, name) = try split(place)
            return try inFolder(parents, makes: false) { folder throws(SystemError) in
                if let now = try current(name, in: folder, for: expected), now.bytes != expected.expectedBytes {
                    return .conflict(with: now.bytes)
                }
                try again { () throws(SystemError) in try files.remove(name, in: folder) }
                try again { () throws(SystemError) in try files.flush(folder) }
                return .done
            }
        } catch {
            if error.code == ENOENT { return .done }
            throw StoreError(action: "remove \(path)/\(place)", cause: error)
        }
    }

    /// Moves a file that holds certain bytes into another folder, in place of what has its name there. One that is gone is fine: another
    /// player moved it. It is not made to last: whoever finds it where it was moves it again.
    ///
    /// Whoever has the file open goes on writing into it under its new name. So it is looked at once more there, and goes back when it
    /// holds something else by now, which is a conflict too.
    @discardableResult
    public func move(_ place: String, to newPlace: String, holding bytes: [UInt8]) throws(StoreError) -> Outcome {
        do throws(SystemError) {
            let (parents, name) = try split(place)
            let (newParents, newName) = try split(newPlace)
            return try inFolder(newParents, makes: true) { new throws(SystemError) in
                try inFolder(parents, makes: false) { old throws(SystemError) in
                    guard let now = try contents(name, in: old, limit: max(bytes.count, Limits.fileBytes)) else { return .done }
                    guard now.bytes == bytes else { return .conflict(with: now.bytes) }
                    try again { () throws(SystemError) in try files.move(name, in: old, to: newName, in: new) }
                    // One that is gone again is another player's.
                    guard let moved = try contentsUpToLimit(newName, in: new), moved != bytes else { return .done }
                    // A name that was taken meanwhile stays with who took it.
                    let isFree = try contentsUpToLimit(name, in: old) == nil
                    let back = isFree ? name : "again-\(HexDigits.random())-\(newName)"
                    try again { () throws(SystemError) in try files.move(newName, in: new, to: back, in: old) }
                    return .conflict(with: moved)
                }
            }
        } catch {
            if error.code == ENOENT { return .done }
            throw StoreError(action: "move \(path)/\(place)", cause: error)
        }
    }

    /// Makes a folder and those above it, where they are missing.
    public func makeFolder(_ place: String) throws(StoreError) {
        do throws(SystemError) {
            try inFolder(try parts(place), makes: true) { _ throws(SystemError) in }
        } catch { throw StoreError(action: "make \(path)/\(place)", cause: error) }
    }

    /// The whole file if it is a regular one of at most `limit` bytes; nil when there is none. A larger one throws EFBIG.
    public func read(_ place: String, limit: Int) throws(StoreError) -> [UInt8]? {
        do throws(SystemError) {
            let (parents, name) = try split(place)
            return try inFolder(parents, makes: false) { folder throws(SystemError) in try contents(name, in: folder, limit: limit)?.bytes }
        } catch {
            if error.code == ENOENT { return nil }
            throw StoreError(action: "read \(path)/\(place)", cause: error)
        }
    }

    /// The names in a folder below the root (the root itself: ""), sorted; nil when it is not there.
    public func names(in place: String) throws(StoreError) -> [String]? {
        do throws(SystemError) {
            let parents = place.isEmpty ? [] : try parts(place)
            return try inFolder(parents, makes: false) { folder throws(SystemError) in
                try again { () throws(SystemError) in try files.names(in: folder) }.sorted()
            }
        } catch {
            if error.code == ENOENT { return nil }
            throw StoreError(action: "look into \(path)/\(place)", cause: error)
        }
    }

    /// Removes what an earlier process of this player left half-written in a folder. Another player's are not touched. How many.
    @discardableResult
    public func sweep(_ place: String) throws(StoreError) -> Int {
        let leftovers = try names(in: place)?.filter(temporary.isOurs) ?? []
        for name in leftovers { try remove(place.isEmpty ? name : place + "/" + name) }
        return leftovers.count
    }

    /// Whether a file could be made in a folder, or, where it is missing, in the nearest above it: makes one, and removes it.
    public func probe(_ place: String) throws(StoreError) {
        var parents = place.split(separator: "/").map(String.init)
        while true {
            do throws(SystemError) {
                try inFolder(parents, makes: false) { folder throws(SystemError) in
                    discard(try writeTemporary(Array("probe".utf8), in: folder, permissions: nil), in: folder)
                }
                return
            } catch {
                if error.code == ENOENT, !parents.isEmpty {
                    parents.removeLast()
                    continue
                }
                throw StoreError(action: "write into \(path)/\(place)", cause: error)
            }
        }
    }

    /// What the root is.
    public func rootFacts() throws(StoreError) -> FileFacts {
        do throws(SystemError) {
            return try inFolder([], makes: false) { folder throws(SystemError) in try files.facts(of: folder) }
        } catch { throw StoreError(action: "open \(path)", cause: error) }
    }
}

extension KeptFolder.Expectation {
    fileprivate var expectedBytes: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }
}

// MARK: The calls

extension KeptFolder {
    private struct Contents {
        /// Nil: there is none.
        var bytes: [UInt8]?
        var permissions: UInt32?
    }

    /// Makes a call until no signal interrupts it.
    private func again<Result>(_ call: () throws(SystemError) -> Result) throws(SystemError) -> Result {
        while true {
            do throws(SystemError) { return try call() } catch { guard error.code == EINTR else { throw error } }
        }
    }

    private func parts(_ place: String) throws(SystemError) -> [String] {
        let parts = place.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0) }) else {
            throw SystemError(action: "use the name \(place)", code: EINVAL)
        }
        return parts
    }

    private func split(_ place: String) throws(SystemError) -> (parents: [String], name: String) {
        let parts = try parts(place)
        return (Array(parts.dropLast()), parts.last!)
    }

    private func inFolder<Result>(
        _ parents: [String], makes: Bool, _ body: (Int32) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        var folder = try again { () throws(SystemError) in try files.openRoot(path) }
        defer { files.close(folder) }
        for name in parents {
            let next = try step(into: name, in: folder, makes: makes)
            files.close(folder)
            folder = next
        }
        return try body(folder)
    }

    private func step(into name: String, in folder: Int32, makes: Bool) throws(SystemError) -> Int32 {
        do throws(SystemError) {
            return try again { () throws(SystemError) in try files.openFolder(name, in: folder) }
        } catch {
            guard makes, error.code == ENOENT else { throw error }
        }
        do throws(SystemError) {
            try again { () throws(SystemError) in try files.makeFolder(name, in: folder) }
        } catch {
            // Another player was quicker.
            guard error.code == EEXIST else { throw error }
        }
        // A file in it lasts only if its folder does.
        try again { () throws(SystemError) in try files.flush(folder) }
        return try again { () throws(SystemError) in try files.openFolder(name, in: folder) }
    }

    /// What has the name now, as far as the expectation asks for it: nil when it does not.
    private func current(_ name: String, in folder: Int32, for expected: Expectation) throws(SystemError) -> Contents? {
        guard expected != .anything else { return nil }
        return try contents(name, in: folder, limit: Limits.fileBytes) ?? Contents()
    }

    private func contents(_ name: String, in folder: Int32, limit: Int) throws(SystemError) -> Contents? {
        let file: Int32
        do throws(SystemError) {
            file = try again { () throws(SystemError) in try files.open(name, in: folder) }
        } catch {
            guard error.code == ENOENT else { throw error }
            return nil
        }
        defer { files.close(file) }
        let facts = try again { () throws(SystemError) in try files.facts(of: file) }
        guard facts.isRegular else { throw SystemError(action: "read \(name)", code: EINVAL) }
        guard facts.size <= limit else { throw SystemError(action: "read \(name)", code: EFBIG) }
        var bytes: [UInt8] = []
        while bytes.count < facts.size {
            let more = try again { () throws(SystemError) in try files.read(file, count: facts.size - bytes.count) }
            if more.isEmpty { break }
            bytes += more
        }
        return Contents(bytes: bytes, permissions: facts.permissions)
    }

    /// The same without the rest of what is too large; nil: there is none.
    private func contentsUpToLimit(_ name: String, in folder: Int32) throws(SystemError) -> [UInt8]? {
        do throws(SystemError) { return try contents(name, in: folder, limit: Limits.fileBytes)?.bytes } catch {
            guard error.code == EFBIG else { throw error }
            return []
        }
    }

    /// The name of a file in the folder that holds the bytes and lasts.
    private func writeTemporary(_ bytes: [UInt8], in folder: Int32, permissions: UInt32?) throws(SystemError) -> String {
        var (name, file) = (temporary.next(), Int32(-1))
        for attempt in 0... {
            do throws(SystemError) {
                file = try again { () throws(SystemError) in try files.create(name, in: folder) }
                break
            } catch {
                // A leftover has this very name.
                guard error.code == EEXIST, attempt < 4 else { throw error }
                name = temporary.next()
            }
        }
        defer { files.close(file) }
        do throws(SystemError) {
            if let permissions { try again { () throws(SystemError) in try files.setPermissions(permissions, of: file) } }
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = try again { () throws(SystemError) in try files.write(rest, to: file) }
                guard count > 0 else { throw SystemError(action: "write", code: EIO) }
                rest = rest.dropFirst(count)
            }
            try again { () throws(SystemError) in try files.flush(file) }
        } catch {
            discard(name, in: folder)
            throw error
        }
        return name
    }

    /// False when the name was taken meanwhile though it had to be free.
    private func putInPlace(_ temporary: String, as name: String, in folder: Int32, _ expected: Expectation) throws(SystemError) -> Bool {
        guard expected == .absent else {
            try again { () throws(SystemError) in try files.rename(temporary, to: name, in: folder) }
            return true
        }
        do throws(SystemError) {
            try again { () throws(SystemError) in try files.renameToNew(temporary, to: name, in: folder) }
            return true
        } catch {
            guard error.code == EEXIST else { throw error }
            return false
        }
    }

    private func discard(_ temporary: String, in folder: Int32) {
        // What is left of the attempt is in nobody's way, and is swept at the next start.
        try? files.remove(temporary, in: folder)
    }
}
