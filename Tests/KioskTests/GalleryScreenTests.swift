import Ports
import Stage
import Testing
import Workouts

@testable import Kiosk

@Test func theGalleryShowsEveryCategoryWithItsCountAndOpensIt() {
    let bench = MenuBench()
    bench.open { _ in Gallery() }
    #expect(bench.galleryPicture?.cells.count == 8)
    bench.hold(.pause)
    #expect(bench.workouts?.rows.count == gallery.workouts.count + 1)
    bench.hold(.back)
    #expect(bench.legend?.pause?.verb == "Open")
    #expect(bench.legend?.back?.verb == "Previous" && bench.legend?.back?.hold == "Hold: back")
    bench.go(to: "Legs and glutes")
    bench.tap(.pause)
    #expect(bench.workouts?.title == "Legs and glutes")
    let count = gallery.workouts.count { $0.category == .legsGlutes }
    #expect(bench.workouts?.rows.count == count + 1)
    #expect(bench.workouts?.note == Phrase("**1** of \(count)"))
    bench.hold(.back)
    #expect(bench.focusedTitle == "Legs and glutes")
    bench.hold(.back)
    #expect(bench.isHome)
}

@Test func skipHeldGoesToTheNextCategoryAndPastTheLastToAll() {
    let bench = MenuBench()
    bench.open { _ in Gallery() }
    bench.tap(.pause)
    var titles: [String] = []
    for _ in 0...Category.allCases.count {
        titles.append(bench.workouts?.title ?? "")
        bench.hold(.skip)
    }
    #expect(titles == Category.allCases.map { gallery.name(of: $0) } + ["All workouts"])
    #expect(bench.workouts?.title == titles[0])
}

@Test func typedLettersSearchAllWorkoutsByTheFirstLettersOfTheirWords() {
    let bench = MenuBench()
    bench.open { _ in Gallery() }
    bench.type("mo cl")
    #expect(bench.workouts?.typed == "mo cl")
    #expect(bench.workouts?.rows[0]?.name == "Mountain climbers")
    bench.type("\u{8}\u{8}\u{8}\u{8}\u{8}")
    #expect(bench.workouts?.typed == nil)
    #expect(bench.workouts?.rows.count == gallery.workouts.count + 1)
    bench.type("zzz")
    #expect(bench.workouts?.rows.count == 1)
    #expect(bench.focusedTitle == "Add “zzz” as your own")
    #expect(bench.legend?.pause?.verb == "Add")
}

@Test func aStrokeBeginsASearchWhoseFirstLetterIsAKeys() {
    func letters(_ text: String, _ bench: MenuBench) {
        for letter in text {
            let key: PanelEvent.Otherwise? = letter == "p" ? .key(KeyEvent(.pause, .tap, at: bench.now)) : letter == "q" ? .stop : nil
            bench.send(.typed(letter, else: key))
        }
    }
    let bench = MenuBench()
    bench.open { _ in Gallery() }
    letters("/push", bench)
    #expect(bench.workouts?.typed == "push" && bench.focusedTitle?.lowercased().hasPrefix("push") == true)
    bench.hold(.back)
    letters("/", bench)
    #expect(bench.workouts?.typed == "", "a search without a letter yet")
    // Another key ends it.
    bench.tap(.skip)
    #expect(bench.workouts?.typed == nil)
    bench.hold(.back)
    bench.open { Picker($0) }
    letters("/qu", bench)
    #expect(bench.kiosk.picture(at: bench.now).typed == "qu")
}

@Test func aNameIsFoundByItsAliasesAndWithAPluralHalfTyped() {
    #expect(gallery.search("press-up").contains { $0.id == gallery.workout(called: "press-up")?.id })
    for length in 1..."crunches".count {
        #expect(gallery.search(String("crunches".prefix(length))).contains { $0.name.hasPrefix("Crunch") })
    }
    #expect(gallery.search("").count == gallery.workouts.count)
    #expect(gallery.search("qqq").isEmpty)
}

@Test func aWorkoutOfTheGalleryTellsWhereItIsUsedAndHasNothingToDelete() {
    let bench = MenuBench(["routines/core.routine": sampleText])
    bench.open { WorkoutDetail(gallery.workout(called: "Russian twist")!, $0) }
    #expect(bench.workout?.usage == "In 1 routine: Morning core")
    #expect(bench.workout?.chips.isEmpty == false)
    #expect(!(bench.workout?.actions.contains("Delete") ?? true))
}

