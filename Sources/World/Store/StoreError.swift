// Store: what outlives the program: the shared folder and this machine's own state, read and written so that no power cut and no other
// program can spoil them. Imports Linux, Ports and the rooms of Core. Belongs to the store's thread, but for the serial queue "journal".
import Glibc
import Linux
import Ports

/// A file that could not be read or kept, as one sentence.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was being done, to what: "keep /var/lib/stepback/journal.json".
    public let action: String
    public let cause: SystemError

    public var description: String { "could not \(action): \(cause)" }

    /// What a person can do something about.
    public var fault: StoreAnswer.Fault {
        switch cause.code {
        case ENOSPC, EDQUOT: .full
        case EROFS, EACCES, EPERM: .readOnly
        // A folder that is not there, a stick that was pulled out, a server that is gone.
        case ENOENT, ENOTDIR, ESTALE, ENOTCONN, EHOSTDOWN, EHOSTUNREACH, ETIMEDOUT, ENODEV, ENXIO: .missing
        default: .other(description)
        }
    }
}
