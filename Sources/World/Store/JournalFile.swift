import Dispatch
import Ports
import Synchronization

/// The journal of the play in flight: one small file in local state. Keeping it never holds the loop: a serial queue writes the newest
/// entry; entries that a slow disk had no time for are left out.
public final class JournalFile: Journal {
    /// An entry is a few kilobytes for a usual routine; a routine file's own limit bounds it.
    private static let limit = 8 * 1_048_576

    private enum Wish: Sendable {
        case entry(@Sendable () -> [UInt8])
        case nothing
    }

    private final class Shared: Sendable {
        let wish = Mutex<Wish?>(nil)
        let failure = Mutex<StoreError?>(nil)
    }

    private let path: String
    private let shared = Shared()
    private let queue = DispatchQueue(label: "journal")

    public init(path: String) { self.path = path }

    public func keep(_ entry: @escaping @Sendable () -> [UInt8]) { want(.entry(entry)) }
    public func clear() { want(.nothing) }

    /// The last failure, once.
    public func takeFailure() -> StoreError? {
        shared.failure.withLock { failure in
            defer { failure = nil }
            return failure
        }
    }

    /// Waits until everything is on the disk: for an orderly stop. The loop does not call it while a routine plays.
    public func flush() { queue.sync {} }

    /// What an earlier process left; nil when there is none.
    public static func left(at path: String) throws(StoreError) -> [UInt8]? { try SafeFile.read(path, limit: limit) }

    private func want(_ wish: Wish) {
        shared.wish.withLock { $0 = wish }
        queue.async { [shared, path] in
            let wish = shared.wish.withLock { wish in
                defer { wish = nil }
                return wish
            }
            do throws(StoreError) {
                switch wish {
                case .entry(let bytes): try SafeFile.write(bytes(), to: path)
                case .nothing: try SafeFile.remove(path)
                case nil: break  // A newer wish was already met.
                }
            } catch { shared.failure.withLock { $0 = error } }
        }
    }
}
