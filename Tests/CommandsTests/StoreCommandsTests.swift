import Foundation
import Glibc
import TestSupport
import Testing

@testable import Commands

/// A store with a few routines in it.
private func filled() throws -> Scratch {
    let scratch = try Scratch()
    for folder in ["routines/sub", "plans", "workouts", "sessions/2026/03"] {
        try FileManager.default.createDirectory(at: scratch.url.appendingPathComponent(folder), withIntermediateDirectories: true)
    }
    _ = try scratch.file("routines/legs.routine", "# Mine\nLegs\nSquats 30s x2, rest 10s\n")
    _ = try scratch.file("routines/arms.routine", "Arms\nid: a1\nPush-ups 30s\nBrige 20s\n")
    _ = try scratch.file("routines/sub/\u{FC}bung.routine", "\u{DC}bung\nBridge 30s\n")
    _ = try scratch.file("routines/one.routine", "Twin\nBridge 30s\n")
    _ = try scratch.file("routines/two.routine", "Twin\nBridge 40s\n")
    _ = try scratch.file("plans/week.json", #"{"id": "p", "name": "Steady", "isActive": true, "slots": []}"#)
    _ = try scratch.file("workouts/w.json", #"{"id": "w1", "name": "Helicopter"}"#)
    _ = try scratch.file(
        "sessions/2026/03/20260302T070000Z-0a1b2c3d-00000001.json",
        #"{"routineID": "a1", "startedAt": "2026-03-02T07:00:00Z", "wasCompleted": true, "activeSeconds": 50}"#)
    return scratch
}

private func json(_ shell: Shell) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(shell.output.utf8)) as? [String: Any])
}

@Test func listShowsEveryRoutineWithItsFileAndWhatNeedsALook() throws {
    let scratch = try filled()
    let shell = Shell("list", "--store", scratch.url.path)
    #expect(
        shell.output == """
            Arms, 2 steps, 0:50 (routines/arms.routine)
            Legs, 1 step, 1:10 (routines/legs.routine)
            Twin, 1 step, 0:30 (routines/one.routine)
            Twin, 1 step, 0:40 (routines/two.routine)
            \u{DC}bung, 1 step, 0:30 (routines/sub/\u{FC}bung.routine)
            My Week: Steady

            """)
    #expect(shell.code == 0 && shell.errors == "1 file needs a look; “stepback check \(scratch.url.path)” says why\n")
    let data = try json(Shell("list", "--json", "--store", scratch.url.path))
    let arms = try #require((data["routines"] as? [[String: Any]])?.first { $0["id"] as? String == "a1" })
    #expect(arms["lastDone"] as? String == "2026-03-02T07:00:00Z" && arms["timesCompleted"] as? Int == 1)
    #expect(data["sessions"] as? Int == 1 && (data["workouts"] as? [[String: String]])?.first?["file"] == "workouts/w.json")
    #expect((data["plans"] as? [[String: Any]])?.first?["isMyWeek"] as? Bool == true)
}

@Test func showFindsARoutineByNameIDOrPath() throws {
    let scratch = try filled()
    func shown(_ name: String) -> String { Shell("show", name, "--store", scratch.url.path).output }
    #expect(shown("Legs") == "Legs, 1 step, 1:10 (routines/legs.routine)\n\n# Mine\nLegs\n\nSquats 30s x2, rest 10s\n")
    for name in ["legs", "legs.routine", "routines/legs.routine", "LEGS"] { #expect(shown(name) == shown("Legs"), "\(name)") }
    #expect(shown("a1").contains("note: ") && shown("a1") == shown("Arms"))
    // Either Unicode spelling.
    #expect(shown("u\u{308}bung").hasPrefix("\u{DC}bung, ") && shown("sub/u\u{308}bung.routine") == shown("ubung"))
    let data = try json(Shell("show", "Arms", "--json", "--store", scratch.url.path))
    #expect((data["steps"] as? [[String: Any]])?.first?["workSeconds"] as? Int == 30 && (data["notes"] as? [Any])?.count == 1)
}

@Test func aNameThatIsNotThereOrNotAloneGetsASentence() throws {
    let scratch = try filled()
    let store = scratch.url.path
    let near = Shell("show", "lgs", "--store", store)
    #expect(near.code == 1 && near.errors == "There is no file and no routine in \(store) called “lgs”; did you mean “Legs”?\n")
    let several = Shell("show", "twin", "--store", store)
    #expect(
        several.errors
            == "“twin” is the name of several routines; name one by its file: routines/one.routine and routines/two.routine\n")
    let unknown = Shell("play", "Something else", "--store", store)
    #expect(unknown.errors.hasSuffix("called “Something else”; “stepback list” shows what there is\n") && unknown.code == 1)
    let closed = Shell("list", "--store", scratch.path("none"))
    #expect(
        closed.errors.hasPrefix("The store \(scratch.path("none")) could not be opened: No such file or directory; ") && closed.code == 1)
}

