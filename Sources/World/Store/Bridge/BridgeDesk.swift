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
    /// It speaks of this very file, and of none with the same id that says something else.
    public var isOfThisFile: Bool
    /// Somebody went on writing: the file is in the inbox still, holds something else by now, and is another command.
    public var remains = false
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
        /// Its JSON ends before it is complete, so that it may still be on its way; when it was last changed, in nanoseconds since 1970.
        case unfinished(changedNanoseconds: Int)
        /// It cannot be carried out for something else that lies in the store, or for the file itself: a person is told, others go on.
        case blocked(Attention)
    }

    /// What is left for later instead of being judged now.
    public struct Patience: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// What another player may have done.
        public static let others = Patience(rawValue: 1)
        /// What somebody may still be writing.
        public static let writer = Patience(rawValue: 2)
    }

    /// Why a command could not be carried out.
    private enum Stop: Error {
        /// No other one could either.
        case store(StoreError)
        case place(Attention)
    }

    /// Everything that a command may speak of, for `read`.
    static let all = [StoreShelf.workouts, .routines, .plans].map(\.rawValue)

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

    /// One file of the inbox. When it throws, no outcome was promised, the file is where it was, and no other would fare better.
    /// - Parameters:
    ///   - name: as the disk spells it.
    ///   - patience: what is left for later.
    ///   - sweeps: false: everything was looked at since the file came, and need not be once more where a command depends on it.
    public func perform(_ name: String, patience: Patience = [], sweeps: Bool = true) throws(StoreError) -> Result {
        do throws(Stop) { return try carryOut(name, patience, sweeps: sweeps) } catch {
            switch error {
            case .store(let error): throw error
            case .place(let attention): return .blocked(attention)
            }
        }
    }

    private func carryOut(_ name: String, _ patience: Patience, sweeps: Bool) throws(Stop) -> Result {
        // Without opening it: opening can already be an act.
        guard let (kind, stamp) = folder.glance(at: BridgePlaces.inbox + "/" + name) else { return .nothing }
        switch FileNames.verdict(name, in: .plans) {
        case .read: break
        case .passOver: return .nothing
        case .conflictCopy(let original): return .refused(.error("problem.store.conflict", at: .file, .quoted(original)))
        case .misnamed, .foreign: return .refused(.error("problem.store.command", at: .file))
        }
        switch kind {
        case .file: break
        case .folder: return .refused(.error("problem.store.folder", at: .file))
        case .link: return .refused(.error("problem.store.commandLink", at: .file))
        case .special, .unknown: return .refused(.error("problem.store.special", at: .file))
        }
        let bytes: [UInt8]
        do throws(StoreError) {
            guard let found = try store.read(BridgePlaces.inbox + "/" + name, limit: Limits.fileBytes) else { return .nothing }
            bytes = found
        } catch {
            switch error.cause.code {
            case EFBIG: return .refused(.error("problem.file.tooBig", at: .file, .number(stamp.size), .number(Limits.fileBytes)))
            case EACCES, EPERM: return .refused(.error("problem.store.forbidden", at: .file))
            default: throw stop(error, at: BridgePlaces.inbox + "/" + name)
            }
        }
        let submission = BridgeSubmission(bytes)
        if patience.contains(.writer), submission.isUnfinished { return .unfinished(changedNanoseconds: stamp.changedNanoseconds) }
        return try carryOut(submission, bytes, name, isPatient: patience.contains(.others), sweeps: sweeps)
    }

    /// Carries out a command that is in no inbox yet. It goes there first: should this be cut off, a player goes on with it. So it may
    /// come to `later` or `blocked`, and waits there.
    public func submit(_ bytes: [UInt8]) throws(StoreError) -> Result {
        let submission = BridgeSubmission(bytes)
        let name = "\(submission.digest).json"
        try store.write(bytes, to: BridgePlaces.inbox + "/" + name)
        let result = try perform(name)
        switch result {
        case .settled, .blocked: return result
        default: break
        }
        // A player was quicker, and the file has left the inbox already.
        let place = BridgePlaces.outcome(submission.outcomeName)
        guard let outcome = try store.read(place, limit: Limits.fileBytes), BridgeOutcome.isAccepted(outcome) != nil else { return .later }
        return .settled(receipt(outcome, place, wasThere: true, submission, name))
    }

    /// What is in the way of a command, for a person.
    private func stop(_ error: StoreError, at place: String) -> Stop {
        guard error.isOfOnePlace else { return .store(error) }
        let parent = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? ""
        // The folder may be what is wrong. Whatever the reason that it cannot be opened or written into, it is the reason for this.
        let isClosed = [EACCES, EPERM].contains(error.cause.code) && (try? store.probe(parent)) == nil
        let isOdd: Bool
        do throws(StoreFolder.Fault) {
            _ = try folder.openFolder(parent)
            isOdd = false
        } catch { isOdd = error != .gone }
        return .place(
            Attention(
                path: isClosed || isOdd ? parent : place,
                problems: [.error("problem.store.blocked", at: .file, .text(systemSentence(error.cause.code)))]))
    }

    private func at<Value>(_ place: String, _ body: () throws(StoreError) -> Value) throws(Stop) -> Value {
        do throws(StoreError) { return try body() } catch { throw stop(error, at: place) }
    }

    /// Brings the manifest up to date; one that is so already is not touched, since several players share it.
    /// - Returns: of its bytes.
    @discardableResult
    public func keepManifest() throws(StoreError) -> Revision {
        let bytes = BridgeManifest.bytes(read([]))
        if try store.read(BridgePlaces.manifest, limit: Self.manifestLimit) != bytes { try store.write(bytes, to: BridgePlaces.manifest) }
        return Revision(of: bytes)
    }

    /// The manifest's file as it is now; nil: there is none.
    func manifestRevision() throws(StoreError) -> Revision? {
        try store.read(BridgePlaces.manifest, limit: Self.manifestLimit).map { Revision(of: $0) }
    }

    // MARK: One command

    private func carryOut(
        _ submission: BridgeSubmission, _ bytes: [UInt8], _ name: String, isPatient: Bool, sweeps: Bool
    ) throws(Stop) -> Result {
        let place = BridgePlaces.outcome(submission.outcomeName)
        let found = try at(place) { () throws(StoreError) in try store.read(place, limit: Limits.fileBytes) }
        switch found.flatMap(BridgeOutcome.commandID) {
        case submission.commandID?: return try settle(found ?? [], place, wasThere: true, submission, bytes, name)
        case .some: return try tell(submission.rejectedForItsName().outcome, over: nil, submission, bytes, name)
        // None, or one that a cut has spoilt.
        case nil: break
        }
        var again: [String] = []
        var hasSwept = !sweeps
        for _ in 0..<Self.attempts {
            var verdict = try decide(submission, read(again))
            if verdict.dependsOnTheStore, !hasSwept {
                hasSwept = true
                verdict = try decide(submission, read(Self.all))
            }
            if isPatient, verdict.isDoubtful, again.isEmpty { return .doubtful }
            again = verdict.writes.map(\.place)
            guard try write(verdict) else { continue }
            if !verdict.writes.isEmpty { _ = read(again) }
            return try tell(verdict.outcome, over: found, submission, bytes, name)
        }
        return .later
    }

    private func decide(_ submission: BridgeSubmission, _ store: BridgeStore) throws(Stop) -> BridgeVerdict {
        var documents: [StorePath: BridgeDocument] = [:]
        for path in submission.documents(in: store) {
            do throws(StoreError) {
                documents[StorePath(path)] = try self.store.read(path, limit: Limits.fileBytes).map(BridgeDocument.bytes)
            } catch {
                // A link, what is no file, or one that is closed to us: it is not written through. A folder that is such a thing is in the
                // way of more than this command, and a person's to mend.
                let stop = stop(error, at: path)
                guard case .place(let attention) = stop, attention.path == path else { throw stop }
                documents[StorePath(path)] = .notPlain
            }
        }
        return submission.decide(in: store, documents: documents)
    }

    /// False when a document was changed by somebody else meanwhile.
    private func write(_ verdict: BridgeVerdict) throws(Stop) -> Bool {
        for write in verdict.writes {
            let outcome = try at(write.place) { () throws(StoreError) in
                try store.write(write.bytes, to: write.place, expecting: write.replacing.map { .bytes($0) } ?? .absent)
            }
            // Another player that was quicker wrote the very same: it is all one whose it is.
            if case .conflict(let found) = outcome, found != write.bytes { return false }
        }
        return true
    }

    /// - Parameter spoilt: an outcome's file that is none.
    private func tell(
        _ outcome: BridgeOutcome, over spoilt: [UInt8]?, _ submission: BridgeSubmission, _ bytes: [UInt8], _ name: String
    ) throws(Stop) -> Result {
        let told = outcome.bytes
        let result = try at(outcome.place) { () throws(StoreError) in
            try store.write(told, to: outcome.place, expecting: spoilt.map { .bytes($0) } ?? .absent)
        }
        switch result {
        case .done: return try settle(told, outcome.place, wasThere: false, submission, bytes, name)
        // Another player was quicker; its word holds.
        case .conflict(let found?): return try settle(found, outcome.place, wasThere: true, submission, bytes, name)
        case .conflict(nil): return .later
        }
    }

    /// The outcome lasts: the file may go.
    private func settle(
        _ outcome: [UInt8], _ place: String, wasThere: Bool, _ submission: BridgeSubmission, _ bytes: [UInt8], _ name: String
    ) throws(Stop) -> Result {
        let (inbox, done) = (BridgePlaces.inbox + "/" + name, BridgePlaces.done(submission.digest))
        var receipt = receipt(outcome, place, wasThere: wasThere, submission, name)
        do throws(StoreError) {
            // One that holds something else by now is another command, and is told of anew.
            if case .conflict = try store.move(inbox, to: done, holding: bytes) { receipt.remains = true }
        } catch {
            // A folder under the name that it would get, or a file that is not ours to move.
            throw stop(error, at: [EACCES, EPERM, EBUSY].contains(error.cause.code) ? inbox : done)
        }
        return .settled(receipt)
    }

    private func receipt(
        _ outcome: [UInt8], _ place: String, wasThere: Bool, _ submission: BridgeSubmission, _ name: String
    ) -> BridgeReceipt {
        BridgeReceipt(
            name: name, commandID: submission.commandID, place: place, outcome: outcome,
            isAccepted: BridgeOutcome.isAccepted(outcome) ?? false, wasThere: wasThere,
            isOfThisFile: BridgeOutcome.digest(in: outcome) == submission.digest)
    }
}
