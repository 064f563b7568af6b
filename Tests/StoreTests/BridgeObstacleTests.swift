import Bridge
import Foundation
import Glibc
import Library
import Linux
import TestSupport
import Testing
import Workouts

@testable import Store

/// What stands in a command's way, who has not come to the end of writing one, and what becomes of the others meanwhile.
@Suite struct BridgeObstacleTests {
    // MARK: Half a file

    @Test func aFileWhoseJSONIsNotCompleteWaitsForItsWriter() throws {
        let room = try BridgeRoom()
        try room.after(5)
        let text = bridgeCommands[2].text
        for half in ["", String(text.prefix(30)), String(text.dropLast()), text.dropLast(9) + "\0\0\0"] {
            room.put(half, "bridge/inbox/c.json")
            try room.after(29)
            #expect(room.receipts == [] && room.inbox == ["c.json"], "\(half.count)")
        }
        room.put(text, "bridge/inbox/c.json")
        try room.after(0)
        #expect(room.outcome("c")?.contains(#""status": "accepted""#) == true && room.inbox == [])
        #expect(room.receipts.map(\.commandID) == ["c"])
        // What is broken and complete waits for nobody.
        try room.after(1)
        room.put("{'a': 1}", "bridge/inbox/b.json")
        try room.after(0)
        #expect(room.receipts.count == 2 && room.inbox == [])
    }

    @Test func aFileThatStaysIncompleteIsRejectedInTheEnd() throws {
        let room = try BridgeRoom()
        try room.after(5)
        let half = String(bridgeCommands[2].text.dropLast())
        room.put(half, "bridge/inbox/c.json")
        try room.after(32)
        #expect(room.outcome("\(Revision(of: half.bytes))")?.contains(#""code": "json""#) == true && room.inbox == [])
    }

