import CLinux
import Foundation
import Glibc
import Playback
import Testing

@testable import Linux

/// The service manager's end: a datagram socket under a path or an abstract name.
private final class Listener {
    let descriptor: Int32
    let name: String

    init(_ name: String) {
        self.name = name
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(2 + bytes.count)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        precondition(result == 0)
    }

    func receive() -> String? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    deinit {
        close(descriptor)
        if name.first == "/" { unlink(name) }
    }
}

/// An abstract socket's and a file's. Apart from the test's attribute, in which Swift 6.0.3 cannot compile them.
private let socketNames = ["@stepback-test-\(getpid())", "\(NSTemporaryDirectory())stepback-\(getpid()).socket"]

@Suite struct ServiceTests {
    @Test(arguments: socketNames)
    func theManagerHearsWhatItIsTold(name: String) throws {
        let listener = Listener(name)
        let notifier = try #require(ServiceNotifier(environment: ["NOTIFY_SOCKET": name]))
        try notifier.notify(.ready, .status("Playing Morning core\nset 2"))
        #expect(listener.receive() == "READY=1\nSTATUS=Playing Morning core set 2")
        try notifier.notify(.watchdog)
        #expect(listener.receive() == "WATCHDOG=1")
        try notifier.notify(.stopping)
        #expect(listener.receive() == "STOPPING=1")
        #expect(listener.receive() == nil)
    }

    @Test func withoutAManagerThereIsNoNotifier() {
        for environment in [
            [:], ["NOTIFY_SOCKET": ""], ["NOTIFY_SOCKET": "@"], ["NOTIFY_SOCKET": "vsock:2:1234"], ["NOTIFY_SOCKET": "run/x"],
        ] {
            #expect(ServiceNotifier(environment: environment) == nil)
        }
    }

    @Test func theWatchdogIsFedTwiceAsOftenAsItMustBe() {
        func interval(_ more: [String: String]) -> Duration? {
            ServiceNotifier(environment: more.merging(["NOTIFY_SOCKET": "/x"]) { $1 }, process: 42)?.watchdogInterval
        }
        #expect(interval(["WATCHDOG_USEC": "10000000"]) == .seconds(5))
        #expect(interval(["WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "42"]) == .seconds(5))
        #expect(interval(["WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "41"]) == nil, "another process is watched")
        #expect(interval(["WATCHDOG_USEC": "0"]) == nil)
        #expect(interval(["WATCHDOG_USEC": "soon"]) == nil)
        #expect(interval([:]) == nil)
    }

    @Test func aManagerThatIsGoneIsASentence() throws {
        let notifier = try #require(ServiceNotifier(environment: ["NOTIFY_SOCKET": "/proc/nonexistent/notify"]))
        #expect(throws: SystemError(action: "notify /proc/nonexistent/notify", code: ENOENT)) { try notifier.notify(.ready) }
        let long = try #require(ServiceNotifier(environment: ["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 200)]))
        #expect(throws: SystemError.self) { try long.notify(.ready) }
    }

    @Test func aManagerThatDoesNotReadNeverHoldsUsUp() throws {
        let listener = Listener("@stepback-full-\(getpid())")
        let notifier = try #require(ServiceNotifier(environment: ["NOTIFY_SOCKET": listener.name]))
        var refused: SystemError?
        for _ in 0..<10_000 where refused == nil {
            do throws(SystemError) { try notifier.notify(.watchdog) } catch { refused = error }
        }
        #expect(refused?.code == EAGAIN)
    }
}

@Suite struct SystemCallTests {
    @Test func anErrorIsASentence() {
        #expect(throws: SystemError(action: "open /proc/nonexistent/file", code: ENOENT)) {
            _ = try Descriptor(opening: "/proc/nonexistent/file", O_RDONLY)
        }
        #expect(SystemError(action: "open /dev/dri/card0", code: EACCES).description == "could not open /dev/dri/card0: Permission denied")
    }

    @Test func interruptedCallsAreMadeAgain() throws {
        var calls = 0
        let result: Int32 = try systemCall("try") {
            calls += 1
            errno = EINTR
            return calls < 4 ? -1 : 7
        }
        #expect(result == 7 && calls == 4)
    }

    @Test func aDescriptorIsClosedWhenItGoes() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        var slot = pollfd(fd: ends[1], events: 0, revents: 0)
        do {
            let reader = Descriptor(owning: ends[0])
            #expect(reader.raw == ends[0])
            #expect(poll(&slot, 1, 0) == 0)
        }
        // The last reader is gone.
        #expect(poll(&slot, 1, 0) == 1 && slot.revents == Int16(POLLERR))
        close(ends[1])
    }

    @Test func aFileIsOpenedForThisProcessOnly() throws {
        let descriptor = try Descriptor(opening: "/dev/null", O_RDONLY)
        let raw = descriptor.raw
        #expect(fcntl(raw, F_GETFD) == FD_CLOEXEC)
    }
}

@Test func aSignalThatIsWaitedForEndsTheWait() {
    var former = sigset_t()
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGURG)
    pthread_sigmask(SIG_BLOCK, &signals, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    #expect(SignalSource.wait(for: [SIGURG], atMost: .zero) == nil)
    #expect(SignalSource.wait(for: [SIGURG], atMost: .seconds(-1)) == nil)
    #expect(SignalSource.wait(for: [SIGURG], atMost: .milliseconds(1)) == nil)
    pthread_kill(pthread_self(), SIGURG)
    // An hour, if it did not.
    #expect(SignalSource.wait(for: [SIGURG], atMost: .seconds(3600)) == SIGURG)
}