@Test func oneOfOnesOwnIsAddedUsedAndDeletedAndItsRoutineStillPlaysIt() throws {
    let bench = MenuBench()
    bench.open { _ in Gallery() }
    bench.go(to: "Legs and glutes")
    bench.tap(.pause)
    bench.tap(.back)
    #expect(bench.focusedTitle == "Add your own")
    bench.tap(.pause)
    bench.type("Ledge Sit ")
    #expect(bench.list?.typed == "Ledge Sit ")
    bench.go(to: "Category")
    #expect(bench.list?.rows[1]?.detail == "Legs and glutes")
    bench.go(to: "Save")
    bench.tap(.pause)
    let path = try #require(bench.paths("workouts").first)
    let own = try #require(OwnWorkoutJSON.read(bench.files[path]!, fallbackID: "").workout)
    #expect(own.name == "Ledge Sit" && own.category == .legsGlutes && !own.id.isEmpty)
    #expect(own.updated == own.created && own.created?.hasPrefix("2026-03-02T07:00:0") == true)
    // Back in the list, where it has its place, and is told to be the person's own.
    bench.go(to: "Ledge Sit")
    let index = try #require(bench.workouts?.focus.index)
    #expect(bench.workouts?.rows[index]?.note == "Yours")

    bench.change("routines/legs.routine", "Legs\nLedge Sit 40s")
    bench.tap(.pause)
    #expect(bench.workout?.caption == "Legs and glutes, yours")
    #expect(bench.workout?.usage == "In 1 routine: Legs")
    bench.go(to: "Delete")
    bench.tap(.pause)
    #expect(bench.question?.title == "Delete Ledge Sit?")
    #expect(bench.question?.line == "1 routine goes on using it by its name: Legs.")
    #expect(bench.question?.back == nil && bench.question?.pause?.text == "Keep it")
    bench.tap(.pause)
    #expect(bench.workout != nil && !bench.paths("workouts").isEmpty)
    bench.tap(.pause)
    bench.tap(.skip)
    #expect(bench.paths("workouts").isEmpty)
    #expect(bench.workouts?.title == "Legs and glutes")
    let routine = try #require(bench.kiosk.facts.library?.routines.first)
    #expect(routine.routine.steps.map(\.name) == ["Ledge Sit"] && routine.totalSeconds == 40)
}

@Test func withoutAKeyboardANameIsChosenFromThoseThatRoutinesUse() throws {
    let bench = MenuBench(["routines/legs.routine": "Legs\nZorgle hops 40s"])
    bench.open { OwnWorkoutEditor(named: "", in: nil, $0) }
    #expect(bench.list?.typed == "My workout")
    bench.tap(.pause)
    bench.go(to: "Zorgle hops")
    bench.tap(.pause)
    #expect(bench.list?.typed == "Zorgle hops")
    // The category is stepped through; PLAY held takes it back.
    bench.go(to: "Category")
    bench.tap(.pause)
    #expect(bench.legend?.pause?.hold == "Hold: undo")
    bench.tap(.skip, times: 2)
    #expect(bench.list?.rows[1]?.category == .armsShoulders)
    bench.hold(.pause)
    #expect(bench.list?.rows[1]?.category == .fullBody)
    bench.tap(.pause)
    bench.tap(.back)
    bench.tap(.pause)
    #expect(bench.list?.rows[1]?.category == .balance)
    bench.go(to: "Save")
    bench.tap(.pause)
    #expect(bench.isHome)
    let path = try #require(bench.paths("workouts").first)
    #expect(OwnWorkoutJSON.read(bench.files[path]!, fallbackID: "").workout?.category == .balance)
    // The routine's step is the gallery's now.
    #expect(bench.kiosk.facts.library?.routines.first?.routine.steps.first?.workoutID != nil)
}

