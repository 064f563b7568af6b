import Bridge
import Foundation
import Library
import TestSupport
import Testing
import Workouts

private let folder = Project.root.appendingPathComponent("Tests/BridgeTests")

/// The shipped gallery.
let gallery: Catalog = {
    do {
        return try Catalog(parsing: [UInt8](try Data(contentsOf: Project.resources.appendingPathComponent("catalog.json"))))
    } catch { preconditionFailure("\(error)") }
}()

/// The store that every case is judged over: Tests/BridgeTests/Store.
func caseStore() throws -> MemoryStore { try MemoryStore(copying: folder.appendingPathComponent("Store"), gallery: gallery) }

/// A command of Tests/BridgeTests/Cases; "@plans/week.json" in it stands for that file's revision.
struct Case: CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    var testDescription: String { name }

    static let all: [Case] = {
        do {
            let store = try caseStore()
            return try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("Cases").path).sorted()
                .filter { $0.hasSuffix(".command.json") }.map { file in
                    var text = try String(contentsOf: folder.appendingPathComponent("Cases/\(file)"), encoding: .utf8)
                    for (path, bytes) in store.files { text = text.replacingOccurrences(of: "@\(path)", with: "\(Revision(of: bytes))") }
                    return Case(name: String(file.dropLast(".command.json".count)), bytes: Array(text.utf8))
                }
        } catch { preconditionFailure("\(error)") }
    }()
}

/// Nil when the file holds these bytes; else a sentence. STEPBACK_RECORD=1 writes it anew, and fails the run.
func difference(_ bytes: [UInt8], from name: String) throws -> String? {
    let url = folder.appendingPathComponent("Cases/\(name)")
    if ProcessInfo.processInfo.environment["STEPBACK_RECORD"] == "1" {
        try Data(bytes).write(to: url)
        return "\(name): recorded, run again without STEPBACK_RECORD"
    }
    let golden = FileManager.default.contents(atPath: url.path).map { [UInt8]($0) }
    return golden == bytes ? nil : "\(name) is not what came of it:\n\(String(decoding: bytes, as: UTF8.self))"
}

@Suite struct BridgeTests {
    @Test(arguments: Case.all) func everyCommandHasItsOutcomeToTheByte(_ case: Case) throws {
        let store = try caseStore()
        let verdict = store.verdict(BridgeSubmission(`case`.bytes))
        #expect(try difference(verdict.outcome.bytes, from: `case`.name + ".outcome.json") == nil)
        // What is written is in a golden file, too; a rejected command writes nothing.
        #expect(verdict.outcome.isAccepted || verdict.writes.isEmpty)
        for write in verdict.writes {
            let name = `case`.name + "." + write.place.replacingOccurrences(of: "/", with: "-")
            #expect(try difference(write.bytes, from: "\(name).written") == nil)
            #expect(store.files[write.place] == write.replacing)
        }
    }

    @Test(arguments: Case.all) func aCommandThatIsDoneAgainDoesNothingAndHasTheSameOutcome(_ case: Case) throws {
        var store = try caseStore()
        let submission = BridgeSubmission(`case`.bytes)
        let first = store.verdict(submission)
        // The power goes after each of its writes.
        for count in 0...first.writes.count {
            store = try caseStore()
            for write in first.writes.prefix(count) { store.files[write.place] = write.bytes }
            let again = store.verdict(submission)
            #expect(again.outcome.bytes == first.outcome.bytes, "after \(count) writes")
            #expect(again.writes.map(\.place) == first.writes.dropFirst(count).map(\.place), "after \(count) writes")
            for (write, other) in zip(again.writes, first.writes.dropFirst(count)) { #expect(write.bytes == other.bytes) }
        }
    }

    @Test func whatIsWrittenIsReadWithoutARemark() throws {
        for `case` in Case.all {
            var store = try caseStore()
            let before = store.library
            store.submit(`case`.bytes)
            let after = store.library
            // Nothing is lost, and no file becomes unreadable.
            #expect(after.routines.count >= before.routines.count && after.plans.count >= before.plans.count, "\(`case`.name)")
            #expect(after.ownEntries.count >= before.ownEntries.count && after.week != nil, "\(`case`.name)")
            #expect(
                store.files.keys.filter { !$0.hasPrefix("bridge/") }.count
                    == after.routines.count + after.plans.count + after.ownEntries.count)
        }
    }

    @Test func everyCodeOfARejectionHasACase() throws {
        var codes: Set<String> = []
        for `case` in Case.all {
            let outcome = try JSON(
                parsing: String(decoding: try caseStore().verdict(BridgeSubmission(`case`.bytes)).outcome.bytes, as: UTF8.self))
            guard case .array(let errors)? = outcome["errors"]?.kind else { continue }
            codes.formUnion(errors.compactMap { $0["code"]?.string })
        }
        // What needs another store is elsewhere.
        let apart: Set = ["taken", "unwritable", "size", "text", "ambiguous"]
        #expect(codes.union(apart) == Set(BridgeFault.Code.allCases.map(\.rawValue)))
    }
}
