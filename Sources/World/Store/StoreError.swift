// Store: what outlives the program. Here: safe writing and the journal of the play in flight; the shared folder comes with it later.
// Imports Ports and Linux. Belongs to the loop's thread, but for the serial queue "journal".
import Linux

/// A file that could not be read or kept, as one sentence.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was being done, to what: "keep /var/lib/stepback/journal.json".
    public let action: String
    public let cause: SystemError

    public var description: String { "could not \(action): \(cause)" }
}
