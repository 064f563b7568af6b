import Foundation
import Glibc
import Library
import Ports
import Synchronization
import TestSupport
import Testing
import Workouts

@testable import Store

/// What the system would say, said by a test.
private final class Says: Sendable {
    let room = Mutex<DiskView.Room?>(DiskView.Room())
    let fstab = Mutex("")
    let mountinfo = Mutex("")
    var view: DiskView {
        DiskView(
            room: { _ in self.room.withLock { $0 } }, fstab: { self.fstab.withLock { $0 } }, mountinfo: { self.mountinfo.withLock { $0 } })
    }
}

private struct Place {
    let folder: ScratchFolder
    let says = Says()
    let starters = bundledStarters

    init(_ folder: ScratchFolder = ScratchFolder()) throws {
        self.folder = folder
        folder.put("", "local/x")
    }

    func keeper(_ files: any FileSystem = LinuxFileSystem(), isUsual: Bool = false, device: String = "0a1b2c3d") -> StoreKeeper {
        StoreKeeper(
            store: KeptFolder(path: folder.path + "/store", owner: device, files: files), isUsual: isUsual,
            local: KeptFolder(path: folder.path + "/local", owner: "local", files: files), device: device, starters: starters,
            view: says.view)
    }

    var routines: [String] { folder.tree.keys.filter { $0.hasPrefix("store/routines/") }.map { String($0.dropFirst(15)) }.sorted() }
    func makeStore() throws { try FileManager.default.createDirectory(atPath: folder.path + "/store", withIntermediateDirectories: true) }
}

/// Those that are shipped, read once.
let bundledStarters: [Starter] = {
    do {
        let folder = Project.resources.appendingPathComponent("routines")
        let json = try Data(contentsOf: Project.resources.appendingPathComponent("catalog.json"))
        let catalog = try Catalog(parsing: [UInt8](json))
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().compactMap { name in
            Starter(fileName: name, bytes: [UInt8](try Data(contentsOf: folder.appendingPathComponent(name))), catalog: catalog)
        }
    } catch { preconditionFailure("\(error)") }
}()

@Suite struct StoreKeeperTests {
    @Test func aNewStoreIsMarkedAndSeededOnce() throws {
        let place = try Place()
        var keeper = place.keeper(isUsual: true)
        #expect(keeper.readable == nil && keeper.writable == nil)
        let look = keeper.look()
        #expect(look.status == .ready && look.change == .appeared && look.failure == nil)
        #expect(look.seeded == place.starters.map(\.place) && place.routines == place.starters.map(\.fileName))
        #expect(keeper.writable != nil)
        #expect(keeper.look() == StoreKeeper.Look(status: .ready))
        // Deleted is deleted.
        for name in place.routines { unlink(place.folder.path + "/store/routines/" + name) }
        var next = place.keeper(isUsual: true)
        #expect(next.look().seeded == [] && place.routines == [])
    }

    @Test func aStoreWithRoutinesGetsNoStarters() throws {
        let place = try Place()
        place.folder.put("Mine\nBridge 30s", "store/routines/sub/mine.routine")
        var keeper = place.keeper()
        #expect(keeper.look() == StoreKeeper.Look(status: .ready, change: .appeared))
        #expect(place.routines == ["sub/mine.routine"])
    }

    @Test func twoPlayersSeedOneStore() throws {
        let place = try Place()
        var (one, other) = (place.keeper(isUsual: true), place.keeper(isUsual: true, device: "ffffffff"))
        _ = one.look()
        let before = place.folder.tree
        #expect(other.look().seeded == [])
        #expect(place.folder.tree == before && other.writable != nil)
    }

    @Test func aConfiguredFolderThatIsNotThereIsMissingAndIsNotMade() throws {
        let place = try Place()
        var keeper = place.keeper()
        #expect(keeper.look() == StoreKeeper.Look(status: .missing))
        #expect(!place.folder.names.contains("store") && keeper.readable == nil && keeper.writable == nil)
        try place.makeStore()
        #expect(keeper.look().change == .appeared)
    }

