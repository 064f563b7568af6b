import Foundation
import Glibc
import Library
import Linux
import Playback
import Ports
import Testing
import Workouts

@testable import Store

/// A store and its clerk; time is moved by hand, the disk is real.
private final class Desk {
    let folder: ScratchFolder
    let loop: EventLoop
    private(set) var clerk: StoreClerk!
    private(set) var events: [StoreEvent] = []
    private(set) var logged: [String] = []
    /// Of the next openings of the store's folder.
    var failures: [Int32] = []

    init(_ folder: ScratchFolder = ScratchFolder(), isUsual: Bool = true) throws {
        self.folder = folder
        folder.put("", "local/x")
        loop = try EventLoop(start: Instant(nanoseconds: 100_000_000_000))
        let place = StoreThread.Place(
            path: folder.path + "/store", isUsual: isUsual, state: LocalState(["STATE_DIRECTORY": folder.path + "/local"]),
            device: "0a1b2c3d", bootID: "boot-1", starters: bundledStarters, gallery: gallery, english: english, edition: "1")
        clerk = StoreClerk(
            place, loop: loop, log: { [unowned self] in logged.append($0) }, tell: { [unowned self] in events.append($0) },
            openFolder: { [unowned self] path throws(StoreError) in
                if let code = failures.popLast() { throw StoreError(action: "open the store", cause: .init(action: "open it", code: code)) }
                return try StoreFolder(path: path)
            })
    }

    /// The library as it is after this many seconds.
    @discardableResult
    func after(_ seconds: Double) throws -> Library? {
        try loop.advance(to: loop.now)
        try loop.advance(to: loop.now + .nanoseconds(Int64(seconds * 1e9)))
        return library
    }

    var library: Library? {
        for case .library(let library) in events.reversed() { return library }
        return nil
    }

    /// The last answer.
    func answer(_ command: StoreCommand) -> StoreAnswer? {
        clerk.perform(.command(command))
        for case .answer(let answer) in events.reversed() { return answer }
        return nil
    }

    var names: [String] { (library?.routines.map(\.path) ?? []).sorted() }
    func put(_ text: String, _ name: String) { folder.put(text, "store/" + name) }
    func move(_ from: String, _ to: String) { _ = rename(folder.path + "/" + from, folder.path + "/" + to) }
}

@Suite struct StoreClerkTests {
    @Test func aNewStoreIsSeededAndShown() throws {
        let desk = try Desk()
        desk.clerk.start()
        #expect(desk.library?.status == .ready && desk.library?.routines.count == 3 && desk.logged == [])
        #expect(try desk.after(5)?.attention == [] && desk.folder.text("store/PROBLEMS.txt") == nil)
    }

    @Test func aFileThatIsCopiedInIsShownInTheSameTurn() throws {
        let desk = try Desk()
        desk.clerk.start()
        desk.put("Evening\nSquats 30s", "routines/evening.routine")
        #expect(try desk.after(0)?.routines.contains { $0.path == "routines/evening.routine" } == true)
        let published = desk.events.count
        #expect(try desk.after(10)?.status == .ready && desk.events.count == published, "and nothing more is told")
        unlink(desk.folder.path + "/store/routines/evening.routine")
        #expect(try desk.after(0)?.routines.count == 3)
    }

    @Test func problemsAreWrittenDownInTheQuietAndTakenAwayWhenTheyAreMended() throws {
        let desk = try Desk()
        desk.clerk.start()
        desk.put("{", "routines/half.json")
        #expect(try desk.after(0.5)?.attention.map(\.path) == ["routines/half.json"])
        #expect(desk.folder.text("store/PROBLEMS.txt") == nil, "it may be a copy on its way")
        try desk.after(5)
        #expect(desk.folder.text("store/PROBLEMS.txt")?.hasPrefix("routines/half.json:1: ") == true)
        let inode = try FileManager.default.attributesOfItem(atPath: desk.folder.path + "/store/PROBLEMS.txt")[.systemFileNumber] as? Int
        desk.put("x", "routines/notes.routine.bak")
        desk.put("Evening\nSquats 30s", "routines/evening.routine")
        try desk.after(5)
        let now = try FileManager.default.attributesOfItem(atPath: desk.folder.path + "/store/PROBLEMS.txt")[.systemFileNumber] as? Int
        #expect(inode == now, "the same bytes are not written again")
        unlink(desk.folder.path + "/store/routines/half.json")
        try desk.after(5)
        #expect(desk.folder.text("store/PROBLEMS.txt") == nil)
    }

