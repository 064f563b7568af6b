import CLinux
import Foundation
import Glibc
import Library
import Linux
import Testing
import Workouts

@testable import Store

// What no folder of test data can hold: made by script, looked at in both ways of opening below the store.

private let keepers: [StoreFolder.Guard?] = [nil, .steps]

@Suite struct HostileFilesTests {
    private let routine = "Legs\nSquats 30s\n"

    @Test(arguments: keepers) func linksInsideAreFollowedAndLinksOutNever(_ keeper: StoreFolder.Guard?) throws {
        let store = try ScratchStore()
        try store.write(routine, to: "routines/sub/legs.routine")
        try Data("Secret\nSquats 30s".utf8).write(to: URL(fileURLWithPath: store.outside + "/secret.routine"))
        try store.link("routines/inside.routine", to: "sub/legs.routine")
        try store.link("routines/sub/up.routine", to: "../sub/./legs.routine")
        try store.link("routines/absolute.routine", to: store.outside + "/secret.routine")
        try store.link("routines/relative.routine", to: "../../outside/secret.routine")
        // Even one that comes back into the store leaves it on its way.
        try store.link("routines/detour.routine", to: "../../store/routines/sub/legs.routine")
        try store.link("routines/proc.routine", to: "/proc/self/environ")
        try store.link("routines/gone.routine", to: "nowhere.routine")
        try store.link("routines/folder.routine", to: "sub")
        try store.link("routines/one.routine", to: "two.routine")
        try store.link("routines/two.routine", to: "one.routine")
        let library = try store.library(keeper)
        #expect(
            library.routines.map(\.path) == ["routines/inside.routine", "routines/sub/legs.routine", "routines/sub/up.routine"])
        for name in ["absolute", "relative", "detour", "proc"] {
            #expect(
                library.lines(of: "routines/\(name).routine") == [
                    "This link leads out of the store and is not followed; copy the file itself here"
                ], "\(name)")
        }
        for name in ["gone", "folder"] {
            #expect(library.lines(of: "routines/\(name).routine").first?.hasPrefix("This link leads nowhere or to a folder") == true)
        }
        for name in ["one", "two"] {
            #expect(library.lines(of: "routines/\(name).routine").first?.hasPrefix("This link leads round in a circle") == true)
        }
    }

    @Test(arguments: keepers) func aFolderThatLinksToItsParentOrOutIsNotLookedInto(_ keeper: StoreFolder.Guard?) throws {
        let store = try ScratchStore()
        try store.write(routine, to: "routines/sub/legs.routine")
        try store.link("routines/sub/again", to: "..")
        try store.link("routines/away", to: store.outside)
        try Data("Secret\nSquats 30s".utf8).write(to: URL(fileURLWithPath: store.outside + "/secret.routine"))
        let library = try store.library(keeper)
        #expect(library.routines.map(\.path) == ["routines/sub/legs.routine"])
        #expect(!library.lines.joined().contains("secret"))
    }

    @Test(arguments: keepers) func aLinkWithoutAnEndingIsToldByWhereItLeads(_ keeper: StoreFolder.Guard?) throws {
        let store = try ScratchStore()
        try store.write(routine, to: "routines/legs.routine")
        for (name, target) in [("loop", "."), ("gone", "nowhere"), ("round", "round"), ("away", store.outside), ("name", "legs.routine")] {
            try store.link("routines/" + name, to: target)
        }
        let library = try store.library(keeper)
        #expect(library.routines.map(\.path) == ["routines/legs.routine"])
        let folder = "This link leads nowhere or to a folder and is not followed; copy what it leads to here"
        #expect(library.lines(of: "routines/loop") == [folder] && library.lines(of: "routines/gone") == [folder])
        #expect(library.lines(of: "routines/round") == ["This link leads round in a circle; copy the file itself here"])
        #expect(library.lines(of: "routines/away").first?.hasPrefix("This link leads out of the store") == true)
        #expect(library.lines(of: "routines/name").first?.contains("rename it to") == true)
    }

    @Test(arguments: keepers) func aWholeFolderThatIsALinkIsListed(_ keeper: StoreFolder.Guard?) throws {
        let store = try ScratchStore()
        try store.link("routines", to: store.outside)
        try Data("Secret\nSquats 30s".utf8).write(to: URL(fileURLWithPath: store.outside + "/secret.routine"))
        let library = try store.library(keeper)
        #expect(library.routines.isEmpty && library.lines.count == 1 && library.lines[0].hasPrefix("routines: "), "\(library.lines)")
    }

    @Test(arguments: keepers) func pipesDevicesSocketsAndHugeFilesAreListedAndNothingWaits(_ keeper: StoreFolder.Guard?) throws {
        let store = try ScratchStore()
        try store.write(routine, to: "routines/legs.routine")
        #expect(mkfifo(store.path + "/routines/pipe.routine", 0o600) == 0)
        // Where devices may not be made, the pipe and the link to one must do.
        let hasDevice = mknod(store.path + "/routines/device.routine", S_IFCHR | 0o600, dev_t(1 << 8 | 3)) == 0
        try store.link("routines/pipe-link.routine", to: "pipe.routine")
        let huge = open(store.path + "/routines/huge.routine", O_CREAT | O_WRONLY, 0o600)
        #expect(ftruncate(huge, 2 << 30) == 0 && close(huge) == 0)
        let library = try store.library(keeper)
        #expect(library.routines.map(\.path) == ["routines/legs.routine"])
        for name in ["pipe", "pipe-link"] + (hasDevice ? ["device"] : []) {
            #expect(library.lines(of: "routines/\(name).routine") == ["This is a pipe or a device, not a file; delete it"], "\(name)")
        }
        #expect(
            library.lines(of: "routines/huge.routine") == [
                "The file has 2,147,483,648 bytes, and at most 1,048,576 are read; make it shorter"
            ])
    }

    @Test(arguments: keepers) func aFolderNamedLikeAFileIsToldAboutAndLookedInto(_ keeper: StoreFolder.Guard?) throws {
        let store = try ScratchStore()
        try store.write(routine, to: "routines/x.routine/legs.routine")
        let library = try store.library(keeper)
        #expect(library.lines == ["routines/x.routine: note: This is a folder, not a file; take the ending off its name"])
        #expect(library.routines.map(\.id) == ["x.routine/legs.routine"])
    }

    @Test(arguments: keepers) func whatMayNotBeReadIsListed(_ keeper: StoreFolder.Guard?) throws {
        let store = try ScratchStore()
        try store.write(routine, to: "routines/mine.routine")
        try store.write(routine, to: "routines/theirs.routine")
        try store.write(routine, to: "routines/closed/legs.routine")
        #expect(chmod(store.path + "/routines/theirs.routine", 0) == 0 && chmod(store.path + "/routines/closed", 0) == 0)
        // Root may read everything, so this thread stops being root for the file system; the reading of few files stays on it.
        let wasRoot = geteuid() == 0
        if wasRoot { stepback_file_system_user(65534) }
        let library = Result { try store.library(keeper) }
        if wasRoot { stepback_file_system_user(0) }
        #expect(chmod(store.path + "/routines/closed", 0o700) == 0)
        let found = try library.get()
        #expect(found.routines.map(\.path) == ["routines/mine.routine"])
        for name in ["theirs.routine", "closed"] {
            #expect(
                found.lines(of: "routines/\(name)") == ["The player is not allowed to read this; change its permissions with chmod a+r"],
                "\(name)")
        }
    }

    @Test(arguments: keepers) func aNameThatIsNoUTF8IsListedWithItsBytes(_ keeper: StoreFolder.Guard?) throws {
        let store = try ScratchStore()
        try store.write(routine, to: "routines/legs.routine")
        let name: [UInt8] = Array((store.path + "/routines/").utf8) + [0xDC] + Array("bung\n.routine".utf8) + [0]
        let descriptor = name.withUnsafeBytes { open($0.bindMemory(to: CChar.self).baseAddress!, O_CREAT | O_WRONLY, 0o600) }
        #expect(descriptor >= 0 && close(descriptor) == 0)
        let library = try store.library(keeper)
        #expect(library.routines.count == 1)
        #expect(library.lines == ["routines/\\xDCbung\\x0A.routine: The name is not written in UTF-8; rename it with plain letters"])
    }

    @Test func fiveThousandFilesInOneFolderAreAllThere() throws {
        let store = try ScratchStore()
        let json = #"{"name": "R", "steps": [{"workoutID": "squat", "workSeconds": 30}]}"#
        for number in 0..<5_000 { try store.write(json, to: "routines/r\(number).json") }
        let library = try store.library()
        #expect(library.routines.count == 5_000)
        #expect(Set(library.routines.map(\.path)).count == 5_000)
    }

    @Test func tooDeepFoldersAreToldAboutAndNotFollowed() throws {
        let store = try ScratchStore()
        let deep = "routines/" + String(repeating: "d/", count: 20)
        try store.write(routine, to: deep + "legs.routine")
        try store.write(routine, to: "routines/d/d/legs.routine")
        let library = try store.library()
        #expect(library.routines.map(\.path) == ["routines/d/d/legs.routine"])
        #expect(library.lines.count == 1 && library.lines[0].contains("nested more than 16 deep"))
    }

    @Test func whatLiesInTheWrongPlaceIsToldWhereItBelongs() throws {
        let store = try ScratchStore()
        try store.write(routine, to: "legs.routine")
        try store.write(routine, to: "Routines/legs.routine")
        try store.write("hello", to: "README.md")
        try store.write("{}", to: "bridge/manifest.json")
        try store.write("old", to: "PROBLEMS.txt")
        #expect(
            try store.library().lines == [
                "Routines: Only “routines” in small letters is read; rename the folder",
                "legs.routine: Routines are read from the folder routines only; move it there",
            ])
    }

    @Test func aStoreThatIsEmptyHasNothingToTell() throws {
        let library = try ScratchStore().library()
        #expect(library.routines.isEmpty && ProblemsFile.bytes(library.attention, english) == nil)
        #expect(throws: StoreError.self) { try StoreFolder(path: "/nowhere/at/all") }
    }
}

