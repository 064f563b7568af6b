import Bridge
import Foundation
import Library
import Linux
import TestSupport
import Testing
import Workouts

@testable import Store

/// One player's bridge over a store on a disk.
final class BridgePlayer {
    let desk: BridgeDesk
    private let contents: StoreContents

    init(_ path: String, owner: String = "0a1b2c3d", files: any FileSystem = LinuxFileSystem()) throws {
        let folder = try StoreFolder(path: path)
        let gallery = smallGallery
        let contents = StoreContents(folder: folder, gallery: gallery)
        contents.start()
        self.contents = contents
        desk = BridgeDesk(store: KeptFolder(path: path, owner: owner, files: files), folder: folder) { again in
            if !again.isEmpty { _ = contents.look(at: again) }
            let library = contents.library(.ready)
            return BridgeStore(library: library, catalog: BridgeStore.catalog(gallery, with: library.ownEntries))
        }
    }

    /// All that is in the inbox, in the order of its names.
    @discardableResult
    func work(_ path: String) throws -> [BridgeReceipt] {
        let names = try FileManager.default.contentsOfDirectory(atPath: path + "/" + BridgePlaces.inbox).sorted()
        return try names.compactMap { name in
            guard case .settled(let receipt) = try desk.perform(name) else { return nil }
            return receipt
        }
    }
}

/// Few workouts: these tests read their stores thousands of times.
let smallGallery: Catalog = {
    let workouts = [("squat", "Squats"), ("bridge", "Bridge"), ("bicycle-crunch", "Bicycle crunch")].map { id, name in
        #"{"id": "\#(id)", "nameKey": "x", "englishName": "\#(name)", "categoryID": "core", "focusAreas": [], "aliases": {}}"#
    }
    let text = #"{"catalogVersion": 1, "categories": [], "workouts": [\#(workouts.joined(separator: ", "))]}"#
    do { return try Catalog(parsing: text.bytes) } catch { preconditionFailure("\(error)") }
}()

/// The documents that every test of the bridge begins with: Tests/BridgeTests/Store.
let bridgeDocuments: MemoryStore = {
    do {
        return try MemoryStore(copying: Project.root.appendingPathComponent("Tests/BridgeTests/Store"), gallery: smallGallery)
    } catch { preconditionFailure("\(error)") }
}()

extension ScratchFolder {
    /// The documents, and commands in the inbox.
    func fill(_ commands: [(name: String, text: String)]) {
        for (path, bytes) in bridgeDocuments.files { put(String(decoding: bytes, as: UTF8.self), path) }
        for command in commands { put(command.text, BridgePlaces.inbox + "/" + command.name) }
    }
}

/// One of each kind, and one of each kind that is refused; by the names in the order in which they are carried out.
let bridgeCommands: [(name: String, text: String)] = {
    func revision(_ path: String) -> String { "\(Revision(of: bridgeDocuments.files[path]!))" }
    func command(_ id: String, _ verb: String, _ rest: String) -> String {
        #"{"schemaVersion": 1, "commandId": "\#(id)", "command": "\#(verb)", "issuedAt": "2026-03-02T07:00:00Z", \#(rest)}"#
    }
    let squats = #"[{"workoutID": "squat", "workSeconds": 30}]"#
    let days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    let week = "{" + days.map { #""\#($0)": [{"routineID": "core"}]"# }.joined(separator: ", ") + "}"
    return [
        ("a.json", command("a", "createWorkout", #""workout": {"name": "Stair sprint", "categoryID": "cardio"}"#)),
        (
            "b.json",
            command(
                "b", "updateWorkout", #""id": "w1", "revision": "\#(revision("workouts/wall-sit.json"))", "workout": {"notes": "Flat"}"#)
        ),
        ("c.json", command("c", "createRoutine", #""routine": {"name": "Short", "steps": \#(squats)}"#)),
        (
            "d.json",
            command(
                "d", "updateRoutine",
                #""id": "core", "revision": "\#(revision("routines/core.routine"))", "routine": {"steps": \#(squats)}"#)
        ),
        ("e.json", command("e", "createPlan", #""plan": {"name": "Daily", "week": \#(week)}"#)),
        (
            "f.json",
            command("f", "updatePlan", #""id": "week", "revision": "\#(revision("plans/week.json"))", "plan": {"week": \#(week)}"#)
        ),
        ("g.json", command("g", "activatePlan", #""id": "spare""#)),
        (
            "h.json",
            command("h", "updateRoutine", #""id": "legs", "revision": "\#(String(repeating: "0", count: 64))", "routine": {"name": "X"}"#)
        ),
        ("i.json", command("i", "deactivatePlan", #""id": "spare""#)),
        ("j.json", "no command at all"),
    ]
}()

/// What a store holds when all of them are done: documents, outcomes and done commands.
let bridgeEnd: [String: String] = {
    var store = bridgeDocuments
    for command in bridgeCommands {
        store.submit(command.text.bytes)
        store.files[BridgePlaces.done(Revision(of: command.text.bytes))] = command.text.bytes
    }
    return store.files.mapValues { String(decoding: $0, as: UTF8.self) }
}()

extension ScratchFolder {
    /// Where it differs from what a store should hold: paths alone, so that a failure can be read.
    func differences(from end: [String: String]) -> [String] {
        let tree = tree
        return Set(tree.keys).union(end.keys).filter { tree[$0] != end[$0] }.sorted()
    }
}
