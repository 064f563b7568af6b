import Library
import Workouts

/// What is told of a command, once and for ever. No time and no player is in it: two players that judge one command over one store write
/// the same bytes.
public struct BridgeOutcome: Hashable, Sendable {
    public enum Status: Hashable, Sendable {
        /// The document's id, its file below the store, and what the file holds now.
        case accepted(id: String, file: String, revision: Revision)
        /// In the order in which they were found; how many more were left out.
        case rejected([BridgeFault], leftOut: Int)
    }

    /// Nil when the file has none that can be.
    public var commandID: String?
    /// As the file says it; nil when it says none.
    public var command: String?
    /// Of the inbox file that it speaks of.
    public var digest: Revision
    public var status: Status
    /// Its command's id cannot name it.
    var isNamedByFile = false

    public var isAccepted: Bool { if case .accepted = status { true } else { false } }

    /// Where it is kept, below the store.
    public var place: String { BridgePlaces.outcome(isNamedByFile ? digest.description : commandID ?? digest.description) }

    public var bytes: [UInt8] {
        func text(_ text: String?) -> JSON { text.map { JSON(.string($0)) } ?? JSON(.null) }
        var members = [
            JSON.Member("schemaVersion", .whole(BridgePlaces.schemaVersion)), JSON.Member("commandId", text(commandID)),
            JSON.Member("command", text(command)), JSON.Member("inboxSHA256", text(digest.description)),
        ]
        switch status {
        case .accepted(let id, let file, let revision):
            members += [
                JSON.Member("status", text("accepted")), JSON.Member("id", text(id)), JSON.Member("file", text(file)),
                JSON.Member("revision", text(revision.description)),
            ]
        case .rejected(let faults, let leftOut):
            members += [JSON.Member("status", text("rejected")), JSON.Member("errors", JSON(.array(faults.map(\.json))))]
            if leftOut > 0 { members.append(JSON.Member("errorsLeftOut", .whole(leftOut))) }
        }
        return Array(JSON(.object(members)).printed().utf8)
    }

    /// The command's id in an outcome's file, nil inside for one without; nil for what is no whole outcome: it is written anew.
    public static func commandID(in bytes: [UInt8]) -> String?? {
        // A file that a cut or a copying tool has spoilt is none.
        guard let json = try? JSON(parsing: String(decoding: bytes, as: UTF8.self)), json["status"]?.string != nil,
            let id = json["commandId"]
        else { return nil }
        return .some(id.string)
    }

    /// Which inbox file an outcome speaks of; nil for what is no outcome.
    public static func digest(in bytes: [UInt8]) -> Revision? {
        guard let json = try? JSON(parsing: String(decoding: bytes, as: UTF8.self)) else { return nil }  // As above.
        return json["inboxSHA256"]?.string.flatMap(Revision.init)
    }

    /// Whether an outcome's file says that its command was accepted; nil for what is no outcome.
    public static func isAccepted(_ bytes: [UInt8]) -> Bool? {
        guard let json = try? JSON(parsing: String(decoding: bytes, as: UTF8.self)) else { return nil }  // As above.
        return json["status"]?.string.map { $0 == "accepted" }
    }
}
