import Foundation
import Glibc
import Library
import Records
import Synchronization
import Testing
import Workouts

@testable import Store

/// A store with its contents, whose clock is moved by hand: an hour on, so that nothing in it is young.
private final class Kept {
    let store: ScratchStore
    let contents: StoreContents

    init(_ store: ScratchStore, hoursOn: Int = 1, edition: String = "") throws {
        self.store = store
        contents = StoreContents(folder: try store.folder(), gallery: gallery, edition: edition)
        let before = contents.wallNanoseconds
        contents.wallNanoseconds = { before() + hoursOn * 3_600_000_000_000 }
    }

    var library: Library { contents.library(.ready) }
    var names: [String] { library.routines.map(\.routine.name) }
}

private func session(_ id: String, of routine: String, at started: String, minutes: Int = 1) -> String {
    SessionJSON.text(
        of: Session(
            id: id, routineID: routine, routineName: routine, device: "0a1b2c3d", startedSeconds: Timestamp.seconds(started) ?? 0,
            wasCompleted: true, completedStepCount: 1, totalStepCount: 1, activeSeconds: 60 * minutes))
}

private func filled() throws -> ScratchStore {
    let store = try ScratchStore()
    try store.write("Legs\nSquats 30s", to: "routines/legs.routine")
    try store.write("Arms\nPush-ups 30s\nBrige 20", to: "routines/sub/arms.routine")
    try store.write("Nothing", to: "routines/broken.routine")
    for day in 10...19 {
        let id = "202603\(day)T070000Z-0a1b2c3d-0000000\(day % 10)"
        try store.write(session(id, of: "legs.routine", at: "2026-03-\(day)T07:00:00Z"), to: "sessions/2026/03/\(id).json")
    }
    return store
}

@Suite struct ContentsTests {
    @Test func aFileThatComesChangesAndGoesIsFollowed() throws {
        let kept = try Kept(try filled())
        kept.contents.start()
        #expect(kept.names == ["Legs", "Arms"] && kept.library.sessions.count == 10)
        try kept.store.write("Core\nPlank 30s", to: "routines/new/core.routine")
        #expect(kept.contents.look(at: ["routines/new"]) && kept.names == ["Legs", "Core", "Arms"])
        #expect(!kept.contents.look(at: ["routines/new/core.routine"]))
        try kept.store.write("Core again\nPlank 30s", to: "routines/new/core.routine")
        #expect(kept.contents.look(at: ["routines/new/core.routine"]) && kept.names == ["Legs", "Core again", "Arms"])
        try kept.store.remove("routines/new")
        #expect(kept.contents.look(at: ["routines/new/core.routine", "routines/new"]) && kept.names == ["Legs", "Arms"])
        try kept.store.remove("routines")
        #expect(kept.contents.look(at: ["routines"]) && kept.names == [] && kept.library.attention == [])
        #expect(!kept.contents.look(at: ["routines", "PROBLEMS.txt", "sessions/2026/03/.x.tmp"]))
    }

    @Test func aSweepFindsWhatNobodyToldOf() throws {
        let kept = try Kept(try filled())
        kept.contents.start()
        #expect(!kept.contents.sweep())
        let read = kept.contents.filesRead
        try kept.store.write("Legs 2\nSquats 30s", to: "routines/legs.routine")
        try kept.store.remove("routines/broken.routine")
        try kept.store.remove("sessions/2026/03/20260312T070000Z-0a1b2c3d-00000002.json")
        #expect(kept.contents.sweep() && kept.names == ["Legs 2", "Arms"])
        #expect(kept.library.sessions.count == 9 && kept.contents.filesRead == read + 1)
        #expect(!kept.library.lines.joined().contains("broken"))
    }

    @Test func theSameSessionTwiceCountsOnce() throws {
        let kept = try Kept(try filled())
        let id = "20260310T070000Z-0a1b2c3d-00000000"
        let text = session(id, of: "legs.routine", at: "2026-03-10T07:00:00Z")
        try kept.store.write(text, to: "sessions/2026/03/\(id) (1).json")
        try kept.store.write(text, to: "sessions/copied/\(id).json")
        kept.contents.start()
        #expect(kept.library.sessions.count == 10)
        try kept.store.write(text, to: "sessions/2026/03/\(id) copy.json")
        _ = kept.contents.look(at: ["sessions/2026/03/\(id) copy.json"])
        #expect(kept.library.sessions.count == 10)
    }

