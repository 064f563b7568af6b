import CLinux
import Foundation
import Glibc
import Linux
import Playback
import TestSupport
import Testing

@testable import Store

/// A watched store whose time is moved by hand; the events are the kernel's own.
private final class Watched {
    let scratch: ScratchFolder
    let loop: EventLoop
    var watch: StoreWatch!
    /// Nil stands for everything.
    private(set) var told: [[String]?] = []

    init(isSilent: Bool? = nil, hears: Bool = true, _ prepare: (ScratchFolder) -> Void = { _ in }) throws {
        scratch = ScratchFolder()
        prepare(scratch)
        loop = try EventLoop(start: Instant(nanoseconds: 0))
        watch = StoreWatch(try StoreFolder(path: scratch.path), loop: loop, isSilent: isSilent, hears: hears) { [unowned self] in
            told.append($0)
        }
    }

    /// What is told within these seconds, each path once.
    func after(_ seconds: Double) throws -> Set<String> {
        told = []
        // What is told already is heard first, and then time goes on.
        try loop.advance(to: loop.now)
        try loop.advance(to: loop.now + .nanoseconds(Int64(seconds * 1e9)))
        return Set(told.flatMap { $0 ?? ["everything"] })
    }

    /// The loop's next turn, in which nothing has had time to settle.
    func now() throws -> Set<String> { try after(0.05) }

    func path(_ name: String) -> String { scratch.path + "/" + name }
    func make(_ folder: String) { try! FileManager.default.createDirectory(atPath: path(folder), withIntermediateDirectories: true) }
    func move(_ from: String, _ to: String) { _ = rename(path(from), path(to)) }
}

