import Playback
import Ports
import Stage
import Testing
import Workouts

@testable import Kiosk

/// The rest of the acceptance criteria: own workouts, edits, the week, a second player.
@Suite struct AcceptanceEditTests {
    func started(_ folder: SharedFolder? = nil) throws -> Wall { try AcceptanceTests.started(folder) }

    /// Home, gallery, Legs and glutes, "Add your own", typed on a keyboard, saved.
    func addOwnWorkout(_ name: String, _ wall: Wall) throws {
        try wall.choose("Gallery")
        try wall.choose("Legs and glutes")
        wall.tap(.back)
        #expect(wall.picture.focused == "Add your own")
        wall.tap(.pause)
        wall.type(name)
        try wall.choose("Save")
        #expect(wall.picture.screen == "workouts")
    }

    @Test func aWorkoutOfOnesOwnIsAddedPlayedAndDeletedAndItsNameStays() throws {
        let wall = try started()
        #expect(gallery.workout(called: "Ledge sit") == nil, "a name that the gallery does not have")
        try addOwnWorkout("Ledge sit", wall)
        try wall.walk(to: "Ledge sit")
        let own = try #require(wall.folder.files("workouts").first)
        #expect(own.value.contains(#""name": "Ledge sit""#) && own.value.contains("legs-glutes"))
        wall.goHome()
        // Built with it.
        try wall.choose("New routine")
        try wall.choose("Ledge sit")
        wall.hold(.pause)
        try wall.choose("Save")
        let name = try #require(wall.picture.focused)
        wall.tap(.pause)
        let routine = try #require(wall.folder.files("routines").first { $0.value.contains("Ledge sit") })
        #expect(routine.value == "\(name)\n\nLedge sit 30s\n")
        // Played.
        try wall.choose(name)
        wall.run(for: .seconds(40))
        #expect(wall.summary?.isComplete == true && wall.spoken.contains("Ledge sit"))
        wall.tap(.pause)
        // Deleted.
        try wall.choose("Gallery")
        try wall.choose("Legs and glutes")
        try wall.choose("Ledge sit")
        try wall.choose("Delete")
        wall.tap(.skip)
        #expect(wall.folder.files("workouts").isEmpty)
        wall.goHome()
        #expect(wall.folder.files("routines")[routine.key] == routine.value)
        wall.forgetSounds()
        try wall.choose(name)
        #expect(wall.player?.timeline.steps.map(\.name) == ["Ledge sit"])
        wall.run(for: .seconds(40))
        #expect(wall.summary?.isComplete == true && wall.spoken.contains("Ledge sit"))
    }

    @Test func anEditOfASavedRoutineChangesItsCardAndItsPlay() throws {
        let wall = try started()
        try wall.options(of: "Morning core")
        try wall.choose("Edit")
        // Bridge works for 40 seconds.
        wall.tap(.pause)
        wall.tap(.skip, times: 2)
        wall.tap(.pause, times: 5)
        #expect(wall.picture.focused == "Bridge 40 s × 3, 10 s between")
        // Russian twist goes.
        try wall.options(of: "Russian twist 30 s")
        try wall.choose("Remove")
        // Squats come first.
        try wall.options(of: "Squats 30 s × 2")
        try wall.choose("Move")
        wall.tap(.back)
        wall.tap(.pause)
        #expect(wall.builder?.facts.total == "5:10")
        try wall.choose("Save")
        wall.goHome()
        #expect(wall.routine("Morning core")?.total == "5:10")
        let text = try #require(wall.folder.files("routines")["routines/morning-core.routine"])
        #expect(text.hasPrefix("# A routine is a list"), "what its file says besides stays")
        #expect(text.contains("starter: morning-core"))
        try wall.choose("Morning core")
        #expect(wall.player?.timeline.steps.map(\.name) == ["Squats", "Bridge", "Bicycle crunch", "Mountain climbers"])
        wall.run(for: .seconds(320))
        #expect(wall.summary?.figures.first?.value == "5:10")
    }

