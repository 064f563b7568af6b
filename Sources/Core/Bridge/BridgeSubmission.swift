import Library
import Workouts

/// What a command is judged against.
public struct BridgeStore: Sendable {
    public let library: Library
    /// The gallery under its English names with the person's own workouts behind it: what is written is the same whatever language a
    /// player speaks.
    public let catalog: Catalog

    /// - Parameter catalog: what `catalog(_:with:)` gave for this library's own workouts.
    public init(library: Library, catalog: Catalog) {
        self.library = library
        self.catalog = catalog
    }

    /// - Parameter gallery: the bundled one in English.
    public static func catalog(_ gallery: Catalog, with own: [OwnWorkoutEntry]) -> Catalog {
        own.isEmpty ? gallery : gallery.adding(own.map { Workout($0.workout) })
    }
}

/// What stands under a document's path. One that is not there has none.
public enum BridgeDocument: Hashable, Sendable {
    case bytes([UInt8])
    /// A link, or anything else that is not written through.
    case notPlain
}

/// What comes of a command.
public struct BridgeVerdict: Hashable, Sendable {
    /// A document to write.
    public struct Write: Hashable, Sendable {
        /// Below the store.
        public var place: String
        public var bytes: [UInt8]
        /// What it must hold for that; nil: there must be none.
        public var replacing: [UInt8]?
    }

    /// In this order, before the outcome. One that finds something else than it replaces is reason to decide anew. None for a command
    /// whose effect is there already.
    public var writes: [Write]
    public var outcome: BridgeOutcome
    /// The document is another than the command saw, or is made already: another player may have done this, and its outcome be on its way
    /// in a folder that a tool copies. Whoever can wait a little before it tells should.
    public var isDoubtful = false

    /// What was read of the store a moment ago decides: it should be read again before this is told.
    public var dependsOnTheStore: Bool {
        guard case .rejected(let faults, _) = outcome.status else { return isDoubtful }
        return isDoubtful || faults.contains { [.unknown, .stale, .taken, .unwritable].contains($0.code) }
    }
}

/// A file of the inbox.
///
/// `decide` is a pure function of its bytes and the store's documents, and it knows its own work when it sees it: deciding again over a
/// store that already has the effect gives no writes and the same outcome. So a command may be cut off anywhere and done again, and two
/// players may both do it.
public struct BridgeSubmission: Sendable {
    public let digest: Revision
    /// Nil when the file has no command's id, or one that cannot be.
    public let commandID: String?
    /// Its text ends before it is complete: whoever writes it may not have come to the end. What is missing makes such a file another one.
    public let isUnfinished: Bool
    private let json: JSON?
    private let fault: BridgeFault?

    /// - Parameter bytes: of the whole file; at most `Limits.fileBytes`.
    public init(_ bytes: [UInt8]) {
        digest = Revision(of: bytes)
        var parsed: JSON?
        var fault: BridgeFault?
        do throws(Problem) {
            let text = try RoutineText.decode(bytes).text
            do throws(Problem) { parsed = try JSON(parsing: text) } catch {
                // What cannot stand there; nothing where the text ends.
                fault = BridgeFault(.json, "$", error.unexpected.map { JSON(.string($0)) }, line: error.fileLine)
            }
        } catch { fault = BridgeFault(.text, "$", line: error.fileLine) }
        json = parsed
        self.fault = fault
        isUnfinished = fault != nil && Self.endsEarly(bytes)
        commandID = parsed?["commandId"]?.string.flatMap { CommandID.isValid($0) ? $0 : nil }
    }

