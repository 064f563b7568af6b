import Bridge
import Foundation
import Library
import TestSupport
import Testing
import Workouts

/// The worked examples of the packaged skill: commands with what becomes of them, one after the other.
struct Skill {
    /// The command's schema; nil where it breaks it on purpose.
    var schema: String?
    var command: [UInt8]
    var outcome: [UInt8]

    static let url = Project.resources.appendingPathComponent("skills/stepback-authoring/SKILL.md")

    static func examples() throws -> [Skill] {
        let text = try String(contentsOf: url, encoding: .utf8)
        let blocks = text.components(separatedBy: "```json ").dropFirst().compactMap { block -> (kind: String, text: String)? in
            guard let end = block.range(of: "```"), let line = block.firstIndex(of: "\n") else { return nil }
            return (String(block[..<line]), String(block[block.index(after: line)..<end.lowerBound]))
        }
        var examples: [Skill] = []
        for index in stride(from: 0, to: blocks.count, by: 2) {
            #expect(blocks[index].kind == "command" && blocks[index + 1].kind == "outcome")
            let command = Array(blocks[index].text.utf8)
            let json = try JSON(parsing: blocks[index].text)
            let isRight = !blocks[index + 1].text.contains("\"unknownMember\"")
            examples.append(
                Skill(schema: isRight ? json["command"]?.string : nil, command: command, outcome: Array(blocks[index + 1].text.utf8)))
        }
        return examples
    }
}

@Suite struct SkillTests {
    @Test func everyExampleOfTheSkillComesToWhatItSays() throws {
        var store = MemoryStore(gallery: gallery)
        let routines = Project.resources.appendingPathComponent("routines")
        for name in try FileManager.default.contentsOfDirectory(atPath: routines.path) {
            store.files["routines/\(name)"] = [UInt8](try Data(contentsOf: routines.appendingPathComponent(name)))
        }
        let examples = try Skill.examples()
        #expect(examples.count == 7)
        for example in examples {
            let verdict = store.submit(example.command)
            #expect(
                verdict.outcome.bytes == example.outcome,
                "\(String(decoding: example.command, as: UTF8.self))\ncomes to\n\(String(decoding: verdict.outcome.bytes, as: UTF8.self))")
        }
        #expect(store.library.week?.plan.name == "Three days" && store.library.ownEntries.count == 1)
        #expect(store.library.routine(id: "authored-quick-legs-20260302")?.routine.name == "Legs")
        // The total as the skill has it added up. A sum of its own: Swift 6.0.3 does not come to the end of it inside the expectation.
        let total: Int = 45 * 3 + 10 * 2 + 15 + 20 * 2 + 15 + 40
        #expect(store.library.routine(id: "authored-quick-legs-20260302")?.totalSeconds == total)
    }

    @Test func theSkillAsksBeforeItWritesAndNamesEveryCommand() throws {
        let text = try String(contentsOf: Skill.url, encoding: .utf8)
        let steps = [
            "**Read the manifest.**", "**Propose in words.**", "**Ask, and wait for the answer.**", "**Write one command a file.**",
            "**Read the outcome**",
        ]
        let places = steps.map { text.range(of: $0)?.lowerBound }
        #expect(!places.contains(nil) && places.compactMap { $0 } == places.compactMap { $0 }.sorted())
        #expect(text.hasPrefix("---\nname: stepback-authoring\ndescription: "))
        #expect(text.contains("../../schemas") && text.contains("deactivatePlan"))
    }
}