    @Test func anOpeningThatFailsOnceIsTriedAgain() throws {
        let desk = try Desk()
        desk.put("Evening\nSquats 30s", "routines/evening.routine")
        desk.failures = [EIO]
        desk.clerk.start()
        #expect(desk.library?.status == .missing && desk.library?.routines.count == 3, "until then what comes with the program")
        #expect(try desk.after(5)?.status == .ready && desk.names.contains("routines/evening.routine"))
        #expect(desk.logged == ["the store: could not open the store: could not open it: Input/output error"])
        desk.put("Morning\nSquats 30s", "routines/morning.routine")
        #expect(try desk.after(0)?.routines.contains { $0.path == "routines/morning.routine" } == true, "and it is watched")
    }

    @Test func anOpeningThatFailsAfterTheStoreWasExchangedIsTriedAgain() throws {
        let desk = try Desk()
        desk.put("Evening\nSquats 30s", "routines/evening.routine")
        desk.clerk.start()
        try desk.after(5)
        desk.failures = [EIO, ESTALE]
        desk.move("store", "away")
        desk.put(desk.folder.text("away/.stepback-store") ?? "", ".stepback-store")
        desk.put("Morning\nSquats 30s", "routines/morning.routine")
        try desk.after(2)
        #expect(desk.library?.status == .missing && desk.names.contains("routines/evening.routine"), "what was read stays")
        let published = desk.events.count
        try desk.after(2)
        #expect(desk.failures == [] && desk.events.count == published, "nothing new is told while it fails")
        #expect(try desk.after(3)?.status == .ready && desk.names.contains("routines/morning.routine"))
    }

    @Test func whatIsNoSessionInTheOutboxIsNamedOnceAndLeft() throws {
        let desk = try Desk()
        desk.folder.put("{", "local/outbox/0000000f.json")
        desk.clerk.start()
        desk.clerk.perform(.clock(marchClock, desk.loop.now))
        _ = desk.answer(.file(finished(random: "00000001", known: false)))
        try desk.after(10)
        let sentence = "the store: no session can be read from \(desk.folder.path)/local/outbox/0000000f.json; it stays there"
        #expect(desk.logged == [sentence] && desk.folder.text("local/outbox/0000000f.json") == "{")
    }

    @Test func aSessionIsFoundWhereItIsFiledAndOneThatCannotBeKnownIsNot() throws {
        let desk = try Desk()
        desk.clerk.start()
        let (filed, held) = (finished(random: "00000001"), finished(random: "00000002", known: false))
        #expect(desk.answer(.find(filed)) == .found(random: "00000001", isFiled: false))
        _ = desk.answer(.file(filed))
        _ = desk.answer(.file(held))
        #expect(desk.answer(.find(filed)) == .found(random: "00000001", isFiled: true))
        #expect(desk.answer(.find(held)) == .found(random: "00000002", isFiled: true))
        // No folder any more, and a file where one should be.
        desk.folder.put("", "store/sessions/2026/x")
        desk.move("store/sessions", "away")
        desk.put("", "sessions")
        #expect(desk.answer(.find(filed)) == .found(random: "00000001", isFiled: false))
        #expect(desk.logged.count == 1)
    }

    @Test func whatAnEarlierProcessLeftHalfWrittenIsSweptUpInTheQuiet() throws {
        let desk = try Desk()
        let left = "sessions/2026/03/.stepback-0a1b2c3d-11111111.tmp"
        desk.put("half", left)
        desk.clerk.start()
        try desk.after(1)
        #expect(desk.folder.text("store/" + left) == "half", "there is more to do at first")
        try desk.after(5)
        #expect(desk.folder.text("store/" + left) == nil)
    }

