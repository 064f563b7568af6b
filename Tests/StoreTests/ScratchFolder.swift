import Foundation
import Glibc

@testable import Store

/// A folder of its own for each test, removed at its end.
final class ScratchFolder {
    let path: String

    /// In memory where there is such a place: a real disk takes long to flush what is thrown away here.
    private static let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm/" : NSTemporaryDirectory()

    init() {
        path = ScratchFolder.parent + "stepback-store-\(UUID().uuidString)"
        try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? [] }

    /// Every file below it that is no temporary one, with its text; folders end in "/". Links are named with where they point.
    var tree: [String: String] {
        var tree: [String: String] = [:]
        for case let name as String in FileManager.default.enumerator(atPath: path)! where !name.hasSuffix(".tmp") {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
            if isFolder.boolValue { continue }
            tree[name] = text(name)
        }
        return tree
    }

    func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: path + "/" + name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Writes without any care, as another program does.
    func put(_ text: String, _ name: String) {
        let url = URL(fileURLWithPath: path + "/" + name)
        try! FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try! Data(text.utf8).write(to: url)
    }

    func kept(_ files: any FileSystem = LinuxFileSystem(), owner: String = "0a1b2c3d") -> KeptFolder {
        KeptFolder(path: path, owner: owner, files: files)
    }
}

extension String {
    var bytes: [UInt8] { Array(utf8) }
}

/// Runs a deed with the power cut before its first call, its second, and so on until one run needs no more calls; after each cut once
/// for every loss. `check` sees the folder as the next start finds it. Returns how many cuts there were.
@discardableResult
func withEveryCut(
    _ prepare: (ScratchFolder) throws -> Void, _ deed: (ScratchFolder, FaultyFileSystem) -> Void,
    _ check: (ScratchFolder, _ isThrough: Bool) throws -> Void
) rethrows -> Int {
    for number in 0... {
        for loss in FaultyFileSystem.Loss.allCases {
            let folder = ScratchFolder()
            try prepare(folder)
            let files = FaultyFileSystem(.cut, at: number)
            deed(folder, files)
            precondition(files.openDescriptors == 0, "a descriptor is left open")
            if files.isOff { files.lose(loss) }
            try check(folder, !files.isOff)
            if !files.isOff { return number }
        }
    }
    fatalError("unreachable: a deed ends")
}
