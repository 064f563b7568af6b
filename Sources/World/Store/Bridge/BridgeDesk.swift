import Bridge
import Glibc
import Library
import Linux
import Workouts

/// What became of a command.
public struct BridgeReceipt: Hashable, Sendable {
    /// Of the file in the inbox.
    public var name: String
    /// Nil when the file has none that can be.
    public var commandID: String?
    /// The outcome's file below the store.
    public var place: String
    /// What that file holds.
    public var outcome: [UInt8]
    public var isAccepted: Bool
    /// It was there before: nothing was done now.
    public var wasThere: Bool
}

/// Carries out commands: the documents first, then the outcome, then the file leaves the inbox, each of them lasting before the next is
/// begun. Wherever it is cut off, doing it again comes to the same. Holds nothing between calls; belongs to the store's thread or a
/// command line.
public struct BridgeDesk {
    public enum Result: Hashable, Sendable {
        case settled(BridgeReceipt)
        /// It is no command's file, and stays where it is: a person is told.
        case refused(Problem)
        /// There is nothing, or nothing that counts.
        case nothing
        /// Others write so busily that it has to wait.
        case later
        /// Another player may have done it already: the outcome may come by itself.
        case doubtful
    }

    /// How often a command is decided anew because a document changed meanwhile.
    private static let attempts = 5
    /// Of a store of 10,000 routines it has some megabytes.
    private static let manifestLimit = 256 * 1_048_576

    private let store: KeptFolder
    private let folder: StoreFolder
    /// What the store holds, after these paths were read again.
    private let read: (_ again: [String]) -> BridgeStore

    /// - Parameters:
    ///   - store: to write into.
    ///   - folder: the same, to look at without opening.
    ///   - read: what the store holds now; called with the paths that were written or found changed.
    public init(store: KeptFolder, folder: StoreFolder, read: @escaping (_ again: [String]) -> BridgeStore) {
        self.store = store
        self.folder = folder
        self.read = read
    }

    /// One file of the inbox. When it throws, no outcome was promised and the file is where it was.
    /// - Parameters:
    ///   - name: as the disk spells it.
    ///   - isPatient: what is doubtful is left for later.
    public func perform(_ name: String, isPatient: Bool = false) throws(StoreError) -> Result {
        switch FileNames.verdict(name, in: .plans) {
        case .read: break
        case .passOver: return .nothing
        case .conflictCopy(let original): return .refused(.error("problem.store.conflict", at: .file, .quoted(original)))
        case .misnamed, .foreign: return .refused(.error("problem.store.command", at: .file))
        }
        guard let (kind, size) = look(at: name) else { return .nothing }
        guard kind == .file else { return .refused(.error("problem.store.command", at: .file)) }
        let bytes: [UInt8]
        do throws(StoreError) {
            guard let found = try store.read(BridgePlaces.inbox + "/" + name, limit: Limits.fileBytes) else { return .nothing }
            bytes = found
        } catch {
            switch error.cause.code {
            case EFBIG: return .refused(.error("problem.file.tooBig", at: .file, .number(size), .number(Limits.fileBytes)))
            case EACCES, EPERM: return .refused(.error("problem.store.forbidden", at: .file))
            case ELOOP, EINVAL: return .refused(.error("problem.store.command", at: .file))
            default: throw error
            }
        }
        return try perform(bytes, name, isPatient: isPatient)
    }

    /// Without opening it: opening can already be an act.
    private func look(at name: String) -> (kind: StoreFolder.Kind, size: Int)? {
        // Whatever the reason, it cannot be read now either.
        guard let inbox = try? folder.openFolder(BridgePlaces.inbox), let seen = try? folder.look(name, in: inbox) else { return nil }
        return (seen.kind, seen.stamp.size)
    }

    /// Carries out a command that is in no inbox yet. It goes there first: should this be cut off, a player goes on with it. Nil: others
    /// write so busily that it waits there.
    public func submit(_ bytes: [UInt8]) throws(StoreError) -> BridgeReceipt? {
        let submission = BridgeSubmission(bytes)
        let name = "\(submission.digest).json"
        try store.write(bytes, to: BridgePlaces.inbox + "/" + name)
        if case .settled(let receipt) = try perform(name) { return receipt }
        // A player was quicker, and the file has left the inbox already.
        let place = BridgePlaces.outcome(submission.outcomeName)
        guard let outcome = try store.read(place, limit: Limits.fileBytes), let isAccepted = BridgeOutcome.isAccepted(outcome) else {
            return nil
        }
        return BridgeReceipt(
            name: name, commandID: submission.commandID, place: place, outcome: outcome, isAccepted: isAccepted, wasThere: true)
    }