    @Test func aStoreThatGoesIsRememberedAndWhatWasPlayedMeanwhileIsFiledOnce() throws {
        let desk = try Desk(isUsual: false)
        desk.put("Evening\nSquats 30s", "routines/evening.routine")
        desk.clerk.start()
        desk.clerk.perform(.clock(marchClock, desk.loop.now))
        #expect(desk.answer(.file(finished(random: "00000001"))) == .filed(random: "00000001", .inStore))
        #expect(desk.library?.sessions.count == 1)
        desk.move("store", "elsewhere")
        let gone = try desk.after(3)
        #expect(gone?.status == .missing && gone?.routines.count == 1 && gone?.sessions.count == 1)
        #expect(desk.answer(.file(finished(at: march + 600, random: "00000002"))) == .filed(random: "00000002", .locally))
        #expect(desk.library?.sessions.count == 2 && desk.folder.tree.keys.contains("local/outbox/00000002.json"))
        #expect(desk.answer(.edit(StoreEdit(new: .routines, ending: "routine", bytes: [65]), ticket: 7)) == .failed(.missing, ticket: 7))
        desk.move("elsewhere", "store")
        let back = try desk.after(3)
        #expect(back?.status == .ready && back?.sessions.count == 2)
        #expect(desk.folder.tree.keys.count { $0.hasPrefix("store/sessions/2026/03/") } == 2)
        #expect(!desk.folder.tree.keys.contains { $0.hasPrefix("local/outbox/") })
        desk.put("Morning\nSquats 30s", "routines/morning.routine")
        #expect(try desk.after(0)?.routines.count == 2, "the one that came back is watched")
    }

    @Test func aStoreThatIsRemovedWhileItRunsLeavesTheStarters() throws {
        let desk = try Desk(isUsual: false)
        desk.put("Evening\nSquats 30s", "routines/evening.routine")
        desk.clerk.start()
        #expect(desk.names == ["routines/evening.routine"])
        try FileManager.default.removeItem(atPath: desk.folder.path + "/store")
        let gone = try desk.after(3)
        #expect(gone?.status == .missing && gone?.routines.compactMap(\.starter).count == 3)
        #expect(desk.answer(.file(finished())) == .filed(random: "4e5f6071", .locally) && desk.library?.sessions.count == 1)
    }

    @Test func anotherStoreInItsPlaceIsReadAnew() throws {
        let desk = try Desk()
        desk.clerk.start()
        #expect(desk.library?.routines.count == 3)
        // Between two looks: nobody was told.
        let other = try Desk()
        other.clerk.start()
        other.put("Evening\nSquats 30s", "routines/evening.routine")
        desk.move("store", "old")
        _ = rename(other.folder.path + "/store", desk.folder.path + "/store")
        #expect(try desk.after(3)?.routines.count == 4)
        desk.put("Late\nSquats 30s", "routines/late.routine")
        #expect(try desk.after(0)?.routines.count == 5)
    }

    @Test func aStoreThatIsMissingAtTheStartLeavesTheStarters() throws {
        let desk = try Desk(isUsual: false)
        desk.clerk.start()
        #expect(desk.library?.status == .missing && desk.library?.routines.count == 3)
        #expect(desk.answer(.file(finished())) == .filed(random: "4e5f6071", .locally) && desk.library?.sessions.count == 1)
        desk.put("Evening\nSquats 30s", "routines/evening.routine")
        #expect(try desk.after(3)?.status == .ready && desk.names == ["routines/evening.routine"])
    }

    @Test func sessionsWaitForTheClockAndCountMeanwhile() throws {
        let desk = try Desk()
        desk.clerk.start()
        desk.clerk.perform(.clock(WallTime(zeroNanoseconds: 0, isKnown: false), desk.loop.now))
        #expect(desk.answer(.file(finished(at: 100, known: false))) == .filed(random: "4e5f6071", .locally))
        #expect(try desk.after(10)?.sessions.count == 1 && !desk.folder.tree.keys.contains { $0.hasPrefix("store/sessions/") })
        desk.clerk.perform(.clock(marchClock, desk.loop.now))
        #expect(try desk.after(3)?.sessions.count == 1)
        #expect(desk.folder.tree.keys.contains("store/sessions/2026/03/20260302T070000Z-0a1b2c3d-4e5f6071.json"))
    }

