import Glibc
import Linux
import Playback
import Synchronization
import Testing

@Suite struct UeventTests {
    private func message(_ fields: [String]) -> [UInt8] { fields.flatMap { Array($0.utf8) + [0] } }

    @Test func aHotplugOfAScreenIsRead() {
        let event = Uevent(
            message: message([
                "change@/devices/gpu/drm/card1", "ACTION=change", "DEVPATH=/devices/gpu/drm/card1", "SUBSYSTEM=drm", "HOTPLUG=1",
                "CONNECTOR=34",
            ]))
        #expect(event?.action == "change" && event?.subsystem == "drm" && event?.devicePath == "/devices/gpu/drm/card1")
        #expect(event?.properties["HOTPLUG"] == "1" && event?.properties["CONNECTOR"] == "34")
    }

    @Test func aMessageWithoutFieldsStillHasItsHead() {
        let event = Uevent(message: message(["remove@/devices/usb/1-1"]))
        #expect(event?.action == "remove" && event?.devicePath == "/devices/usb/1-1" && event?.subsystem == "")
    }

    @Test func whatUdevOrAnyoneElseSendsIsNoEvent() {
        #expect(Uevent(message: [UInt8]()) == nil)
        #expect(Uevent(message: message(["libudev", "ACTION=change"])) == nil)
        #expect(Uevent(message: [0, 0, 0, 255, 254]) == nil)
    }

    @Test func aValueMayHoldEqualsSigns() {
        #expect(Uevent(message: message(["add@/x", "MODALIAS=a=b=c"]))?.properties["MODALIAS"] == "a=b=c")
    }

    @Test func rubbishDoesNotTrap() {
        var state: UInt64 = 1
        for _ in 0..<2000 {
            var bytes = message(["add@/d"])
            for _ in 0..<40 {
                state = state &* 6_364_136_223_846_793_005 &+ 1
                bytes.append(UInt8(truncatingIfNeeded: state >> 33))
            }
            #expect(Uevent(message: bytes) != nil)
        }
    }

    /// Asking for an event is root's right, and sysfs may be read-only.
    @Test(.enabled(if: access("/sys/class/mem/null/uevent", W_OK) == 0, "sysfs cannot be written here"))
    func theKernelsOwnEventArrives() throws {
        let loop = try EventLoop()
        var events: [Uevent] = []
        let source = try UeventSource(loop: loop) { event in if let event, event.subsystem == "mem" { events.append(event) } }
        let file = try Descriptor(opening: "/sys/class/mem/null/uevent", O_WRONLY)
        let raw = file.raw
        #expect(write(raw, "change", 6) == 6)
        try loop.advance(to: loop.now)
        #expect(events.map(\.action) == ["change"])
        #expect(events.first?.devicePath == "/devices/virtual/mem/null")
        #expect(events.first?.properties["DEVNAME"] == "null")
        source.end()
    }
}

@Suite struct SignalSourceTests {
    @Test func aSignalArrivesInTheLoopsTurn() throws {
        let loop = try EventLoop()
        var arrived: [Int32] = []
        let source = try SignalSource([SIGUSR1, SIGUSR2], loop: loop) { signal in
            arrived.append(signal)
            if arrived.count == 2 { loop.stop() }
        }
        raise(SIGUSR2)
        raise(SIGUSR1)
        #expect(arrived == [])
        try loop.run { _ in nil }
        #expect(arrived.sorted() == [SIGUSR1, SIGUSR2].sorted())
        source.end()
    }

    /// In a thread of its own: what is sent to it alone, no other test sees.
    @Test func twoThatWaitAreOneAndAfterTheEndNoneIsTold() throws {
        let loop = try EventLoop()
        let poster = loop.poster
        let arrived = Mutex<[[Int32]]>([])
        try WorkerThread.start("signals") {
            var told: [Int32] = []
            func send(_ signal: Int32) { pthread_kill(pthread_self(), signal) }
            do {
                let loop = try EventLoop()
                let source = try SignalSource([SIGWINCH], loop: loop) { told.append($0) }
                var counts: [[Int32]] = []
                for signals in [[SIGWINCH, SIGWINCH], [SIGHUP], [SIGWINCH]] {
                    for signal in signals { send(signal) }
                    try loop.advance(to: loop.now)
                    counts.append(told)
                }
                source.end()
                send(SIGWINCH)
                try loop.advance(to: loop.now)
                counts.append(told)
                arrived.withLock { [counts] in $0 = counts }
            } catch { arrived.withLock { $0 = [[-1]] } }
            poster.post {}
        }
        try loop.run { _ in
            if arrived.withLock({ !$0.isEmpty }) { loop.stop() }
            return nil
        }
        let one = [SIGWINCH]
        #expect(arrived.withLock { $0 } == [one, one, one + one, one + one])
    }
}

@Suite struct WorkerThreadTests {
    @Test func workRunsInAThreadOfItsNameWithSignalsBlocked() throws {
        let loop = try EventLoop()
        let poster = loop.poster
        let found = Mutex(("", false))
        let isDone = Flag()
        try WorkerThread.start("stepback-test") {
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            var name = [UInt8](repeating: 0, count: 64)
            let file = open("/proc/thread-self/comm", O_RDONLY)
            let count = read(file, &name, name.count)
            close(file)
            let text = String(decoding: name.prefix(max(0, count - 1)), as: UTF8.self)
            found.withLock { $0 = (text, sigismember(&mask, SIGUSR1) == 1 && sigismember(&mask, SIGSEGV) == 0) }
            poster.post { isDone.value.withLock { $0 = true } }
        }
        // A turn now and then, until the post has come.
        func look() {
            if isDone.value.withLock({ $0 }) { loop.stop() } else { loop.at(loop.now + .milliseconds(1), look) }
        }
        look()
        try loop.run { _ in nil }
        #expect(found.withLock { $0.0 } == "stepback-test" && found.withLock { $0.1 })
    }

    private final class Flag: Sendable { let value = Mutex(false) }
}