    /// Brings the manifest up to date; one that is so already is not touched, since several players share it.
    public func keepManifest() throws(StoreError) {
        let bytes = BridgeManifest.bytes(read([]))
        if try store.read(BridgePlaces.manifest, limit: Self.manifestLimit) == bytes { return }
        try store.write(bytes, to: BridgePlaces.manifest)
    }

    // MARK: One command

    private func perform(_ bytes: [UInt8], _ name: String, isPatient: Bool) throws(StoreError) -> Result {
        let submission = BridgeSubmission(bytes)
        let place = BridgePlaces.outcome(submission.outcomeName)
        let found = try store.read(place, limit: Limits.fileBytes)
        switch found.flatMap(BridgeOutcome.commandID) {
        case submission.commandID?: return try settle(found ?? [], place, wasThere: true, submission, bytes, name)
        case .some: return try tell(submission.rejectedForItsName().outcome, over: nil, submission, bytes, name)
        // None, or one that a cut has spoilt.
        case nil: break
        }
        var again: [String] = []
        var hasSwept = false
        for _ in 0..<Self.attempts {
            var verdict = try decide(submission, read(again))
            if verdict.dependsOnTheStore, !hasSwept {
                hasSwept = true
                verdict = try decide(submission, read(["workouts", "routines", "plans"]))
            }
            if isPatient, verdict.isDoubtful, again.isEmpty { return .doubtful }
            again = verdict.writes.map(\.place)
            guard try write(verdict) else { continue }
            if !verdict.writes.isEmpty { _ = read(again) }
            return try tell(verdict.outcome, over: found, submission, bytes, name)
        }
        return .later
    }

    private func decide(_ submission: BridgeSubmission, _ store: BridgeStore) throws(StoreError) -> BridgeVerdict {
        var documents: [String: BridgeDocument] = [:]
        for path in submission.documents(in: store) {
            do throws(StoreError) {
                documents[path] = try self.store.read(path, limit: Limits.fileBytes).map(BridgeDocument.bytes)
            } catch {
                // A link, or what is no file: it is not written through.
                guard [ELOOP, EINVAL, ENOTDIR, EFBIG].contains(error.cause.code) else { throw error }
                documents[path] = .notPlain
            }
        }
        return submission.decide(in: store, documents: documents)
    }

    /// False when a document was changed by somebody else meanwhile.
    private func write(_ verdict: BridgeVerdict) throws(StoreError) -> Bool {
        for write in verdict.writes {
            let outcome = try store.write(write.bytes, to: write.place, expecting: write.replacing.map { .bytes($0) } ?? .absent)
            // Another player that was quicker wrote the very same: it is all one whose it is.
            if case .conflict(let found) = outcome, found != write.bytes { return false }
        }
        return true
    }

    /// - Parameter spoilt: an outcome's file that is none.
    private func tell(
        _ outcome: BridgeOutcome, over spoilt: [UInt8]?, _ submission: BridgeSubmission, _ bytes: [UInt8], _ name: String
    ) throws(StoreError) -> Result {
        let told = outcome.bytes
        switch try store.write(told, to: outcome.place, expecting: spoilt.map { .bytes($0) } ?? .absent) {
        case .done: return try settle(told, outcome.place, wasThere: false, submission, bytes, name)
        // Another player was quicker; its word holds.
        case .conflict(let found?): return try settle(found, outcome.place, wasThere: true, submission, bytes, name)
        case .conflict(nil): return .later
        }
    }

    /// The outcome lasts: the file may go.
    private func settle(
        _ outcome: [UInt8], _ place: String, wasThere: Bool, _ submission: BridgeSubmission, _ bytes: [UInt8], _ name: String
    ) throws(StoreError) -> Result {
        // One that holds something else by now is another command, and is told of anew.
        try store.move(BridgePlaces.inbox + "/" + name, to: BridgePlaces.done(submission.digest), holding: bytes)
        return .settled(
            BridgeReceipt(
                name: name, commandID: submission.commandID, place: place, outcome: outcome,
                isAccepted: BridgeOutcome.isAccepted(outcome) ?? false, wasThere: wasThere))
    }
}