    @Test func whatIsEditedOnTheKioskIsInTheNextLibrary() throws {
        let desk = try Desk()
        desk.clerk.start()
        let text = Array("Evening\nSquats 30s\n".utf8)
        guard case .written(let path?, 1) = desk.answer(.edit(StoreEdit(new: .routines, ending: "routine", bytes: text), ticket: 1)) else {
            Issue.record("\(desk.events)")
            return
        }
        #expect(desk.names.contains(path) && desk.library?.routines.count == 4)
        #expect(desk.answer(.read(path: path, ticket: 2)) == .contents(text, ticket: 2))
        let another = Array("Night\nSquats 30s\n".utf8)
        #expect(
            desk.answer(.edit(StoreEdit(path: path, bytes: another, expecting: another), ticket: 3))
                == .conflict(with: text, ticket: 3))
        #expect(
            desk.answer(.edit(StoreEdit(path: path, bytes: nil, expecting: text), ticket: 4)) == .written(path: nil, ticket: 4))
        #expect(!desk.names.contains(path) && desk.library?.routines.count == 3)
        // A starter that was deleted comes back, and only it.
        let starter = try #require(desk.names.first)
        #expect(
            desk.answer(
                .edit(StoreEdit(path: starter, bytes: nil, expecting: Array(desk.folder.text("store/" + starter)!.utf8)), ticket: 5))
                == .written(path: nil, ticket: 5))
        #expect(desk.library?.routines.count == 2)
        for ticket in 6...7 {
            #expect(
                desk.answer(.restoreStarters(ticket: ticket)) == .written(path: nil, ticket: ticket) && desk.library?.routines.count == 3)
        }
        var settings = Settings()
        settings.volume = 40
        desk.clerk.perform(.command(.keep(settings)))
        #expect(desk.folder.text("local/settings.json")?.contains("40") == true)
    }

    @Test func theIndexIsKeptInTheLongQuietAndAtTheEnd() throws {
        let desk = try Desk()
        desk.clerk.start()
        try desk.after(10)
        #expect(desk.folder.text("local/index") == nil)
        try desk.after(15)
        #expect(FileManager.default.fileExists(atPath: desk.folder.path + "/local/index"))
        unlink(desk.folder.path + "/local/index")
        desk.put("Evening\nSquats 30s", "routines/evening.routine")
        try desk.after(0)
        desk.clerk.perform(.close)
        #expect(FileManager.default.fileExists(atPath: desk.folder.path + "/local/index"))
        let next = try Desk(desk.folder)
        desk.put("Late\nSquats 30s", "routines/late.routine")
        next.clerk.start()
        #expect(next.library?.routines.count == 5 && next.library?.status == .ready)
        #expect(try next.after(5)?.routines.count == 5)
    }
}

/// A main loop that runs until something has come; a minute is for ever.
private func run(_ loop: EventLoop, until isOver: () -> Bool) throws -> Bool {
    let end = EventLoop.clock() + .seconds(60)
    try loop.run { now in
        if isOver() || now >= end { loop.stop() }
        return end
    }
    return isOver()
}

@Test func theStoresThreadTellsTheMainLoop() throws {
    let folder = ScratchFolder()
    folder.put("", "local/x")
    folder.put("half", "local/.stepback-local-11111111.tmp")
    let loop = try EventLoop()
    var library: Library?
    var answers: [StoreAnswer] = []
    let thread = try StoreThread(
        StoreThread.Place(
            path: folder.path + "/store", isUsual: true, state: LocalState(["STATE_DIRECTORY": folder.path + "/local"]), device: "0a1b2c3d",
            bootID: nil, starters: bundledStarters, gallery: gallery, english: english, edition: "1"),
        poster: loop.poster, log: { Issue.record("\($0)") },
        deliver: { event in
            switch event {
            case .library(let next): library = next
            case .answer(let answer): answers.append(answer)
            }
        })
    thread.perform(.read(path: "routines/none.routine", ticket: 1))
    #expect(try run(loop) { library?.status == .ready && !answers.isEmpty })
    #expect(answers == [.contents(nil, ticket: 1)] && library?.routines.count == 3)
    folder.put("Evening\nSquats 30s", "store/routines/evening.routine")
    #expect(try run(loop) { library?.routines.count == 4 })
    thread.learn(marchClock, at: Instant(nanoseconds: 100_000_000_000))
    for number in 0..<20 { thread.perform(.file(finished(at: march + number, random: "0000000\(number % 10)"))) }
    thread.hold(finished(at: march + 30, random: "0000000a"))
    // Both at once, as for a play that was left behind.
    for number in 10..<30 {
        thread.hold(finished(at: march + number, random: "000000\(number)"))
        thread.perform(.file(finished(at: march + number, random: "000000\(number)")))
    }
    thread.close()
    #expect(try run(loop) { answers.filter { if case .filed(_, .inStore) = $0 { true } else { false } }.count == 40 })
    #expect(try run(loop) { answers.contains(.filed(random: "0000000a", .locally)) })
    #expect(folder.tree.keys.filter { $0.hasPrefix("local/outbox/") } == ["local/outbox/0000000a.json"])
    #expect(folder.tree.keys.contains("local/index"))
    #expect(folder.text("local/.stepback-local-11111111.tmp") == nil)
}
