import Library
import Records
import Testing
import Workouts

private let gallery = try! Catalog(parsing: Array(#"{"catalogVersion": 1, "categories": [], "workouts": []}"#.utf8))

private func entry(
    _ path: String, id: String? = nil, name: String = "Legs", updated: String? = nil, starter: String? = nil, digest: UInt64 = 0,
    notes: [Problem] = []
) -> StoredFile {
    let routine = Routine(id: id ?? Identity.fallback(path: path), name: name, steps: [Step(name: "Squats")])
    return StoredFile(
        path: path, stamp: FileStamp(size: 1, modifiedNanoseconds: 1, changedNanoseconds: 1, inode: 1),
        content: .routine(RoutineEntry(path: path, routine: routine, updated: updated, starter: starter, digest: digest, notes: notes)))
}

private func session(_ path: String, of id: String, at seconds: Int = 0) -> StoredFile {
    StoredFile(
        path: path, stamp: FileStamp(size: 1, modifiedNanoseconds: 1, changedNanoseconds: 1, inode: 1),
        content: .session(
            SessionFact(key: SessionFact.key(of: path), routineID: id, startedSeconds: seconds, activeSeconds: 60, wasCompleted: true)))
}

private func library(_ files: StoredFile..., starters: [String: Set<UInt64>] = [:]) -> Library {
    var shelves = Shelves(gallery: gallery, starters: starters)
    shelves.replaceAll(with: files)
    // One at a time and all at once come to the same.
    var other = Shelves(gallery: gallery, starters: starters)
    for file in files.reversed() { other.put(file) }
    let (left, right) = (shelves.library(.ready), other.library(.ready))
    #expect(left.routines == right.routines && left.attention == right.attention && left.sessions.count == right.sessions.count)
    return left
}

/// "path: key argument" of everything that needs a person.
private func told(_ library: Library) -> [String] {
    library.attention.flatMap { attention in
        attention.problems.map {
            "\(attention.path): \($0.what.key.dropFirst("problem.".count)) \($0.what.arguments.first.map { "\($0)" } ?? "")"
        }
    }
}

@Test func anEntryHasTheRoutinesOneTotal() {
    let routine = Routine(id: "a", name: "A", steps: [Step(name: "Bridge", workSeconds: 30, sets: 3, setRestSeconds: 10)])
    let entry = RoutineEntry(path: "routines/a.routine", routine: routine, updated: nil, starter: nil, notes: [])
    #expect(entry.id == "a")
    #expect(entry.totalSeconds == 110)
}

@Test func ofTwoWithOneIDTheNewerPlaysWhateverItsPath() {
    let (old, new) = ("2026-03-02T07:00:00Z", "2026-03-09T07:00:00Z")
    for paths in [("routines/a", "routines/b"), ("routines/b", "routines/a")] {
        let both = library(entry(paths.0, id: "x", updated: old), entry(paths.1, id: "x", name: "Newer", updated: new))
        #expect(both.routines.map(\.routine.name) == ["Newer"] && both.routine(id: "x")?.path == paths.1)
        #expect(told(both) == ["\(paths.0): store.sameID text(\"\(paths.1)\")"])
    }
}

@Test func withoutTwoDatesTheFirstPathInByteOrderPlays() {
    for dates in [(nil, nil), ("2026-03-02T07:00:00Z", nil), (nil, "2026-03-02T07:00:00Z"), ("soon", "2026-03-02T07:00:00Z")] {
        let both = library(entry("routines/Z", id: "x", updated: dates.0), entry("routines/a", id: "x", updated: dates.1))
        #expect(both.routines.map(\.path) == ["routines/Z"] && told(both) == ["routines/a: store.sameID text(\"routines/Z\")"])
    }
}

@Test func twoSpellingsOfOneNameAreTwoFilesWithOneID() {
    let both = library(entry("routines/u\u{308}.routine"), entry("routines/\u{FC}.routine"))
    #expect(both.routines.map { Array($0.path.utf8) } == [Array("routines/u\u{308}.routine".utf8)])
    #expect(both.attention.count == 1 && both.routine(id: "\u{FC}.routine") != nil && both.routine(id: "u\u{308}.routine") != nil)
}

@Test func untouchedCopiesOfAStarterShowAsOneWithoutAWord() {
    let starters: [String: Set<UInt64>] = ["short": [7]]
    let two = library(
        entry("routines/a", starter: "short", digest: 7), entry("routines/b", starter: "short", digest: 7), starters: starters)
    #expect(two.routines.map(\.path) == ["routines/a"] && told(two) == [])
    // With an id of their own in the file they are one too.
    let sameID = library(
        entry("routines/a", id: "s", starter: "short", digest: 7), entry("routines/b", id: "s", starter: "short", digest: 7),
        session("sessions/1", of: "s"), starters: starters)
    #expect(sameID.routines.map(\.path) == ["routines/a"] && told(sameID) == [])
}

@Test func anEditedOrPlayedCopyOfAStarterNeverFallsAway() {
    let starters: [String: Set<UInt64>] = ["short": [7]]
    let edited = library(
        entry("routines/a", starter: "short", digest: 7), entry("routines/b", starter: "short", digest: 8), starters: starters)
    #expect(edited.routines.count == 2)
    // Two that were edited alike are no copies as seeded.
    let alike = library(
        entry("routines/a", starter: "short", digest: 8), entry("routines/b", starter: "short", digest: 8), starters: starters)
    #expect(alike.routines.count == 2)
    // The one with a history stays, and the other has nothing to lose.
    let played = library(
        entry("routines/a", starter: "short", digest: 7), entry("routines/b", starter: "short", digest: 7),
        session("sessions/1", of: "b"), starters: starters)
    #expect(played.routines.map(\.path) == ["routines/b"])
    let bothPlayed = library(
        entry("routines/a", starter: "short", digest: 7), entry("routines/b", starter: "short", digest: 7),
        entry("routines/c", starter: "short", digest: 7), session("sessions/1", of: "b"), session("sessions/2", of: "a"),
        starters: starters)
    #expect(bothPlayed.routines.map(\.path) == ["routines/a", "routines/b"])
}

@Test func whatNeedsAPersonStandsInByteOrderWithNotes() {
    let note = Problem.note("problem.store.folder", at: .line(2))
    let listed = StoredFile(
        path: "routines/A", stamp: FileStamp(size: 1, modifiedNanoseconds: 1, changedNanoseconds: 1, inode: 1),
        content: .listed([.error("problem.file.empty", at: .line(1))]))
    let all = library(entry("routines/b", id: "x", notes: [note]), listed, entry("routines/a", id: "x"))
    #expect(told(all) == ["routines/A: file.empty ", "routines/b: store.sameID text(\"routines/a\")", "routines/b: store.folder "])
}

@Test func aFileMayBecomeAnotherOrGo() {
    var shelves = Shelves(gallery: gallery, starters: [:])
    shelves.put(entry("routines/a", id: "x"))
    shelves.put(entry("routines/b", id: "x", name: "Other"))
    shelves.put(session("sessions/1", of: "x", at: 5))
    #expect(shelves.library(.ready).routines.map(\.path) == ["routines/a"] && shelves.library(.ready).sessions.count == 1)
    shelves.remove("routines/a")
    shelves.put(session("sessions/0", of: "x", at: 3))
    #expect(shelves.library(.ready).routines.map(\.path) == ["routines/b"] && shelves.library(.ready).sessions.count == 2)
    #expect(shelves.library(.ready).attention == [])
    shelves.put(session("sessions/1", of: "y", at: 5))
    shelves.remove("sessions/0")
    #expect(
        shelves.library(.ready).sessions
            == SessionLog([
                SessionFact(
                    key: SessionFact.key(of: "sessions/1"), routineID: "y", startedSeconds: 5, activeSeconds: 60, wasCompleted: true)
            ]))
    #expect(shelves.paths(at: "routines") == ["routines/b"] && shelves.paths(at: "routines/b") == ["routines/b"])
    #expect(shelves["routines/b"] != nil && shelves["routines/a"] == nil)
}
