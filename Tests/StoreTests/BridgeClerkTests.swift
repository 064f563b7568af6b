import Bridge
import Foundation
import Glibc
import Library
import Linux
import Playback
import Ports
import TestSupport
import Testing
import Workouts

@testable import Store

/// A store with its clerk, whose bridge works on it; time is moved by hand, the disk is real.
final class BridgeRoom {
    let folder: ScratchFolder
    let loop: EventLoop
    private(set) var clerk: StoreClerk!
    private(set) var library: Library?
    private(set) var published = 0
    private(set) var receipts: [BridgeReceipt] = []
    private(set) var logged: [String] = []

    init(_ folder: ScratchFolder = ScratchFolder(), starts: Bool = true) throws {
        self.folder = folder
        folder.put("", "local/x")
        loop = try EventLoop(start: Instant(nanoseconds: 100_000_000_000))
        for (path, bytes) in bridgeDocuments.files { folder.put(String(decoding: bytes, as: UTF8.self), "store/" + path) }
        let place = StoreThread.Place(
            path: folder.path + "/store", isUsual: true, state: LocalState(["STATE_DIRECTORY": folder.path + "/local"]),
            device: "0a1b2c3d", bootID: "boot-1", starters: [], gallery: smallGallery, english: english, edition: "1")
        clerk = StoreClerk(
            place, loop: loop, log: { [unowned self] in logged.append($0) },
            tell: { [unowned self] in
                guard case .library(let library) = $0 else { return }
                self.library = library
                published += 1
            }, receipt: { [unowned self] in receipts.append($0) })
        if starts { clerk.start() }
    }

    func after(_ seconds: Double) throws {
        try loop.advance(to: loop.now)
        try loop.advance(to: loop.now + .nanoseconds(Int64(seconds * 1e9)))
    }

    func put(_ text: String, _ name: String) { folder.put(text, "store/" + name) }
    func text(_ name: String) -> String? { folder.text("store/" + name) }
    func outcome(_ name: String) -> String? { text("bridge/outcomes/\(name).json") }

    var manifest: JSON? { text("bridge/manifest.json").flatMap { try? JSON(parsing: $0) } }
    func names(_ list: String) -> [String] {
        guard case .array(let entries)? = manifest?[list]?.kind else { return [] }
        return entries.compactMap { $0["name"]?.string }
    }
    var inbox: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/store/bridge/inbox"))?.sorted() ?? [] }
}

@Suite struct BridgeClerkTests {
    @Test func aCommandIsDoneInTheTurnInWhichItsFileIsWhole() throws {
        let room = try BridgeRoom()
        try room.after(5)
        room.put(bridgeCommands[2].text, "bridge/inbox/c.json")
        try room.after(0)
        #expect(room.outcome("c")?.contains(#""status": "accepted""#) == true && room.inbox == [])
        #expect(room.library?.routine(id: "authored-c")?.routine.name == "Short")
        #expect(room.receipts.map(\.commandID) == ["c"] && room.logged == [])
    }

    @Test func aCommandThatIsStillBeingCopiedWaits() throws {
        let room = try BridgeRoom()
        try room.after(5)
        let text = bridgeCommands[2].text
        let path = room.folder.path + "/store/bridge/inbox/c.json"
        let file = open(path, O_WRONLY | O_CREAT, 0o600)
        _ = Array(text.utf8.prefix(30)).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        try room.after(0.5)
        #expect(room.outcome("c") == nil && room.receipts == [])
        _ = Array(text.utf8.dropFirst(30)).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        close(file)
        try room.after(0)
        #expect(room.outcome("c")?.contains(#""status": "accepted""#) == true && room.receipts.count == 1)
    }

