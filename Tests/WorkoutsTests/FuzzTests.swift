import Foundation
import TestSupport
import Testing
import Workouts

// Mutants of real files of routines, from a seed: none crashes, none hangs, and whatever is refused says where.

private let json = [
    "legs.json", "rtl.json", "controls.json", "string-number.json", "newer-schema.json", "unknown-workout.json", "bignum.json",
    "emoji.json",
]
private let text = [
    "owner.routine", "crlf.routine", "misspelt.routine", "latin1.routine", "utf16le.routine", "utf16be.routine", "utf8-bom.routine",
]

struct Mutator {
    var random: Seeded
    let corpus: [[UInt8]]

    private static let textBits =
        Seeded.pieces + [
            "3 x 30s", "then 15s rest\n", "\n", "\r", "name: x\n", "#\n", "\"\"", "1:30:00", "99999999999999999999999999", "-", "\u{0}",
            "\u{FEFF}",
        ]
    private static let jsonBits = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud800", "null", "true", "1e999", "-1", "0", "\"steps\"", "\"workSeconds\":",
        "\"id\": 5,", "[[[[", "{\"a\":", "1.5", "\n", "\"sortIndex\": 1,",
        "99999999999999999999", "\u{0}", "\"30\"",
    ]

    mutating func next(isJSON: Bool) -> [UInt8] {
        var bytes = random.pick(corpus)
        for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&bytes, isJSON: isJSON) }
        return bytes
    }

    private mutating func mutate(_ bytes: inout [UInt8], isJSON: Bool) {
        let at = Int.random(in: 0...bytes.count, using: &random)
        let length = Int.random(in: 0...min(40, bytes.count - at), using: &random)
        switch Int.random(in: 0..<9, using: &random) {
        case 0 where at < bytes.count: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 1 where at < bytes.count: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: bytes.removeSubrange(at..<(at + length))
        case 3: bytes.insert(contentsOf: bytes[at..<(at + length)], at: at)
        case 4: bytes.removeSubrange(at...)
        case 5:
            let other = random.pick(corpus)
            bytes = Array(bytes[..<at]) + other[Int.random(in: 0...other.count, using: &random)...]
        case 6:
            // One number becomes another.
            let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
            if let digit = digits.randomElement(using: &random) {
                bytes.replaceSubrange(
                    digit...digit, with: random.pick(["0", "7", "86400", "9999999999999999999", "-3", "1.5", "1e9", ""]).utf8)
            }
        default: bytes.insert(contentsOf: random.pick(isJSON ? Self.jsonBits : Self.textBits).utf8, at: at)
        }
        if bytes.count > 4000 { bytes.removeLast(bytes.count - 4000) }
    }
}

/// What is true of every reading, whatever was read; nil when it is.
private func fault(_ reading: Reading) -> String? {
    let errors = reading.problems.filter { $0.severity == .error }
    guard let routine = reading.routine else {
        if errors.isEmpty { return "refused without a word" }
        return errors.contains { $0.place == .file } ? "refused without a place" : nil
    }
    if !errors.isEmpty { return "plays in spite of \(errors)" }
    if reading.document == nil { return "no document" }
    guard Limits.steps.contains(routine.steps.count), !routine.name.isEmpty else { return "no steps or no name" }
    for step in routine.steps {
        guard Limits.workSeconds.contains(step.workSeconds), Limits.sets.contains(step.sets),
            Limits.restSeconds.contains(step.setRestSeconds),
            Limits.restSeconds.contains(step.restAfterSeconds), step.repGuidance.map(Limits.reps.contains) ?? true, step.name.isVisible
        else { return "\(step)" }
    }
    return Limits.totalSeconds.contains(Timeline(routine, getReadySeconds: 5).totalSeconds) ? nil : "longer than seven days"
}

private func fuzz(_ files: [String], _ name: String, seed: UInt64, mutants: Int) throws -> (played: Int, refused: Int) {
    var corpus = try files.map(bytes(ofCase:))
    if name.hasSuffix(".routine") {
        corpus.append([UInt8](try Data(contentsOf: Project.resources.appendingPathComponent("routines/morning-core.routine"))))
    }
    var mutator = Mutator(random: Seeded(seed), corpus: corpus)
    var (played, refused) = (0, 0)
    for _ in 0..<mutants {
        let bytes = mutator.next(isJSON: name.hasSuffix(".json"))
        let reading = RoutineFile.read(bytes, fileName: name, catalog: gallery)
        if let fault = fault(reading) { Issue.record("\(fault): \(String(decoding: bytes, as: UTF8.self))") }
        if reading.routine == nil { refused += 1 } else { played += 1 }
        // What plays is also rewritten without a change.
        guard played % 8 == 0, let routine = reading.routine, let document = reading.document else { continue }
        let again = RoutineText.parse(
            RoutineText.text(of: document, catalog: gallery), fallbackName: routine.name, fallbackID: routine.id, catalog: gallery)
        #expect(again.routine == routine, "\(String(decoding: bytes, as: UTF8.self))")
        let asJSON = RoutineJSON.parse(RoutineJSON.text(of: document), fallbackName: routine.name, fallbackID: routine.id, catalog: gallery)
        #expect(asJSON.routine == routine, "\(String(decoding: bytes, as: UTF8.self))")
    }
    return (played, refused)
}

@Test func noMutantOfATextFileCrashesOrIsRefusedWithoutItsLine() throws {
    let count = try fuzz(text, "x.routine", seed: 11, mutants: 10_000)
    // Both outcomes are common, or this proves nothing.
    #expect(count.played > 2000 && count.refused > 500, "\(count)")
}

@Test func noMutantOfAJSONFileCrashesOrIsRefusedWithoutItsPath() throws {
    let count = try fuzz(json, "x.json", seed: 12, mutants: 10_000)
    #expect(count.played > 1000 && count.refused > 2000, "\(count)")
}

@Test func lineAfterLineOfTheSameCostsNoMoreThanItsLength() {
    // Each was quadratic or deep once, or could be: a megabyte of them is read all the same.
    let pieces = [
        "“ ", "\" ", "(", "then ", "Squats then ", "30s then ", "rest ", "rest of ", "between the ", "1:", "3 x ", "×", "1 min ", "30s, ",
        "x\u{301}", "#", "-", "1 h 1 ", "~", "a, ",
    ]
    for piece in pieces {
        let line = String(repeating: piece, count: 20_000 / piece.utf8.count)
        for text in [line, line + "\nSquats 30s", "name: T\n" + line, String(repeating: line.prefix(3_000) + "\n", count: 10)] {
            #expect(fault(RoutineText.parse(text, fallbackName: "x", catalog: gallery)) == nil, "\(piece)")
        }
    }
}