    /// Whether more bytes could make it JSON. Copying tools write from the front, or make a file of its full size first, which is then all
    /// zeros behind what was written; and a piece may end within a letter.
    private static func endsEarly(_ bytes: [UInt8]) -> Bool {
        var bytes = bytes
        while bytes.last == 0 { bytes.removeLast() }
        if let start = bytes.suffix(3).lastIndex(where: { $0 >= 0xC0 }), bytes.count - start < RoutineText.length(ofLetterAt: bytes[start])
        {
            bytes.removeSubrange(start...)
        }
        if bytes.isEmpty { return true }
        do throws(Problem) { _ = try JSON(parsing: try RoutineText.decode(bytes).text) } catch {
            return ["problem.json.unfinished", "problem.file.empty", "problem.file.cut"].contains(error.what.key)
        }
        // The zeros alone were wrong with it.
        return true
    }

    /// What the outcome is called: by the command's id, else by the file.
    public var outcomeName: String { commandID ?? digest.description }

    private var verb: BridgeVerb? { json?["command"]?.string.flatMap(BridgeVerb.init) }

    /// The documents that `decide` must know, below the store.
    public func documents(in store: BridgeStore) -> [String] {
        guard let verb else { return [] }
        // Which plans are marked is asked of their files: what was read a moment ago may be outdated.
        var paths = verb == .createPlan || verb == .activatePlan ? store.library.plans.map(\.path) : []
        if verb.isCreating, let commandID {
            let id = CommandID.made(by: commandID)
            paths += [verb.shelf.place(of: id)] + [store.path(of: id, on: verb.shelf)].compactMap { $0 }
        } else if !verb.isCreating, let id = json?["id"]?.string, let path = store.path(of: id, on: verb.shelf) {
            paths.append(path)
        }
        return paths
    }

    /// - Parameter documents: what stands under the paths of `documents(in:)`.
    public func decide(in store: BridgeStore, documents: [StorePath: BridgeDocument]) -> BridgeVerdict {
        guard let json else { return rejected(by: fault.map { [$0] } ?? [], verb: nil) }
        var decision = BridgeDecision(json: json, commandID: commandID, store: store, documents: documents)
        decision.decide()
        if let accepted = decision.accepted, decision.reader.faults.isEmpty {
            let outcome = BridgeOutcome(
                commandID: commandID, command: verb?.rawValue, digest: digest,
                status: .accepted(id: accepted.id, file: accepted.path, revision: accepted.revision))
            return BridgeVerdict(writes: accepted.writes, outcome: outcome, isDoubtful: decision.isDoubtful)
        }
        var verdict = rejected(by: decision.reader.faults, leftOut: decision.reader.leftOut, verb: json["command"]?.string)
        verdict.isDoubtful = decision.isDoubtful
        return verdict
    }

    /// The command's id differs from another's in its letters' case alone, and the disk takes both for one name: the other has the outcome.
    public func rejectedForItsName() -> BridgeVerdict {
        var verdict = rejected(
            by: [BridgeFault(.taken, "$.commandId", commandID.map { JSON(.string($0)) })], verb: json?["command"]?.string)
        verdict.outcome.isNamedByFile = true
        return verdict
    }

    private func rejected(by faults: [BridgeFault], leftOut: Int = 0, verb: String?) -> BridgeVerdict {
        BridgeVerdict(
            writes: [],
            outcome: BridgeOutcome(
                commandID: commandID, command: verb.flatMap { $0.utf8.count <= 64 ? $0 : nil }, digest: digest,
                status: .rejected(faults, leftOut: leftOut)))
    }
}

extension BridgeStore {
    /// The file of a document.
    func path(of id: String, on shelf: BridgeShelf) -> String? {
        switch shelf {
        case .workouts: library.ownWorkouts[id]
        case .routines: library.routine(id: id)?.path
        case .plans: library.plans.first { $0.id == id }?.path
        }
    }

}

extension Problem {
    fileprivate var unexpected: String? {
        guard what.key == "problem.json.unexpected", case .text(let text)? = what.arguments.first else { return nil }
        return text
    }

    fileprivate var fileLine: Int? {
        switch place {
        case .line(let line): line
        case .path(_, let line): line
        case .file: nil
        }
    }
}