    @Test func anEmptyMountPointIsNoEmptyStore() throws {
        let place = try Place()
        try place.makeStore()
        var keeper = place.keeper()
        #expect(keeper.look().status == .ready)
        // The share goes: what is left is the folder below it.
        rename(place.folder.path + "/store", place.folder.path + "/away")
        try place.makeStore()
        #expect(keeper.writable == nil)
        #expect(keeper.look() == StoreKeeper.Look(status: .missing, change: .vanished))
        var next = place.keeper()
        #expect(next.look() == StoreKeeper.Look(status: .missing) && place.routines == [])
        // And returns.
        rmdir(place.folder.path + "/store")
        rename(place.folder.path + "/away", place.folder.path + "/store")
        #expect(keeper.look() == StoreKeeper.Look(status: .ready, change: .appeared) && keeper.writable != nil)
        // An empty stick in its place becomes one by a folder named routines.
        rename(place.folder.path + "/store", place.folder.path + "/away")
        try place.makeStore()
        #expect(keeper.look().status == .missing)
        mkdir(place.folder.path + "/store/routines", 0o755)
        #expect(keeper.look() == StoreKeeper.Look(status: .ready, change: .appeared))
    }

    @Test func aShareThatIsOnlyToBeMountedIsAwaitedEvenAtTheVeryFirstStart() throws {
        let place = try Place()
        try place.makeStore()
        let path = place.folder.path
        place.says.fstab.withLock { $0 = "# x\n//nas/gym \(path)/store cifs guest 0 0\n" }
        var keeper = place.keeper()
        #expect(keeper.look().status == .missing && place.folder.tree.keys.filter { $0.hasPrefix("store") } == [])
        place.says.mountinfo.withLock { $0 = "36 25 0:32 / \(path)/store rw - cifs //nas/gym rw\n" }
        #expect(keeper.look().status == .ready)
    }

    @Test func theTableOfMountsIsReadAsItIsWritten() {
        let fstab =
            "UUID=1 / ext4 defaults 0 1\n#//x /srv/a cifs\n//nas/my\\040gym\t/srv/my\\040gym  cifs x 0 0\n/dev/sda1 /media/stick/ vfat\nnone swap swap\n"
        func awaits(_ path: String, _ mounted: String = "") -> Bool { MountTable.awaits(path, fstab: fstab, mountinfo: mounted) }
        #expect(awaits("/srv/my gym/store") && awaits("/srv/my gym") && awaits("/media/stick/stepback"))
        #expect(!awaits("/srv/a") && !awaits("/srv/my gymnastics") && !awaits("/var/lib/stepback/store"))
        #expect(!awaits("/srv/my gym/store", "40 1 0:50 / /srv/my\\040gym rw - cifs //nas rw"))
        // The sandbox's own mount of a folder onto itself is no mount.
        #expect(awaits("/media/stick/x", "40 1 8:1 /media/stick /media/stick rw - ext4 /dev/root rw"))
    }

    @Test func judgementsOfWhatIsSeen() {
        let known = KnownStore(path: "/s", id: "a", wasBesideLocalState: false)
        func judge(_ known: KnownStore?, _ change: (inout StoreObservation) -> Void) -> StoreJudgement {
            var seen = StoreObservation()
            change(&seen)
            return StoreJudgement(seen, known: known)
        }
        #expect(judge(nil) { $0.isThere = false } == .missing)
        #expect(judge(nil) { ($0.isThere, $0.isUsual) = (false, true) } == .toBeMade)
        #expect(judge(known) { ($0.isThere, $0.isUsual, $0.awaitsMount) = (false, true, true) } == .missing)
        // Renamed or taken away: it comes back, and is not made anew meanwhile.
        #expect(judge(known) { ($0.isThere, $0.isUsual) = (false, true) } == .missing)
        #expect(judge(nil) { _ in } == .new)
        #expect(judge(nil) { $0.awaitsMount = true } == .missing)
        #expect(judge(nil) { $0.markerID = "b" } == .known(id: "b"))
        // On a disk of its own before, and now below the mount point: whatever is in it.
        #expect(judge(known) { _ in } == .missing)
        #expect(judge(known) { $0.markerID = "b" } == .missing)
        #expect(judge(known) { $0.hasOurFolders = true } == .missing)
        // But the marker that is known leaves no doubt.
        #expect(judge(known) { ($0.markerID, $0.awaitsMount) = ("a", true) } == .known(id: "a"))
        // Another stick; a marker that someone cleaned up; an empty stick.
        #expect(judge(known) { ($0.markerID, $0.isBesideLocalState) = ("b", false) } == .known(id: "b"))
        #expect(judge(known) { ($0.hasOurFolders, $0.isBesideLocalState) = (true, false) } == .unmarked(id: "a"))
        #expect(judge(known) { $0.isBesideLocalState = false } == .missing)
        let usual = KnownStore(path: "/s", id: "a", wasBesideLocalState: true)
        #expect(judge(usual) { $0.isUsual = true } == .unmarked(id: "a"))
    }