@Test func aRoutineThatCannotBeUsedIsNotSaidToBeMissing() throws {
    let scratch = try filled()
    let store = scratch.url.path
    _ = try scratch.file("routines/broken.routine", "Broken bridge\nBridge 30s x0\n")
    _ = try scratch.file("routines/sub/worse.json", "{")
    _ = try scratch.file("routines/sub/zero.json", #"{"name": "Naught", "steps": [{"workoutID": "squat", "workSeconds": 0}]}"#)
    func sentence(_ file: String) -> String { "\(file) cannot be used; “stepback check \(store)/\(file)” says why\n" }
    for name in ["broken", "Broken", "broken.routine", "routines/broken.routine", "Broken bridge", "broken BRIDGE"] {
        for command in ["show", "play"] {
            let shell = Shell(command, name, "--store", store)
            #expect(shell.code == 1 && shell.errors == sentence("routines/broken.routine"), "\(command) \(name)")
        }
    }
    for name in ["worse", "sub/worse", "sub/worse.json"] {
        #expect(Shell("show", name, "--store", store).errors == sentence("routines/sub/worse.json"), "\(name)")
    }
    #expect(Shell("show", "naught", "--store", store).errors == sentence("routines/sub/zero.json"))
    // What only the store knows is said at once: a check of the file alone would find nothing.
    _ = try scratch.file("routines/twice.routine", "Again\nid: a1\nSquats 30s\n")
    #expect(
        Shell("show", "twice.routine", "--store", store).errors
            == "\(store)/routines/twice.routine: It has the same id as routines/arms.routine, which is used in its place; "
            + "delete one of the two, or give one of them another id\n")
    // One that plays with notes is found as ever, and so is the one that a typing error meant.
    #expect(Shell("show", "Arms", "--store", store).code == 0)
    #expect(Shell("show", "lgs", "--store", store).errors.hasSuffix("did you mean “Legs”?\n"))
}

@Test func aRoutineOfTheStoreIsRenderedByItsNameAndAFileComesFirst() throws {
    let scratch = try filled()
    let out = scratch.path("out")
    let shell = Shell("render", "legs", "--store", scratch.url.path, "--out", out, "--no-frames")
    #expect(shell.code == 0 && shell.errors == "", "\(shell.errors)")
    let timeline = try String(contentsOfFile: out + "/timeline.json", encoding: .utf8)
    #expect(timeline.contains("Squats"))
    // A path that is not there is told about as a file.
    let missing = Shell("play", "nowhere/legs.routine", "--store", scratch.url.path)
    #expect(missing.errors == "nowhere/legs.routine: There is no such file; check its name and folder\n")
}

@Test func checkReadsEveryKindOfFileAndAFolderAsAStore() throws {
    let scratch = try filled()
    let plan = Shell("check", scratch.path("plans/week.json"))
    #expect(plan.output == "\(scratch.path("plans/week.json")): Steady, a plan with 0 routines a week\n" && plan.code == 0)
    let workout = Shell("check", scratch.path("workouts/w.json"))
    #expect(workout.output == "\(scratch.path("workouts/w.json")): Helicopter, a workout\n" && workout.code == 0)
    let path = scratch.path("sessions/2026/03/20260302T070000Z-0a1b2c3d-00000001.json")
    #expect(Shell("check", path).output.contains("a session of") && Shell("check", path).code == 0)
    #expect(Shell("play", path).errors.contains("is no routine"))
    let settings = try scratch.file("settings.json", "{\"volume\": 80}")
    #expect(Shell("check", settings).output == "\(settings): settings\n")
    _ = try scratch.file("settings.json", "{\n\"volume\": 101}")
    #expect(
        Shell("check", settings).output
            == "\(settings):2: $.volume: “volume” is 101, which cannot be used; set it again on the screen\n")
    let store = Shell("check", scratch.url.path)
    #expect(store.code == 0 && store.output.contains("\(scratch.url.path)/routines/arms.routine:4: note: "))
    #expect(store.output.hasSuffix("\(scratch.url.path): 5 routines, 1 plan, 1 own workout, and 1 session\n"))
    _ = try scratch.file("routines/broken.routine", "Nothing")
    #expect(Shell("check", scratch.url.path).code == 1)
    let data = try json(Shell("check", "--json", scratch.url.path))
    #expect(((data["files"] as? [[String: Any]])?.first?["problems"] as? [Any])?.count == 2 && data["playable"] as? Bool == false)
}

