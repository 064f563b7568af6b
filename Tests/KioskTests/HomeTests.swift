import Kiosk
import Library
import Playback
import Ports
import Stage
import Testing
import Workouts

/// The first screen: one press from boot to a routine.
@Suite struct HomeTests {
    func names(_ bench: Bench) -> [String] {
        bench.home?.rows.rows.map { row in
            switch row {
            case .routine(let routine): routine.name
            case .way(let title, _): title
            }
        } ?? []
    }

    @Test func onePressFromBootPlays() throws {
        let bench = Bench(menus: library(), clock: thursdayEvening)
        #expect(bench.home?.legend.pause?.verb == "Play")
        bench.tap(.pause)
        #expect(bench.player?.timeline.routineName == "Evening mobility")
        #expect(bench.speaker.isOpen)
    }

    @Test func todaysRoutineIsFirstAndInOnePress() throws {
        let bench = Bench(menus: library(week: springWeek), clock: thursdayEvening)
        let today = try #require(bench.home?.today)
        #expect(today.title == "Morning core")
        #expect(today.facts == "5 workouts, 8 sets")
        #expect(today.total == "5:30")
        #expect(today.week.map(\.name) == ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"])
        #expect(today.week.map(\.mark) == [.planned, .rest, .rest, .planned, .planned, .rest, .rest])
        #expect(bench.home?.focus.index == -1)
        bench.tap(.pause)
        #expect(bench.player?.timeline.routineName == "Morning core")
    }

    @Test func todaysRoutineStandsOnItsCardAndNotOnceMoreBelow() throws {
        let played = [session("morning-core", days: 1), session("legs", days: 2)]
        let bench = Bench(menus: library(sessions: played, week: springWeek), clock: thursdayEvening)
        #expect(names(bench).filter { $0 == "Morning core" } == [] && names(bench).first == "Legs and lungs")
        // Each of the others is there, once, and plays.
        bench.tap(.skip)
        bench.tap(.skip)
        #expect(bench.home?.focus.index == 1)
        bench.tap(.pause)
        #expect(bench.player?.timeline.routineName == "Evening mobility")
        // A letter finds today's on its card.
        let other = Bench(menus: library(sessions: played, week: springWeek), clock: thursdayEvening)
        other.tap(.skip)
        other.send(.typed("m", else: nil))
        #expect(other.home?.focus.index == -1)
    }

    @Test func aCompletedRoutineMarksTodayDoneAndComesFirst() throws {
        let bench = Bench(menus: library(week: springWeek), clock: thursdayEvening)
        bench.tap(.pause)
        bench.run(to: seconds(336))
        let filed = try #require(bench.store.sessions.last)
        #expect(filed.session.planID == "spring")
        bench.send(.answer(.filed(random: filed.random, .inStore)))
        let summary = try #require(bench.summary)
        #expect(summary.figures.map(\.value) == ["5:30", "5", "1", "1"])
        #expect(summary.note == "5 min this week")
        bench.run(to: seconds(338))
        bench.tap(.pause)
        let home = try #require(bench.home)
        #expect(home.today?.title == "Done for today, next Friday")
        #expect(home.today?.week.map(\.mark)[3] == .done)
        guard case .routine(let first)? = home.rows.rows.first else { throw Missing() }
        #expect(first.name == "Morning core")
        #expect(first.lastDone == "Today")
        #expect(first.times == "1 time")
        #expect(home.motivation.map(\.text) == ["1-day streak", "5 min this week"])
    }
    struct Missing: Error {}

    @Test func aDayOfRestSaysWhatIsNext() {
        var plan = springWeek
        plan.days[4] = []
        let bench = Bench(menus: library(week: plan), clock: thursdayEvening)
        #expect(bench.home?.today?.title == "Rest today, next Friday")
        #expect(bench.home?.today?.icon == nil)
    }

    @Test func aRemovedRoutineOffersTheEditor() {
        let bench = Bench(menus: library([legs, mobility], week: springWeek), clock: thursdayEvening)
        #expect(bench.home?.today?.title == "Fix in editor")
        #expect(bench.home?.today?.facts == "Morning core is not there any more")
    }

