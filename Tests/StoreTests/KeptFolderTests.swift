import Foundation
import Glibc
import Linux
import Testing

@testable import Store

@Suite struct KeptFolderTests {
    @Test func whateverTheCutAFileIsOldOrNewAndNothingElseChanges() {
        for old in ["old", nil] as [String?] {
            let cuts = withEveryCut(
                { folder in
                    folder.put("other", "plans/other.json")
                    if let old { folder.put(old, "plans/week.json") }
                },
                { folder, files in _ = try? folder.kept(files).write("new".bytes, to: "plans/week.json") },
                { folder, isThrough in
                    var tree = folder.tree
                    let now = tree.removeValue(forKey: "plans/week.json")
                    #expect(now == "new" || now == old && !isThrough)
                    #expect(tree == ["plans/other.json": "other"])
                })
            #expect(cuts >= 7)
        }
    }

    @Test func theInjectorFindsAWriteThatDoesNotFlush() throws {
        // What the tests here rely on: without the flushes, losses show.
        struct Careless: FileSystem {
            let files: FaultyFileSystem
            func openRoot(_ path: String) throws(SystemError) -> Int32 { try files.openRoot(path) }
            func openFolder(_ name: String, in folder: Int32) throws(SystemError) -> Int32 { try files.openFolder(name, in: folder) }
            func makeFolder(_ name: String, in folder: Int32) throws(SystemError) { try files.makeFolder(name, in: folder) }
            func create(_ name: String, in folder: Int32) throws(SystemError) -> Int32 { try files.create(name, in: folder) }
            func open(_ name: String, in folder: Int32) throws(SystemError) -> Int32 { try files.open(name, in: folder) }
            func facts(of descriptor: Int32) throws(SystemError) -> FileFacts { try files.facts(of: descriptor) }
            func read(_ file: Int32, count: Int) throws(SystemError) -> [UInt8] { try files.read(file, count: count) }
            func write(_ bytes: ArraySlice<UInt8>, to file: Int32) throws(SystemError) -> Int { try files.write(bytes, to: file) }
            func setPermissions(_ mode: UInt32, of file: Int32) throws(SystemError) { try files.setPermissions(mode, of: file) }
            func flush(_ descriptor: Int32) throws(SystemError) {}
            func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
                try files.rename(name, to: newName, in: folder)
            }
            func renameToNew(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
                try files.renameToNew(name, to: newName, in: folder)
            }
            func move(_ name: String, in folder: Int32, to newName: String, in other: Int32) throws(SystemError) {
                try files.move(name, in: folder, to: newName, in: other)
            }
            func remove(_ name: String, in folder: Int32) throws(SystemError) { try files.remove(name, in: folder) }
            func names(in folder: Int32) throws(SystemError) -> [String] { try files.names(in: folder) }
            func close(_ descriptor: Int32) { files.close(descriptor) }
        }
        for (loss, found) in [(FaultyFileSystem.Loss.bytes, ""), (.names, "old"), (.nothing, "new")] {
            let folder = ScratchFolder()
            folder.put("old", "x")
            let files = FaultyFileSystem(.cut, at: 100)
            try folder.kept(Careless(files: files)).write("new".bytes, to: "x")
            files.lose(loss)
            #expect(folder.text("x") == found)
        }
    }

    @Test(arguments: [EIO, ENOSPC, EROFS, EDQUOT, EINTR])
    func anErrorAtAnyCallLeavesTheFileOldOrNewAndTheNextTrySucceeds(_ code: Int32) throws {
        for number in 0... {
            let folder = ScratchFolder()
            folder.put("old", "a/x")
            let files = FaultyFileSystem(.failure(code), at: number)
            var failure: StoreError?
            do throws(StoreError) { try folder.kept(files).write("new".bytes, to: "a/x", expecting: .bytes("old".bytes)) } catch {
                failure = error
            }
            #expect(files.openDescriptors == 0)
            let isThrough = files.calls.count <= number
            // A signal is no failure.
            #expect((failure == nil) == (isThrough || code == EINTR))
            #expect(failure == nil || failure?.cause.code == code)
            #expect(folder.text("a/x") == "new" || failure != nil && folder.text("a/x") == "old")
            // Only when the call that failed was the one that cleans up may a temporary file be left; none is cleaned up here.
            #expect(folder.tree.count == 1)
            #expect(((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/a")) ?? []) == ["x"])
            try folder.kept().write("newer".bytes, to: "a/x")
            #expect(folder.text("a/x") == "newer")
            if isThrough { break }
        }
    }

    @Test func shortWritesAreWrittenOn() throws {
        for number in 0..<5 {
            let folder = ScratchFolder()
            let files = FaultyFileSystem(.short, at: number, of: [.write], isLasting: true)
            try folder.kept(files).write("long enough".bytes, to: "x")
            #expect(folder.text("x") == "long enough")
            #expect(files.calls.count { $0.kind == .write } == (number < 1 ? 11 : 1))
        }
    }

    @Test func foldersThatAreMissingAreMadeAndLast() throws {
        let folder = ScratchFolder()
        let files = FaultyFileSystem()
        try folder.kept(files).write("x".bytes, to: "sessions/2026/03/x.json")
        #expect(folder.tree == ["sessions/2026/03/x.json": "x"])
        // Root, sessions and 2026, each for the folder made in it; then the file and its folder.
        #expect(files.flushes == 5)
        let again = FaultyFileSystem()
        try folder.kept(again).write("y".bytes, to: "sessions/2026/03/y.json")
        #expect(again.flushes == 2)
        withEveryCut(
            { _ in },
            { folder, files in _ = try? folder.kept(files).write("x".bytes, to: "sessions/2026/03/x.json") },
            { folder, isThrough in #expect(folder.tree == ["sessions/2026/03/x.json": "x"] || !isThrough && folder.tree.isEmpty) })
    }

    @Test func anEditOfAFileThatChangedMeanwhileIsAConflict() throws {
        let folder = ScratchFolder()
        let kept = folder.kept()
        folder.put("theirs", "a.routine")
        #expect(try kept.write("mine".bytes, to: "a.routine", expecting: .bytes("seen".bytes)) == .conflict(with: "theirs".bytes))
        #expect(try kept.write("mine".bytes, to: "b.routine", expecting: .bytes("seen".bytes)) == .conflict(with: nil))
        #expect(try kept.write("mine".bytes, to: "a.routine", expecting: .absent) == .conflict(with: "theirs".bytes))
        #expect(try kept.remove("a.routine", expecting: .bytes("seen".bytes)) == .conflict(with: "theirs".bytes))
        #expect(folder.tree == ["a.routine": "theirs"] && folder.names == ["a.routine"])
        #expect(try kept.write("mine".bytes, to: "a.routine", expecting: .bytes("theirs".bytes)) == .done)
        #expect(try kept.write("new".bytes, to: "b.routine", expecting: .absent) == .done)
        #expect(try kept.remove("a.routine", expecting: .bytes("mine".bytes)) == .done)
        #expect(try kept.remove("a.routine") == .done)
        #expect(folder.tree == ["b.routine": "new"])
    }

    @Test func anEditKeepsThePermissions() throws {
        let folder = ScratchFolder()
        folder.put("old", "x")
        chmod(folder.path + "/x", 0o604)
        try folder.kept().write("new".bytes, to: "x", expecting: .bytes("old".bytes))
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/x")[.posixPermissions] as? Int
        #expect(mode == 0o604)
    }

    @Test func nothingOutsideIsTouchedAndNoLinkFollowed() throws {
        let (folder, outside) = (ScratchFolder(), ScratchFolder())
        outside.put("secret", "x")
        let kept = folder.kept()
        symlink(outside.path, folder.path + "/routines")
        symlink(outside.path + "/x", folder.path + "/link")
        #expect(throws: StoreError.self) { try kept.write("mine".bytes, to: "routines/x") }
        #expect(throws: StoreError.self) { try kept.remove("routines/x") }
        #expect(throws: StoreError.self) { try kept.read("link", limit: 100) }
        #expect(throws: StoreError.self) { try kept.write("mine".bytes, to: "link", expecting: .bytes("secret".bytes)) }
        for place in ["../x", "a/../../x", "/etc/passwd", "a//b", ".", "", "a\0b"] {
            #expect(throws: StoreError.self) { try kept.write("mine".bytes, to: place) }
        }
        #expect(outside.tree == ["x": "secret"])
        #expect(folder.names == ["link", "routines"])
        // Without an expectation the link is replaced, not what it points to.
        try kept.write("mine".bytes, to: "link")
        #expect(outside.tree == ["x": "secret"] && folder.text("link") == "mine")
    }

    @Test func aFIFOInPlaceOfAFileHoldsNobody() {
        let folder = ScratchFolder()
        mkfifo(folder.path + "/x", 0o600)
        #expect(throws: StoreError.self) { try folder.kept().read("x", limit: 10) }
    }

    @Test func leftoversAreSweptOnlyOfOurOwn() throws {
        let folder = ScratchFolder()
        let left = [
            ".stepback-0a1b2c3d-11111111.tmp", ".stepback-ffffffff-11111111.tmp", ".x.tmp", "x.tmp", ".stepback-0a1b2c3d-1.json",
        ]
        for name in left { folder.put("half", "plans/" + name) }
        #expect(try folder.kept().sweep("plans") == 1)
        #expect(try folder.kept().names(in: "plans") == left.dropFirst().sorted())
        #expect(try folder.kept().sweep("none") == 0)
        let names = TemporaryNames(owner: "0a1b2c3d")
        #expect(names.next() != names.next() && names.isOurs(names.next()))
    }

    @Test func aMissingRootIsAnErrorOfItsOwnName() {
        let kept = KeptFolder(path: "/nowhere/at/all", owner: "0a1b2c3d")
        #expect {
            try kept.write([1], to: "x")
        } throws: { "\($0)" == "could not keep /nowhere/at/all/x: could not open /nowhere/at/all: No such file or directory" }
    }
}