/// Linux' SMB client answers EBADF and EFAULT for good descriptors, when the server forgot a file: an error like all others.
@Suite struct ForgottenFileTests {
    @Test func aFileThatTheServerForgotIsAnError() {
        // A number that no descriptor has.
        let forgotten: Int32 = 1_000_000
        let files = LinuxFileSystem()
        func code(_ call: () throws(SystemError) -> Void) -> Int32? {
            do throws(SystemError) { try call() } catch { return error.code }
            return nil
        }
        #expect(code { () throws(SystemError) in try files.flush(forgotten) } == EBADF)
        #expect(code { () throws(SystemError) in _ = try files.facts(of: forgotten) } == EBADF)
        #expect(code { () throws(SystemError) in _ = try files.write([1], to: forgotten) } == EBADF)
        #expect(code { () throws(SystemError) in _ = try files.read(forgotten, count: 1) } == EBADF)
        #expect(code { () throws(SystemError) in _ = try files.names(in: forgotten) } == EBADF)
        #expect(code { () throws(SystemError) in try files.rename("a", to: "b", in: forgotten) } == EBADF)
    }

    @Test(arguments: [EBADF, EFAULT]) func aWriteThatFailsSoLeavesTheOldFileAndIsToldOf(_ code: Int32) throws {
        for call in 0..<12 {
            let folder = ScratchFolder()
            let kept = KeptFolder(path: folder.path, owner: "0a1b2c3d", files: FaultyFileSystem(.failure(code), at: call))
            folder.put("old", "routines/a.routine")
            do throws(StoreError) { try kept.write(Array("new".utf8), to: "routines/a.routine") } catch {
                #expect(error.cause.code == code && error.fault == .other(error.description))
            }
            #expect(["old", "new"].contains(folder.text("routines/a.routine")))
        }
    }
}
