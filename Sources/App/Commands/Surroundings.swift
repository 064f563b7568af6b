import Foundation
import Glibc
import Linux
import Playback
import Store

/// What the process was given: tests give their own.
public struct Surroundings {
    /// The words behind the program's name.
    public var arguments: [String]
    /// Of the environment.
    public var variables: [String: String]
    /// The program's own file, links resolved.
    public var executable: String
    /// Standard output and standard error.
    public var write: (String) -> Void
    public var complain: (String) -> Void
    /// Standard input to its end, or to that many bytes; nil when it cannot be read.
    public var read: (_ limit: Int) -> [UInt8]?
    /// Of a clock that only goes forward.
    public var now: () -> Instant
    /// Lets that time pass, or less if the process is told to end meanwhile.
    public var wait: (Duration) -> Void
    /// Where this machine's own player keeps its things, the store among them.
    public var playersFolder: String
    /// access(2): 0, or an error number.
    public var access: (_ path: String, _ rights: Int32) -> Int32

    public init(
        arguments: [String], variables: [String: String], executable: String, write: @escaping (String) -> Void,
        complain: @escaping (String) -> Void, read: @escaping (_ limit: Int) -> [UInt8]? = { _ in nil },
        now: @escaping () -> Instant = { EventLoop.clock() }, wait: @escaping (Duration) -> Void = { _ in },
        playersFolder: String = LocalState.playersFolder,
        access: @escaping (_ path: String, _ rights: Int32) -> Int32 = { Glibc.access($0, $1) == 0 ? 0 : errno }
    ) {
        self.arguments = arguments
        self.variables = variables
        self.executable = executable
        self.write = write
        self.complain = complain
        self.read = read
        self.now = now
        self.wait = wait
        self.playersFolder = playersFolder
        self.access = access
    }

    /// This process's.
    public static func ofThisProcess() -> Surroundings {
        let link = "/proc/self/exe"
        // Without /proc the name we were called by must do.
        let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) ?? CommandLine.arguments.first ?? ""
        return Surroundings(
            arguments: Array(CommandLine.arguments.dropFirst()), variables: ProcessInfo.processInfo.environment, executable: executable,
            write: { put($0, STDOUT_FILENO) }, complain: { put($0, STDERR_FILENO) }, read: { get(STDIN_FILENO, limit: $0) },
            wait: { _ = SignalSource.wait(for: [SIGTERM, SIGINT, SIGHUP], atMost: $0) })
    }

    /// A service manager started this process, and will start it again.
    var isService: Bool { ServiceNotifier(environment: variables) != nil }

    private static func get(_ descriptor: Int32, limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < limit {
            // Whatever the reason: there is nothing to be had.
            guard let count = try? systemCall("read", { Glibc.read(descriptor, &chunk, chunk.count) }) else { return nil }
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        return Array(bytes.prefix(limit))
    }

    private static func put(_ text: String, _ descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            // When nobody reads any more (a closed pipe, a full disk) there is nobody to tell.
            guard let count = try? systemCall("write", { rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } })
            else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// A line for a terminal: a file's name or text may hold escape sequences, and they are not for it to obey.
    func say(_ line: String) { write(Self.printable(line) + "\n") }

    /// The same on standard error.
    func warn(_ line: String) { complain(Self.printable(line) + "\n") }

    static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control }))
    }

    /// The language the environment asks for, as POSIX orders it: LC_ALL, LC_MESSAGES, LANG. "de_AT.UTF-8" is "de-AT"; "C" is none.
    var language: String? {
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            guard let value = variables[name], !value.isEmpty else { continue }
            return Option.localeTag(value)
        }
        return nil
    }
}