    @Test func aLetterOfWhichAPartIsThereIsNotComplete() {
        let text = #"{"name": "Übung 🏋"}"#.bytes
        for count in text.indices { #expect(BridgeSubmission(Array(text[..<count])).isUnfinished, "\(count)") }
        #expect(!BridgeSubmission(text).isUnfinished)
        for broken in ["x", "{'a': 1}", #"{"a": 1}}"#, #"{"a" 1"#, "[1, 2,]", #"{"a": }"#] {
            #expect(!BridgeSubmission(broken.bytes).isUnfinished, "\(broken)")
        }
    }

    @Test func whatIsWrittenAfterTheLookAtAFileIsNotLost() throws {
        let text = bridgeCommands[2].text
        for number in 0... {
            let folder = ScratchFolder()
            folder.fill([("c.json", String(text.prefix(40)))])
            let file = open(folder.path + "/bridge/inbox/c.json", O_WRONLY | O_APPEND)
            defer { close(file) }
            let files = FaultyFileSystem(interruptedAt: number) {
                _ = Array(text.utf8.dropFirst(40)).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            }
            let player = try BridgePlayer(folder.path, files: files)
            let receipts = try player.work(folder.path)
            if files.calls.count <= number { break }
            // Behind the last look at the moved file nothing is left to do but to let go of it.
            if files.calls.count == number + 1 { continue }
            #expect(receipts.first?.remains ?? false || receipts.first?.isAccepted ?? false, "call \(number)")
            try player.work(folder.path)
            #expect(folder.text("bridge/outcomes/c.json")?.contains(#""status": "accepted""#) == true, "call \(number)")
            #expect(folder.text("bridge/done/\(Revision(of: text.bytes)).json") == text, "call \(number)")
        }
    }

    // MARK: What is in the way

    private enum Obstacle: CaseIterable {
        case folder, link, pipe, tooLarge, folderAmongDone

        /// Below bridge/, for the command a.json.
        var place: String {
            self == .folderAmongDone ? "done/\(Revision(of: bridgeCommands[0].text.bytes)).json" : "outcomes/a.json"
        }

        func put(_ path: String) {
            switch self {
            case .folder, .folderAmongDone: mkdir(path, 0o700)
            case .link: symlink("/etc/hosts", path)
            case .pipe: mkfifo(path, 0o600)
            case .tooLarge: _ = FileManager.default.createFile(atPath: path, contents: Data(repeating: 0x20, count: 2_000_000))
            }
        }
    }

    @Test func whatIsInTheWayOfOneCommandStopsNoOther() throws {
        for obstacle in Obstacle.allCases {
            let name = obstacle.place
            let room = try BridgeRoom()
            try room.after(5)
            for list in ["outcomes", "done"] { room.put("", "bridge/\(list)/.x") }
            obstacle.put(room.folder.path + "/store/bridge/" + name)
            for index in [0, 2] { room.put(bridgeCommands[index].text, "bridge/inbox/" + bridgeCommands[index].name) }
            try room.after(0)
            #expect(room.outcome("c") != nil && room.inbox == ["a.json"], "\(name)")
            try room.after(5)
            let problems = room.text("PROBLEMS.txt") ?? ""
            #expect(problems.hasPrefix("bridge/\(name): A command in bridge/inbox cannot be finished because of this: "), "\(problems)")
            #expect(problems.split(separator: "\n").first?.hasSuffix("; move it away, or let StepBack read and replace it") == true)
            // Nothing is done that cannot be told.
            #expect(name.hasPrefix("done/") || room.text("workouts/authored-a.json") == nil)
            try FileManager.default.removeItem(atPath: room.folder.path + "/store/bridge/" + name)
            try room.after(15)
            #expect(room.outcome("a")?.contains(#""status": "accepted""#) == true && room.inbox == [], "\(name)")
            #expect(room.text("PROBLEMS.txt")?.contains("bridge/") != true && room.logged == [])
        }
    }

    @Test func aFolderThatIsNoneIsNamedOnceForAllThatItHolds() throws {
        let folder = ScratchFolder()
        folder.fill([bridgeCommands[0], bridgeCommands[2]])
        folder.put("x", "bridge/outcomes")
        let player = try BridgePlayer(folder.path)
        for name in ["a.json", "c.json"] {
            guard case .blocked(let attention) = try player.desk.perform(name) else {
                Issue.record("not blocked")
                continue
            }
            #expect(attention.path == "bridge/outcomes")
        }
        _ = rename(folder.path + "/workouts", folder.path + "/away")
        _ = unlink(folder.path + "/bridge/outcomes")
        folder.put("x", "workouts")
        guard case .blocked(let attention) = try player.desk.perform("a.json") else {
            Issue.record("not blocked")
            return
        }
        #expect(attention.path == "workouts" && folder.text("bridge/outcomes/a.json") == nil)
        _ = unlink(folder.path + "/workouts")
        folder.put("x", "bridge/outcomes")
        // A command given by hand says the same.
        guard case .blocked = try player.desk.submit(bridgeCommands[0].text.bytes) else {
            Issue.record("not blocked")
            return
        }
    }

    @Test func whatWasNoCommandIsForgottenWhenItIsGone() throws {
        let room = try BridgeRoom()
        try room.after(5)
        room.put("x", "bridge/inbox/x.txt")
        try room.after(5)
        #expect(room.text("PROBLEMS.txt")?.hasPrefix("bridge/inbox/x.txt: ") == true)
        unlink(room.folder.path + "/store/bridge/inbox/x.txt")
        try room.after(5)
        #expect(room.text("PROBLEMS.txt")?.contains("bridge/") != true)
    }

    @Test func aNameThatIsNotUTF8IsListedUntilItIsGone() throws {
        let room = try BridgeRoom()
        try room.after(5)
        let path = Array((room.folder.path + "/store/bridge/inbox/a").utf8) + [0xFF] + Array(".json\0".utf8)
        let file = path.withUnsafeBufferPointer {
            $0.withMemoryRebound(to: CChar.self) { open($0.baseAddress!, O_WRONLY | O_CREAT, 0o600) }
        }
        close(file)
        try room.after(5)
        #expect(
            room.text("PROBLEMS.txt")?.hasPrefix(
                "bridge/inbox/a\\xFF.json: The name is not written in UTF-8; rename it with plain letters\n") == true)
        _ = path.withUnsafeBufferPointer { $0.withMemoryRebound(to: CChar.self) { unlink($0.baseAddress!) } }
        try room.after(5)
        #expect(room.text("PROBLEMS.txt")?.contains("bridge/") != true)
    }

