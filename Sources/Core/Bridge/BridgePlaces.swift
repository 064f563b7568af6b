// Bridge: what programs may ask of a store (create and change workouts, routines and plans, choose My Week), and what they are told. Pure:
// from the bytes of a command and of the store's documents to the bytes to write and the outcome's. Imports Library and Workouts.
// Belongs to no thread; every value is Sendable.
import Library

/// Where the bridge lies below the store.
public enum BridgePlaces {
    public static let folder = "bridge"
    /// What the store holds and takes; the whole file is replaced.
    public static let manifest = "bridge/manifest.json"
    /// One command a file, from any program.
    public static let inbox = "bridge/inbox"
    /// One outcome a command, kept for ever: it is what makes a command that comes again do nothing.
    public static let outcomes = "bridge/outcomes"
    /// Commands with an outcome, each under the SHA-256 of its bytes.
    public static let done = "bridge/done"

    /// The number in the schemas and in every file. Another one is another language.
    public static let schemaVersion = 1

    /// - Parameter name: a command's id, or the SHA-256 of a file without one.
    public static func outcome(_ name: String) -> String { "\(outcomes)/\(name).json" }
    public static func done(_ digest: Revision) -> String { "\(done)/\(digest).json" }
}

/// What can be asked. There is none that deletes, and none that leaves a store without My Week.
public enum BridgeVerb: String, CaseIterable, Hashable, Sendable {
    case createWorkout, updateWorkout, createRoutine, updateRoutine, createPlan, updatePlan, activatePlan

    /// What it makes or changes.
    var shelf: BridgeShelf {
        switch self {
        case .createWorkout, .updateWorkout: .workouts
        case .createRoutine, .updateRoutine: .routines
        case .createPlan, .updatePlan, .activatePlan: .plans
        }
    }

    var isCreating: Bool { [.createWorkout, .createRoutine, .createPlan].contains(self) }
}

/// Kinds of documents, by their folder's name and the member that a command carries them in.
enum BridgeShelf: String, Hashable, Sendable {
    case workouts, routines, plans

    var member: String { String(rawValue.dropLast()) }
    /// Where the manifest has them.
    var manifestPath: String { self == .workouts ? "$.customWorkouts[*].id" : "$.\(rawValue)[*].id" }

    /// The file of a document that a command makes. A command's id is letters, digits and hyphens, and so the one id that a path is made of.
    func place(of id: String) -> String { "\(rawValue)/\(id).json" }
}

/// A command's own name: 1 to 64 of A-Z, a-z, 0-9 and `-`.
enum CommandID {
    static let pattern = "^[A-Za-z0-9-]{1,64}$"

    static func isValid(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
            }
    }

    /// The id of what a command makes: the same on every player that sees it.
    static func made(by commandID: String) -> String { "authored-" + commandID }
}
