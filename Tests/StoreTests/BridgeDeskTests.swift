import Bridge
import Foundation
import Glibc
import Library
import Linux
import Synchronization
import TestSupport
import Testing
import Workouts

@testable import Store

@Suite struct BridgeDeskTests {
    @Test func everyCommandHasOneEffectAndOneOutcomeAndLeavesTheInbox() throws {
        let folder = ScratchFolder()
        folder.fill(bridgeCommands)
        let receipts = try BridgePlayer(folder.path).work(folder.path)
        #expect(receipts.map(\.isAccepted) == [true, true, true, true, true, true, true, false, false, false])
        #expect(folder.differences(from: bridgeEnd) == [])
        // Once more, under other names: nothing happens but that they leave.
        for command in bridgeCommands { folder.put(command.text, "bridge/inbox/again-" + command.name) }
        let again = try BridgePlayer(folder.path).work(folder.path)
        #expect(again.map(\.wasThere) == Array(repeating: true, count: 10) && again.map(\.outcome) == receipts.map(\.outcome))
        #expect(folder.differences(from: bridgeEnd) == [])
    }

    @Test func thePowerMayGoAtEveryCallOfEveryCommand() throws {
        for command in bridgeCommands {
            var store = bridgeDocuments
            store.submit(command.text.bytes)
            store.files[BridgePlaces.done(Revision(of: command.text.bytes))] = command.text.bytes
            let end = store.files.mapValues { String(decoding: $0, as: UTF8.self) }
            let outcome = store.files.keys.first { $0.hasPrefix("bridge/outcomes/") }!
            let done = store.files.keys.first { $0.hasPrefix("bridge/done/") }!
            let cuts = try withEveryCut(
                { $0.fill([command]) },
                { folder, files in
                    let player = try? BridgePlayer(folder.path, files: files)
                    _ = try? player?.desk.perform(command.name)
                },
                { folder, isThrough in
                    let found = folder.tree
                    // Old or new, and in their order: the effect before the outcome, the outcome before the inbox is left.
                    for (path, text) in found {
                        let before = bridgeDocuments.files[path].map { String(decoding: $0, as: UTF8.self) }
                        #expect(text == end[path] || text == before || path == "bridge/inbox/" + command.name, "\(path) is torn")
                    }
                    if found[outcome] != nil {
                        for (path, text) in end where !path.hasPrefix("bridge/") { #expect(found[path] == text, "\(path)") }
                    }
                    #expect((found[done] == nil) == (found["bridge/inbox/" + command.name] != nil))
                    if found[done] != nil { #expect(found[outcome] == end[outcome]) }
                    if isThrough { #expect(folder.differences(from: end) == []) }
                    // The next start.
                    try BridgePlayer(folder.path).work(folder.path)
                    #expect(folder.differences(from: end) == [])
                })
            #expect(cuts >= 15, "\(command.name)")
        }
    }

    @Test func anErrorAtAnyCallPromisesNothingAndALaterLookDoesTheRest() throws {
        var end = bridgeDocuments
        end.submit(bridgeCommands[6].text.bytes)
        for code in [EIO, ENOSPC, EINTR] {
            for number in 0... {
                let folder = ScratchFolder()
                folder.fill([bridgeCommands[6]])
                let files = FaultyFileSystem(.failure(code), at: number)
                let receipts = (try? BridgePlayer(folder.path, files: files).work(folder.path)) ?? []
                for receipt in receipts { #expect(folder.text(receipt.place)?.bytes == receipt.outcome) }
                try BridgePlayer(folder.path).work(folder.path)
                #expect(folder.text("bridge/outcomes/g.json")?.bytes == end.files["bridge/outcomes/g.json"])
                #expect(folder.text("plans/spare.json")?.bytes == end.files["plans/spare.json"])
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/bridge/inbox") == [])
                if files.calls.count <= number { break }
            }
        }
    }

    @Test func twoPlayersOnOneStoreEndWithOneEffectAndOneOutcome() throws {
        // At the first player's every call the second one, which read the store long ago, does all that there is to do.
        var before = bridgeDocuments
        for (index, command) in bridgeCommands.enumerated() {
            let next = bridgeCommands[index..<min(index + 2, bridgeCommands.count)]
            var store = before
            for command in next {
                store.submit(command.text.bytes)
                store.files[BridgePlaces.done(Revision(of: command.text.bytes))] = command.text.bytes
            }
            let end = store.files.mapValues { String(decoding: $0, as: UTF8.self) }
            for number in 0... {
                let folder = ScratchFolder()
                for (path, bytes) in before.files { folder.put(String(decoding: bytes, as: UTF8.self), path) }
                let other = try BridgePlayer(folder.path, owner: "ffffffff")
                for command in next { folder.put(command.text, "bridge/inbox/" + command.name) }
                let files = FaultyFileSystem(interruptedAt: number) { _ = try? other.work(folder.path) }
                let player = try BridgePlayer(folder.path, files: files)
                for _ in 0..<2 { try player.work(folder.path) }
                // Between its last look and its rename a write cannot see the other's (`KeptFolder.write`): that file may be the older one.
                let calls = files.calls.dropFirst(number)
                let blind = calls.prefix { $0.kind == .facts || $0.kind == .read }.count
                let over = calls.dropFirst(blind).first.flatMap { $0.kind == .rename ? $0.name : nil }
                let differences = folder.differences(from: end).filter { over == nil || !$0.hasSuffix("/" + over!) }
                #expect(differences == [], "\(command.name) interrupted at call \(number)")
                if files.calls.count <= number { break }
            }
            before.submit(command.text.bytes)
        }
    }

    @Test func twoPlayersInAHurryOnOneStoreEndTheSame() throws {
        let folder = ScratchFolder()
        folder.fill(bridgeCommands)
        let path = folder.path
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { number in
            do {
                let player = try BridgePlayer(path, owner: "0000000\(number)")
                for _ in 0..<3 { try player.work(path) }
            } catch { failures.withLock { $0.append("\(error)") } }
        }
        #expect(failures.withLock { $0 } == [])
        #expect(folder.differences(from: bridgeEnd) == [])
    }

    @Test func twoPlayersOnCopiesOfAFolderWriteTheSameBytes() throws {
        let (left, right) = (ScratchFolder(), ScratchFolder())
        for folder in [left, right] { folder.fill(bridgeCommands) }
        try BridgePlayer(left.path).work(left.path)
        try BridgePlayer(right.path, owner: "ffffffff").work(right.path)
        #expect(left.differences(from: right.tree) == [])
        // The copying tool brings the documents of a command first, and the other player has not done it yet.
        for count in bridgeCommands.indices {
            var store = bridgeDocuments
            for command in bridgeCommands[...count] { store.submit(command.text.bytes) }
            let outcome = store.verdict(BridgeSubmission(bridgeCommands[count].text.bytes)).outcome
            let late = ScratchFolder()
            late.fill([bridgeCommands[count]])
            for (path, bytes) in store.files where path != outcome.place { late.put(String(decoding: bytes, as: UTF8.self), path) }
            let receipt = try BridgePlayer(late.path, owner: "eeeeeeee").work(late.path).first
            #expect(receipt?.outcome == bridgeEnd[outcome.place]?.bytes && late.text(outcome.place) == bridgeEnd[outcome.place])
        }
        // Or the outcomes first.
        let later = ScratchFolder()
        later.fill(bridgeCommands)
        for (path, text) in left.tree where path.hasPrefix("bridge/outcomes/") { later.put(text, path) }
        try BridgePlayer(later.path, owner: "dddddddd").work(later.path)
        for (path, text) in left.tree where !path.hasPrefix("bridge/") { later.put(text, path) }
        #expect(later.differences(from: left.tree) == [])
    }

    @Test func aDocumentThatIsALinkIsNotWrittenThrough() throws {
        let folder = ScratchFolder()
        folder.fill([])
        folder.put(folder.text("routines/legs.json")!, "elsewhere/legs.json")
        let revision = Revision(of: bridgeDocuments.files["routines/legs.json"]!)
        unlink(folder.path + "/routines/legs.json")
        #expect(symlink("../elsewhere/legs.json", folder.path + "/routines/legs.json") == 0)
        folder.put(
            #"{"schemaVersion": 1, "commandId": "x", "command": "updateRoutine", "id": "legs", "revision": "\#(revision)", "routine": {"name": "X"}}"#,
            "bridge/inbox/x.json")
        try BridgePlayer(folder.path).work(folder.path)
        #expect(folder.text("bridge/outcomes/x.json")?.contains(#""code": "unwritable""#) == true)
        #expect(folder.text("elsewhere/legs.json")?.bytes == bridgeDocuments.files["routines/legs.json"])
    }

    @Test func whatIsNoCommandsFileStaysAndIsTold() throws {
        let folder = ScratchFolder()
        folder.fill([])
        folder.put("secret", "secret.json")
        folder.put(bridgeCommands[2].text, "elsewhere.json")
        folder.put("x", "bridge/inbox/folder.json/x")
        for name in ["half.json.part", ".hidden.json", "x.json~", "._x.json", ".DS_Store"] { folder.put("{}", "bridge/inbox/" + name) }
        folder.put("{}", "bridge/inbox/notes.txt")
        folder.put("{}", "bridge/inbox/c.sync-conflict-20260412-101500-ABCDEFG.json")
        folder.put(String(repeating: " ", count: Limits.fileBytes + 1), "bridge/inbox/large.json")
        #expect(symlink("../../elsewhere.json", folder.path + "/bridge/inbox/link.json") == 0)
        #expect(symlink("/etc/passwd", folder.path + "/bridge/inbox/out.json") == 0)
        #expect(mkfifo(folder.path + "/bridge/inbox/pipe.json", 0o600) == 0)
        let before = folder.names(below: "bridge")
        let player = try BridgePlayer(folder.path)
        func result(_ name: String) throws -> String? {
            if case .refused(let problem) = try player.desk.perform(name) { problem.what.key } else { nil }
        }
        for (name, key) in [
            ("folder.json", "folder"), ("notes.txt", "command"), ("link.json", "commandLink"), ("out.json", "commandLink"),
            ("pipe.json", "special"),
        ] { #expect(try result(name) == "problem.store." + key, "\(name)") }
        #expect(try result("large.json") == "problem.file.tooBig")
        #expect(try result("c.sync-conflict-20260412-101500-ABCDEFG.json") == "problem.store.conflict")
        for name in ["half.json.part", ".hidden.json", "x.json~", "._x.json", ".DS_Store", "none.json", "../../secret.json"] {
            #expect(try player.desk.perform(name) == .nothing, "\(name)")
        }
        #expect(folder.names(below: "bridge") == before && folder.text("secret.json") == "secret")
    }

    @Test func anInboxThatIsALinkIsNoInbox() throws {
        let folder = ScratchFolder()
        folder.fill([])
        folder.put(bridgeCommands[2].text, "elsewhere/c.json")
        folder.put("", "bridge/x")
        #expect(symlink("../elsewhere", folder.path + "/bridge/inbox") == 0)
        #expect(try BridgePlayer(folder.path).desk.perform("c.json") == .nothing)
        #expect(folder.text("elsewhere/c.json") != nil)
    }

    @Test func anOutcomeThatACutHasSpoiltIsWrittenAnew() throws {
        for spoilt in ["", "\0\0\0\0", "{\"schemaVersion\": 1, \"comm", "[]", "{}"] {
            let folder = ScratchFolder()
            folder.fill([bridgeCommands[2]])
            folder.put(spoilt, "bridge/outcomes/c.json")
            try BridgePlayer(folder.path).work(folder.path)
            #expect(folder.text("bridge/outcomes/c.json") == bridgeEnd["bridge/outcomes/c.json"])
            #expect(folder.text("routines/authored-c.json") == bridgeEnd["routines/authored-c.json"])
        }
    }

    @Test func anOutcomeThatIsALinkIsNotWrittenThroughAndTheCommandWaits() throws {
        let folder = ScratchFolder()
        folder.fill([bridgeCommands[2]])
        folder.put("theirs", "theirs.txt")
        folder.put("", "bridge/outcomes/x")
        #expect(symlink("../../theirs.txt", folder.path + "/bridge/outcomes/c.json") == 0)
        let player = try BridgePlayer(folder.path)
        guard case .blocked(let attention) = try player.desk.perform("c.json") else {
            Issue.record("it is not blocked")
            return
        }
        #expect(attention.path == "bridge/outcomes/c.json")
        #expect(folder.text("theirs.txt") == "theirs" && folder.text("bridge/inbox/c.json") != nil)
    }

    @Test func aCommandsNameThatIsAnothersButForCaseIsRefusedUnderItsFile() throws {
        // As a disk that does not tell "C.json" from "c.json" would have it.
        let folder = ScratchFolder()
        folder.fill([bridgeCommands[2]])
        let small = folder.text("bridge/inbox/c.json")!
        folder.put(small.replacingOccurrences(of: #""commandId": "c""#, with: #""commandId": "C""#), "bridge/inbox/capital.json")
        folder.put(
            String(decoding: bridgeDocuments.verdict(BridgeSubmission(small.bytes)).outcome.bytes, as: UTF8.self), "bridge/outcomes/C.json")
        let digest = Revision(of: folder.text("bridge/inbox/capital.json")!.bytes)
        for _ in 0..<2 { try BridgePlayer(folder.path).work(folder.path) }
        #expect(folder.text("bridge/outcomes/\(digest).json")?.contains(#""code": "taken""#) == true)
        #expect(folder.text("routines/authored-C.json") == nil)
    }

    @Test func whatHasTheNameOfAMadeDocumentIsNotTouched() throws {
        let folder = ScratchFolder()
        folder.fill([bridgeCommands[2]])
        folder.put(
            "{\"id\": \"mine\", \"name\": \"Mine\", \"steps\": [{\"workoutID\": \"squat\", \"workSeconds\": 30}]}",
            "routines/authored-c.json")
        let before = folder.text("routines/authored-c.json")
        try BridgePlayer(folder.path).work(folder.path)
        #expect(folder.text("bridge/outcomes/c.json")?.contains(#""code": "taken""#) == true)
        #expect(folder.text("routines/authored-c.json") == before)
    }

    @Test func aRoutineTooLargeToBeReadIsNotWritten() throws {
        let folder = ScratchFolder()
        let step = #"{"workoutID":"long","workSeconds":30}"#
        let text =
            #"{"schemaVersion":1,"commandId":"big","command":"createRoutine","routine":{"name":"Big","steps":["#
            + Array(repeating: step, count: 4_000).joined(separator: ",") + "]}}"
        folder.fill([("big.json", text)])
        folder.put(#"{"id": "long", "name": "\#(String(repeating: "x", count: 299))"}"#, "workouts/long.json")
        try BridgePlayer(folder.path).work(folder.path)
        #expect(folder.text("bridge/outcomes/big.json")?.contains(#""code": "size""#) == true)
        #expect(folder.text("routines/authored-big.json") == nil)
    }

    @Test func damagedBytesAreToldAsText() throws {
        let folder = ScratchFolder()
        folder.fill([])
        try Data([0x7B, 0xFF, 0x00, 0x7D]).write(to: URL(fileURLWithPath: folder.path + "/routines/../binary"))
        try FileManager.default.createDirectory(atPath: folder.path + "/bridge/inbox", withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: folder.path + "/binary", toPath: folder.path + "/bridge/inbox/b.json")
        let receipt = try BridgePlayer(folder.path).work(folder.path).first
        #expect(receipt?.commandID == nil && receipt?.place == "bridge/outcomes/\(Revision(of: [0x7B, 0xFF, 0x00, 0x7D])).json")
        #expect(receipt.map { String(decoding: $0.outcome, as: UTF8.self) }?.contains(#""code": "text""#) == true)
    }
}

extension ScratchFolder {
    /// Whatever is below a folder, links and pipes too.
    fileprivate func names(below place: String) -> [String] {
        (FileManager.default.enumerator(atPath: path + "/" + place)?.allObjects as? [String] ?? []).sorted()
    }
}
