import Records
import Testing
import Workouts

@Test func aSessionCountsOnceHoweverManyCopiesOfItsFileThereAre() {
    let fact = played("2026-03-02T07:00:00Z", "a", id: "x")
    var log = SessionLog([fact, played("2026-03-02T08:00:00Z", "b", id: "y"), fact, fact])
    log.add(fact)
    #expect(log.count == 2 && SessionLog([SessionFact]()).isEmpty)
    log.add(played("2026-03-02T06:00:00Z", "a", id: "z"))
    #expect(log == SessionLog([played("2026-03-02T06:00:00Z", "a", id: "z"), fact, played("2026-03-02T08:00:00Z", "b", id: "y")]))
    // Two players may begin at the same second.
    #expect(SessionLog([played("2026-03-02T07:00:00Z", "a", id: "x"), played("2026-03-02T07:00:00Z", "a", id: "y")]).count == 2)
}

@Test func theKeyOfASessionIsTheSameOnEveryMachine() {
    // The published test values of FNV-1a.
    #expect(SessionFact.key(of: "") == 0xCBF2_9CE4_8422_2325 && SessionFact.key(of: "a") == 0xAF63_DC4C_8601_EC8C)
    #expect(SessionFact.key(of: "foobar") == 0x8594_4171_F739_67E8)
    let session = Session(
        id: "a", routineID: "r", routineName: "R", device: "", startedSeconds: 5, wasCompleted: true, completedStepCount: 1,
        totalStepCount: 1, activeSeconds: 7)
    #expect(
        SessionFact(session)
            == SessionFact(key: 0xAF63_DC4C_8601_EC8C, routineID: "r", startedSeconds: 5, activeSeconds: 7, wasCompleted: true))
}
