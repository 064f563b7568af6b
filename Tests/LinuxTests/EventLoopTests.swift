import CLinux
import Glibc
import Playback
import Synchronization
import Testing

@testable import Linux

private func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

/// A pipe; each end is closed when it is told to, or with the test.
private final class Pipe {
    let reader: Int32
    private(set) var writer: Int32 = -1

    init() {
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0)
        for end in ends { precondition(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
        (reader, writer) = (ends[0], ends[1])
    }

    func send(_ text: String = "x") { precondition(write(writer, text, text.utf8.count) == text.utf8.count) }

    func receive() -> String {
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = read(reader, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    func closeWriter() {
        if writer >= 0 { close(writer) }
        writer = -1
    }

    deinit {
        closeWriter()
        close(reader)
    }
}

@Suite(.timeLimit(.minutes(10))) struct EventLoopTests {
    private let loop = try! EventLoop(start: at(0))

    @Test func alarmsComeInTheOrderOfTheirInstantsAndThenOfTheirMaking() throws {
        var log: [String] = []
        loop.at(at(30)) { log.append("c") }
        loop.at(at(10)) { log.append("a") }
        loop.at(at(20)) { log.append("b1") }
        loop.at(at(20)) { log.append("b2") }
        try loop.advance(to: at(25))
        #expect(log == ["a", "b1", "b2"])
        try loop.advance(to: at(30))
        #expect(log == ["a", "b1", "b2", "c"])
    }

    @Test func anAlarmSeesItsOwnInstantAndComesOnce() throws {
        var seen: [Instant] = []
        loop.at(at(10)) { [loop] in seen.append(loop.now) }
        loop.at(at(999)) { [loop] in seen.append(loop.now) }
        try loop.advance(to: at(5000))
        #expect(seen == [at(10), at(999)])
        #expect(loop.now == at(5000))
    }

    @Test func anAlarmThatSetsTheNextOneKeepsTheBeatForHours() throws {
        var beats = 0
        var lateness = Duration.zero
        func beat(_ number: Int64) {
            loop.at(at(number * 250)) { [loop] in
                beats += 1
                lateness += loop.now - at(number * 250)
                beat(number + 1)
            }
        }
        beat(1)
        try loop.advance(to: at(10 * 3_600_000))
        #expect(beats == 144_000)
        #expect(lateness == .zero)
    }

    @Test func anAlarmInThePastComesInTheNextTurn() throws {
        try loop.advance(to: at(100))
        var came: Instant?
        loop.at(at(50)) { [loop] in came = loop.now }
        try loop.advance(to: at(100))
        #expect(came == at(100), "time does not run backwards")
    }

    @Test func anAlarmThatWasEndedDoesNotCome() throws {
        var log: [String] = []
        let second = loop.at(at(20)) { log.append("second") }
        loop.at(at(20)) { log.append("third") }
        loop.at(at(10)) { [loop] in
            log.append("first")
            loop.end(second)
        }
        try loop.advance(to: at(100))
        #expect(log == ["first", "third"])
    }

    @Test func anAlarmOfTheSameTurnCanStillBeEnded() throws {
        var log: [String] = []
        var token: EventLoop.Token?
        loop.at(at(10)) { [loop] in
            log.append("first")
            token.map(loop.end)
        }
        token = loop.at(at(10)) { log.append("second") }
        try loop.advance(to: at(10))
        #expect(log == ["first"])
    }

    @Test func aDescriptorIsServedWhenItIsReady() throws {
        let pipe = Pipe()
        var received: [String] = []
        loop.watch(pipe.reader, for: .read) { events in
            #expect(events == .read)
            received.append(pipe.receive())
        }
        try loop.advance(to: at(1))
        #expect(received == [])
        pipe.send("one")
        try loop.advance(to: at(2))
        try loop.advance(to: at(3))
        #expect(received == ["one"])
    }

    @Test func aDescriptorIsServedAsLongAsItIsReady() throws {
        let pipe = Pipe()
        var calls = 0
        loop.watch(pipe.reader, for: .read) { _ in calls += 1 }
        pipe.send()
        for turn in 1...100 { try loop.advance(to: at(Int64(turn))) }
        #expect(calls == 100)
    }

    @Test func readinessToWriteIsItsOwnInterest() throws {
        let pipe = Pipe()
        var calls = 0
        let token = loop.watch(pipe.writer, for: .write) { events in
            #expect(events == .write)
            calls += 1
        }
        try loop.advance(to: at(1))
        loop.end(token)
        try loop.advance(to: at(2))
        #expect(calls == 1)
    }

    @Test func anEventOnItsWayToAnEndedWatchIsDropped() throws {
        let (first, second) = (Pipe(), Pipe())
        var log: [String] = []
        var tokens: [EventLoop.Token] = []
        for (name, pipe) in [("first", first), ("second", second)] {
            tokens.append(
                loop.watch(pipe.reader, for: .read) { [loop] _ in
                    log.append(name)
                    for token in tokens { loop.end(token) }
                })
            pipe.send()
        }
        try loop.advance(to: at(1))
        #expect(log == ["first"])
    }

    @Test func aNewDescriptorUnderAnOldNumberGetsNothingOfTheOldOnes() throws {
        let (first, second) = (Pipe(), Pipe())
        var log: [String] = []
        first.send()
        second.send()
        var old: EventLoop.Token?
        loop.watch(first.reader, for: .read) { [loop] _ in
            log.append("first")
            guard let token = old else { return }
            old = nil
            // The second closes in the very turn in which it is ready, and its number is given out again at once.
            loop.end(token)
            let number = second.reader
            #expect(dup2(first.reader, number) == number)
            loop.watch(number, for: .read) { _ in log.append("new") }
            _ = first.receive()
        }
        old = loop.watch(second.reader, for: .read) { _ in log.append("old") }
        try loop.advance(to: at(1))
        #expect(log == ["first"])
        try loop.advance(to: at(2))
        #expect(log == ["first"], "what was ready was taken")
        first.send()
        try loop.advance(to: at(3))
        #expect(log == ["first", "first", "new"])
    }

    @Test func aDescriptorThatOnlyFailsRestsAndIsLookedAtAgain() throws {
        let pipe = Pipe()
        var calls = 0
        loop.watch(pipe.reader, for: .read) { events in
            #expect(events.isDisjoint(with: .read))
            calls += 1
        }
        pipe.closeWriter()
        // A thousand turns a second for ten seconds.
        for turn in 1...10_000 { try loop.advance(to: at(Int64(turn))) }
        #expect((16...30).contains(calls), "\(calls) calls")
    }

    @Test func aFailingDescriptorDoesNotHoldUpTheOthers() throws {
        let (broken, good) = (Pipe(), Pipe())
        var received = 0
        loop.watch(broken.reader, for: .read) { _ in }
        loop.watch(good.reader, for: .read) { _ in received += good.receive().count }
        broken.closeWriter()
        for turn in 1...1000 {
            good.send()
            try loop.advance(to: at(Int64(turn)))
        }
        #expect(received == 1000)
    }

    @Test func aDescriptorThatRecoversIsServedAsBefore() throws {
        var ends: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        var calls = 0
        var data = 0
        // A write end that hangs up fails alone while nobody wants to read.
        loop.watch(ends[0], for: []) { _ in calls += 1 }
        loop.watch(ends[0], for: .read) { _ in data += 1 }
        close(ends[1])
        for turn in 1...50 { try loop.advance(to: at(Int64(turn))) }
        #expect(calls == 16)
        #expect(data == 50, "a hang-up that can be read is no mere failure")
        close(ends[0])
    }

    @Test func aClosedDescriptorIsToldOnceAndItsWatchEnds() throws {
        let pipe = Pipe()
        var calls: [EventLoop.Interest] = []
        // So high a number is not given out again by the tests that run beside this one.
        let number = fcntl(pipe.reader, F_DUPFD_CLOEXEC, 900)
        #expect(number >= 900)
        loop.watch(number, for: .read) { calls.append($0) }
        close(number)
        for turn in 1...100 { try loop.advance(to: at(Int64(turn))) }
        #expect(calls.count == 1)
        #expect(calls.first?.isDisjoint(with: .failed) == false)
    }

    @Test func postsFromManyThreadsArriveWholeAndInTheOrderOfEachThread() throws {
        let loop = try EventLoop()
        let log = Mutex<[(thread: Int, number: Int)]>([])
        for thread in 0..<8 {
            let poster = loop.poster
            try WorkerThread.start("poster \(thread)") {
                for number in 0..<500 { poster.post { log.withLock { $0.append((thread, number)) } } }
            }
        }
        try loop.run { _ in
            if log.withLock({ $0.count }) == 4000 { loop.stop() }
            return nil
        }
        for thread in 0..<8 {
            let numbers = log.withLock { $0.filter { $0.thread == thread }.map(\.number) }
            #expect(numbers == Array(0..<500))
        }
    }

    @Test func workPostedByPostedWorkRunsInALaterTurn() throws {
        let loop = try EventLoop()
        let poster = loop.poster
        // A class, because Swift 6.0.3 cannot capture a Mutex in a closure within a closure.
        final class Log: Sendable {
            let words = Mutex<[String]>([])
        }
        let log = Log()
        poster.post {
            log.words.withLock { $0.append("outer") }
            poster.post { log.words.withLock { $0.append("inner") } }
        }
        var turns: [[String]] = []
        try loop.run { _ in
            turns.append(log.words.withLock { $0 })
            if turns.last?.count == 2 { loop.stop() }
            return nil
        }
        #expect(turns.contains(["outer"]))
    }

    @Test func theRunningLoopWakesAtAbsoluteDeadlinesNeverBefore() throws {
        let loop = try EventLoop()
        let start = loop.now
        var wakes: [Duration] = []
        for step in 1...20 { loop.at(start + .milliseconds(step)) { wakes.append(loop.now - (start + .milliseconds(step))) } }
        try loop.run { _ in
            if wakes.count == 20 { loop.stop() }
            return nil
        }
        #expect(wakes.allSatisfy { $0 >= .zero })
    }

    @Test func theTurnsOwnDeadlineWakesTheLoop() throws {
        let loop = try EventLoop()
        let start = loop.now
        var instants: [Instant] = []
        try loop.run { now in
            instants.append(now)
            if instants.count == 4 { loop.stop() }
            return start + .milliseconds(2 * instants.count)
        }
        for (index, instant) in instants.dropFirst().enumerated() { #expect(instant >= start + .milliseconds(2 * (index + 1))) }
    }

    @Test func stopEndsTheRunAfterTheEventsOfItsTurn() throws {
        let loop = try EventLoop()
        var log: [String] = []
        let due = loop.now
        loop.at(due) {
            log.append("first")
            loop.stop()
        }
        loop.at(due) { log.append("second") }
        var turns = 0
        try loop.run { _ in
            turns += 1
            return nil
        }
        #expect(log == ["first", "second"])
        #expect(turns == 1)
    }

    @Test(arguments: [EBADF, EFAULT, EIO]) func aFailureThatAShareAnswersIsAnErrorWhateverItsNumber(_ code: Int32) {
        #expect(throws: SystemError(action: "look", code: code)) {
            try systemCall("look") { () -> Int32 in
                errno = code
                return -1
            }
        }
    }

    @Test func theLoopCanRunAgainAfterAStop() throws {
        let loop = try EventLoop()
        for _ in 0..<3 {
            var turns = 0
            loop.at(loop.now) { loop.stop() }
            try loop.run { _ in
                turns += 1
                return nil
            }
            #expect(turns == 1)
        }
    }
}