    @Test func theFirstPlanIsTodayAtOnceAndASecondOneOnlyWhenItIsChosen() throws {
        let wall = try started()
        #expect(wall.home?.today == nil)
        try wall.options(of: "Morning core")
        try wall.choose("Put in my week")
        #expect(wall.week?.isEditor == true && wall.picture.focused == "Thursday", "it stands on today")
        wall.tap(.pause)
        // Saving shows it at once.
        let today = try #require(wall.home?.today)
        #expect(today.title == "Morning core" && today.total == "5:30" && wall.picture.said(of: .pause)?.verb == "Play")
        #expect(today.week.map(\.mark) == [.rest, .rest, .rest, .planned, .rest, .rest, .rest])
        #expect(wall.folder.files("plans").count == 1)
        // Done from another way in than the card: the routine's own options.
        wall.tap(.skip)
        try wall.options(of: "Morning core")
        try wall.choose("Play")
        wall.run(for: .seconds(340))
        #expect(wall.summary?.isComplete == true)
        wall.tap(.pause)
        #expect(wall.home?.today?.week.map(\.mark)[3] == .done)
        #expect(wall.home?.today?.title == "Done for today, next Thursday")
        #expect(try wall.folder.sessions().first?.planID != nil)
        // A day of rest asks for nothing.
        let friday = try wall.nextDay()
        #expect(friday.home?.today?.title == "Rest today, next Thursday")
        // A second plan is only followed when that is said.
        try friday.choose("My week")
        friday.hold(.skip)
        #expect(friday.list?.rows.rows.map(\.title).last == "New plan")
        try friday.choose("New plan")
        try friday.choose("Saturday")
        try friday.choose("Full body")
        friday.hold(.pause)
        #expect(friday.folder.files("plans").count == 2)
        let second = try #require(friday.list?.rows.rows.first { $0.isChecked == false }?.title)
        friday.goHome()
        #expect(friday.home?.today?.title == "Rest today, next Thursday")
        try friday.choose("My week")
        friday.hold(.skip)
        try friday.choose(second)
        try friday.choose("Set as My Week")
        friday.goHome()
        #expect(friday.home?.today?.title == "Rest today, next Saturday")
        #expect(friday.folder.files("plans").values.count { $0.contains(#""isActive": true"#) } == 1)
    }

    @Test func aSecondPlayerOnTheSameStoreHasEverythingAndDoublesNothing() throws {
        let folder = try SharedFolder()
        let kitchen = try started(folder)
        let garage = try Wall(folder, device: "9f8e7d6c", at: kitchen.now, seed: 8)
        garage.tap(.pause)
        kitchen.run(to: garage.now)
        #expect(folder.files("routines").count == 3 && garage.routines.count == 3, "the starters are not doubled")
        // A session, a routine, a workout and a week of the one are the other's.
        try kitchen.choose("Morning core")
        kitchen.run(for: .seconds(340))
        kitchen.tap(.pause)
        try kitchen.options(of: "Full body")
        try kitchen.choose("Duplicate")
        try kitchen.choose("Save")
        let copy = try #require(kitchen.picture.focused)
        kitchen.tap(.pause)
        kitchen.goHome()
        try addOwnWorkout("Ledge sit", kitchen)
        kitchen.goHome()
        try kitchen.options(of: "Full body")
        try kitchen.choose("Put in my week")
        kitchen.tap(.pause)
        garage.run(to: kitchen.now)
        #expect(garage.picture.screen == "idle", "nobody was there for long")
        garage.tap(.back)
        #expect(garage.routine("Morning core")?.lastDone == "Today" && garage.routine("Morning core")?.times == "1 time")
        #expect(garage.routine(copy) != nil)
        #expect(garage.home?.today?.title == "Full body")
        #expect(garage.home?.motivation.first?.text == "1-day streak")
        try garage.choose("Gallery")
        try garage.choose("Legs and glutes")
        try garage.walk(to: "Ledge sit")
        garage.goHome()
        // And the other way round, in the same second.
        try garage.choose("Full body")
        kitchen.run(to: garage.now)
        try kitchen.choose("Full body")
        garage.run(for: .seconds(1100))
        kitchen.run(to: garage.now)
        #expect(garage.summary?.isComplete == true && kitchen.summary?.isComplete == true)
        let sessions = try folder.sessions()
        #expect(sessions.count == 3 && Set(sessions.map(\.id)).count == 3)
        #expect(Set(sessions.map(\.device)) == ["0a1b2c3d", "9f8e7d6c"])
        garage.tap(.pause)
        kitchen.tap(.pause)
        #expect(garage.routine("Full body")?.times == "2 times" && kitchen.routine("Full body")?.times == "2 times")
    }
}