    @Test func anOwnWorkoutIsKnownToRoutinesAndItsEndLeavesThemItsName() throws {
        let kept = try Kept(try filled())
        try kept.store.write("Mine\nHelicopter 30s", to: "routines/mine.routine")
        try kept.store.write(#"{"steps": [{"workoutID": "w1", "workoutNameSnapshot": "Helicopter"}]}"#, to: "routines/json.json")
        kept.contents.start()
        func steps() -> [Step?] {
            ["routines/mine.routine", "routines/json.json"].map { kept.library.routine(at: $0)?.routine.steps[0] }
        }
        #expect(steps().map { $0?.workoutID } == [nil, nil])
        try kept.store.write(#"{"id": "w1", "name": "Helicopter", "categoryID": "cardio"}"#, to: "workouts/w.json")
        #expect(kept.contents.look(at: ["workouts/w.json"]))
        #expect(steps().map { $0?.workoutID } == ["w1", "w1"] && steps().allSatisfy { $0?.category == .cardio })
        #expect(kept.library.ownWorkouts == ["w1": "workouts/w.json"] && kept.library.catalog["w1"]?.name == "Helicopter")
        try kept.store.remove("workouts/w.json")
        #expect(kept.contents.look(at: ["workouts"]))
        #expect(steps().map { $0?.workoutID } == [nil, nil] && steps().map { $0?.name } == ["Helicopter", "Helicopter"])
        #expect(kept.library.catalog["w1"] == nil && kept.library.ownWorkouts == [:])
    }

    @Test func anOwnWorkoutWithAnotherWorkoutsIDIsListed() throws {
        let kept = try Kept(try ScratchStore())
        try kept.store.write(#"{"id": "squat", "name": "My squat"}"#, to: "workouts/a.json")
        try kept.store.write(#"{"id": "w1", "name": "One"}"#, to: "workouts/b.json")
        try kept.store.write(#"{"id": "w1", "name": "Two"}"#, to: "workouts/c.json")
        kept.contents.start()
        #expect(kept.library.catalog["squat"]?.name != "My squat" && kept.library.catalog["w1"]?.name == "One")
        #expect(kept.library.lines(of: "workouts/a.json").first?.hasPrefix("It has the same id as the gallery’s “Squat") == true)
        #expect(kept.library.lines(of: "workouts/c.json").first?.hasPrefix("It has the same id as workouts/b.json") == true)
    }

    @Test func aPlanFindsItsRoutinesByIDOrName() throws {
        let kept = try Kept(try filled())
        try kept.store.write(
            """
            {"name": "Week", "isActive": true, "slots": [
             {"weekdayLabelIndex": 2, "routineID": "legs.routine", "routineNameSnapshot": "Once Legs"},
             {"weekdayLabelIndex": 3, "routineNameSnapshot": "arms"},
             {"weekdayLabelIndex": 4, "routineNameSnapshot": "Gone"}, {"weekdayLabelIndex": 5, "routineNameSnapshot": "Gone"}]}
            """, to: "plans/week.json")
        kept.contents.start()
        #expect(kept.library.week?.plan.days.joined().map(\.routineID) == ["legs.routine", "sub/arms.routine", nil, nil])
        #expect(kept.library.lines(of: "plans/week.json").count { $0.contains("“Gone” stands in the plan") } == 1)
    }

    @Test func aYoungFileWithErrorsMayBeACopyOnItsWay() throws {
        let kept = try Kept(try filled(), hoursOn: 0)
        kept.contents.start()
        #expect(kept.contents.isUnsettled("routines/broken.routine") && !kept.contents.isUnsettled("routines/legs.routine"))
        let old = try Kept(kept.store)
        old.contents.start()
        #expect(!old.contents.isUnsettled("routines/broken.routine"))
    }
}

@Suite struct FailingDiskTests {
    /// The error that opening anything has now; 0: none.
    private final class Trouble: Sendable {
        let code = Atomic<Int32>(0)
        let begin: String

        init(below begin: String) { self.begin = begin }

        func failure(_ path: String) -> Int32? {
            let code = code.load(ordering: .relaxed)
            return code != 0 && path.hasPrefix(begin) ? code : nil
        }
    }

    @Test(arguments: [EIO, ESTALE, ETIMEDOUT], ["", "routines", "routines/legs.routine", "sessions/2026", "workouts"])
    func whatADiskDoesNotShowForNowIsNotGone(code: Int32, below begin: String) throws {
        let store = try filled()
        try store.write(#"{"id": "w1", "name": "Helicopter", "categoryID": "cardio"}"#, to: "workouts/w.json")
        let trouble = Trouble(below: begin)
        let contents = StoreContents(
            folder: try StoreFolder(path: store.path, keeper: nil, failure: { trouble.failure($0) }), gallery: gallery)
        let before = contents.wallNanoseconds
        contents.wallNanoseconds = { before() + 3_600_000_000_000 }
        contents.start()
        let known = contents.library(.ready)
        #expect(known.routines.count == 2 && known.sessions.count == 10 && known.ownWorkouts.count == 1 && !contents.isDoubtful)
        // Something changed, and cannot be read.
        try store.write("Longer legs\nSquats 30s", to: "routines/legs.routine")
        trouble.code.store(code, ordering: .relaxed)
        func look(_ paths: [String]?) throws {
            _ = paths.map(contents.look(at:)) ?? contents.sweep()
            let now = contents.library(.ready)
            #expect(now.routines.map(\.path) == known.routines.map(\.path) && now.sessions == known.sessions)
            #expect(now.ownWorkouts == known.ownWorkouts)
        }
        for path in ["routines/legs.routine", "routines", "sessions/2026/03", "sessions", "workouts/w.json", "workouts"] {
            try look([path])
        }
        #expect(contents.isDoubtful == (begin == "" || begin == "workouts"))
        try look(nil)
        #expect(contents.isDoubtful)
        trouble.code.store(0, ordering: .relaxed)
        #expect(contents.sweep() && !contents.isDoubtful)
        #expect(contents.library(.ready).routine(at: "routines/legs.routine")?.routine.name == "Longer legs")
        #expect(contents.library(.ready).attention.map(\.path) == known.attention.map(\.path))
        try store.remove("routines")
        #expect(contents.look(at: ["routines"]) && contents.library(.ready).routines.isEmpty)
    }
}

@Suite struct IndexTests {
    /// A store that was read and left, and the index of that.
    private func left(_ change: (ScratchStore) throws -> Void = { _ in }) throws -> (store: ScratchStore, index: [UInt8], library: Library)
    {
        let kept = try Kept(try filled())
        try change(kept.store)
        kept.contents.start()
        return (kept.store, kept.contents.index(), kept.library)
    }

    private func started(_ store: ScratchStore, _ index: [UInt8], edition: String = "") throws -> Kept {
        let kept = try Kept(store, edition: edition)
        kept.contents.start(index: index)
        // Whatever the index said, the library is what a look at everything gives.
        let fresh = try Kept(store)
        fresh.contents.start()
        #expect(kept.library.routines == fresh.library.routines && kept.library.attention == fresh.library.attention)
        #expect(kept.library.sessions == fresh.library.sessions && kept.library.plans == fresh.library.plans)
        return kept
    }

    @Test func withAnIndexOfTheSameStoreNothingIsReadAgain() throws {
        let (store, index, library) = try left()
        let kept = try started(store, index)
        #expect(kept.contents.filesRead == 0 && kept.library.routines == library.routines && kept.library.sessions.count == 10)
        #expect(kept.library.attention == library.attention && kept.library.attention.count == 2)
        #expect(kept.contents.index() == index)
    }

    @Test func whatChangedWhileTheKioskWasOffIsRead() throws {
        let (store, index, _) = try left()
        try store.write("Legs, longer\nSquats 60s", to: "routines/legs.routine")
        try store.write("New\nSquats 60s", to: "routines/new.routine")
        try store.remove("routines/sub")
        let id = "20260401T070000Z-0a1b2c3d-00000000"
        try store.write(session(id, of: "legs.routine", at: "2026-04-01T07:00:00Z"), to: "sessions/2026/04/\(id).json")
        let kept = try started(store, index)
        #expect(kept.contents.filesRead == 3 && kept.names == ["Legs, longer", "New"] && kept.library.sessions.count == 11)
    }

    @Test func theSameSizeAndTimeDoNotHideAChange() throws {
        for replaces in [false, true] {
            let (store, index, _) = try left()
            let path = store.path + "/routines/legs.routine"
            var status = stat()
            #expect(lstat(path, &status) == 0)
            let bytes = Data("Lags\nSquats 30s".utf8)
            try bytes.write(to: URL(fileURLWithPath: path), options: replaces ? [.atomic] : [])
            var times = [status.st_atim, status.st_mtim]
            #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
            var now = stat()
            #expect(lstat(path, &now) == 0 && now.st_size == status.st_size && now.st_mtim.tv_nsec == status.st_mtim.tv_nsec)
            #expect(try started(store, index).names == ["Lags", "Arms"])
        }
    }

    @Test func aSessionChangedInPlaceIsFoundByTheSweepThatFollows() throws {
        let (store, index, _) = try left()
        let id = "20260310T070000Z-0a1b2c3d-00000000"
        try store.write(session(id, of: "other", at: "2026-03-10T07:00:00Z", minutes: 9), to: "sessions/2026/03/\(id).json")
        let kept = try Kept(store)
        kept.contents.start(index: index)
        #expect(kept.contents.sweep() && kept.contents.filesRead == 1)
        #expect(!kept.contents.sweep())
    }

    @Test func whatIsYoungIsNotTrusted() throws {
        let young = try Kept(try filled(), hoursOn: 0)
        young.contents.start()
        let kept = try started(young.store, young.contents.index())
        #expect(kept.contents.filesRead == 13)
    }

    @Test func sessionsAreTheSameBesideAndBelowEachOther() throws {
        // A folder's own files, and folders before and behind them in the order of bytes.
        var places = ["", "2026/", "2026/03/", "2026/03/a/", "2026/03/é/x/", "2026-b/", "z/"]
        places.shuffle()
        let (store, index, library) = try left { store in
            for (number, place) in places.enumerated() {
                let text = session("s\(number)", of: "r\(number % 3)", at: "2026-04-0\(number + 1)T07:00:00Z")
                try store.write(text, to: "sessions/\(place)m\(number).json")
            }
        }
        #expect(library.sessions.count == 17)
        let kept = try started(store, index)
        #expect(kept.contents.filesRead == 0 && kept.library.sessions == library.sessions && !kept.contents.sweep())
        try store.remove("sessions/2026/03")
        #expect(try started(store, index).library.sessions.count == 4 && kept.contents.sweep() && kept.library.sessions.count == 4)
    }

    @Test func aFolderOfSessionsWithABrokenFileIsLookedThrough() throws {
        let path = "sessions/2026/03/20260320T070000Z-0a1b2c3d-00000000.json"
        let (store, index, library) = try left { try $0.write("{\"id\": ", to: path) }
        #expect(library.lines.contains { $0.hasPrefix(path) })
        let kept = try started(store, index)
        #expect(!kept.contents.sweep() && kept.library.attention == library.attention)
        // Its rest arrives without a change in the folder.
        try store.write(session("x", of: "legs.routine", at: "2026-03-20T07:00:00Z"), to: path)
        #expect(try started(store, index).library.sessions.count == 11)
    }

    @Test func anotherGalleryOrEditionReadsTheRoutinesAnew() throws {
        let (store, index, _) = try left()
        #expect(try started(store, index, edition: "2").contents.filesRead == 3)
        try store.write(#"{"id": "w1", "name": "Helicopter"}"#, to: "workouts/w.json")
        #expect(try started(store, index).contents.filesRead == 4)
    }

    @Test func aTornOrForeignIndexIsAsGoodAsNone() throws {
        let (store, index, library) = try left()
        #expect(StoreIndex(decoding: index) != nil)
        for length in 0..<index.count { #expect(StoreIndex(decoding: Array(index[..<length])) == nil) }
        for place in index.indices {
            var torn = index
            torn[place] ^= 0x10
            #expect(StoreIndex(decoding: torn) == nil, "byte \(place)")
        }
        for foreign in [[], [0], Array(repeating: 0, count: 5_000), index + [0]] { #expect(StoreIndex(decoding: foreign) == nil) }
        let kept = try Kept(store)
        kept.contents.start(index: Array(index.dropLast()))
        #expect(kept.contents.filesRead == 13 && kept.library.routines == library.routines)
    }

    @Test func bytesThatSomebodyMadeNeverReadBeyondTheirEnd() {
        // Without the checksum in front of it, the reader meets every kind of nonsense.
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            bytes.withUnsafeBytes { buffer in
                var reader = IndexReader(buffer)
                while (try? reader.problems()) != nil, (try? reader.routine(path: "x")) != nil {}
                var other = IndexReader(buffer)
                try? other.readTable()
                var (numbers, shelf) = ([Int32](), SessionShelf())
                while (try? other.session(&numbers, &shelf)) != nil, (try? other.rawText()) != nil {}
            }
        }
    }
}
