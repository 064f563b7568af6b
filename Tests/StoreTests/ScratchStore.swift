import Foundation
import Glibc
import Library
import TestSupport
import Testing
import Words
import Workouts

@testable import Store

/// A store in a folder of its own, gone when the test is over.
final class ScratchStore {
    /// The store; beside it is room for what does not belong to it.
    let path: String
    let outside: String
    private let base: String

    init() throws {
        base = FileManager.default.temporaryDirectory.appendingPathComponent("stepback-store-\(UUID().uuidString)").path
        path = base + "/store"
        outside = base + "/outside"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: base) }

    /// The inputs of Tests/StoreTests/Cases, as people really leave them.
    convenience init(cases: Void) throws {
        try self.init()
        let cases = Project.root.appendingPathComponent("Tests/StoreTests/Cases").path
        for name in try FileManager.default.contentsOfDirectory(atPath: cases) {
            try FileManager.default.copyItem(atPath: "\(cases)/\(name)", toPath: "\(path)/\(name)")
        }
    }

    /// Writes a file and the folders above it.
    func write(_ text: String, to file: String) throws { try write(Array(text.utf8), to: file) }

    func write(_ bytes: [UInt8], to file: String) throws {
        let url = URL(fileURLWithPath: "\(path)/\(file)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    func link(_ file: String, to target: String) throws {
        try FileManager.default.createDirectory(
            at: URL(fileURLWithPath: "\(path)/\(file)").deletingLastPathComponent(), withIntermediateDirectories: true)
        #expect(symlink(target, "\(path)/\(file)") == 0)
    }

    func remove(_ file: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(file)") }

    /// Everything below the store with what it holds: to see that nothing was changed.
    func snapshot() throws -> [String: String] {
        var snapshot: [String: String] = [:]
        let names = FileManager.default.enumerator(atPath: path)
        while let name = names?.nextObject() as? String {
            var status = stat()
            guard lstat("\(path)/\(name)", &status) == 0 else { continue }
            snapshot[name] = "\(status.st_mode) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) \(status.st_ino)"
        }
        return snapshot
    }

    func folder(_ keeper: StoreFolder.Guard? = nil) throws -> StoreFolder { try StoreFolder(path: path, keeper: keeper) }

    /// What a whole look at it comes to.
    func library(_ keeper: StoreFolder.Guard? = nil) throws -> Library {
        let contents = StoreContents(folder: try folder(keeper), gallery: gallery, starters: starters)
        contents.start()
        return contents.library(.ready)
    }

    /// Key and digests of each seeded starter.
    var starters: [String: Set<UInt64>] = [:]
}

/// The shipped catalog and words, in English, read once.
let gallery: Catalog = {
    do {
        return try Catalog(parsing: [UInt8](try Data(contentsOf: Project.resources.appendingPathComponent("catalog.json"))))
    } catch { preconditionFailure("\(error)") }
}()

let english: Words = {
    do {
        let data = try Data(contentsOf: Project.resources.appendingPathComponent("Localizable.xcstrings"))
        return try Words(catalog: data, locale: Locale(identifier: "en"))
    } catch { preconditionFailure("\(error)") }
}()

extension Library {
    func routine(at path: String) -> RoutineEntry? { routines.first { Array($0.path.utf8) == Array(path.utf8) } }

    /// What PROBLEMS.txt would say, line by line.
    var lines: [String] {
        String(decoding: ProblemsFile.bytes(attention, english) ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
    }

    func lines(of path: String) -> [String] {
        lines.filter { $0.utf8.starts(with: (path + ":").utf8) }.map {
            String($0.dropFirst(path.count + 1)).trimmingCharacters(in: .whitespaces)
        }
    }
}