@Test func editingOneOfOnesOwnKeepsWhatElseItsFileSays() {
    let file = #"{"id": "w1", "name": "Wall hold", "categoryID": "core", "notes": "Breathe.\nSlowly.", "colour": "blue"}"#
    let bench = MenuBench(["workouts/hold.json": file])
    bench.open { _ in WorkoutList(nil, Facts(settings: KioskSettings(), words: english, calendar: .init(identifier: .gregorian))) }
    bench.type("wall hold")
    bench.tap(.pause)
    #expect(bench.workout?.note == "Breathe.\nSlowly.")
    bench.go(to: "Edit")
    bench.tap(.pause)
    bench.type("s")
    // Somebody adds a note meanwhile: it stays, too.
    bench.meanwhile = { files in
        files["workouts/hold.json"] = Array(file.replacing("Slowly.", with: "Very slowly.").utf8)
    }
    bench.go(to: "Save")
    bench.tap(.pause)
    let text = bench.text("workouts/hold.json") ?? ""
    #expect(text.contains(#""colour": "blue""#) && text.contains("Very slowly.") && text.contains(#""name": "Wall holds""#))
    #expect(bench.workout?.name == "Wall holds")
}

@Test func aStoreThatTakesNothingIsToldAndWhatWasTypedStays() {
    for (fault, sentence) in [(StoreAnswer.Fault.readOnly, "cannot be written"), (.full, "is full"), (.missing, "is not there")] {
        let bench = MenuBench()
        bench.fault = fault
        bench.open { OwnWorkoutEditor(named: "Hop", in: .cardio, $0) }
        bench.go(to: "Save")
        bench.tap(.pause)
        #expect(bench.question?.title == "Not saved" && bench.question?.line.contains(sentence) == true)
        bench.tap(.pause)
        #expect(bench.list?.typed == "Hop")
        bench.fault = nil
        bench.tap(.pause)
        #expect(bench.paths("workouts").count == 1)
    }
}

@Test func whatWasTypedIsDiscardedOnlyByAHold() {
    let bench = MenuBench()
    bench.open { OwnWorkoutEditor(named: "Hop", in: .cardio, $0) }
    bench.hold(.back)
    #expect(bench.question?.title == "Leave without saving?")
    #expect(bench.question?.back == nil)
    bench.tap(.skip)
    #expect(bench.question != nil)
    bench.tap(.pause)
    #expect(bench.list?.typed == "Hop")
    bench.hold(.back)
    bench.hold(.skip, for: .milliseconds(1300))
    #expect(bench.isHome && bench.edits.isEmpty)
}

@Test func aNameThatTheGalleryHasAlreadyIsAllowedAndSaid() {
    let bench = MenuBench()
    bench.open { OwnWorkoutEditor(named: "Wall Sit", in: .legsGlutes, $0) }
    #expect(bench.list?.foot == "The gallery has “Wall sit” already; both will be in it.")
    bench.go(to: "Save")
    bench.tap(.pause)
    bench.open { WorkoutList(.legsGlutes, $0) }
    bench.type("wall sit")
    #expect(bench.workouts?.rows.rows.filter { $0.name.lowercased() == "wall sit" }.map(\.note) == [nil, "Yours"])
}

@Test func aWorkoutIsAddedToANewRoutineOrToOneThatIsThere() {
    let bench = MenuBench(["routines/core.routine": sampleText])
    bench.open { WorkoutList(.legsGlutes, $0) }
    bench.type("wall sit")
    #expect(bench.legend?.pause?.hold == "Hold: add to routine")
    bench.hold(.pause)
    #expect(bench.list?.title == "Add Wall sit to which routine?")
    #expect(bench.list?.rows.rows.map(\.title) == ["New routine", "Morning core"])
    bench.type("m")
    bench.tap(.pause)
    guard case .builder(let builder) = bench.picture else { return #expect(Bool(false), "the builder is not there") }
    #expect(builder.script.rows.contains { if case .step(let step) = $0 { step.name == "Wall sit" } else { false } })
    #expect(bench.edits.isEmpty)
    // Its own screen has the same way.
    let other = MenuBench()
    other.open { WorkoutDetail(gallery.workout(called: "Russian twist")!, $0) }
    #expect(other.workout?.actions == ["Add to routine"])
    other.tap(.pause)
    other.tap(.pause)
    guard case .builder(let new) = other.picture else { return #expect(Bool(false), "the builder is not there") }
    #expect(new.script.rows.contains { if case .step(let step) = $0 { step.name == "Russian twist" } else { false } })
}