    @Test func mostRecentlyPlayedFirstThenTheRestInTheirOrder() {
        let bench = Bench(menus: library(sessions: [session("mobility", days: 2), session("legs", days: 9)]), clock: thursdayEvening)
        #expect(names(bench).prefix(3) == ["Evening mobility", "Legs and lungs", "Morning core"])
        guard case .routine(let last)? = bench.home?.rows[2], case .routine(let first)? = bench.home?.rows[0] else { return }
        #expect(first.lastDone == "2 days ago")
        #expect(last.lastDone == "Not played yet")
        #expect(last.times == nil)
    }

    @Test func withoutAKnownClockNothingIsSaidThatNeedsOne() {
        let wrong = WallTime(zeroNanoseconds: 1_000, isKnown: false)
        let bench = Bench(menus: library(sessions: [session("legs", days: 2)], week: springWeek), clock: wrong)
        let home = bench.home
        #expect(home?.clock == nil)
        #expect(home?.today == nil, "which day it is cannot be known")
        #expect(home?.motivation == [])
        guard case .routine(let first)? = home?.rows[0] else { return }
        #expect(first.lastDone == "")
        #expect(first.times == "1 time")
    }

    @Test func theStripAboveIsHiddenBeforeTheFirstSession() {
        #expect(Bench(menus: library(), clock: thursdayEvening).home?.motivation == [])
    }

    @Test func listsWrapAndTheFocusStaysOnItsRoutineWhenFilesChange() {
        let bench = Bench(menus: library(), clock: thursdayEvening)
        bench.tap(.skip)
        bench.tap(.skip)
        #expect(bench.home?.focus.index == 2)
        let more = Routine(id: "abs", name: "Abs", steps: sample.steps)
        bench.send(.library(library([more, legs, mobility, sample])))
        #expect(bench.home?.focus.index == 3, "still Morning core")
        bench.tap(.pause)
        #expect(bench.player?.timeline.routineName == "Morning core")
    }

    @Test func theBandGlidesToANeighbourAndRests() {
        let bench = Bench(menus: library(), clock: thursdayEvening)
        bench.tap(.skip)
        bench.run(to: bench.now + .seconds(1))
        bench.send(.key(KeyEvent(.skip, .down, at: bench.now)))
        bench.run(to: bench.now + .milliseconds(34))
        let glide = bench.home?.focus.glide ?? 0
        #expect(glide < 0 && glide > -1)
        bench.run(to: bench.now + .milliseconds(150))
        #expect(bench.home?.focus == Focus(2))
    }

    @Test func aStoreThatIsAwayIsSaid() {
        #expect(Bench(menus: library(status: .missing), clock: thursdayEvening).home?.badge == "The store is not there")
        #expect(Bench(menus: library(status: .full), clock: thursdayEvening).home?.badge == "The store is full")
    }

    @Test func anEmptyStoreOffersTheStarters() throws {
        let bench = Bench(menus: library([]), clock: thursdayEvening)
        #expect(bench.home?.empty?.title == "No routines yet")
        for _ in 0..<10
        where bench.home?.rows[bench.home?.focus.index ?? 0] != .way(title: "Bring back starters", detail: "Three routines to begin with") {
            bench.tap(.skip)
        }
        bench.tap(.pause)
        #expect(bench.store.commands.contains { if case .restoreStarters = $0 { true } else { false } })
    }

    @Test func holdingPlayShowsTheStepsAndWhatCanBeDone() {
        let bench = Bench(menus: library(), clock: thursdayEvening)
        bench.hold(.pause, for: .milliseconds(800))
        #expect(bench.options?.title == "Evening mobility")
        bench.hold(.back, for: .milliseconds(800))
        #expect(bench.detail?.facts.total == "2:00")
        bench.hold(.back, for: .milliseconds(800))
        #expect(bench.home != nil)
    }

    @Test func anEditWhileItPlaysAppliesFromTheNextPlay() {
        let bench = Bench(menus: library(), clock: thursdayEvening)
        bench.tap(.skip)
        bench.tap(.pause)
        bench.run(to: seconds(10))
        var edited = legs
        edited.steps[0].workSeconds = 50
        bench.send(.library(library([edited, mobility, sample])))
        #expect(bench.player?.timeline.totalSeconds == 310)
    }

