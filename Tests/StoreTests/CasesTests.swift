import Foundation
import Glibc
import Library
import Testing
import Workouts

@testable import Store

// A store as people really leave it: every row of the table that these inputs came with, and the devices and links that no folder of
// test data can hold. Each way of opening below the store is tried.

@Suite struct CasesTests {
    private static let library: Library = {
        do { return try ScratchStore(cases: ()).library() } catch { preconditionFailure("\(error)") }
    }()
    private var library: Library { Self.library }

    @Test func theNewerOfTwoWithOneIDPlaysAndTheOtherIsListed() {
        let entry = library.routine(id: "b6c1a2f0-0001-4000-8000-000000000001")
        #expect(entry?.routine.name == "Legs newer" && entry?.path == "routines/legs copy.json")
        #expect(
            library.lines(of: "routines/legs.json") == [
                "It has the same id as routines/legs copy.json, which is used in its place; "
                    + "delete one of the two, or give one of them another id"
            ])
    }

    @Test func aSyncToolsConflictCopyIsListedAsSuchAndIsNoRoutine() {
        let path = "routines/legs.sync-conflict-20260412-101500-ABCDEFG.json"
        #expect(library.routine(at: path) == nil)
        #expect(
            library.lines(of: path) == [
                "This is a sync tool’s conflict copy of “legs.json” and is not used; "
                    + "keep the better one of the two under that name and delete the other"
            ])
    }

    @Test func junkAndTemporaryNamesArePassedOverWithoutAWord() {
        for name in [
            "._legs.json", ".DS_Store", "desktop.ini", ".core.routine.a1B2c3", "~$core.routine", "core.routine~", "core.routine.part",
            "core.routine.tmp",
        ] {
            #expect(library.routine(at: "routines/\(name)") == nil && library.lines(of: "routines/\(name)") == [], "\(name)")
        }
    }

    @Test func everyEncodingAndLineEndGivesTheSameRoutine() throws {
        let crlf = try #require(library.routine(at: "routines/crlf.routine")?.routine)
        #expect(crlf.name == "Morning core" && crlf.steps.count == 2)
        for name in ["utf8-bom.routine", "utf16le.routine", "utf16be.routine", "lone-cr.routine", "UPPER.ROUTINE", "sub/folder.routine"] {
            let entry = library.routine(at: "routines/\(name)")
            #expect(entry?.routine.name == crlf.name && entry?.routine.steps == crlf.steps && entry?.id == name, "\(name)")
        }
    }

    @Test func latin1IsReadWithANote() {
        #expect(library.routine(at: "routines/latin1.routine")?.routine.name == "Übung früh")
        #expect(library.lines(of: "routines/latin1.routine").first?.contains("save it as UTF-8") == true)
    }

    @Test func theOwnersRoutineIsNamedByItsFile() {
        let owner = library.routine(at: "routines/owner.routine")
        #expect(owner?.totalSeconds == 330 && owner?.routine.steps.count == 5 && owner?.routine.name == "owner")
    }

    @Test func aMisspeltRoutinePlaysWithItsNotes() {
        #expect(library.routine(at: "routines/misspelt.routine")?.routine.steps.count == 2)
        let lines = library.lines(of: "routines/misspelt.routine")
        #expect(lines.count == 2 && lines[0].hasPrefix("2: note: ") && lines[0].contains("Bridge"))
        #expect(lines.last?.hasPrefix("3: note: ") == true && lines.last?.contains("Russian twist") == true)
    }

    @Test(arguments: [
        ("empty.routine", "1: The file is empty"), ("zeros.json", "1: The file holds nothing but zeros"),
        ("only-name.routine", "1: "), ("array.json", "1: $: "), ("foreign.json", "1: $.steps: "), ("half.json", "1"), ("deep.json", "1: "),
        ("bignum.json", "10: $.steps[0].workSeconds: “workSeconds” is 1e400"),
        ("fraction.json", "10: $.steps[0].workSeconds: “workSeconds” is 29.5"),
        ("negative.json", "13: $.steps[0].restAfterSeconds: “restAfterSeconds” is -15"),
    ]) func whatCannotBeReadIsListedWithItsReasonAndPlace(_ name: String, _ start: String) {
        let lines = library.lines(of: "routines/\(name)")
        #expect(library.routine(at: "routines/\(name)") == nil)
        #expect(lines.first?.hasPrefix(start) == true && lines.allSatisfy { $0.contains("; ") }, "\(lines)")
    }

    @Test func aNumberInQuotationMarksIsReadWithANote() {
        #expect(library.routine(at: "routines/string-number.json")?.routine.steps[0].workSeconds == 30)
        #expect(library.lines(of: "routines/string-number.json").first?.contains("note: ") == true)
    }

    @Test func strangeNamesLoadAndNoPathIsMadeOfThem() {
        #expect(library.routine(at: "routines/markup.json")?.routine.name == "Chest & Back <b>30'</b> %s %n {0}")
        #expect(library.routine(at: "routines/ssml.json")?.routine.name == "<speak><audio src='x'/></speak>")
        #expect(library.routine(at: "routines/emoji.json") != nil && library.routine(at: "routines/rtl.json") != nil)
        #expect(library.routine(at: "routines/long.json")?.routine.name.count ?? 0 > 200)
        #expect(library.routine(at: "routines/controls.json")?.routine.name == "AB[31mCD E")
        #expect(library.routine(at: "routines/3_4 sit-up.json")?.routine.steps[0].workoutID == "34-sit-up")
        // An id is opaque: it may look like a path and is none.
        #expect(library.routine(id: "../../etc/passwd")?.path == "routines/trap id.json")
    }

    @Test func anUnknownWorkoutPlaysUnderItsSnapshotAndANamelessOneUnderItsCategory() {
        let steps = library.routine(at: "routines/unknown-workout.json")?.routine.steps
        #expect(steps?.map(\.name) == ["Star jumps", gallery.name(of: .fullBody)])
    }

    @Test func aNewerSchemaLoadsWhatIsKnown() {
        #expect(library.routine(at: "routines/newer-schema.json")?.routine.name == "From the future")
    }

    @Test func aNameIsFoundInBothUnicodeSpellings() {
        let composed = "NFD-\u{FC}bung.routine"
        let decomposed = "NFD-u\u{308}bung.routine"
        #expect(library.routine(id: composed) != nil && library.routine(id: decomposed) == library.routine(id: composed))
        #expect(Array((library.routine(id: decomposed)?.id ?? "").utf8) == Array(composed.utf8))
    }

    @Test func aTextFileIsListedOnceWithTheNameItShouldHave() {
        #expect(library.lines(of: "routines/notes.txt") == ["The name is not that of a routine; rename it to “notes.routine”"])
    }

    @Test func aSlotOnNoDayOfTheWeekIsListedAndTheRestOfThePlanWorks() {
        let plan = library.plans.first { $0.path == "plans/week.json" }?.plan
        #expect(plan?.slots(weekday: 2).map(\.routineName) == ["Legs"] && plan?.days.joined().count == 1)
        #expect(library.lines(of: "plans/week.json").contains { $0.contains("$.slots[1].weekdayLabelIndex: “weekdayLabelIndex” is 9") })
    }

    @Test func ofTwoActivePlansTheNewerIsMyWeekAndTheOtherIsListed() {
        #expect(library.week?.plan.name == "Other" && library.plans.count == 2)
        #expect(
            library.lines(of: "plans/week.json").first
                == "It is marked as active, but plans/second-active.json is My Week; set isActive to false in one of the two")
    }

    @Test func nothingInTheStoreIsTouched() throws {
        let store = try ScratchStore(cases: ())
        let before = try store.snapshot()
        _ = try store.library()
        _ = try store.library(.steps)
        #expect(try store.snapshot() == before && before.count > 40)
    }

    @Test func bothWaysOfOpeningComeToTheSame() throws {
        let store = try ScratchStore(cases: ())
        let (kernel, steps) = (try store.library(), try store.library(.steps))
        #expect(kernel.routines == steps.routines && kernel.attention == steps.attention && kernel.routines.count > 15)
    }
}
