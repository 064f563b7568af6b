import Foundation
import Glibc
import Testing

@testable import Store

/// A store is written by the service's user, by people of its group with any umask, and by root.
@Suite struct RightsTests {
    let folder = ScratchFolder()

    private func status(_ name: String) -> stat {
        var status = stat()
        #expect(lstat(folder.path + "/" + name, &status) == 0, "\(name) is not there")
        return status
    }

    private func mode(_ name: String) -> String { String(status(name).st_mode & 0o7777, radix: 8) }

    @Test func whatIsMadeHasTheRightsOfItsFolderWhateverTheUmask() throws {
        let cases: [(root: mode_t, folders: String, files: String)] = [
            (0o2770, "2770", "660"), (0o2775, "2775", "664"), (0o755, "755", "644"), (0o700, "700", "600"), (0o1777, "777", "666"),
        ]
        for (number, expected) in cases.enumerated() {
            let store = "store-\(number)"
            #expect(mkdir(folder.path + "/" + store, 0o700) == 0 && chmod(folder.path + "/" + store, expected.root) == 0)
            let kept = KeptFolder(path: folder.path + "/" + store, owner: "0a1b2c3d")
            try kept.write([1], to: "bridge/outcomes/one.json")
            try kept.makeFolder("bridge/inbox")
            try kept.write([1], to: "bridge/inbox/two.json", expecting: .absent)
            for name in ["bridge", "bridge/outcomes", "bridge/inbox"] { #expect(mode("\(store)/\(name)") == expected.folders, "\(name)") }
            for name in ["outcomes/one.json", "inbox/two.json"] { #expect(mode("\(store)/bridge/\(name)") == expected.files, "\(name)") }
        }
    }

    @Test func aFileThatIsReplacedKeepsItsOwnRightsAndAFolderThatIsThereIsLeftAlone() throws {
        #expect(chmod(folder.path, 0o2770) == 0)
        folder.put("old", "routines/legs.routine")
        #expect(chmod(folder.path + "/routines", 0o750) == 0 && chmod(folder.path + "/routines/legs.routine", 0o640) == 0)
        try folder.kept().write("new".bytes, to: "routines/legs.routine", expecting: .bytes("old".bytes))
        #expect(folder.text("routines/legs.routine") == "new")
        #expect(mode("routines/legs.routine") == "640" && mode("routines") == "750")
    }

    @Test(.enabled(if: geteuid() == 0, "to give a folder away needs root")) func whatRootMakesBelongsToWhomItsFolderBelongs() throws {
        #expect(chmod(folder.path, 0o2770) == 0 && chown(folder.path, 4321, 5432) == 0)
        try folder.kept().write([1], to: "bridge/outcomes/one.json")
        for name in ["bridge", "bridge/outcomes", "bridge/outcomes/one.json"] {
            let status = status(name)
            #expect(status.st_uid == 4321 && status.st_gid == 5432, "\(name)")
        }
        // So too where the group is not handed down by setgid.
        #expect(chmod(folder.path, 0o750) == 0)
        try folder.kept().write([1], to: "settings.json")
        #expect(status("settings.json").st_uid == 4321 && status("settings.json").st_gid == 5432 && mode("settings.json") == "640")
    }
}
