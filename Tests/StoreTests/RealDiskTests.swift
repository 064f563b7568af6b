import Foundation
import Glibc
import Library
import Linux
import Playback
import Ports
import Testing

@testable import Store

/// A file system in memory, mounted for a test and gone at its end.
private final class Mount {
    let path: String

    init?(at path: String, bytes: Int) {
        self.path = path
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard mount("-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", path) else { return nil }
    }

    deinit { Mount.run("/usr/bin/umount", ["-l", path]) }

    func remount(_ option: String) -> Bool { mount("-o", "remount,\(option)", path) }

    @discardableResult
    private func mount(_ arguments: String...) -> Bool { Mount.run("/usr/bin/mount", arguments) }

    @discardableResult
    static func run(_ program: String, _ arguments: [String]) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}

private let canMount: Bool = {
    let folder = ScratchFolder()
    return geteuid() == 0 && Mount(at: folder.path + "/probe", bytes: 65_536) != nil
}()

/// What the injector says a disk does, said by disks.
@Suite(.enabled(if: canMount, "mounting needs root and the right to"), .serialized) struct RealDiskTests {
    private let folder = ScratchFolder()

    private func keeper() -> StoreKeeper {
        StoreKeeper(
            path: folder.path + "/store", isUsual: false, local: KeptFolder(path: folder.path + "/local", owner: "local"),
            device: "0a1b2c3d", starters: bundledStarters)
    }

    private func filer() -> SessionFiler {
        SessionFiler(local: KeptFolder(path: folder.path + "/local", owner: "local"), device: "0a1b2c3d", bootID: "boot-1")
    }

    /// Foundation's walks stop at a mount point.
    private var filed: [String] {
        let sessions = folder.path + "/store/sessions"
        return (FileManager.default.subpaths(atPath: sessions) ?? []).filter { $0.hasSuffix(".json") }.sorted()
    }
    /// Everything below routines/, and the marker.
    private var others: [String: String?] {
        let routines = (FileManager.default.subpaths(atPath: folder.path + "/store/routines") ?? []).map { "store/routines/" + $0 }
        return Dictionary(uniqueKeysWithValues: (routines + ["store/.stepback-store"]).map { ($0, folder.text($0)) })
    }
    private var outbox: [String] { folder.tree.keys.filter { $0.hasPrefix("local/outbox/") }.sorted() }

    @Test func aFullDiskKeepsSessionsLocallyUntilThereIsRoom() throws {
        folder.put("", "local/x")
        let mount = try #require(Mount(at: folder.path + "/store", bytes: 256 * 1024))
        var keeper = keeper()
        #expect(keeper.look().status == .ready)
        let before = others
        #expect(before.count == 4)
        // Somebody copies films.
        let film = open(mount.path + "/film", O_CREAT | O_WRONLY, 0o644)
        let block = [UInt8](repeating: 7, count: 4096)
        while write(film, block, block.count) > 0 {}
        close(film)
        guard case .locally(_, let why?) = try filer().file(finished(), into: keeper.writable) else {
            Issue.record("the full disk took it")
            return
        }
        #expect(why.fault == .full && keeper.note(why, at: "sessions/2026/03/x") == .full)
        #expect(keeper.edit(StoreEdit(new: .routines, ending: "routine", bytes: block), ticket: 1) == .failed(.full, ticket: 1))
        #expect(keeper.look().status == .full && filed == [] && outbox.count == 1)
        #expect(others == before)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: mount.path).allSatisfy { !$0.hasSuffix(".tmp") })
        unlink(mount.path + "/film")
        #expect(keeper.look() == StoreKeeper.Look(status: .ready, change: .becameWritable))
        #expect(try filer().moveOutbox(into: #require(keeper.writable)).places.count == 1)
        #expect(filed.count == 1 && outbox == [])
    }

    @Test func aDiskRemountedReadOnlyIsTold() throws {
        folder.put("", "local/x")
        let mount = try #require(Mount(at: folder.path + "/store", bytes: 1 << 20))
        var keeper = keeper()
        _ = keeper.look()
        #expect(mount.remount("ro"))
        #expect(keeper.writable == nil && keeper.look().status == .readOnly && keeper.readable != nil)
        let direct = KeptFolder(path: mount.path, owner: "0a1b2c3d")
        guard case .locally(_, let why?) = try filer().file(finished(), into: direct) else {
            Issue.record("the read-only disk took it")
            return
        }
        #expect(why.fault == .readOnly && outbox.count == 1)
        #expect(keeper.restoreStarters(present: [], ticket: 1) == .failed(.readOnly, ticket: 1))
        #expect(mount.remount("rw"))
        #expect(keeper.look() == StoreKeeper.Look(status: .ready, change: .becameWritable))
        #expect(try filer().moveOutbox(into: #require(keeper.writable)).places.count == 1 && outbox == [])
    }

    /// ext4 with errors=remount-ro, a stick with its write-protect switch: what is there is played, and what is not is the starters.
    @Test(arguments: [false, true]) func aServiceWhoseWholeStateIsReadOnlyPlaysWhatIsThere(_ hasStore: Bool) throws {
        let mount = try #require(Mount(at: folder.path + "/state", bytes: 1 << 20))
        if hasStore { folder.put("Evening\nSquats 30s", "state/store/routines/evening.routine") }
        #expect(mount.remount("ro"))
        let state = LocalState(["STATE_DIRECTORY": mount.path], isWritable: { access($0, W_OK) == 0 })
        #expect(state.folder == nil && state.usualStore == mount.path + "/store")
        let loop = try EventLoop(start: Instant(nanoseconds: 100_000_000_000))
        var libraries: [Library] = []
        var answers: [StoreAnswer] = []
        let place = StoreThread.Place(
            path: mount.path + "/store", isUsual: true, state: state, device: "0a1b2c3d", bootID: "boot-1", starters: bundledStarters,
            gallery: gallery, english: english, edition: "1")
        let clerk = StoreClerk(
            place, loop: loop, log: { _ in },
            tell: { event in
                switch event {
                case .library(let library): libraries.append(library)
                case .answer(let answer): answers.append(answer)
                }
            })
        clerk.start()
        try loop.advance(to: loop.now + .seconds(10))
        let library = try #require(libraries.last)
        #expect(library.status == (hasStore ? .readOnly : .missing))
        #expect(library.routines.map(\.path) == (hasStore ? ["routines/evening.routine"] : bundledStarters.map(\.place).sorted()))
        clerk.perform(.command(.file(finished())))
        #expect(answers == [.filed(random: "4e5f6071", .nowhere)], "and a person is told")
    }

    @Test func aStoreThatGoesMidPlayAndReturnsGetsTheSessionOnce() throws {
        folder.put("", "local/x")
        let away = ScratchFolder()
        let mount = try #require(Mount(at: away.path + "/share", bytes: 1 << 20))
        try FileManager.default.createDirectory(atPath: folder.path + "/store", withIntermediateDirectories: true)
        #expect(Mount.run("/usr/bin/mount", ["--bind", mount.path, folder.path + "/store"]))
        var keeper = keeper()
        #expect(keeper.look().status == .ready)
        // The share goes; the folder below its mount point is empty and could be written.
        #expect(Mount.run("/usr/bin/umount", [folder.path + "/store"]))
        #expect(keeper.writable == nil)
        guard case .locally(_, nil) = try filer().file(finished(), into: keeper.writable) else {
            Issue.record("it went below the mount point")
            return
        }
        #expect(keeper.look() == StoreKeeper.Look(status: .missing, change: .vanished))
        #expect(outbox.count == 1 && folder.tree.keys.allSatisfy { !$0.hasPrefix("store/") })
        // A restart meanwhile changes nothing, not even with rubbish in the folder.
        folder.put("x", "store/routines/rubbish.routine")
        var next = self.keeper()
        #expect(next.look().status == .missing && folder.text("store/.stepback-store") == nil)
        // It returns.
        #expect(Mount.run("/usr/bin/mount", ["--bind", mount.path, folder.path + "/store"]))
        #expect(keeper.look() == StoreKeeper.Look(status: .ready, change: .appeared))
        for _ in 0..<2 { _ = try filer().moveOutbox(into: #require(keeper.writable)) }
        #expect(filed.count == 1 && outbox == [])
        #expect(Mount.run("/usr/bin/umount", [folder.path + "/store"]))
    }
}
