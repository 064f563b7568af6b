import Testing
import Workouts

@Test func theOwnersSampleIsFiveStepsAndThreeHundredAndThirtySeconds() throws {
    let reading = RoutineFile.read(try bytes(ofCase: "owner.routine"), fileName: "owner.routine", catalog: gallery)
    #expect(reading.problems == [])
    #expect(
        drawn(reading) == [
            "bridge Bridge 30 x3 rest 10 then 15", "squat Squats 30 x2 then 15", "russian-twist Russian twist 30 then 20",
            "bicycle-crunch Bicycle crunch 30 then 20 ~20", "mountain-climber Mountain climbers 30",
        ])
    let routine = try #require(reading.routine)
    #expect(routine.name == "owner")
    #expect(Timeline(routine, getReadySeconds: 5).totalSeconds == 330)
}
