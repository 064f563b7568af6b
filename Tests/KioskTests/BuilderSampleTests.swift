import Foundation
import Playback
import Ports
import Stage
import TestSupport
import Testing
import Workouts

@testable import Kiosk

/// The product owner's promise: the sample is built with three buttons in at most 120 presses.
@Suite struct BuilderSampleTests {
    static let sampleWorkouts = ["Bridge", "Squats", "Russian twist", "Bicycle crunch", "Mountain climbers"]

    /// The routine of the file that comes with the program.
    static func shipped() throws -> Routine {
        let data = try Data(contentsOf: Project.resources.appendingPathComponent("routines/morning-core.routine"))
        return try #require(RoutineFile.read([UInt8](data), fileName: "morning-core.routine", catalog: gallery).routine)
    }

    /// From the opened picker to "Save" and the name.
    func build(_ desk: BuilderDesk) throws {
        for name in Self.sampleWorkouts { try desk.pick(name) }
        #expect(desk.picker?.legend.pause?.hold == "Hold: add 5")
        #expect(desk.picker?.total == "3:30")
        desk.hold(.pause)
        #expect(desk.focused == "Bridge 30 s")

        // Bridge: three sets, ten seconds between them.
        desk.tap(.pause, times: 2)
        desk.tap(.skip, times: 2)
        desk.tap(.pause)
        desk.tap(.skip, times: 2)
        desk.tap(.pause, times: 3)
        #expect(desk.focused == "Bridge 30 s × 3, 10 s between")

        // Squats: two sets.
        desk.tap(.skip)
        desk.tap(.pause, times: 2)
        desk.tap(.skip)
        desk.tap(.pause, times: 4)
        #expect(desk.focused == "Squats 30 s × 2")

        // Russian twist: twenty seconds of rest behind it.
        desk.tap(.skip)
        desk.tap(.pause, times: 4)
        desk.tap(.skip)
        desk.tap(.pause)

        // Bicycle crunch: about twenty repetitions, and the same rest.
        desk.tap(.skip)
        desk.tap(.pause, times: 3)
        desk.tap(.skip)
        desk.tap(.pause)
        desk.tap(.skip)
        desk.tap(.pause)
        #expect(
            desk.script == [
                "Bridge 30 s × 3, 10 s between", "Rest 15 s", "Squats 30 s × 2", "Rest 15 s", "Russian twist 30 s", "Rest 20 s",
                "Bicycle crunch 30 s, ~20 reps", "Rest 20 s", "Mountain climbers 30 s", "Add workouts", "Save",
            ])
        #expect(desk.builder?.facts.total == "5:30")

        desk.hold(.skip)
        desk.tap(.skip)
        desk.tap(.pause)
        #expect(desk.focused == "Morning core")
        desk.tap(.pause)
    }

    @Test func theSampleIsBuiltWithThreeButtonsInFewPresses() throws {
        let desk = BuilderDesk()
        desk.openNew()
        try build(desk)
        print("The sample from New routine to Save: \(desk.presses) presses")
        #expect(desk.presses <= 60, "it may be 120; this is what it takes")
        #expect(desk.isAtHome)

        let bytes = try #require(desk.files["routines/made-1.routine"])
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                Morning core

                Bridge 30s x3, rest 10s
                then 15s rest
                Squats 30s x2
                then 15s rest
                Russian twist 30s
                then 20s rest
                Bicycle crunch 30s, ~20 reps
                then 20s rest
                Mountain climbers 30s

                """)
        let read = try #require(RoutineFile.read(bytes, fileName: "made-1.routine", catalog: gallery).routine)
        #expect(read.name == sample.name)
        let shipped = try Self.shipped()
        #expect(read.steps == shipped.steps)
        #expect(Timeline(read, getReadySeconds: 0).totalSeconds == 330)
        #expect(Timeline(read, getReadySeconds: 0).segments.count == 14)
    }

    @Test func whoHasTrainedItBeforeFindsItsWorkoutsFirst() throws {
        let desk = BuilderDesk(files: [
            "routines/old.routine": "Old\nBridge 20s\nSquats 20s\nRussian twist 20s\nBicycle crunch 20s\nMountain climbers 20s"
        ])
        desk.openNew()
        #expect(desk.focused == "Bridge")
        try build(desk)
        print("The sample, its workouts being in use already: \(desk.presses) presses")
        #expect(desk.presses < 50)
    }

    @Test func aKeyboardJumpsByLetters() throws {
        let desk = BuilderDesk()
        desk.openNew()
        for (letters, name) in [
            ("bri", "Bridge"), ("squ", "Squats"), ("rus", "Russian twist"), ("bic", "Bicycle crunch"), ("mou", "Mountain climbers"),
        ] {
            desk.type(letters)
            #expect(desk.picker?.typed == letters)
            #expect(desk.focused == name)
            desk.tap(.pause)
        }
        #expect(desk.picker?.picks.rows.map(\.name) == Self.sampleWorkouts)
        desk.type("press-u")
        #expect(desk.focused == "Push-ups", "an alias finds it too")
        desk.type("\u{7F}\u{7F}")
        #expect(desk.picker?.typed == "press")
        desk.type("zzz")
        #expect(desk.picker?.empty?.title == "No workout begins with “presszzz”")
        #expect(desk.picker?.legend.back?.verb == "Hold: all workouts")
        desk.hold(.back)
        #expect(desk.picker?.typed == nil)
        #expect(desk.picker?.picks.count == 5, "what is picked stays picked")
    }
}
