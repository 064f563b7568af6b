import CLinux
import Glibc

/// Puts a thread before the machine's other work, where that is allowed (root, CAP_SYS_NICE, RLIMIT_RTPRIO); elsewhere it does as well
/// as it can. A thread that mostly sleeps and must wake on time is what SCHED_RR is for; the kernel leaves 5 % to the others even if it
/// never slept.
public enum ThreadPriority: Int32, Sendable {
    /// The loop: a late digit is seen.
    case loop = 2
    /// The mixer: a late sample is heard.
    case mixer = 5

    /// The calling thread's. Threads that it makes later are ordinary ones. False: not allowed.
    @discardableResult
    public static func claim(_ priority: ThreadPriority) -> Bool {
        var parameters = sched_param()
        parameters.sched_priority = priority.rawValue
        return sched_setscheduler(0, SCHED_RR | stepback_SCHED_RESET_ON_FORK, &parameters) == 0
    }

    /// Puts the calling thread behind the program's others, for work that is needed later than theirs: phrases are spoken seconds after
    /// they are asked for, and on a machine of one core the picture of a press must not share it with them.
    public static func stepBack() {
        // Of this thread alone, on Linux; to be nicer is always allowed.
        _ = nice(10)
    }
}
