import Foundation
import Library
import Linux
import Playback
import Ports
import Store
import Words
import Workouts

/// `bench counted session FOLDER [play] [plant]`: the store's own thread over a store of one routine, with its local state beside it, from
/// its start to its end. With `play` the sample is played from home to its summary meanwhile, on a clock that jumps from one deadline to the
/// next, with the journal of it, and its session filed. Every file is written as the program writes it, the index at the end included; what
/// that comes to is counted from outside.
enum CountedSession {
    static func run(_ arguments: [String]) throws {
        guard let folder = arguments.first, folder.hasPrefix("/") else {
            throw Refusal(sentence: "bench counted session FOLDER [play] [plant]")
        }
        let (store, state) = (folder + "/store", folder + "/state")
        try FileManager.default.createDirectory(atPath: store + "/routines", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        let sample = store + "/routines/morning-core.routine"
        if !FileManager.default.fileExists(atPath: sample) {
            try FileManager.default.copyItem(at: benchResource("routines/morning-core.routine"), to: URL(fileURLWithPath: sample))
        }
        let loop = try EventLoop()
        var isReady = false
        var kept: StoreAnswer.Kept?
        let thread = try StoreThread(
            StoreThread.Place(
                path: store, isUsual: false, state: LocalState(["STATE_DIRECTORY": state]), device: "0a1b2c3d", bootID: "b", starters: [],
                gallery: try Catalog(parsing: [UInt8](try Data(contentsOf: benchResource("catalog.json")))), english: try benchWords(),
                edition: "bench"), poster: loop.poster, log: { say("counted session: \($0)") },
            deliver: { event in
                switch event {
                case .library(let library): isReady = isReady || library.status == .ready
                case .answer(.filed(_, let place)): kept = place
                case .answer: break
                }
            })
        defer { thread.close() }
        try wait(loop) { isReady }
        // What follows a start, and then a session, by itself is written meanwhile: the manifest within two seconds.
        try settle(loop)
        guard arguments.contains("play") else { return }
        let home = try CountedPlay.Home(
            journal: WrittenJournal(JournalFile(path: state + "/journal.json"), times: arguments.contains("plant") ? 2 : 1))
        home.play()
        guard let finished = home.playOut(400) else { throw SystemError(action: "play the sample to its end", code: EINVAL) }
        thread.learn(WallTime(zeroNanoseconds: 1_779_951_600_000_000_000, isKnown: true), at: home.now)
        thread.perform(.file(finished))
        try wait(loop) { kept != nil }
        guard kept == .inStore else { throw SystemError(action: "file the session in the store", code: EINVAL) }
        try settle(loop)
    }

    private static func settle(_ loop: EventLoop) throws {
        let end = EventLoop.clock() + .seconds(3)
        try wait(loop) { EventLoop.clock() >= end }
    }

    private static func wait(_ loop: EventLoop, until isOver: @escaping () -> Bool) throws {
        let limit = EventLoop.clock() + .seconds(60)
        try loop.run { now in
            if isOver() || now > limit { loop.stop() }
            return now + .milliseconds(50)
        }
        guard isOver() else { throw SystemError(action: "hear of the store within a minute", code: ETIMEDOUT) }
    }
}

/// A journal whose every entry is on the disk before the next one comes, as entries are that come seconds after one another.
private final class WrittenJournal: Journal {
    private let file: JournalFile
    /// More than once is the regression that the guard has to notice.
    private let times: Int

    init(_ file: JournalFile, times: Int) { (self.file, self.times) = (file, times) }

    func keep(_ entry: @escaping @Sendable () -> [UInt8]) {
        for _ in 0..<times {
            file.keep(entry)
            file.flush()
        }
    }
    func clear() {
        file.clear()
        file.flush()
    }
}