    @Test func aMarkerThatWasCleanedUpIsPutBackAndNothingSeeded() throws {
        let place = try Place()
        var keeper = place.keeper(isUsual: true)
        _ = keeper.look()
        let marker = place.folder.text("store/.stepback-store")
        unlink(place.folder.path + "/store/.stepback-store")
        unlink(place.folder.path + "/store/routines/" + place.routines[0])
        #expect(keeper.look().seeded == [])
        #expect(place.folder.text("store/.stepback-store") == marker && place.routines.count == place.starters.count - 1)
    }

    @Test func readOnlyAndFullAreToldAndEnd() throws {
        let place = try Place()
        try place.makeStore()
        place.says.room.withLock { $0 = DiskView.Room(isReadOnly: true) }
        var keeper = place.keeper()
        #expect(keeper.look() == StoreKeeper.Look(status: .readOnly, change: .appeared))
        #expect(place.folder.tree.keys.filter { $0.hasPrefix("store") } == [] && keeper.readable != nil && keeper.writable == nil)
        #expect(keeper.edit(StoreEdit(new: .routines, ending: "routine", bytes: [1]), ticket: 7) == .failed(.readOnly, ticket: 7))
        place.says.room.withLock { $0 = DiskView.Room(isFull: true) }
        #expect(keeper.look() == StoreKeeper.Look(status: .full))
        place.says.room.withLock { $0 = DiskView.Room() }
        let look = keeper.look()
        #expect(look.status == .ready && look.change == .becameWritable && look.seeded.count == place.starters.count)
    }

    @Test func aWriteThatFailedIsToldUntilOneThereSucceeds() throws {
        let place = try Place()
        var well = place.keeper(isUsual: true)
        _ = well.look()
        let files = FaultyFileSystem(.failure(ENOSPC), at: 0, of: [.create], isLasting: true)
        var keeper = place.keeper(files, isUsual: true)
        #expect(keeper.look().status == .ready)
        #expect(keeper.edit(StoreEdit(new: .plans, ending: "json", bytes: [1]), ticket: 1) == .failed(.full, ticket: 1))
        #expect(keeper.look().status == .full && keeper.look().status == .full)
        // It is tried all the same.
        #expect(keeper.writable != nil)
        // One bad call, and then well again.
        var brief = place.keeper(FaultyFileSystem(.failure(EDQUOT), at: 0, of: [.create]), isUsual: true)
        _ = brief.look()
        #expect(brief.note(StoreError(action: "x", cause: .init(action: "y", code: EDQUOT)), at: "plans/x.json") == .full)
        #expect(brief.look().status == .full)
        #expect(brief.look().status == .ready)
        #expect(place.folder.tree.keys.allSatisfy { !$0.hasSuffix(".tmp") })
    }

    @Test func seedingCutAnywhereIsFinishedByTheNextStart() throws {
        let cuts = try withEveryCut(
            { folder in
                folder.put("", "local/x")
                try FileManager.default.createDirectory(atPath: folder.path + "/store", withIntermediateDirectories: true)
            },
            { folder, files in
                guard var keeper = try? Place(folder).keeper(files) else { return }
                _ = keeper.look()
            },
            { folder, _ in
                let place = try Place(folder)
                for (name, text) in folder.tree where name.hasPrefix("store/routines/") {
                    #expect(place.starters.contains { name.hasSuffix($0.fileName) && $0.bytes == text.bytes })
                }
                var keeper = place.keeper()
                #expect(keeper.look().status == .ready)
                #expect(place.routines == place.starters.map(\.fileName) && keeper.writable != nil)
            })
        #expect(cuts >= 40)
    }