    @Test func thoseNeverPlayedStandByName() {
        let zebra = Routine(id: "a-first-file", name: "Zebra", steps: sample.steps)
        let bench = Bench(menus: library([zebra, legs, mobility]), clock: thursdayEvening)
        #expect(names(bench).prefix(3) == ["Evening mobility", "Legs and lungs", "Zebra"])
    }

    @Test func oneThatWasBegunAndNeverFinishedSaysSo() {
        let bench = Bench(menus: library(sessions: [session("legs", days: 1, completed: false)]), clock: thursdayEvening)
        guard case .routine(let first)? = bench.home?.rows[0] else { return }
        #expect(first.lastDone == "Not finished yet")
    }

    @Test func mutedThereIsNoCardToOpen() {
        let bench = Bench(menus: library(), clock: thursdayEvening) { ($0.personal.hasVoice, $0.personal.hasTones) = (false, false) }
        bench.tap(.pause)
        #expect(bench.player != nil && !bench.speaker.isOpen)
    }

    @Test func theHomeKeyLeavesAllScreens() {
        let bench = Bench(menus: library(), clock: thursdayEvening)
        bench.hold(.pause, for: .milliseconds(800))
        #expect(bench.options != nil)
        bench.tap(.home)
        #expect(bench.home != nil)
    }

    // MARK: One press plays on every day

    @Test func aDayWithNothingToPlayHasTheRoutinePlayedLastUnderTheBand() {
        var rest = springWeek
        rest.days[4] = []
        let played = [session("legs", days: 1), session("mobility", days: 2)]
        let done = [session("morning-core", days: 0)] + played
        for (library, name) in [
            (library(sessions: played, week: rest), "Legs and lungs"), (library(sessions: done, week: springWeek), "Morning core"),
            (library([legs, mobility], sessions: played, week: springWeek), "Legs and lungs"),
        ] {
            let bench = Bench(menus: library, clock: thursdayEvening)
            #expect(bench.home?.today != nil && bench.home?.today?.icon == nil)
            #expect(bench.home?.focus.index == 0 && bench.home?.legend.pause?.verb == "Play")
            bench.tap(.pause)
            #expect(bench.player?.timeline.routineName == name)
        }
    }

    @Test func lettersJumpToTheNextRoutineThatBeginsSo() {
        let abs = Routine(id: "abs", name: "Legs again", steps: sample.steps)
        let bench = Bench(menus: library([abs, legs, mobility, sample], week: springWeek), clock: thursdayEvening)
        func type(_ letter: Character) -> String? {
            bench.send(.typed(letter, else: nil))
            return bench.picture.focused
        }
        #expect(type("l") == "Legs again" && type("L") == "Legs and lungs" && type("l") == "Legs again")
        #expect(type("m") == "Morning core" && type("x") == "Morning core")
        bench.tap(.pause)
        #expect(bench.player?.timeline.routineName == "Morning core")
        // From behind the routines they begin again.
        let other = Bench(menus: library(), clock: thursdayEvening)
        other.tap(.back)
        other.send(.typed("e", else: nil))
        #expect(other.picture.focused == "Evening mobility")
    }

    @Test func lessThanAMinuteIsNoMinutes() {
        let bench = Bench(menus: library(sessions: [session("legs", days: 0, active: 20, completed: false)]), clock: thursdayEvening)
        #expect(bench.home?.motivation == [])
    }

    @Test func aStoreInTroubleSaysWhereItShouldBeAndWhatToDo() {
        let bench = Bench(menus: library(status: .missing), clock: thursdayEvening) { $0.storePath = "/mnt/gym" }
        for _ in 0..<9 where bench.picture.focused != "The store is not there" { bench.tap(.skip) }
        #expect(bench.home?.legend.pause?.verb == "Open")
        bench.tap(.pause)
        #expect(bench.question?.title == "The store is not there")
        #expect(
            bench.question?.line == "/mnt/gym is not there. Bring it back, or name another folder with --store or in the configuration.")
        bench.tap(.pause)
        #expect(bench.home != nil)
        let fine = Bench(menus: library(), clock: thursdayEvening) { $0.storePath = "/mnt/gym" }
        #expect(!names(fine).contains("The store is not there"))
    }
}
