import Foundation
import Glibc
import Library
import Linux
import Playback
import Ports
import Store
import Words
import Workouts

/// From the close of a file in the store to its routine on the main loop, in a small store and in one of ten years, and what a thousand
/// files at once do to a loop that turns 60 times a second.
func benchStoreWatch() {
    do {
        // As the kiosk's own loop has it.
        ThreadPriority.claim(.loop)
        defer { leavePriority() }
        for (routines, sessions) in [(50, 500), (10_000, 100_000)] {
            let scratch = try ScratchStore(routines: routines, sessions: sessions)
            let live = try LiveStore(scratch)
            defer { live.close() }
            let delays = try live.copyOneByOne(200).sorted()
            let name = "store of \(routines) and \(sessions)"
            report("\(name): a file copied in, p50", delays[100])
            report("\(name): the same, p99 of 200", delays[197], goal: 100)
            let still = try live.frames(for: .seconds(3))
            let storm = try live.copyAtOnce(1_000)
            report("\(name): 1,000 files at once, from the first close", storm.all, goal: 2000)
            report("\(name): and from the last close", storm.rest)
            report(
                "\(name): the loop's latest turn of sixty a second meanwhile", storm.latest, goal: 16.7,
                note: "with nothing to do \(still.text)")
            say("\(name): \(storm.libraries) libraries were told meanwhile")
        }
    } catch { notMeasured("store watch: \(error)") }
}

/// A main loop with a store's thread, and a turn every sixtieth of a second, in which nothing is drawn: what is asked is how late it comes.
private final class LiveStore {
    struct Storm {
        var all: Duration
        var rest: Duration
        var libraries: Int
        var latest: Duration
    }

    private static let frame = Duration.nanoseconds(16_666_667)

    private let scratch: ScratchStore
    private let loop: EventLoop
    private var thread: StoreThread!
    private var library: Library?
    private var libraries = 0

    init(_ scratch: ScratchStore) throws {
        self.scratch = scratch
        loop = try EventLoop()
        let state = scratch.base + "/state"
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        let catalog = try Catalog(parsing: [UInt8](try Data(contentsOf: benchResource("catalog.json"))))
        let strings = try Data(contentsOf: benchResource("Localizable.xcstrings"))
        let place = StoreThread.Place(
            path: scratch.store, isUsual: false, state: LocalState(["STATE_DIRECTORY": state]), device: "0a1b2c3d", bootID: nil,
            starters: [], gallery: catalog, english: try Words(catalog: strings, locale: Locale(identifier: "en")), edition: "bench")
        thread = try StoreThread(
            place, poster: loop.poster, log: { say("store watch: \($0)") },
            deliver: { [unowned self] event in
                guard case .library(let next) = event else { return }
                library = next
                libraries += 1
            })
        try run { self.library?.status == .ready }
    }

    func close() { thread.close() }

    /// How long each takes to arrive, one after another with pauses of no rhythm between.
    func copyOneByOne(_ count: Int) throws -> [Duration] {
        var delays: [Duration] = []
        for number in 0..<count {
            let pause = EventLoop.clock() + .milliseconds(20 + number * 37 % 90)
            try run { EventLoop.clock() >= pause }
            let name = "bench-\(number).routine"
            try write(name)
            let closed = EventLoop.clock()
            try run { self.library?.routine(id: name) != nil }
            delays.append(EventLoop.clock() - closed)
        }
        return delays
    }

    func copyAtOnce(_ count: Int) throws -> Storm {
        let (before, start) = (libraries, EventLoop.clock())
        let poster = loop.poster
        var lastClose: Instant?
        let writer = Writer(folder: scratch.store)
        try WorkerThread.start("copy") {
            let closed = writer.write(count)
            poster.post { writer.note(closed) }
        }
        let latest = try run { [unowned self] in
            lastClose = writer.closed
            return lastClose != nil && self.library?.routine(id: "storm-\(count - 1).routine") != nil
                && (0..<count).allSatisfy { self.library?.routine(id: "storm-\($0).routine") != nil }
        }
        let end = EventLoop.clock()
        return Storm(all: end - start, rest: end - (lastClose ?? end), libraries: libraries - before, latest: latest)
    }

    func frames(for duration: Duration) throws -> Duration {
        let end = EventLoop.clock() + duration
        return try run { EventLoop.clock() >= end }
    }

    /// Turns until it is over, a minute at most; by how much the latest of them was late.
    @discardableResult
    private func run(until isOver: @escaping () -> Bool) throws -> Duration {
        let limit = EventLoop.clock() + .seconds(60)
        var next = EventLoop.clock() + Self.frame
        var latest = Duration.zero
        try loop.run { now in
            while next <= now {
                latest = max(latest, now - next)
                next = next + Self.frame
            }
            if isOver() || now > limit { loop.stop() }
            return next
        }
        guard isOver() else { throw SystemError(action: "see the file within a minute", code: ETIMEDOUT) }
        return latest
    }

    private func write(_ name: String) throws { try Writer.write(name, in: scratch.store) }
}

/// Copies files as fast as the disk takes them. Written to on the main loop's thread only; its folder never changes.
private final class Writer: @unchecked Sendable {
    // Safe: `closed` is set and read on the main loop's thread alone, in what the poster runs there.
    private let folder: String
    private(set) var closed: Instant?

    init(folder: String) { self.folder = folder }

    func note(_ closed: Instant) { self.closed = closed }

    func write(_ count: Int) -> Instant {
        // One that cannot be written is missed at the end, and then there is no figure.
        for number in 0..<count { try? Self.write("storm-\(number).routine", in: folder) }
        return EventLoop.clock()
    }

    static func write(_ name: String, in folder: String) throws {
        let path = folder + "/routines/" + name
        let text = Array("Copied \(name)\n\nSquats 30s x3, rest 10s\nthen 15s rest\nPlank 45s\n".utf8)
        let file = Descriptor(owning: try systemCall("make \(path)") { open(path, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0o644) })
        let raw = file.raw
        _ = try systemCall("write \(path)") { Glibc.write(raw, text, text.count) }
    }
}
