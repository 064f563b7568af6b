import Glibc

/// A failed step on the way to the glass, as a sentence.
public struct DisplayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried, in the infinitive, with its object: "set 1920x1080@60 on HDMI-A-1 of /dev/dri/card1".
    public let action: String
    /// An errno value.
    public let code: Int32

    public init(_ action: String, code: Int32) {
        self.action = action
        self.code = abs(code)
    }

    /// One sentence: what, why, and where it is known, the next step.
    public var description: String {
        let sentence = "could not \(action): \(String(cString: strerror(code)))"
        return remedy.map { "\(sentence); \($0)" } ?? sentence
    }

    private var remedy: String? {
        switch code {
        case EBUSY: "another program holds the screen: stop it, or start this one on the console that is in front"
        case EACCES, EPERM: "stop the other program that holds the screen, and see that this user is in the groups video and tty"
        case ENOMEM, ENOSPC: "choose a smaller mode, or give graphics more memory (cma= on the kernel's command line)"
        default: nil
        }
    }

    /// The card has been unplugged or its driver unloaded.
    var isGone: Bool { [ENODEV, ENXIO, ENOENT, EBADF].contains(code) }
    /// We are not, or no longer, master.
    var isForbidden: Bool { [EACCES, EPERM].contains(code) }
    /// The last flip has not landed yet.
    var isBusy: Bool { code == EBUSY }
}

/// libdrm's calls answer 0 or a negative errno; some older ones -1 with errno set.
func check(_ result: Int32, _ action: @autoclosure () -> String) throws(DisplayError) {
    if result == -1 { throw DisplayError(action(), code: errno == 0 ? EPERM : errno) }
    if result < 0 { throw DisplayError(action(), code: result) }
}