/// The person's own state, in which there is nothing, and the kiosk's with a store of `filled`.
private func besideAKiosk() throws -> (home: Scratch, kiosk: Scratch) {
    let kiosk = try Scratch()
    let store = try filled()
    try withExtendedLifetime(store) { try FileManager.default.copyItem(atPath: store.url.path, toPath: kiosk.path("store")) }
    return (try Scratch(), kiosk)
}

private func shell(_ arguments: String..., own state: String, kiosk: Scratch, access: Int32 = 0) -> Shell {
    Shell(
        arguments: arguments, variables: ["XDG_STATE_HOME": state], playersFolder: kiosk.url.path, access: access)
}

@Test func whoHasNoStoreOfTheirOwnMeansTheKiosks() throws {
    let (home, kiosk) = try besideAKiosk()
    let store = kiosk.path("store")
    #expect(try json(shell("list", "--json", own: home.url.path, kiosk: kiosk))["store"] as? String == store)
    #expect(shell("show", "Legs", own: home.url.path, kiosk: kiosk).output.hasPrefix("Legs, 1 step, 1:10 "))
    let film = shell("render", "legs", "--no-frames", "--out", home.path("out"), own: home.url.path, kiosk: kiosk)
    #expect(film.code == 0 && film.errors == "", "\(film.errors)")
    let command = try home.file("command.json", "{}")
    let bridge = shell("bridge", "submit", command, own: home.url.path, kiosk: kiosk)
    #expect(bridge.code == 1 && !bridge.errors.contains("There is no store yet"), "\(bridge)")
    // The service manager's word counts more, and there is no store yet; nobody made one.
    let service = Shell(arguments: ["list"], variables: ["STATE_DIRECTORY": home.url.path], playersFolder: kiosk.url.path)
    #expect(service.code == 1 && service.errors.hasPrefix("There is no store yet; "))
    #expect(!FileManager.default.fileExists(atPath: home.path("store")) && !FileManager.default.fileExists(atPath: home.path("stepback")))
}

@Test func aStoreOfOnesOwnComesBeforeTheKiosks() throws {
    let (home, kiosk) = try besideAKiosk()
    let own = home.path("store")
    try FileManager.default.createDirectory(atPath: own + "/routines", withIntermediateDirectories: true)
    let state = Shell(arguments: ["list", "--json"], variables: ["STATE_DIRECTORY": home.url.path], playersFolder: kiosk.url.path)
    #expect(try json(state)["store"] as? String == own)
    let person = shell("list", "--json", own: "/nowhere", kiosk: kiosk)
    #expect(try json(person)["store"] as? String == kiosk.path("store"))
    try FileManager.default.createDirectory(atPath: home.path("stepback/store/routines"), withIntermediateDirectories: true)
    let both = shell("list", "--json", own: home.url.path, kiosk: kiosk)
    #expect(try json(both)["store"] as? String == home.path("stepback/store"))
    // Root is the player's equal, and has no other store.
    let root = Shell(
        arguments: ["list", "--json"], variables: ["XDG_STATE_HOME": home.url.path], playersFolder: kiosk.url.path, isRoot: true)
    #expect(try json(root)["store"] as? String == kiosk.path("store"))
    let named = shell("list", "--json", "--store", own, own: "/nowhere", kiosk: kiosk)
    #expect(try json(named)["store"] as? String == own)
}

@Test func aKiosksStoreThatMayNotBeEnteredIsNamedWithTheWayIn() throws {
    let (home, kiosk) = try besideAKiosk()
    let user = String(cString: getpwuid(geteuid()).pointee.pw_name)
    let closed =
        "\(user) may not enter the player’s store \(kiosk.path("store")); put sudo before the command, or sign in again after: "
        + "sudo adduser \(user) stepback\n"
    for arguments in [["list"], ["show", "Legs"], ["render", "Legs", "--out", home.path("out")], ["play", "Legs"]] {
        let shell = Shell(
            arguments: arguments, variables: ["XDG_STATE_HOME": home.url.path], playersFolder: kiosk.url.path, access: EACCES)
        #expect(shell.errors == closed && shell.code == 1, "\(arguments)")
    }
    let bridge = shell("bridge", "submit", try home.file("command.json", "{}"), own: home.url.path, kiosk: kiosk, access: EACCES)
    #expect(bridge.errors == closed && bridge.code == 74)
    let file = shell("play", "nowhere/legs.routine", own: home.url.path, kiosk: kiosk, access: EACCES)
    #expect(file.errors == "nowhere/legs.routine: There is no such file; check its name and folder\n")
}
