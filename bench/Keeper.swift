import CLinux
import Foundation
import Linux
import Playback

/// Nothing that a bench starts outlives it, and none of its scratch files do, however it ends: a load on every core, a browser, a player
/// under strace.
///
/// Who is killed can end nobody, and each child leads a group of its own, as Foundation starts them, which a terminal's Ctrl-C does not
/// reach. So there are three processes: the one that was called, which only waits; its keeper, which hears from a pipe when that one is
/// gone; and the keeper's child, which measures. The kernel gives the keeper whatever is left of the child's own, however deep and in
/// whatever group, so what is below it is all there is. Should the keeper be killed itself, the first one has it all and does the same.
enum Keeper {
    static let name = "keeper"
    static let kept = "kept"

    /// Runs what the arguments ask for, in a process of its own. Everything that is made in the usual place for temporary files is made in a
    /// folder of this run's. What a bench that failed leaves there is left to be looked at.
    /// - Returns: the program's exit status.
    static func run(_ arguments: [String]) -> Int32 {
        guarded {
            _ = try systemCall("adopt orphans") { stepback_adopt_orphans() }
            var ends: [Int32] = [-1, -1]
            _ = try systemCall("make a pipe") { pipe(&ends) }
            // The second one is this process's alone, so that the first one ends with it.
            for end in ends { _ = try systemCall("keep a pipe to itself") { fcntl(end, F_SETFD, FD_CLOEXEC) } }
            var template = Array((NSTemporaryDirectory() + "stepback-bench-" + String(repeating: "X", count: 6)).utf8CString)
            guard mkdtemp(&template) != nil else { throw SystemError(action: "make a folder for temporary files", code: errno) }
            let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            let keeper = try start([name] + arguments, input: ends[0], environment: ["TMPDIR": folder])
            close(ends[0])
            return outlive(keeper, folder)
        }
    }

    /// The keeper itself: standard input is the pipe that ends with the one that was called.
    static func keep(_ arguments: [String]) -> Int32 {
        guarded {
            _ = try systemCall("adopt orphans") { stepback_adopt_orphans() }
            let nothing = try Descriptor(opening: "/dev/null", O_RDONLY)
            let child = try start([kept] + arguments, input: nothing.raw)
            // Who tells every process of this name to end is served best by this one, which ends last.
            for one in [SIGHUP, SIGINT, SIGTERM] { signal(one) { _ in } }
            try WorkerThread.start("caller") {
                var byte: UInt8 = 0
                while read(0, &byte, 1) < 0, errno == EINTR {}
                kill(child, SIGKILL)
            }
            return outlive(child, NSTemporaryDirectory())
        }
    }

    private static func guarded(_ body: () throws -> Int32) -> Int32 {
        do { return try body() } catch {
            say("bench: \(error)")
            return 1
        }
    }

    /// This program once more, as the leader of a group.
    private static func start(_ arguments: [String], input: Int32, environment: [String: String] = [:]) throws(SystemError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var words = ([CommandLine.arguments[0]] + arguments).map { strdup($0) } + [nil]
        var settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, "/proc/self/exe", &actions, &attributes, &words, &settings)
        guard code == 0 else { throw SystemError(action: "start bench \(arguments[0])", code: code) }
        return id
    }

    /// Waits for its end, then ends what it left and removes its folder.
    /// - Returns: its exit status; of one that was killed, the signal and 128.
    private static func outlive(_ child: pid_t, _ folder: String) -> Int32 {
        let status = wait(for: child)
        endAll()
        // The one that is above or below this one may have done it already.
        if status == 0 || status > 128 { try? FileManager.default.removeItem(atPath: folder) } else { rmdir(folder) }
        return status
    }

    /// Waits for it, and for every orphan that ends meanwhile.
    private static func wait(for child: pid_t) -> Int32 {
        var status: Int32 = 0
        while true {
            let ended = waitpid(-1, &status, 0)
            if ended == child { break }
            if ended < 0, errno != EINTR { return 1 }
        }
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    /// Ends all that is below this process. What is started meanwhile is below it, too.
    private static func endAll() {
        let limit = EventLoop.clock() + .seconds(10)
        var status: Int32 = 0
        while true {
            var ended: pid_t
            repeat { ended = waitpid(-1, &status, WNOHANG) } while ended > 0
            // There is nobody any more.
            if ended < 0 { return }
            let left = ProcessTree(root: getpid()).members.dropFirst()
            for id in left { kill(id, SIGKILL) }
            guard EventLoop.clock() < limit else {
                return say("bench: could not end these processes: \(left.map(String.init).joined(separator: ", "))")
            }
            usleep(5_000)
        }
    }
}
