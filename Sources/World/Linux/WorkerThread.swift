import CLinux
import Glibc

/// A named thread that runs one piece of work and ends with it. It enters the loop's thread only by posting, or by a descriptor.
public enum WorkerThread {
    /// What a trap, a bad access and an abort arrive as. They belong to the thread that caused them and are never blocked.
    public static let faults = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

    private final class Work: Sendable {
        let name: String
        let body: @Sendable () -> Void
        init(_ name: String, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Starts it; all signals but faults are blocked there. The kernel shows the first 15 bytes of the name. Fails when there are no more
    /// threads to be had (EAGAIN).
    public static func start(_ name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let work = Unmanaged.passRetained(Work(name, body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { work in
                var all = sigset_t()
                sigfillset(&all)
                for fault in WorkerThread.faults { sigdelset(&all, fault) }
                pthread_sigmask(SIG_SETMASK, &all, nil)
                let work = Unmanaged<Work>.fromOpaque(work!).takeRetainedValue()
                stepback_name_thread(work.name)
                work.body()
                return nil
            }, work.toOpaque())
        if code != 0 {
            work.release()
            throw SystemError(action: "start the thread \(name)", code: code)
        }
        pthread_detach(thread)
    }
}
