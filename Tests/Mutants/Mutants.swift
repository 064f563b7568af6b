// Mutants: real files, spoilt by chance from a seed, and what must be true of whatever is read from them. For the tests (some thousands)
// and for `deploy/bench fuzz` (a hundred thousand); not a product.
import Foundation
import Library
import Records
import Store
import TestSupport
import Workouts

/// The kinds of file that a player reads.
public enum MutantKind: String, CaseIterable, Sendable {
    case text, json, workout, plan, session, settings

    /// What the file of one is called.
    var fileName: String { self == .text ? "x.routine" : "x.json" }
}

/// Makes mutants of one kind: the same ones from the same seed.
public struct Mutator {
    private var random: Seeded
    private let corpus: [[UInt8]]
    private let bits: [String]

    /// - Parameter kind: its seeds are in Tests/StoreTests/Seeds and, for routines, Tests/StoreTests/Cases.
    public init(_ kind: MutantKind, seed: UInt64) throws {
        random = Seeded(seed)
        corpus = try Self.seeds(kind)
        bits = kind == .text ? Self.textBits : Self.jsonBits
    }

    private static func seeds(_ kind: MutantKind) throws -> [[UInt8]] {
        let tests = Project.root.appendingPathComponent("Tests/StoreTests")
        let folder = kind == .text || kind == .json ? tests.appendingPathComponent("Cases/routines") : tests.appendingPathComponent("Seeds")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let wanted = names.filter { name in
            switch kind {
            case .text: name.hasSuffix(".routine") && !name.hasPrefix(".") && !name.hasPrefix("~")
            // Twenty thousand brackets are one mutant, not a seed for thousands.
            case .json: name.hasSuffix(".json") && !name.hasPrefix(".") && name != "deep.json" && name != "zeros.json"
            default: name.hasPrefix(kind.rawValue)
            }
        }
        return try wanted.map { [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))) }
    }

    private static let textBits = [
        "3 x 30s", "then 15s rest\n", "\n", "\r", "name: x\n", "#\n", "\"\"", "1:30:00", "99999999999999999999999999", "-", "\u{0}",
        "\u{FEFF}", "~20 reps", "each side", "½", "×", "rest ", "“", "(", "Bridge ", "id: ../x\n", "updated: soon\n",
    ]
    private static let jsonBits = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud800", "null", "true", "1e999", "-1", "0", "\"steps\"", "\"workSeconds\":",
        "\"id\": 5,", "[[[[", "{\"a\":", "1.5", "\n", "\"sortIndex\": 1,", "99999999999999999999", "\u{0}", "\"30\"", "\"slots\": [",
        "\"weekdayLabelIndex\": 9,", "\"startedAt\": \"2026-02-30T00:00:00Z\",", "\"activeSeconds\": 1,", "\"volume\": 101,", " ", "\u{7F}",
    ]

    /// The next one, at most 4,000 bytes.
    public mutating func next() -> [UInt8] {
        var bytes = corpus[Int.random(in: 0..<corpus.count, using: &random)]
        for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&bytes) }
        return bytes
    }

    private mutating func mutate(_ bytes: inout [UInt8]) {
        let at = Int.random(in: 0...bytes.count, using: &random)
        let length = Int.random(in: 0...min(40, bytes.count - at), using: &random)
        switch Int.random(in: 0..<9, using: &random) {
        case 0 where at < bytes.count: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 1 where at < bytes.count: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: bytes.removeSubrange(at..<(at + length))
        case 3: bytes.insert(contentsOf: bytes[at..<(at + length)], at: at)
        case 4: bytes.removeSubrange(at...)
        case 5:
            let other = corpus[Int.random(in: 0..<corpus.count, using: &random)]
            bytes = Array(bytes[..<at]) + other[Int.random(in: 0...other.count, using: &random)...]
        case 6:
            // One number becomes another.
            let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
            if let digit = digits.randomElement(using: &random) {
                let numbers = ["0", "7", "86400", "9999999999999999999", "-3", "1.5", "1e9", ""]
                bytes.replaceSubrange(digit...digit, with: numbers[Int.random(in: 0..<numbers.count, using: &random)].utf8)
            }
        default: bytes.insert(contentsOf: bits[Int.random(in: 0..<bits.count, using: &random)].utf8, at: at)
        }
        if bytes.count > 4_000 { bytes.removeLast(bytes.count - 4_000) }
    }
}

/// What came of a mutant.
public struct MutantOutcome: Sendable {
    public var isUsed: Bool
    /// What should never be; nil when all is well.
    public var fault: String?
}

extension MutantKind {
    /// Reads a mutant as the player would, and looks at what came of it.
    public func outcome(_ bytes: [UInt8], catalog: Catalog) -> MutantOutcome {
        switch self {
        case .text, .json:
            let reading = RoutineFile.read(bytes, fileName: fileName, catalog: catalog)
            return judged(isUsed: reading.routine != nil, reading.problems, reading.routine.flatMap(fault))
        case .workout:
            let reading = OwnWorkoutJSON.read(bytes, fallbackID: "x")
            return judged(isUsed: reading.workout != nil, reading.problems, reading.workout.flatMap { $0.name.isEmpty ? "no name" : nil })
        case .plan:
            let reading = PlanJSON.read(bytes, fileName: fileName, fallbackID: "x")
            // A slot that is refused leaves the plan in use.
            let problems = reading.plan == nil ? reading.problems : reading.problems.filter { $0.severity == .note }
            return judged(isUsed: reading.plan != nil, problems, reading.plan.flatMap { $0.days.count == 7 ? nil : "not seven days" })
        case .session:
            let (session, problems) = SessionJSON.read(bytes, fileName: fileName)
            var fault = session.flatMap { Limits.activeSeconds.contains($0.activeSeconds) ? nil : "\($0.activeSeconds) s" }
            if let quick = SessionFiles.plainFact(bytes, fallbackID: "x"), quick != session.map(SessionFact.init) {
                fault = "read in two ways: \(quick) and \(String(describing: session))"
            }
            return judged(isUsed: session != nil, problems, fault)
        case .settings:
            let problems = SettingsFile.problems(bytes)
            return judged(isUsed: !problems.haveErrors, problems, nil)
        }
    }

    private func judged(isUsed: Bool, _ problems: [Problem], _ fault: String?) -> MutantOutcome {
        let errors = problems.filter { $0.severity == .error }
        if let fault { return MutantOutcome(isUsed: isUsed, fault: fault) }
        if isUsed { return MutantOutcome(isUsed: true, fault: errors.isEmpty ? nil : "used in spite of \(errors)") }
        if errors.isEmpty { return MutantOutcome(isUsed: false, fault: "refused without a word") }
        return MutantOutcome(isUsed: false, fault: errors.contains { $0.place == .file } ? "refused without a place: \(errors)" : nil)
    }

    private func fault(_ routine: Routine) -> String? {
        guard Limits.steps.contains(routine.steps.count), !routine.name.isEmpty else { return "no steps or no name" }
        for step in routine.steps {
            guard Limits.workSeconds.contains(step.workSeconds), Limits.sets.contains(step.sets),
                Limits.restSeconds.contains(step.setRestSeconds), Limits.restSeconds.contains(step.restAfterSeconds),
                step.repGuidance.map(Limits.reps.contains) ?? true, !step.name.isEmpty
            else { return "\(step)" }
        }
        return Limits.totalSeconds.contains(Timeline(routine, getReadySeconds: 5).totalSeconds) ? nil : "longer than seven days"
    }
}
