// Linux: the poll loop, descriptors, signals and the one helper that makes system calls.
// Imports Ports and CLinux. An EventLoop and all that is registered with it belong to the thread that runs it; only `Poster` is Sendable.
import CLinux
import Glibc

/// A failed system call, as a sentence.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried, in the infinitive: "open /dev/dri/card0".
    public let action: String
    public let code: Int32

    public init(action: String, code: Int32) {
        self.action = action
        self.code = code
    }

    public var description: String { "could not \(action): \(String(cString: strerror(code)))" }
}

/// Makes a system call: EINTR is retried, errno is read at once. EBADF and EFAULT are errors like all others: a share's client answers them
/// for good descriptors too, when its server forgot a file (Linux' SMB client for STATUS_INVALID_HANDLE and STATUS_IN_PAGE_ERROR).
@discardableResult
public func systemCall<Result: FixedWidthInteger>(
    _ action: @autoclosure () -> String, _ call: () -> Result
) throws(SystemError) -> Result {
    while true {
        let result = call()
        if result != -1 { return result }
        let code = errno
        if code == EINTR { continue }
        throw SystemError(action: action(), code: code)
    }
}

/// One owned file descriptor, closed when it goes.
public struct Descriptor: ~Copyable, Sendable {
    public let raw: Int32

    /// Takes ownership.
    public init(owning raw: Int32) { self.raw = raw }

    public init(opening path: String, _ flags: Int32) throws(SystemError) {
        raw = try systemCall("open \(path)") { open(path, flags | O_CLOEXEC) }
    }

    deinit { _ = close(raw) }
}