/// A file that its writer has not closed yet.
private final class Copy {
    private let descriptor: Int32
    init(_ path: String) { descriptor = stepback_create(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
    func add(_ text: String) { _ = text.withCString { Glibc.write(descriptor, $0, text.utf8.count) } }
    func close() { _ = Glibc.close(descriptor) }
}

@Test func aFileIsToldWhenItIsClosedAndNotBefore() throws {
    let watched = try Watched { $0.put("x", "routines/a.routine") }
    #expect(try watched.now() == [], "what was there is not told")
    let copy = Copy(watched.path("routines/b.routine"))
    copy.add("Squats 30s")
    #expect(try watched.now() == [])
    copy.add("\nPlank 30s")
    copy.close()
    #expect(try watched.now() == ["routines/b.routine"])
    #expect(try watched.after(5) == [], "and once")
}

@Test func aCopyThatStallsIsWaitedForAndThenCounts() throws {
    let watched = try Watched { $0.put("x", "routines/a.routine") }
    let copy = Copy(watched.path("routines/b.routine"))
    for _ in 0..<5 {
        copy.add("Squats 30s\n")
        #expect(try watched.after(0.7) == [])
    }
    #expect(try watched.after(2.1) == ["routines/b.routine"], "nobody closes it, and it holds still")
    copy.close()
    #expect(try watched.now() == ["routines/b.routine"])
}

@Test func aRenameIntoPlaceCountsAtOnceAndTemporaryNamesNever() throws {
    let watched = try Watched { $0.put("x", "routines/a.routine") }
    watched.scratch.put("Squats 30s", "routines/.b.routine.a1B2c3")
    watched.scratch.put("x", "routines/b.routine.part")
    #expect(try watched.after(3) == [])
    watched.move("routines/.b.routine.a1B2c3", "routines/b.routine")
    #expect(try watched.now() == ["routines/b.routine"])
    watched.move("routines/b.routine", "routines/c.routine")
    #expect(try watched.now() == ["routines/b.routine", "routines/c.routine"])
    watched.move("routines/c.routine", "routines/.c")
    unlink(watched.path("routines/a.routine"))
    #expect(try watched.now() == ["routines/a.routine", "routines/c.routine"])
}

@Test func foldersThatComeAreWatchedWithWhatIsInThemAlready() throws {
    let watched = try Watched()
    watched.scratch.put("x", "routines/sub/deep/a.routine")
    // Its writer was quicker than the watch: it counts once it holds still.
    #expect(try watched.after(1.5) == ["routines/sub/deep/a.routine"])
    watched.scratch.put("y", "routines/sub/deep/b.routine")
    watched.scratch.put("y", "sessions/2026/03/s.json")
    #expect(try watched.now() == ["routines/sub/deep/b.routine"])
    #expect(try watched.after(1.5) == ["sessions/2026/03/s.json"])
    watched.scratch.put("z", "sessions/2026/03/t.json")
    #expect(try watched.now() == ["sessions/2026/03/t.json"])
}

@Test func aRenamedFolderIsToldUnderBothNamesAndWatchedOn() throws {
    let watched = try Watched { $0.put("x", "routines/old/deep/a.routine") }
    watched.move("routines/old", "routines/new")
    #expect(try watched.now() == ["routines/old", "routines/new"])
    watched.scratch.put("y", "routines/new/deep/b.routine")
    #expect(try watched.now() == ["routines/new/deep/b.routine"])
    watched.move("routines/new", "outside")
    #expect(try watched.now() == ["routines/new", "outside"])
    watched.scratch.put("y", "outside/deep/c.routine")
    #expect(try watched.after(2) == [], "it is no shelf's any more")
    watched.move("outside", "routines/back")
    #expect(try watched.now() == ["outside", "routines/back"])
    watched.scratch.put("y", "routines/back/deep/c.routine")
    #expect(try watched.now() == ["routines/back/deep/c.routine"])
    try FileManager.default.removeItem(atPath: watched.path("routines"))
    #expect(try watched.now().contains("routines"))
    watched.scratch.put("x", "routines/again.routine")
    #expect(try watched.after(1.5) == ["routines/again.routine"])
}

@Test func aLinkAndAFolderThatIsNamedLikeAFileAreTold() throws {
    let watched = try Watched { $0.put("x", "routines/a.routine") }
    symlink("a.routine", watched.path("routines/b.routine"))
    watched.make("routines/c.routine")
    #expect(try watched.after(1.5) == ["routines/b.routine", "routines/c.routine"])
    watched.scratch.put("x", "stray.routine")
    watched.scratch.put("x", "PROBLEMS.txt")
    watched.scratch.put("x", ".stepback-store")
    #expect(try watched.now() == ["stray.routine"])
    // A name that no path can be made of: its folder is looked at.
    let name: [CChar] = Array(watched.path("routines/").utf8CString.dropLast()) + [CChar(bitPattern: 0xFC), 0]
    _ = Glibc.close(open(name))
    #expect(try watched.now() == ["routines"])
}

private func open(_ path: [CChar]) -> Int32 { path.withUnsafeBufferPointer { creat($0.baseAddress!, 0o644) } }

@Test func whenTheKernelForgetsEverythingIsReadAndWatchedAnew() throws {
    let limit =
        Int(
            try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8).trimmingCharacters(
                in: .whitespacesAndNewlines)) ?? 0
    try #require((1...200_000).contains(limit))
    let watched = try Watched { $0.put("x", "routines/a.routine") }
    let path = watched.path("routines/a.routine")
    let other = watched.path("routines/b.routine")
    // Two names in turn, since equal events in a row fall together.
    for _ in 0...(limit / 2) {
        rename(path, other)
        rename(other, path)
    }
    watched.make("routines/lost")
    // More is queued than one turn takes.
    var told: Set<String> = []
    for _ in 0..<40 where !told.contains("everything") { told.formUnion(try watched.now()) }
    #expect(told.contains("everything"))
    watched.scratch.put("x", "routines/lost/c.routine")
    #expect(try watched.after(1.5) == ["routines/lost/c.routine"], "a folder that came untold")
}

@Test func aStoreThatGoesIsNoticed() throws {
    let watched = try Watched { $0.put("x", "routines/a.routine") }
    #expect(!watched.watch.hasEnded)
    _ = rename(watched.scratch.path, watched.scratch.path + "-moved")
    _ = try watched.now()
    #expect(watched.watch.hasEnded)
    _ = rename(watched.scratch.path + "-moved", watched.scratch.path)
    let other = try Watched()
    rmdir(other.scratch.path)
    _ = try other.now()
    #expect(other.watch.hasEnded)
}

@Test func manyFilesAtOnceAreToldInAFewCalls() throws {
    let watched = try Watched { $0.put("x", "routines/a.routine") }
    for number in 0..<1_000 { watched.scratch.put("x", "routines/\(number).routine") }
    let told = try watched.after(1)
    #expect(told.count == 1_000 && watched.told.count <= 3, "\(watched.told.count)")
}

@Test func whereNoEventsComeChangesAreFoundByLooking() throws {
    let watched = try Watched(hears: false) {
        $0.put("x", "routines/a.routine")
        $0.put("x", "sessions/2026/03/s.json")
    }
    #expect(watched.watch.isPolling)
    #expect(try watched.after(6) == [])
    watched.scratch.put("Squats 30s", "routines/sub/b.routine")
    watched.scratch.put("Squats 30s", "stray.routine")
    #expect(try watched.after(4) == ["routines/sub/b.routine", "stray.routine"], "found, and still at the second look")
    watched.scratch.put("longer", "routines/a.routine")
    unlink(watched.path("routines/sub/b.routine"))
    watched.scratch.put("x", "sessions/2026/04/t.json")
    #expect(
        try watched.after(4) == ["routines/a.routine", "routines/sub/b.routine", "sessions/2026", "sessions/2026/04"],
        "of sessions the folders are told")
    #expect(try watched.after(10).isSubset(of: ["sessions/2026", "sessions/2026/04"]))
    #expect(try watched.after(10) == [])
    try FileManager.default.removeItem(atPath: watched.path("sessions/2026/03"))
    #expect(try watched.after(4).contains("sessions/2026/03"))
    _ = try watched.after(10)
    let copy = Copy(watched.path("routines/c.routine"))
    for _ in 0..<8 {
        copy.add("Squats 30s\n")
        #expect(try watched.after(0.6) == [], "it grows")
    }
    #expect(try watched.after(4.5) == ["routines/c.routine"])
    copy.close()
}

@Test func aFileWrittenForATryTellsWhetherEventsCome() throws {
    let hearing = try Watched()
    hearing.scratch.put("x", ".stepback-0a1b2c3d-5.tmp")
    hearing.watch.expectEvent()
    _ = try hearing.after(2)
    #expect(!hearing.watch.isPolling)
    let deaf = try Watched()
    deaf.watch.expectEvent()
    _ = try deaf.after(2)
    #expect(deaf.watch.isPolling, "nothing came")
}

@Test func networkFileSystemsAreKnownByTheirTypes() {
    #expect([0x6969, 0xFF53_4D42, 0xFE53_4D42, 0x517B, 0x6573_5546, 0x0102_1997].allSatisfy(FileSystemKind.isSilent))
    // ext4, tmpfs, vfat, exfat, btrfs, overlay, ntfs3: their events are their own.
    #expect(![0xEF53, 0x0102_1994, 0x4D44, 0x2011_BAB0, 0x9123_683E, 0x794C_7630, 0x7366_746E].contains(where: FileSystemKind.isSilent))
    #expect(FileSystemKind.type(at: "/proc") == 0x9FA0 && FileSystemKind.type(at: "/nowhere") == nil)
}