    // MARK: Others

    @Test func aPlanWhoseNameIsSpelledLikeAnothersIsAnother() throws {
        let folder = ScratchFolder()
        folder.fill([])
        let plan = { (id: String, active: Bool) in
            #"{"id": "\#(id)", "name": "P", "isActive": \#(active), "updatedAt": "2026-05-0\#(active ? 1 : 2)T00:00:00Z", "slots": []}"#
        }
        folder.put(plan("one", true), "plans/\u{E9}.json")
        folder.put(plan("two", true), "plans/e\u{301}.json")
        let command = #"{"schemaVersion": 1, "commandId": "x", "command": "activatePlan", "id": "spare"}"#
        folder.put(command, "bridge/inbox/x.json")
        let player = try BridgePlayer(folder.path)
        #expect(try player.work(folder.path).map(\.isAccepted) == [true])
        for name in ["\u{E9}", "e\u{301}"] {
            #expect(folder.text("plans/\(name).json")?.contains(#""isActive": false"#) == true, "\(Array(name.utf8))")
        }
        #expect(folder.text("plans/\u{E9}.json")?.contains(#""id": "one""#) == true)
    }

    @Test func anIDThatAnotherCommandHasIsToldAsSuch() throws {
        let room = try BridgeRoom()
        try room.after(5)
        room.put(bridgeCommands[2].text, "bridge/inbox/c.json")
        try room.after(0)
        room.put(bridgeCommands[2].text.replacingOccurrences(of: "Short", with: "Other"), "bridge/inbox/d.json")
        room.put(bridgeCommands[2].text, "bridge/inbox/e.json")
        try room.after(1)
        #expect(room.receipts.map(\.isOfThisFile) == [true, false, true] && room.receipts.map(\.wasThere) == [false, true, true])
    }

    @Test func whatIsDoubtfulWaitsAsideAndTheRestGoesOn() throws {
        let room = try BridgeRoom()
        try room.after(5)
        for number in 0..<60 {
            room.put(bridgeCommands[7].text.replacingOccurrences(of: #""h""#, with: #""h\#(number)""#), "bridge/inbox/a\(number).json")
        }
        room.put(bridgeCommands[2].text, "bridge/inbox/z.json")
        try room.after(1)
        #expect(room.receipts.map(\.commandID) == ["c"] && room.inbox.count == 60)
        // One more does not make the others wait longer, and their time is their own.
        room.put(bridgeCommands[0].text, "bridge/inbox/y.json")
        try room.after(5)
        #expect(room.receipts.count == 62 && room.inbox == [])
    }

    // MARK: The manifest

    @Test func aManifestThatSomebodyElseChangedIsWrittenAgain() throws {
        let room = try BridgeRoom()
        try room.after(5)
        let good = room.text("bridge/manifest.json")
        let path = room.folder.path + "/store/bridge/manifest.json"
        let older = good?.replacingOccurrences(of: "Morning core", with: "Core")
        for change in [nil, "{}", older] {
            if let change { room.put(change, "bridge/manifest.json") } else { unlink(path) }
            try room.after(30)
            #expect(good != nil && room.text("bridge/manifest.json") == good, "\(change?.count ?? -1)")
        }
        try FileManager.default.removeItem(atPath: room.folder.path + "/store/bridge")
        try room.after(60)
        #expect(room.text("bridge/manifest.json") == good && room.inbox == [])
        room.put(bridgeCommands[2].text, "bridge/inbox/c.json")
        try room.after(0)
        #expect(room.outcome("c") != nil)
    }

    @Test func playersThatDoNotAgreeOnTheManifestDoNotQuarrelForEver() throws {
        let room = try BridgeRoom()
        try room.after(5)
        let good = room.text("bridge/manifest.json")
        var written = 0
        for _ in 0..<1_800 {
            if room.text("bridge/manifest.json") == good {
                written += 1
                room.put("{}", "bridge/manifest.json")
            }
            try room.after(2)
        }
        #expect((5...12).contains(written), "\(written) times in an hour")
    }
}