    @Test func whatWasThereAtTheStartIsDoneOnceItHoldsStill() throws {
        let folder = ScratchFolder()
        for command in bridgeCommands { folder.put(command.text, "store/bridge/inbox/" + command.name) }
        let room = try BridgeRoom(folder)
        #expect(room.receipts == [])
        try room.after(2)
        // The eighth is stale: another player may have done it.
        #expect(room.inbox == ["h.json"] && room.outcome("h") == nil)
        try room.after(8)
        #expect(room.inbox == [])
        for (path, text) in bridgeEnd { #expect(room.text(path) == text, "\(path)") }
    }

    @Test func anOutcomeThatComesMeanwhileIsTheOutcome() throws {
        let room = try BridgeRoom()
        try room.after(5)
        room.put(bridgeCommands[7].text, "bridge/inbox/h.json")
        try room.after(1)
        #expect(room.outcome("h") == nil)
        let theirs = #"{"schemaVersion": 1, "commandId": "h", "status": "accepted"}"#
        room.put(theirs, "bridge/outcomes/h.json")
        try room.after(10)
        #expect(room.outcome("h") == theirs && room.inbox == [] && room.receipts.map(\.wasThere) == [true])
    }

    @Test func theManifestIsThereAfterTheStartAndFreshAfterEveryChangeAndNeverWrittenInVain() throws {
        let room = try BridgeRoom()
        try room.after(3)
        #expect(room.names("routines") == ["Morning core", "Legs"] && room.names("customWorkouts") == ["Wall sit at the window"])
        #expect(room.manifest?["myWeek"]?.string == "week")
        func inode() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: room.folder.path + "/store/bridge/manifest.json")[.systemFileNumber] as? Int
        }
        let before = try inode()
        // A session, and a file that says the same.
        room.clerk.perform(.clock(marchClock, room.loop.now))
        room.clerk.perform(.command(.file(finished())))
        try room.after(15)
        #expect(try inode() == before)
        // A comment alone is another revision.
        room.put("# x\n" + room.text("routines/core.routine")!, "routines/core.routine")
        try room.after(3)
        #expect(try inode() != before)
        let revision = Revision(of: room.text("routines/core.routine")!.bytes).description
        #expect(room.text("bridge/manifest.json")?.contains(revision) == true)
        for (name, text) in [
            ("plans/new.json", #"{"id": "n", "name": "New", "slots": []}"#), ("workouts/n.json", #"{"id": "n", "name": "New"}"#),
        ] {
            room.put(text, name)
            try room.after(3)
            #expect(room.names(name.hasPrefix("plans") ? "plans" : "customWorkouts").contains("New"))
            unlink(room.folder.path + "/store/" + name)
            try room.after(3)
            #expect(!room.names(name.hasPrefix("plans") ? "plans" : "customWorkouts").contains("New"))
        }
    }

    @Test func theManifestDoesNotWaitForChangesToEnd() throws {
        let room = try BridgeRoom()
        try room.after(5)
        for number in 0..<12 {
            room.put("Routine \(number)\nBridge 30s", "routines/n\(number).routine")
            try room.after(1)
        }
        #expect(room.names("routines").count >= 10)
    }

    @Test func anInboxThatIsMadeLaterIsWatchedToo() throws {
        let room = try BridgeRoom()
        try room.after(5)
        try FileManager.default.removeItem(atPath: room.folder.path + "/store/bridge")
        try room.after(3)
        room.put(bridgeCommands[2].text, "bridge/inbox/c.json")
        try room.after(3)
        #expect(room.outcome("c") != nil)
        room.put(bridgeCommands[0].text, "bridge/inbox/a.json")
        try room.after(0)
        #expect(room.outcome("a") != nil)
    }

    @Test func whatIsNoCommandIsInPROBLEMSUntilItIsGone() throws {
        let room = try BridgeRoom()
        try room.after(5)
        #expect(symlink("/etc/passwd", room.folder.path + "/store/bridge/inbox/x.json") == 0)
        room.put("x", "bridge/inbox/half.json.part")
        try room.after(5)
        #expect(
            room.text("PROBLEMS.txt")?.split(separator: "\n").first
                == "bridge/inbox/x.json: This is a link, and links are not followed here; copy what it leads to here")
        #expect(room.library?.attention.first?.path == "bridge/inbox/x.json" && room.receipts == [])
        unlink(room.folder.path + "/store/bridge/inbox/x.json")
        try room.after(5)
        #expect(room.text("PROBLEMS.txt")?.contains("bridge/") != true)
    }

    @Test func aStoreThatCannotBeWrittenKeepsItsCommandsUntilItCan() throws {
        let room = try BridgeRoom()
        try room.after(5)
        _ = rename(room.folder.path + "/store", room.folder.path + "/away")
        try room.after(3)
        try FileManager.default.createDirectory(atPath: room.folder.path + "/away/bridge/inbox", withIntermediateDirectories: true)
        room.folder.put(bridgeCommands[2].text, "away/bridge/inbox/c.json")
        _ = rename(room.folder.path + "/away", room.folder.path + "/store")
        try room.after(5)
        #expect(room.outcome("c") != nil && room.inbox == [])
    }

    @Test func manyFilesAtOnceDoNotHoldTheThread() throws {
        let room = try BridgeRoom()
        try room.after(5)
        let published = room.published
        for number in 0..<100 {
            let steps = #"[{"workoutID": "squat", "workSeconds": 30}]"#
            room.put(
                #"{"schemaVersion": 1, "commandId": "n\#(number)", "command": "createRoutine", "routine": {"name": "R\#(number)", "steps": \#(steps)}}"#,
                "bridge/inbox/n\(number).json")
        }
        try room.after(10)
        #expect(room.receipts.count == 100 && room.receipts.allSatisfy(\.isAccepted) && room.inbox == [])
        #expect(room.library?.routines.count == 102 && room.names("routines").count == 102)
        // In slices: other work of the thread comes in between.
        #expect(room.published - published > 1)
    }
}