    @Test func whatACutLeftHalfWrittenIsSweptAndOnlyThat() throws {
        let place = try Place()
        var keeper = place.keeper(isUsual: true)
        _ = keeper.look()
        let ours = ["store/", "store/routines/", "store/plans/", "store/sessions/2026/03/"].map { $0 + ".stepback-0a1b2c3d-11111111.tmp" }
        let local = ["local/", "local/outbox/"].map { $0 + ".stepback-local-11111111.tmp" }
        let others = ["store/plans/.stepback-ffffffff-11111111.tmp", "store/sessions/2026/03/.x.tmp", "store/routines/y.tmp"]
        for name in ours + local + others { place.folder.put("half", name) }
        let before = place.folder.tree
        #expect(keeper.sweep() == 4 && keeper.sweep() == 0)
        let kept = LocalState.kept(in: place.folder.path + "/local")
        #expect(StoreKeeper.sweep(local: kept) == 2 && StoreKeeper.sweep(local: kept) == 0)
        #expect(place.folder.tree == before)
        let left = try FileManager.default.subpathsOfDirectory(atPath: place.folder.path).filter { $0.hasSuffix(".tmp") }
        #expect(left.sorted() == others.sorted())
    }

    @Test func restoringBringsBackWhatIsAbsentAndNothingElse() throws {
        let place = try Place()
        var keeper = place.keeper(isUsual: true)
        _ = keeper.look()
        let first = place.starters[0]
        place.folder.put("My own\nBridge 30s", "store/" + first.place)
        let keys = Set(place.starters.dropFirst().map(\.key))
        for _ in 0..<2 {
            #expect(keeper.restoreStarters(present: keys, ticket: 3) == .written(path: nil, ticket: 3))
            #expect(place.folder.text("store/" + first.place) == "My own\nBridge 30s")
            #expect(place.folder.text("store/" + first.place(2))?.bytes == first.bytes)
            #expect(place.routines.count == place.starters.count + 1)
        }
        #expect(keeper.restoreStarters(present: Set(place.starters.map(\.key)), ticket: 4) == .written(path: nil, ticket: 4))
    }

    @Test func editsAreWrittenIfNobodyWasQuickerAndOnlyToDocuments() throws {
        let place = try Place()
        var keeper = place.keeper(isUsual: true)
        _ = keeper.look()
        guard case .written(let made?, 1) = keeper.edit(StoreEdit(new: .routines, ending: "routine", bytes: "a".bytes), ticket: 1) else {
            Issue.record("it was not written")
            return
        }
        #expect(made.wholeMatch(of: #/routines/kiosk-0a1b2c3d-[0-9a-f]{8}\.routine/#) != nil)
        #expect(keeper.read(path: made, ticket: 2) == .contents("a".bytes, ticket: 2))
        #expect(
            keeper.edit(StoreEdit(path: made, bytes: "b".bytes, expecting: "x".bytes), ticket: 3)
                == .conflict(with: "a".bytes, ticket: 3))
        #expect(
            keeper.edit(StoreEdit(path: made, bytes: "b".bytes, expecting: "a".bytes), ticket: 4)
                == .written(path: made, ticket: 4))
        #expect(
            keeper.edit(StoreEdit(path: made, bytes: nil, expecting: "b".bytes), ticket: 5) == .written(path: nil, ticket: 5))
        #expect(keeper.read(path: made, ticket: 6) == .contents(nil, ticket: 6))
        for path in ["sessions/2026/03/x.json", "../x", ".stepback-store", "routines/../../x", "routines/"] {
            let before = place.folder.tree
            guard case .failed = keeper.edit(StoreEdit(path: path, bytes: "x".bytes, expecting: nil), ticket: 7) else {
                Issue.record("\(path) was written")
                continue
            }
            #expect(place.folder.tree == before)
        }
    }

    @Test func anEditCutAnywhereIsOldOrNew() throws {
        try withEveryCut(
            { folder in
                var keeper = try Place(folder).keeper(isUsual: true)
                _ = keeper.look()
                folder.put("old", "store/routines/mine.routine")
            },
            { folder, files in
                guard var keeper = try? Place(folder).keeper(files, isUsual: true) else { return }
                _ = keeper.look()
                _ = keeper.edit(StoreEdit(path: "routines/mine.routine", bytes: "new".bytes, expecting: "old".bytes), ticket: 1)
            },
            { folder, isThrough in
                let place = try Place(folder)
                let text = folder.text("store/routines/mine.routine")
                #expect(text == "new" || text == "old" && !isThrough)
                #expect(place.routines.count == place.starters.count + 1)
                #expect(folder.text("store/.stepback-store")?.contains("id: ") == true)
            })
    }
}
