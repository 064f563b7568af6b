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

    /// It is about the one thing that was touched, and others may well fare better: no plain file where one is asked for, or a file that is
    /// closed to us. Everything else (a full or failing disk, a server that is gone) is the whole store's.
    var isOfOnePlace: Bool {
        [
            EACCES, EPERM, ELOOP, EINVAL, ENOTDIR, EISDIR, EFBIG, ENOTEMPTY, EEXIST, ENAMETOOLONG, ENXIO, EBUSY, ETXTBSY, EXDEV, EOPNOTSUPP,
        ].contains(cause.code)
    }

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
